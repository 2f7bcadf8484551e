"""Blows whose target has fallen or left before they land, and that another foe in melee could take (K-17)."""

from __future__ import annotations

from rules.asking import foes_in_sight
from rules.encounter import Encounter
from rules.rulesets import RULESETS
from rules.values import Slot


def astray(encounter: Encounter) -> tuple[Slot, ...]:
    """Those that can be turned now, at no cost, by their doer or the GM; else they are lost as they land."""
    if encounter.round.stage != "resolving":
        return ()
    may = RULESETS[encounter.ruleset].may_redirect
    return tuple(
        slot
        for plan in encounter.round.plans
        for slot in plan.unfinished
        if slot.action == "melee" and may(encounter, slot) and foes_in_sight(encounter, slot.who)
    )
