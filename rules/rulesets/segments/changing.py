"""What is changed while segments are called: minors put in, times set, activity stopped or broken off."""

from __future__ import annotations

from rules import events as ev
from rules.activity import apart
from rules.asking import with_the_blow
from rules.audience import private, public
from rules.encounter import Encounter
from rules.minors import check_minor, minors_used
from rules.nature import is_spell
from rules.record import Record
from rules.refusal import Refusal
from rules.rulesets.segments.landing import go_on, land, paused
from rules.rulesets.segments.losing import lose
from rules.rulesets.segments.placing import close_up, put, put_slot
from rules.timeline import key_of, slot_for
from rules.values import CombatantId, Minor, Plan, Slot, SlotId


def add_minor(record: Record, who: CombatantId, minor: Minor) -> Refusal | None:
    """Add an undeclared minor: it pushes back a major not begun, or waits until after it (S-8)."""
    encounter = record.encounter
    combatant = encounter.combatant(who)
    plan = encounter.plan(who) or Plan(who=who, base=encounter.round.segment + 1)
    major = next((s for s in plan.slots if s.major and s.open), None)
    refused = check_minor(encounter, combatant, minor, None)
    if refused is not None:
        return refused
    if minor.action == "aim":
        return Refusal(code="aim-without-shot", rule="S-31", who=who)
    repeatable = minor.action in encounter.settings.repeatable_minors
    if not repeatable and minor.action in minors_used(encounter, who):
        return Refusal(code="minor-twice", rule="S-6", who=who, action=minor.action)
    slot = slot_for(encounter, combatant, minor, f"{encounter.round.number}.{who}.{len(plan.slots)}")
    at = len(plan.slots)
    if major is not None and minor.when != "after":
        begun = major.status == "begun"
        delays = not begun and slot.time != 0 and not encounter.settings.minor_delays_spell
        if delays and is_spell(encounter, major):
            return Refusal(code="delays-a-spell", rule="S-8", who=who, action=minor.action)
        if not begun and (refused := _bars(major, minor)) is not None:
            return refused
        at = plan.slots.index(major) + (1 if begun else 0)
    elif not plan.slots:
        slot = slot.model_copy(update={"wait": encounter.owed(who, plan.base)})
    put(record, _inserted(plan, slot, at, encounter.delay(who)))
    return None


def _bars(major: Slot, minor: Minor) -> Refusal | None:
    """Why no such minor comes before that major: no attack after entering or leaving (S-13, S-28)."""
    if major.action in ("melee", "missile") and minor.into is not None:
        return Refusal(code="enters-melee", rule="S-13", who=major.who, target=minor.into)
    if major.action == "melee" and minor.action == "move":
        return Refusal(code="leaves-melee", rule="S-28", who=major.who, target=major.target)
    return None


def _inserted(plan: Plan, slot: Slot, at: int, delay: int) -> Plan:
    """The plan with one more slot; put first of what waits out a Delay, it waits in its stead (S-21)."""
    before, after = plan.slots[:at], plan.slots[at:]
    if at < plan.carried:
        return plan.model_copy(update={"carried": plan.carried + 1, "slots": (*before, slot, *after)})
    if after and after[0].status == "planned" and not slot.wait:
        served = min(after[0].wait, delay)
        slot = slot.model_copy(update={"wait": served})
        after = (after[0].model_copy(update={"wait": after[0].wait - served}), *after[1:])
    return plan.model_copy(update={"slots": (*before, slot, *after)})


def set_time(record: Record, slot: SlotId, segments: int) -> None:
    """Set one activity's time and place what follows it again (K-5)."""
    found = record.encounter.slot(slot)
    assert found is not None
    audience = private(record.encounter, found.who)
    record.add(
        ev.TimeSet(
            audience=audience,
            overruled=found.time is not None,
            who=found.who,
            slot=slot,
            segments=segments,
        )
    )
    put_slot(record, found.model_copy(update={"time": segments, "rest": False}))
    now = record.encounter.slot(slot)
    over = now is not None and now.status == "begun" and now.end <= record.encounter.round.segment
    if now is not None and over and not now.aimed and not paused(record.encounter):
        land(record, now)


def stop(record: Record, slot: Slot) -> None:
    """End a movement where it is; what takes time after it keeps its place (S-10)."""
    encounter = record.encounter
    plan = encounter.plan(slot.who)
    assert plan is not None
    segment = encounter.round.segment
    cut = slot.model_copy(update={"time": segment - slot.start + 1, "end": segment, "target": None})
    plan = plan.with_slot(cut)
    timed = (s for s in plan.slots[plan.carried :] if s.status == "planned" and s.time != 0)
    if (following := next(timed, None)) is not None:
        waits = following.wait + slot.end - segment
        plan = plan.with_slot(following.model_copy(update={"wait": waits}))
    put(record, plan)
    land(record, record.encounter.slot(slot.id) or cut)


def interrupt(record: Record, who: CombatantId, down: bool) -> None:
    """End a disturbed caster's spell, or everything of one that is down (K-15, S-23)."""
    encounter = record.encounter
    question, waited = encounter.round.blow, paused(encounter)
    if down:
        record.add(ev.Downed(audience=public(encounter, who), who=who, segment=encounter.round.segment))
    plan = encounter.plan(who)
    for slot in plan.unfinished if plan else ():
        if (down and not with_the_blow(encounter, question, slot, key_of)) or (
            not down and _can_be_disturbed(encounter, slot)
        ):
            lose(record, slot, "down" if down else "disturbed")
    close_up(record, who)
    if down:
        for foe in encounter.engaged_with(who):
            record.add(apart(encounter, who, foe))
    if waited and not paused(record.encounter):
        go_on(record)


def _can_be_disturbed(encounter: Encounter, slot: Slot) -> bool:
    """A spell being cast (S-23), or the shot of one who has been engaged in the middle of it (S-32)."""
    if slot.status != "begun":
        return False
    return is_spell(encounter, slot) or (slot.action == "missile" and bool(encounter.engaged_with(slot.who)))


def leave(record: Record, who: CombatantId) -> None:
    """End as lost whatever the combatant has under way (K-16, K-17)."""
    plan = record.encounter.plan(who)
    for slot in plan.unfinished if plan else ():
        lose(record, slot, "removed")
