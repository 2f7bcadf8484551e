"""From a declaration to slots, each in its step: what begins when, and in which step it is done."""

from __future__ import annotations

import math

from rules.asking import planned
from rules.encounter import Encounter
from rules.nature import is_spell, row_of
from rules.record import Record
from rules.rulesets.phases.ranks import COMPLEX, is_complex, opposing_die, rank_of
from rules.rulesets.phases.steps import (
    CHARGE,
    FIRST,
    FLIGHT,
    HIGH,
    LAST,
    LOW,
    PARLEY,
    ROUTINE,
    ROUTINES,
    SPELLS,
)
from rules.timeline import slot_for
from rules.values import CombatantId, Declaration, Delay, Minor, Plan, Slot

_LETTERED = {"A": PARLEY, "B": FLIGHT, "C": CHARGE, "E": SPELLS}


def slots_for(
    encounter: Encounter, declaration: Declaration, first: int = 0, declared: bool = True
) -> tuple[Slot, ...]:
    """The declaration's activities in the order they are done, not yet placed; `first` numbers them."""
    parts: list[Declaration | Minor] = [m for m in declaration.minors if m.when == "before"]
    if declaration.major is not None:
        parts += [declaration] * declaration.routines
    parts += [m for m in declaration.minors if m.when != "before"]
    slots, routine = [], 0
    combatant = encounter.combatant(declaration.who)
    for index, part in enumerate(parts, first):
        slot = slot_for(encounter, combatant, part, f"{encounter.round.number}.{combatant.id}.{index}")
        told: dict[str, object] = {"declared": declared}
        if isinstance(part, Declaration):
            routine += 1
            told |= {"item": part.item, "mark": part.mark}
            told |= {"routine": routine if part.routines > 1 else 0}
        slots.append(slot.model_copy(update=told))
    return tuple(slots)


def marked(encounter: Encounter, slot: Slot) -> Slot:
    """The slot with the GM's mark for its doer, if it is the major (P-28)."""
    marks = dict(encounter.round.marks)
    return slot.model_copy(update={"mark": marks[slot.who]}) if slot.major and slot.who in marks else slot


def delayed_form(encounter: Encounter, slot: Slot) -> Slot:
    """A delayed flight or charge is an ordinary move in LOW, without an attack (P-20)."""
    unbegun = slot.status == "planned" and slot.action in ("flee", "charge")
    if not unbegun or not encounter.delayed(slot.who) or encounter.settings.delayed_charge == "lost":
        return slot
    speed = encounter.combatant(slot.who).speed
    feet = min(slot.feet or speed, speed)
    told = {"action": "go", "target": None, "weapon": "", "speed_factor": None, "feet": feet or None}
    return slot.model_copy(update={**told, "note": slot.note})


def _major_beats(encounter: Encounter, slot: Slot, carried: bool) -> tuple[int, int]:
    """In which step a major action begins, and in which it is done."""
    row, rank, delayed = row_of(encounter, slot), slot.rank, encounter.delayed(slot.who)
    turn = HIGH if rank == "high" else LOW
    if is_spell(encounter, slot):
        rounds = math.ceil((slot.time or 0) / COMPLEX)
        return 1, rounds * LAST if (slot.time or 0) >= COMPLEX else SPELLS
    if is_complex(encounter, slot):
        if carried or slot.who in encounter.round.hastened:
            return 1, turn["D4"]
        # Of the next round's dice nothing is known yet: it is placed anew when they are rolled (P-15).
        return 1, LAST + HIGH["D4"] if delayed else LAST
    if slot.mark == "last":
        return LAST, LAST
    if slot.mark == "first" and not delayed:
        return FIRST, FIRST
    if slot.routine > 1:
        return ROUTINES, ROUTINES
    if slot.routine == 1 and not delayed and encounter.settings.first_routine_early:
        return ROUTINE, ROUTINE
    if slot.action == "set-weapon":
        return (CHARGE, CHARGE) if slot.ready else (LAST, LAST)
    if slot.ready:
        return CHARGE, CHARGE
    if row.step in _LETTERED:
        beat = LOW["D4"] if delayed else _LETTERED[row.step]
        return beat, beat
    done = turn[row.step or "D4"]
    # Declared movement is under way from segment 1, and over in its step (P-14).
    return (1 if slot.action == "go" and slot.declared and not delayed else done), done


