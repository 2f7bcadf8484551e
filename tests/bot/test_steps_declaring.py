"""Declaring where a round goes by lettered steps: in a line and in a panel, what is asked and read back."""

from __future__ import annotations

from typing import Any

import pytest

from rules import CATALOGUE, Declaration
from tests.bot.steps import LINE, made, part, ready
from tests.bot.table import Person, Table, options_of, text_of

MAJORS = [row.key for row in CATALOGUE["phases"].values() if row.major]

WEB = "Web. [innate] (major) (declared; simple, 2 segments) Sticky."
CHARM = "Charm. [spell-like] (major) (declared; simple, 3 segments) Friends."


@pytest.fixture
async def before(table: Table) -> Table:
    """A fight by lettered steps, before its first round."""
    await table.begin(ruleset="phases")
    return table


@pytest.fixture
async def steps(before: Table) -> Table:
    """The same with its first round open."""
    await before.open_round()
    return before


async def sealed(table: Table, person: Person) -> Declaration:
    """What this player has sealed."""
    encounter = (await table.row()).encounter
    (found,) = (d for d in encounter.round.declarations if encounter.combatant(d.who).seat == person.id)
    return found


# --- beginning, and a whole round -----------------------------------------------------------------------


async def test_a_fight_begins_by_either_ruleset_and_says_which(table: Table) -> None:
    await table.gm.slash("encounter begin", ruleset="phases")
    assert "Declare Actions" in table.posts()[0]
    assert (await table.row()).encounter.ruleset == "phases"


async def test_a_whole_round_by_steps_is_declared_in_lines_and_told(steps: Table) -> None:
    await steps.declare(steps.mira, action="cast", text="sleep", segments=3, target="the orcs by the altar")
    await steps.declare(steps.borin, action="melee", target="Orc 1")
    await steps.declare(steps.kesh, action="go", move="40 ft to the door")
    await steps.declare(steps.gm, **{"as": "Orc 1", "action": "melee"})
    await steps.declare(steps.gm, **{"as": "Orc 2", "action": "go", "move": "20 ft north"})
    await steps.advance(91)
    encounter = (await steps.row()).encounter
    assert encounter.round.stage == "ended", encounter.round.questions
    assert "sleep" in " ".join(steps.posts())


# --- every action, both ways ----------------------------------------------------------------------------


async def test_actions_offered_while_typing_are_those_of_the_fight(steps: Table) -> None:
    offered = set((await steps.mira.typing("declare", "action")).values())
    assert offered - {"nothing", "same"} == set(MAJORS)
    assert offered == set((await steps.mira.dm_typing("declare", "action")).values())
    assert "flee" in (await steps.mira.typing("declare", "action", "run away")).values()


async def test_the_panel_offers_the_same_actions_and_marks_what_must_be_declared(steps: Table) -> None:
    assert set(options_of(steps.components(steps.mira.panel), "act")) == {"nothing", *MAJORS}
    menu = part(steps.mira, "act")
    marked = {o["value"] for o in menu["options"] if "❗" in o.get("description", "")}
    rows = CATALOGUE["phases"].values()
    assert marked == {row.key for row in rows if row.major and (row.declared or row.activity == "complex")}


@pytest.mark.parametrize("key", MAJORS)
async def test_a_panel_and_a_line_seal_the_same_declaration(steps: Table, key: str) -> None:
    orc, person = await steps.id("Orc 2"), steps.kesh
    await made(person, key, orc)
    answer = await person.press(person.panel, "seal")
    assert "Sealed" in answer.text
    assert person.taps <= 4
    by_panel = await sealed(steps, person)
    assert by_panel.major == key
    await person.slash("withdraw")
    await steps.declare(person, action=key, **LINE.get(key, {}))
    assert await sealed(steps, person) == by_panel


@pytest.mark.parametrize("key", ["melee", "missile", "cast", "go", "nothing"])
async def test_a_common_action_takes_at_most_four_taps(steps: Table, key: str) -> None:
    person = steps.kesh
    await made(person, key)
    assert "Sealed" in (await person.press(person.panel, "seal")).text
    assert person.taps <= 4


