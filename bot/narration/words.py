"""Names and small pieces of text, safe to show: escaped, and only what the reader may know."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from rules import RULESETS, Combatant, Encounter, Event, Slot, Viewer, seen_by
from rules import events as ev
from rules.values import SEGMENTS_PER_ROUND

_MARKUP = re.compile(r"([\\*_~`|\[\]<])")
_INVISIBLE = re.compile(
    "[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff"
    "\ufff0-\ufffb\U000e0000-\U000e0fff]+"
)
_LEADING = re.compile(r"^(?:(\d+)(?=\.)|(?=[#>+\-]))")
_BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Characters that count as letters or signs and show nothing."""

_GO = ("First", "Last")
"""Steps that have no letter, and are called by what those in them do."""

ROW = 600
"""Characters that names in a row may take in a sentence; what does not fit is counted."""


def clean(text: str) -> str:
    """The text on one line, without what cannot be seen and would reorder or hide the rest."""
    return " ".join(_INVISIBLE.sub(" ", text).split())


def can_be_seen(text: str) -> bool:
    """Whether there is anything in the text that shows: a letter, a digit, a sign."""
    return any(unicodedata.category(c)[0] in "LNPS" and c not in _BLANK_LETTERS for c in clean(text))


def escape(text: str) -> str:
    """The text as it was typed, on one line, with nothing in it that would style, mention or reorder."""
    if text.isalnum():
        return text  # One word of letters and digits, as most are: there is nothing to find in it.
    return _LEADING.sub(r"\1\\", _MARKUP.sub(r"\\\1", clean(text)))


def count(number: int, noun: str) -> str:
    """A number with its noun: `1 segment`, `3 segments`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def rolled(die: int, noun: str) -> str:
    """What a die decides: `1d6 segments`."""
    return f"1d{die} {noun}s"


def have(number: int) -> str:
    """`has` for one, `have` for several."""
    return "has" if number == 1 else "have"


def long_spell(segments: int | None) -> str:
    """A spell by its casting time: `a 3-segment spell`, `an 8-segment spell`."""
    if segments is None:
        return "a spell"
    vowel = str(segments).startswith("8") or segments in (11, 18)
    return f"{'an' if vowel else 'a'} {segments}-segment spell"


def row(items: Iterable[str], limit: int = ROW, between: str = ", ") -> str:
    """Items in a row, as many as fit into `limit` characters, and how many more there are."""
    words = list(items)
    shown = _fitting(words, limit, between)
    more = len(words) - len(shown)
    return between.join(shown) + (f" and {more} more" if more else "")


def listed(items: Iterable[str], last: str = "and", limit: int = ROW) -> str:
    """Items in a row: `a`, `a and b`, `a, b and c`; as many as fit into `limit` characters."""
    words = list(items)
    if len(words) < 2 or len(_fitting(words, limit, ", ")) < len(words):
        return row(words, limit)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def _fitting(words: Sequence[str], limit: int, between: str) -> Sequence[str]:
    """As many as fit, but at least one."""
    total = 0
    for place, word in enumerate(words):
        total += len(word) + len(between)
        if place and total > limit:
            return words[:place]
    return words


def possessive(name: str) -> str:
    """Whose it is: `Mira's`, `the heroes'`."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def sentence(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]


def segment_name(segment: int) -> str:
    """A segment by its number; in a later round, by that too."""
    if segment <= 0:
        return "1"
    rounds, place = divmod(segment - 1, SEGMENTS_PER_ROUND)
    if rounds == 0:
        return str(segment)
    return f"{place + 1} of the next round" if rounds == 1 else f"{place + 1}, {count(rounds, 'round')} on"


