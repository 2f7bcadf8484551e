"""Activity that comes to nothing, and who hears of it."""

from __future__ import annotations

from rules import events as ev
from rules.activity import lost
from rules.nature import is_spell, row_of
from rules.record import Record
from rules.values import CombatantId, Slot


def lose(
    record: Record, slot: Slot, reason: ev.Loss, by: CombatantId | None = None, overruled: bool = False
) -> None:
    """End an activity as lost; what nobody knew of is lost unseen (S-18, K-8)."""
    encounter = record.encounter
    announced = is_spell(encounter, slot) and encounter.combatant(slot.who).seat is not None
    begun_in_sight = row_of(encounter, slot).shown == "start" and slot.status == "begun"
    openly = announced or (reason == "target-gone" and not overruled) or begun_in_sight
    lost(record, slot, reason, by, openly=openly, sealed=announced, overruled=overruled)
