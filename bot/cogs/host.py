"""What every cog shares: the store, the clock's time, and the one way to answer an interaction."""

from __future__ import annotations

import asyncio
import io
import logging
import re
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import aiohttp
import discord

from bot.logs import about, brief, concerns
from bot.measures import UNMEASURED, Measures
from bot.narration.denials import denial
from bot.narration.refusals import refusal
from bot.narration.words import Names
from bot.render import Card, Form, text_card
from bot.store import DraftRow, EncounterRow, Store, StoreTrouble, Transaction
from bot.table import Denial, Outcome, Person, Policy, act, act_as_one
from bot.ui.ids import Press, parse
from bot.ui.layout import NO_MENTIONS, layout, modal
from rules import Command, viewer_for

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to an interaction: a card, or a form; `update` changes the message that was pressed.

    `more` follows the card where it does not fit into one message.
    """

    card: Card | None = None
    more: tuple[Card, ...] = ()
    form: Form | None = None
    update: bool = False
    public: bool = False
    files: tuple[tuple[str, str], ...] = ()
    """Texts that follow as files, by their names."""


@dataclass(frozen=True)
class Host:
    """What the cogs work with. `moved` is called after a commit: it wakes the clock and the outbox.

    `new_id` gives short ids that are opaque, `new_seed` seeds that nobody can guess. Where `direct` is false,
    another process hears the direct messages, and people declare in the channel.
    """

    store: Store
    policy: Policy
    now: Callable[[], datetime]
    new_id: Callable[[], str]
    moved: Callable[[], None]
    declaration_seconds: int
    answer_seconds: float
    direct: bool
    new_seed: Callable[[], str]
    measures: Measures = UNMEASURED

    async def act(
        self,
        key: str,
        command: Command,
        by: discord.abc.User,
        *,
        panel_drawn: bool = False,
        drafts: Collection[str] = (),
    ) -> Outcome:
        """One command through the table, then wake whoever has to speak."""
        now, who = self.now(), person(by)
        outcome = await act(
            self.store, key, command, who, now, self.policy, panel_drawn=panel_drawn, drafts=drafts
        )
        self.moved()
        return outcome

    async def act_as_one(
        self, key: str, commands: Sequence[Command], by: discord.abc.User, using: DraftRow | None = None
    ) -> Outcome:
        """Several commands of a kind, all or none; with `using`, if the draft they are made of stands."""
        outcome = await act_as_one(self.store, key, commands, person(by), self.now(), self.policy, using)
        self.moved()
        return outcome

    async def fight(self, interaction: discord.Interaction) -> EncounterRow | None:
        """The same as `here`, where nothing else is read with it."""
        async with self.store.reading() as tx:
            return await self.here(tx, interaction)

    async def last_here(self, tx: Transaction, interaction: discord.Interaction) -> EncounterRow | None:
        """The same as `here`, but in a channel without an open fight the one that ended last."""
        row = await self.here(tx, interaction)
        if row is None and interaction.guild_id is not None and interaction.channel_id is not None:
            row = await tx.last_encounter_in(interaction.channel_id)
        return row

    async def here(self, tx: Transaction, interaction: discord.Interaction) -> EncounterRow | None:
        """The encounter an interaction is about: the channel's, or in a direct message the only one."""
        row = await self._here(tx, interaction)
        if row is not None:
            concerns(row.id)
        return row

    async def _here(self, tx: Transaction, interaction: discord.Interaction) -> EncounterRow | None:
        if interaction.guild_id is not None and interaction.channel_id is not None:
            return await tx.encounter_in(interaction.channel_id)
        rows = await tx.encounters_of(str(interaction.user.id))
        declaring = [row for row in rows if row.encounter.round.stage == "declaring"]
        candidates = declaring or list(rows)
        return candidates[0] if len(candidates) == 1 else None


Pressed = Callable[[Host, discord.Interaction, Press], Awaitable[Reply]]
"""What a press, or a form sent in, comes to."""


def person(user: discord.abc.User) -> Person:
    """Who asks, as the table knows people."""
    return Person(str(user.id))


def nothing_here(interaction: discord.Interaction) -> Reply:
    """The answer where there is no encounter."""
    if interaction.guild_id is None:
        return problem(
            "I cannot tell which fight you mean: you are in none, or in several at once.",
            "Use the command in the fight's own channel; only you will see the answer.",
        )
    return problem("There is no fight in this channel.", "A GM starts one with `/encounter begin`.")


def for_gm(row: EncounterRow | None, interaction: discord.Interaction) -> EncounterRow | Reply:
    """The fight, if there is one and who asks is its GM; else why not."""
    if row is None:
        return nothing_here(interaction)
    return row if str(interaction.user.id) in row.encounter.gms else problem(denial("not-gm"))


def problem(*lines: str) -> Reply:
    """What went wrong and what to do, for the one who asked."""
    return Reply(text_card("", ("⚠️ " + " ".join(lines),), "problem"))


async def only_gm(host: Host, key: str, user: discord.abc.User) -> Reply | None:
    """Why what is the GM's is not for this person; None for the GM, and where the fight is not known."""
    async with host.store.reading() as tx:
        row = await tx.encounter(key)
    return None if row is None or str(user.id) in row.encounter.gms else problem(denial("not-gm"))


