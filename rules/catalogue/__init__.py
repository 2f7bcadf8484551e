"""The actions of each ruleset, read from data once at import (S-3, S-4)."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Literal

from pydantic import Field

from rules.value import Value
from rules.values import RulesetName

Kind = Literal["major", "minor"]
TimeRule = Literal["move", "charge", "weapon", "missile", "rest", "typed", "item", "ability", "asked"]
Need = Literal["target", "aim", "at", "weapon", "name", "segments", "feet", "note"]
"""What a clear declaration must say (K-11); `aim` is a target or a place."""
Shown = Literal["start", "end", "spell"]
Letter = Literal["", "A", "B", "C", "D1", "D2", "D3", "D4", "E"]
Activity = Literal["", "simple", "delaying", "complex"]


class Action(Value):
    """One row of the catalogue: what an action is, how long it takes, what must be said, when it shows."""

    key: str
    name: str
    kind: Kind
    time: int | TimeRule
    default: int | None = None
    needs: tuple[Need, ...] = ()
    shown: Shown
    blow: bool = False
    spell: bool = False
    reveals: bool = False
    step: Letter = ""
    """In `phases`, the step it belongs to; in `segments` there are none."""
    activity: Activity = ""
    declared: bool = False
    """Whether it must be declared (P-3)."""
    words: tuple[str, ...] = ()
    hint: str = Field(max_length=100)
    rules: tuple[str, ...]

    @property
    def major(self) -> bool:
        """Whether it is a major action."""
        return self.kind == "major"


def _read(ruleset: str) -> dict[str, Action]:
    table = tomllib.loads(files(__name__).joinpath(f"{ruleset}.toml").read_text("utf-8"))
    return {key: Action(key=key, **row) for key, row in table.items()}


CATALOGUE: dict[RulesetName, dict[str, Action]] = {
    "segments": _read("segments"),
    "phases": _read("phases"),
}
"""Every action by ruleset and key."""


def action(ruleset: RulesetName, key: str) -> Action:
    """The row of that key; raises KeyError for a key the ruleset does not have."""
    return CATALOGUE[ruleset][key]
