"""Names and small pieces of text, safe to show: escaped, and only what the reader may know."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules import RULESETS, Combatant, Encounter, Viewer

_MARKUP = re.compile(r"([\\*_~`|\[\]<])")
_INVISIBLE = re.compile("[\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+")
_LEADING = re.compile(r"^(\s*)([#>\-+]|\d+\.)")

NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def escape(text: str) -> str:
    """The text as it was typed, on one line, with nothing in it that would style, mention or reorder."""
    plain = _INVISIBLE.sub(" ", text).strip()
    return _LEADING.sub(r"\1\\\2", _MARKUP.sub(r"\\\1", plain))


def spelled(number: int) -> str:
    """A small number as a word."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def count(number: int, noun: str) -> str:
    """A number with its noun: `1 segment`, `3 segments`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(items: Iterable[str], last: str = "and") -> str:
    """Items in a row: `a`, `a and b`, `a, b and c`."""
    words = list(items)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def possessive(name: str) -> str:
    """Whose it is: `Mira's`, `the heroes'`."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def sentence(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]


class Names:
    """What each combatant is called for one reader; a hidden one has no name for the others."""

    def __init__(self, encounter: Encounter, viewer: Viewer) -> None:
        self._known = {
            c.id: c for c in encounter.combatants if viewer.gm or not c.hidden or c.id in viewer.owns
        }
        self._ruleset = RULESETS[encounter.ruleset]

    def beat(self, number: int) -> str:
        """What a beat is called: a segment's number, or `D2 · missiles (high)`."""
        step = self._ruleset.step(number)
        if step is None:
            return str(number)
        return f"{step.letter} · {step.name}{f' ({step.rank})' if step.rank else ''}"

    @property
    def steps(self) -> bool:
        """Whether rounds go by lettered steps, and not by segments."""
        return self._ruleset.step(1) is not None

    def __getitem__(self, who: str | None) -> str:
        combatant = self._known.get(who or "")
        return escape(combatant.name) if combatant else "something unseen"

    def combatant(self, who: str | None) -> Combatant | None:
        """The combatant, if this reader may know of it."""
        return self._known.get(who or "")

    def group(self, who: str) -> str:
        """The group the combatant belongs to, empty if none."""
        combatant = self._known.get(who)
        return combatant.group if combatant else ""
