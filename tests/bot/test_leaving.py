"""A player leaves: nothing waits for them any more."""

from __future__ import annotations

from tests.bot.table import Table


async def test_who_leaves_is_out_of_the_fight_and_may_come_back(fight: Table) -> None:
    await fight.gm.slash("round open")
    assert "Kesh" in fight.board_text
    left = await fight.kesh.slash("leave")
    assert left.private
    assert not left.refused
    assert "Kesh" not in fight.board_text
    assert "Kesh leaves the fight" in fight.posts()[-1]
    assert not (await fight.kesh.slash("join", name="Kesh")).refused


async def test_leaving_without_a_seat_is_answered_with_how_to_get_one(fight: Table) -> None:
    answer = await fight.bystander.slash("leave")
    assert answer.refused
    assert "/join" in answer.text


async def test_the_round_closes_on_time_without_the_one_who_left(fight: Table) -> None:
    await fight.gm.slash("round open")
    await fight.kesh.slash("leave")
    await fight.advance(91)
    assert (await fight.row()).encounter.round.stage == "ended"
    assert "Kesh" not in fight.posts()[-1]


async def test_who_declares_for_several_is_asked_before_all_of_them_leave(fight: Table) -> None:
    await fight.gm.slash("combatant add", name="Imp", seat=fight.borin.member)
    asked = await fight.borin.slash("leave")
    assert "Borin and Imp" in asked.text
    assert "/combatant remove" in asked.text
    assert {"Borin", "Imp"} <= {c.name for c in (await fight.row()).encounter.combatants}
    earlier = await fight.borin.slash("leave")
    answer = await fight.borin.press(asked.message, "leave")
    assert "Borin and Imp left the fight" in answer.text
    assert not {"Borin", "Imp"} & {c.name for c in (await fight.row()).encounter.combatants}
    assert (await fight.borin.press(earlier.message, "leave")).refused


async def test_one_of_several_leaves_alone(fight: Table) -> None:
    await fight.gm.slash("combatant add", name="Imp", seat=fight.borin.member)
    assert not (await fight.borin.slash("combatant remove", combatant="Imp")).refused
    assert not (await fight.borin.slash("leave")).refused
    assert "Borin" not in {c.name for c in (await fight.row()).encounter.combatants}
