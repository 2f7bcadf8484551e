"""The panel: from the menu of actions to a sealed declaration, by answering only what it asks."""

from __future__ import annotations

import pytest

from bot.ui.ids import parse
from rules import CATALOGUE
from tests.bot.table import Answer, Json, Person, Shown, Table, id_of, options_of, presses, text_of, walk

MAJORS = [row.key for row in CATALOGUE["segments"].values() if row.major]
SAID = {"name": "sleep", "segments": "3", "feet": "40", "at": "the north door", "note": "listens"}
"""What is typed into a form's fields."""


def by_verb(table: Table, message: Shown, verb: str) -> Json:
    """The button or menu of that verb; None if the panel does not show it."""
    for component in walk(table.components(message)):
        press = parse(component.get("custom_id", ""))
        if press is not None and press.verb == verb:
            return component
    return None


def ready(table: Table, message: Shown) -> bool:
    """Whether the panel's *Seal it* can be pressed."""
    button = by_verb(table, message, "seal")
    return button is not None and not button.get("disabled")


async def complete(person: Person, message: Shown, key: str) -> Answer:
    """Pick an action and answer what is asked, required things only, until it can be sealed; then seal it."""
    table = person.table
    answer = await person.pick(message, "act", key)
    for _ in range(4):
        if answer.form:
            required = [
                c["component"]["custom_id"] for c in answer.components if c["component"].get("required")
            ]
            answer = await person.fill(answer, **{name: SAID[name] for name in required})
        if ready(table, message):
            return await person.press(message, "seal")
        for verb in ("target", "weapon"):
            menu = by_verb(table, message, verb)
            if menu is not None and not any(o.get("default") for o in menu["options"]):
                answer = await person.pick(message, verb, menu["options"][0]["value"])
                break
    raise AssertionError(f"{key} cannot be sealed: {text_of(table.components(message))}")


def whose(table: Table, key: str) -> Person:
    """Who can do it here: Borin is in melee, Kesh has something to throw."""
    return {"melee": table.borin, "missile": table.kesh}.get(key, table.mira)


@pytest.mark.parametrize("key", MAJORS)
async def test_every_action_can_be_sealed_by_answering_only_what_is_asked(declaring: Table, key: str) -> None:
    person = whose(declaring, key)
    sealed = await complete(person, person.panel, key)
    assert "Sealed" in sealed.text
    declared = (await declaring.row()).encounter.round.declarations
    assert [d.major for d in declared] == [key]


@pytest.mark.parametrize("key", ["melee", "missile", "cast"])
async def test_a_common_action_takes_at_most_four_taps(declaring: Table, key: str) -> None:
    person = whose(declaring, key)
    await complete(person, person.panel, key)
    assert person.taps <= 4


async def test_only_moving_takes_at_most_four_taps(declaring: Table) -> None:
    panel = declaring.mira.panel
    await declaring.mira.pick(panel, "act", "nothing")
    await declaring.mira.pick(panel, "move", "before:36")
    assert "Sealed" in (await declaring.mira.press(panel, "seal")).text
    assert declaring.mira.taps <= 4


async def test_doing_nothing_counts_as_declared(declaring: Table) -> None:
    panel = declaring.mira.panel
    await declaring.mira.pick(panel, "act", "nothing")
    assert "Sealed" in (await declaring.mira.press(panel, "seal")).text
    assert "Mira" in declaring.board_text.split("Waiting")[0]


async def test_nothing_can_be_sealed_before_something_is_picked(declaring: Table) -> None:
    assert not ready(declaring, declaring.mira.panel)


async def test_a_casting_time_that_cannot_be_read_keeps_the_rest(declaring: Table) -> None:
    panel = declaring.mira.panel
    form = await declaring.mira.pick(panel, "act", "cast")
    answer = await declaring.mira.fill(form, name="sleep", segments="soon", at="the altar")
    assert "soon" in answer.text
    assert not ready(declaring, panel)
    again = await declaring.mira.press(panel, "fill", "cast")
    assert "=sleep" in again.text
    await declaring.mira.fill(again, name="sleep", segments="1 round", at="the altar")
    sealed = await declaring.mira.press(panel, "seal")
    assert "segments 1 to 10" in sealed.text


async def test_the_panel_reads_back_the_segments_and_what_the_table_will_hear(declaring: Table) -> None:
    panel = declaring.mira.panel
    form = await declaring.mira.pick(panel, "act", "cast")
    read = await declaring.mira.fill(form, name="sleep", segments="3", at="the altar")
    assert "segment 3" in read.text
    assert "3-segment spell" in read.text


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_distance_of_ones_own_goes_with_words_before_or_after(declaring: Table, when: str) -> None:
    panel = declaring.mira.panel
    form = await declaring.mira.pick(panel, "act", "cast")
    await declaring.mira.fill(form, name="sleep", segments="3", at="the altar")
    form = await declaring.mira.pick(panel, "move", f"{when}:words")
    answer = await declaring.mira.fill(form, feet='3"', note="behind the pillar")
    assert "pillar" in answer.text
    await declaring.mira.press(panel, "seal")
    (move,) = (await declaring.row()).encounter.round.declarations[0].minors
    assert (move.when, move.feet, move.note) == (when, 30, "behind the pillar")


