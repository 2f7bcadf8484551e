"""Activity that comes to nothing, and who hears of it."""

from __future__ import annotations

from rules import events as ev
from rules.audience import private, public, unseen
from rules.record import Record
from rules.rulesets.segments.nature import is_spell, row_of
from rules.values import CombatantId, Slot


def lose(
    record: Record, slot: Slot, reason: ev.Loss, by: CombatantId | None = None, overruled: bool = False
) -> None:
    """End an activity as lost; what nobody knew of is lost unseen (S-18, K-8)."""
    encounter = record.encounter
    announced = is_spell(encounter, slot) and encounter.combatant(slot.who).seat is not None
    begun_in_sight = row_of(encounter, slot).shown == "start" and slot.status == "begun"
    shown = announced or (reason == "target-gone" and not overruled) or begun_in_sight
    audience = public(encounter, slot.who)
    if audience == "everyone" and not shown:
        audience = private(encounter, slot.who)
    record.add(
        ev.Lost(
            audience=audience,
            overruled=overruled,
            who=slot.who,
            segment=encounter.round.segment,
            slot=slot,
            reason=reason,
            by=by,
            sealed=announced,
            unseen_target=unseen(encounter, slot.target),
        )
    )
