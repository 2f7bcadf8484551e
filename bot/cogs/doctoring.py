"""/doctor: what will not work here, in plain words, before it is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.host import Host, Reply, answer, paged, problem
from bot.cogs.places import place_of
from bot.cogs.times import spoken_time
from bot.findings import Finding
from bot.narration.checkup import reach, summary_size
from bot.narration.denials import denial
from bot.narration.needs import Place, place_findings
from bot.narration.words import count
from bot.options import AS_USUAL, NEVER, Options
from bot.render import TEXT_LIMIT, Tone, pages, relative
from bot.store import EncounterRow
from bot.table import quiet_until

_MARK = {"well": "✅", "odd": "❕", "wrong": "❌"}

_MAY = "🔑 I may do here all that a fight needs."


class DoctorCog(commands.Cog):
    """A look at the channel, and at the fight in it."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @app_commands.command(name="doctor", description="What will not work here, and what to do about it (GM).")
    @app_commands.guild_only()
    async def doctor(self, interaction: discord.Interaction) -> None:
        """One private answer: permissions, whom messages reach, how long things get, the clock."""
        await answer(self._host, interaction, _examined(self._host, interaction))


async def _examined(host: Host, interaction: discord.Interaction) -> Reply:
    """All of it for the fight's GM; of the channel alone for who may mend it, and for all where no fight is.

    Anybody may begin a fight, so anybody may ask whether it would work. Of a fight that is there, nobody
    but its GM learns anything.
    """
    place = place_of(interaction)
    async with host.store.reading() as tx:
        row = await host.here(tx, interaction)
        if row is None:
            return _about_place(place, AS_USUAL)
        if str(interaction.user.id) not in row.encounter.gms:
            if not _may_mend(interaction.permissions):
                return problem(denial("not-gm"))
            return _about_place(place, row.options)
        seats = [c.seat for c in row.encounter.combatants if c.seat is not None]
        closed = await tx.dm_known([*seats, *row.encounter.gms])
        stuck = await tx.undelivered(row.id)
    return _about_fight(host, row, place, closed, stuck)


def _may_mend(asker: discord.Permissions) -> bool:
    """Whether somebody can change what the bot may do in the channel."""
    return asker.administrator or asker.manage_guild or asker.manage_channels or asker.manage_roles


def _about_place(place: Place, options: Options) -> Reply:
    found = place_findings(place, options)
    return _told(found, () if found else (_MAY,))


def _about_fight(
    host: Host, row: EncounterRow, place: Place, closed: Mapping[str, bool], stuck: int
) -> Reply:
    here = place_findings(place, row.options)
    unreached, reached = reach(row.encounter, closed)
    waiting = []
    if stuck:
        said = f"{count(stuck, 'message')} for this channel could not be delivered so far."
        waiting.append(Finding("odd", f"{said} Once it is mended, `/encounter resend` sends them again."))
    lines = [
        *(() if here else (_MAY,)),
        *reached,
        summary_size(row.encounter, TEXT_LIMIT),
        *_clock(host, row),
    ]
    return _told([*here, *unreached, *waiting], lines)


def _clock(host: Host, row: EncounterRow) -> list[str]:
    """How long there is to declare, and by which clock hours are read."""
    options, now = row.options, host.now()
    share = round(100 * host.policy.reminder_share)
    share = share if options.reminder_share is None else options.reminder_share
    reminded = f"a reminder after {share} % of it" if share else "no reminder"
    lines = [f"⏱️ Players have {spoken_time(row.declaration_seconds)} to declare, with {reminded}."]
    if row.paused:
        lines[0] += " The clock stands still now."
    elif row.closes_at is not None:
        lines[0] += f" Now open: closes {relative(row.closes_at)}."
    there = now.astimezone(options.zone)
    lines.append(f"🌍 Hours are read by {options.time_zone}, where it is {there:%A %H:%M}.")
    if NEVER not in (options.quiet_from, options.quiet_to):
        until = quiet_until(now, options)
        ends = f"; it is quiet now, until {relative(until)}" if until is not None else ""
        lines.append(f"🌙 Quiet hours from {options.quiet_from} to {options.quiet_to}{ends}.")
    return lines


def _told(found: Sequence[Finding], lines: Sequence[str]) -> Reply:
    """What is to be seen to first, the worst before the rest; then what is well."""
    if not found:
        return paged(pages("### ✅ All is well here", lines, "private"))
    wrong = [finding for finding in found if finding.verdict == "wrong"]
    odd = [finding for finding in found if finding.verdict != "wrong"]
    told = [f"{_MARK[finding.verdict]} {finding.text}" for finding in (*wrong, *odd)]
    tone: Tone = "problem" if wrong else "private"
    return paged(pages(f"### {count(len(found), 'thing')} to see to", (*told, *lines), tone))
