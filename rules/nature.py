"""What an activity is, in both rulesets: its row of the catalogue, and whether it is a spell."""

from __future__ import annotations

from rules.catalogue import Action, action
from rules.encounter import Encounter
from rules.values import Combatant, Slot


def row_of(encounter: Encounter, slot: Slot) -> Action:
    """Its row of the catalogue."""
    return action(encounter.ruleset, slot.action)


def is_spell_named(combatant: Combatant | None, row: Action, name: str) -> bool:
    """Whether that action of that name is a spell, or an ability that is cast like one (S-16, P-16)."""
    if row.spell:
        return True
    ability = combatant.ability(name) if combatant is not None and name and row.time == "ability" else None
    return ability is not None and ability.magic == "spell-like"


def is_spell(encounter: Encounter, slot: Slot) -> bool:
    """Whether it is a spell, or an ability that is cast like one (S-16, P-16)."""
    row = row_of(encounter, slot)
    # Only an ability is asked of its doer.
    return row.spell or (row.time == "ability" and is_spell_named(encounter.find(slot.who), row, slot.name))
