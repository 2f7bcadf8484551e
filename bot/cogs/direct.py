"""Words sent to the bot in a direct message: read back as a declaration, or answered with where one is."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

import discord
from discord.ext import commands

from bot.cogs.host import Host, Reply, problem
from bot.cogs.spoken import heard
from bot.logs import brief
from bot.ui.layout import NO_MENTIONS, layout

_LOG = logging.getLogger(__name__)

AT_ONCE = 4
"""Messages of one person answered without a wait; further ones within the window wait for its end."""

WINDOW = 10.0
"""Seconds in which these are counted."""

_WRITTEN = (discord.MessageType.default, discord.MessageType.reply)
"""Messages somebody wrote; the rest is Discord's own news, like a pin."""


@dataclass(frozen=True, slots=True)
class _Note:
    """One message to be answered."""

    user: discord.User | discord.Member
    channel: discord.abc.Messageable
    text: str


@dataclass(slots=True)
class _Writer:
    """What one person wrote that is not answered yet: the newest alone; and when answers went out."""

    waiting: _Note | None = None
    busy: bool = False
    answered: deque[float] = field(default_factory=lambda: deque(maxlen=AT_ONCE))


class DirectCog(commands.Cog):
    """Answers direct messages. Of a burst only the newest is answered."""

    def __init__(self, host: Host, channel: Callable[[int], object]) -> None:
        self._host = host
        self._channel = channel
        self._writers: dict[int, _Writer] = {}

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Somebody wrote to the bot."""
        if message.guild is not None or message.author.bot or message.type not in _WRITTEN:
            return
        await self._take(_Note(message.author, message.channel, message.content))

    @commands.Cog.listener()
    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Somebody mended what they wrote: it is read anew; a preview Discord adds to a link is no edit."""
        message = payload.message
        if payload.guild_id is not None or message.author.bot or message.edited_at is None:
            return
        before = payload.cached_message
        if before is not None and before.content == message.content:
            return
        await self._take(_Note(message.author, message.channel, message.content))

    async def _take(self, note: _Note) -> None:
        self._forget_quiet()
        writer = self._writers.setdefault(note.user.id, _Writer())
        writer.waiting = note
        if writer.busy:
            return
        writer.busy = True
        try:
            while writer.waiting is not None:
                await _pause(writer)
                newest, writer.waiting = writer.waiting, None
                await self._answer(newest)
                writer.answered.append(_now())
        finally:
            writer.busy = False

    async def _answer(self, note: _Note) -> None:
        reply = await self._reply(note)
        assert reply.card is not None
        try:
            await note.channel.send(view=layout(reply.card), allowed_mentions=NO_MENTIONS)
        except discord.HTTPException as error:
            _LOG.warning("A direct message could not be answered: %s", brief(error))

    async def _reply(self, note: _Note) -> Reply:
        try:
            return await heard(self._host, note.user, note.text, self._place)
        except Exception:
            _LOG.exception("A direct message could not be read")
            return problem(
                "Something went wrong on my side, and nothing was changed.",
                "Write it once more, or use `/declare`.",
            )

    def _forget_quiet(self) -> None:
        """Keep nothing of those who have written nothing for a while."""
        since = _now() - WINDOW
        for person, writer in list(self._writers.items()):
            if not writer.busy and (not writer.answered or writer.answered[-1] < since):
                del self._writers[person]

    def _place(self, channel_id: int) -> str:
        name = getattr(self._channel(channel_id), "name", None)
        return f"#{name}" if name else "a channel I cannot see"


async def _pause(writer: _Writer) -> None:
    """Wait where this person has had several answers just now, so that a burst does not become a flood."""
    if len(writer.answered) == AT_ONCE and (wait := writer.answered[0] + WINDOW - _now()) > 0:
        await asyncio.sleep(wait)


def _now() -> float:
    return asyncio.get_running_loop().time()
