"""Telling the GM of a channel that takes no posts: in a direct message, once for each start of the bot."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.codes import GONE, THREAD_LOCKED
from bot.logs import brief
from bot.render import Card, text_card
from bot.store import EncounterRow, Post, Store
from bot.ui.layout import NO_MENTIONS, layout

_LOG = logging.getLogger(__name__)


class Complaints:
    """Knows which fights' GMs have been told."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client = client
        self._store = store
        self._complained: set[str] = set()

    async def tell(self, post: Post, error: discord.HTTPException) -> None:
        """Tell the GMs, once for each start, that the channel cannot be written to."""
        if post.key in self._complained:
            return
        self._complained.add(post.key)
        async with self._store.reading() as tx:
            row = await tx.encounter(post.key)
        _LOG.warning("Encounter %s: the channel cannot be written to: %s", post.key, brief(error))
        if row is None:
            return
        card = _GONE_CARD if error.code in GONE else _shut(row, error.code)
        for gm in row.encounter.gms:
            try:
                channel = await self._client.create_dm(discord.Object(int(gm)))
                await channel.send(view=layout(card), allowed_mentions=NO_MENTIONS)
            except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as failed:
                _LOG.info("The GM of encounter %s cannot be told: %s", post.key, brief(failed))


def _shut(row: EncounterRow, code: int) -> Card:
    """What the GM is told of a channel that takes no posts."""
    if code == THREAD_LOCKED:
        what = "The thread is locked. Unlock it, or give me *Manage Threads* there."
    else:
        what = "Give me *View Channel* and *Send Messages* there (in a thread: *Send Messages in Threads*)."
    lines = (f"{what} What I have to say waits, and follows when I can.",)
    return text_card(f"### I cannot write in <#{row.channel_id}>", lines, "problem")


_GONE_CARD = text_card(
    "### The channel of your fight is gone",
    ("What I had to say there cannot be said. Begin a new fight in another channel.",),
    "problem",
)
"""What the GM is told of a channel that is no more."""
