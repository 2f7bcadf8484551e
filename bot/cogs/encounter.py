"""/encounter: begin a fight in this channel, see where it stands, end it."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import choices
from bot.cogs.gms import add_gm, hand_over, remove_gm
from bot.cogs.host import Host, Reply, answer, not_accepted, nothing_here, person, problem
from bot.cogs.house import house, named
from bot.cogs.places import place_of
from bot.cogs.posting import post_board, send_again
from bot.cogs.recording import export, log
from bot.cogs.taking_back import ask_here
from bot.cogs.times import no_length, read_time, spoken_time
from bot.narration.forgotten import already_there
from bot.narration.needs import to_speak
from bot.narration.rulesets import RULESET_NAMES
from bot.render import Button, text_card
from bot.table import Denial, begin
from bot.ui.board import status_card
from bot.ui.console import console, question_card
from bot.ui.ids import Press
from rules import commands as cmd
from rules import viewer_for
from rules.values import RulesetName


@app_commands.guild_only()
class EncounterCog(commands.GroupCog, name="encounter", description="The fight in this channel."):
    """Begin, status and end."""

    def __init__(self, host: Host) -> None:
        self._host = host
        super().__init__()

    @app_commands.command(name="begin", description="Begin a fight in this channel; you become its GM.")
    @app_commands.describe(
        ruleset="Whose rules. Usual: segments.",
        time="How long players have to declare, e.g. 90s, 2m, 36h. Usual: 2m.",
        play="automatic resolves the round at once; called: the GM calls each segment, or step.",
    )
    @app_commands.choices(
        ruleset=[app_commands.Choice(name=name, value=key) for key, name in RULESET_NAMES.items()]
    )
    @app_commands.guild_only()
    async def begin(
        self,
        interaction: discord.Interaction,
        ruleset: RulesetName = "segments",
        time: app_commands.Range[str, 1, 20] = "",
        play: Literal["automatic", "called"] = "automatic",
    ) -> None:
        """Begin a fight; one in each channel or thread."""
        await answer(self._host, interaction, self._begin(interaction, ruleset, time, play))

    async def _begin(
        self,
        interaction: discord.Interaction,
        ruleset: RulesetName,
        time: str,
        play: Literal["automatic", "called"],
    ) -> Reply:
        host = self._host
        seconds = read_time(time) if time else host.declaration_seconds
        if seconds is None:
            return no_length(time, host.now())
        if (silent := _cannot_speak(interaction)) is not None:
            return silent
        assert interaction.guild_id is not None
        assert interaction.channel_id is not None
        outcome = await begin(
            host.store,
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id,
            gm=person(interaction.user),
            ruleset=ruleset,
            play=play,
            declaration_seconds=seconds,
            seed=host.new_seed(),
            key=host.new_id(),
            now=host.now(),
            policy=host.policy,
        )
        if outcome.refusal == Denial("channel-taken"):
            there = await host.fight(interaction)
            if there is not None:
                return problem(*already_there(there, str(interaction.user.id)))
        if (refused := not_accepted(outcome, interaction.user)) is not None:
            return refused
        beat = "step" if ruleset == "phases" else "segment"
        called = f"The GM calls each {beat}." if play == "called" else "Rounds resolve by themselves."
        lines = (
            f"Rules: **{RULESET_NAMES[ruleset]}**.",
            f"Players have **{spoken_time(seconds)}** to declare. {called}",
            "**Players:** `/join` with your character's name. Declaring happens in private.",
            "**GM:** `/combatant add` brings in foes, `/round open` starts a round.",
        )
        return Reply(text_card("## A fight begins", lines, "declare"), public=True)

    @app_commands.command(name="status", description="Where the fight stands; the GM sees everything.")
    @app_commands.guild_only()
    async def status(self, interaction: discord.Interaction) -> None:
        """Where the fight stands, in private; for the GM with everything and the buttons for now."""
        await answer(self._host, interaction, self._status(interaction))

    async def _status(self, interaction: discord.Interaction) -> Reply:
        async with self._host.store.reading() as tx:
            row = await self._host.here(tx, interaction)
            if row is None:
                return nothing_here(interaction)
            seats = [c.seat for c in row.encounter.combatants if c.seat]
            closed, away = await tx.dm_closed(seats), await tx.orders(row.id)
        if str(interaction.user.id) in row.encounter.gms:
            shown = console(row.id, row.encounter, row.closes_at, tuple(closed), paused=row.paused, away=away)
            return Reply(shown)
        viewer = viewer_for(row.encounter, str(interaction.user.id))
        asked = question_card(row.id, row.encounter, viewer=viewer)
        return Reply(status_card(row.encounter, row.closes_at, asked, paused=row.paused))

    @app_commands.command(name="settings", description="The house settings of this fight (GM).")
    @app_commands.describe(
        setting="Which one; all are shown without it.", value="What it is to be from now on."
    )
    @app_commands.guild_only()
    async def settings(
        self,
        interaction: discord.Interaction,
        setting: app_commands.Range[str, 1, 60] = "",
        value: app_commands.Range[str, 1, 200] = "",
    ) -> None:
        """Show all settings, or one with its range; or change one."""
        await answer(self._host, interaction, house(self._host, interaction, setting, value))

    @settings.autocomplete("setting")
    async def _settings_named(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        del interaction
        return choices(named(), typed)

    @app_commands.command(name="undo", description="Take back the last thing, after a look at it (GM).")
    @app_commands.guild_only()
    async def undo(self, interaction: discord.Interaction) -> None:
        """Name what would be taken back, with a button that does it."""
        await answer(self._host, interaction, ask_here(self._host, interaction, back=True))

    @app_commands.command(name="redo", description="Bring back what was taken back last (GM).")
    @app_commands.guild_only()
    async def redo(self, interaction: discord.Interaction) -> None:
        """Name what would be brought back, with a button that does it."""
        await answer(self._host, interaction, ask_here(self._host, interaction, back=False))

    @app_commands.command(name="board", description="Post the board anew at the end of the channel (GM).")
    @app_commands.guild_only()
    async def board(self, interaction: discord.Interaction) -> None:
        """Post the board, or between rounds where the fight stands, for everybody."""
        await answer(self._host, interaction, post_board(self._host, interaction))

    @app_commands.command(name="resend", description="Send again what could not be delivered (GM).")
    @app_commands.guild_only()
    async def resend(self, interaction: discord.Interaction) -> None:
        """Try everything undelivered once more, now and in order."""
        await answer(self._host, interaction, send_again(self._host, interaction))

    @app_commands.command(name="log", description="What happened in the last rounds, as far as you may know.")
    @app_commands.describe(rounds="How many rounds back, this one included. Usual: 2.")
    @app_commands.guild_only()
    async def log(self, interaction: discord.Interaction, rounds: app_commands.Range[int, 1, 20] = 2) -> None:
        """The last rounds in private, and who has dithered how often."""
        await answer(self._host, interaction, log(self._host, interaction, rounds))

    @app_commands.command(name="export", description="The whole fight as files to keep (GM).")
    @app_commands.guild_only()
    async def export(self, interaction: discord.Interaction) -> None:
        """The fight to replay and to read, in private."""
        await answer(self._host, interaction, export(self._host, interaction))

    gm = app_commands.Group(name="gm", description="Who runs this fight.")

    @gm.command(name="add", description="Let somebody else run this fight too (GM).")
    @app_commands.describe(user="Who is to be GM as well.")
    async def gm_add(self, interaction: discord.Interaction, user: discord.User) -> None:
        """One more GM, who sees and may do everything."""
        await answer(self._host, interaction, add_gm(self._host, interaction, user))

    @gm.command(name="remove", description="Let somebody run this fight no longer (GM).")
    @app_commands.describe(user="Who is to be GM no longer.")
    async def gm_remove(self, interaction: discord.Interaction, user: discord.User) -> None:
        """One GM less; the last one stays."""
        await answer(self._host, interaction, remove_gm(self._host, interaction, user))

    @gm.command(name="hand-over", description="Hand this fight over: somebody else is GM in your place (GM).")
    @app_commands.describe(user="Who is to be GM in your place.")
    async def gm_hand_over(self, interaction: discord.Interaction, user: discord.User) -> None:
        """Another GM in the place of who asks."""
        await answer(self._host, interaction, hand_over(self._host, interaction, user))

    @app_commands.command(name="end", description="End the fight in this channel (GM).")
    @app_commands.guild_only()
    async def end(self, interaction: discord.Interaction) -> None:
        """Ask once, then end the fight."""
        await answer(self._host, interaction, self._end(interaction))

    async def _end(self, interaction: discord.Interaction) -> Reply:
        row = await self._host.fight(interaction)
        if row is None:
            return nothing_here(interaction)
        if str(interaction.user.id) not in row.encounter.gms:
            return problem("Only the GM can end the fight.", "`/encounter status` shows who that is.")
        press = Press("end", row.id, row.encounter.round.number)
        buttons = (Button("End the fight", str(press), "danger"),)
        lines = ("Nobody can declare any more after that. What happened stays written in the channel.",)
        return Reply(text_card("### End this fight?", lines, "problem", buttons))


def _cannot_speak(interaction: discord.Interaction) -> Reply | None:
    """Why a fight here would be no use: the bot may not write in the channel (FK-P2)."""
    place = place_of(interaction)
    missing = [need.name for need in place.missing(to_speak(place.thread))]
    if not missing:
        return None
    return problem(
        f"I may not write here: {' and '.join(f'*{name}*' for name in missing)} is missing.",
        "Give it to me in this channel's permissions, then begin again.",
    )


async def end_fight(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """The confirmation of ending was pressed."""
    outcome = await host.act(press.key, cmd.EndEncounter(), interaction.user)
    refused = not_accepted(outcome, interaction.user)
    return refused or Reply(text_card("### The fight is over", tone="calm"), update=True)
