"""Whether the bot is well, as the container asks it: a lost connection is noticed, and that it is back."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from bot.store import health
from tests.wire.people import Table
from tests.wire.process import Bot

pytestmark = pytest.mark.pace(20)


def aged(bot: Bot) -> None:
    """As if the last sign of life had been given an hour ago."""
    lock = Path(f"{bot.database.resolve()}.lock")
    hour_ago = lock.stat().st_mtime - 3600
    os.utime(lock, (hour_ago, hour_ago))


async def test_a_connection_lost_for_long_is_ill_health_until_it_is_back(table: Table, bot: Bot) -> None:
    await bot.start()
    loopback, gateway = table.loopback, table.loopback.gateway
    aged(bot)
    await loopback.until(lambda: health(bot.database) is None, 10, "connected, it gives no sign of life")
    gateway.speaks.clear()
    await gateway.ask_to_reconnect()
    await loopback.until(lambda: not gateway.live, 10, "it keeps the old connection")
    aged(bot)
    await asyncio.sleep(3)
    assert "not been connected to Discord since" in (health(bot.database) or "")
    gateway.speaks.set()
    await loopback.until(lambda: health(bot.database) is None, 30, "it does not come back")
    await bot.killed()
    aged(bot)
    assert health(bot.database) is None, "a bot that does not run has lost nothing"
