"""Real time in a simulated world.

simcord keeps a clock of its own (`env.now()`, which is what `discord.utils.utcnow()` tells the bot). Left
alone it starts at 2026-01-01 and moves only when a sleeping task wakes, which it does after the right
number of real seconds; between two wakings it stands still. So a press 20 seconds into a round would be
taken as made at its start, and every press would push the deadline back. `catch_up` is therefore called
before anything is done: it moves the simulated clock to the real one, 0.4 ms if nothing is due.
"""

from __future__ import annotations

from datetime import UTC, datetime

import simcord

_AT_ONCE = 7 * 24 * 60 * 60.0
"""Seconds moved in one step: simcord gives each step five real seconds."""


async def catch_up(env: simcord.Env) -> None:
    """Bring the simulated clock up to the real one; what falls due on the way happens."""
    while (behind := (datetime.now(UTC) - env.now()).total_seconds()) > 0:
        await env.advance_time(min(behind, _AT_ONCE))
        if behind <= _AT_ONCE:
            return
