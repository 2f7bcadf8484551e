"""What a standing order has an absent player's combatant declare at the deadline."""

from __future__ import annotations

from bot.store.excuses import OrderKind
from rules import Declaration, Encounter, Refusal, preview


def ordered(encounter: Encounter, who: str, kind: OrderKind, last: Declaration | None) -> Declaration:
    """The declaration an order makes: what was declared last where it still stands, else no action.

    To do nothing counts as having declared, so there is no Delay. Work carried over is as silence has it.
    """
    guard = Declaration(who=who)
    if kind == "guard" or last is None:
        return guard
    again = last.model_copy(update={"who": who, "carry": None, "target": _known(encounter, who, last.target)})
    minors = tuple(m.model_copy(update={"into": _known(encounter, who, m.into)}) for m in again.minors)
    again = again.model_copy(update={"minors": minors})
    return guard if isinstance(preview(encounter, again), Refusal) else again


def _known(encounter: Encounter, who: str, target: str | None) -> str | None:
    """The target, as long as the combatant's player can know of it (K-8)."""
    found = encounter.find(target) if target is not None else None
    seat = encounter.combatant(who).seat
    return target if found is not None and (not found.hidden or found.seat == seat) else None
