"""What a declaration would come to if declarations closed now: for reading back before it is sealed."""

from __future__ import annotations

from rules.encounter import Encounter
from rules.refusal import Refusal
from rules.rulesets import RULESETS
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
