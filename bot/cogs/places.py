"""Where a command was given, as far as it matters to whether the bot can speak there."""

from __future__ import annotations

import discord
from discord.abc import GuildChannel

from bot.narration.needs import Place
from bot.narration.words import escape, listed


def place_of(interaction: discord.Interaction) -> Place:
    """What the bot is allowed in this channel or thread, by Discord's own reckoning."""
    mine, channel = interaction.app_permissions, interaction.channel
    # Discord grants an administrator everything, whatever else is written. Some bits have several keys.
    allowed = frozenset(
        key for key in discord.Permissions.VALID_FLAGS if mine.administrator or getattr(mine, key)
    )
    ruled_by = channel.parent if isinstance(channel, discord.Thread) else channel
    missing = discord.Permissions.VALID_FLAGS.keys() - allowed
    denied = {key: _denied_to(ruled_by, key) for key in missing} if isinstance(ruled_by, GuildChannel) else {}
    if not isinstance(channel, discord.Thread):
        return Place(allowed, denied, threads=isinstance(channel, discord.TextChannel))
    manages = "manage_threads" in allowed
    return Place(
        allowed,
        denied,
        thread=True,
        shut=channel.locked and not manages,
        outside=channel.is_private() and channel.me is None and not manages,
    )


def _denied_to(channel: GuildChannel, key: str) -> str:
    """Whom the channel denies that permission to, the bot among them; nothing where no role has it (FK-P7).

    What it says of the bot itself goes before what it says of its roles, and that before everyone.
    """
    me, everyone = channel.guild.me, channel.guild.default_role
    if getattr(channel.overwrites_for(me), key) is False:
        return "me"
    roles = [r for r in me.roles if r != everyone and getattr(channel.overwrites_for(r), key) is False]
    if roles:
        return listed(f"the role {escape(role.name)}" for role in roles)
    return "everyone" if getattr(channel.overwrites_for(everyone), key) is False else ""
