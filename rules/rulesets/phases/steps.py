"""The lettered steps of a round in `phases`, in order: what is called beat by beat."""

from __future__ import annotations

from typing import Final

from rules.catalogue import Letter
from rules.values import Step

STEPS: Final = (
    Step(letter="A", name="parley"),
    Step(letter="B", name="flight"),
    Step(letter="C", name="charges"),
    Step(letter="First", name="what goes first"),
    Step(letter="D0", name="first of several routines"),
    Step(letter="D1", name="innate abilities", rank="high"),
    Step(letter="D2", name="missiles", rank="high"),
    Step(letter="D3", name="melee", rank="high"),
    Step(letter="D4", name="other and movement", rank="high"),
    Step(letter="D1", name="innate abilities", rank="low"),
    Step(letter="D2", name="missiles", rank="low"),
    Step(letter="D3", name="melee", rank="low"),
    Step(letter="D4", name="other and movement", rank="low"),
    Step(letter="D0", name="remaining routines"),
    Step(letter="E", name="spells"),
    Step(letter="Last", name="what goes last"),
)
"""All steps; the first is beat 1."""

PARLEY, FLIGHT, CHARGE, FIRST, ROUTINE = 1, 2, 3, 4, 5
HIGH: Final[dict[Letter, int]] = {"D1": 6, "D2": 7, "D3": 8, "D4": 9}
LOW: Final[dict[Letter, int]] = {"D1": 10, "D2": 11, "D3": 12, "D4": 13}
ROUTINES, SPELLS, LAST = 14, 15, 16

BEATS_BY_NAME: Final = {
    "A": PARLEY,
    "B": FLIGHT,
    "C": CHARGE,
    "First": FIRST,
    "D0": ROUTINE,
    **{f"high {letter}": beat for letter, beat in HIGH.items()},
    **{f"low {letter}": beat for letter, beat in LOW.items()},
    "D0 again": ROUTINES,
    "E": SPELLS,
    "Last": LAST,
}
"""How a step is named in writing, and its beat."""


def step_of(beat: int) -> Step:
    """The step of a beat; raises IndexError for none of 1 to 16."""
    if not 1 <= beat <= len(STEPS):
        raise IndexError(beat)
    return STEPS[beat - 1]
