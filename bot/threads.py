"""A thread for each round, where a table wants it: made under the close, and left again where it fails.

Where a round is told is stored once for the round, as a message of the kind `thread`: the thread, or the
fight's own channel where there can be none. So a round is told in one place, however often the bot dies.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

import discord

from bot.codes import GONE, NO_ACCESS, THREAD_EXISTS, THREAD_LOCKED, UNKNOWN_MESSAGE
from bot.logs import brief
from bot.render import Card, text_card
from bot.store import EncounterRow, MessageRow, Post, Say, Store, Transaction
from rules import events as ev

_LOG = logging.getLogger(__name__)

_TELLS = ("summary", "news", "correction")
"""What tells of a round itself. Only a summary has a thread made: until then nothing of the round is told."""

Telling = tuple[int, Card]
"""A message to be posted, and the id of the channel or thread it goes to."""


class Threads:
    """Knows where a round is told."""

    def __init__(self, client: discord.Client, store: Store, now: Callable[[], datetime]) -> None:
        self._client = client
        self._store = store
        self._now = now
        self._opened_for: set[int] = set()

    async def spread(self, row: EncounterRow, post: Post, cards: Sequence[Card]) -> list[Telling]:
        """The cards of a post for everybody, each with its place; and what the channel hears of a thread.

        The end of a round and a correction are told in both. Raises discord.HTTPException where making the
        thread fails for a while.
        """
        here = [(row.channel_id, card) for card in cards]
        thread = await self._thread_for(row, post) if row.options.round_threads else None
        if thread is None:
            return here
        there = [(thread, card) for card in cards]
        if post.say.kind == "correction":
            return [*here, *there]
        return [*there, *((row.channel_id, end) for end in await self._end(row, post, cards, thread))]

    async def note_close(self, row: EncounterRow, post: Post, sent: discord.Message) -> None:
        """Remember the message under which the round's thread is made."""
        if row.options.round_threads and post.say.kind == "close":
            close = MessageRow(row.id, post.say.round, "close", "", row.channel_id, sent.id)
            async with self._store.transaction() as tx:
                await tx.save_message(close)

    async def failed(self, row: EncounterRow, post: Post, thread: int, error: discord.HTTPException) -> bool:
        """Deal with a thread that takes no post; False if trying again later may help.

        One that was archived is opened again. Where it cannot be, or is gone, the rest of the round is told
        in the channel.
        """
        if error.code not in NO_ACCESS and error.code not in GONE:
            return False
        if error.code == THREAD_LOCKED and post.id not in self._opened_for and await self._opened(thread):
            self._opened_for.add(post.id)
            return True
        _LOG.warning("Encounter %s: the thread of a round cannot be written to: %s", row.id, brief(error))
        await self._give_up(row, post.say.round)
        return True

    async def _thread_for(self, row: EncounterRow, post: Post) -> int | None:
        """The thread this post belongs to; None where it belongs to the channel."""
        say = post.say
        if say.kind not in _TELLS:
            return None
        async with self._store.reading() as tx:
            known = await tx.message(row.id, say.round, "thread")
            starters = [await tx.message(row.id, say.round, kind) for kind in ("close", "board")]
            outside = known is not None and say.kind == "news" and await _between(tx, row, say)
        if known is not None:
            return None if outside or known.channel_id == row.channel_id else known.channel_id
        if say.kind != "summary" or not self._can_have_threads(row):
            return None
        return await self._made(row, say.round, [starter for starter in starters if starter is not None])

    def _can_have_threads(self, row: EncounterRow) -> bool:
        """Whether the fight's channel is of a kind that has threads; one that is not known may be."""
        channel = self._client.get_channel(row.channel_id)
        return channel is None or isinstance(channel, discord.TextChannel)

    async def _made(self, row: EncounterRow, number: int, starters: Sequence[MessageRow]) -> int | None:
        """Make the round's thread and remember it; None where that cannot be, and the GM is told.

        A thread has the id of the message it hangs under. So one that was made before a crash, and not
        noted, is known again by Discord's refusal to make a second.
        """
        place = self._client.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        if place.guild is None:
            return None  # The bot is not in the server any more: what is said in the channel finds out.
        for starter in starters:
            try:
                await place.get_partial_message(starter.message_id).create_thread(name=f"Round {number}")
            except discord.HTTPException as error:
                if error.status >= 500 or error.status == 429:
                    raise
                if error.code == UNKNOWN_MESSAGE:
                    continue  # Somebody deleted it.
                if error.code != THREAD_EXISTS:
                    _LOG.warning("Encounter %s: no thread for a round: %s", row.id, brief(error))
                    break
            made = replace(starter, kind="thread", channel_id=starter.message_id)
            async with self._store.transaction() as tx:
                await tx.save_message(made)
            return made.channel_id
        await self._give_up(row, number)
        return None

    async def _opened(self, thread: int) -> bool:
        """Whether an archived thread could be opened again."""
        try:
            channel = await self._client.fetch_channel(thread)
            if not isinstance(channel, discord.Thread) or not channel.archived:
                return False
            await channel.edit(archived=False)
        except discord.HTTPException as error:
            if error.status >= 500 or error.status == 429:
                raise
            return False
        return True

    async def _give_up(self, row: EncounterRow, number: int) -> None:
        """Have the round told in the channel from here on. The GM hears of it, but not again each round."""
        async with self._store.transaction() as tx:
            before = await tx.last_thread(row.id, number)
            await tx.save_message(MessageRow(row.id, number, "thread", "", row.channel_id, 0))
            if before is None or before.channel_id != row.channel_id:
                for gm in row.encounter.gms:
                    await tx.queue(row.id, Say("unthreaded", number, gm), self._now())

    async def _end(self, row: EncounterRow, post: Post, cards: Sequence[Card], thread: int) -> list[Card]:
        """What the channel hears where a round ends in a thread: where it is told, with the same buttons."""
        async with self._store.reading() as tx:
            events = await tx.events(row.id, post.say.first or 0, post.say.last or 0)
        if not any(isinstance(event, ev.RoundEnded) for event in events):
            return []
        buttons = [part for part in cards[-1].parts if isinstance(part, tuple)]
        line = f"🧵 Round {post.say.round} is over. What happened: <#{thread}>"
        return [text_card("", (line,), "story", buttons[-1] if buttons else ())]


async def _between(tx: Transaction, row: EncounterRow, say: Say) -> bool:
    """Whether news are from before a round is told or from after its end: those concern the channel."""
    now = row.encounter.round
    if now.number == say.round and now.stage == "declaring":
        return True
    before = await tx.events_of(row.id, say.round, before=say.first)
    return any(isinstance(event, ev.RoundEnded) for event in before)
