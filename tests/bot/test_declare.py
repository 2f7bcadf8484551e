"""Declaring in one line, in the channel and in direct messages; and where direct messages are closed."""

from __future__ import annotations

from typing import Any

import pytest

from bot.cogs.common import MORE
from tests.bot.table import Table, presses, text_of


async def test_a_line_is_sealed_at_once_and_read_back_in_private(declaring: Table) -> None:
    answer = await declaring.declare(
        declaring.mira,
        action="Cast a spell",
        text="sleep",
        segments=3,
        target="the orcs by the altar",
        move="30 ft north",
        minors="shout Down!, drop torch after",
    )
    assert answer.private
    for word in ("Sealed", "sleep", "altar", "30 ft", "north", "Down!"):
        assert word in answer.text, word
    (declaration,) = (await declaring.row()).encounter.round.declarations
    assert (declaration.major, declaration.name, declaration.segments) == ("cast", "sleep", 3)
    assert "Sealed" in declaring.mira.panel_text
    assert "sleep" not in " ".join(declaring.posts())


async def test_a_line_in_the_direct_messages_does_the_same(declaring: Table) -> None:
    answer = await declaring.mira.dm_slash("declare", action="parry")
    assert "Sealed" in answer.text
    assert answer.private
    assert "Mira" in declaring.board_text.split("Waiting")[0]
    answer = await declaring.mira.dm_slash("withdraw")
    assert "Withdrawn" in answer.text
    assert (await declaring.row()).encounter.round.declarations == ()


async def test_a_second_line_replaces_the_first_before_the_deadline(declaring: Table) -> None:
    await declaring.declare(declaring.mira, action="parry")
    await declaring.declare(declaring.mira, action="full-move", move="60 ft to the door")
    assert [d.major for d in (await declaring.row()).encounter.round.declarations] == ["full-move"]
    read = await declaring.mira.slash("declare")
    assert "door" in read.text
    assert "Sealed" in read.text


async def test_declare_alone_opens_the_panel_in_both_places(declaring: Table) -> None:
    here = await declaring.mira.slash("declare")
    there = await declaring.mira.dm_slash("declare")
    assert here.text == there.text == declaring.mira.panel_text


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"action": "melee", "target": "Orc 2"}, "Charge"),
        ({"action": "dance"}, "Something else"),
        ({"action": "cast", "text": "sleep"}, "segments"),
        ({"action": "cast", "segments": 3, "target": "the altar"}, "name"),
        ({"action": "charge", "target": "Orc 2"}, "far"),
        ({"action": "parry", "move": "away"}, "30 ft"),
        ({"action": "parry", "minors": "juggle"}, "shout"),
        ({"action": "parry", "as": "Borin"}, "list"),
        ({"action": "melee"}, "target"),
        ({"action": "parry", "move": "10 ft into melee with Nobody"}, "/combatant list"),
        ({"move": "9999 ft"}, ""),
        ({"action": "parry", "segments": 4}, "segments"),
    ],
)
async def test_a_refusal_says_what_is_allowed_and_what_was_sealed_stands(
    declaring: Table, options: dict[str, Any], word: str
) -> None:
    await declaring.declare(declaring.mira, action="parry")
    before = (await declaring.row()).encounter
    answer = await declaring.mira.slash("declare", **options)
    assert answer.refused, answer.text
    assert answer.private
    assert word in answer.text
    assert (await declaring.row()).encounter == before
    assert "Sealed" in declaring.mira.panel_text


async def test_withdrawing_what_was_never_sealed_is_answered_with_a_sentence(declaring: Table) -> None:
    answer = await declaring.mira.slash("withdraw")
    assert answer.refused
    assert "nothing sealed" in answer.text


async def test_before_any_round_declaring_says_who_opens_one(fight: Table) -> None:
    for options in ({}, {"action": "parry"}):
        answer = await fight.mira.slash("declare", **options)
        assert "/round open" in answer.text
    assert "/round open" in (await fight.mira.dm_slash("declare", action="parry")).text


# --- choices while typing -------------------------------------------------------------------------------


async def test_actions_are_offered_by_name_and_by_the_words_people_use(declaring: Table) -> None:
    assert "cast" in (await declaring.mira.typing("declare", "action", "Cas")).values()
    assert "potion" in (await declaring.mira.typing("declare", "action", "quaff")).values()
    assert 1 < len(await declaring.mira.typing("declare", "action")) <= 25


async def test_a_choice_can_be_sent_as_it_was_offered(declaring: Table) -> None:
    targets = await declaring.borin.typing("declare", "target", "orc")
    assert next(iter(targets)) == "Orc 1"
    weapons = await declaring.borin.typing("declare", "with", "a")
    answer = await declaring.declare(
        declaring.borin, **{"action": "melee", "target": targets["Orc 1"], "with": weapons["axe"]}
    )
    assert "Orc 1" in answer.text


async def test_whom_one_declares_for_is_offered_groups_first(declaring: Table) -> None:
    assert list(await declaring.mira.typing("declare", "as")) == ["Mira"]
    offered = await declaring.gm.typing("declare", "as")
    assert list(offered)[:2] == ["2 × Orc", "Orc 1"]
    await declaring.declare(declaring.gm, **{"as": offered["2 × Orc"], "action": "parry"})
    assert len((await declaring.row()).encounter.round.declarations) == 2
    answer = await declaring.gm.slash("withdraw", **{"as": offered["2 × Orc"]})
    assert not answer.refused
    assert (await declaring.row()).encounter.round.declarations == ()


