"""/combatant add: who comes into the fight."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands

from bot.cogs.host import Reply, answer, nothing_here, problem
from bot.cogs.newcomers import MOST_AT_ONCE, Newcomers, combatants_of, told_newcomers
from bot.cogs.particulars import (
    ENCUMBERED,
    SPEED,
    WEAPONS,
    Adjustment,
    Name,
    Unreadable,
    Whom,
    Words,
    known_side,
    made,
    read_armoury,
    read_name,
    read_speed,
)
from bot.cogs.templates import Templates, no_template
from bot.narration.denials import denial
from bot.render import text_card
from rules import NAMINGS, Naming
from rules import commands as cmd

SIZES = ("small", "man-sized", "large", "huge")
_NAMED = {"numbers": "Orc 1, Orc 2", "letters": "Orc A, Orc B", "colours": "Orc Red, Orc Blue"}


class Arrivals(Templates):
    """Bringing creatures in."""

    @app_commands.command(name="add", description="Add a creature, or a group of them (GM).")
    @app_commands.describe(
        name="Its name; a group is numbered: Orc 1, Orc 2.",
        count="How many of them.",
        side="Whose side. Usual: foes.",
        speed=SPEED,
        weapons=WEAPONS,
        dexterity="Reaction adjustment from Dexterity, -5 to +5.",
        encumbered=ENCUMBERED,
        size="For natural weapons: claws, bites.",
        hidden="Players see nothing of it until it acts or you show it.",
        seat="The player who declares for it. Nobody: you do.",
        alias="What players know it by until you tell its name: the robed figure.",
        template="A creature saved in this server; what you give beside it goes before.",
        naming="What tells those of one name apart. Usual: numbers, or as they have it already.",
    )
    @app_commands.choices(
        size=[app_commands.Choice(name=s, value=s) for s in SIZES],
        naming=[app_commands.Choice(name=f"{n}: {_NAMED[n]}", value=n) for n in NAMINGS],
    )
    @app_commands.guild_only()
    async def add(
        self,
        interaction: discord.Interaction,
        name: Name,
        count: app_commands.Range[int, 1, MOST_AT_ONCE] = 1,
        side: app_commands.Range[str, 1, 40] | None = None,
        speed: app_commands.Range[str, 1, 20] | None = None,
        weapons: Words | None = None,
        dexterity: Adjustment | None = None,
        size: str | None = None,
        hidden: bool | None = None,
        seat: discord.Member | None = None,
        naming: str | None = None,
        alias: Name | None = None,
        encumbered: bool | None = None,
        template: Whom | None = None,
    ) -> None:
        """Bring creatures into the fight."""
        way: Naming | None = next((n for n in NAMINGS if n == naming), None)
        new = Newcomers(
            name,
            count,
            side or "",
            naming=way,
            hidden=hidden,
            seat=str(seat.id) if seat else None,
            alias=alias or "",
            given=made(dexterity=dexterity, encumbered=encumbered, size=size),
        )
        work = self._add(interaction, new, speed, weapons, template, bot=seat is not None and seat.bot)
        await answer(self._host, interaction, work)

    async def _add(
        self,
        interaction: discord.Interaction,
        new: Newcomers,
        speed: str | None,
        weapons: str | None,
        template: str | None,
        *,
        bot: bool,
    ) -> Reply:
        row = await self._row(interaction)
        if row is None:
            return nothing_here(interaction)
        if bot:
            return problem("A bot cannot declare.", "Pick a player for the seat, or leave it empty.")
        kept = {} if template is None else await self._kept(row, template)
        if kept is None:
            if str(interaction.user.id) not in row.encounter.gms:
                return problem(denial("not-gm"))
            return no_template(template or "")
        if weapons is not None:
            kept.pop("natural", None)
        side, called = kept.pop("side", "foes"), kept.pop("alias", "")
        try:
            given = made(speed=read_speed(speed, row.encounter.settings), weapons=read_armoury(weapons))
            new = replace(
                new,
                name=read_name(new.name),
                alias=read_name(new.alias) if new.alias else called,
                side=known_side(row.encounter, new.side or side, str(interaction.user.id)),
                given={**kept, **new.given, **given},
            )
        except Unreadable as error:
            return problem(str(error))
        combatants = combatants_of(new, row.encounter, row.options, self._host.new_id)
        who, what = told_newcomers(combatants)
        card = text_card("", (f"✅ Added: {who}", what), "private")
        return await self._do(interaction, row.id, cmd.AddCombatants(combatants=combatants), card)

    add.autocomplete("template")(Templates._saved)
