"""/join and /leave: a player's own character."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.codes import DM_REFUSED
from bot.cogs.host import Host, Reply, answer, not_accepted, nothing_here, problem
from bot.cogs.particulars import (
    ENCUMBERED,
    SPEED,
    WEAPONS,
    Adjustment,
    Name,
    Unreadable,
    Words,
    known_side,
    made,
    read_armoury,
    read_name,
    read_speed,
)
from bot.narration.roster import particulars
from bot.narration.words import count, escape, listed, sentence
from bot.render import Button, Card, text_card
from bot.ui.ids import Press
from bot.ui.layout import NO_MENTIONS, layout
from rules import Combatant, Encounter
from rules import commands as cmd


class PlayersCog(commands.Cog):
    """/join: a player's own character."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @app_commands.command(name="join", description="Join the fight in this channel with your character.")
    @app_commands.describe(
        name="Your character's name.",
        speed=SPEED,
        weapons=WEAPONS,
        dexterity="Reaction adjustment from Dexterity, -5 to +5.",
        side="Whose side you are on. Usual: heroes.",
        encumbered=ENCUMBERED,
    )
    @app_commands.guild_only()
    async def join(
        self,
        interaction: discord.Interaction,
        name: Name,
        speed: app_commands.Range[str, 1, 20] | None = None,
        weapons: Words | None = None,
        dexterity: Adjustment = 0,
        side: app_commands.Range[str, 1, 40] = "heroes",
        encumbered: bool = False,
    ) -> None:
        """Take a seat; the bot opens a direct message to declare in."""
        work = self._join(interaction, name, speed, weapons, dexterity, side, encumbered)
        await answer(self._host, interaction, work)

    async def _join(
        self,
        interaction: discord.Interaction,
        name: str,
        speed: str | None,
        weapons: str | None,
        dexterity: int,
        side: str,
        encumbered: bool,
    ) -> Reply:
        host = self._host
        row = await host.fight(interaction)
        if row is None:
            return nothing_here(interaction)
        try:
            given = made(
                name=read_name(name),
                side=known_side(row.encounter, side, str(interaction.user.id)),
                speed=read_speed(speed, row.encounter.settings),
                weapons=read_armoury(weapons),
            )
        except Unreadable as error:
            return problem(str(error))
        combatant = Combatant(
            id=host.new_id(),
            seat=str(interaction.user.id),
            dexterity=dexterity,
            encumbered=encumbered,
            **given,
        )
        outcome = await host.act(row.id, cmd.AddCombatants(combatants=(combatant,)), interaction.user)
        if (refused := not_accepted(outcome, interaction.user)) is not None:
            return refused
        if not host.direct:
            return Reply(_joined(combatant, _CHANNEL))
        reached = await _greet(interaction, combatant)
        if reached is not None:
            async with host.store.transaction() as tx:
                await tx.set_dm_closed(str(interaction.user.id), not reached)
        return Reply(_joined(combatant, _DIRECT if reached else _CLOSED))

    @app_commands.command(name="leave", description="Leave the fight in this channel with your character.")
    @app_commands.guild_only()
    async def leave(self, interaction: discord.Interaction) -> None:
        """Give up the seat; the character leaves the fight, and nothing waits for it."""
        await answer(self._host, interaction, self._leave(interaction))

    async def _leave(self, interaction: discord.Interaction) -> Reply:
        row = await self._host.fight(interaction)
        if row is None:
            return nothing_here(interaction)
        own = _own(row.encounter, interaction.user)
        if len(own) < 2:
            return await left(self._host, row.id, row.encounter, interaction.user)
        button = Button("Leave with all of them", str(Press("leave", row.id)), "danger")
        told = listed(escape(c.name) for c in own)
        lines = (
            f"You declare for {count(len(own), 'creature')} in this fight: {told}.",
            "A single one leaves with `/combatant remove`.",
        )
        return Reply(text_card("### Leave with all of them?", lines, "problem", (button,)))


def _own(encounter: Encounter, user: discord.abc.User) -> list[Combatant]:
    return [c for c in encounter.combatants if c.seat == str(user.id)]


_DIRECT = "I have sent you a direct message: that is where you declare, in private."
_CHANNEL = "When a round opens, press **My declaration**: only you see what you choose there."
_CLOSED = (
    "📵 I cannot send you direct messages. To allow them: server name, *Privacy Settings*, "
    "*Direct Messages*. Without them, use the **My declaration** button when a round opens: "
    "it is just as private."
)
"""Where a player will declare."""


async def left(
    host: Host, key: str, encounter: Encounter, user: discord.abc.User, *, update: bool = False
) -> Reply:
    """Take all of this person's creatures out of the fight."""
    own = _own(encounter, user)
    if not own:
        return problem("You have nobody in this fight.", "Use `/join` to come in.")
    for combatant in own:
        outcome = await host.act(key, cmd.RemoveCombatant(who=combatant.id), user)
        if (refused := not_accepted(outcome, user)) is not None:
            return refused
    told = listed(escape(c.name) for c in own)
    card = text_card("", (f"✅ {told} left the fight. `/join` brings you back.",), "private")
    return Reply(card, update=update)


async def leave_with_all(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """The confirmation of leaving with several was pressed."""
    async with host.store.reading() as tx:
        row = await tx.encounter(press.key)
    if row is None:
        return problem("This fight is over.")
    return await left(host, row.id, row.encounter, interaction.user, update=True)


async def _greet(interaction: discord.Interaction, combatant: Combatant) -> bool | None:
    """Open the direct message now, in answer to the player's own command.

    False if the player takes none; None if it failed for a reason that says nothing of that.
    """
    where = f"<#{interaction.channel_id}>"
    card = text_card(
        f"### {escape(combatant.name)} is in the fight in {where}",
        ("When a round opens, you get a panel here to declare in. Nobody else sees it.",),
        "private",
    )
    try:
        await interaction.user.send(view=layout(card), allowed_mentions=NO_MENTIONS)
    except discord.HTTPException as error:
        return False if error.code in DM_REFUSED else None
    return True


def _joined(combatant: Combatant, where: str) -> Card:
    lines = [
        f"{sentence(particulars(combatant))}.",
        "`/combatant edit` changes this, `/combatant ability` adds an ability.",
        where,
    ]
    return text_card(f"### {escape(combatant.name)} joins the fight", lines, "private")
