"""Saying what must be said: after the commit, in order for each reader, retried, never twice."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import blake2s
from io import BytesIO

import aiohttp
import discord

from bot.codes import CANNOT_EDIT, DM_REFUSED, GONE, NO_ACCESS, TOO_FAST
from bot.complaints import Complaints
from bot.doubt import Doubt, mark_of
from bot.drawing import draw
from bot.logs import about, brief
from bot.pace import AHEAD, Pace
from bot.render import Card
from bot.store import EncounterRow, MessageRow, Post, Say, Store, StoreTrouble, Transaction
from bot.telling import cards_for, still_awaited
from bot.threads import Threads
from bot.ui.board import waits
from bot.ui.layout import NO_MENTIONS, PICTURE, layout

_LOG = logging.getLogger(__name__)

Reader = tuple[str, str]
"""An encounter, and a person or the empty word for its channel: each is told things in order."""

Place = discord.PartialMessageable | discord.DMChannel
"""Where something is said."""

_MOST_READERS = 500
"""How many are told something at the same time."""

_PATIENCE = (2, 5, 15, 60, 300, 900, 3600)
"""Seconds before each further try; the last is kept until `_GIVE_UP`."""

_LONGEST_TROUBLE = 3
"""With the database in trouble, waits grow no longer than the fourth of them."""

_GIVE_UP = 80
"""Tries after which a post is given up, about three days, with a line in the log."""

_PROJECTIONS = ("board", "panel", "console")


class Outbox:
    """Sends the posts that are due, and sleeps until the next try where one failed.

    Where `direct` is false nobody would hear what is pressed in a direct message, so none is sent.
    """

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        now: Callable[[], datetime],
        pace: Pace,
        *,
        direct: bool = True,
    ) -> None:
        self._pace = pace
        self._ahead: set[asyncio.Task[None] | None] = set()
        self._client = client
        self._store = store
        self._now = now
        self._heard = direct
        self._task: asyncio.Task[None] | None = None
        self._asleep = False
        self._again = False
        self._stopped = False
        self._readers: dict[Reader, asyncio.Task[None]] = {}
        self._trouble = 0
        self._pages_sent: dict[int, int] = {}
        self._complaints = Complaints(client, store)
        self._doubt = Doubt(client, now())
        self._threads = Threads(client, store, now)

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
        tasks = [*self._readers.values(), *([self._task] if self._task is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self._again = False
            try:
                upcoming = await self._take_up()
                self._trouble = 0
            except StoreTrouble as trouble:
                wait = _PATIENCE[min(self._trouble, _LONGEST_TROUBLE)]
                self._trouble += 1
                _LOG.error("What must be said cannot be read (%s); it is tried again in %s s.", trouble, wait)
                upcoming = self._now() + timedelta(seconds=wait)
            if self._again:
                continue
            if upcoming is None:
                return
            self._asleep = True
            try:
                await asyncio.sleep(max(0.05, (upcoming - self._now()).total_seconds()))
            finally:
                self._asleep = False

    async def _take_up(self) -> datetime | None:
        """Begin with what is due for readers who are not being told something; gives when to look again.

        Each reader has a task: one whom Discord makes wait keeps nobody else waiting (FK-T11).
        """
        now = self._now()
        room = min(_MOST_READERS - len(self._readers), AHEAD - len(self._ahead))
        if room <= 0:
            return None  # The end of any of them looks again, and so does `_turn`.
        async with self._store.reading() as tx:
            if self._doubt.fresh:
                self._doubt.begin(await tx.last_post())
            posts = await tx.posts_due(now, room, busy=self._readers)
            upcoming = await tx.next_post_due(after=now)
        queues: dict[Reader, list[Post]] = {}
        for post in posts:
            queues.setdefault((post.key, post.say.person), []).append(post)
        for reader, queue in queues.items():
            # In the order they were queued: a post put off is due later than what must come after it.
            queue.sort(key=lambda post: post.id)
            task = asyncio.create_task(self._to_reader(reader, queue), name="outbox reader")
            self._readers[reader] = task
            self._ahead.add(task)
        return upcoming

    async def _to_reader(self, reader: Reader, queue: Sequence[Post]) -> None:
        try:
            for post in queue:
                if not await self._try(post):
                    break
        except StoreTrouble as trouble:
            # Whatever was sent is remembered, so that it is marked and not said again.
            _LOG.error("What was said in encounter %s cannot be marked (%s).", reader[0], trouble)
            await asyncio.sleep(_PATIENCE[0])
        finally:
            self._ahead.discard(self._readers.pop(reader))
        self.wake()

    async def _turn(self) -> None:
        """Wait until Discord may be asked for one thing more: just before it, or some would come together.

        Whatever a reader is told is made ready before that; half of those ahead gone, others are taken up.
        """
        await self._pace.turn()
        reader = asyncio.current_task()
        if reader in self._ahead:
            self._ahead.discard(reader)
            if len(self._ahead) == AHEAD // 2:
                self.wake()

    async def _try(self, post: Post) -> bool:
        """Say it, or put it off; False where what is behind it must wait too."""
        try:
            with about(encounter=post.key):
                if post.say.person and not self._heard:
                    await self._unreachable(post)
                else:
                    await self._deliver(post)
        except discord.HTTPException as error:
            if error.status >= 500:
                self._doubt.raised(post)
            if not await self._failed(post, error):
                await self._put_off(post, brief(error))
                return False
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            self._doubt.raised(post)
            await self._put_off(post, brief(error))
            return False
        except StoreTrouble:
            raise
        except Exception:
            # One post that cannot be drawn must hold up neither its reader's others nor any other table.
            _LOG.exception("Post %s of encounter %s could not be made", post.id, post.key)
            async with self._store.transaction() as tx:
                await tx.mark_failed(post, "could not be drawn")
        return True

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
        if person and isinstance(error, discord.Forbidden) and error.code in DM_REFUSED:
            await self._unreachable(post)
            return True
        if error.code in NO_ACCESS or error.code == TOO_FAST:
            if not person:
                await self._complaints.tell(post, error)
            return False
        if error.code in GONE or error.status == 400:
            _LOG.warning("Post %s of encounter %s cannot be made: %s", post.id, post.key, brief(error))
            async with self._store.transaction() as tx:
                await tx.mark_failed(post, brief(error))
            if error.code in GONE and not person:
                await self._complaints.tell(post, error)
            return True
        return False

    async def _unreachable(self, post: Post) -> None:
        """Note that direct messages do not reach this person, and tell by other roads what must be told."""
        async with self._store.transaction() as tx:
            await tx.set_dm_closed(post.say.person, True)
            await tx.mark_failed(post, "direct messages are closed")
            await self._mark_for_gm(tx, post)
            if post.say.kind == "question" and await self._may_be_told(tx, post):
                await tx.queue(post.key, Say("waiting", post.say.round), self._now())
        self._again = True

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
        self._doubt.settled(post)

    async def _channel(self, row: EncounterRow, person: str) -> Place:
        if person:
            return await self._direct(person)
        return self._client.get_partial_messageable(row.channel_id, guild_id=row.guild_id)

    async def _direct(self, person: str) -> discord.DMChannel:
        """Their direct messages; where they were not yet opened, that takes a request of its own."""
        user = self._client.get_user(int(person))
        if user is None or user.dm_channel is None:
            await self._turn()
        return await self._client.create_dm(discord.Object(int(person)))

    async def _post(self, row: EncounterRow, post: Post, cards: Sequence[Card]) -> None:
        if post.say.person:
            channel = await self._channel(row, post.say.person)
            for page in range(self._pages_sent.get(post.id, 0), len(cards)):
                sent = await self._page(row, post, page, channel, cards[page])
                if post.say.kind == "reminder":
                    await self._note_reminder(post, sent)
            return
        told = await self._threads.spread(row, post, cards)
        while (page := self._pages_sent.get(post.id, 0)) < len(told):
            where, card = told[page]
            place = self._client.get_partial_messageable(where, guild_id=row.guild_id)
            try:
                sent = await self._page(row, post, page, place, card)
            except discord.HTTPException as error:
                if where == row.channel_id or not await self._threads.failed(row, post, where, error):
                    raise
                told = await self._threads.spread(row, post, cards)
            else:
                await self._threads.note_close(row, post, sent)

    async def _page(
        self, row: EncounterRow, post: Post, page: int, place: Place, card: Card
    ) -> discord.Message:
        """Send one of a post's messages, and remember that it is sent."""
        sent, _ = await self._send(place, post, card, _nonce(row, post, str(page)))
        self._pages_sent[post.id] = page + 1
        return sent

    async def _note_reminder(self, post: Post, sent: discord.Message) -> None:
        """Remember the reminder, so that it can be taken away; there is one at a time."""
        await self._take_reminder(post)
        where = MessageRow(post.key, post.say.round, "reminder", post.say.person, sent.channel.id, sent.id)
        async with self._store.transaction() as tx:
            await tx.save_message(where)

    async def _send(self, channel: Place, post: Post, card: Card, nonce: str) -> tuple[discord.Message, bool]:
        """Send a card once, and say whether it shows this card: it may have been sent before.

        The nonce makes Discord drop a repeat for some minutes; the mark is found in the channel for ever.
        """
        mark = mark_of(nonce)
        doubtful = self._doubt.about(post)
        if doubtful:
            await self._turn()
            known = await self._doubt.look(channel, post, mark)
            if known is not None:
                return known, False
        if card.chart is None:
            view = layout(card, mark)
            await self._turn()
            sent = await channel.send(view=view, allowed_mentions=NO_MENTIONS, nonce=nonce)
            return sent, not doubtful
        # Drawn beside the loop: nobody's answer waits for a picture.
        file = discord.File(BytesIO(await asyncio.to_thread(draw, card.chart)), PICTURE)
        view = layout(card, mark)
        await self._turn()
        try:
            sent = await channel.send(view=view, file=file, allowed_mentions=NO_MENTIONS, nonce=nonce)
        except discord.Forbidden as error:
            if error.code not in NO_ACCESS:
                raise
            # Where files may not be attached, the words come without the picture.
            return await self._send(channel, post, replace(card, chart=None), nonce)
        return sent, not doubtful

    async def _clear_reminder(self, row: EncounterRow, post: Post) -> None:
        """Take a reminder away once nobody of this person's is awaited any more: it would only mislead."""
        if not still_awaited(row.encounter, post.say):
            await self._take_reminder(post)

    async def _take_reminder(self, post: Post) -> None:
        """Take away the reminder this person got in this round, if there is one."""
        say = post.say
        async with self._store.reading() as reading:
            reminder = await reading.message(post.key, say.round, "reminder", say.person)
        if reminder is None:
            return
        await self._turn()
        async with self._store.transaction() as tx:
            await tx.drop_message(reminder)
        place = self._client.get_partial_messageable(reminder.channel_id)
        try:
            await place.get_partial_message(reminder.message_id).delete()
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
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
            await self._turn()
            try:
                await place.get_partial_message(known.message_id).edit(
                    view=layout(card), allowed_mentions=NO_MENTIONS
                )
            except discord.HTTPException as error:
                if error.code not in CANNOT_EDIT:
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
        # The same for every drawing of it, so that one sent before a crash is found after a change as well.
        # It names the message it stands for: a second one that cannot be edited is replaced as well.
        nonce = _nonce(row, post, f"for-{known.message_id if known is not None else 0}")
        sent, shows = await self._send(channel, post, card, nonce)
        if not shows:
            await self._turn()
            await sent.edit(view=layout(card, mark_of(nonce)), allowed_mentions=NO_MENTIONS)
        async with self._store.transaction() as tx:
            await tx.save_message(MessageRow(post.key, say.round, kind, say.person, sent.channel.id, sent.id))
            if say.person:
                await tx.set_dm_closed(say.person, False)


def _nonce(row: EncounterRow, post: Post, part: str) -> str:
    """The same for the same message, and opaque: all can read it, and a number would count posts (K-8)."""
    return blake2s(f"{post.id}-{part}".encode(), key=row.seed.encode()[:32], digest_size=12).hexdigest()
