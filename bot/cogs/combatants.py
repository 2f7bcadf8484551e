"""/combatant: who is in the fight."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.arrivals import Arrivals
from bot.cogs.host import Host, Reply, answer, at_once, nothing_here, paged, problem
from bot.cogs.importing import Importing
from bot.cogs.particulars import (
    ENCUMBERED,
    SPEED,
    Adjustment,
    Line,
    Name,
    Unreadable,
    Whom,
    Words,
    known_side,
    made,
    read_abilities,
    read_armoury,
    read_name,
    read_speed,
)
from bot.cogs.placing import Placing
from bot.cogs.roster import Roster
from bot.narration.abilities import ability_lines, told_ability_line
from bot.narration.roster import particulars, particulars_lines
from bot.narration.words import Names, escape, sentence
from bot.render import pages, text_card
from bot.ui.board import roster_lines
from rules import Combatant, seen_by, viewer_for
from rules import commands as cmd


@app_commands.guild_only()
class CombatantCog(
    Arrivals, Importing, Placing, commands.GroupCog, name="combatant", description="Who is in the fight."
):
    """Change, give abilities, remove and list; bringing in and placing are parts of their own."""

    def __init__(self, host: Host) -> None:
        self._host = host
        super().__init__()

    @app_commands.command(name="edit", description="Change a creature (GM), or your own character.")
    @app_commands.describe(
        combatant="Whom.",
        name="Its new name.",
        side="Whose side (GM).",
        speed=SPEED,
        weapons="Instead of what it has: long sword 5, short bow (bow).",
        dexterity="Reaction adjustment from Dexterity, -5 to +5.",
        encumbered=ENCUMBERED,
        hidden="Hide it, or show it (GM).",
        seat="The player who declares for it (GM).",
        unseat="Nobody's seat: the GM declares for it (GM).",
        alias="What players know it by until you tell its name; - for none (GM).",
    )
    @app_commands.guild_only()
    async def edit(
        self,
        interaction: discord.Interaction,
        combatant: Whom,
        name: Name | None = None,
        side: app_commands.Range[str, 1, 40] | None = None,
        speed: app_commands.Range[str, 1, 20] | None = None,
        weapons: Words | None = None,
        dexterity: Adjustment | None = None,
        hidden: bool | None = None,
        seat: discord.Member | None = None,
        unseat: bool = False,
        encumbered: bool | None = None,
        alias: Name | None = None,
    ) -> None:
        """Change a creature's particulars."""
        try:
            called = None if alias is None else "" if alias.strip() == "-" else read_name(alias)
            given = made(
                name=None if name is None else read_name(name),
                side=side,
                weapons=read_armoury(weapons),
                dexterity=dexterity,
                encumbered=encumbered,
                hidden=hidden,
                seat=str(seat.id) if seat else None,
                alias=called,
            )
        except Unreadable as error:
            await answer(self._host, interaction, at_once(problem(str(error))))
            return
        if unseat:
            given["seat"] = None
        await answer(self._host, interaction, self._edit(interaction, combatant, given, speed))

    async def _edit(
        self, interaction: discord.Interaction, typed: str, given: dict[str, Any], speed: str | None
    ) -> Reply:
        meant = await self._meant(interaction, typed)
        if isinstance(meant, Reply):
            return meant
        row, found = meant
        try:
            if "side" in given:
                given["side"] = known_side(row.encounter, given["side"], str(interaction.user.id))
            given |= made(speed=read_speed(speed, row.encounter.settings))
        except Unreadable as error:
            return problem(str(error))
        if not given:
            return problem("Nothing to change was given.", "Add what is to be new, like a speed or weapons.")
        changed = Combatant.model_validate({**found.model_dump(), **given})
        told = ", ".join(f"{key}" for key in given)
        card = text_card(
            "", (f"✅ {escape(changed.name)}: changed {told}.", sentence(particulars(changed))), "private"
        )
        return await self._do(interaction, row.id, cmd.EditCombatant(combatant=changed), card)

    @app_commands.command(name="ability", description="Add an ability from its line (GM), or to your own.")
    @app_commands.describe(
        combatant="Whose.",
        line="Name. <limits> [phase; magic] (minor or major) (declared; delay; type, time) text",
    )
    @app_commands.guild_only()
    async def ability(self, interaction: discord.Interaction, combatant: Whom, line: Line) -> None:
        """Add an ability, or replace the one of that name (P-21)."""
        await answer(self._host, interaction, self._ability(interaction, combatant, line))

    async def _ability(self, interaction: discord.Interaction, typed: str, text: str) -> Reply:
        meant = await self._meant(interaction, typed)
        if isinstance(meant, Reply):
            return meant
        row, found = meant
        try:
            line, abilities = read_abilities(text, found.abilities)
        except Unreadable as error:
            return problem(str(error))
        changed = found.model_copy(update={"abilities": abilities})
        card, *more = pages("", told_ability_line(line, found.name), "private")
        reply = await self._do(interaction, row.id, cmd.EditCombatant(combatant=changed), card)
        return replace(reply, more=tuple(more)) if reply.card is card else reply

    @app_commands.command(name="remove", description="Take a creature out of the fight (GM).")
    @app_commands.describe(combatant="Whom.")
    @app_commands.guild_only()
    async def remove(self, interaction: discord.Interaction, combatant: Whom) -> None:
        """Take a creature out; what it had not finished is lost."""
        await answer(self._host, interaction, self._remove(interaction, combatant))

    async def _remove(self, interaction: discord.Interaction, typed: str) -> Reply:
        meant = await self._meant(interaction, typed)
        if isinstance(meant, Reply):
            return meant
        row, found = meant
        card = text_card("", (f"✅ {escape(found.name)} is out of the fight.",), "private")
        return await self._do(interaction, row.id, cmd.RemoveCombatant(who=found.id), card)

    @app_commands.command(name="list", description="Who is in the fight, and who is in melee with whom.")
    @app_commands.guild_only()
    async def list_(self, interaction: discord.Interaction) -> None:
        """The roster, as the asker may see it."""
        await answer(self._host, interaction, self._list(interaction))

    async def _list(self, interaction: discord.Interaction) -> Reply:
        row = await self._row(interaction)
        if row is None:
            return nothing_here(interaction)
        viewer = viewer_for(row.encounter, str(interaction.user.id))
        names = Names(row.encounter, viewer)
        mine = [c for c in seen_by(row.encounter, viewer) if viewer.gm or c.id in viewer.owns]
        lines = roster_lines(row.encounter, names, whole=True)
        lines += [*particulars_lines(names, mine), *ability_lines(names, mine)]
        if not lines:
            return Reply(text_card("### Nobody is here yet", ("Players use `/join`.",), "calm"))
        return paged(pages("### Who is in the fight", lines, "calm"))

    edit.autocomplete("combatant")(Roster._names)
    ability.autocomplete("combatant")(Roster._names)
    remove.autocomplete("combatant")(Roster._names)
