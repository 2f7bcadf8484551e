"""The clock stopped and running again, a nudge, the board posted anew, the undelivered sent."""

from __future__ import annotations

import pytest

from tests.bot.table import Table, presses
from tests.bot.test_outbox import refuse
from tests.bot.test_taking_back import redo, undo


async def stage(table: Table) -> str:
    return (await table.row()).encounter.round.stage


async def test_a_stopped_clock_shows_no_countdown_closes_nothing_and_survives_a_restart(
    declaring: Table,
) -> None:
    await declaring.advance(20)
    answer = await declaring.gm.slash("round pause")
    assert not answer.refused
    assert "stands still" in declaring.board_text
    assert "<t:" not in declaring.board_text
    assert "<t:" not in declaring.mira.panel_text
    await declaring.declare(declaring.mira, action="parry")
    await declaring.restart(down=9000)
    await declaring.advance(9000)
    assert await stage(declaring) == "declaring"
    assert (await declaring.gm.slash("round pause")).refused
    await declaring.gm.slash("round resume")
    assert "<t:" in declaring.board_text
    await declaring.advance(69)
    assert await stage(declaring) == "declaring"
    await declaring.advance(2)
    assert await stage(declaring) == "ended"


async def test_a_clock_that_runs_again_leaves_time_to_declare(declaring: Table) -> None:
    await declaring.advance(88)
    await declaring.gm.slash("round pause")
    await declaring.gm.slash("round resume")
    await declaring.advance(28)
    assert await stage(declaring) == "declaring"
    await declaring.advance(3)
    assert await stage(declaring) == "ended"


async def test_more_time_and_an_early_close_wait_for_the_clock(declaring: Table) -> None:
    await declaring.gm.slash("round pause")
    assert not (await declaring.gm.slash("round extend", time="1m")).refused
    row = await declaring.row()
    assert row.deadline is None
    assert row.paused_left is not None
    assert row.paused_left.total_seconds() == pytest.approx(150, abs=1)
    await declaring.all_declare()
    await declaring.advance(500)
    assert await stage(declaring) == "declaring"
    await declaring.gm.slash("round resume")
    await declaring.advance(6)
    assert await stage(declaring) == "ended"
    assert not (await declaring.row()).paused


async def test_the_gm_may_close_while_the_clock_stands_still(declaring: Table) -> None:
    await declaring.gm.slash("round pause")
    await declaring.gm.slash("round close")
    assert await stage(declaring) == "ended"
    for command in ("round pause", "round resume", "round nudge"):
        assert (await declaring.gm.slash(command)).refused
    await declaring.open_round()
    assert not (await declaring.row()).paused


async def test_stopping_the_clock_is_taken_back_and_brought_back(declaring: Table) -> None:
    await declaring.gm.slash("round pause")
    await undo(declaring)
    assert not (await declaring.row()).paused
    assert "<t:" in declaring.board_text
    await redo(declaring)
    assert (await declaring.row()).paused
    await declaring.gm.slash("round resume")
    await undo(declaring)
    assert (await declaring.row()).paused


async def test_only_the_gm_has_the_clock_the_board_and_the_post(declaring: Table) -> None:
    before = await declaring.row()
    posts = declaring.posts()
    for command in ("round pause", "round resume", "round nudge", "encounter board", "encounter resend"):
        for person in (declaring.mira, declaring.bystander):
            answer = await person.slash(command)
            assert answer.refused
            assert answer.private
    assert await declaring.row() == before
    assert [post for post in declaring.posts() if "⚠️" not in post] == posts


async def test_a_nudge_reaches_those_awaited_alone_and_not_all_the_time(declaring: Table) -> None:
    await declaring.declare(declaring.mira, action="parry")
    console = (await declaring.gm.slash("encounter status")).message
    answer = await declaring.gm.press(console, "nudge")
    assert "Borin" in answer.text
    assert "Mira" not in answer.text
    assert [sum("⏰" in text for text in p.dm_texts) for p in (declaring.mira, declaring.borin)] == [0, 1]
    assert not any("⏰" in post for post in declaring.posts())
    again = await declaring.gm.slash("round nudge")
    assert again.refused
    assert "second" in again.text
    await declaring.advance(61)
    assert not (await declaring.gm.slash("round nudge")).refused
    # The reminder before it is gone, and so is the last one once Borin has declared.
    assert sum("⏰" in text for text in declaring.borin.dm_texts) == 1
    await declaring.declare(declaring.borin, action="parry")
    assert sum("⏰" in text for text in declaring.borin.dm_texts) == 0


async def test_the_board_is_posted_anew_in_place_of_the_old_one(declaring: Table) -> None:
    old = declaring.board
    await declaring.gm.slash("encounter board")
    assert declaring.board.id != old.id
    boards = [
        m for m in declaring.messages() if any(p.verb == "mine" for p in presses(declaring.components(m)))
    ]
    assert len(boards) == 1
    await declaring.declare(declaring.mira, action="parry")
    assert "Mira" in declaring.board_text.split("Waiting")[0]
    await declaring.gm.slash("round close")
    await declaring.gm.slash("encounter board")
    assert "Round 1 is over" in declaring.posts()[-1]


async def test_what_could_not_be_delivered_is_sent_again_at_the_gms_word(declaring: Table) -> None:
    refuse(declaring, declaring.channel, status=403, code=50001, times=2)
    await declaring.gm.slash("round pause")
    await declaring.gm.slash("encounter resend")
    await declaring.advance(1)
    answer = await declaring.gm.slash("encounter resend")
    await declaring.advance(1)
    assert not answer.refused
    assert sum("stopped the clock" in post for post in declaring.posts()) == 1
    assert "delivered" in (await declaring.gm.slash("encounter resend")).text
