"""What the commands about creatures share: the fight they are in, and whom they name."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import choices, find, seen_by
from bot.cogs.host import Host, Reply, not_accepted, problem
from bot.narration.words import escape
from bot.render import Card
from bot.store import EncounterRow
from rules import Combatant, Command, viewer_for


class Roster(commands.Cog):
    """The part of the cog that the parts with commands are built on."""

    _host: Host

    async def _row(self, interaction: discord.Interaction) -> EncounterRow | None:
        async with self._host.store.reading() as tx:
            return await self._host.here(tx, interaction)

    async def _do(self, interaction: discord.Interaction, key: str, command: Command, card: Card) -> Reply:
        outcome = await self._host.act(key, command, interaction.user)
        return not_accepted(outcome, interaction.user) or Reply(card)

    def _find(self, interaction: discord.Interaction, row: EncounterRow, typed: str) -> Combatant | None:
        viewer = viewer_for(row.encounter, str(interaction.user.id))
        return find(seen_by(row.encounter, viewer), typed)

    async def _names(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The creatures this person may know of, to choose from."""
        row = await self._row(interaction)
        if row is None:
            return []
        viewer = viewer_for(row.encounter, str(interaction.user.id))
        return choices(((c.name, c.id) for c in seen_by(row.encounter, viewer)), typed)


def nobody(typed: str) -> Reply:
    """The answer to a name that nobody has whom this person may know of."""
    return problem(
        f"There is nobody called “{escape(typed)}” in this fight.", "Pick a name from the list as you type."
    )