async def test_a_usual_distance_with_words_of_its_own_is_drawn(declaring: Table) -> None:
    panel = declaring.mira.panel
    await declaring.mira.pick(panel, "act", "nothing")
    form = await declaring.mira.pick(panel, "move", "before:words")
    answer = await declaring.mira.fill(form, feet="36", note="behind the pillar")
    assert "pillar" in answer.text
    assert ready(declaring, panel)


@pytest.mark.parametrize("feet", ["far", "0", "-3", "99999"])
async def test_a_distance_that_cannot_be_read_is_said_and_the_rest_kept(declaring: Table, feet: str) -> None:
    panel = declaring.mira.panel
    await declaring.mira.pick(panel, "act", "nothing")
    form = await declaring.mira.pick(panel, "move", "before:words")
    answer = await declaring.mira.fill(form, feet=feet, note="away")
    assert feet in answer.text
    assert ready(declaring, panel)


async def test_a_move_can_end_in_melee(declaring: Table) -> None:
    panel = declaring.kesh.panel
    orc = await declaring.id("Orc 2")
    await declaring.kesh.pick(panel, "act", "nothing")
    await declaring.kesh.pick(panel, "move", "before:24")
    answer = await declaring.kesh.pick(panel, "into", orc)
    assert "Orc 2" in answer.text
    await declaring.kesh.press(panel, "seal")
    await declaring.all_declare(declaring.kesh)
    await declaring.gm.slash("round close")
    assert (await declaring.row()).encounter.engaged_with(await declaring.id("Kesh")) == (orc,)


@pytest.mark.parametrize("speed", ["1 ft", "5 ft", "9 ft", "15 ft", "600 ft"])
async def test_a_panel_can_be_drawn_for_any_speed(fight: Table, speed: str) -> None:
    await fight.mira.slash("combatant edit", combatant="Mira", speed=speed)
    await fight.open_round()
    answer = await fight.mira.pick(fight.mira.panel, "act", "nothing")
    assert "Move?" in answer.text


async def test_small_things_a_shout_and_something_of_ones_own_go_beside_the_action(declaring: Table) -> None:
    panel = declaring.mira.panel
    await declaring.mira.pick(panel, "act", "parry")
    await declaring.mira.pick(panel, "minors", "drop:before", "shield:after")
    form = await declaring.mira.press(panel, "speak", "shout")
    await declaring.mira.fill(form, words="Get down!")
    form = await declaring.mira.press(panel, "speak", "other-minor")
    answer = await declaring.mira.fill(form, words="wink at Kesh")
    assert "Get down!" in answer.text
    assert "ink at Kesh" in answer.text
    await declaring.mira.pick(panel, "minors")
    form = await declaring.mira.press(panel, "speak", "shout")
    assert "=Get down!" in form.text
    await declaring.mira.fill(form, words="")
    sealed = await declaring.mira.press(panel, "seal")
    assert "Get down" not in sealed.text
    minors = (await declaring.row()).encounter.round.declarations[0].minors
    assert [m.action for m in minors] == ["other-minor"]


async def test_starting_over_empties_the_panel(declaring: Table) -> None:
    panel = declaring.mira.panel
    before = declaring.components(panel)
    await declaring.mira.pick(panel, "act", "parry")
    await declaring.mira.press(panel, "anew")
    assert declaring.components(panel) == before


async def test_what_is_sealed_stands_until_the_change_is_sealed(declaring: Table) -> None:
    panel = declaring.mira.panel
    await complete(declaring.mira, panel, "parry")
    changing = await declaring.mira.press(panel, "change")
    assert "stands" in changing.text
    await declaring.mira.pick(panel, "act", "full-move")
    assert [d.major for d in (await declaring.row()).encounter.round.declarations] == ["parry"]
    await declaring.mira.press(panel, "seal")
    assert [d.major for d in (await declaring.row()).encounter.round.declarations] == ["full-move"]


async def test_a_withdrawn_declaration_is_awaited_again(declaring: Table) -> None:
    panel = declaring.mira.panel
    await complete(declaring.mira, panel, "parry")
    answer = await declaring.mira.press(panel, "withdraw")
    assert "Sealed" not in answer.text
    assert "Mira" in declaring.board_text.split("Waiting")[1]
    await complete(declaring.mira, panel, "full-move")
    assert "Sealed" in declaring.mira.panel_text


