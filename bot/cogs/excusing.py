"""/excuse: a player who is away gets time, or leaves an order for the deadline."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import choices, find, nobody_called
from bot.cogs.host import Host, Reply, answer, not_accepted, nothing_here, person, problem
from bot.cogs.times import closes
from bot.narration.orders import order_said
from bot.narration.words import count, escape
from bot.render import Button, text_card
from bot.store import EncounterRow
from bot.store.excuses import OrderKind
from bot.table import excuse, order
from bot.ui.ids import Press
from rules import Combatant


class ExcusingCog(commands.Cog):
    """Players who are away."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @app_commands.command(name="excuse", description="You are away: get more time, or leave an order.")
    @app_commands.describe(
        order="What your character does at the deadline. Left out: you see what there is to choose.",
        combatant="For whom, if you declare for several; the GM: for anybody's.",
    )
    @app_commands.choices(
        order=[
            app_commands.Choice(name="on guard: no action, and no Delay", value="guard"),
            app_commands.Choice(name="the same as last round", value="last"),
            app_commands.Choice(name="no order any more", value="none"),
        ]
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def excuse(
        self,
        interaction: discord.Interaction,
        order: Literal["guard", "last", "none"] | None = None,
        combatant: app_commands.Range[str, 1, 100] = "",
    ) -> None:
        """Show what there is, or leave an order at once."""
        await answer(self._host, interaction, self._excuse(interaction, order, combatant))

    async def _excuse(self, interaction: discord.Interaction, kind: str | None, typed: str) -> Reply:
        row = await self._host.fight(interaction)
        if row is None:
            return nothing_here(interaction)
        about = _about(row, str(interaction.user.id), typed)
        if isinstance(about, Reply):
            return about
        if kind is None:
            return await _choices(self._host, row, about)
        return await _ordered(self._host, row.id, interaction.user, about.id, kind)

    @excuse.autocomplete("combatant")
    async def _names(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        row = await self._host.fight(interaction)
        known = _theirs(row, str(interaction.user.id)) if row is not None else ()
        return choices(((c.name, c.id) for c in known), typed)


def _theirs(row: EncounterRow, who: str) -> tuple[Combatant, ...]:
    """Whom this person may excuse: the own, before all that have a player if it is the GM."""
    own = tuple(c for c in row.encounter.combatants if c.seat == who)
    gm = who in row.encounter.gms
    return own + tuple(c for c in row.encounter.combatants if gm and c.seat not in (None, who))


def _about(row: EncounterRow, who: str, typed: str) -> Combatant | Reply:
    """Whom it is about, or why nobody."""
    theirs = _theirs(row, who)
    if typed:
        found = find(theirs, typed)
        return found or problem(nobody_called(typed))
    gm = who in row.encounter.gms
    if gm and not any(c.seat == who for c in theirs):
        return problem("Say whom you excuse.", "`/excuse combatant:` takes anybody who has a player.")
    return theirs[0] if theirs else problem("You have nobody in this fight.", "Use `/join` first.")


async def _choices(host: Host, row: EncounterRow, about: Combatant) -> Reply:
    """What there is to choose, with buttons, and what stands."""
    assert about.seat is not None
    async with host.store.reading() as tx:
        used = await tx.excuses(row.id, about.seat)
        kind = (await tx.orders(row.id)).get(about.id)
    name, allowed = escape(about.name), row.options.excuses
    press = Press("away", row.id, row.encounter.round.number, about.id)
    left = max(0, allowed - len(used))
    silence = "No order stands: whoever says nothing by the deadline has a Delay."
    lines = [f"📌 **Now:** at each deadline {name} {order_said(kind)}." if kind else f"📌 {silence}"]
    lines.append(f"⏳ **More time** puts the deadline off, {count(left, 'time')} more." if left else "")
    lines.append("⏳ There is no more time to be had in this fight." if allowed and not left else "")
    lines.append("An order speaks at each deadline, without a Delay, until the player declares again:")
    lines.append(f"▸ **On guard:** {name} {order_said('guard')}.")
    lines.append(f"▸ **Same as last round:** {name} {order_said('last')}.")
    buttons = [
        Button("More time", press.to("away", "time"), "primary") if left else None,
        Button("On guard", press.to("away", "guard")) if kind != "guard" else None,
        Button("Same as last round", press.to("away", "last")) if kind != "last" else None,
        Button("No order", press.to("away", "none")) if kind else None,
    ]
    shown = tuple(button for button in buttons if button is not None)
    return Reply(text_card(f"### {name} is away?", [line for line in lines if line], "private", shown))


async def _ordered(host: Host, key: str, user: discord.abc.User, who: str, kind: str) -> Reply:
    chosen: OrderKind | None = "guard" if kind == "guard" else "last" if kind == "last" else None
    outcome = await order(host.store, key, person(user), who, chosen, host.now(), host.policy)
    host.moved()
    if (refused := not_accepted(outcome, user)) is not None:
        return refused
    combatant = outcome.after.combatant(who)
    name = escape(combatant.name)
    own = combatant.seat == str(user.id)
    heard = "" if own else " Its player is told."
    if chosen is None:
        return Reply(text_card("", (f"✅ No order stands for {name} any more.{heard}",), "private"))
    until = "you declare" if own else "its player declares"
    done = f"📌 Until {until} again: at each deadline {name} {order_said(chosen)}."
    return Reply(text_card("", (done, f"There is no Delay for it, and no reminder.{heard}"), "private"))


async def away(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """One of the buttons of `/excuse`."""
    if press.extra != "time":
        return await _ordered(host, press.key, interaction.user, press.who, press.extra)
    by = person(interaction.user)
    outcome = await excuse(host.store, press.key, by, press.who, host.now(), host.policy)
    host.moved()
    refused = not_accepted(outcome, interaction.user)
    done = f"✅ There is more time.{closes(outcome.row, host.now())} The channel hears of it, not why."
    return refused or Reply(text_card("", (done,), "private"))
