"""The log, somebody's own account of a round, and the chronicle of a whole fight to be kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.narration.chronicle import dithered_line, own_lines, round_lines
from bot.narration.reasons import reasons
from bot.narration.words import Names
from bot.render import Card, pages
from rules import GAMEMASTER, Encounter, Event, Viewer, views

Rounds = Mapping[int, Sequence[Event]]
"""The events of each round, by its number."""

ClockLines = Mapping[int, Sequence[str]]
"""What the GM did with the clock in each round, a line each: done while people declare, it comes first."""


def log_cards(
    encounter: Encounter,
    viewer: Viewer,
    rounds: Rounds,
    departed: Sequence[Event],
    delays: Sequence[Event],
    clock: ClockLines,
) -> tuple[Card, ...]:
    """The last rounds as this viewer may know them, and who has dithered how often."""
    names = Names(encounter, viewer, views(departed, viewer))
    lines: list[str] = []
    for number, events in rounds.items():
        told = [*clock.get(number, ()), *round_lines(views(events, viewer), names)]
        lines += [
            f"**Round {number}**" if number else "**Before the first round**",
            *(told or ["Nothing yet."]),
        ]
    if dithered := dithered_line(views(delays, viewer), names):
        lines.append(dithered)
    return pages("### The log, for you alone", lines or ["Nothing has happened yet."], "private")


def did_cards(
    encounter: Encounter, viewer: Viewer, round_: int, events: Sequence[Event], departed: Sequence[Event]
) -> tuple[Card, ...]:
    """What the viewer's own combatants did in a round, with dice and reasons; a GM's are those unseated."""
    mine = (
        frozenset(c.id for c in encounter.combatants if c.seat is None)
        if viewer.gm
        else frozenset(viewer.owns)
    )
    seen = views(events, viewer)
    names = Names(encounter, viewer, views(departed, viewer))
    title = f"### Round {round_} — what you did"
    if not mine:
        return pages(
            title, ["You have nobody in this fight. `Why?` tells what everybody may know."], "private"
        )
    lines = own_lines(seen, mine, names)
    own = [event for event in seen if getattr(event, "who", None) in mine]
    because = reasons(own, names)
    if because:
        lines += ["**Why**", *because]
    return pages(title, lines or ["Nothing, as far as the round was told."], "private")


def chronicle(
    encounter: Encounter,
    rounds: Rounds,
    departed: Sequence[Event],
    delays: Sequence[Event],
    clock: ClockLines,
) -> str:
    """The whole fight as the GM may read it, in Markdown: every round, its dice and its reasons."""
    names = Names(encounter, GAMEMASTER, departed)
    parts = ["# Chronicle of a fight"]
    for number, events in rounds.items():
        parts.append(f"## Round {number}" if number else "## Before the first round")
        parts += [f"- {line}" for line in (*clock.get(number, ()), *round_lines(events, names))]
        if because := reasons(events, names):
            parts += ["### Why", *(f"- {line}" for line in because)]
    if dithered := dithered_line(delays, names):
        parts += ["## Dithering", dithered]
    return "\n".join(f"\n{part}\n" if part.startswith("#") else part for part in parts).strip() + "\n"
