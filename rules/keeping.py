"""Folding the events that only the state keeps and that change no roster: `apply` hands them on."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from rules import events as ev
from rules.places import place_of_plan
from rules.round import BreakQuestion, Question, Round, TargetQuestion
from rules.values import BEATS, Delay, Plan, Slot, SlotId

if TYPE_CHECKING:
    from rules.encounter import Encounter

KeptEvent = (
    ev.GraceEnded
    | ev.Surprised
    | ev.Changed
    | ev.Triggered
    | ev.Retargeted
    | ev.TargetAsked
    | ev.BreakAsked
    | ev.BrokeOff
    | ev.ChargesMet
    | ev.SetTogether
    | ev.Waived
    | ev.EffectBegan
    | ev.EffectEnded
    | ev.PinAdded
    | ev.PinRemoved
    | ev.Befell
    | ev.SettingsChanged
)


def keep(encounter: Encounter, event: KeptEvent) -> Encounter:
    """The encounter after such an event."""
    match event:
        case ev.EffectBegan():
            return encounter.model_copy(update={"effects": (*encounter.effects, event.effect)})
        case ev.EffectEnded():
            effects = tuple(event.effect if e.id == event.effect.id else e for e in encounter.effects)
            return encounter.model_copy(update={"effects": effects})
        case ev.PinAdded():
            return encounter.model_copy(update={"pins": (*encounter.pins, event.pin)})
        case ev.PinRemoved() | ev.Befell():
            pins = tuple(p for p in encounter.pins if p.id != event.pin.id)
            return encounter.model_copy(update={"pins": pins})
        case ev.SettingsChanged():
            return encounter.model_copy(update={"settings": event.settings})
        case ev.Surprised():
            surprised = _surprised(encounter.round, event, lifted=encounter.ruleset == "segments")
            return encounter.model_copy(update={"round": surprised})
        case _:
            return encounter.model_copy(update={"round": _kept(encounter.round, event)})


def _surprised(round_: Round, event: ev.Surprised, lifted: bool) -> Round:
    """Who is surprised; with `lifted`, no segments are no surprise any more (S-27, P-27)."""
    others = tuple(pair for pair in round_.surprised if pair[0] != event.who)
    added = () if lifted and not event.segments else ((event.who, event.segments),)
    return round_.model_copy(update={"surprised": (*others, *added)})


def _kept(round_: Round, event: KeptEvent) -> Round:
    match event:
        case ev.GraceEnded():
            return round_.model_copy(update={"stage": "locked"})
        case ev.Changed():
            price = Delay(who=event.who, cause="changed", segments=event.price, roll=event.roll)
            return round_.model_copy(update={"delays": (*round_.delays, price)})
        case ev.TargetAsked():
            return _asked(round_, TargetQuestion(slot=event.slot, who=event.who))
        case ev.BreakAsked():
            return _asked(round_, BreakQuestion(slot=event.slot, who=event.who))
        case ev.Retargeted():
            slot = next((s for p in round_.plans for s in p.slots if s.id == event.slot), None)
            turned = marked(round_, slot, target=event.target, at="") if slot else round_
            return answered(turned, event.slot, "target")
        case ev.BrokeOff():
            broken = (*round_.broken, event.slot) if event.allowed else round_.broken
            return answered(round_, event.slot, "break").model_copy(update={"broken": broken})
        case ev.SetTogether():
            return round_.model_copy(update={"together": (*round_.together, event.slots)})
        case ev.Waived():
            return round_.model_copy(update={"waived": (*round_.waived, (event.who, event.rule))})
        case (
            ev.Surprised()
            | ev.Triggered()
            | ev.ChargesMet()
            | ev.EffectBegan()
            | ev.EffectEnded()
            | ev.PinAdded()
            | ev.PinRemoved()
            | ev.Befell()
            | ev.SettingsChanged()
        ):
            return round_
        case _:
            assert_never(event)


def replace_plan(round_: Round, plan: Plan) -> Round:
    """The round with this in place of the combatant's plan."""
    at = place_of_plan(round_.plans, plan.who)
    return _with_plan(round_, len(round_.plans) if at is None else at, plan)


def marked(round_: Round, slot: Slot, **changes: object) -> Round:
    """The round with these changes to a slot, if it still has it."""
    at = place_of_plan(round_.plans, slot.who)
    if at is None:
        return round_
    plan = round_.plans[at]
    slots = tuple([s.model_copy(update=changes) if s.id == slot.id else s for s in plan.slots])
    return _with_plan(round_, at, plan.model_copy(update={"slots": slots}))


def _with_plan(round_: Round, at: int, plan: Plan) -> Round:
    """The round with this plan in that place."""
    plans = round_.plans
    return round_.model_copy(update={"plans": (*plans[:at], plan, *plans[at + 1 :])})


def _asked(round_: Round, question: Question) -> Round:
    return round_.model_copy(update={"questions": (*round_.questions, question)})


def answered(round_: Round, slot: SlotId, kind: str) -> Round:
    """The round without that question about the slot."""
    left = tuple(q for q in round_.questions if not (q.kind == kind and _about(q) == slot))
    return round_.model_copy(update={"questions": left})


def _about(question: Question) -> SlotId | None:
    if question.kind == "turn":
        return None
    return question.blow if question.kind == "blow" else question.slot


def _a_round_on(slot: Slot, beats: int) -> Slot:
    """The slot as the next round counts; an aimed shot is held to that round's end (S-31)."""
    end = slot.end - beats
    moved = {"start": slot.start - beats, "end": max(end, beats) if slot.aimed else end}
    return slot.model_copy(update={**moved, "wait": 0, "hold": None})


def next_round(encounter: Encounter, number: int) -> Round:
    """A fresh round that starts with what the last one left unfinished, a round on (S-24)."""
    round_, beats = encounter.round, BEATS[encounter.ruleset]
    plans = []
    for plan in round_.plans:
        slots = tuple(_a_round_on(slot, beats) for slot in plan.slots if slot.open)
        if slots:
            plans.append(Plan(who=plan.who, carried=len(slots), slots=slots))
    seen = {c.id for c in encounter.combatants if not c.hidden}
    return Round(
        number=number,
        stage="declaring",
        plans=tuple(plans),
        surprised=round_.surprised if number == 1 else (),
        # Of a hidden foe in melee a refusal would tell (K-8).
        in_melee=tuple(c.id for c in encounter.combatants if seen.intersection(encounter.engaged_with(c.id))),
        queued=round_.queued,
    )
