"""What the commands about creatures share: the fight they are in, and whom they name."""

from __future__ import annotations

from collections import Counter

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import choices, find, known_to, label, nobody_called
from bot.cogs.host import Host, Reply, for_gm, not_accepted, nothing_here, problem
from bot.cogs.meant import creature_choices
from bot.narration.words import clean
from bot.render import Card
from bot.store import EncounterRow
from rules import Combatant, Command, Encounter

MOST_VALUE = 100
"""Characters of a choice, and of what it stands for."""

Several = app_commands.Range[str, 1, 500]
"""Names of creatures or groups, commas between."""


class Roster(commands.Cog):
    """The part of the cog that the parts with commands are built on."""

    _host: Host

    async def _row(self, interaction: discord.Interaction) -> EncounterRow | None:
        return await self._host.fight(interaction)

    async def _gms(self, interaction: discord.Interaction) -> EncounterRow | Reply:
        """The fight, for its GM; why not, for everybody else."""
        return for_gm(await self._row(interaction), interaction)

    async def _do(self, interaction: discord.Interaction, key: str, command: Command, card: Card) -> Reply:
        outcome = await self._host.act(key, command, interaction.user)
        return not_accepted(outcome, interaction.user) or Reply(card)

    async def _meant(
        self, interaction: discord.Interaction, typed: str
    ) -> tuple[EncounterRow, Combatant] | Reply:
        """The fight and whom of it is named, of whom this person may know; or why not."""
        row = await self._row(interaction)
        if row is None:
            return nothing_here(interaction)
        found = find(known_to(row.encounter, str(interaction.user.id)), typed)
        return (row, found) if found is not None else nobody(typed)

    async def _names(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The creatures this person may know of, to choose from."""
        return await creature_choices(self._host, interaction, typed)

    async def _several(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The same, and their groups; after a comma, one more of them."""
        row = await self._row(interaction)
        if row is None:
            return []
        seen = known_to(row.encounter, str(interaction.user.id))
        before, comma, last = typed.rpartition(",")
        begun = f"{before.strip()}, " if comma else ""
        groups = Counter(c.group for c in seen if c.group)
        pairs = [(f"{begun}{many} × {name}", f"{begun}{name}") for name, many in groups.items() if many > 1]
        pairs += [(f"{begun}{label(c)}", f"{begun}{c.name}" if begun else c.id) for c in seen]
        # A list too long for a choice can still be typed.
        return choices(
            [pair for pair in pairs if max(map(len, pair)) <= MOST_VALUE], f"{begun}{last.strip()}"
        )


def named(encounter: Encounter, person: str, typed: str) -> tuple[Combatant, ...]:
    """Everybody who is named, of whom this person may know: creatures, groups or sides, commas between.

    Raises Unknown with the first name that nobody has.
    """
    seen = known_to(encounter, person)
    found: dict[str, Combatant] = {}
    for part in filter(None, (clean(each) for each in typed.split(","))):
        wanted = part.casefold()
        meant = [c for c in seen if part == c.id or wanted in (c.name.casefold(), c.known_as.casefold())]
        meant = meant[:1] or [c for c in seen if c.group.casefold() == wanted]
        meant = meant or [c for c in seen if c.side.casefold() == wanted]
        if not meant and (one := find(seen, part)) is not None:
            meant = [one]
        if not meant:
            raise Unknown(part)
        found |= {c.id: c for c in meant}
    if not found:
        raise Unknown(typed)
    return tuple(found.values())


class Unknown(Exception):
    """Nobody is called what was typed, as far as who asks may know."""


def nobody(typed: str) -> Reply:
    """The answer to a name that nobody has whom this person may know of."""
    return problem(nobody_called(typed))