async def test_choosing_on_ones_turn_counts_as_declared_and_says_what_is_then_too_late(steps: Table) -> None:
    read = await made(steps.mira, "nothing")
    assert "You choose on your side's turn" in read.text
    assert "spells" in read.text
    await steps.mira.press(steps.mira.panel, "seal")
    assert "Mira" in steps.board_text.split("Waiting")[0]
    status = await steps.gm.slash("encounter status")
    assert "choosing on the turn" in status.text


# --- reading back ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "step"),
    [
        ("parley", "A · parley"),
        ("flee", "B · flight"),
        ("charge", "C · charges"),
        ("set-weapon", "C · charges"),
        ("ability", "D1 · innate"),
        ("missile", "D2 · missiles"),
        ("melee", "D3 · melee"),
        ("go", "D4 · other"),
        ("potion", "D4 · other"),
        ("cast", "E · spells"),
        ("tool", "whole round"),
    ],
)
async def test_what_is_made_is_read_back_with_its_step(steps: Table, key: str, step: str) -> None:
    read = await made(steps.kesh, key, await steps.id("Orc 2"))
    plan = read.text.partition("Your plan")[2]
    assert step in plan, plan
    assert "The table hears nothing of this" in plan
    assert "HIGH" in plan if step[0] == "D" else "HIGH" not in plan


async def test_an_action_that_puts_one_behind_is_read_back_in_low(steps: Table) -> None:
    plan = (await made(steps.kesh, "retrieve")).text.partition("Your plan")[2]
    assert "LOW" in plan
    assert "HIGH" not in plan


async def test_a_delay_on_purpose_is_one_press_and_one_press_takes_it_back(steps: Table) -> None:
    await made(steps.borin, "melee")
    read = await steps.borin.press(steps.borin.panel, "delay", "yes")
    assert "in **LOW**" in read.text
    assert "HIGH" not in read.text.partition("Your plan")[2]
    await steps.borin.press(steps.borin.panel, "seal")
    assert (await sealed(steps, steps.borin)).delay
    await steps.borin.press(steps.borin.panel, "change")
    assert "HIGH" in (await steps.borin.press(steps.borin.panel, "delay", "no")).text
    await steps.declare(steps.borin, action="melee", delay=True)
    assert (await sealed(steps, steps.borin)).delay


async def test_a_declared_shot_meets_its_targets_charge_unless_it_waits(steps: Table) -> None:
    await made(steps.kesh, "missile")
    read = await steps.kesh.pick(steps.kesh.panel, "target", await steps.id("Orc 2"))
    assert "before the charge ends" in read.text
    assert "charge ends" not in (await steps.kesh.press(steps.kesh.panel, "delay", "yes")).text


async def test_a_move_into_melee_names_the_foe_in_both_ways(steps: Table) -> None:
    await made(steps.kesh, "go")
    read = await steps.kesh.pick(steps.kesh.panel, "target", await steps.id("Orc 2"))
    assert "into melee with Orc 2" in read.text
    await steps.kesh.press(steps.kesh.panel, "seal")
    by_panel = await sealed(steps, steps.kesh)
    await steps.declare(steps.kesh, move="40 ft into melee with Orc 2")
    assert await sealed(steps, steps.kesh) == by_panel


async def test_a_delayed_charge_is_read_back_as_a_move(steps: Table) -> None:
    await made(steps.kesh, "charge", await steps.id("Orc 2"))
    plan = (await steps.kesh.press(steps.kesh.panel, "delay", "yes")).text.partition("Your plan")[2]
    assert "no attack" in plan
    assert "Moving 40 ft" in plan


async def test_attack_routines_are_counted_up_and_begin_before_the_groups(steps: Table) -> None:
    await made(steps.borin, "melee")
    read = await steps.borin.press(steps.borin.panel, "routines", "2")
    assert "D0 · first of several routines" in read.text
    assert "D0 · remaining routines" in read.text
    await steps.borin.press(steps.borin.panel, "seal")
    by_panel = await sealed(steps, steps.borin)
    await steps.declare(steps.borin, action="melee", target="Orc 1", routines=2)
    assert await sealed(steps, steps.borin) == by_panel
    assert by_panel.routines == 2


