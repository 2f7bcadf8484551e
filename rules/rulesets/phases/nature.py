"""What an activity is in `phases`: an incantation, something to be declared."""

from __future__ import annotations

from rules.catalogue import Action
from rules.encounter import Encounter
from rules.nature import is_spell, is_spell_named
from rules.rulesets.phases.ranks import COMPLEX
from rules.values import Combatant, Declaration, Slot


def is_incantation(encounter: Encounter, slot: Slot) -> bool:
    """Whether it is lost when its caster is disturbed: not from an item, unless read from writing (P-17)."""
    return is_spell(encounter, slot) and (not slot.item or slot.action == "scroll")


def must_be_declared(combatant: Combatant, row: Action, declaration: Declaration) -> bool:
    """Whether it must be declared before the round begins (P-3)."""
    whole_round = row.activity == "complex" or (
        row.time == "asked" and (declaration.segments or 0) >= COMPLEX
    )
    return row.declared or whole_round or is_spell_named(combatant, row, declaration.name)
