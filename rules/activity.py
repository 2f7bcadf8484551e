"""What becomes of an activity in both rulesets, and who hears of it: begun, completed, lost, carried over."""

from __future__ import annotations

from rules import events as ev
from rules.audience import heard, public, unseen
from rules.encounter import Encounter
from rules.nature import row_of
from rules.record import Record
from rules.showing import show
from rules.value import trusted
from rules.values import CombatantId, Slot


def reveal(record: Record, slot: Slot) -> None:
    """A hidden creature gives itself away by an act that others cannot miss (K-8)."""
    if record.encounter.combatant(slot.who).hidden and row_of(record.encounter, slot).reveals:
        show(record, slot.who)


def begun(record: Record, slot: Slot, *, openly: bool, sealed: bool) -> None:
    """It has begun: `openly` for all to see, `sealed` where no more than that may be told."""
    encounter = record.encounter
    record.add(
        trusted(ev.Began)(
            audience=heard(encounter, slot.who, openly),
            who=slot.who,
            segment=encounter.round.segment,
            slot=slot,
            sealed=sealed,
            unseen_target=unseen(encounter, slot.target),
        )
    )


def completed(record: Record, slot: Slot, key: ev.OrderKey) -> None:
    """It is done, in the place that `key` gave it."""
    encounter = record.encounter
    record.add(
        trusted(ev.Completed)(
            audience=public(encounter, slot.who),
            who=slot.who,
            segment=encounter.round.segment,
            slot=slot,
            key=key,
            unseen_target=unseen(encounter, slot.target),
        )
    )


def lost(
    record: Record,
    slot: Slot,
    reason: ev.Loss,
    by: CombatantId | None,
    *,
    openly: bool,
    sealed: bool,
    overruled: bool = False,
) -> None:
    """It has come to nothing; what nobody knew of is lost unseen (K-8)."""
    encounter = record.encounter
    record.add(
        trusted(ev.Lost)(
            audience=heard(encounter, slot.who, openly),
            overruled=overruled,
            who=slot.who,
            segment=encounter.round.segment,
            slot=slot,
            reason=reason,
            by=by,
            sealed=sealed,
            unseen_target=unseen(encounter, slot.target),
        )
    )


def carried_over(record: Record, slot: Slot, left: int, *, openly: bool, sealed: bool) -> None:
    """It runs into the next round, with so many segments left of it (S-24, P-15)."""
    encounter = record.encounter
    record.add(
        trusted(ev.CarriedOver)(
            audience=heard(encounter, slot.who, openly),
            who=slot.who,
            slot=slot,
            left=left,
            sealed=sealed,
            unseen_target=unseen(encounter, slot.target),
        )
    )


def apart(encounter: Encounter, who: CombatantId, foe: CombatantId) -> ev.Disengaged:
    """That these two are no longer in melee (K-16)."""
    return trusted(ev.Disengaged)(audience=public(encounter, who, foe), who=who, foe=foe)
