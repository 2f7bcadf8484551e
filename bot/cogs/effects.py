"""/effect: what lasts, on whom, how long, and who may know of it (S-33, P-19)."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import choices, find, known_to, nobody_called, seen_by
from bot.cogs.host import Host, Reply, answer, not_accepted, nothing_here, paged, problem
from bot.cogs.particulars import Unreadable, read_name
from bot.narration.lasting import SEEN, effect_line, name, read_duration
from bot.narration.words import Names, escape, listed
from bot.render import text_card
from bot.store import EncounterRow
from bot.ui.lasting import effect_cards
from rules import Combatant, Effect, running_effects, viewer_for
from rules import commands as cmd

Typed = app_commands.Range[str, 1, 100]
Seen = Literal["public", "owner", "gm"]


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class EffectCog(commands.GroupCog, name="effect", description="What lasts: spells, poison, being held."):
    """Note, list and end effects."""

    def __init__(self, host: Host) -> None:
        self._host = host
        super().__init__()

    async def _row(self, interaction: discord.Interaction) -> EncounterRow | None:
        return await self._host.fight(interaction)

    @app_commands.command(name="add", description="Note something that lasts: your own, or anybody's (GM).")
    @app_commands.describe(
        name="What it is called: Bless, poisoned, held.",
        lasts="How long, from now: 3 rounds, 1 turn, 2 rounds 4 segments.",
        on="On whom. You have only one creature: that one. GM, nobody named: a place, or everywhere.",
        seen="Who may know of it and hear when it ends. Usual: everybody.",
    )
    @app_commands.choices(seen=[app_commands.Choice(name=said, value=key) for key, said in SEEN.items()])
    async def add(
        self,
        interaction: discord.Interaction,
        name: app_commands.Range[str, 1, 80],
        lasts: app_commands.Range[str, 1, 40],
        on: Typed | None = None,
        seen: str = "public",
    ) -> None:
        """Note an effect; it begins now."""
        await answer(self._host, interaction, self._add(interaction, name, lasts, on, seen))

    async def _add(
        self, interaction: discord.Interaction, title: str, lasts: str, on: str | None, seen: str
    ) -> Reply:
        row, person = await self._row(interaction), str(interaction.user.id)
        if row is None:
            return nothing_here(interaction)
        duration = read_duration(lasts)
        if duration is None:
            return problem(
                f"“{escape(lasts)}” is no duration.", "Write it like 3 rounds, 1 turn or 4 segments."
            )
        if duration[1] and row.encounter.ruleset == "phases":
            return problem("Effects last by rounds and turns in this fight.", "Give rounds, like 1 round.")
        try:
            title = read_name(title)
            whom = self._on(row, person, on)
        except Unreadable as error:
            return problem(str(error))
        effect = Effect.model_validate(
            {
                "id": self._host.new_id(),
                "name": title,
                "who": whom.id if whom is not None else None,
                "rounds": duration[0],
                "segments": duration[1],
                "seen": seen if seen in SEEN else "public",
                "by": person,
            }
        )
        outcome = await self._host.act(row.id, cmd.AddEffect(effect=effect), interaction.user)
        if (refused := not_accepted(outcome, interaction.user)) is not None:
            return refused
        after, viewer = outcome.after, viewer_for(outcome.after, person)
        noted = next((e for e in running_effects(after, viewer) if e.id == effect.id), None)
        told = effect_line(after, noted, Names(after, viewer)) if noted is not None else "Over already."
        return Reply(text_card("### Noted", (told,), "private"))

    def _on(self, row: EncounterRow, person: str, typed: str | None) -> Combatant | None:
        """On whom: named, else a player's only creature, else for the GM nobody; raises Unreadable."""
        encounter = row.encounter
        own = [c for c in encounter.combatants if c.seat == person]
        if typed is None:
            if person in encounter.gms:
                return None
            if len(own) != 1:
                raise Unreadable("On whom? Say it with `on`.")
            return own[0]
        found = find(known_to(encounter, person), typed)
        if found is None:
            raise Unreadable(nobody_called(typed))
        if own and found.seat != person and person not in encounter.gms:
            raise Unreadable(
                f"You note what lasts on your own: {listed(escape(c.name) for c in own)}. What is on "
                f"{escape(found.name)} the GM notes: tell the GM, in your words or with `/ask`."
            )
        return found

    @app_commands.command(name="list", description="What lasts, with the time left.")
    async def list_(self, interaction: discord.Interaction) -> None:
        """All effects, as the asker may see them."""
        await answer(self._host, interaction, self._list(interaction))

    async def _list(self, interaction: discord.Interaction) -> Reply:
        row = await self._row(interaction)
        if row is None:
            return nothing_here(interaction)
        return paged(effect_cards(row.encounter, viewer_for(row.encounter, str(interaction.user.id))))

    @app_commands.command(name="end", description="End an effect before its time: your own, or any (GM).")
    @app_commands.describe(effect="Which one.")
    async def end(self, interaction: discord.Interaction, effect: Typed) -> None:
        """An effect is over."""
        await answer(self._host, interaction, self._end(interaction, effect))

    async def _end(self, interaction: discord.Interaction, typed: str) -> Reply:
        row = await self._row(interaction)
        if row is None:
            return nothing_here(interaction)
        viewer = viewer_for(row.encounter, str(interaction.user.id))
        wanted = typed.strip().casefold()
        seen = running_effects(row.encounter, viewer)
        named = [e for e in seen if e.id == typed] or [e for e in seen if e.name.casefold() == wanted]
        if not named:
            return problem(f"No effect called “{escape(typed)}” is running.", "`/effect list` shows them.")
        if len(named) > 1:
            return problem(
                f"Several effects are called “{escape(typed)}”.", "Pick one from the list as you type."
            )
        outcome = await self._host.act(row.id, cmd.EndEffect(effect=named[0].id), interaction.user)
        told = f"✅ {name(named[0], Names(row.encounter, viewer))} is over."
        return not_accepted(outcome, interaction.user) or Reply(text_card("", (told,), "private"))

    @add.autocomplete("on")
    async def _whom(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        row = await self._row(interaction)
        if row is None:
            return []
        person, encounter = str(interaction.user.id), row.encounter
        gm = person in encounter.gms
        return choices(((c.name, c.id) for c in encounter.combatants if gm or c.seat == person), typed)

    @add.autocomplete("lasts")
    async def _lasts(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        row = await self._row(interaction)
        number = typed.strip() if typed.strip().isdecimal() else "1"
        units = (
            ["round", "turn"]
            if row is not None and row.encounter.ruleset == "phases"
            else [
                "round",
                "segment",
                "turn",
            ]
        )
        said = [f"{number} {unit}{'' if number == '1' else 's'}" for unit in units]
        return choices(((words, words) for words in said), "" if typed.strip().isdecimal() else typed)

    @end.autocomplete("effect")
    async def _running(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        row = await self._row(interaction)
        if row is None:
            return []
        person, encounter = str(interaction.user.id), row.encounter
        gm, viewer = person in encounter.gms, viewer_for(encounter, person)
        names = {c.id: c.name for c in seen_by(encounter, viewer)}
        pairs = [
            (f"{e.name}{f' on {names[e.who]}' if e.who in names else ''}", e.id)
            for e in running_effects(encounter, viewer)
            if gm or e.by == person
        ]
        return choices(pairs, typed)
