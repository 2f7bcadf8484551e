"""Calling a step: who meets a charge, what begins, whom to ask, what is done, and how the round ends."""

from __future__ import annotations

from rules import events as ev
from rules.activity import begun, carried_over, reveal
from rules.audience import private
from rules.declaration import asks_time
from rules.durations import expire
from rules.encounter import Encounter
from rules.nature import is_spell, row_of
from rules.pins import befall
from rules.places import places_in
from rules.record import Record
from rules.rulesets.phases.closing import takes_no_action
from rules.rulesets.phases.landing import land
from rules.rulesets.phases.ordering import in_order, landing
from rules.rulesets.phases.placing import put
from rules.rulesets.phases.ranks import in_high
from rules.rulesets.phases.steps import CHARGE, HIGH, LAST, LOW, step_of
from rules.values import Combatant, CombatantId, Slot


def call(record: Record) -> None:
    """Call the next step, beginning with what is pinned to it."""
    beat = record.encounter.round.segment + 1
    if beat == CHARGE:
        _meet_charges(record)
    record.add(ev.SegmentCalled(segment=beat, step=step_of(beat)))
    befall(record)
    _begin_due(record)
    if beat in (HIGH["D1"], LOW["D1"]):
        _ask(record, high=beat == HIGH["D1"])
    go_on(record)


def go_on(record: Record) -> None:
    """Do what is due in this step, until it is done or somebody must be asked (K-14, P-5)."""
    beat = record.encounter.round.segment
    if record.encounter.round.stage != "resolving" or record.encounter.round.questions:
        return
    _begin_due(record)
    for slot in landing(record.encounter, beat):
        now = record.encounter.slot(slot.id)
        if now is None or now.status != "begun":
            continue
        land(record, now)
        if record.encounter.round.questions:
            return
    if beat >= LAST:
        _end_round(record)


def _meet_charges(record: Record) -> None:
    """A declared shot at a charger comes before the charge ends; a declared set weapon meets it (P-4)."""
    plans = record.encounter.round.plans
    planned = [s for p in plans for s in p.slots if s.status == "planned"]
    charges = in_order(record.encounter, (s for s in planned if s.action == "charge" and s.end == CHARGE))
    met: set[str] = set()
    for charge in charges:
        for slot in planned:
            if slot.id not in met and _meets(record.encounter, slot, charge):
                met.add(slot.id)
                plan = record.encounter.plan(slot.who)
                assert plan is not None
                put(record, plan.with_slot(slot.model_copy(update={"ready": True, "target": charge.who})))


def _meets(encounter: Encounter, slot: Slot, charge: Slot) -> bool:
    """Whether that activity is ready for that charge."""
    if not slot.declared or slot.routine or slot.mark or encounter.delayed(slot.who):
        return False
    if slot.action == "missile":
        return slot.target == charge.who
    return slot.action == "set-weapon" and charge.target == slot.who and slot.target in (None, charge.who)


def _begin_due(record: Record) -> None:
    roster = places_in(record.encounter.combatants)
    beat = record.encounter.round.segment
    due = [
        s for p in record.encounter.round.plans for s in p.slots if s.status == "planned" and s.start <= beat
    ]
    for slot in sorted(due, key=lambda s: roster.get(s.who, 0)):
        _begin(record, slot)


def _begin(record: Record, slot: Slot) -> None:
    """What shows as it starts is seen by all; that somebody casts is sealed (P-25)."""
    shown = row_of(record.encounter, slot).shown == "start"
    if shown:
        reveal(record, slot)
    begun(record, slot, openly=shown, sealed=is_spell(record.encounter, slot))


def _ask(record: Record, high: bool) -> None:
    """A group's turn: its casters name their targets, and who declared nothing may act (P-5)."""
    for combatant in record.encounter.combatants:
        plan = record.encounter.plan(combatant.id)
        for slot in plan.unfinished if plan else ():
            open_ = slot.target is None and not slot.at and is_spell(record.encounter, slot)
            if open_ and (slot.rank == "high") == high and asks_time(combatant):
                audience = private(record.encounter, combatant.id)
                record.add(ev.SpellTargetAsked(audience=audience, who=combatant.id, slot=slot.id))
        if _is_free(record.encounter, combatant, high):
            _offer(record, combatant)


def free(encounter: Encounter, beat: int) -> tuple[CombatantId, ...]:
    """Who is free to act as that step begins a group's turn; nobody in any other step (P-5)."""
    if beat not in (HIGH["D1"], LOW["D1"]):
        return ()
    high = beat == HIGH["D1"]
    return tuple(c.id for c in encounter.combatants if _is_free(encounter, c, high))


def _is_free(encounter: Encounter, combatant: Combatant, high: bool) -> bool:
    """Whether it has nothing major to do, and this is its group's turn."""
    plan = encounter.plan(combatant.id)
    away = combatant.down or combatant.since > encounter.round.number
    if away or takes_no_action(encounter, combatant.id):
        return False
    if any(s.major and s.status != "dropped" for s in (plan.slots if plan else ())):
        return False
    first = in_high(encounter, combatant.side, encounter.die(combatant.side))
    return (first and not encounter.delayed(combatant.id)) == high


def _offer(record: Record, combatant: Combatant) -> None:
    """Show that it may act; the round waits for one whose player said so (P-5, P-23)."""
    encounter = record.encounter
    seen = asks_time(combatant)
    asked = seen and encounter.settings.ask_turns and encounter.declaration(combatant.id) is not None
    record.add(
        ev.FreeToAct(
            audience="everyone" if seen else "gm",
            who=combatant.id,
            segment=encounter.round.segment,
            asked=asked,
        )
    )


def _end_round(record: Record) -> None:
    """Name what runs on and what is over, then end the round (P-15, P-19, S-24)."""
    for plan in record.encounter.round.plans:
        for slot in plan.unfinished:
            _carry_over(record, slot)
    expire(record)
    record.add(ev.RoundEnded(number=record.encounter.round.number))


def _carry_over(record: Record, slot: Slot) -> None:
    """Spells go on by rounds; a complex action is done on its group's next turn: nothing left of it."""
    spell = is_spell(record.encounter, slot)
    left = 10 * ((slot.end - LAST) // LAST) if spell else 0
    carried_over(record, slot, left, openly=False, sealed=spell)
