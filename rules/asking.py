"""What both rulesets ask the GM, and take the answer to, in the same way (K-5, K-14)."""

from __future__ import annotations

from collections.abc import Callable

from rules import events as ev
from rules.audience import private
from rules.declaration import asks_time
from rules.encounter import Encounter
from rules.record import Record
from rules.round import BlowQuestion
from rules.timeline import simultaneous
from rules.value import trusted
from rules.values import CombatantId, Plan, Slot


def planned(record: Record, plan: Plan) -> None:
    """Take down a plan, and ask for each time not known, unless the asking would tell (K-5, K-8)."""
    record.add(trusted(ev.Planned)(audience=private(record.encounter, plan.who), who=plan.who, plan=plan))
    if not asks_time(record.encounter.combatant(plan.who)):
        return
    asked = {q.slot for q in record.encounter.round.questions if q.kind == "time"}
    for slot in plan.slots:
        if slot.open and slot.time is None and slot.id not in asked:
            record.add(ev.TimeAsked(who=plan.who, slot=slot.id))


def blow_on_caster(
    record: Record, slot: Slot, spell: Slot, judged: Callable[[Record, BlowQuestion, bool], None]
) -> None:
    """A blow on a caster: the GM is asked whether it struck, or the house has said so (K-14)."""
    assert slot.target is not None
    house, segment = record.encounter.settings.blows, record.encounter.round.segment
    if house == "ask":
        asked = ev.BlowAsked(who=slot.who, segment=segment, blow=slot.id, target=slot.target, spell=spell.id)
        record.add(asked)
        return
    question = BlowQuestion(blow=slot.id, who=slot.who, target=slot.target, spell=spell.id)
    judged(record, question, house == "struck")


def judgement(encounter: Encounter, question: BlowQuestion, struck: bool, *, told: bool) -> ev.BlowJudged:
    """The GM's word on a blow; that somebody casts is known only of a player's creature in sight."""
    target = encounter.combatant(question.target)
    seen = told and target.seat is not None and not target.hidden
    return ev.BlowJudged(
        audience="everyone" if seen else "gm",
        who=question.who,
        segment=encounter.round.segment,
        blow=question.blow,
        target=question.target,
        struck=struck,
    )


def with_the_blow(
    encounter: Encounter,
    question: BlowQuestion | None,
    slot: Slot,
    key_of: Callable[[Encounter, Slot], ev.OrderKey],
) -> bool:
    """Whether the slot completes simultaneously with the blow that brings its doer down (K-15)."""
    blow = encounter.slot(question.blow) if question else None
    if not encounter.settings.simultaneous_survives:
        return False
    if blow is None or slot.status != "begun" or slot.end != encounter.round.segment:
        return False
    return simultaneous(key_of(encounter, blow), key_of(encounter, slot))


def foes_in_sight(encounter: Encounter, who: CombatantId) -> tuple[CombatantId, ...]:
    """Who stands in melee with the combatant and is not hidden; nothing tells of others (K-8)."""
    foes = [encounter.combatant(foe) for foe in encounter.engaged_with(who)]
    return tuple([foe.id for foe in foes if not foe.hidden and not foe.down])


def asks_target(encounter: Encounter, slot: Slot) -> bool:
    """Whether to ask at whom the blow goes now; a pause must not tell of a hidden creature (K-8, K-17)."""
    doer = encounter.combatant(slot.who)
    asks = encounter.settings.fallen_target == "ask" and asks_time(doer)
    return slot.action == "melee" and asks and bool(foes_in_sight(encounter, slot.who))
