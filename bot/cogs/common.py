"""Small pieces the commands share: finding combatants by what was typed, and choices as one types."""

from __future__ import annotations

from collections.abc import Iterable

import discord
from discord import app_commands

from bot.render import MOST_CHOICES, cut
from rules import Combatant, Encounter, Viewer

MORE = "… more: type a few letters"
"""The last choice where there are more than Discord shows."""


def seen_by(encounter: Encounter, viewer: Viewer) -> tuple[Combatant, ...]:
    """The combatants this viewer may know of."""
    return tuple(c for c in encounter.combatants if viewer.gm or not c.hidden or c.id in viewer.owns)


def find(combatants: Iterable[Combatant], typed: str) -> Combatant | None:
    """The combatant of that id or name; a unique beginning of a name will do."""
    known = list(combatants)
    wanted = typed.strip().casefold()
    for c in known:
        if c.id == typed or c.name.casefold() == wanted:
            return c
    begins = [c for c in known if c.name.casefold().startswith(wanted)] if wanted else []
    return begins[0] if len(begins) == 1 else None


def choices(pairs: Iterable[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    """Names and values as choices: those that fit what was typed, as many as Discord shows (FK-L7)."""
    wanted = typed.strip().casefold()
    fit = [(name, value) for name, value in pairs if wanted in name.casefold()]
    fit.sort(key=lambda pair: not pair[0].casefold().startswith(wanted))
    made = [app_commands.Choice(name=cut(name, 100), value=value[:100]) for name, value in fit]
    if len(made) > MOST_CHOICES:
        made = [*made[: MOST_CHOICES - 1], app_commands.Choice(name=MORE, value=cut(typed, 100) or MORE)]
    return made


def mention(user: discord.abc.User) -> str:
    """The person's name, plain: nothing the bot says pings anybody."""
    return user.display_name