async def test_what_dexterity_adds_to_a_declared_shot_is_told_unless_encumbered(before: Table) -> None:
    await before.kesh.slash("combatant edit", combatant="Kesh", dexterity=2)
    await before.open_round()
    assert "+2 for Dexterity" in (await made(before.kesh, "missile")).text
    await before.kesh.slash("combatant edit", combatant="Kesh", encumbered=True)
    assert "+2" not in (await before.kesh.slash("declare")).text


# --- spells ---------------------------------------------------------------------------------------------


async def test_a_spells_target_can_wait_and_the_caster_is_told_when_it_is_asked(steps: Table) -> None:
    read = await made(steps.mira, "cast")
    assert "At whom can wait" in read.text
    named = await steps.mira.pick(steps.mira.panel, "target", await steps.id("Orc 1"))
    assert "At whom can wait" not in named.text
    assert "casting sleep on Orc 1" in named.text.lower().replace("orc 1", "Orc 1")
    again = await steps.mira.pick(steps.mira.panel, "target", "later")
    assert "At whom can wait" in again.text


async def test_a_creature_of_the_gms_says_its_spells_target_at_once(steps: Table) -> None:
    form = await steps.gm.pick(steps.gm.panel, "act", "cast")
    read = await steps.gm.fill(form, name="fear", segments="2")
    assert not ready(steps.gm)
    assert "At whom" in read.text
    await steps.gm.pick(steps.gm.panel, "target", await steps.id("Mira"))
    assert ready(steps.gm)


async def test_a_spell_from_an_item_names_it_and_cannot_be_disturbed(steps: Table) -> None:
    form = await steps.mira.pick(steps.mira.panel, "act", "cast")
    read = await steps.mira.fill(form, name="fear", segments="3", item="the ivory wand")
    assert "from the ivory wand" in read.text
    assert "no blow can disturb it" in read.text
    await steps.mira.press(steps.mira.panel, "seal")
    by_panel = await sealed(steps, steps.mira)
    await steps.declare(steps.mira, action="cast", text="fear", segments=3, item="the ivory wand")
    assert await sealed(steps, steps.mira) == by_panel


async def test_small_things_follow_a_spell_and_a_step_follows_any_action(steps: Table) -> None:
    await steps.declare(
        steps.mira, action="cast", text="sleep", segments=3, minors="drop torch", move="10 ft back"
    )
    assert {(m.action, m.when) for m in (await sealed(steps, steps.mira)).minors} == {
        ("drop", "after"),
        ("move", "after"),
    }
    await steps.kesh.pick(steps.kesh.panel, "act", "melee")
    await steps.kesh.pick(steps.kesh.panel, "minors", "shield:before")
    form = await steps.kesh.pick(steps.kesh.panel, "act", "cast")
    await steps.kesh.fill(form, name="light", segments="1")
    await steps.kesh.pick(steps.kesh.panel, "move", "after:10")
    await steps.kesh.press(steps.kesh.panel, "seal")
    assert all(m.when == "after" for m in (await sealed(steps, steps.kesh)).minors)


async def test_a_spell_of_a_round_is_read_back_as_last_of_all(steps: Table) -> None:
    form = await steps.mira.pick(steps.mira.panel, "act", "cast")
    assert "last of all" in (await steps.mira.fill(form, name="sleep", segments="1 round")).text


# --- abilities ------------------------------------------------------------------------------------------


