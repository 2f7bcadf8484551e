"""The bot as a process of its own, at a Discord on this machine, with many fights under way in it."""

from __future__ import annotations

import asyncio
import gc
import os
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.many import PLAYERS, channel_of, filled, guild_of, person_of, standing
from tests.bot.table import text_of
from tests.wire import things
from tests.wire.limits import Limits
from tests.wire.loopback import Loopback
from tests.wire.people import Person
from tests.wire.process import Bot
from tests.wire.things import Channel, Guild, Message
from tests.wire.world import Interaction

SECONDS = float(os.environ.get("DITHER_BENCH_SECONDS", "60"))
"""How long is measured; shorter for a trial."""

USUAL = {"answer_seconds": 1.5, "early_close_seconds": -1, "redraw_seconds": 2, "reminder_share": 0}
"""Settings: those of a bot in use, but that no fight closes before its deadline, or reminds."""

_PATIENCE = 10
"""Seconds after which an answer that has not come is taken for missing."""


@dataclass
class Served:
    """Discord, the bot, and the tables by number; everybody who plays at any of them, in turns."""

    loopback: Loopback
    bot: Bot
    fights: int
    declared: int = 0

    async def at_work(self) -> None:
        """Wait until it knows all its servers and has begun to speak."""
        await self.loopback.until(lambda: "At work" in self.bot.said(), 30, "it does not get to work")

    async def declare(self, fight: int | None = None) -> Interaction:
        """Have the next player declare something that was never declared before; not waiting for an answer.

        They come table by table, or all from one.
        """
        number = self.declared
        self.declared += 1
        fight = number % self.fights if fight is None else fight
        who = person_of(fight, number // self.fights % PLAYERS)
        channel = self.loopback.channels[str(channel_of(fight))]
        person = Person(self.loopback, self.loopback.users[who], channel)
        return await person.start("declare", action="other", text=said(number), segments=1 + number % 9)

    async def at_pace(self, rate: float, seconds: float, fight: int | None = None) -> list[Interaction]:
        """Declarations at that rate, whether the bot keeps up or not; answered, as far as they ever are."""
        began, sent = time.monotonic(), []
        for n in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, began + n / rate - time.monotonic()))
            sent.append(await self.declare(fight))
        await answered(sent)
        return sent

    @property
    def memory(self) -> float:
        """MB that the bot's process has of its own."""
        assert self.bot.process is not None
        return resident(self.bot.process.pid or 0)

    def lost(self, sent: Sequence[Interaction]) -> int:
        """How many were confirmed and are not in the database."""
        events = self.bot.rows("SELECT event FROM events WHERE event LIKE '%declaration_sealed%'")
        kept = {str(event).partition('"note":"')[2].partition('"')[0] for (event,) in events}
        return sum(said(n) not in kept for n, it in enumerate(sent) if confirmed(it))


def said(number: int) -> str:
    """What is declared with that number, and no other."""
    return f"listens for {number}"


def confirmed(it: Interaction) -> bool:
    """Whether the player read that the declaration is sealed."""
    return it.original is not None and "Sealed" in text_of(it.original.components)


def waited(sent: Sequence[Interaction]) -> list[float]:
    """Milliseconds from the gateway's word to the acknowledgement's arrival, of those that have one."""
    return [(it.acknowledged_at - it.created) * 1000 for it in sent if it.acknowledged]


async def answered(sent: Sequence[Interaction]) -> None:
    """Wait until all are answered, or it is clear that some will not be."""
    await asyncio.wait({asyncio.create_task(it.answered.wait()) for it in sent}, timeout=_PATIENCE)


def resident(pid: int) -> float:
    """MB of memory that a process has."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


@asynccontextmanager
async def served(
    folder: Path,
    fights: int,
    *,
    old: int = 0,
    due_at: datetime | None = None,
    apart: Mapping[int, datetime] | None = None,
    limits: Limits | None = None,
    **table: float,
) -> AsyncIterator[Served]:
    """A bot just connected, its fights declaring for an hour, until that instant, or one of their own."""
    loopback = Loopback(limits=limits, judged=False)
    _settle(loopback, fights)
    async with loopback:
        bot = Bot(folder, loopback, shard=None, **(USUAL | table))
        due_at = due_at or datetime.now(UTC) + timedelta(hours=1)
        await filled(bot.database, open_=fights, old=old, due_at=due_at, apart=apart)
        # The garbage of this process is none of the bot's affair.
        gc.collect()
        gc.disable()
        await bot.start()
        try:
            yield Served(loopback, bot, fights)
        finally:
            gc.enable()
            await bot.killed()


def _settle(loopback: Loopback, fights: int) -> None:
    """Servers, channels and people as the database knows them."""
    for number in range(fights):
        server, id_ = str(guild_of(number)), str(channel_of(number))
        guild = loopback.guilds.setdefault(server, Guild(server, f"Server {server}", server))
        channel = Channel(id_, things.TEXT, f"fight-{number}", server)
        guild.channels[id_] = loopback.channels[id_] = channel
        for _, person, place, message in standing(number):
            if person:
                user = loopback.users[person] = things.user(f"person-{person}") | {"id": person}
                loopback.directs[person] = str(place)
                channel = Channel(str(place), things.DIRECT, user["username"], recipient=user)
                loopback.channels[channel.id] = channel
            channel.messages[str(message)] = Message(str(message), channel.id, loopback.me)
