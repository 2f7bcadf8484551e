"""The command tree as text: every command, its options, and what they are for."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from discord import app_commands
from discord.ext import commands

from bot.client import cogs, host_for, opaque_id
from bot.config import Config
from bot.store import Store


async def listing() -> str:
    """Every command with its description and options."""
    with TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "unused.sqlite3")
        try:
            made = cogs(host_for(Config(), store, opaque_id, lambda: None))
        finally:
            await store.close()
    found = (command for cog in made for command in cog.walk_app_commands())
    return "\n".join(
        line for command in found if isinstance(command, app_commands.Command) for line in _described(command)
    )


def _described(command: app_commands.Command[commands.Cog, ..., object]) -> list[str]:
    direct = command.allowed_contexts is not None and command.allowed_contexts.dm_channel
    where = " (also in direct messages)" if direct else ""
    lines = [f"/{command.qualified_name}{where}", f"    {command.description}"]
    for option in command.parameters:
        kind = option.type.name.replace("_", " ")
        need = "" if option.required else ", optional"
        picks = f" One of: {', '.join(c.name for c in option.choices)}." if option.choices else ""
        lines.append(f"    {option.display_name} ({kind}{need}): {option.description}{picks}")
    return lines
