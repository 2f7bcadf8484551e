"""Saying what must be said: after the commit, in order for each reader, retried, never twice."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from hashlib import blake2s
from io import BytesIO

import discord

from bot.drawing import draw
from bot.logs import about, brief
from bot.render import Card, text_card
from bot.store import EncounterRow, MessageRow, Post, Say, Store, Transaction
from bot.telling import cards_for
from bot.ui.board import waits
from bot.ui.layout import NO_MENTIONS, PICTURE, layout

_LOG = logging.getLogger(__name__)

_BATCH = 200
"""Posts taken up at a time."""

_PATIENCE = (2, 5, 15, 60, 300, 900, 3600)
"""Seconds before each further try; the last is kept until `_GIVE_UP`."""

_GIVE_UP = 80
"""Tries after which a post is given up, about three days, with a line in the log."""

_DM_REFUSED = (50007, 50278, 40003)
"""Discord's codes for: cannot message this user, no server in common, opening direct messages too fast."""

_GONE = (10003, 10004, 10013)
"""Discord's codes for an unknown channel, server or user: trying again is no use."""

_NO_MESSAGE = 10008
_NO_ACCESS = (50001, 50013)

_PROJECTIONS = ("board", "panel", "console")


class Outbox:
    """Sends the posts that are due, and sleeps until the next try where one failed."""

    def __init__(self, client: discord.Client, store: Store, now: Callable[[], datetime]) -> None:
        self._client = client
        self._store = store
        self._now = now
        self._task: asyncio.Task[None] | None = None
        self._asleep = False
        self._again = False
        self._stopped = False
        self._pages_sent: dict[int, int] = {}
        self._complained: set[str] = set()

    def wake(self) -> None:
        """Look for posts now: something was queued."""
        self._again = True
        if self._stopped:
            return
        if self._task is not None and self._asleep:
            self._task.cancel()
            self._task = None
        if self._task is None or self._task.done():
            self._asleep = False
            self._task = asyncio.create_task(self._run(), name="outbox")

    async def stop(self) -> None:
        """Send nothing more; what is queued stays queued."""
        self._stopped = True
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self._again = False
            while await self._drain():
                pass
            async with self._store.reading() as tx:
                upcoming = await tx.next_post_due()
            if self._again:
                continue
            if upcoming is None:
                return
            self._asleep = True
            try:
                await asyncio.sleep(max(0.05, (upcoming - self._now()).total_seconds()))
            finally:
                self._asleep = False

    async def _drain(self) -> bool:
        """Send what is due, readers side by side, each reader's posts in order. False if nothing was due."""
        async with self._store.reading() as tx:
            posts = await tx.posts_due(self._now(), _BATCH)
        readers: dict[tuple[str, str], list[Post]] = {}
        for post in posts:
            readers.setdefault((post.key, post.say.person), []).append(post)
        await asyncio.gather(*(self._to_reader(queue) for queue in readers.values()))
        return bool(posts)

    async def _to_reader(self, queue: Sequence[Post]) -> None:
        for post in queue:
            try:
                with about(encounter=post.key):
                    await self._deliver(post)
            except discord.HTTPException as error:
                if not await self._failed(post, error):
                    await self._put_off(post, brief(error))
                    return
            except (OSError, TimeoutError) as error:
                await self._put_off(post, brief(error))
                return
            except Exception:
                # One post that cannot be drawn must hold up neither its reader's others nor any other table.
                _LOG.exception("Post %s of encounter %s could not be made", post.id, post.key)
                async with self._store.transaction() as tx:
                    await tx.mark_failed(post, "could not be drawn")

    async def _put_off(self, first: Post, why: str) -> None:
        """Try again later; what is behind it waits too, so that each reader is told in order."""
        wait = _PATIENCE[min(first.attempts, len(_PATIENCE) - 1)]
        now = self._now()
        async with self._store.transaction() as tx:
            if first.attempts >= _GIVE_UP:
                _LOG.error("Post %s of encounter %s is given up: %s", first.id, first.key, why)
                await tx.mark_failed(first, why)
            else:
                await tx.retry_at(first, now + timedelta(seconds=wait))

    async def _failed(self, post: Post, error: discord.HTTPException) -> bool:
        """Deal with Discord's refusal; False if trying again may help."""
        person = post.say.person
        if person and isinstance(error, discord.Forbidden) and error.code in _DM_REFUSED:
            async with self._store.transaction() as tx:
                await tx.set_dm_closed(person, True)
                await tx.mark_failed(post, "direct messages are closed")
                await self._mark_for_gm(tx, post)
                if post.say.kind == "question" and await self._may_be_told(tx, post):
                    await tx.queue(post.key, Say("waiting", post.say.round), self._now())
            self._again = True
            return True
        if error.code in _GONE or error.status == 400:
            _LOG.warning("Post %s of encounter %s cannot be made: %s", post.id, post.key, brief(error))
            async with self._store.transaction() as tx:
                await tx.mark_failed(post, brief(error))
            return True
        if error.code in _NO_ACCESS and not person:
            await self._complain(post, error)
        return False

    async def _mark_for_gm(self, tx: Transaction, post: Post) -> None:
        """Let the GM's console show who cannot be reached; nothing waits for it (FK-D1)."""
        row = await tx.encounter(post.key)
        if row is None or post.say.kind != "panel":
            return
        for gm in row.encounter.gms:
            if gm != post.say.person:
                await tx.queue(post.key, Say("console", post.say.round, gm), self._now())

    async def _may_be_told(self, tx: Transaction, post: Post) -> bool:
        """Whether the channel may hear that the round waits: not over what the GM's creatures do (K-8).

        Nor where another GM is asked as well, whom direct messages reach.
        """
        row = await tx.encounter(post.key)
        if row is None or not waits(row.encounter):
            return False
        gms = row.encounter.gms
        return post.say.person not in gms or set(gms) <= await tx.dm_closed(gms)

    async def _complain(self, post: Post, error: discord.HTTPException) -> None:
        """Tell the GM, once for each start, that the channel cannot be written to."""
        if post.key in self._complained:
            return
        self._complained.add(post.key)
        async with self._store.reading() as tx:
            row = await tx.encounter(post.key)
        _LOG.warning("Encounter %s: the channel cannot be written to: %s", post.key, brief(error))
        if row is None:
            return
        card = text_card(
            f"### I cannot write in <#{row.channel_id}>",
            (
                "Give me *View Channel* and *Send Messages* there (in a thread: *Send Messages in Threads*). "
                "What I have to say waits, and follows when I can.",
            ),
            "problem",
        )
        for gm in row.encounter.gms:
            try:
                channel = await self._client.create_dm(discord.Object(int(gm)))
                await channel.send(view=layout(card), allowed_mentions=NO_MENTIONS)
            except discord.HTTPException as failed:
                _LOG.info("The GM of encounter %s cannot be told: %s", post.key, brief(failed))

    async def _deliver(self, post: Post) -> None:
        async with self._store.reading() as tx:
            row = await tx.encounter(post.key)
            cards = await cards_for(tx, row, post) if row is not None else ()
        if row is not None and cards:
            if post.say.kind in _PROJECTIONS:
                await self._project(row, post, cards[0])
                if post.say.kind == "panel":
                    await self._clear_reminder(row, post)
            else:
                await self._post(row, post, cards)
        async with self._store.transaction() as tx:
            await tx.mark_sent(post, self._now())
        self._pages_sent.pop(post.id, None)

    async def _channel(self, row: EncounterRow, person: str) -> discord.abc.Messageable:
        if person:
            return await self._client.create_dm(discord.Object(int(person)))
        return self._client.get_partial_messageable(row.channel_id, guild_id=row.guild_id)

    async def _post(self, row: EncounterRow, post: Post, cards: Sequence[Card]) -> None:
        channel = await self._channel(row, post.say.person)
        for page in range(self._pages_sent.get(post.id, 0), len(cards)):
            # The nonce makes Discord drop a repeat after a crash between sending and marking.
            nonce = _nonce(row, post, str(page))
            sent = await self._send(channel, cards[page], nonce)
            self._pages_sent[post.id] = page + 1
            if post.say.kind == "reminder":
                say = post.say
                await self._take_reminder(post)
                where = MessageRow(post.key, say.round, "reminder", say.person, sent.channel.id, sent.id)
                async with self._store.transaction() as tx:
                    await tx.save_message(where)

    async def _send(self, channel: discord.abc.Messageable, card: Card, nonce: str) -> discord.Message:
        if card.chart is None:
            return await channel.send(view=layout(card), allowed_mentions=NO_MENTIONS, nonce=nonce)
        # Drawn beside the loop: nobody's answer waits for a picture.
        png = await asyncio.to_thread(draw, card.chart)
        file = discord.File(BytesIO(png), PICTURE)
        return await channel.send(view=layout(card), file=file, allowed_mentions=NO_MENTIONS, nonce=nonce)

    async def _clear_reminder(self, row: EncounterRow, post: Post) -> None:
        """Take a reminder away once nobody of this person's is awaited any more: it would only mislead."""
        say, encounter = post.say, row.encounter
        open_ = encounter.round.stage == "declaring" and encounter.round.number == say.round
        if not (open_ and any(c.seat == say.person for c in encounter.awaited)):
            await self._take_reminder(post)

    async def _take_reminder(self, post: Post) -> None:
        """Take away the reminder this person got in this round, if there is one."""
        say = post.say
        async with self._store.transaction() as tx:
            reminder = await tx.message(post.key, say.round, "reminder", say.person)
            if reminder is None:
                return
            await tx.drop_message(reminder)
        place = self._client.get_partial_messageable(reminder.channel_id)
        try:
            await place.get_partial_message(reminder.message_id).delete()
        except discord.HTTPException as error:
            _LOG.info("A reminder of encounter %s could not be taken away: %s", post.key, brief(error))

    async def _project(self, row: EncounterRow, post: Post, card: Card) -> None:
        """Edit the message that shows this, or post it where there is none (any more)."""
        say = post.say
        kind = say.kind
        assert kind in ("board", "panel", "console")
        async with self._store.reading() as tx:
            known = await tx.message(post.key, say.round, kind, say.person)
        if known is not None:
            place = self._client.get_partial_messageable(known.channel_id)
            try:
                await place.get_partial_message(known.message_id).edit(
                    view=layout(card), allowed_mentions=NO_MENTIONS
                )
            except discord.NotFound as error:
                if error.code != _NO_MESSAGE:
                    raise
            else:
                if say.round > row.encounter.round.number:
                    # Opened again, the round gets messages of its own, where people look.
                    async with self._store.transaction() as tx:
                        await tx.drop_message(known)
                return
        gone = say.round > row.encounter.round.number
        if gone or (row.encounter.round.stage != "declaring" and kind != "console"):
            return  # A board or panel of a round that is closed is not worth a new message.
        channel = await self._channel(row, say.person)
        nonce = _nonce(row, post, f"v{post.version}")
        sent = await channel.send(view=layout(card), allowed_mentions=NO_MENTIONS, nonce=nonce)
        async with self._store.transaction() as tx:
            await tx.save_message(MessageRow(post.key, say.round, kind, say.person, sent.channel.id, sent.id))
            if say.person:
                await tx.set_dm_closed(say.person, False)


def _nonce(row: EncounterRow, post: Post, part: str) -> str:
    """The same for the same message, and opaque: all can read it, and a number would count posts (K-8)."""
    return blake2s(f"{post.id}-{part}".encode(), key=row.seed.encode()[:32], digest_size=12).hexdigest()
