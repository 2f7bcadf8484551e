"""The round after an event that only `phases` knows."""

from __future__ import annotations

from typing import assert_never

from rules import events as ev
from rules.round import Round, SpellTargetQuestion, TurnQuestion
from rules.values import CombatantId

StepEvent = (
    ev.IntentionsWanted
    | ev.SpellsListed
    | ev.DelayProposed
    | ev.OrderMarked
    | ev.Hastened
    | ev.Queued
    | ev.SpellTargetAsked
    | ev.TargetNamed
    | ev.FreeToAct
    | ev.TurnPassed
    | ev.ShotTimed
    | ev.WentOff
)
"""Events that only `phases` knows."""


def turn_over(round_: Round, who: CombatantId) -> Round:
    """The round without a question whose turn it was (P-5)."""
    kept = tuple(q for q in round_.questions if not (isinstance(q, TurnQuestion) and q.who == who))
    return round_.model_copy(update={"questions": kept})


def unqueued(round_: Round, who: CombatantId) -> Round:
    """The round with nothing of this combatant's put off to the next (P-3)."""
    kept = tuple(d for d in round_.queued if d.who != who)
    return round_.model_copy(update={"queued": kept})


def entered(round_: Round, who: CombatantId, put_off: bool = False) -> Round:
    """The round as a declaration is sealed or taken back; `put_off`: it was put off to this round (P-3)."""
    others = tuple(one for one in round_.put_off if one != who)
    return unqueued(round_, who).model_copy(update={"put_off": (*others, who) if put_off else others})


def _aimed(round_: Round, event: ev.TargetNamed) -> Round:
    told = {"target": event.target, "at": event.at}
    plans = tuple(
        p.model_copy(
            update={"slots": tuple(s.model_copy(update=told) if s.id == event.slot else s for s in p.slots)}
        )
        for p in round_.plans
    )
    kept = tuple(
        q for q in round_.questions if not (isinstance(q, SpellTargetQuestion) and q.slot == event.slot)
    )
    return round_.model_copy(update={"plans": plans, "questions": kept})


def stepped(round_: Round, event: StepEvent) -> Round:
    """The round after such an event."""
    match event:
        case ev.OrderMarked():
            others = tuple(pair for pair in round_.marks if pair[0] != event.who)
            mark = ((event.who, event.mark),) if event.mark else ()
            return round_.model_copy(update={"marks": (*others, *mark)})
        case ev.Hastened():
            return round_.model_copy(update={"hastened": (*round_.hastened, event.who)})
        case ev.Queued():
            queued = (*unqueued(round_, event.who).queued, event.declaration)
            return round_.model_copy(update={"queued": queued})
        case ev.SpellTargetAsked():
            wanted = SpellTargetQuestion(slot=event.slot, who=event.who)
            return round_.model_copy(update={"questions": (*round_.questions, wanted)})
        case ev.TargetNamed():
            return _aimed(round_, event)
        case ev.FreeToAct():
            turn = (TurnQuestion(who=event.who),) if event.asked else ()
            return round_.model_copy(update={"questions": (*round_.questions, *turn)})
        case ev.TurnPassed():
            return turn_over(round_, event.who)
        case ev.IntentionsWanted() | ev.SpellsListed() | ev.DelayProposed() | ev.ShotTimed() | ev.WentOff():
            return round_
        case _:
            assert_never(event)