def _falls(encounter: Encounter, slot: Slot) -> int | None:
    """The segment an innate ability falls in: the first, or the opponents' die if delayed (P-11)."""
    if row_of(encounter, slot).step != "D1" or is_spell(encounter, slot):
        return None
    if not encounter.delayed(slot.who):
        return 1
    return max(1, min(opposing_die(encounter, encounter.combatant(slot.who).side), 10))


def lay(encounter: Encounter, plan: Plan) -> Plan:
    """Place what has not been done, each activity in its step, never in one already over.

    A minor stands in its own step, but not after the major it leads up to, nor before the one it follows.
    """
    now = open_from(encounter)
    slots = [
        _place_major(encounter, s, now, carried=i < plan.carried) if s.major and s.open else s
        for i, s in enumerate(plan.slots)
    ]
    for index, slot in enumerate(slots):
        if slot.major or slot.status != "planned":
            continue
        standing = [(i, s) for i, s in enumerate(slots) if s.major and s.status not in ("lost", "dropped")]
        behind = [s for i, s in standing if i < index][-1:]
        ahead = [s for i, s in standing if i > index][:1]
        slots[index] = _place_minor(encounter, slot, now, ahead, behind)
    return plan.model_copy(update={"slots": tuple(slots)})


def open_from(encounter: Encounter) -> int:
    """The first step that is not over: one that stands still for an answer is not."""
    round_ = encounter.round
    if round_.stage != "resolving":
        return 1
    return round_.segment + (0 if round_.questions and round_.segment else 1)


def passed(encounter: Encounter, slot: Slot) -> bool:
    """Whether the step in which this major would be done is over."""
    placed = slot.model_copy(update={"rank": rank_of(encounter, slot)})
    return _major_beats(encounter, placed, carried=False)[1] < open_from(encounter)


def _place_major(encounter: Encounter, slot: Slot, now: int, carried: bool) -> Slot:
    slot = delayed_form(encounter, marked(encounter, slot))
    slot = slot.model_copy(update={"rank": rank_of(encounter, slot), "falls": _falls(encounter, slot)})
    if carried and is_spell(encounter, slot):
        return slot
    start, end = _major_beats(encounter, slot, carried)
    if end < now:
        end = slot.end if slot.end >= now else now
    if slot.status == "begun":
        return slot.model_copy(update={"end": end})
    return slot.model_copy(update={"start": min(max(start, now), end), "end": end})


def _place_minor(encounter: Encounter, slot: Slot, now: int, ahead: list[Slot], behind: list[Slot]) -> Slot:
    slot = slot.model_copy(update={"rank": rank_of(encounter, slot), "falls": _falls(encounter, slot)})
    turn = HIGH if slot.rank == "high" else LOW
    beat = turn[row_of(encounter, slot).step or "D4"]
    for major in behind:
        beat = max(beat, min(major.end, LAST))
    for major in ahead:
        beat = min(beat, major.end)
    beat = min(max(beat, now), LAST)
    return slot.model_copy(update={"start": beat, "end": beat})


def put(record: Record, plan: Plan) -> None:
    """Lay the plan, and ask the GM for each time not known, unless the asking would tell (K-5, K-8)."""
    plan = lay(record.encounter, plan)
    if plan == record.encounter.plan(plan.who):
        return
    planned(record, plan)


def relay(record: Record, who: CombatantId) -> None:
    """Place anew what the combatant has not done: a die, a Delay or a pardon may have moved it."""
    plan = record.encounter.plan(who)
    if plan is not None and plan.unfinished:
        put(record, plan)


def add(record: Record, declaration: Declaration, declared: bool) -> None:
    """Put the declaration's activities behind those the combatant has."""
    plan = record.encounter.plan(declaration.who) or Plan(who=declaration.who)
    new = slots_for(record.encounter, declaration, first=len(plan.slots), declared=declared)
    if new:
        put(record, plan.model_copy(update={"slots": (*plan.slots, *new)}))


def laid(encounter: Encounter, declaration: Declaration) -> Plan:
    """What a checked declaration would come to if declarations closed now, with a Delay it chooses (P-8)."""
    if declaration.delay and not encounter.delayed(declaration.who):
        chosen = Delay(who=declaration.who, cause="chosen", segments=0)
        delays = (*encounter.round.delays, chosen)
        encounter = encounter.model_copy(
            update={"round": encounter.round.model_copy(update={"delays": delays})}
        )
    plan = encounter.plan(declaration.who)
    if plan is None or declaration.carry == "abandon":
        plan = Plan(who=declaration.who)
    new = slots_for(encounter, declaration, first=len(plan.slots))
    return lay(encounter, plan.model_copy(update={"slots": (*plan.slots, *new)}))
