"""The format of rule cases: a fight written down as data, and what must come of it.

Everything in a case is read into the values and commands the engine itself uses, so a case can hold
nothing a table could not. The format is explained in tests/rules/cases/README.md.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from typing import Any, Literal

from pydantic import Field, ValidationError

from rules import commands as cmd
from rules.encounter import Settings
from rules.expectations import Expectation, Unreadable
from rules.values import (
    SEGMENTS_PER_ROUND,
    Combatant,
    CombatantId,
    Declaration,
    SpeedUnclear,
    Value,
    Weapon,
    parse_speed,
)

Table = dict[str, Any]
"""A TOML table as tomllib reads it."""

_RULE = r"^[KSP]-\d+$"


class CaseError(ValueError):
    """A case that cannot be read: which case and key, and what was expected there."""


class TimeWord(Value):
    """The GM's word on the time of an activity: of that action, else the one in question (K-5)."""

    who: CombatantId
    segments: int = Field(ge=0, le=1000)
    action: str = ""


class Intervention(Value):
    """Something said while the round goes on.

    `segment` is the one about to be called; 0 means while declarations are open, None that it is the
    answer to a question whenever the GM is asked.
    """

    segment: int | None = Field(default=None, ge=0, le=SEGMENTS_PER_ROUND)
    command: cmd.Command | None = None
    judge: Literal["struck", "missed", "down"] | None = None
    time: TimeWord | None = None


class RoundScript(Value):
    """One round of a case: what is declared, said meanwhile, and expected."""

    declare: tuple[tuple[Declaration, ...], ...] = ()
    drafts: tuple[Declaration, ...] = ()
    during: tuple[Intervention, ...] = ()
    expect: tuple[Expectation, ...] = ()

    @property
    def only_refusals(self) -> bool:
        """Whether it is about refused declarations alone, so that the round need not be played."""
        early = all(said.segment == 0 for said in self.during)
        return bool(self.expect) and early and all(e.refused is not None for e in self.expect)


class Case(Value):
    """One numbered rule case: a fight, its dice, and one round or several."""

    id: str = Field(pattern=r"^[a-z]+\.[a-z-]+\.\d+$")
    title: str = Field(min_length=10, max_length=140)
    rules: tuple[str, ...] = Field(min_length=1)
    disputed: str = ""
    seed: str = "dither"
    settings: Settings = Settings()
    given: tuple[Combatant, ...]
    engaged: tuple[tuple[CombatantId, CombatantId], ...] = ()
    dice: tuple[tuple[str, int], ...] = ()
    rounds: tuple[RoundScript, ...]


def read_cases(text: str) -> tuple[Case, ...]:
    """All cases of one file; raises CaseError naming case, key and what was expected."""
    table = _toml(text)
    if set(table) - {"case"} or not isinstance(table.get("case", []), list):
        raise CaseError(f"only [[case]] tables are expected here, not {', '.join(sorted(table))}")
    return tuple(_case(entry, str(entry.get("id", f"case {i + 1}"))) for i, entry in enumerate(table.get("case", [])))


def read_round(text: str) -> Case:
    """A round to resolve: the tables of a case, without id, title, rules and expectations."""
    table = _toml(text)
    if "case" in table:
        raise CaseError("[[case]] is for `check`; `resolve` expects [given] and [declare] at the top")
    return _case({"id": "resolve.round.1", "title": "A round to resolve", "rules": ["K-1"], **table}, "the round")


def _toml(text: str) -> Table:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CaseError(f"not TOML: {error}") from error


def _case(table: Table, name: str) -> Case:
    table = dict(table)
    given = _take(table, "given", dict, name)
    rounds = [{key: table.pop(key) for key in ("declare", "during", "expect") if key in table}]
    rounds += _take(table, "round", list, name)
    dice = dict(_take(table, "dice", dict, name))
    for script in rounds:
        dice |= script.pop("dice", {})
    if not given:
        raise CaseError(f"{name}: given: at least one combatant is expected")
    settings = dict(_take(table, "settings", dict, name))
    settings["times"] = tuple(dict(settings.get("times", {})).items())
    pairs = tuple((who, foe) for who, row in given.items() for foe in row.get("engaged", ()))
    for foe in (foe for _, foe in pairs if foe not in given):
        raise CaseError(f"{name}: given: engaged with {foe}, who is not in the fight")
    return _value(
        Case,
        {
            **table,
            "settings": _value(Settings, settings, f"{name}: settings"),
            "given": tuple(_combatant(who, row, f"{name}: given.{who}") for who, row in given.items()),
            "engaged": pairs,
            "dice": tuple(dice.items()),
            "rounds": tuple(_round(script, name) for script in rounds),
        },
        name,
        allowed_rules=True,
    )


def _take(table: Table, key: str, kind: type, name: str) -> Any:
    found = table.pop(key, kind())
    if not isinstance(found, kind):
        raise CaseError(f"{name}: {key}: a {'table' if kind is dict else 'list'} is expected")
    return found


def _value(model: type[Any], data: Mapping[str, Any], where: str, allowed_rules: bool = False) -> Any:
    """The data as that model; raises CaseError naming the keys that do not fit."""
    if allowed_rules:
        import re

        for rule in data.get("rules", ()):
            if not re.fullmatch(_RULE, str(rule)):
                raise CaseError(f"{where}: rules: {rule!r} is not a rule id such as S-22")
    try:
        return model.model_validate(data)
    except ValidationError as error:
        lines = (f"{where}: {'.'.join(map(str, e['loc'])) or 'value'}: {e['msg']}" for e in error.errors())
        raise CaseError("; ".join(lines)) from error
