"""A sign of life for whoever looks after the bot, given only while it is connected to Discord."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from bot.logs import brief
from bot.store import beat

_LOG = logging.getLogger(__name__)

EVERY = 20.0
"""Seconds from one to the next."""


class Pulse:
    """Marks the lock of the database in use, again and again, as long as `connected` says so."""

    def __init__(self, database: Path, connected: Callable[[], bool]) -> None:
        self._database = database
        self._connected = connected
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; the start counts as the first sign, for connecting takes a while."""
        self._task = asyncio.create_task(self._run(), name="pulse")

    def stop(self) -> None:
        """Give no more."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            if self._connected():
                try:
                    beat(self._database)
                except OSError as error:
                    _LOG.warning("The sign of life cannot be given: %s", brief(error))
