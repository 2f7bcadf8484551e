"""Restarts: nothing is lost, nothing is said twice, and what is due is done once."""

from __future__ import annotations

import pytest

from tests.bot.table import Table


async def stage(table: Table) -> str:
    return (await table.row()).encounter.round.stage


def told(table: Table, words: str) -> int:
    """How many posts have these words."""
    return sum(words in post for post in table.posts())


async def test_a_restart_between_open_and_deadline_closes_on_time_and_once(declaring: Table) -> None:
    deadline = (await declaring.row()).deadline
    before = declaring.posts()
    await declaring.advance(30)
    await declaring.restart(down=10)
    assert (await declaring.row()).deadline == deadline
    assert declaring.posts() == before
    await declaring.advance(49)
    assert await stage(declaring) == "declaring"
    await declaring.advance(2)
    assert await stage(declaring) == "ended"
    assert told(declaring, "declarations are closed") == 1
    assert told(declaring, "segment by segment") == 1


async def test_a_panel_and_a_board_from_before_a_restart_still_work(declaring: Table) -> None:
    panel, board = declaring.mira.panel, declaring.board
    await declaring.mira.pick(panel, "act", "parry")
    await declaring.kill()
    assert "Sealed" in (await declaring.mira.press(panel, "seal")).text
    assert "Kesh" in (await declaring.kesh.press(board, "mine")).text
    assert "Mira" in declaring.board_text.split("Waiting")[0]


async def test_a_form_opened_before_a_restart_and_sent_after_it_counts(declaring: Table) -> None:
    panel = declaring.mira.panel
    form = await declaring.mira.pick(panel, "act", "cast")
    await declaring.kill()
    await declaring.mira.fill(form, name="sleep", segments="3", at="the altar")
    sealed = await declaring.mira.press(panel, "seal")
    assert "sleep" in sealed.text


async def test_a_restart_announces_nothing_twice_to_anybody(declaring: Table) -> None:
    await declaring.declare(declaring.mira, action="parry")
    await declaring.advance(91)
    people = (declaring.gm, declaring.mira, declaring.borin, declaring.kesh)
    before = (declaring.posts(), [p.dm_texts for p in people])
    await declaring.restart(down=60)
    await declaring.advance(600)
    assert (declaring.posts(), [p.dm_texts for p in people]) == before


async def test_a_deadline_that_passed_while_the_bot_was_down_closes_once_at_the_start(
    declaring: Table,
) -> None:
    await declaring.declare(declaring.mira, action="parry")
    await declaring.restart(down=3 * 24 * 3600)
    assert await stage(declaring) == "ended"
    assert told(declaring, "declarations are closed") == 1
    assert all("⏰" not in text for text in declaring.kesh.dm_texts)
    await declaring.restart(down=60)
    assert told(declaring, "declarations are closed") == 1


@pytest.mark.parametrize("down", [120, 600, 3 * 24 * 3600])
async def test_time_that_ran_out_while_the_bot_was_away_is_given_anew_where_the_gm_likes(
    fight: Table, down: float
) -> None:
    answer = await fight.gm.slash("encounter settings", setting="after_absence", value="50")
    assert not answer.refused
    await fight.open_round(time="10m")
    await fight.declare(fight.mira, action="parry")
    await fight.advance(590)
    await fight.restart(down=down)
    row = await fight.row()
    assert row.encounter.round.stage == "declaring"
    assert row.deadline is not None
    assert 295 <= (row.deadline - fight.env.now()).total_seconds() <= 300
    assert told(fight, "I was away") == 1
    reminded = [text for text in fight.kesh.dm_texts if "⏰" in text]
    assert len(reminded) == 1
    assert all("⏰" not in text for text in fight.mira.dm_texts)
    await fight.declare(fight.kesh, action="parry")
    await fight.restart(down=30)
    assert await stage(fight) == "declaring"
    await fight.advance(271)
    assert await stage(fight) == "ended"
    assert told(fight, "I was away") == 1
    assert told(fight, "declarations are closed") == 1


async def test_a_short_absence_or_all_having_declared_gives_no_time_anew(fight: Table) -> None:
    await fight.gm.slash("encounter settings", setting="after_absence", value="100")
    await fight.open_round(time="10m")
    await fight.advance(590)
    await fight.restart(down=30)
    assert await stage(fight) == "ended"
    await fight.open_round(time="10m")
    await fight.all_declare()
    await fight.restart(down=3600)
    assert await stage(fight) == "ended"
    assert told(fight, "there is time anew") == 0


async def test_a_question_to_the_gm_is_answered_after_a_restart(declaring: Table) -> None:
    await declaring.declare(declaring.borin, action="cast", text="sleep", segments=9, target="the altar")
    await declaring.declare(declaring.gm, **{"as": "Orc 1", "action": "melee", "target": "Borin"})
    await declaring.gm.slash("round close")
    console = (await declaring.gm.slash("encounter status")).message
    await declaring.restart(down=3600)
    assert await stage(declaring) == "resolving"
    assert not (await declaring.gm.press(console, "judge")).refused
    assert await stage(declaring) == "ended"


async def test_called_play_goes_on_where_it_stood(called: Table) -> None:
    await called.all_declare()
    await called.gm.slash("round close")
    await called.gm.slash("round next")
    console = (await called.gm.slash("encounter status")).message
    await called.restart(down=24 * 3600)
    await called.gm.press(console, "next")
    assert (await called.row()).encounter.round.segment == 2


async def test_ready_again_and_again_starts_one_clock_and_posts_nothing(declaring: Table) -> None:
    before = declaring.posts()
    for _ in range(3):
        declaring.bot.dispatch("ready")
        await declaring.env.settle()
    await declaring.advance(91)
    assert told(declaring, "declarations are closed") == 1
    assert declaring.posts()[: len(before) - 1] == before[:-1]