class Names:
    """What each combatant is called for one reader; a hidden one has no name for the others.

    Who has left the fight in one of these events, as the reader may see them, is still known by name.
    """

    def __init__(self, encounter: Encounter, viewer: Viewer, events: Iterable[Event] = ()) -> None:
        self._known = {c.id: c for c in seen_by(encounter, viewer)}
        self._called: dict[str, str] = {}
        self._gone = {e.who: e.name for e in events if isinstance(e, ev.CombatantRemoved)}
        self._ruleset = RULESETS[encounter.ruleset]
        self.high_groups = encounter.settings.high_groups

    def throws(self, slot: Slot) -> bool:
        """Whether it is a throw, as far as the reader knows the weapon; else it is a shot."""
        doer = self._known.get(slot.who)
        weapon = doer.weapon(slot.weapon) if doer is not None else None
        return weapon is not None and weapon.missile == "thrown"

    def beat(self, number: int) -> str:
        """What a beat is called: a segment's number, or `HIGH D2 · missiles`."""
        step = self._ruleset.step(number)
        short = self.short(number)
        return short if step is None or step.letter in _GO else f"{short} · {step.name}"

    def short(self, number: int) -> str:
        """The same in as few characters as say it: `7`, `HIGH D2`, `E`, `Go Last`."""
        step = self._ruleset.step(number)
        if step is None:
            return str(number)
        if step.letter in _GO:
            return f"Go {step.letter}"
        return f"{step.rank.upper()} {step.letter}".strip()

    def when(self, number: int) -> str:
        """The beat in the middle of a sentence: `segment 7`, `HIGH D2 · missiles`."""
        return self.beat(number) if self.steps else f"segment {segment_name(number)}"

    @property
    def last(self) -> int:
        """The number of a round's last beat."""
        return self._ruleset.last

    @property
    def known(self) -> tuple[str, ...]:
        """Ids of those this reader knows of, in the roster's order."""
        return tuple(self._known)

    @property
    def steps(self) -> bool:
        """Whether rounds go by lettered steps, and not by segments."""
        return self._ruleset.step(1) is not None

    def __getitem__(self, who: str | None) -> str:
        # A round names the same few again and again.
        called = self._called.get(who or "")
        if called is None:
            called = self._called[who or ""] = self._name(who)
        return called

    def _name(self, who: str | None) -> str:
        combatant = self._known.get(who or "")
        if combatant is not None:
            return escape(combatant.name)
        # The same for who has gone and who is hidden: a difference would tell of the hidden (K-8).
        return escape(self._gone.get(who or "", "")) or "somebody no longer in sight"

    def named(self, who: str | None) -> bool:
        """Whether this reader knows the creature of that id by a name."""
        return (who or "") in self._known or (who or "") in self._gone

    def combatant(self, who: str | None) -> Combatant | None:
        """The combatant, if this reader may know of it."""
        return self._known.get(who or "")

    def group(self, who: str) -> str:
        """The group the combatant belongs to, empty if none."""
        combatant = self._known.get(who)
        return combatant.group if combatant else ""

    def counted(self, entries: Iterable[tuple[Combatant, str]]) -> list[tuple[str, str]]:
        """Names with what is said of each; neighbours of a group said to be the same count as one (FK-L10)."""
        runs: list[list[tuple[Combatant, str]]] = []
        for entry in ((self._known.get(c.id, c), rest) for c, rest in entries):
            combatant, rest = entry
            last = runs[-1][-1] if runs else None
            if last is not None and combatant.group and (last[0].group, last[1]) == (combatant.group, rest):
                runs[-1].append(entry)
            else:
                runs.append([entry])
        return [
            (f"{len(run)} × {escape(run[0][0].group)}" if len(run) > 1 else self[run[0][0].id], run[0][1])
            for run in runs
        ]

    def all_of(self, ids: Iterable[str]) -> str:
        """Those of these ids that the reader knows, in a row; neighbours of a group count as one."""
        return listed(self.several(c for who in ids if (c := self.combatant(who)) is not None))

    def several(self, combatants: Iterable[Combatant]) -> list[str]:
        """Names with nothing said of them; neighbours of a group count as one."""
        return [name for name, _ in self.counted((c, "") for c in combatants)]
