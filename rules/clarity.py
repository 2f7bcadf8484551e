"""What a clear declaration must say, in both rulesets (K-11)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.catalogue import CATALOGUE, Action, Need
from rules.encounter import Encounter
from rules.refusal import Refusal, Unsaid
from rules.values import CombatantId, Declaration, Minor

_MISSING: dict[Need, Unsaid] = {
    "target": "needs-target",
    "aim": "needs-aim",
    "at": "needs-at",
    "weapon": "needs-weapon",
    "name": "needs-name",
    "segments": "needs-segments",
    "feet": "needs-feet",
    "note": "needs-note",
}
"""What to answer where a declaration leaves something out (K-11)."""


def left_out(declaration: Declaration, needs: Iterable[Need]) -> Need | None:
    """The first of these needs that the declaration says nothing of."""
    said = {
        "target": declaration.target,
        "aim": declaration.target or declaration.at,
        "at": declaration.at or declaration.target,
        "weapon": declaration.weapon,
        "name": declaration.name,
        "segments": declaration.segments,
        "feet": declaration.feet,
        "note": declaration.note or declaration.at,
    }
    return next((need for need in needs if said[need] in (None, "")), None)


def missing(need: Need, who: CombatantId, row: Action, rule: str = "K-11") -> Refusal:
    """The refusal of what leaves that out."""
    return Refusal(code=_MISSING[need], rule=rule, who=who, action=row.key)


def minor_row(encounter: Encounter, who: CombatantId, minor: Minor, rule: str) -> Action | Refusal:
    """The catalogue's row of a minor that says all it must; `rule` is the one that makes it a minor."""
    row = CATALOGUE[encounter.ruleset].get(minor.action)
    if row is None:
        return Refusal(code="unknown-action", who=who, text=minor.action)
    if row.major:
        return Refusal(code="not-a-minor", rule=rule, who=who, action=row.key)
    said = {"feet": minor.feet, "note": minor.note, "name": minor.name}
    for need in row.needs:
        if said.get(need) in (None, ""):
            return missing(need, who, row)
    if minor.segments is not None:
        return Refusal(code="time-not-yours", rule="K-5", who=who, action=row.key)
    return row
