"""The practice table from start to end: a fresh database, the bot as it is, the page, the prompt."""

from __future__ import annotations

import asyncio
import logging
import signal
from pathlib import Path
from tempfile import TemporaryDirectory

import simcord

from bot.client import Dither
from bot.config import SIMULATED, Config, StorageSettings, TableSettings
from bot.practice.front import Front
from bot.practice.news import News
from bot.practice.pace import catch_up
from bot.practice.prompt import HELP, Prompt, say, shows
from bot.practice.room import CHANNEL, furnish

WELCOME = """
Dither's practice table is open. Open this address in a browser on this machine:

    {address}

Try this first:
  1. You see the channel as the GM. Type /round open at the bottom and press Enter twice.
  2. Above the page, go to Mira's direct messages: declare in her panel. The same for Borin.
  3. Go back to the channel, and let Kesh's time run out.
Time is real. The bar above the page shows where something is new; the same can be done here:

{help}
"""


class CannotServe(Exception):
    """The table cannot be opened. Its text is one sentence of why."""


async def serve(port: int) -> None:
    """Open the table, and keep it open until `quit`, SIGINT or SIGTERM. Nothing is kept.

    Raises:
        CannotServe: the port is taken.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    task = asyncio.current_task()
    assert task is not None
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    with TemporaryDirectory(prefix="dither-practice-") as folder:
        bot = Dither(_config(Path(folder)))
        try:
            async with simcord.run(bot, shard_count=1, check_errors=False) as env:
                await _open(env, port)
        except asyncio.CancelledError:
            say("")
        finally:
            # simcord ends without closing the bot, and an open store would keep Python from exiting.
            await bot.close()
    say("The practice table is closed; nothing is kept.")


def _config(folder: Path) -> Config:
    # A day: simcord's clock starts months ago, and the bot looks at its own at least this often.
    return Config(
        discord=SIMULATED,
        storage=StorageSettings(database=folder / "practice.sqlite3"),
        table=TableSettings(clock_cap_seconds=86400, redraw_seconds=0),
    )


async def _open(env: simcord.Env, port: int) -> None:
    await catch_up(env)
    assert env.bot.user is not None
    await env.bot.user.edit(username="Dither")
    room = await furnish(env)
    news = News()
    for place in room.places():
        news.look(place)
    front = Front(room, news, lambda place: say(shows(place, front.address)))
    try:
        await front.start(port)
    except OSError:
        raise CannotServe(
            f"Port {port} is taken on this machine; choose another: python -m bot practice --port 0"
        ) from None
    try:
        await front.show(CHANNEL)
        say(WELCOME.format(address=front.address, help=HELP))
        await Prompt(room, front, news).run()
    finally:
        await front.stop()
