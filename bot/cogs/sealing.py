"""Sealing what a panel shows, and taking it back."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.cogs.adding import add_minors, placed
from bot.cogs.host import Host, Reply, not_accepted
from bot.cogs.panels import Sheet, desk_for
from bot.ui.desk import Desk, title_of
from bot.ui.draft import for_member, fresh, group_members
from bot.ui.panel import panel
from rules import commands as cmd


async def seal(host: Host, page: Sheet, user: discord.abc.User, mark: str) -> Reply:
    """Seal what the panel shows; what cannot stand is said and stays in the panel.

    `mark` is of the plan the button was made for: another panel may have changed it, or sealed it.
    """
    encounter = page.row.encounter
    if not page.draft.picked or mark != page.draft.mark:
        return page.drawn("🔄 This panel showed something older. This is how it stands now.")
    members = group_members(encounter, page.who)
    declarations = tuple(for_member(page.draft.declaration, m.id) for m in members)
    command = cmd.Declare(declarations=declarations, round=encounter.round.number)
    if page.desk.late:
        return await _late(host, page, command, user)
    outcome = await host.act(page.row.id, command, user, panel_drawn=page.standing, drafts=page.drafts)
    if (refused := not_accepted(outcome, user)) is not None:
        said = refused.card.text if refused.card else ""
        return page.drawn(said) if outcome.after.round.stage == "declaring" else refused
    assert outcome.row is not None
    left = {who: kind for who, kind in page.desk.orders.items() if who not in {m.id for m in members}}
    desk = desk_for(outcome.row, page.desk.person, left)
    following = _next_open(desk, page.who)
    if following is not None and page.draft.spoken is None:
        name = title_of(page.desk, page.who)
        first = fresh(following.removeprefix("*"))
        done = f"✅ {name}: sealed. Next: {title_of(desk, following)}."
        return Reply(panel(desk, following, first, done), update=True)
    sealed = page.draft.model_copy(update={"editing": False, "spoken": None})
    # What was said in words of its own stands there as a receipt; the panel is for the others.
    rest = f"✏️ Still to declare: {title_of(desk, following)}." if following is not None else ""
    return Sheet(outcome.row, desk, page.who, sealed).drawn(rest)


async def _late(host: Host, page: Sheet, command: cmd.Declare, user: discord.abc.User) -> Reply:
    """Declare after the close: it counts at once, and is read back as it was placed (S-25, P-3 to P-5)."""
    declaration, stage = page.draft.declaration, page.row.encounter.round.stage
    members = group_members(page.row.encounter, page.who)
    if stage == "resolving" and declaration.major is None and declaration.minors:
        added = await add_minors(host, page.row, members, declaration.minors, user)
        assert added.card is not None
        if added.card.tone == "problem":
            return page.drawn(added.card.text)
        await forget(host, page)
        return replace(added, update=True)
    outcome = await host.act(page.row.id, command, user, drafts=page.drafts)
    if (refused := not_accepted(outcome, user)) is not None:
        still = outcome.row is not None and desk_for(outcome.row, page.desk.person).late
        return page.drawn(refused.card.text) if still and refused.card else refused
    return Reply(placed(outcome, members[0], page.desk.person), update=True)


def _next_open(desk: Desk, who: str) -> str | None:
    """Another of the person's creatures that has yet to declare."""
    following = desk.first()
    if following is None or following == who:
        return None
    members = group_members(desk.encounter, following)
    return following if any(desk.encounter.declaration(m.id) is None for m in members) else None


async def forget(host: Host, page: Sheet) -> None:
    """Drop the drafts of whom the panel is for."""
    number = page.row.encounter.round.number
    async with host.store.transaction() as tx:
        for who in page.drafts:
            await tx.drop_draft(page.row.id, number, page.desk.person, who)


async def withdraw(host: Host, page: Sheet, user: discord.abc.User) -> Reply:
    """Take back what is sealed."""
    outcome = None
    if page.row.encounter.declaration(page.who.removeprefix("*")) is None:
        return page.drawn("🔄 Nothing is sealed any more. This is how it stands now.")
    for member in group_members(page.row.encounter, page.who):
        command = cmd.Withdraw(who=member.id, round=page.row.encounter.round.number)
        outcome = await host.act(page.row.id, command, user, panel_drawn=page.standing)
        if (refused := not_accepted(outcome, user)) is not None:
            return refused
    await forget(host, page)
    assert outcome is not None
    assert outcome.row is not None
    desk = desk_for(outcome.row, page.desk.person, page.desk.orders)
    first = fresh(page.who.removeprefix("*"))
    return Reply(panel(desk, page.who, first, "↩️ Withdrawn. Nothing is sealed now."), update=True)
