"""Activity that comes to nothing, and who hears of it."""

from __future__ import annotations

from rules import events as ev
from rules.activity import lost
from rules.nature import is_spell, row_of
from rules.record import Record
from rules.values import CombatantId, Slot


def lose(record: Record, slot: Slot, reason: ev.Loss, by: CombatantId | None = None) -> None:
    """End an activity as lost; what nobody knew of is lost unseen (P-25, K-8)."""
    encounter = record.encounter
    spell = is_spell(encounter, slot)
    players = encounter.combatant(slot.who).seat is not None
    begun_in_sight = row_of(encounter, slot).shown == "start" and slot.status == "begun"
    broken = spell and players and reason in ("struck", "disturbed")
    openly = broken or reason == "target-gone" or begun_in_sight
    lost(record, slot, reason, by, openly=openly, sealed=spell)
