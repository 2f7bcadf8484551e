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
