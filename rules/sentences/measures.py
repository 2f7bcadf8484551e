"""Distances and times in a sentence: `30ft`, `12"`, `3-segment`, `two rounds`, `segment 5`."""

from __future__ import annotations

from typing import Literal, NamedTuple

from rules.sentences.words import Token

Of = Literal["feet", "segments", "rounds", "segment", "bare"]
"""What is measured; `segment` is a moment of the round, `bare` a number without a unit."""

_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NUMBERS = {word: number for number, word in enumerate(_ONES, 1)}
_NUMBERS |= {word: number * 10 for number, word in enumerate(_TENS, 2)}
_NUMBERS |= {"twelve": 12, "fifteen": 15}

_SPELT: tuple[tuple[str, Of, int], ...] = (
    ("feet foot ft ' ’ ′", "feet", 1),
    ("inch inches in '' \" ″ ”", "feet", 10),
    ("yard yards yd yds", "feet", 3),
    ("segment segments seg segs sgmt", "segments", 1),
    ("round rounds rd rds rnd rnds", "rounds", 1),
)
_UNITS = {word: (of, times) for words, of, times in _SPELT for word in words.split()}

_MOST: dict[Of, int] = {"feet": 5000, "segments": 1000, "rounds": 100, "segment": 10, "bare": 5000}


class Measure(NamedTuple):
    """A number and what it counts, and its tokens; no number where it is out of all range."""

    of: Of
    number: int | None
    start: int
    end: int


def _number(token: Token) -> float | None:
    """The number a token says; what is too long for any, as one too large."""
    if token.kind == "word":
        return _NUMBERS.get(token.low)
    if token.kind != "number":
        return None
    return float(token.low.replace(",", ".")) if len(token.low) <= 8 else 1e9


def _within(of: Of, number: float) -> int | None:
    return int(number) if number == int(number) and 1 <= number <= _MOST[of] else None


def measures(found: list[Token]) -> list[Measure]:
    """Every number of the sentence that measures something, in order, with what it counts."""
    read: list[Measure] = []
    for i, token in enumerate(found):
        number = _number(token)
        if number is None or (read and i < read[-1].end):
            continue
        before = found[i - 1].low if i else ""
        after = found[i + 1] if i + 1 < len(found) else None
        unit = _UNITS.get(after.low) if after is not None else None
        if after is not None and after.low == "in" and after.start > token.end:
            unit = None  # "move 20 in front of him": no inches where a place begins
        if unit is not None:
            of, times = unit
            read.append(Measure(of, _within(of, number * times), i, i + 2))
        elif before in ("segment", "seg"):
            read.append(Measure("segment", _within("segment", number), i - 1, i + 1))
        elif token.kind == "number":
            read.append(Measure("bare", _within("bare", number), i, i + 1))
    return read