async def test_abilities_are_picked_by_name_and_spell_like_ones_are_spells(before: Table) -> None:
    for line in (WEB, CHARM):
        await before.gm.slash("combatant ability", combatant="Mira", line=line)
    await before.open_round()
    await before.mira.pick(before.mira.panel, "act", "ability")
    assert {"Web", "Charm"} <= set(options_of(before.components(before.mira.panel), "ability"))
    web = await before.mira.pick(before.mira.panel, "ability", "Web")
    assert "in segment 1" in web.text
    delayed = await before.mira.press(before.mira.panel, "delay", "yes")
    assert "the opponents' die" in delayed.text
    charm = await before.mira.pick(before.mira.panel, "ability", "Charm")
    assert "E · spells" in charm.text
    form = await before.mira.pick(before.mira.panel, "ability", "words")
    other = await before.mira.fill(form, name="Howl", segments="")
    assert "Howl" in other.text


# --- refusals -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"action": "cast", "text": "sleep", "segments": 3, "minors": "drop torch before"}, "after it"),
        ({"action": "tool", "text": "the lock", "minors": "sheathe"}, "whole round"),
        ({"action": "missile", "move": "40 ft"}, "10 ft"),
        ({"action": "missile", "move": "10 ft", "when": "before"}, "after"),
        ({"action": "charge", "target": "Orc 1", "move": "40 ft"}, "next round"),
        ({"action": "charge", "target": "Orc 2", "move": "10 ft"}, "more than 10 ft"),
        ({"action": "charge", "move": "40 ft"}, "target"),
        ({"action": "cast", "segments": 3}, "name"),
        ({"action": "cast", "text": "sleep"}, "segments"),
        ({"action": "go", "move": "500 ft"}, "120 ft"),
        ({"action": "tool", "text": "the lock", "routines": 2}, "melee"),
        ({"action": "parry"}, "Something else"),
        ({"action": "melee", "target": "Kesh"}, "somebody else"),
        ({"action": "melee", "with": "lance"}, "/combatant edit"),
        ({"carry": "abandon"}, "Declare as usual"),
        ({"action": "melee", "minors": "aim"}, "gaze"),
    ],
)
async def test_a_refusal_by_steps_says_what_is_allowed_and_what_was_sealed_stands(
    steps: Table, options: dict[str, Any], word: str
) -> None:
    await steps.declare(steps.kesh, action="flee")
    before = (await steps.row()).encounter
    answer = await steps.kesh.slash("declare", **options)
    assert answer.refused, answer.text
    assert answer.private
    assert word in answer.text
    assert "segment" not in answer.text or word == "segments"
    assert (await steps.row()).encounter == before


async def test_who_began_in_melee_is_offered_no_step_and_refused_one(steps: Table) -> None:
    await made(steps.borin, "melee")
    assert part(steps.borin, "move") is None
    answer = await steps.borin.slash("declare", action="melee", move="10 ft")
    assert answer.refused
    assert "flee" in answer.text


@pytest.mark.parametrize("option", [{"item": "wand"}, {"delay": True}, {"routines": 2}])
async def test_what_belongs_to_steps_is_refused_in_segments_with_a_sentence(
    declaring: Table, option: dict[str, Any]
) -> None:
    answer = await declaring.mira.slash("declare", action="parry", **option)
    assert answer.refused
    assert "Declare Actions" in answer.text


# --- groups, hidden creatures, carried work, the close --------------------------------------------------


async def test_a_group_declares_as_one_and_each_for_itself(steps: Table) -> None:
    mira = await steps.id("Mira")
    await steps.gm.pick(steps.gm.panel, "act", "melee")
    await steps.gm.pick(steps.gm.panel, "target", mira)
    await steps.gm.press(steps.gm.panel, "delay", "yes")
    assert "Sealed" in (await steps.gm.press(steps.gm.panel, "seal")).text
    declared = (await steps.row()).encounter.round.declarations
    assert [(d.major, d.target, d.delay) for d in declared] == [("melee", mira, True)] * 2


