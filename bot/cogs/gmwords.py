"""More of /round: the GM's word on surprise, limits, targets and order, and on what was waited for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import choices, find, known_to, nobody_called
from bot.cogs.host import Reply, not_accepted, problem
from bot.cogs.meant import creature_choices
from bot.cogs.waiting import triggered
from bot.narration.denials import denial
from bot.narration.phrases import doing
from bot.narration.words import Names, clean, escape, listed
from bot.render import text_card
from bot.store import EncounterRow
from bot.ui.ids import Press
from rules import RULES, WAIVABLE, Combatant, Encounter, Slot, viewer_for
from rules import commands as cmd

if TYPE_CHECKING:
    from bot.cogs.host import Host

Name = app_commands.Range[str, 1, 100]
NOBODY = "nobody"
"""Typed, or picked, where a blow goes at no one."""


class RoundWords(commands.GroupCog):
    """What belongs to /round beside its clock; mixed into its group."""

    _host: Host
    _with_row: Callable[[discord.Interaction, Callable[[EncounterRow], Awaitable[Reply]]], Awaitable[None]]

    async def _word(
        self,
        interaction: discord.Interaction,
        make: Callable[[EncounterRow], tuple[cmd.Command, str] | str],
        *,
        gm: bool = True,
    ) -> None:
        """Make the command from what stands in the fight, or say what is wrong; then do it."""

        async def work(row: EncounterRow) -> Reply:
            person = str(interaction.user.id)
            if gm and person not in row.encounter.gms:
                return problem(denial("not-gm"))
            if row.encounter.round.questions and person not in row.encounter.gms:
                # The same words whatever is asked: whom it is about is the GM's to know (K-8).
                return problem("This segment is still being settled.", "Say it when the next one is called.")
            made = make(row)
            if isinstance(made, str):
                return problem(made)
            command, done = made
            outcome = await self._host.act(row.id, command, interaction.user)
            return not_accepted(outcome, interaction.user) or Reply(text_card("", (f"✅ {done}",), "private"))

        await self._with_row(interaction, work)

    @app_commands.command(name="surprise", description="Before round 1 closes: who is surprised (GM).")
    @app_commands.describe(
        side="A whole side.", combatant="Or one of them.", segments="How late they start. Usual: the house's."
    )
    @app_commands.guild_only()
    async def surprise(
        self,
        interaction: discord.Interaction,
        side: app_commands.Range[str, 1, 40] | None = None,
        combatant: Name | None = None,
        segments: app_commands.Range[int, 0, 10] | None = None,
    ) -> None:
        """Surprise a side, or one (S-27, P-27)."""

        def make(row: EncounterRow) -> tuple[cmd.Command, str] | str:
            sides = {c.side.casefold(): c.side for c in row.encounter.combatants}
            known = sides.get((side or "").strip().casefold(), "")
            one = find(row.encounter.combatants, combatant) if combatant else None
            if (side and not known) or (combatant and one is None) or not (side or combatant):
                return "Who is surprised? Pick a side, or one creature, from the list as you type."
            names = [escape(known)] if known else []
            names += [escape(one.name)] if one else []
            command = cmd.Surprise(side=known, who=(one.id,) if one else (), segments=segments)
            lifted = segments == 0 and row.encounter.ruleset == "segments"
            return command, f"{listed(names)}: {'not surprised' if lifted else 'surprised'}."

        await self._word(interaction, make)

    @app_commands.command(name="trigger", description="What a held action waits for comes about: it acts.")
    @app_commands.describe(combatant="Who waits: your own, or anybody (GM).")
    @app_commands.guild_only()
    async def trigger(self, interaction: discord.Interaction, combatant: Name) -> None:
        """Let somebody who holds an action act (S-26)."""

        async def work(row: EncounterRow) -> Reply:
            found = find(_seen(row, interaction), combatant)
            if found is None:
                return problem(nobody_called(combatant))
            press = Press("trigger", row.id, row.encounter.round.number)
            return await triggered(self._host, interaction, press, found.id)

        await self._with_row(interaction, work)

    @app_commands.command(name="redirect", description="A blow whose target is gone goes at somebody else.")
    @app_commands.describe(
        combatant="Whose blow, or shot caught in melee: your own, or anybody's (GM).",
        target="At whom in melee; or nobody: the blow is lost.",
    )
    @app_commands.guild_only()
    async def redirect(self, interaction: discord.Interaction, combatant: Name, target: Name) -> None:
        """Turn a blow whose target is gone (K-17, S-32)."""

        def make(row: EncounterRow) -> tuple[cmd.Command, str] | str:
            seen = _seen(row, interaction)
            who = find(seen, combatant)
            if who is None:
                return nobody_called(combatant)
            foe = None if _means_nobody(target) else find(seen, target)
            if foe is None and not _means_nobody(target):
                return nobody_called(target)
            said = f"goes at {escape(foe.name)}" if foe else "is lost"
            command = cmd.Redirect(who=who.id, target=foe.id if foe else None)
            return command, f"The blow of {escape(who.name)} {said}."

        await self._word(interaction, make, gm=False)

    @app_commands.command(name="retarget", description="Say at whom an action goes, whatever was said (GM).")
    @app_commands.describe(combatant="Whose action.", target="At whom; or nobody: it reaches no one.")
    @app_commands.guild_only()
    async def retarget(self, interaction: discord.Interaction, combatant: Name, target: Name) -> None:
        """Overrule a target (K-13, S-14)."""

        def make(row: EncounterRow) -> tuple[cmd.Command, str] | str:
            who = find(row.encounter.combatants, combatant)
            if who is None:
                return nobody_called(combatant)
            foe = None if _means_nobody(target) else find(row.encounter.combatants, target)
            if foe is None and not _means_nobody(target):
                return nobody_called(target)
            slot = _main(row.encounter, who)
            if slot is None:
                return f"{escape(who.name)} has nothing under way. Use it while the round is called."
            names = Names(row.encounter, viewer_for(row.encounter, str(interaction.user.id)))
            at = f"now at {escape(foe.name)}" if foe else "reaches nobody"
            command = cmd.Retarget(slot=slot.id, target=foe.id if foe else None)
            return command, f"{escape(who.name)}, {doing(slot, names)}: {at}."

        await self._word(interaction, make)

    @app_commands.command(name="waive", description="Waive a limit for what one declares this round (GM).")
    @app_commands.describe(combatant="For whom.", limit="Which rule, like S-12.")
    @app_commands.guild_only()
    async def waive(
        self, interaction: discord.Interaction, combatant: Name, limit: app_commands.Range[str, 1, 100]
    ) -> None:
        """Waive a limit for one combatant and round (K-13)."""

        def make(row: EncounterRow) -> tuple[cmd.Command, str] | str:
            who = find(row.encounter.combatants, combatant)
            if who is None:
                return nobody_called(combatant)
            rule = clean(limit).upper().partition(" ")[0]
            rule = rule if "-" in rule else f"{rule[:1]}-{rule[1:]}"
            if rule not in WAIVABLE:
                return f"“{escape(limit)}” is no limit that can be waived. Pick one as you type."
            command = cmd.Waive(who=who.id, rule=rule)
            return command, f"{rule} is waived for {escape(who.name)} this round. It can be declared now."

        await self._word(interaction, make)

    @app_commands.command(name="together", description="What lands on one segment is simultaneous (GM).")
    @app_commands.describe(combatant="One of them.", other="Another.", third="And a third.")
    @app_commands.guild_only()
    async def together(
        self, interaction: discord.Interaction, combatant: Name, other: Name, third: Name | None = None
    ) -> None:
        """Declare simultaneous what lands on one segment (S-22)."""

        def make(row: EncounterRow) -> tuple[cmd.Command, str] | str:
            found = []
            for typed in (combatant, other, *((third,) if third else ())):
                one = find(row.encounter.combatants, typed)
                if one is None:
                    return nobody_called(typed)
                found.append(one)
            slots = _on_one_segment(row.encounter, found)
            if slots is None:
                return "Nothing of theirs ends on the same segment. `/encounter status` shows what ends when."
            said = listed(escape(c.name) for c in found)
            return cmd.Together(
                slots=tuple(s.id for s in slots)
            ), f"{said} act together, segment {slots[0].end}."

        await self._word(interaction, make)

    @waive.autocomplete("limit")
    async def _limits(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        del interaction
        return choices(((f"{rule} · {RULES[rule].text}", rule) for rule in WAIVABLE), typed)

    @surprise.autocomplete("side")
    async def _sides(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        row = await self._host.fight(interaction)
        sides = dict.fromkeys(c.side for c in _seen(row, interaction)) if row is not None else {}
        return choices(((side, side) for side in sides), typed)

    @surprise.autocomplete("combatant")
    @trigger.autocomplete("combatant")
    @redirect.autocomplete("combatant")
    @retarget.autocomplete("combatant")
    @waive.autocomplete("combatant")
    @together.autocomplete("combatant")
    @together.autocomplete("other")
    @together.autocomplete("third")
    async def _who(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await creature_choices(self._host, interaction, typed)

    @redirect.autocomplete("target")
    @retarget.autocomplete("target")
    async def _at(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        row = await self._host.fight(interaction)
        if row is None:
            return []
        pairs = [(c.name, c.id) for c in _seen(row, interaction) if not c.down]
        return choices([*pairs, ("Nobody", NOBODY)], typed)


def _seen(row: EncounterRow, interaction: discord.Interaction) -> tuple[Combatant, ...]:
    """Whom the asker may know of."""
    return known_to(row.encounter, str(interaction.user.id))


def _means_nobody(typed: str) -> bool:
    return clean(typed).casefold() == NOBODY


def _main(encounter: Encounter, who: Combatant) -> Slot | None:
    """What the combatant is about: the major not done yet, else anything not done."""
    plan = encounter.plan(who.id)
    open_ = plan.unfinished if plan else ()
    return next((s for s in open_ if s.major), open_[0] if open_ else None)


def _on_one_segment(encounter: Encounter, several: list[Combatant]) -> list[Slot] | None:
    """An activity of each that end on the same segment, majors before others; None if there are none."""
    each = []
    for one in several:
        plan = encounter.plan(one.id)
        open_ = [s for s in plan.unfinished if not s.waits and not s.aimed] if plan else []
        each.append(sorted(open_, key=lambda s: (not s.major, s.end)))
    for first in each[0]:
        found = [next((s for s in slots if s.end == first.end), None) for slots in each[1:]]
        if all(found):
            return [first, *(s for s in found if s is not None)]
    return None
