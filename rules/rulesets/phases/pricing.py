"""What a change of mind would cost in `phases`, for asking back before it is paid (P-8, P-10)."""

from __future__ import annotations

from rules import events as ev
from rules.encounter import Encounter
from rules.nature import is_spell
from rules.record import Record
from rules.refusal import Refusal
from rules.rulesets.phases.changing import change
from rules.value import Value
from rules.values import Declaration, Slot


class StepPrice(Value):
    """What is given up, and when the new action would be done.

    `spent`: a spell is among what is given up. `delayed`: it is a Delay, and LOW instead of HIGH. `done` is
    the step in which the new major action is done; None where nothing comes instead.
    """

    given_up: tuple[Slot, ...] = ()
    spent: bool = False
    delayed: bool = False
    done: int | None = None


def price(encounter: Encounter, declaration: Declaration) -> StepPrice | Refusal:
    """What the change would cost; or why it cannot be. Nothing here is left to dice."""
    record, who = Record(encounter), declaration.who
    if encounter.round.stage != "resolving":
        return Refusal(code="not-resolving", rule="P-10", who=who)
    refused = change(record, who, declaration)
    if refused is not None:
        return refused
    given_up = tuple(e.slot for e in record.events if isinstance(e, ev.Lost))
    plan = record.encounter.plan(who)
    new = next((s for s in plan.slots if s.major and s.open), None) if plan else None
    return StepPrice(
        given_up=given_up,
        spent=any(is_spell(encounter, slot) for slot in given_up),
        delayed=any(isinstance(e, ev.Delayed) for e in record.events),
        done=new.end if new is not None else None,
    )
