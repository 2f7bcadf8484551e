"""The discord.py client: set-up, command sync, clock and outbox, and an orderly end."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
from discord.ext import commands

from bot.clock import Clock
from bot.cogs.archived import ArchivedCog
from bot.cogs.asking import AskingCog
from bot.cogs.changing import ChangingCog
from bot.cogs.combatants import CombatantCog
from bot.cogs.declaring import DeclaringCog
from bot.cogs.direct import DirectCog
from bot.cogs.doctoring import DoctorCog
from bot.cogs.effects import EffectCog
from bot.cogs.encounter import EncounterCog
from bot.cogs.excusing import ExcusingCog
from bot.cogs.explaining import ExplainingCog
from bot.cogs.helping import HelpCog
from bot.cogs.host import Host
from bot.cogs.pinning import EventCog
from bot.cogs.players import PlayersCog
from bot.cogs.presets import PresetCog
from bot.cogs.presses import PressesCog
from bot.cogs.privacy import PrivacyCog
from bot.cogs.rounds import RoundCog
from bot.cogs.waiting import WaitingCog
from bot.config import Config
from bot.measures import UNMEASURED, Measures
from bot.outbox import Outbox
from bot.pace import Pace
from bot.store import Store
from bot.table import Policy

_LOG = logging.getLogger(__name__)


def opaque_id() -> str:
    """A short id that says nothing of how many came before it."""
    return secrets.token_hex(4)


def unguessable_seed() -> str:
    """128 bits: the dice to come and the salts of what is sealed hang on it, and one can try at leisure."""
    return secrets.token_hex(16)


class Dither(commands.AutoShardedBot):
    """The bot. It keeps no game in memory: everything is in the store."""

    def __init__(
        self, config: Config, new_id: Callable[[], str] = opaque_id, measures: Measures = UNMEASURED
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=_intents(),
            help_command=None,
            allowed_mentions=discord.AllowedMentions.none(),
            shard_count=config.discord.shard_count or None,
            # None is all of them, which discord.py's type leaves out.
            shard_ids=list(config.discord.shard_ids) or None,  # type: ignore[arg-type]
            **_traced(measures),
        )
        self._config = config
        self._new_id = new_id
        self._measures = measures
        # Whoever gives the ids wants a story that comes out the same, and so its dice from them too.
        self._new_seed = unguessable_seed if new_id is opaque_id else new_id
        self._store: Store | None = None
        self._clock: Clock | None = None
        self._outbox: Outbox | None = None
        self._at_work = False

    async def setup_hook(self) -> None:
        """Open the store, add the commands, and tell Discord of them."""
        self._store = await Store.open(self._config.storage.database)
        host = host_for(self._config, self._store, self._new_id, self._moved, self._measures, self._new_seed)
        pace = Pace(self._config.discord.requests_per_second)
        self._outbox = Outbox(self, self._store, host.now, pace, direct=host.direct)
        self._clock = Clock(self._store, host.policy, host.now, self._outbox.wake, self._measures)
        for cog in cogs(host, self.get_channel):
            await self.add_cog(cog)
        await self._tell_commands()

    @property
    def connected(self) -> bool:
        """Whether each of its shards hears from Discord."""
        return self.is_ready() and not any(shard.is_closed() for shard in self.shards.values())

    async def launch_shards(self) -> None:
        """Connect as many shards as Discord asks for, at the gateway that is set, whatever Discord names."""
        if getattr(self, "shard_count", None) is None and not self.is_closed():
            self.shard_count, _, _ = await self.http.get_bot_gateway()
        await super().launch_shards()

    async def _tell_commands(self) -> None:
        guilds = self._config.discord.guilds
        for guild in (discord.Object(number) for number in guilds):
            self.tree.copy_global_to(guild=guild)
            await self.tree.sync(guild=guild)
        if not guilds:
            await self.tree.sync()

    def _moved(self) -> None:
        """After a commit: there may be something to say, and another instant to wake at."""
        if self._clock is not None and self._outbox is not None and self._at_work:
            self._clock.wake()
            self._outbox.wake()

    async def on_ready(self) -> None:
        """Start the clock and the outbox once Discord can be spoken to; again changes nothing (FK-T13)."""
        if self._at_work or self._clock is None or self._outbox is None:
            return
        self._at_work = True
        _LOG.info("At work in %s servers", len(self.guilds))
        self._clock.start()
        self._outbox.wake()

    async def close(self) -> None:
        """Stop the clock and the outbox, leave Discord, then close the store."""
        self._at_work = False
        if self._clock is not None:
            await self._clock.stop()
        if self._outbox is not None:
            await self._outbox.stop()
        await super().close()
        if self._store is not None:
            store, self._store = self._store, None
            await store.close()


def host_for(
    config: Config,
    store: Store,
    new_id: Callable[[], str],
    moved: Callable[[], None],
    measures: Measures = UNMEASURED,
    new_seed: Callable[[], str] = unguessable_seed,
) -> Host:
    """What the cogs work with, by these settings."""
    table = config.table
    return Host(
        store=store,
        policy=Policy(
            reminder_share=table.reminder_share,
            early_close_seconds=table.early_close_seconds,
            redraw_seconds=table.redraw_seconds,
            clock_cap_seconds=table.clock_cap_seconds,
            most_fights=table.most_fights,
            ask_wait_seconds=table.ask_wait_seconds,
        ),
        now=discord.utils.utcnow,
        new_id=new_id,
        moved=moved,
        declaration_seconds=table.declaration_seconds,
        answer_seconds=table.answer_seconds,
        direct=config.discord.hears_direct_messages,
        measures=measures,
        new_seed=new_seed,
    )


def _intents() -> discord.Intents:
    """Servers, their channels, and direct messages: nothing privileged (FK-D8)."""
    intents = discord.Intents.none()
    intents.guilds = True
    intents.dm_messages = True
    return intents


def build(config: Config, measures: Measures = UNMEASURED) -> Dither:
    """The bot, ready to be started."""
    return Dither(config, measures=measures)


def _traced(measures: Measures) -> dict[str, Any]:
    """Requests are traced only where something takes note of them, for tracing costs each of them."""
    return {} if measures is UNMEASURED else {"http_trace": noting_requests(measures)}


def noting_requests(measures: Measures) -> aiohttp.TraceConfig:
    """Has every request to Discord taken note of, with what came of it."""
    trace = aiohttp.TraceConfig()

    async def note(_: object, __: object, end: aiohttp.TraceRequestEndParams) -> None:
        measures.requested(end.method, end.url.path, end.response.status)

    trace.on_request_end.append(note)
    return trace


def cogs(host: Host, channel: Callable[[int], object] = lambda _: None) -> tuple[commands.Cog, ...]:
    """Every cog, in the order their commands are listed; `channel` gives a channel that the bot can see."""
    return (
        EncounterCog(host),
        PlayersCog(host),
        CombatantCog(host),
        RoundCog(host),
        DeclaringCog(host),
        PresetCog(host),
        ChangingCog(host),
        WaitingCog(host),
        AskingCog(host),
        EffectCog(host),
        EventCog(host),
        ExcusingCog(host),
        ExplainingCog(host),
        HelpCog(host),
        DoctorCog(host),
        PrivacyCog(host),
        ArchivedCog(host),
        PressesCog(host),
        DirectCog(host, channel),
    )
