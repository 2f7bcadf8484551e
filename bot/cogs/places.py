"""Where a command was given, as far as it matters to whether the bot can speak there."""

from __future__ import annotations

import discord

from bot.narration.needs import Place


def place_of(interaction: discord.Interaction) -> Place:
    """What the bot is allowed in this channel or thread, by Discord's own reckoning."""
    mine, channel = interaction.app_permissions, interaction.channel
    # Discord grants an administrator everything, whatever else is written. Some bits have several keys.
    allowed = frozenset(
        key for key in discord.Permissions.VALID_FLAGS if mine.administrator or getattr(mine, key)
    )
    if not isinstance(channel, discord.Thread):
        return Place(allowed, threads=isinstance(channel, discord.TextChannel))
    manages = "manage_threads" in allowed
    return Place(
        allowed,
        thread=True,
        shut=channel.locked and not manages,
        outside=channel.is_private() and channel.me is None and not manages,
    )
