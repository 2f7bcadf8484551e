"""/event: what the GM pins to a segment or a step, to come about when it is called."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import choices
from bot.cogs.host import Host, Reply, answer, for_gm, not_accepted, paged, problem
from bot.cogs.particulars import Unreadable
from bot.narration.pinned import place
from bot.narration.words import Names, can_be_seen, clean, escape, listed, sentence
from bot.render import text_card
from bot.store import EncounterRow
from bot.ui.pinned import pin_cards
from rules import GAMEMASTER, waiting_pins
from rules import commands as cmd

Typed = app_commands.Range[str, 1, 100]


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class EventCog(
    commands.GroupCog, name="event", description="What happens at a segment or step, whoever acts."
):
    """Pin, list and take away events; all for the GM alone."""

    def __init__(self, host: Host) -> None:
        self._host = host
        super().__init__()

    async def _row(self, interaction: discord.Interaction) -> EncounterRow | Reply:
        return for_gm(await self._host.fight(interaction), interaction)

    @app_commands.command(
        name="add", description="GM: pin what happens to a segment or step; secret until then."
    )
    @app_commands.rename(typed="when", which="round")
    @app_commands.describe(
        what="What everybody is told when it comes: the ceiling falls.",
        typed="The segment, 1 to 10; in Declare Actions the step, from the list.",
        which="Of which round. Usual: the one under way, else the next.",
    )
    @app_commands.choices(
        which=[
            app_commands.Choice(name="the round under way", value="this"),
            app_commands.Choice(name="the next round", value="next"),
        ]
    )
    async def add(
        self,
        interaction: discord.Interaction,
        what: app_commands.Range[str, 1, 200],
        typed: Typed,
        which: str | None = None,
    ) -> None:
        """Pin an event."""
        await answer(self._host, interaction, self._add(interaction, what, typed, which))

    async def _add(self, interaction: discord.Interaction, what: str, typed: str, which: str | None) -> Reply:
        row = await self._row(interaction)
        if isinstance(row, Reply):
            return row
        if not can_be_seen(what):
            return problem("Nothing of that can be seen.", "Say what happens, with letters, digits or signs.")
        encounter = row.encounter
        try:
            beat = _beat(Names(encounter, GAMEMASTER), typed)
        except Unreadable as error:
            return problem(str(error))
        number = encounter.round.number
        if which == "this" and encounter.round.stage == "ended":
            return problem("No round is under way.", "Leave `round` out to pin it to the next.")
        round_ = {"this": number, "next": number + 1}.get(which or "")
        command = cmd.AddPin(id=self._host.new_id(), text=clean(what), segment=beat, round=round_)
        outcome = await self._host.act(row.id, command, interaction.user)
        return not_accepted(outcome, interaction.user) or paged(pin_cards(outcome.after, "### Pinned"))

    @app_commands.command(name="list", description="GM: what is pinned and has yet to come.")
    async def list_(self, interaction: discord.Interaction) -> None:
        """All that is pinned."""
        await answer(self._host, interaction, self._list(interaction))

    async def _list(self, interaction: discord.Interaction) -> Reply:
        row = await self._row(interaction)
        return row if isinstance(row, Reply) else paged(pin_cards(row.encounter))

    @app_commands.command(name="remove", description="GM: take away something pinned that has not come yet.")
    @app_commands.describe(event="Which one.")
    async def remove(self, interaction: discord.Interaction, event: Typed) -> None:
        """Something pinned will not come about."""
        await answer(self._host, interaction, self._remove(interaction, event))

    async def _remove(self, interaction: discord.Interaction, typed: str) -> Reply:
        row = await self._row(interaction)
        if isinstance(row, Reply):
            return row
        pins, wanted = waiting_pins(row.encounter), clean(typed).casefold()
        found = [p for p in pins if p.id == typed] or [p for p in pins if p.text.casefold() == wanted]
        if not found:
            return problem(f"Nothing called “{escape(typed)}” is pinned.", "`/event list` shows what is.")
        if len(found) > 1:
            return problem(f"Several are called “{escape(typed)}”.", "Pick one from the list as you type.")
        outcome = await self._host.act(row.id, cmd.RemovePin(pin=found[0].id), interaction.user)
        names = Names(row.encounter, GAMEMASTER)
        told = f"✅ Taken away from {place(found[0], names)}: “{escape(found[0].text)}”."
        return not_accepted(outcome, interaction.user) or Reply(text_card("", (told,), "private"))

    @add.autocomplete("typed")
    async def _beats(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        row = await self._row(interaction)
        if isinstance(row, Reply):
            return []
        names = Names(row.encounter, GAMEMASTER)
        said = [names.beat(beat) for beat in range(1, names.last + 1)]
        return choices(((beat if names.steps else f"segment {beat}", beat) for beat in said), typed)

    @remove.autocomplete("event")
    async def _pinned(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        row = await self._row(interaction)
        if isinstance(row, Reply):
            return []
        names = Names(row.encounter, GAMEMASTER)
        pairs = ((sentence(f"{place(p, names)}: {p.text}"), p.id) for p in waiting_pins(row.encounter))
        return choices(pairs, typed)


def _beat(names: Names, typed: str) -> int:
    """The segment or step meant; raises Unreadable, saying which there are."""
    wanted = clean(typed).casefold().removeprefix("segment ").removeprefix("step ")
    beats = range(1, names.last + 1)
    known = {beat: (names.beat(beat).casefold(), names.short(beat).casefold()) for beat in beats}
    found = [b for b in beats if wanted == known[b][0]] or [b for b in beats if wanted == known[b][1]]
    if not found and names.steps:
        found = [b for b in beats if wanted in known[b][0]]
    if len(found) == 1:
        return found[0]
    if found:
        raise Unreadable(f"Which one: {listed((names.beat(b) for b in found), 'or')}? Pick it from the list.")
    if names.steps:
        raise Unreadable(f"There is no step “{escape(typed)}”. Pick one from the list as you type.")
    raise Unreadable(f"“{escape(typed)}” is no segment. Give a number from 1 to {names.last}.")
