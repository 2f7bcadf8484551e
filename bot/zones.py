"""Time zones by their names: which there are, which one is meant, and which come near a name there is not."""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files

ANY = "UTC"
"""The zone of a table that has chosen none."""


@lru_cache(maxsize=1)
def _known() -> dict[str, str]:
    """Every zone by its name without regard to capitals; a city alone will do where only one zone has it."""
    names = files("tzdata").joinpath("zones").read_text(encoding="ascii").split()
    found: dict[str, str] = {}
    cities: dict[str, list[str]] = {}
    for name in names:
        found[_plain(name)] = name
        if "/" in name:
            cities.setdefault(_plain(name).rpartition("/")[2], []).append(name)
    for city, of in cities.items():
        if len(of) == 1:
            found.setdefault(city, of[0])
    return found


def zone_named(typed: str) -> str | None:
    """The zone somebody means by `Europe/Berlin`, `europe/berlin` or `Berlin`; None if there is none."""
    return ANY if typed == ANY else _known().get(_plain(typed))


def near(typed: str, most: int = 4) -> tuple[str, ...]:
    """Names of zones like what was typed, the likeliest first."""
    wanted, known = _plain(typed), _known()
    part = wanted.rpartition("/")[2]
    inside = [key for key in known if len(part) > 2 and part in key]
    alike = [*get_close_matches(wanted, known, most, 0.7), *get_close_matches(part, known, most, 0.7)]
    return tuple(dict.fromkeys(known[key] for key in (*alike, *inside)))[:most]


def _plain(name: str) -> str:
    return "_".join(name.split()).casefold()
