"""Who and what is named in a sentence: combatants the speaker may know, weapons, abilities."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.encounter import Encounter
from rules.sentences.words import FUNCTION, Token, stem, tokens
from rules.values import CombatantId


class Mention(NamedTuple):
    """Some tokens that name somebody: who may be meant, and whether several are spoken of."""

    start: int
    end: int
    who: tuple[CombatantId, ...]
    many: bool


Names = dict[tuple[str, ...], tuple[CombatantId, ...]]


def _words(text: str) -> tuple[str, ...]:
    return tuple(t.low for t in tokens(text) if t.kind in ("word", "number"))


def _stems(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(stem(w) for w in words)


class Known:
    """The names a speaker may use, by their words; nobody else exists for the reading."""

    def __init__(self, encounter: Encounter, known: Iterable[CombatantId], verbs: frozenset[str]) -> None:
        allowed = set(known)
        self._whole: Names = {}
        self._part: Names = {}
        self._group: Names = {}
        self._said: set[tuple[str, ...]] = set()
        for c in encounter.combatants:
            if c.id not in allowed:
                continue
            words = _words(c.name)
            self._said.add(words)
            _add(self._whole, _stems(words), c.id)
            for phrase in _parts(words, verbs):
                _add(self._part, _stems(phrase), c.id)
            for group in (c.group, c.side):
                if group and not c.down:
                    _add(self._group, _stems(_words(group)), c.id)
        for names in (self._whole, self._part, self._group):
            names.pop((), None)
        self._longest = max((len(w) for n in (self._whole, self._part, self._group) for w in n), default=0)
        self._numbered = {w for name in self._whole for w in (name[:-1],) if name[-1].isdigit()}

    def mentions(self, found: list[Token], measured: set[int]) -> list[Mention]:
        """Every mention in the sentence, from the left, the longest first."""
        read: list[Mention] = []
        i = 0
        while i < len(found):
            mention = self._at(found, i, measured)
            if mention is not None:
                read.append(mention)
            i = mention.end if mention is not None else i + 1
        return read

    def _at(self, found: list[Token], i: int, measured: set[int]) -> Mention | None:
        for length in range(min(self._longest, len(found) - i), 0, -1):
            part = found[i : i + length]
            words = tuple(t.low for t in part)
            if measured & set(range(i, i + length)):
                continue
            if any(t.kind not in ("word", "number") for t in part) or (length == 1 and words[0] in FUNCTION):
                continue
            stems, end = _stems(words), i + length
            many = words not in self._said and words[-1] != stems[-1]
            if who := self._whole.get(stems):
                return Mention(i, end, who, many)
            if who := self._part.get(stems):
                more = found[end] if end < len(found) else None
                if more and more.kind == "number" and end not in measured and stems in self._numbered:
                    return Mention(i, end + 1, (), False)
                return Mention(i, end, who, many)
            if who := self._group.get(stems):
                return Mention(i, end, who, True)
        return None


def _parts(words: tuple[str, ...], verbs: frozenset[str]) -> Iterable[tuple[str, ...]]:
    """Parts of a name that are enough to name it: one telling word at least, none of it small at the ends."""
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + 6) + 1):
            part = words[start:end]
            ends = {part[0], part[-1]}
            if not ends & FUNCTION and any(len(w) > 2 and w.isalpha() and w not in verbs for w in part):
                yield part


def _add(names: Names, words: tuple[str, ...], who: CombatantId) -> None:
    if who not in names.get(words, ()):
        names[words] = (*names.get(words, ()), who)


def find_thing(found: list[Token], things: Iterable[str]) -> tuple[tuple[str, ...], int, int] | None:
    """The first of somebody's things named in the tokens, by its whole name or part of it: longest first.

    Gives every thing that the words fit equally, and where they stand.
    """
    by_name = [(thing, _stems(_words(thing))) for thing in things]
    stems = _stems(t.low for t in found)
    longest = max((len(words) for _, words in by_name), default=0)
    for length in range(min(longest, len(found)), 0, -1):
        for start in range(len(found) - length + 1):
            part = stems[start : start + length]
            if {t.low for t in found[start : start + length]} <= FUNCTION:
                continue
            whole = tuple(thing for thing, words in by_name if words == part)
            partly = tuple(thing for thing, words in by_name if _inside(part, words))
            if whole or partly:
                return whole or partly, start, start + length
    return None


def _inside(part: tuple[str, ...], words: tuple[str, ...]) -> bool:
    return any(words[i : i + len(part)] == part for i in range(len(words) - len(part) + 1))
