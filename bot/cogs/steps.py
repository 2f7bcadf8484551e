"""/round in a fight by steps: a target, a turn let go, what goes off at once, what goes first or last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import choices, find, known_to, nobody_called
from bot.cogs.host import Host, Reply, answer, not_accepted, nothing_here, problem
from bot.cogs.meant import creature_choices
from bot.narration.words import escape, sentence
from bot.render import text_card
from bot.ui.console import told
from rules import Combatant, Command, Encounter
from rules import commands as cmd

Name = app_commands.Range[str, 1, 100]
Make = Callable[[Encounter, Combatant, tuple[Combatant, ...]], Command | Reply]
"""The command for a combatant, of whom its speaker may know; or why there is none."""


class StepWords(commands.Cog):
    """Words for a round of lettered steps, beside those every round knows."""

    _host: Host

    @app_commands.command(name="aim", description="By steps: say at whom a spell or a deed goes (GM; own).")
    @app_commands.describe(combatant="Whose.", target="At whom; or a place, in words.")
    @app_commands.guild_only()
    async def aim(self, interaction: discord.Interaction, combatant: Name, target: Name) -> None:
        """Name a target that was left open (P-5)."""

        def make(_: Encounter, who: Combatant, seen: tuple[Combatant, ...]) -> Command:
            foe = find(seen, target)
            return cmd.NameTarget(who=who.id, target=foe.id if foe else None, at="" if foe else target)

        await self._words(interaction, combatant, make, "{} aims.")

    @app_commands.command(name="pass", description="By steps: let somebody's turn go by (GM; own).")
    @app_commands.describe(combatant="Whose turn the round waits for.")
    @app_commands.guild_only()
    async def let_go(self, interaction: discord.Interaction, combatant: Name) -> None:
        """The round goes on without a choice (P-5)."""
        await self._words(
            interaction, combatant, lambda _, who, __: cmd.Pass(who=who.id), "{} lets the turn go by."
        )

    @app_commands.command(
        name="setoff", description="By steps: an immediate ability goes off, here and now (GM)."
    )
    @app_commands.describe(
        combatant="Whose.", ability="What it is called.", target="Whom it befalls.", note="What comes of it."
    )
    @app_commands.guild_only()
    async def setoff(
        self,
        interaction: discord.Interaction,
        combatant: Name,
        ability: Name,
        target: Name | None = None,
        note: app_commands.Range[str, 1, 300] = "",
    ) -> None:
        """Tell the table of it at once (P-18)."""

        def make(_: Encounter, who: Combatant, seen: tuple[Combatant, ...]) -> Command | Reply:
            foe = find(seen, target) if target else None
            if target and foe is None:
                return problem(nobody_called(target))
            return cmd.SetOff(who=who.id, name=ability, target=foe.id if foe else None, note=note)

        await self._words(interaction, combatant, make, "{} has done it.")

    @app_commands.command(name="order", description="By steps: what somebody does goes first, or last (GM).")
    @app_commands.describe(combatant="Whose.", goes="First of all, last of all, or in the usual place again.")
    @app_commands.guild_only()
    async def order(
        self, interaction: discord.Interaction, combatant: Name, goes: Literal["first", "last", "as usual"]
    ) -> None:
        """Mark what a combatant does (P-28)."""
        mark = None if goes == "as usual" else goes
        await self._words(
            interaction,
            combatant,
            lambda _, who, __: cmd.MarkOrder(who=who.id, mark=mark),
            "{} goes " + goes + ".",
        )

    @app_commands.command(
        name="hasten", description="By steps: what takes the whole round is done on the turn (GM)."
    )
    @app_commands.describe(combatant="Whose long work.")
    @app_commands.guild_only()
    async def hasten(self, interaction: discord.Interaction, combatant: Name) -> None:
        """Let a complex action complete on its owner's turn (P-3)."""
        await self._words(
            interaction, combatant, lambda _, who, __: cmd.Hasten(who=who.id), "{} is done on the turn."
        )

    async def _words(self, interaction: discord.Interaction, typed: str, make: Make, done: str) -> None:
        await answer(self._host, interaction, self._said(interaction, typed, make, done))

    async def _said(self, interaction: discord.Interaction, typed: str, make: Make, done: str) -> Reply:
        user = interaction.user
        row = await self._host.fight(interaction)
        if row is None:
            return nothing_here(interaction)
        seen = known_to(row.encounter, str(user.id))
        who = find(seen, typed)
        if who is None:
            return problem(nobody_called(typed))
        command = make(row.encounter, who, seen)
        if isinstance(command, Reply):
            return command
        outcome = await self._host.act(row.id, command, user)
        if (refused := not_accepted(outcome, user)) is not None:
            return refused
        # What everybody may hear of the story itself is in the channel: here stands what was asked for.
        gm = str(user.id) in outcome.after.gms
        said = sentence(told(outcome.events, outcome.after)) if gm else ""
        return Reply(
            text_card("", (f"✅ {f'{said}.' if said else done.format(escape(who.name))}",), "private")
        )

    @aim.autocomplete("combatant")
    @aim.autocomplete("target")
    @let_go.autocomplete("combatant")
    @setoff.autocomplete("combatant")
    @setoff.autocomplete("target")
    @order.autocomplete("combatant")
    @hasten.autocomplete("combatant")
    async def _seen(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await creature_choices(self._host, interaction, typed)

    @setoff.autocomplete("ability")
    async def _abilities(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        row = await self._host.fight(interaction)
        if row is None or str(interaction.user.id) not in row.encounter.gms:
            return []
        named = getattr(interaction.namespace, "combatant", None)
        who = find(row.encounter.combatants, named) if isinstance(named, str) else None
        return choices(((a.name, a.name) for a in (who.abilities if who else ())), typed)
