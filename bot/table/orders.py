"""What a standing order has an absent player's combatant declare at the deadline."""

from __future__ import annotations

from bot.store.excuses import OrderKind
from rules import Declaration, Encounter, Refusal, preview


def ordered(encounter: Encounter, who: str, kind: OrderKind, last: Declaration | None) -> Declaration:
    """The declaration an order makes: what was declared last where it still stands, else no action.

    To do nothing counts as having declared, so there is no Delay. Work carried over is as silence has it.
    """
    guard = _on_guard(encounter, who)
    open_ = encounter.ruleset == "phases" and last is not None and last.major is None
    if kind == "guard" or last is None or open_:
        return guard
    again = last.model_copy(update={"who": who, "carry": None, "target": _known(encounter, who, last.target)})
    minors = tuple(m.model_copy(update={"into": _known(encounter, who, m.into)}) for m in again.minors)
    again = again.model_copy(update={"minors": minors})
    return guard if isinstance(preview(encounter, again), Refusal) else again


def _on_guard(encounter: Encounter, who: str) -> Declaration:
    """No action. By steps the round would stop and ask who declared nothing what to do on the turn (P-5)."""
    nothing = Declaration(who=who)
    if encounter.ruleset != "phases":
        return nothing
    said = Declaration(who=who, major="other", note="stands on guard", segments=0)
    return nothing if isinstance(preview(encounter, said), Refusal) else said


def _known(encounter: Encounter, who: str, target: str | None) -> str | None:
    """The target, as long as the combatant's player can know of it (K-8)."""
    found = encounter.find(target) if target is not None else None
    seat = encounter.combatant(who).seat
    return target if found is not None and (not found.hidden or found.seat == seat) else None
