"""Reading cases: TOML text to cases, or a CaseError that names what does not fit."""

from __future__ import annotations

import tomllib

from rules.cases.expectations import Expectation, read_expectation
from rules.cases.model import Case, RoundScript
from rules.cases.parts import (
    CaseError,
    Table,
    at_step,
    combatant,
    declaration,
    engaged_with,
    intervention,
    list_of_tables,
    table_of,
    table_of_tables,
    value,
)
from rules.settings import Settings
from rules.values import Declaration

__all__ = ["CaseError", "read_cases", "read_round"]


def read_cases(text: str) -> tuple[Case, ...]:
    """All cases of one file; raises CaseError naming case, key and what was expected."""
    table = _toml(text)
    entries = table.pop("case", [])
    if table or not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise CaseError(f"[[case]] tables are expected, not {', '.join(sorted(table)) or '[case]'}")
    return tuple(read_case(entry, str(entry.get("id", f"case {n}"))) for n, entry in enumerate(entries, 1))


def read_round(text: str) -> Case:
    """A round to resolve: a case without id, title, rules and expectations. Raises CaseError."""
    table = _toml(text)
    if "case" in table:
        raise CaseError("[[case]] is for `check`; `resolve` expects [given] and [declare] at the top")
    return read_case(
        {"id": "resolve.round.1", "title": "A round to resolve", "rules": ["K-1"], **table}, "the round"
    )


def _toml(text: str) -> Table:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CaseError(f"not TOML: {error}") from error


_SCRIPT: tuple[str, ...] = ("declare", "during", "expect")
"""What the first round has at the top of a case, and every further one in its own table."""


def read_case(entry: Table, name: str) -> Case:
    """One case from its table; raises CaseError beginning with the name."""
    table = dict(entry)
    given = table_of_tables(table.pop("given", {}), f"{name}: given")
    settings = table_of(table.pop("settings", {}), f"{name}: settings")
    settings["times"] = tuple(table_of(settings.get("times", {}), f"{name}: settings.times").items())
    if name.startswith("phases."):
        table.setdefault("ruleset", "phases")
    scripts: list[Table] = [{key: table.pop(key) for key in _SCRIPT if key in table}]
    scripts += list_of_tables(table.pop("round", []), f"{name}: round")
    dice = table_of(table.pop("dice", {}), f"{name}: dice")
    for script in scripts:
        dice |= table_of(script.pop("dice", {}), f"{name}: round.dice")
    pairs = tuple(
        (who, foe) for who, row in given.items() for foe in engaged_with(row, f"{name}: given.{who}")
    )
    for _, foe in pairs:
        if str(foe) not in given:
            raise CaseError(f"{name}: given: engaged with {foe!r}, who is not in the fight")
    table |= {
        "settings": value(Settings, settings, f"{name}: settings"),
        "given": tuple(combatant(who, row, f"{name}: given") for who, row in given.items()),
        "engaged": pairs,
        "dice": tuple(dice.items()),
        "rounds": tuple(_round(script, name) for script in scripts),
    }
    return value(Case, table, name)


def _round(script: Table, name: str) -> RoundScript:
    if unknown := sorted(set(script) - set(_SCRIPT)):
        raise CaseError(
            f"{name}: round: unknown key {unknown[0]!r}; declare, during, dice or expect is expected"
        )
    declared: list[tuple[Declaration, ...]] = []
    drafts: list[Declaration] = []
    for whose, row in table_of_tables(script.get("declare", {}), f"{name}: declare").items():
        data = dict(row)
        draft = data.pop("draft", False)
        group = tuple(declaration(who.strip(), data, f"{name}: declare") for who in whose.split(","))
        drafts.extend(group) if draft else declared.append(group)
    said = list_of_tables(script.get("during", []), f"{name}: during")
    expected = list_of_tables(script.get("expect", []), f"{name}: expect")
    return RoundScript(
        declare=tuple(declared),
        drafts=tuple(drafts),
        during=tuple(intervention(row, f"{name}: during {n}") for n, row in enumerate(said, 1)),
        expect=tuple(_expectation(row, f"{name}: expect {n}") for n, row in enumerate(expected, 1)),
    )


def _expectation(row: Table, where: str) -> Expectation:
    try:
        return read_expectation(at_step(row, where))
    except ValueError as error:
        raise CaseError(f"{where}: {' '.join(str(error).split())}") from error
