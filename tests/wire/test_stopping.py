"""Told to stop, the bot ends, whatever the gateway is doing."""

from __future__ import annotations

import asyncio

import pytest

from tests.wire.people import Table
from tests.wire.process import Bot

pytestmark = pytest.mark.pace(8)

SECONDS = 9
"""Less than a container's host waits before it kills."""


async def stops(bot: Bot) -> None:
    bot.terminate()
    assert await bot.ended(SECONDS) == 0, bot.said()
    assert bot.whole()
    assert "Stopped." in bot.said()


async def test_it_stops_while_it_connects_anew(table: Table, bot: Bot) -> None:
    await bot.start()
    gateway = table.loopback.gateway
    gateway.speaks.clear()
    await gateway.ask_to_reconnect()
    await table.loopback.until(lambda: not gateway.live, 10, "it keeps the old connection")
    await asyncio.sleep(0.5)
    try:
        await stops(bot)
    finally:
        gateway.speaks.set()


async def test_it_stops_while_it_connects_for_the_first_time(table: Table, bot: Bot) -> None:
    gateway = table.loopback.gateway
    gateway.speaks.clear()
    await bot.start(wait=False)
    await table.loopback.until(lambda: "static token" in bot.said(), 20, bot.said())
    await asyncio.sleep(0.5)
    try:
        await stops(bot)
    finally:
        gateway.speaks.set()
