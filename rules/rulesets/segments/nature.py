"""What an activity is: its row of the catalogue, and whether it is a spell."""

from __future__ import annotations

from rules.catalogue import Action, action
from rules.encounter import Encounter
from rules.values import Slot


def row_of(encounter: Encounter, slot: Slot) -> Action:
    """Its row of the catalogue."""
    return action(encounter.ruleset, slot.action)


def is_spell(encounter: Encounter, slot: Slot) -> bool:
    """Whether it is a spell, or an ability that is cast like one (S-16)."""
    if row_of(encounter, slot).spell:
        return True
    combatant = encounter.find(slot.who)
    ability = combatant.ability(slot.name) if combatant and slot.name else None
    return slot.action in ("ability", "use-minor") and ability is not None and ability.magic == "spell-like"
