"""What was sent long ago is forgotten, what waits is not, and nothing the bot does misses it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.pruning import EVERY, KEEP, Pruning
from bot.store import Say, Store
from rules import commands as cmd
from tests.bot.fight import KEY, MIRA, ORC, at, declaring, done, posts
from tests.bot.table import Table
from tests.bot.test_taking_back import redo, true, undo

OLD = at(0)
NOW = OLD + KEEP + timedelta(minutes=1)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A store with nothing in it."""
    opened = await Store.open(tmp_path / "dither.sqlite3")
    yield opened
    await opened.close()


async def outbox(store: Store) -> list[int]:
    """The numbers of all rows, sent or not."""
    async with store.reading() as tx:
        return [row[0] for row in await tx._rows("SELECT id FROM outbox ORDER BY id")]


async def test_what_was_sent_a_month_ago_goes_and_what_waits_or_may_be_sent_again_stays(store: Store) -> None:
    await declaring(store, MIRA, ORC)
    async with store.transaction() as tx:
        await tx.queue(KEY, Say("news", 1, first=1, last=1), OLD)
    first, *rest, second = await posts(store)
    assert rest
    async with store.transaction() as tx:
        await tx.mark_sent(first, OLD)
        await tx.mark_failed(second, "no")
    assert await Pruning(store).due(NOW) == 1
    assert await outbox(store) == [post.id for post in (*rest, second)]
    assert [post.id for post in await posts(store)] == [post.id for post in rest]
    async with store.transaction() as tx:
        assert await tx.resend(KEY, NOW) == 1


async def test_what_was_sent_lately_stays(store: Store) -> None:
    await declaring(store, MIRA, ORC)
    await posts(store)
    async with store.transaction() as tx:
        for post in await tx.posts_due(OLD):
            await tx.mark_sent(post, OLD + timedelta(minutes=2))
    before = await outbox(store)
    assert before
    assert await Pruning(store).due(NOW) == 0
    assert await outbox(store) == before


async def test_what_was_given_up_goes_once_its_fight_has_long_been_over(store: Store) -> None:
    await declaring(store, MIRA, ORC)
    await done(store, cmd.EndEncounter())
    async with store.transaction() as tx:
        for post in await tx.posts_due(OLD):
            await tx.mark_failed(post, "no")
    assert await outbox(store)
    await Pruning(store).due(NOW)
    assert await outbox(store) == []


async def test_it_is_done_at_the_start_and_then_once_a_day_however_much_there_is(store: Store) -> None:
    await declaring(store, MIRA, ORC)
    pruning = Pruning(store)
    assert await pruning.due(OLD) == 0
    async with store.transaction() as tx:
        for number in range(1200):
            await tx.queue(KEY, Say("news", 1, first=number, last=number), OLD)
        for post in await tx.posts_due(OLD, 5000):
            await tx.mark_sent(post, OLD)
    assert await pruning.due(OLD + EVERY / 2) == 0
    assert await outbox(store)
    assert await Pruning(store).due(NOW) >= 1200
    assert await outbox(store) == []


async def test_undo_and_the_correction_do_not_need_what_was_forgotten(declaring: Table) -> None:
    await declaring.all_declare()
    await declaring.gm.slash("round close")
    assert await outbox(declaring.store)
    await declaring.restart(down=(KEEP + timedelta(days=1)).total_seconds())
    await declaring.env.settle()
    assert await outbox(declaring.store) == []
    await undo(declaring)
    assert "Correction" in declaring.posts()[-1]
    await redo(declaring)
    await true(declaring)
    assert (await declaring.row()).encounter.round.stage == "ended"
