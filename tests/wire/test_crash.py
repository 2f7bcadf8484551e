"""The bot is killed where it hurts: what was confirmed is there, all else happens once."""

from __future__ import annotations

import os
import random
import re
import shutil
from pathlib import Path

import pytest

from bot.store.opening import MIGRATIONS
from tests.bot.table import text_of
from tests.share import shared
from tests.wire.faults import When
from tests.wire.people import Table
from tests.wire.process import Bot
from tests.wire.story import POSTS, Story, anywhere

POINTS = shared(6)
SEED = int(os.environ.get("DITHER_SEED", "1"))

pytestmark = pytest.mark.pace(6)


async def test_killed_before_and_after_a_commit_between_sending_and_marking_and_between_pages(
    table: Table, bot: Bot
) -> None:
    story = Story(bot, table)
    await story.begin()
    loopback = table.loopback
    # Before and after the commit that seals, closes, or marks.
    for number, death in enumerate(("before-commit:4", "after-commit:4"), 1):
        await bot.killed()
        story.next_death = iter((death, "")).__next__
        await story.up()
        await story.round(number)
        assert story.deaths == 2 * number
    story.next_death = lambda: ""
    # Between sending and marking, the nonce still known and long forgotten.
    for number in (3, 4):
        loopback.forget_nonces = number == 4
        fault = loopback.fail("POST", POSTS, when="after", call=bot.kill, drop=True)
        await story.round(number)
        assert fault.hits == 1
    # In the middle of the telling: the close is sent and the summary is not.
    path = f"/channels/{table.channel.id}/messages"
    loopback.fail("POST", path, skip=2, when="before", call=bot.kill, drop=True)
    await story.round(5)


async def test_killed_in_the_middle_of_a_summary_of_several_messages_each_comes_once_and_in_order(
    table: Table, bot: Bot
) -> None:
    story = Story(bot, table)
    await story.begin()
    crowd = [f"{n} {'x' * 57}" for n in range(10, 60)]
    for some in (crowd[:25], crowd[25:]):
        form = await table.gm.slash("combatant import", table.channel)
        read = await table.gm.fill(form, lines="\n".join(some))
        await table.gm.press(read.message, "addthem")
    await bot.quiet()
    path = f"/channels/{table.channel.id}/messages"
    # The board, the close, then the summary's first message and the one the bot dies at.
    deaths: list[tuple[When, bool]] = [("before", False), ("after", True)]
    for number, (when, forgotten) in enumerate(deaths, 1):
        table.loopback.forget_nonces = forgotten
        fault = table.loopback.fail("POST", path, skip=3, when=when, call=bot.kill, drop=True)
        await story.round(number, crowd=crowd)
        assert (fault.hits, story.deaths) == (1, number)
        heads = [head for post in table.posts if (head := _part(post, number))]
        assert len(heads) > 1, "\n".join(f"{len(p)}: {p[:700]}" for p in table.posts)
        assert heads == [(n, len(heads)) for n in range(1, len(heads) + 1)]


def _part(post: str, number: int) -> tuple[int, int] | None:
    """Which part it is, of how many, of what is told of the round."""
    found = re.search(rf"Round {number} — segment by segment · part (\d+) of (\d+)", post)
    return None if found is None else (int(found[1]), int(found[2]))


async def test_killed_around_the_making_of_a_rounds_thread_there_is_one_thread_and_each_post_once(
    table: Table, bot: Bot
) -> None:
    story = Story(bot, table)
    await story.begin()
    answer = await table.gm.slash("encounter settings", setting="round_threads", value="yes")
    assert not answer.refused, answer.text
    making, in_channel = r"/channels/\d+/messages/\d+/threads", f"/channels/{table.channel.id}/messages"
    in_thread = rf"/channels/(?!{'|'.join(table.loopback.channels)})\d+/messages"
    # In the channel: the board, the close, and that the round is over.
    deaths: list[tuple[str, When, int]] = [
        (making, "before", 0),
        (making, "after", 0),
        (in_thread, "before", 0),
        (in_thread, "after", 0),
        (in_channel, "before", 2),
        (in_channel, "after", 2),
    ]
    for number, (path, when, skip) in enumerate(deaths, 1):
        table.loopback.forget_nonces = number > 2
        fault = table.loopback.fail("POST", path, skip=skip, when=when, call=bot.kill, drop=True)
        await story.round(number)
        assert (fault.hits, story.deaths) == (1, number)
        thread = story.thread(number)
        assert thread is not None
        close = next(m for m in table.channel.history() if m.id == thread.id)
        assert "declarations are closed" in text_of(close.components)
        assert table.count(f"Round {number} is over") == 1


async def test_killed_at_random_points_in_a_seeded_run(table: Table, bot: Bot) -> None:
    rng = random.Random(SEED)
    story = Story(bot, table)
    await story.begin()
    await bot.killed()
    story.deaths = -1
    story.next_death = lambda: anywhere(story, rng)
    number = 0
    while story.deaths < POINTS:
        number += 1
        await story.round(number, by_deadline=rng.random() < 0.3)


async def test_killed_in_the_middle_of_a_migration_it_migrates_at_the_next_start(
    table: Table, bot: Bot, tmp_path: Path
) -> None:
    import asyncio  # noqa: PLC0415

    from bot.store import Store  # noqa: PLC0415

    first = tmp_path / "first"
    first.mkdir()
    shutil.copy(sorted(MIGRATIONS.glob("*.sql"))[0], first)
    await (await Store.open(bot.database, migrations=first)).close()
    for statement in (1, 3, 4):
        await bot.start(die=f"migration:{statement}", wait=False)
        assert await bot.ended() == -9
        assert bot.whole()
        assert bot.rows("PRAGMA user_version") == [(1,)]
    await bot.start()
    assert bot.rows("PRAGMA user_version") == [(len(list(MIGRATIONS.glob("*.sql"))),)]
    await asyncio.sleep(0)
    answer = await table.gm.slash("encounter status", table.channel)
    assert answer.refused
