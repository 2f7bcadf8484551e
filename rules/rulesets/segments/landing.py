"""Calling a segment: what begins, what is completed, what a blow comes to, and how the round ends."""

from __future__ import annotations

from rules import events as ev
from rules.activity import begun, carried_over, completed, reveal
from rules.asking import asks_target, blow_on_caster, judgement
from rules.audience import private, public
from rules.durations import expire
from rules.encounter import Encounter
from rules.nature import is_spell, row_of
from rules.pins import befall
from rules.record import Record
from rules.round import BlowQuestion
from rules.rulesets.segments import contact
from rules.rulesets.segments.losing import lose
from rules.rulesets.segments.placing import close_up
from rules.timeline import beginning, key_of, landing, simultaneous
from rules.value import trusted
from rules.values import SEGMENTS_PER_ROUND, CombatantId, Slot


def call(record: Record) -> None:
    """Call the next segment: what is pinned to it, what begins, then what is completed, in order (S-22)."""
    segment = record.encounter.round.segment + 1
    if contact.ask_breaks(record, segment):
        return
    record.add(trusted(ev.SegmentCalled)(segment=segment))
    befall(record)
    for slot in beginning(record.encounter, segment):
        _begin(record, slot)
    contact.loose(record)
    contact.meet(record)
    go_on(record)


def go_on(record: Record) -> None:
    """Complete what is due on this segment, until it is done or the GM must be asked (K-14)."""
    segment = record.encounter.round.segment
    for slot in landing(record.encounter, segment):
        now = record.encounter.now(slot)
        if now is None or now.status != "begun" or now.aimed:
            continue
        land(record, now)
        if paused(record.encounter):
            return
    expire(record)
    if segment >= SEGMENTS_PER_ROUND:
        _end_round(record)


def judge(record: Record, struck: bool) -> None:
    """The blow struck, and the spell is lost, or it missed; then the segment goes on (K-14, S-23)."""
    question = record.encounter.round.blow
    assert question is not None
    _judged(record, question, struck)
    go_on(record)


def paused(encounter: Encounter) -> bool:
    """Whether the segment under way waits for an answer (K-14, K-17)."""
    questions = encounter.round.questions
    return bool(questions) and any(q.kind in ("blow", "target") for q in questions)


def _begin(record: Record, slot: Slot) -> None:
    before = record.encounter
    now = before.now(slot)
    if now is None or now.status != "planned" or contact.caught(record, now):
        return
    slot = now if record.encounter is before else record.encounter.now(slot) or now
    row = row_of(record.encounter, slot)
    spell = is_spell(record.encounter, slot)
    if row.shown == "start" and not spell:
        reveal(record, slot)
    announced = spell and record.encounter.combatant(slot.who).seat is not None
    begun(record, slot, openly=row.shown == "start" or announced, sealed=announced)
    contact.depart(record, slot)


def land(record: Record, slot: Slot) -> None:
    """Complete one activity on this segment, with what follows from it."""
    row = row_of(record.encounter, slot)
    if row.blow and slot.target is not None and out_of_reach(record.encounter, slot):
        if asks_target(record.encounter, slot):
            record.add(
                ev.TargetAsked(audience=private(record.encounter, slot.who), who=slot.who, slot=slot.id)
            )
        else:
            lose(record, slot, "target-gone")
        return
    reveal(record, slot)
    encounter = record.encounter
    spell = _spell_at_risk(encounter, slot) if row.blow else None
    completed(record, slot, key_of(encounter, slot))
    _arrive(record, slot)
    if spell is not None:
        blow_on_caster(record, slot, spell, _judged)


def out_of_reach(encounter: Encounter, slot: Slot) -> bool:
    """Whether the target has fallen or left before the blow (K-17), or outruns a charge (S-14)."""
    foe = encounter.find(slot.target or "")
    if foe is None or foe.down:
        return True
    if slot.action == "charge" and not encounter.settings.charge_follows:
        plan = encounter.plan(foe.id)
        moved = [s for s in plan.slots if s.action in contact.MOVING] if plan else []
        return any(
            s.status in ("begun", "done") and s.end >= slot.start and s.target != slot.who for s in moved
        )
    reaches = foe.id in encounter.engaged_with(slot.who) or encounter.waives(slot.who, "S-12")
    return slot.action == "melee" and not reaches


def redirect(record: Record, slot: Slot, target: CombatantId | None, overruled: bool = False) -> None:
    """Take the word on whom an activity goes at; nobody: it is lost (K-13, K-17)."""
    waited = paused(record.encounter)
    if target is None:
        lose(record, slot, "target-gone", overruled=overruled)
        close_up(record, slot.who)
    else:
        contact.retarget(record, slot, target, overruled)
    if waited and not paused(record.encounter):
        go_on(record)


def _arrive(record: Record, slot: Slot) -> None:
    """Movement into melee, and a charge, end in melee with the foe (K-16)."""
    encounter = record.encounter
    foe = encounter.find(slot.target) if slot.target and slot.action in ("move", "charge") else None
    if foe is None or foe.down or foe.id in encounter.engaged_with(slot.who):
        return
    if encounter.settings.arrival_engages:
        audience = public(encounter, slot.who, foe.id)
        record.add(trusted(ev.Engaged)(audience=audience, who=slot.who, foe=foe.id))
        contact.came(record, slot.who, foe.id)


def _spell_at_risk(encounter: Encounter, blow: Slot) -> Slot | None:
    """The target's spell that this blow could cost it: begun, not complete, not simultaneous (S-23)."""
    plan = encounter.plan(blow.target or "")
    safe = encounter.settings.spell_at_risk == "after-start"
    for slot in plan.slots if plan else ():
        if slot.status != "begun" or not is_spell(encounter, slot):
            continue
        if safe and slot.start == encounter.round.segment:
            continue
        together = slot.end <= encounter.round.segment and simultaneous(
            key_of(encounter, blow), key_of(encounter, slot)
        )
        if not together:
            return slot
    return None


def _judged(record: Record, question: BlowQuestion, struck: bool) -> None:
    record.add(judgement(record.encounter, question, struck, told=True))
    spell = record.encounter.slot(question.spell)
    if struck and spell is not None and spell.open:
        lose(record, spell, "struck", by=question.who)
        close_up(record, spell.who)


def _end_round(record: Record) -> None:
    """Name what runs on, then end the round (S-24)."""
    contact.end_holds(record)
    for plan in record.encounter.round.plans:
        for slot in plan.unfinished:
            _carry_over(record, slot)
    record.add(ev.RoundEnded(number=record.encounter.round.number))


def _carry_over(record: Record, slot: Slot) -> None:
    encounter = record.encounter
    shown = row_of(encounter, slot).shown == "start" and slot.status == "begun"
    left = slot.end - SEGMENTS_PER_ROUND if slot.status == "begun" else slot.time or 0
    # What has not begun may still be withdrawn, so that it is to come is all there is to tell (S-18).
    sealed = is_spell(encounter, slot) or slot.status == "planned"
    openly = shown or encounter.combatant(slot.who).seat is not None
    carried_over(record, slot, left, openly=openly, sealed=sealed)