async def test_a_hidden_foe_is_in_no_players_menus_and_bars_no_step(before: Table) -> None:
    await before.gm.slash("combatant add", name="Lurker", hidden=True)
    await before.gm.slash("combatant engage", combatant="Lurker", foe="Kesh")
    await before.open_round()
    for key in ("melee", "missile", "set-weapon", "parley", "bind"):
        read = await before.kesh.pick(before.kesh.panel, "act", key)
        assert "Lurker" not in read.text
    form = await before.kesh.pick(before.kesh.panel, "act", "go")
    assert "Lurker" not in (await before.kesh.fill(form, feet="40")).text
    await made(before.kesh, "melee")
    await before.kesh.pick(before.kesh.panel, "move", "after:10")
    assert "Lurker" not in before.kesh.panel_text
    assert "Sealed" in (await before.kesh.press(before.kesh.panel, "seal")).text


async def test_carried_work_is_told_by_steps_and_can_be_given_up(before: Table) -> None:
    await before.open_round()
    await before.declare(before.mira, action="tool", text="the lock", delay=True)
    await before.all_declare(before.mira)
    await before.advance(91)
    row = await before.row()
    if row.encounter.round.stage != "ended":
        for question in row.encounter.round.questions:
            await before.gm.slash("round time", combatant=question.who, segments=2)
    await before.open_round()
    panel = before.mira.panel_text
    assert "in step D4" in panel
    assert "segment" not in panel.partition("From last round")[2].partition("\n")[0]
    refused = await before.mira.slash("declare", action="melee")
    assert refused.refused
    await before.declare(before.mira, action="melee", carry="abandon")
    assert (await sealed(before, before.mira)).carry == "abandon"


async def test_what_had_to_be_declared_is_entered_for_the_next_round_and_the_player_is_told(
    table: Table,
) -> None:
    await table.begin(ruleset="phases", play="called")
    await table.open_round()
    await table.gm.slash("round close")
    answer = await table.mira.slash("declare", action="cast", text="sleep", segments=3)
    assert "next one" in answer.text
    assert answer.private
    chosen = await table.kesh.slash("declare", action="missile", target="Orc 2")
    assert "D2 · missiles" in chosen.text


async def test_the_closed_panel_says_in_steps_what_became_of_silence(steps: Table) -> None:
    await steps.declare(steps.mira, action="melee", target="Orc 1")
    await steps.gm.slash("round close")
    text = "\n".join(steps.borin.dm_texts + steps.mira.dm_texts)
    assert "a Delay, acts in LOW" in text
    assert "attacking Orc 1" in text


async def test_nothing_declared_is_public_before_it_happens(steps: Table) -> None:
    await steps.declare(steps.mira, action="cast", text="xyzzy", segments=3, item="the opal rod")
    await steps.declare(steps.kesh, action="flee", move="60 ft to the plughcave")
    public = " ".join(steps.posts())
    for word in ("xyzzy", "opal", "plughcave", "flee"):
        assert word not in public
        for person in (steps.borin, steps.bystander):
            assert word not in " ".join(person.dm_texts)


# --- who is in the fight --------------------------------------------------------------------------------


async def test_what_a_creature_has_is_shown_to_its_player_and_the_gm_alone(before: Table) -> None:
    await before.gm.slash("combatant ability", combatant="Mira", line=WEB)
    await before.gm.slash("combatant add", name="Bear", size="large", dexterity=1, encumbered=True)
    mine = (await before.mira.slash("combatant list")).text
    assert "staff 4" in mine
    assert "Web" in mine
    for secret in ("scimitar", "axe", "natural"):
        assert secret not in mine
    everything = (await before.gm.slash("combatant list")).text
    for word in ("2 × Orc", "scimitar 4", "natural weapons (large)", "Dexterity +1", "encumbered", "Web"):
        assert word in everything, word
    assert "staff" not in (await before.bystander.slash("combatant list")).text


@pytest.mark.parametrize(
    "words", ["I delay", "delay", "I delay my action", "I wait for LOW", "Delaying until low."]
)
async def test_a_delay_is_declared_in_the_rules_own_words(steps: Table, words: str) -> None:
    shown = await steps.kesh.write(words)
    assert "LOW" in text_of(steps.components(shown))
    assert not (await steps.kesh.press(shown, "seal")).refused
    declared = (await steps.row()).encounter.declaration(await steps.id("Kesh"))
    assert declared is not None
    assert declared.delay
