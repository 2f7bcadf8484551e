"""Declarations over the wire: how long a player waits, and whether anything is lost or heaps up.

200 a second over 500 open fights, from the gateway's word of each to the arrival of its acknowledgement,
at a Discord that keeps its limits; then as many as the bot can take. At the end it is killed, so that what
counts as kept is on the disk.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measured import Row, give, median, p99
from bench.served import SECONDS, Served, confirmed, served, waited
from tests.wire.limits import Limits
from tests.wire.world import Interaction

FIGHTS, RATE = 500, 200

WARM = min(15.0, SECONDS / 4)
"""Seconds after which the bot's memory must have stopped growing."""

GROWTH = 15
"""MB it may differ by after that: what the allocator and SQLite's cache take for themselves."""

FLOOD, TOGETHER = min(10.0, SECONDS / 4), 100
"""Seconds of as many declarations as the bot can take, and how many of them are waited for at a time."""


async def _flood(at: Served) -> float:
    """How many are acknowledged in a second when each answer is followed by another declaration."""
    end = time.monotonic() + FLOOD
    sent: list[Interaction] = []

    async def one_after_the_other() -> None:
        while time.monotonic() < end:
            it = await at.declare()
            sent.append(it)
            await it.answered.wait()

    await asyncio.gather(*(one_after_the_other() for _ in range(TOGETHER)))
    return sum(it.acknowledged_at < end for it in sent) / FLOOD


async def _measure() -> list[Row]:
    with TemporaryDirectory() as folder:
        async with served(Path(folder), FIGHTS, limits=Limits()) as at:
            await at.at_pace(20, 1)  # The first of anything takes longer, and is nobody's hundredth.
            began = time.monotonic()
            sent = await at.at_pace(RATE, WARM)
            warm = at.memory
            sent += await at.at_pace(RATE, SECONDS - WARM)
            took, grown = time.monotonic() - began, at.memory - warm
            most = await _flood(at)
        everything = [*at.loopback.interactions.values()]
        lost = at.lost(everything)
    waits = waited(sent)
    return [
        Row("acknowledging: 200 declarations a second over 500 fights, p99", p99(waits), "ms", 300),
        Row("acknowledging: the same, the median", median(waits), "ms"),
        Row("acknowledging: confirmed and not on disk", lost, "count", 0),
        Row(
            "acknowledging: not confirmed",
            len(everything) - sum(map(confirmed, everything)),
            "count",
            0,
        ),
        Row("acknowledging: the bot's memory, growth after the first quarter", grown, "MB", GROWTH),
        Row("acknowledging: the bot's memory", warm + grown, "MB"),
        Row("acknowledging: sent and answered in, beside what was planned", took / SECONDS, "ratio", 1.05),
        Row("acknowledging: as many as it can take, in a second", most, "count"),
    ]


if __name__ == "__main__":
    give(asyncio.run(_measure()))
