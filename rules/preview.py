"""What a declaration would come to if declarations closed now: for reading back before it is sealed."""

from __future__ import annotations

from rules.encounter import Encounter
from rules.refusal import Refusal
from rules.rulesets import RULESETS
from rules.rulesets.segments.turning import Price, price
from rules.timeline import lay, slots_for
from rules.values import Declaration, Plan


def preview(encounter: Encounter, declaration: Declaration) -> Plan | Refusal:
    """Its slots in segments of this round, without any Delay, behind carried ones; or why it cannot stand."""
    checked = RULESETS[encounter.ruleset].check(encounter, declaration)
    if isinstance(checked, Refusal):
        return checked
    carried = encounter.plan(checked.who)
    if carried is None or checked.carry == "abandon":
        carried = Plan(who=checked.who)
    new = slots_for(encounter, checked, first=len(carried.slots))
    return lay(encounter, carried.model_copy(update={"slots": (*carried.slots, *new)}))


def preview_change(encounter: Encounter, declaration: Declaration) -> Price | Refusal:
    """What changing to this would cost, before the die is cast: for asking back (S-20)."""
    combatant = encounter.find(declaration.who)
    if combatant is None:
        return Refusal(code="unknown-combatant", text=declaration.who)
    if encounter.round.stage != "resolving":
        return Refusal(code="not-resolving", rule="S-20", who=combatant.id)
    return price(encounter, declaration)