def not_accepted(outcome: Outcome, user: discord.abc.User) -> Reply | None:
    """Why the outcome is a refusal, in words for this person; None if it was accepted."""
    if outcome.refusal is None:
        return None
    if isinstance(outcome.refusal, Denial):
        return problem(denial(outcome.refusal.code, outcome.refusal.number))
    names = Names(outcome.after, viewer_for(outcome.after, str(user.id)))
    return problem(refusal(outcome.refusal, outcome.after, names))


def paged(cards: Sequence[Card]) -> Reply:
    """The cards as one answer: the first, and what follows it where it does not fit into one message."""
    first, *more = cards
    return Reply(first, more=tuple(more))


async def at_once(reply: Reply) -> Reply:
    """A reply as work to answer with, where there is nothing to do for it."""
    return reply


async def answer(
    host: Host, interaction: discord.Interaction, work: Awaitable[Reply], *, update: bool = False
) -> bool:
    """Do the work and answer with it, acknowledging in time whatever is slow (FK-I1).

    Done within `answer_seconds`, the answer is the acknowledgement; otherwise Discord is told that we
    are at it, and the answer follows. What was saved stays saved if the answer cannot be delivered;
    False then, so that it can be shown by another way (FK-I2).
    """
    press = _pressed(interaction)
    key = press.key if press is not None and press.key.isalnum() else ""
    with about(interaction=str(interaction.id), encounter=key):
        began = time.monotonic()
        delivered = await _answered(host, interaction, work, update)
        took = round(1000 * (time.monotonic() - began))
        _LOG.info("%s %s after %s ms", _asked(interaction), "answered" if delivered else "NOT answered", took)
    return delivered


def _asked(interaction: discord.Interaction) -> str:
    """What was asked for, without anything that was typed."""
    if interaction.command is not None:
        return f"/{interaction.command.qualified_name}"
    press = _pressed(interaction)
    # The verb may be forged; only a word is written down.
    return (
        f"press {press.verb}" if press is not None and re.fullmatch(r"[a-z]{1,20}", press.verb) else "press"
    )


def _pressed(interaction: discord.Interaction) -> Press | None:
    data: dict[str, Any] = dict(interaction.data or {})
    return parse(str(data.get("custom_id", "")))


async def _answered(
    host: Host, interaction: discord.Interaction, work: Awaitable[Reply], update: bool
) -> bool:
    began = time.monotonic()
    task = asyncio.ensure_future(work)
    done, _ = await asyncio.wait({task}, timeout=host.answer_seconds)
    try:
        if not done:
            await interaction.response.defer(ephemeral=True, thinking=not update)
            host.measures.acknowledged(time.monotonic() - began)
        reply = await _outcome(task)
        await (_send(interaction, reply) if done else _late(interaction, reply, update))
        if done:
            host.measures.acknowledged(time.monotonic() - began)
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
        # The interaction ran out or is unknown: the work is done all the same, and boards and panels show it.
        _LOG.warning("An answer could not be delivered: %s", brief(error))
        await asyncio.gather(task, return_exceptions=True)
        return False
    return True


async def _outcome(task: asyncio.Future[Reply]) -> Reply:
    try:
        return await task
    except StoreTrouble as trouble:
        _LOG.error("A command could not be stored: %s", trouble)
        return problem(
            f"I cannot save anything just now: {trouble}. Nothing was changed.",
            "Tell whoever runs this bot, and try again after that.",
        )
    except Exception:
        _LOG.exception("A command failed")
        return problem(
            "Something went wrong on my side, and nothing was changed.",
            "Try once more; if it happens again, tell whoever runs this bot.",
        )


async def _send(interaction: discord.Interaction, reply: Reply) -> None:
    if reply.form is not None:
        await interaction.response.send_modal(modal(reply.form))
        return
    assert reply.card is not None
    if reply.update:
        # The box keeps its id: by it the outbox may still have to find the message.
        view = layout(reply.card, _mark(interaction))
        await interaction.response.edit_message(view=view, allowed_mentions=NO_MENTIONS)
    else:
        await interaction.response.send_message(
            view=layout(reply.card), ephemeral=not reply.public, allowed_mentions=NO_MENTIONS
        )
    await _send_more(interaction, reply)


def _mark(interaction: discord.Interaction) -> int | None:
    components = interaction.message.components if interaction.message is not None else []
    return getattr(components[0], "id", None) if components else None


async def _late(interaction: discord.Interaction, reply: Reply, update: bool) -> None:
    """Answer after deferring; what is no update of the message pressed leaves that message as it is."""
    if reply.form is not None or reply.card is None:
        reply = problem("That took too long to open a form.", "Press once more, or use `/declare`.")
    assert reply.card is not None
    view = layout(reply.card)
    if update and not reply.update:
        await interaction.followup.send(view=view, ephemeral=True, allowed_mentions=NO_MENTIONS)
    else:
        await interaction.edit_original_response(view=view, allowed_mentions=NO_MENTIONS)
    await _send_more(interaction, reply)


async def _send_more(interaction: discord.Interaction, reply: Reply) -> None:
    if reply.files:
        # A message of components shows no files beside them, so these get one of their own.
        files = [discord.File(io.BytesIO(text.encode()), name) for name, text in reply.files]
        await interaction.followup.send(files=files, ephemeral=True, allowed_mentions=NO_MENTIONS)
    for card in reply.more:
        await interaction.followup.send(
            view=layout(card), ephemeral=not reply.public, allowed_mentions=NO_MENTIONS
        )
