"""What was said long ago is forgotten: the outbox keeps it no longer than somebody may ask about it."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.store import Store

KEEP = timedelta(days=30)
"""How long what was sent is kept. Nothing the bot does reads it again, undo and corrections draw from events;
but whoever runs the bot can see for a month what went out when."""

EVERY = timedelta(days=1)

_AT_ONCE = 500
"""Rows removed in one transaction, so that nobody's answer waits for it."""


class Pruning:
    """Removes what is old, at most once a day."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._last: datetime | None = None

    async def due(self, now: datetime) -> int:
        """Remove what is old if a day has passed since the last time, or the bot has just started."""
        if self._last is not None and now - self._last < EVERY:
            return 0
        self._last = now
        total = removed = await self._some(now)
        while removed == _AT_ONCE:
            removed = await self._some(now)
            total += removed
        return total

    async def _some(self, now: datetime) -> int:
        async with self._store.transaction() as tx:
            return await tx.prune(now - KEEP, _AT_ONCE)
