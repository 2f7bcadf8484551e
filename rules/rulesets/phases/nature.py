"""What an activity is: its row, whether it is a spell, an incantation, something to be declared."""

from __future__ import annotations

from rules.catalogue import Action, action
from rules.encounter import Encounter
from rules.rulesets.phases.ranks import COMPLEX
from rules.values import Combatant, Declaration, Slot


def row_of(encounter: Encounter, slot: Slot) -> Action:
    """Its row of the catalogue."""
    return action(encounter.ruleset, slot.action)


def is_spell_named(combatant: Combatant, row: Action, name: str) -> bool:
    """Whether that action of that name is a spell, or an ability that is cast like one (P-16)."""
    if row.spell:
        return True
    ability = combatant.ability(name) if name and row.time == "ability" else None
    return ability is not None and ability.magic == "spell-like"


def is_spell(encounter: Encounter, slot: Slot) -> bool:
    """Whether it takes effect among the spells (P-16)."""
    combatant = encounter.find(slot.who)
    return combatant is not None and is_spell_named(combatant, row_of(encounter, slot), slot.name)


def is_incantation(encounter: Encounter, slot: Slot) -> bool:
    """Whether it is lost when its caster is disturbed: not from an item, unless read from writing (P-17)."""
    return is_spell(encounter, slot) and (not slot.item or slot.action == "scroll")


def must_be_declared(combatant: Combatant, row: Action, declaration: Declaration) -> bool:
    """Whether it must be declared before the round begins (P-3)."""
    whole_round = row.activity == "complex" or (
        row.time == "asked" and (declaration.segments or 0) >= COMPLEX
    )
    return row.declared or whole_round or is_spell_named(combatant, row, declaration.name)