async def test_the_boards_button_gives_the_same_panel_as_a_private_reply(declaring: Table) -> None:
    answer = await declaring.mira.press(declaring.board, "mine")
    assert answer.private
    assert answer.text == declaring.mira.panel_text
    assert [str(p) for p in presses(answer.components)] == [
        str(p) for p in presses(declaring.components(declaring.mira.panel))
    ]
    reply = answer.message
    sealed = await complete(declaring.mira, reply, "parry")
    assert "Sealed" in sealed.text
    assert declaring.mira.panel_text == text_of(declaring.components(reply))


async def test_the_panel_in_the_direct_messages_goes_on_where_the_private_reply_was_left(
    declaring: Table,
) -> None:
    reply = (await declaring.mira.press(declaring.board, "mine")).message
    await declaring.mira.pick(reply, "act", "parry")
    assert "Sealed" in (await declaring.mira.press((await _mine(declaring)).message, "seal")).text


async def _mine(table: Table) -> Answer:
    return await table.mira.press(table.board, "mine")


async def test_an_action_that_cannot_stand_is_explained_and_nothing_is_lost(declaring: Table) -> None:
    panel = declaring.mira.panel
    answer = await declaring.mira.pick(panel, "act", "melee")
    assert not ready(declaring, panel)
    assert "melee" in answer.text
    form = await declaring.mira.press(panel, "speak", "shout")
    await declaring.mira.fill(form, words="Help!")
    answer = await declaring.mira.pick(panel, "act", "parry")
    assert "Help!" in answer.text
    assert ready(declaring, panel)


# --- the GM's panel -------------------------------------------------------------------------------------


async def test_the_gm_declares_for_a_whole_group_and_excepts_one(declaring: Table) -> None:
    gm, panel = declaring.gm, declaring.gm.panel
    orcs = [await declaring.id("Orc 1"), await declaring.id("Orc 2")]
    assert f"*{orcs[0]}" in options_of(declaring.components(panel), "who")
    await complete(gm, panel, "parry")
    encounter = (await declaring.row()).encounter
    assert [d.who for d in encounter.round.declarations] == orcs
    await gm.pick(panel, "who", orcs[1])
    await gm.press(panel, "change")
    form = await gm.pick(panel, "act", "other")
    await gm.fill(form, note="creeps off", segments="2")
    await gm.press(panel, "seal")
    encounter = (await declaring.row()).encounter
    assert {d.who: d.major for d in encounter.round.declarations} == {orcs[0]: "parry", orcs[1]: "other"}


async def test_after_one_creature_is_sealed_the_gm_is_shown_the_next(fight: Table) -> None:
    await fight.gm.slash("combatant add", name="Ogre")
    await fight.open_round()
    answer = await complete(fight.gm, fight.gm.panel, "parry")
    assert "Ogre" in answer.text.splitlines()[0]


async def test_more_creatures_than_a_menu_holds_can_all_be_declared_for(table: Table) -> None:
    await table.gm.slash("encounter begin", time="90s")
    for number in range(30):
        await table.gm.slash("combatant add", name=f"Beast {number}")
    await table.open_round()
    last = await table.id("Beast 29")
    offered = await table.gm.typing("declare", "as", "beast 29")
    assert offered == {"Beast 29": last}
    answer = await table.gm.slash("declare", **{"as": "Beast 29"})
    assert "Beast 29" in answer.text.splitlines()[0]
    await complete(table.gm, answer.message, "parry")
    assert (await table.row()).encounter.declaration(last) is not None


# --- the board ------------------------------------------------------------------------------------------


async def test_the_board_names_who_is_sealed_and_awaited_in_the_order_of_the_roster(declaring: Table) -> None:
    await complete(declaring.kesh, declaring.kesh.panel, "parry")
    await complete(declaring.mira, declaring.mira.panel, "full-move")
    text = declaring.board_text
    assert text.index("Mira") < text.index("Kesh") < text.index("Borin")
    assert "parry" not in text.lower()
    assert "<t:" in text
    assert "Orc" not in text


async def test_the_board_is_edited_and_never_posted_again_while_people_declare(declaring: Table) -> None:
    count = len(declaring.messages())
    await complete(declaring.mira, declaring.mira.panel, "parry")
    panel = declaring.mira.panel
    await declaring.mira.press(panel, "withdraw")
    await complete(declaring.mira, panel, "full-move")
    assert len(declaring.messages()) == count


async def test_every_seated_player_gets_a_panel_and_the_gm_one_for_the_own_creatures(
    declaring: Table,
) -> None:
    for person, name in ((declaring.mira, "Mira"), (declaring.borin, "Borin"), (declaring.kesh, "Kesh")):
        assert name in person.panel_text.splitlines()[0]
    assert "Orc" in declaring.gm.panel_text.splitlines()[0]
    assert declaring.bystander.dms == []


async def test_who_has_no_seat_is_told_so_by_the_boards_button(declaring: Table) -> None:
    answer = await declaring.bystander.press(declaring.board, "mine")
    assert answer.private
    assert answer.refused
    assert "/join" in answer.text
    assert id_of(declaring.components(declaring.board), "mine")
