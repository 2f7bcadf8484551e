"""The log and the export: what happened, to be read again, replayed and kept."""

from __future__ import annotations

import discord

from bot.cogs.host import Host, Reply, for_gm, nothing_here, paged, problem
from bot.cogs.times import spoken_time
from bot.narration.acts import clock_line
from bot.narration.denials import denial
from bot.render import text_card
from bot.store import EncounterRow, Transaction
from bot.table.sealing import envelopes
from bot.ui.ids import Press
from bot.ui.recorded import ClockLines, Rounds, chronicle, did_cards, log_cards
from rules import GAMEMASTER, FightRecord, viewer_for


async def _rounds(tx: Transaction, row: EncounterRow, first: int, before: int | None) -> Rounds:
    last = row.encounter.round.number
    return {n: await tx.events_of(row.id, n, before) for n in range(max(0, first), last + 1)}


async def _clock(tx: Transaction, row: EncounterRow, first: int) -> ClockLines:
    """What the GM did with the clock, by round: no event tells of it, and everybody was told."""
    lines: dict[int, list[str]] = {}
    for act in await tx.clock_acts(row.id, max(0, first)):
        more = spoken_time(round(act.gave.total_seconds()))
        lines.setdefault(act.round, []).append(clock_line(act.kind, more))
    return lines


async def log(host: Host, interaction: discord.Interaction, rounds: int) -> Reply:
    """The last rounds as who asks may know them."""
    async with host.store.reading() as tx:
        row = await host.last_here(tx, interaction)
        if row is None:
            return nothing_here(interaction)
        viewer = viewer_for(row.encounter, str(interaction.user.id))
        # What the channel is not told yet, nobody but the GM is told here (K-8).
        before = None if viewer == GAMEMASTER else row.held_from
        first = row.encounter.round.number - rounds + 1
        told, clock = await _rounds(tx, row, first, before), await _clock(tx, row, first)
        departed, delays = await tx.departures(row.id), await tx.delays(row.id, before)
    return paged(log_cards(row.encounter, viewer, told, departed, delays, clock))


async def did(host: Host, interaction: discord.Interaction, press: Press) -> Reply:
    """What who presses did in that round, in private."""
    async with host.store.reading() as tx:
        row = await tx.encounter(press.key)
        if row is None:
            return problem(denial("no-such-encounter"))
        viewer = viewer_for(row.encounter, str(interaction.user.id))
        before = None if viewer == GAMEMASTER else row.held_from
        events = await tx.events_of(row.id, press.round, before)
        departed = await tx.departures(row.id)
    return paged(did_cards(row.encounter, viewer, press.round, events, departed))


async def export(host: Host, interaction: discord.Interaction) -> Reply:
    """The whole fight as two files for its GM: one to replay, one to read."""
    async with host.store.reading() as tx:
        row = for_gm(await host.last_here(tx, interaction), interaction)
        if isinstance(row, Reply):
            return row
        start = await tx.first_snapshot(row.id)
        numbered = await tx.numbered(row.id, 1)
        rounds, clock = await _rounds(tx, row, 0, None), await _clock(tx, row, 0)
        departed, delays = await tx.departures(row.id), await tx.delays(row.id, None)
        sealed = await envelopes(tx, row, start, numbered)
    # While the fight goes on, the seed would tell what the dice will show.
    seed = row.seed if row.encounter.over else ""
    events = tuple(event for _, event in numbered)
    record = FightRecord(start=start, events=events, seed=seed, envelopes=sealed)
    text = chronicle(row.encounter, rounds, departed, delays, clock)
    files = (("fight.json", record.model_dump_json(indent=1)), ("fight.md", text))
    lines = (
        "**fight.json** is every event: `python -m rules resolve fight.json` tells the fight again.",
        "`python -m rules verify fight.json` shows, after the end, that nothing sealed was altered.",
        "**fight.md** is the same to read, with dice and reasons. Both hold what players do not know.",
    )
    return Reply(text_card("### The fight, to keep", lines, "private"), files=files)
