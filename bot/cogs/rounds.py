"""/round: the GM opens and closes declarations, calls segments, and says what the rules must ask."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime

import discord
from discord import app_commands

from bot.cogs.common import find, known_to, nobody_called
from bot.cogs.gmwords import RoundWords
from bot.cogs.halting import nudged, paused, resumed
from bot.cogs.host import Host, Reply, answer, not_accepted, nothing_here, person, problem
from bot.cogs.meant import creature_choices
from bot.cogs.steps import StepWords
from bot.cogs.times import closes, read_when, spoken_time
from bot.narration.denials import denial
from bot.narration.phrases import phrase
from bot.narration.words import Names, count, escape, sentence
from bot.render import text_card
from bot.store import EncounterRow
from bot.table import Outcome, extend, open_round
from bot.ui.console import console, told
from rules import GAMEMASTER, Combatant, Command
from rules import commands as cmd
from rules import events as ev

Name = app_commands.Range[str, 1, 100]


async def opened(host: Host, key: str, user: discord.abc.User, time: int | datetime | None) -> Reply:
    """Open a round, and say until when it stays open."""
    outcome = await open_round(host.store, key, person(user), time, host.now(), host.policy)
    host.moved()
    if (refused := not_accepted(outcome, user)) is not None:
        return refused
    open_ = f"✅ Round {outcome.after.round.number} is open.{closes(outcome.row, host.now(), time)}"
    wanted = [f"📝 {sentence(text)} yet." for text in _wanted(outcome)]
    return Reply(text_card("", (open_, *wanted), "private"))


def _wanted(outcome: Outcome) -> list[str]:
    """Whose intentions the GM has yet to note, in a fight by steps (P-1)."""
    names = Names(outcome.after, GAMEMASTER)
    return [phrase(event, names) for event in outcome.events if isinstance(event, ev.IntentionsWanted)]


async def extended(host: Host, key: str, user: discord.abc.User, time: int | datetime) -> Reply:
    """Give more time, and say until when."""
    outcome = await extend(host.store, key, person(user), time, host.now(), host.policy)
    host.moved()
    if (refused := not_accepted(outcome, user)) is not None:
        return refused
    more = "More time" if isinstance(time, datetime) else f"{spoken_time(time)} more"
    return Reply(text_card("", (f"✅ {more}.{closes(outcome.row, host.now(), time)}",), "private"))


async def did(host: Host, key: str, command: Command, user: discord.abc.User, done: str) -> Reply:
    """Do what the GM asked, and say what came of it."""
    outcome = await host.act(key, command, user)
    return not_accepted(outcome, user) or Reply(text_card("", (_came_of_it(outcome, done),), "private"))


def _came_of_it(outcome: Outcome, done: str) -> str:
    said = sentence(told(outcome.events, outcome.after))
    if not said:
        return f"✅ {done}"
    return f"✅ {said}" if said.endswith((".", "!", "…")) else f"✅ {said}."


@app_commands.guild_only()
class RoundCog(RoundWords, StepWords, name="round", description="The round: open, close, call (GM)."):
    """The GM's commands for a round."""

    def __init__(self, host: Host) -> None:
        self._host = host
        super().__init__()

    async def _with_row(
        self, interaction: discord.Interaction, work: Callable[[EncounterRow], Awaitable[Reply]]
    ) -> None:
        async def found() -> Reply:
            row = await self._host.fight(interaction)
            return nothing_here(interaction) if row is None else await work(row)

        await answer(self._host, interaction, found())

    @app_commands.command(name="open", description="Open the next round for declarations (GM).")
    @app_commands.describe(
        time="How long to declare, or until when: 90s, 36h, Sunday 20:00. Usual: as set at the start."
    )
    @app_commands.guild_only()
    async def open(self, interaction: discord.Interaction, time: app_commands.Range[str, 1, 40] = "") -> None:
        """Post the board and send every player a panel."""

        async def work(row: EncounterRow) -> Reply:
            usual = "15 seconds to 14 days, like 90s, 2m or 36h"
            read = read_when(time, self._host.now(), row.options, usual) if time else None
            return (
                read if isinstance(read, Reply) else await opened(self._host, row.id, interaction.user, read)
            )

        await self._with_row(interaction, work)

    @app_commands.command(name="extend", description="Give more time to declare (GM).")
    @app_commands.describe(time="How much more, or until when: 30s, 12h, tomorrow 9:00.")
    @app_commands.guild_only()
    async def extend(
        self, interaction: discord.Interaction, time: app_commands.Range[str, 1, 40] = "1m"
    ) -> None:
        """Move the deadline on."""

        async def work(row: EncounterRow) -> Reply:
            usual = "more time, like 30s, 2m or 12h"
            read = read_when(time, self._host.now(), row.options, usual)
            return (
                read
                if isinstance(read, Reply)
                else await extended(self._host, row.id, interaction.user, read)
            )

        await self._with_row(interaction, work)

    @app_commands.command(name="pause", description="Stop the clock while declarations are open (GM).")
    @app_commands.guild_only()
    async def pause(self, interaction: discord.Interaction) -> None:
        """Nothing closes until the clock runs again."""
        await self._with_row(interaction, lambda row: paused(self._host, row.id, interaction.user))

    @app_commands.command(name="resume", description="Let the clock run again (GM).")
    @app_commands.guild_only()
    async def resume(self, interaction: discord.Interaction) -> None:
        """Go on with the time that was left."""
        await self._with_row(interaction, lambda row: resumed(self._host, row.id, interaction.user))

    @app_commands.command(name="nudge", description="Remind those who have yet to declare, in private (GM).")
    @app_commands.guild_only()
    async def nudge(self, interaction: discord.Interaction) -> None:
        """Remind who is awaited, and nobody else."""
        await self._with_row(interaction, lambda row: nudged(self._host, row.id, interaction.user))

    @app_commands.command(name="close", description="Close declarations now (GM).")
    @app_commands.guild_only()
    async def close(self, interaction: discord.Interaction) -> None:
        """Close before the deadline; who has not declared gets a Delay."""
        await self._simple(interaction, cmd.CloseDeclarations(), "Declarations are closed.")

    @app_commands.command(name="next", description="Call the next segment or step, in called play (GM).")
    @app_commands.guild_only()
    async def next(self, interaction: discord.Interaction) -> None:
        """Call the next segment; the answer shows the GM what is going on."""

        async def work(row: EncounterRow) -> Reply:
            return await called(self._host, row.id, interaction.user, None)

        await self._with_row(interaction, work)

    @app_commands.command(
        name="struck", description="The blow in question struck; or a caster was disturbed (GM)."
    )
    @app_commands.describe(combatant="The caster, if no question is open.")
    @app_commands.guild_only()
    async def struck(self, interaction: discord.Interaction, combatant: Name | None = None) -> None:
        """Answer the question of a blow, or say that a caster was struck or disturbed."""
        if combatant is None:
            await self._simple(interaction, cmd.JudgeBlow(struck=True), "It struck.")
            return
        await self._about(interaction, combatant, lambda c: cmd.Disturb(who=c.id), "{} is disturbed.")

    @app_commands.command(name="missed", description="The blow in question missed (GM).")
    @app_commands.guild_only()
    async def missed(self, interaction: discord.Interaction) -> None:
        """Answer the question of a blow."""
        await self._simple(interaction, cmd.JudgeBlow(struck=False), "It missed.")

    @app_commands.command(name="down", description="Somebody falls, sleeps or is held (GM).")
    @app_commands.describe(combatant="Whom.", rises="The opposite: can act again from the next round on.")
    @app_commands.guild_only()
    async def down(self, interaction: discord.Interaction, combatant: Name, rises: bool = False) -> None:
        """What was not finished is lost."""
        if rises:
            await self._about(interaction, combatant, lambda c: cmd.Rise(who=c.id), "{} can act again.")
        else:
            await self._about(interaction, combatant, lambda c: cmd.Down(who=c.id), "{} is down.")

    @app_commands.command(name="delay", description="Call a Delay on somebody for dithering (GM).")
    @app_commands.describe(combatant="Whom.")
    @app_commands.guild_only()
    async def delay(self, interaction: discord.Interaction, combatant: Name) -> None:
        """Dithering or coordinating: the first activity not begun comes later."""
        await self._about(
            interaction, combatant, lambda c: cmd.CallDelay(who=c.id), "A Delay is called on {}."
        )

    @app_commands.command(name="pardon", description="Pardon somebody's Delay of this round (GM).")
    @app_commands.describe(combatant="Whom.")
    @app_commands.guild_only()
    async def pardon(self, interaction: discord.Interaction, combatant: Name) -> None:
        """Forgive a Delay."""
        await self._about(
            interaction, combatant, lambda c: cmd.PardonDelay(who=c.id), "The Delay of {} is pardoned."
        )

    @app_commands.command(name="time", description="Set how long an activity takes, in segments (GM).")
    @app_commands.describe(
        combatant="Whose activity: the one in question, else the one not done yet.", segments="Its time."
    )
    @app_commands.guild_only()
    async def time(
        self, interaction: discord.Interaction, combatant: Name, segments: app_commands.Range[int, 0, 1000]
    ) -> None:
        """Set the time of a combatant's activity."""

        async def work(row: EncounterRow) -> Reply:
            if str(interaction.user.id) not in row.encounter.gms:
                return problem(denial("not-gm"))
            found = find(row.encounter.combatants, combatant)
            if found is None:
                return problem(nobody_called(combatant))
            plan = row.encounter.plan(found.id)
            open_ = plan.unfinished if plan else ()
            asked = [s for s in open_ if s.time is None] or [s for s in open_ if s.major] or list(open_)
            if not asked:
                return problem(
                    f"{escape(found.name)} has nothing on the timeline now.", "Set a time after close."
                )
            return await did(
                self._host,
                row.id,
                cmd.SetTime(slot=asked[0].id, segments=segments),
                interaction.user,
                f"{escape(found.name)}: {count(segments, 'segment')}.",
            )

        await self._with_row(interaction, work)

    async def _simple(self, interaction: discord.Interaction, command: Command, done: str) -> None:
        async def work(row: EncounterRow) -> Reply:
            return await did(self._host, row.id, command, interaction.user, done)

        await self._with_row(interaction, work)

    async def _about(
        self, interaction: discord.Interaction, typed: str, make: Callable[[Combatant], Command], done: str
    ) -> None:
        async def work(row: EncounterRow) -> Reply:
            found = find(known_to(row.encounter, str(interaction.user.id)), typed)
            if found is None:
                return problem(nobody_called(typed))
            said = done.format(escape(found.name))
            return await did(self._host, row.id, make(found), interaction.user, said)

        await self._with_row(interaction, work)

    @struck.autocomplete("combatant")
    @down.autocomplete("combatant")
    @delay.autocomplete("combatant")
    @pardon.autocomplete("combatant")
    @time.autocomplete("combatant")
    async def _names(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await creature_choices(self._host, interaction, typed)


async def called(
    host: Host, key: str, user: discord.abc.User, after: int | None, update: bool = False
) -> Reply:
    """Call the next segment, and show the GM where things stand."""
    outcome = await host.act(key, cmd.CallSegment(after=after), user)
    if (refused := not_accepted(outcome, user)) is not None:
        return refused
    assert outcome.row is not None
    return Reply(console(key, outcome.after, outcome.row.closes_at), update=update)
