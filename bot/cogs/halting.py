"""The clock stopped, running again, and those awaited reminded, at the GM's word."""

from __future__ import annotations

import discord

from bot.cogs.host import Host, Reply, not_accepted, person
from bot.narration.words import Names, listed
from bot.render import relative, text_card
from bot.table import nudge, pause, quiet_until, resume
from bot.ui.ids import Press
from rules import GAMEMASTER


async def paused(host: Host, key: str, user: discord.abc.User) -> Reply:
    """Stop the clock."""
    outcome = await pause(host.store, key, person(user), host.now(), host.policy)
    host.moved()
    done = "✅ The clock stands still. Players can still declare; `/round resume` lets it run again."
    return not_accepted(outcome, user) or Reply(text_card("", (done,), "private"))


async def resumed(host: Host, key: str, user: discord.abc.User) -> Reply:
    """Let the clock run again, and say until when."""
    outcome = await resume(host.store, key, person(user), host.now(), host.policy)
    host.moved()
    if (refused := not_accepted(outcome, user)) is not None:
        return refused
    until = outcome.row.closes_at if outcome.row else None
    closes = f" Declarations close {relative(until)}." if until else ""
    return Reply(text_card("", (f"✅ The clock runs again.{closes}",), "private"))


async def nudged(host: Host, key: str, user: discord.abc.User) -> Reply:
    """Remind those who have yet to declare, and say whom."""
    outcome = await nudge(host.store, key, person(user), host.now(), host.policy)
    host.moved()
    if (refused := not_accepted(outcome, user)) is not None:
        return refused
    after = outcome.after
    row = outcome.row
    if (
        row is not None
        and row.remind_at is not None
        and quiet_until(host.now(), row.options) == row.remind_at
    ):
        later = f"🌙 It is quiet hours: who is still awaited then is reminded {relative(row.remind_at)}."
        return Reply(text_card("", (later,), "private"))
    who = listed(Names(after, GAMEMASTER).several(c for c in after.awaited if c.seat is not None))
    return Reply(text_card("", (f"✅ Reminded in private: the players of {who}.",), "private"))


async def clock_pressed(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """A button of the console about the clock."""
    do = {"pause": paused, "resume": resumed, "nudge": nudged}[press.verb]
    return await do(host, press.key, interaction.user)
