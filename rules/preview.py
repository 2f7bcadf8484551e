"""What a declaration would come to if declarations closed now: for reading back before it is sealed."""

from __future__ import annotations

from rules.encounter import Encounter
from rules.refusal import Refusal
from rules.rulesets import RULESETS
from rules.rulesets.phases.pricing import StepPrice
from rules.rulesets.segments.turning import Price
from rules.values import Declaration, Plan


def preview(encounter: Encounter, declaration: Declaration) -> Plan | Refusal:
    """Its slots in beats of this round, without any Delay, behind carried ones; or why it cannot stand."""
    ruleset = RULESETS[encounter.ruleset]
    checked = ruleset.check(encounter, declaration)
    return checked if isinstance(checked, Refusal) else ruleset.laid(encounter, checked)


def preview_change(encounter: Encounter, declaration: Declaration) -> Price | StepPrice | Refusal:
    """What changing to this would cost, before the die is cast: for asking back (S-20, P-10)."""
    if encounter.find(declaration.who) is None:
        return Refusal(code="unknown-combatant", text=declaration.who)
    return RULESETS[encounter.ruleset].price(encounter, declaration)
