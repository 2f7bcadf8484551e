"""/help: what whoever asks can do here and now."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.host import Host, Reply, answer
from bot.ui.helping import help_card, no_fight
from bot.ui.standing import standing


class HelpCog(commands.Cog):
    """Help by who asks and what comes next."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @app_commands.command(name="help", description="What you can do here and now.")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def help(self, interaction: discord.Interaction) -> None:
        """A few lines, for whoever asks alone."""
        await answer(self._host, interaction, self._help(interaction))

    async def _help(self, interaction: discord.Interaction) -> Reply:
        who = str(interaction.user.id)
        private = interaction.guild_id is None
        async with self._host.store.reading() as tx:
            row = await self._host.last_here(tx, interaction)
            theirs = await tx.encounters_of(who) if private else ()
        if row is not None:
            return Reply(help_card(row, who, private=private))
        return Reply(standing(theirs, who) if theirs else no_fight(private))
