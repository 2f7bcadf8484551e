"""A sign of life for whoever looks after the bot, given only while it is connected to Discord."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from bot.logs import brief
from bot.store import beat

_LOG = logging.getLogger(__name__)

EVERY = 20.0
"""Seconds from one to the next."""


@asynccontextmanager
async def pulse(database: Path, connected: Callable[[], bool]) -> AsyncIterator[None]:
    """Mark the lock of the database in use, again and again, as long as `connected` says so.

    Claiming the database counts as the first sign, for connecting takes a while.
    """
    task = asyncio.create_task(_run(database, connected), name="pulse")
    try:
        yield
    finally:
        task.cancel()


async def _run(database: Path, connected: Callable[[], bool]) -> None:
    while True:
        await asyncio.sleep(EVERY)
        if connected():
            try:
                beat(database)
            except OSError as error:
                _LOG.warning("The sign of life cannot be given: %s", brief(error))