@pytest.mark.parametrize("typed", ["orc", "Orc", "2 × Orc"])
async def test_a_group_is_meant_by_its_name_typed_as_well_as_picked(declaring: Table, typed: str) -> None:
    await declaring.declare(declaring.gm, **{"as": typed, "action": "parry"})
    encounter = (await declaring.row()).encounter
    assert [encounter.combatant(d.who).name for d in encounter.round.declarations] == ["Orc 1", "Orc 2"]
    answer = await declaring.gm.slash("withdraw", **{"as": typed})
    assert "Orc 1 and Orc 2" in answer.text
    assert not (await declaring.row()).encounter.round.declarations


async def test_more_than_25_choices_are_capped_and_say_so(fight: Table) -> None:
    await fight.gm.slash("combatant add", name="Rat", count=30)
    await fight.open_round()
    for name, option in (("declare", "target"), ("combatant edit", "combatant")):
        offered = await fight.mira.typing(name, option)
        assert len(offered) == 25
        assert list(offered)[-1] == MORE
        assert "Rat 30" in await fight.mira.typing(name, option, "rat 30")


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("declare", "target"),
        ("declare", "as"),
        ("combatant edit", "combatant"),
        ("combatant remove", "combatant"),
        ("combatant engage", "foe"),
        ("round down", "combatant"),
    ],
)
async def test_a_hidden_creature_is_never_offered_to_a_player(fight: Table, name: str, option: str) -> None:
    await fight.gm.slash("combatant add", name="Lurker", hidden=True)
    await fight.open_round()
    assert any("Lurker" in label for label in await fight.gm.typing(name, option, ""))
    for person in (fight.mira, fight.bystander):
        assert not any("Lurker" in label for label in await person.typing(name, option, "lurk"))
        assert not any("Lurker" in label for label in await person.typing(name, option, ""))


async def test_typing_where_there_is_no_fight_offers_nothing_and_breaks_nothing(table: Table) -> None:
    for name, option in (
        ("declare", "target"),
        ("declare", "as"),
        ("declare", "with"),
        ("round down", "combatant"),
    ):
        assert await table.mira.typing(name, option, "x") == {}


async def test_in_direct_messages_a_player_of_two_fights_names_the_one_meant(declaring: Table) -> None:
    crypt = declaring.guild.create_text_channel("crypt")
    await declaring.gm.slash("encounter begin", crypt, time="90s")
    await declaring.mira.slash("join", crypt, name="Mira")
    await declaring.gm.slash("round open", crypt)
    assert (await declaring.mira.dm_slash("declare", action="parry")).refused
    offered = await declaring.mira.dm_typing("declare", "as")
    assert set(offered) == {"Mira · #shrine", "Mira · #crypt"}
    there = offered["Mira · #crypt"]
    answer = await declaring.mira.dm_slash("declare", **{"as": there, "action": "parry"})
    assert "Sealed" in answer.text
    assert (await declaring.row()).encounter.round.declarations == ()
    assert len((await declaring.row(crypt)).encounter.round.declarations) == 1
    targets = await declaring.mira.dm_typing("declare", "target", "", **{"as": offered["Mira · #shrine"]})
    assert "Orc 1" in targets


# --- closed direct messages -----------------------------------------------------------------------------


def close_dms(table: Table, channel_id: int) -> None:
    """Discord refuses every message to this direct-message channel from now on."""
    table.env.inject_error("POST", f"/channels/{channel_id}/messages", status=403, code=50007, times=None)


async def test_a_player_with_closed_direct_messages_holds_nothing_up_and_declares_from_the_board(
    fight: Table,
) -> None:
    close_dms(fight, fight.mira.member.user.dm_channel.id)
    count = len(fight.mira.dms)
    await fight.open_round()
    assert len(fight.mira.dms) == count
    assert "Borin" in fight.borin.panel_text
    status = await fight.gm.slash("encounter status")
    mira = next(line for line in status.text.splitlines() if "Mira" in line)
    assert "📵" in mira
    assert status.text.count("📵") == 1
    assert any("📵" in text for text in fight.gm.dm_texts)
    answer = await fight.mira.press(fight.board, "mine")
    panel = answer.message
    await fight.mira.pick(panel, "act", "parry")
    assert "Sealed" in (await fight.mira.press(panel, "seal")).text
    await fight.advance(91)
    assert (await fight.row()).encounter.round.stage == "ended"
    asked = await fight.gm.slash("encounter end")
    assert "over" in (await fight.gm.press(asked.message, "end")).text


async def test_the_players_own_answer_says_how_to_open_direct_messages_once(fight: Table) -> None:
    close_dms(fight, fight.mira.member.user.dm_channel.id)
    await fight.open_round()
    hints = 0
    for _ in range(3):
        answer = await fight.mira.press(fight.board, "mine")
        hints += "Direct Messages" in answer.text or "direct messages" in answer.text
    assert hints <= 1


async def test_a_direct_message_from_anybody_gets_an_answer(declaring: Table) -> None:
    for person in (declaring.mira, declaring.bystander):
        before = len(person.dms)
        await person.member.user.send_dm("what now?")
        assert len(person.dms) == before + 2
        said = declaring.components(person.dms[-1])
        assert presses(said) or "/" in text_of(said), text_of(said)
