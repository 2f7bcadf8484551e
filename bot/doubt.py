"""What may have been sent though nobody could note it: looked for in the channel, by its mark."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

import discord

from bot.logs import brief
from bot.store import Post

_LOG = logging.getLogger(__name__)

_MARGIN = timedelta(minutes=10)
"""How far Discord's clock and ours may be apart, generously."""

_READ = 200
"""Messages looked through, at most."""


def mark_of(nonce: str) -> int:
    """The id of a message's outermost component: from 1 to 2^31 - 1, the same for the same message."""
    return int(nonce[:8], 16) % (2**31 - 1) + 1


class Doubt:
    """Knows which posts may be said though nobody noted it, and finds them.

    Those are what was due before this process began, and what was tried and not clearly answered.
    """

    def __init__(self, client: discord.Client, began: datetime) -> None:
        self._client = client
        self._began = began
        self._last: int | None = None
        self._raised: set[int] = set()
        self._found: dict[int, dict[int, discord.Message]] = {}

    @property
    def fresh(self) -> bool:
        """Whether it has not yet been told what was there before this process spoke."""
        return self._last is None

    def begin(self, last: int) -> None:
        """Posts up to this number were there before this process spoke."""
        self._last = last

    def raised(self, post: Post) -> None:
        """A try ended without a clear answer."""
        self._raised.add(post.id)

    def settled(self, post: Post) -> None:
        """The post is said and noted."""
        self._raised.discard(post.id)

    def about(self, post: Post) -> bool:
        """Whether the post may have been said already."""
        return post.id in self._raised or self._last is None or post.id <= self._last

    async def look(
        self, channel: discord.PartialMessageable | discord.DMChannel, post: Post, mark: int
    ) -> discord.Message | None:
        """The message of that mark, if it is there. What was before this process is read once."""
        if post.id in self._raised or channel.id not in self._found:
            self._found[channel.id] = await self._read(channel, min(post.since, self._began) - _MARGIN)
        return self._found[channel.id].get(mark)

    async def _read(
        self, channel: discord.PartialMessageable | discord.DMChannel, since: datetime
    ) -> dict[int, discord.Message]:
        """Our own messages there by their marks; none where the history may not be read."""
        me = self._client.user
        found: dict[int, discord.Message] = {}
        try:
            async for message in channel.history(limit=_READ, after=since, oldest_first=True):
                if me is not None and message.author.id == me.id:
                    marks = [getattr(c, "id", None) for c in message.components]
                    found |= {mark: message for mark in marks if mark is not None}
        except discord.Forbidden as error:
            _LOG.info("The history of a channel cannot be read: %s", brief(error))
        return found
