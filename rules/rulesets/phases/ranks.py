"""HIGH or LOW: whose group won, who is delayed, and whose die counts (P-6 to P-9, P-15)."""

from __future__ import annotations

from rules.catalogue import action
from rules.encounter import Encounter
from rules.values import CombatantId, Rank, Slot

COMPLEX = 10
"""Segments from which an activity takes the whole round (P-15)."""


def seen_dice(encounter: Encounter, side: str) -> tuple[int, ...]:
    """The dice by which a side is ranked: its own, and all the others' but those nobody may see (K-8)."""
    return tuple(d.die for d in encounter.round.initiative if d.side == side or not d.unseen)


def opposing_die(encounter: Encounter, side: str) -> int:
    """The highest opposing die; 0 where there is none (P-6)."""
    return max((d.die for d in encounter.round.initiative if d.side != side and not d.unseen), default=0)


def in_high(encounter: Encounter, side: str, initiative: int) -> bool:
    """Whether that initiative, of one of the side, acts in HIGH: the highest, or tied with it (P-6)."""
    dice = sorted({*seen_dice(encounter, side), initiative}, reverse=True)
    if not encounter.round.initiative or len(dice) == 1:
        return True
    groups = min(encounter.settings.high_groups, len(dice) - 1)
    return initiative >= dice[groups - 1]


def initiative_of(encounter: Encounter, slot: Slot) -> int:
    """Its side's die; for a declared shot raised by Dexterity, unless encumbered (P-7)."""
    combatant = encounter.combatant(slot.who)
    die = encounter.die(combatant.side)
    raised = slot.action == "missile" and slot.declared and not combatant.encumbered
    return die + max(combatant.dexterity, 0) if raised else die


def is_delaying(encounter: Encounter, slot: Slot) -> bool:
    """Whether it only happens in LOW (P-15)."""
    return action(encounter.ruleset, slot.action).activity == "delaying"


def is_complex(encounter: Encounter, slot: Slot) -> bool:
    """Whether it takes the whole round (P-15)."""
    row = action(encounter.ruleset, slot.action)
    if row.activity == "complex":
        return True
    return slot.action == "other" and (slot.time or 0) >= COMPLEX


def chosen_delay(encounter: Encounter, who: CombatantId) -> bool:
    """Whether its only Delay is the one it chose (P-8)."""
    causes = [d.cause for d in encounter.round.delays if d.who == who and not d.pardoned]
    return bool(causes) and all(cause == "chosen" for cause in causes)


def rank_of(encounter: Encounter, slot: Slot) -> Rank:
    """HIGH, LOW, or after the others in LOW (P-6, P-8, P-9)."""
    high = in_high(encounter, encounter.combatant(slot.who).side, initiative_of(encounter, slot))
    if not encounter.delayed(slot.who):
        return "high" if high and not is_delaying(encounter, slot) else "low"
    late = not high and encounter.settings.late_after_low and not chosen_delay(encounter, slot.who)
    return "late" if late else "low"


def low_die(encounter: Encounter, slot: Slot) -> int:
    """The die it has in LOW: nobody there is ahead of the best of those who lost (P-8, P-9)."""
    side, own = encounter.combatant(slot.who).side, initiative_of(encounter, slot)
    lost = [d for d in seen_dice(encounter, side) if not in_high(encounter, side, d)]
    return min(own, max(lost, default=own))
