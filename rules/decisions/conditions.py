"""What must hold for more than one command."""

from __future__ import annotations

from rules.encounter import Encounter
from rules.record import Record
from rules.refusal import Refusal
from rules.values import CombatantId, Stage

OPEN: tuple[Stage, ...] = ("declaring",)
"""Stages in which declarations are taken without a price."""

CALLED: tuple[Stage, ...] = ("grace", "locked", "resolving")
"""Stages from close to the end of the round."""


def known(record: Record, *ids: CombatantId) -> Refusal | None:
    """Why not, if one of these is not in the fight."""
    for who in ids:
        if record.encounter.find(who) is None:
            return Refusal(code="unknown-combatant", text=who)
    return None


def may_declare(encounter: Encounter, who: CombatantId) -> Refusal | None:
    """Why this combatant does nothing in this round, if it does nothing (K-15, K-18)."""
    combatant = encounter.find(who)
    if combatant is None:
        return Refusal(code="unknown-combatant", text=who)
    if combatant.down:
        return Refusal(code="is-down", rule="K-15", who=who)
    if combatant.since > encounter.round.number:
        return Refusal(code="not-in-this-round", rule="K-18", who=who, number=combatant.since)
    return None
