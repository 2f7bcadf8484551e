"""How creatures of one name are told apart: by numbers, letters or colours behind it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, get_args

Naming = Literal["numbers", "letters", "colours"]
"""Orc 1, Orc 2; Orc A, Orc B; Orc Red, Orc Blue."""

NAMINGS: tuple[Naming, ...] = get_args(Naming)

COLOURS = (
    *("Red", "Blue", "Green", "Yellow", "White", "Black", "Orange", "Violet", "Brown", "Grey"),
    *("Pink", "Gold", "Silver", "Bronze", "Turquoise"),
)
"""In this order; after the last they begin anew with a number: Red 2."""

_LETTERS = 26
_BEHIND = re.compile(
    rf"(?P<stem>.+?) (?:(?P<number>[1-9]\d{{0,5}})|(?P<letters>[A-Z]{{1,2}})"
    rf"|(?P<colour>{'|'.join(COLOURS)})(?: (?P<again>[2-9]|[1-9]\d{{1,2}}))?)"
)


def stem(name: str) -> str:
    """The name without what tells it from others of its name: `Orc` of `Orc 3`."""
    return _read(name)[0]


def names_for(taken: Iterable[str], name: str, count: int = 1, naming: Naming | None = None) -> list[str]:
    """Names for so many new creatures of that name, none of them among those taken.

    A single one keeps its name where nobody has it. Several, or one of a name that is there already, get
    something behind it: as the others of that name have it where `naming` is None, and going on from the
    last of them. A name that is there already is written as it is there.
    """
    known = tuple(taken)
    used = {each.casefold() for each in known}
    alike = _alike(known, name)
    if count == 1 and name.casefold() not in used and not alike:
        return [name]
    if not alike and name.casefold() in used and _read(name)[1] is not None:
        # Another `Orc 4` is the next of the orcs, not the second of its number.
        name = stem(name)
        alike = _alike(known, name)
    if alike:
        name = alike[0][0]
    way = naming or (alike[-1][1] if alike else "numbers")
    place = max((n for _, told, n in alike if told == way), default=0)
    if name.casefold() in used:
        place = max(place, 1)
    names: list[str] = []
    while len(names) < count:
        place += 1
        made = f"{name} {_behind(way, place)}"
        if made.casefold() not in used:
            names.append(made)
    return names


def _alike(taken: Iterable[str], name: str) -> list[tuple[str, Naming, int]]:
    """Others of that name: as it is written, how they are told apart, and which place each has."""
    read = (_read(each) for each in taken)
    return [(base, way, place) for base, way, place in read if way and base.casefold() == name.casefold()]


def _read(name: str) -> tuple[str, Naming | None, int]:
    """The stem of a name, what is behind it, and which of its kind that is, from 1."""
    found = _BEHIND.fullmatch(name)
    if found is None:
        return name, None, 0
    if found["number"]:
        return found["stem"], "numbers", int(found["number"])
    if found["letters"]:
        place = 0
        for letter in found["letters"]:
            place = place * _LETTERS + ord(letter) - ord("A") + 1
        return found["stem"], "letters", place
    round_ = int(found["again"] or 1) - 1
    return found["stem"], "colours", round_ * len(COLOURS) + COLOURS.index(found["colour"]) + 1


def _behind(naming: Naming, place: int) -> str:
    match naming:
        case "numbers":
            return str(place)
        case "letters":
            made = ""
            while place:
                place, letter = divmod(place - 1, _LETTERS)
                made = chr(ord("A") + letter) + made
            return made
        case "colours":
            round_, which = divmod(place - 1, len(COLOURS))
            return COLOURS[which] + (f" {round_ + 1}" if round_ else "")
