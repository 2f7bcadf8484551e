"""What is said while segments are called, beyond what every ruleset knows: who may, and when."""

from __future__ import annotations

from typing import assert_never

from rules import commands as cmd
from rules.asking import foes_in_sight
from rules.dice import Dice
from rules.encounter import Encounter
from rules.record import Record
from rules.refusal import Refusal
from rules.round import ASKED_BY
from rules.rulesets.segments import contact, landing, turning
from rules.values import Slot


def word(record: Record, command: cmd.Word, dice: Dice) -> Refusal | None:
    """Take it, or say why not; nobody turns to something else while the GM is asked."""
    questions = record.encounter.round.questions
    if questions and isinstance(command, cmd.ChangeAction | cmd.Trigger):
        return Refusal(code="waiting-for-gm", rule=ASKED_BY[questions[0].kind], who=questions[0].who)
    match command:
        case cmd.ChangeAction():
            return turning.change(record, command.declaration, dice)
        case cmd.Trigger():
            return _trigger(record, command)
        case cmd.Redirect():
            return _redirect(record, command)
        case cmd.Retarget():
            return _retarget(record, command)
        case cmd.BreakOff():
            return _break_off(record, command)
        case cmd.Together():
            return turning.together(record, command.slots)
        case _:
            assert_never(command)


def _trigger(record: Record, command: cmd.Trigger) -> Refusal | None:
    plan = record.encounter.plan(command.who)
    slot = next((s for s in plan.slots if s.waits), None) if plan else None
    if slot is None:
        return Refusal(code="nothing-held", rule="S-26", who=command.who)
    if slot.hold is not None and slot.hold.melee:
        foes = foes_in_sight(record.encounter, command.who)
        if not foes:
            return Refusal(code="nothing-held", rule="S-26", who=command.who)
        contact.trigger(record, slot, foes[0])
    else:
        contact.trigger(record, slot)
    return None


def _redirect(record: Record, command: cmd.Redirect) -> Refusal | None:
    """Turn a blow whose target is gone, or a shot that melee forbids, on somebody in melee (K-17, S-32)."""
    encounter = record.encounter
    plan = encounter.plan(command.who)
    slots = [s for s in plan.unfinished if command.slot in (None, s.id)] if plan else []
    slot = next((s for s in slots if may_redirect(encounter, s)), None)
    if slot is None:
        return Refusal(code="not-redirected", rule="K-17", who=command.who)
    if command.target is not None and command.target not in foes_in_sight(encounter, command.who):
        return Refusal(code="not-in-melee", rule="S-12", who=command.who, target=command.target)
    landing.redirect(record, slot, command.target)
    return None


def may_redirect(encounter: Encounter, slot: Slot) -> bool:
    """Whether its doer may turn it on somebody in melee at no cost (K-17, S-32)."""
    if slot.action == "melee":
        return slot.target is not None and landing.out_of_reach(encounter, slot)
    engaged = encounter.engaged_with(slot.who)
    caught = slot.action == "missile" and slot.status == "planned" and not slot.aimed
    return caught and bool(engaged) and slot.target not in engaged


def _retarget(record: Record, command: cmd.Retarget) -> Refusal | None:
    encounter = record.encounter
    slot = encounter.slot(command.slot)
    if slot is None:
        return Refusal(code="no-such-activity", rule="K-13")
    if not slot.open:
        return Refusal(code="activity-over", rule="K-13", who=slot.who, action=slot.action)
    if command.target is not None and encounter.find(command.target) is None:
        return Refusal(code="target-unknown", who=slot.who, text=command.target)
    if command.target is None and slot.target is None:
        return Refusal(code="not-redirected", rule="K-13", who=slot.who)
    landing.redirect(record, slot, command.target, overruled=True)
    return None


def _break_off(record: Record, command: cmd.BreakOff) -> Refusal | None:
    asked = [q for q in record.encounter.round.questions if q.kind == "break" and q.who == command.who]
    slot = record.encounter.slot(asked[0].slot) if asked else None
    if slot is None:
        return Refusal(code="nothing-asked", rule="S-28", who=command.who)
    contact.break_off(record, slot, command.allowed)
    return None
