"""Many declarations that close in the same second: how late the last is, and who must wait meanwhile."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.growth import declares
from bench.many import NOON, POLICY, begun, filled
from bench.measured import Row, give, p99
from bot import table
from bot.clock import Clock
from bot.store import Store


class _Noon:
    """A clock that was at noon when it was made, and goes as fast as the machine's."""

    def __init__(self) -> None:
        self._made = time.monotonic()

    def __call__(self) -> datetime:
        return NOON + timedelta(seconds=time.monotonic() - self._made)


async def closing(folder: Path, encounters: int) -> list[Row]:
    """Have so many close one second after noon, while people of another fight go on declaring."""
    path = folder / f"due{encounters}.sqlite3"
    await filled(path, open_=encounters, old=0, due_at=NOON + timedelta(seconds=1))
    store = await Store.open(path)
    await begun(store, "other", 10**8, 5)
    now, waits = _Noon(), []
    clock = Clock(store, POLICY, now, lambda: None)
    clock.start()
    n, last = 0, 0.0
    while True:
        asked = time.monotonic()
        by = table.Person(str(100 + n % 5))
        outcome = await table.act(store, "other", declares(n % 5, 1 + n % 9), by, NOON, POLICY)
        assert outcome.refusal is None, outcome.refusal
        waits.append((time.monotonic() - asked) * 1000)
        n += 1
        async with store.reading() as reading:
            left = len(await reading.due(NOON + timedelta(seconds=1)))
        if not left:
            last = (now() - NOON).total_seconds() - 1
            break
        await asyncio.sleep(0.05)
    await clock.stop()
    await store.close()
    late = Row(
        f"deadlines: {encounters} in one second, the last is late by",
        last,
        "s",
        2 if encounters <= 500 else None,
    )
    return [
        late,
        Row(f"deadlines: {encounters}, closed in a second", encounters / max(last, 0.001), "count"),
        Row(f"deadlines: {encounters}, a declaration meanwhile, p99", p99(waits), "ms", 300),
    ]


async def _measure() -> list[Row]:
    rows = []
    with TemporaryDirectory() as folder:
        for encounters in (500, 5000):
            rows += await closing(Path(folder), encounters)
    return rows


if __name__ == "__main__":
    give(asyncio.run(_measure()))
