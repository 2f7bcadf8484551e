"""What a declaration would come to if declarations closed now: for reading back before it is sealed."""

from __future__ import annotations

from rules.encounter import Encounter
from rules.refusal import Refusal
from rules.rulesets import RULESETS
from rules.values import Declaration, Plan


def preview(encounter: Encounter, declaration: Declaration) -> Plan | Refusal:
    """Its slots in beats of this round, without any Delay, behind carried ones; or why it cannot stand."""
    ruleset = RULESETS[encounter.ruleset]
    checked = ruleset.check(encounter, declaration)
    return checked if isinstance(checked, Refusal) else ruleset.laid(encounter, checked)
