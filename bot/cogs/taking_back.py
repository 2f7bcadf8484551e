"""Undo and redo: name first what it is about, then do it when the GM confirms."""

from __future__ import annotations

import discord

from bot.cogs.host import Host, Reply, not_accepted, nothing_here, person, problem
from bot.narration.denials import denial
from bot.store import EncounterRow
from bot.table import redo, undo
from bot.ui.corrected import ask_card, done_card
from bot.ui.ids import Press


async def ask_here(host: Host, interaction: discord.Interaction, *, back: bool) -> Reply:
    """Name what would be taken back, or brought back, in this channel's fight, even one that has ended."""
    async with host.store.reading() as tx:
        row = await host.last_here(tx, interaction)
    return nothing_here(interaction) if row is None else await _ask(host, row, interaction.user, back)


async def ask(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """The same from a button."""
    async with host.store.reading() as tx:
        row = await tx.encounter(press.key)
    if row is None:
        return problem(denial("no-such-encounter"))
    return await _ask(host, row, interaction.user, press.verb == "undo")


async def _ask(host: Host, row: EncounterRow, user: discord.abc.User, back: bool) -> Reply:
    if str(user.id) not in row.encounter.gms:
        return problem(denial("not-gm"))
    async with host.store.reading() as tx:
        act = await (tx.last_act(row.id) if back else tx.next_act(row.id))
        if act is None:
            lapsed = not back and await tx.lapsed(row.id)
            none = "nothing-to-undo" if back else "nothing-to-redo"
            return problem(denial("redo-lapsed" if lapsed else none))
        events = await tx.taken_back(row.id, act.first, act.last)
    return Reply(ask_card(row.id, row.encounter, act.kind, act.number, events, back=back))


async def confirmed(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """The GM pressed: take it back, or bring it back."""
    back, number = press.verb == "undone", int(press.extra) if press.extra.isdecimal() else 0
    kind = await _kind(host, press.key, back)
    do = undo if back else redo
    outcome = await do(host.store, press.key, person(interaction.user), number, host.now(), host.policy)
    host.moved()
    if (refused := not_accepted(outcome, interaction.user)) is not None:
        return refused
    card = done_card(press.key, outcome.before, outcome.after, kind, outcome.events, back=back)
    return Reply(card, update=True)


async def _kind(host: Host, key: str, back: bool) -> str:
    async with host.store.reading() as tx:
        act = await (tx.last_act(key) if back else tx.next_act(key))
    return act.kind if act is not None else ""
