"""Declarations over the wire: how long a player waits, and whether anything is lost or heaps up.

50 a second over 500 open fights, as many as the bot can take, then 200 a second; from the gateway's word
of each to the arrival of its acknowledgement, at a Discord that keeps its limits. At the end the bot is
killed, so that what counts as kept is on the disk.
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

FIGHTS, CALM, RATE = 500, 50, 200

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


async def _steady(at: Served, rate: int) -> list[Row]:
    """So many a second for the whole time."""
    began = time.monotonic()
    sent = await at.at_pace(rate, WARM)
    warm = at.memory
    sent += await at.at_pace(rate, SECONDS - WARM)
    took, memory = time.monotonic() - began, at.memory
    name, waits = f"acknowledging: {rate} a second over {FIGHTS} fights", waited(sent)
    return [
        Row(f"{name}, p99", p99(waits), "ms", 300),
        Row(f"{name}, median", median(waits), "ms"),
        Row(f"{name}, time taken for all / planned", took / SECONDS, "ratio", 1.05),
        Row(f"{name}, memory grown since the first quarter", memory - warm, "MB", GROWTH),
        Row(f"{name}, memory of the bot", memory, "MB"),
    ]


async def _measure() -> list[Row]:
    with TemporaryDirectory() as folder:
        async with served(Path(folder), FIGHTS, limits=Limits()) as at:
            await at.at_work()
            await at.at_pace(20, 1)  # The first of anything takes longer, and is nobody's hundredth.
            rows = await _steady(at, CALM)
            most = await _flood(at)
            rows += await _steady(at, RATE)
        everything = [*at.loopback.interactions.values()]
        unsaid = len(everything) - sum(map(confirmed, everything))
        return [
            *rows,
            Row("acknowledging: as many as it can take, in a second", most, "count"),
            Row("acknowledging: confirmed and not on disk", at.lost(everything), "count", 0),
            Row("acknowledging: not confirmed", unsaid, "count", 0),
        ]


if __name__ == "__main__":
    give(asyncio.run(_measure()))
