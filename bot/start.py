"""From settings to a bot at work. What keeps it from starting is said in one sentence, a CannotStart."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import client, logs
from bot.config import Config
from bot.measures import UNMEASURED, Measures
from bot.pulse import pulse
from bot.store import Store, StoreError, claimed
from bot.tokens import looks_like_a_token

_WHERE = (
    "copy it from Discord's Developer Portal (your application, Bot, Reset Token) into DITHER_TOKEN, "
    "or into token under [discord] in config.toml"
)


class CannotStart(Exception):
    """The bot cannot start. Its text is one sentence of why and what to do."""


async def run(config: Config) -> None:
    """Run the bot until SIGINT or SIGTERM, then close it in order.

    Raises:
        CannotStart: no or a wrong token, Discord not reachable or refusing, or the database unusable.
    """
    token = _token(config)
    logs.set_up(
        # Standard error is kept for the one sentence that says why the bot cannot start.
        sys.stdout,
        config.logging.level,
        config.logging.format,
        token,
    )
    with ExitStack() as kept:
        try:
            kept.enter_context(claimed(config.storage.database))
        except StoreError as error:
            raise CannotStart(str(error)) from None
        await _run_alone(config, token, kept.enter_context(_measured(config)))


@contextmanager
def _measured(config: Config) -> Iterator[Measures]:
    """Measures, at the address where they can be fetched; none if none is set."""
    asked = config.metrics
    if asked.port == 0:
        yield UNMEASURED
        return
    try:
        from bot import metrics
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "prometheus_client":
            raise
        raise CannotStart(
            "The metrics need the library for Prometheus; install it: pip install 'dither[metrics]', "
            "or remove port under [metrics]."
        ) from None
    with ExitStack() as served:
        try:
            measures = served.enter_context(metrics.serving(config.storage.database, asked.host, asked.port))
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise CannotStart(
                f"The metrics cannot be served at {asked.host} port {asked.port} ({reason}); set another "
                "host or port under [metrics]."
            ) from None
        yield measures


async def _run_alone(config: Config, token: str, measures: Measures) -> None:
    # A commit's thread must not wait the usual 5 ms for its turn: whoever writes next waits as well.
    sys.setswitchinterval(0.0005)
    await _try_database(config)
    Route.BASE = config.discord.api_url.rstrip("/")
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(config.discord.gateway_url)
    loop = asyncio.get_running_loop()
    told_to_stop = loop.create_future()

    def stop() -> None:
        if not told_to_stop.done():
            told_to_stop.set_result(None)

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
    await _serve(config, token, measures, told_to_stop)
    logging.getLogger(__name__).info("Stopped.")


def _token(config: Config) -> str:
    token = config.discord.token.get_secret_value().strip()
    if not token:
        raise CannotStart(f"Dither has no token; {_WHERE}.")
    if not looks_like_a_token(token):
        raise CannotStart(
            f"What is set as the token is not a bot token, which is three parts joined by dots; {_WHERE}."
        )
    return token


async def _try_database(config: Config) -> None:
    """Open the database once before Discord is asked anything, so a bad path is said at once."""
    try:
        store = await Store.open(config.storage.database)
    except StoreError as error:
        raise CannotStart(str(error)) from None
    await store.close()


async def _serve(config: Config, token: str, measures: Measures, told_to_stop: asyncio.Future[None]) -> None:
    try:
        async with client.build(config, measures) as bot:
            working = asyncio.create_task(bot.start(token))
            async with pulse(config.storage.database, lambda: bot.connected):
                await asyncio.wait({working, told_to_stop}, return_when=asyncio.FIRST_COMPLETED)
            if working.done():
                await working
        # Closed first: discord.py swallows a cancellation that comes while it connects anew, and then
        # ends only because it is closed.
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
    except StoreError as error:
        raise CannotStart(str(error)) from None
    except discord.LoginFailure:
        raise CannotStart(f"Discord does not accept this token; {_WHERE}.") from None
    except discord.PrivilegedIntentsRequired:
        raise CannotStart(
            "Discord refuses an intent the bot asked for; switch it on in the Developer Portal under Bot, "
            "Privileged Gateway Intents."
        ) from None
    except discord.HTTPException as error:
        raise CannotStart(
            f"Discord answered the start with {error.status} (code {error.code}); see discordstatus.com, "
            "and try again later."
        ) from None
    except (aiohttp.ClientError, TimeoutError):
        raise CannotStart(
            f"Discord cannot be reached at {config.discord.api_url}; check the network, and that nothing "
            "blocks this machine's way out."
        ) from None
