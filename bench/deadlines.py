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
from bot.measures import Unmeasured
from bot.store import Store


class _Noon:
    """A clock that was at noon when it was made, and goes as fast as the machine's."""

    def __init__(self) -> None:
        self._made = time.monotonic()

    def __call__(self) -> datetime:
        return NOON + timedelta(seconds=time.monotonic() - self._made)


class _Lateness(Unmeasured):
    """How late each close came, in seconds."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    def closed(self, seconds: float) -> None:
        """One more."""
        self.seconds.append(seconds)


async def closing(folder: Path, encounters: int) -> list[Row]:
    """Have so many close one second after noon, while people of another fight go on declaring."""
    path = folder / f"due{encounters}.sqlite3"
    await filled(path, open_=encounters, due_at=NOON + timedelta(seconds=1))
    store = await Store.open(path)
    await begun(store, "other", 10**8, 5)
    now, waits, late = _Noon(), list[float](), _Lateness()
    clock = Clock(store, POLICY, now, lambda: None, late)
    clock.start()
    n = 0
    while True:
        asked = time.monotonic()
        by = table.Person(str(100 + n % 5))
        outcome = await table.act(store, "other", declares(n % 5, 1 + n % 9), by, NOON, POLICY)
        assert outcome.refusal is None, outcome.refusal
        waits.append((time.monotonic() - asked) * 1000)
        n += 1
        if len(late.seconds) == encounters:
            break
        await asyncio.sleep(0.05)
    await clock.stop()
    await store.close()
    most, last = 2 if encounters <= 500 else None, max(late.seconds)
    return [
        Row(f"deadlines: {encounters} in one second, late by, p99", p99(late.seconds), "s", most),
        Row(f"deadlines: {encounters}, closed in a second", encounters / last, "count"),
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
