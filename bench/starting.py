"""Starting on a full database: time to the first declaration, memory, and who is spoken to."""

from __future__ import annotations

import asyncio
import resource
import time
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.growth import declares
from bench.many import NOON, POLICY, filled, person_of
from bench.measured import Row, give
from bench.served import answered, confirmed, served
from bot import table
from bot.clock import Clock
from bot.store import Store

OPEN, OLD = 10_000, 100_000


async def _over_the_wire() -> list[Row]:
    """The same on the whole process, from the gateway's ready to the acknowledgement."""
    with TemporaryDirectory() as folder:
        async with served(Path(folder), OPEN, old=OLD) as at:
            ready = time.monotonic()
            it = await at.declare(7)
            await at.loopback.until(lambda: it.acknowledged, 60)
            took = it.acknowledged_at - ready
            await at.at_work()
            await answered([it])
            memory = at.memory
        assert confirmed(it)
    return [
        Row("start: over the wire, from ready to the first acknowledgement", took, "s", 3),
        Row("start: memory of the whole process at work", memory, "MB", 200),
    ]


async def _measure() -> list[Row]:
    return [*await _in_the_store(), *await _over_the_wire()]


async def _in_the_store() -> list[Row]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "full.sqlite3"
        # One whose deadline passed while the bot was down: nobody else is to hear anything.
        await filled(path, open_=OPEN, old=OLD, apart={1: NOON + timedelta(seconds=1)})
        began = time.monotonic()
        store = await Store.open(path)
        clock = Clock(store, POLICY, lambda: NOON + timedelta(seconds=2), lambda: None)
        clock.start()
        async with store.reading() as reading:
            await reading.encounters_of(person_of(7, 0))
        by, now = table.Person(person_of(7, 0)), NOON + timedelta(seconds=2)
        assert (await table.act(store, "fight7", declares(0, 3), by, now, POLICY)).refusal is None
        ready = time.monotonic() - began
        await asyncio.sleep(0.5)
        async with store.reading() as reading:
            spoken = {post.key for post in await reading.posts_due(NOON + timedelta(days=1), 1000)}
        await clock.stop()
        await store.close()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [
        Row("start: until the first declaration is taken", ready, "s", 3),
        Row("start: memory at its most", memory, "MB", 200),
        Row(
            "start: fights wrongly spoken to, or not",
            len(spoken ^ {"fight7", "fight1"}),
            "count",
            0,
        ),
    ]


if __name__ == "__main__":
    give(asyncio.run(_measure()))
