"""Each rule in a few words of our own, by its id or by a word in it."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files

from rules.value import Value


class Rule(Value):
    """One rule: its id, what it means at the table, and what it rests on (doc, site, table)."""

    id: str
    text: str
    basis: str


def _read() -> dict[str, Rule]:
    table = tomllib.loads(files("rules.catalogue").joinpath("rules.toml").read_text("utf-8"))
    return {key: Rule(id=key, **row) for key, row in table.items()}


RULES: dict[str, Rule] = _read()
"""Every rule by its id, in the order of the page for GMs."""

_ID = re.compile(r"\s*([ksp])[\s-]*(\d{1,3})\s*", re.IGNORECASE)


def explain(asked: str, most: int = 10) -> tuple[Rule, ...]:
    """The rule of that id (`S-20`, `s20`), else those that have all the words asked for, at most so many."""
    if match := _ID.fullmatch(asked):
        found = RULES.get(f"{match[1].upper()}-{int(match[2])}")
        return (found,) if found else ()
    words = asked.casefold().split()
    fit = (r for r in RULES.values() if words and all(w in r.text.casefold() for w in words))
    return tuple(fit)[:most]
