"""Many fights that close in the same second, over the wire: how late, how fast it is told, and who waits.

The Discord here keeps its limits. Each close is two posts and seven edits: the board, the panels of five
players, the GM's console. Meanwhile people of one fight that goes on declare ten times a second.
"""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measured import Row, give, p99
from bench.served import SECONDS, Served, served, waited
from bot.config import Config
from tests.wire.limits import Limits

BEGIN = {500: 15, 5000: 45}
"""Fights, and the seconds it may take to fill the database and start the bot before they are due."""

PACE = Config().discord.requests_per_second


async def _closed(at: Served, due: float) -> float:
    """Seconds after the deadline at which all but one in a hundred are closed, seen from outside."""
    sql = "SELECT count(*) FROM rounds WHERE closed_at IS NOT NULL"

    # In a thread, and not too often: the Discord that is asked runs in this loop.
    while int(str((await asyncio.to_thread(at.bot.rows, sql))[0][0])) < 0.99 * (at.fights - 1):  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    return time.time() - due


async def measured(folder: Path, fights: int) -> list[Row]:
    """Let all but one of so many fights close, and watch for as long as is measured."""
    now, limits = datetime.now(UTC), Limits()
    due = now + timedelta(seconds=BEGIN[fights])
    going_on = {0: now + timedelta(hours=1)}
    async with served(folder, fights, due_at=due, apart=going_on, limits=limits) as at:
        await at.at_work()
        begun = due.timestamp() - time.time()
        assert begun > 0, "the bot took too long to start: nothing would fall due while it runs"
        await asyncio.sleep(begun)
        late, sent = await asyncio.gather(_closed(at, due.timestamp()), at.at_pace(10, SECONDS, fight=0))
        told = [s.at for s in at.loopback.seen if "/interactions/" not in s.path and s.at > due.timestamp()]
        rate = (len(told) - 1) / (told[-1] - told[0])
        gaps = max(after - before for before, after in pairwise(told))
        left, closed = at.bot.waiting(), at.bot.happened("declarations_closed")
    name = f"draining: {fights} in one second"
    return [
        Row(f"{name}, closed late by, p99", late, "s", 2 if fights <= 500 else None),
        Row(f"{name}, not closed once", abs(fights - 1 - closed), "count", 0),
        Row(f"{name}, refused because too much is asked of Discord", limits.refused, "count", 0),
        Row(f"{name}, requests a second", rate, "count"),
        Row(f"{name}, slower than the pace of {PACE} a second", PACE / rate, "ratio", 1.1),
        Row(f"{name}, longest silence between two requests", gaps * 1000, "ms"),
        Row(f"{name}, a declaration meanwhile, p99", p99(waited(sent)), "ms", 300),
        Row(f"{name}, posts and edits left after {SECONDS:.0f} s", left, "count"),
    ]


async def _measure() -> list[Row]:
    rows = []
    for fights in BEGIN:
        with TemporaryDirectory() as folder:
            rows += await measured(Path(folder), fights)
    return rows


if __name__ == "__main__":
    give(asyncio.run(_measure()))
