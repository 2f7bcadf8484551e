"""How fast the bot speaks by itself: below what Discord allows a bot in any second, whatever it asks for."""

from __future__ import annotations

from aiolimiter import AsyncLimiter

AHEAD = 24
"""Posts that may be made ready while others wait their turn: half a second's worth, so none is stale."""


class Pace:
    """Lets so many requests a second pass; 0 lets all pass.

    At most a twentieth of them go at once, so that no second sees more than 1.05 times the number, as long
    as the way to Discord takes each equally long.
    """

    def __init__(self, a_second: int) -> None:
        together = max(1, a_second // 20)
        self._limiter = AsyncLimiter(together, together / a_second) if a_second else None

    async def turn(self) -> None:
        """Wait until Discord may be asked for one thing more."""
        if self._limiter is not None:
            await self._limiter.acquire()
