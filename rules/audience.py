"""Who may be told of what a combatant does."""

from __future__ import annotations

from rules.encounter import Encounter
from rules.events import Audience
from rules.values import CombatantId


def public(encounter: Encounter, *ids: CombatantId) -> Audience:
    """Everyone, unless one of these combatants is hidden (K-8)."""
    for who in ids:
        if encounter.combatant(who).hidden:
            return "gm"
    return "everyone"


def private(encounter: Encounter, who: CombatantId) -> Audience:
    """Its player and the GM, or the GM alone where the GM runs it."""
    return "gm" if encounter.combatant(who).seat is None else "owner"


def heard(encounter: Encounter, who: CombatantId, openly: bool) -> Audience:
    """Of what is done openly everyone hears, of anything else its player and the GM; K-8 as in `public`."""
    doer = encounter.combatant(who)
    if doer.hidden or (not openly and doer.seat is None):
        return "gm"
    return "everyone" if openly else "owner"


def unseen(encounter: Encounter, target: CombatantId | None) -> bool:
    """Whether that target is hidden."""
    foe = encounter.find(target) if target else None
    return foe is not None and foe.hidden
