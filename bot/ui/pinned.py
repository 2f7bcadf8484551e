"""What the GM has pinned, for the GM alone."""

from __future__ import annotations

from bot.narration.pinned import pin_line
from bot.narration.words import Names
from bot.render import Card, pages
from rules import GAMEMASTER, Encounter, waiting_pins


def pin_lines(encounter: Encounter, names: Names) -> tuple[str, ...]:
    """A line for each thing pinned that has yet to come, the next first."""
    number = encounter.round.number if encounter.round.stage != "ended" else 0
    return tuple(pin_line(pin, names, number) for pin in waiting_pins(encounter))


def pin_cards(encounter: Encounter, title: str = "### What is pinned") -> tuple[Card, ...]:
    """All that is pinned."""
    lines = pin_lines(encounter, Names(encounter, GAMEMASTER)) or (
        "Nothing. `/event add` pins something to a segment or step.",
    )
    return pages(
        title, (*lines, "-# You alone see this. Each is told to everybody when its time comes."), "private"
    )
