"""/combatant import: many creatures at once, from pasted lines or a file; all of them, or none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import discord
from discord import app_commands

from bot.cogs.host import Host, Reply, answer, not_accepted, paged, problem
from bot.cogs.newcomers import Newcomers, combatants_of, told_newcomers
from bot.cogs.particulars import Unreadable, known_side
from bot.cogs.pasted import LINE, read_file, read_pasted
from bot.cogs.roster import Roster
from bot.narration.denials import denial
from bot.narration.words import count
from bot.render import Field, Form, pages
from bot.store import EncounterRow
from bot.ui.ids import Press
from bot.ui.layout import submitted
from rules import Combatant, Settings
from rules import commands as cmd

LARGEST = 64 * 1024
"""Bytes of a file that is read."""

_MOST_PASTED = 4000
"""Characters that Discord takes in a form."""


class Importing(Roster):
    """Bringing in many at once."""

    @app_commands.command(name="import", description="Add many creatures at once: lines or a file (GM).")
    @app_commands.rename(attached="file")
    @app_commands.describe(
        text="One creature in a line. Leave it empty to paste many.",
        attached="A JSON or TOML file with creatures, at most 64 KB.",
    )
    @app_commands.guild_only()
    async def import_(
        self,
        interaction: discord.Interaction,
        text: app_commands.Range[str, 1, _MOST_PASTED] | None = None,
        attached: discord.Attachment | None = None,
    ) -> None:
        """Read lines or a file; with neither, a form opens to paste into."""
        await answer(self._host, interaction, self._import(interaction, text, attached))

    async def _import(
        self, interaction: discord.Interaction, text: str | None, attached: discord.Attachment | None
    ) -> Reply:
        row = await self._gms(interaction)
        if isinstance(row, Reply):
            return row
        if attached is None:
            return _form(row.id) if text is None else await _lines(self._host, interaction, row, text)
        if attached.size > LARGEST or not attached.filename.lower().endswith((".json", ".toml")):
            return problem(
                "I cannot use this file.", "Attach a JSON or TOML file of at most 64 KB, or paste lines."
            )
        data = await attached.read()
        return await brought_in(
            self._host, interaction, row, lambda house: read_file(attached.filename, data, house)
        )


async def pasted(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """The form with pasted lines was sent in."""
    async with host.store.reading() as tx:
        row = await tx.encounter(press.key)
    if row is None:
        return problem("This fight is over.", "A GM starts one with `/encounter begin`.")
    if str(interaction.user.id) not in row.encounter.gms:
        return problem(denial("not-gm"))
    return await _lines(host, interaction, row, submitted(interaction).get("lines", ""))


def _form(key: str) -> Reply:
    lines = Field("lines", "One creature a line", "", LINE, long=True, most=_MOST_PASTED)
    return Reply(form=Form(str(Press("pasted", key)), "Who comes in?", (lines,)))


async def _lines(host: Host, interaction: discord.Interaction, row: EncounterRow, text: str) -> Reply:
    return await brought_in(host, interaction, row, lambda house: read_pasted(text, house))


async def brought_in(
    host: Host,
    interaction: discord.Interaction,
    row: EncounterRow,
    read: Callable[[Settings], tuple[Newcomers, ...]],
) -> Reply:
    """Everybody who was read comes in; nobody, where anything could not be read."""
    try:
        new = read(row.encounter.settings)
        sides = {n.side: known_side(row.encounter, n.side, str(interaction.user.id)) for n in new}
    except Unreadable as error:
        faults = str(error).splitlines()
        head = (
            "⚠️ Nobody was added. Mend this and send it again:" if len(faults) > 1 else "⚠️ Nobody was added."
        )
        return paged(pages("", [head, *faults], "problem"))
    made: list[tuple[Combatant, ...]] = []
    encounter = row.encounter
    for each in new:
        known = replace(each, side=sides[each.side])
        made.append(combatants_of(known, encounter, row.options, host.new_id))
        encounter = encounter.model_copy(update={"combatants": (*encounter.combatants, *made[-1])})
    everybody = tuple(c for group in made for c in group)
    if len(everybody) > cmd.MOST_COMBATANTS:
        return problem(
            f"These are {count(len(everybody), 'creature')}; a fight holds {cmd.MOST_COMBATANTS}.",
            "Bring in fewer.",
        )
    outcome = await host.act(row.id, cmd.AddCombatants(combatants=everybody), interaction.user)
    if (refused := not_accepted(outcome, interaction.user)) is not None:
        return refused
    lines = [f"- {who} {what}" for who, what in map(told_newcomers, made)]
    return paged(pages("", [f"✅ Added {count(len(everybody), 'creature')}:", *lines], "private"))
