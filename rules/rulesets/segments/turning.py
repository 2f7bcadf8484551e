"""Changing one's mind while segments are called: what it costs, and what becomes of what was meant (S-20)."""

from __future__ import annotations

from rules import events as ev
from rules.audience import private, public
from rules.declaration import check
from rules.dice import Dice
from rules.encounter import Encounter
from rules.nature import is_spell
from rules.record import Record
from rules.refusal import Refusal
from rules.rulesets.segments.losing import lose
from rules.rulesets.segments.placing import place, put
from rules.timeline import free_from, lay, slots_for
from rules.value import Value
from rules.values import CombatantId, Declaration, Plan, Slot


class Price(Value):
    """What a change of the major would cost now, before its die is cast: for asking back (S-20).

    `segment` is the one it is announced at; the new activity begins between `earliest` and `latest`.
    `free`: only minors change. `lost` is what is under way and would be lost.
    """

    free: bool
    segment: int
    earliest: int
    latest: int
    lost: tuple[Slot, ...] = ()
    dropped: tuple[Slot, ...] = ()


def price(encounter: Encounter, declaration: Declaration) -> Price | Refusal:
    """What the change would cost; or why it cannot be."""
    if encounter.round.stage != "resolving":
        return Refusal(code="not-resolving", rule="S-20", who=declaration.who)
    record = Record(encounter)
    before = encounter.plan(declaration.who)
    settled = _settle(record, declaration)
    if isinstance(settled, Refusal):
        return settled
    segment = encounter.round.segment + 1
    if isinstance(settled, Plan):
        return Price(free=True, segment=segment, earliest=segment, latest=segment)
    new, owed = settled
    fixed = encounter.settings.change_fixed
    least, most = (1, encounter.settings.change_die) if fixed is None else (fixed, fixed)
    plan = record.encounter.plan(new.who) or Plan(who=new.who)
    starts = [max(segment + owed + n, free_from(plan)) for n in (least, most)]
    gone = [s for s in before.unfinished if not _kept(plan, s)] if before else []
    return Price(
        free=False,
        segment=segment,
        earliest=starts[0],
        latest=starts[1],
        lost=tuple(s for s in gone if s.status == "begun"),
        dropped=tuple(s for s in gone if s.status == "planned"),
    )


def change(record: Record, declaration: Declaration, dice: Dice) -> Refusal | None:
    """Take the change: free where it leaves the major as it is, else for the price of a die (S-20)."""
    settled = _settle(record, declaration)
    if isinstance(settled, Refusal):
        return settled
    who = declaration.who
    if isinstance(settled, Plan):
        put(record, settled)
        return None
    new, owed = settled
    segment = record.encounter.round.segment + 1
    settings = record.encounter.settings
    number = sum(d.who == who and d.cause == "changed" for d in record.encounter.round.delays) + 1
    roll = None
    if settings.change_fixed is None:
        roll = dice.roll(f"change/{record.encounter.round.number}/{who}/{number}", settings.change_die)
    paid = settings.change_fixed if roll is None else roll
    assert paid is not None
    combatant = record.encounter.combatant(who)
    audience = public(record.encounter, who) if combatant.seat is not None else "gm"
    record.add(
        ev.DeclarationSealed(audience=private(record.encounter, who), who=who, declaration=new, late=True)
    )
    record.add(ev.Changed(audience=audience, who=who, segment=segment, price=paid, roll=roll))
    plan = record.encounter.plan(who) or Plan(who=who, base=segment)
    if not plan.unfinished:
        plan = plan.model_copy(update={"base": segment})
    place(record, new, plan, max(0, segment + owed + paid - free_from(plan)))
    return None


def _settle(record: Record, declaration: Declaration) -> Plan | tuple[Declaration, int] | Refusal:
    """Let go of what is replaced.

    Gives the plan as it is then if only minors change, else the new declaration and what is left to
    serve of Delays that add (S-21).
    """
    encounter, who = record.encounter, declaration.who
    if encounter.declaration(who) is None and not encounter.carried(who):
        return Refusal(code="nothing-to-change", rule="S-20", who=who)
    plan = encounter.plan(who) or Plan(who=who, base=encounter.round.segment + 1)
    major = next((s for s in reversed(plan.slots) if s.major and s.open), None)
    had = any(s.major and s.status != "dropped" for s in plan.slots[plan.carried :])
    if major is None and had:
        return Refusal(code="nothing-to-change", rule="S-20", who=who)
    owed = _owed(encounter, plan)
    waits = next((s.wait for s in plan.slots if s.status == "planned"), 0)
    _let_go(record, plan, keep=major)
    if major is not None:
        new = _checked(record, declaration, major)
        if isinstance(new, Refusal):
            return new
        free = _only_minors(record.encounter, new, major, waits)
        if free is not None:
            return free
        if major.status == "planned" and is_spell(encounter, major) and _is_cast(record.encounter, new):
            return Refusal(code="spell-for-spell", rule="S-20", who=who)
        lose(record, major, "changed")
    checked = check(record.encounter, declaration)
    return checked if isinstance(checked, Refusal) else (checked, owed)


def _checked(record: Record, declaration: Declaration, major: Slot) -> Declaration | Refusal:
    """The new declaration, checked as if the old major were gone already."""
    trial = Record(record.encounter)
    lose(trial, major, "changed")
    return check(trial.encounter, declaration)


def _let_go(record: Record, plan: Plan, keep: Slot | None) -> None:
    """What has not begun beside the major is replaced by what is said now; what is under way goes on."""
    for slot in plan.slots[plan.carried :]:
        if slot.status == "planned" and slot != keep:
            lose(record, slot, "changed")


def _owed(encounter: Encounter, plan: Plan) -> int:
    """Segments of Delay that the first activity not yet begun has still to serve."""
    first = next((s for s in plan.slots if s.status == "planned" and not s.waits), None)
    if first is None or not first.wait:
        return 0
    return max(0, min(first.start - encounter.round.segment - 1, first.wait, encounter.delay(plan.who)))


def _only_minors(encounter: Encounter, new: Declaration, major: Slot, wait: int) -> Plan | None:
    """The plan with the new minors about the same major, if it keeps its start, reach and target."""
    plan = encounter.plan(new.who)
    assert plan is not None
    slots = slots_for(encounter, new, first=len(plan.slots))
    again = next((s for s in slots if s.major), None)
    if again is None or _meant(again) != _meant(major):
        return None
    at = slots.index(again)
    before, after = slots[:at], slots[at + 1 :]
    if major.status == "begun" and before:
        return None
    kept = major
    if before:
        first = before[0].model_copy(update={"wait": wait})
        before = (first, *before[1:])
        kept = major.model_copy(update={"wait": 0})
    elif major.status == "planned":
        kept = major.model_copy(update={"wait": wait})
    index = plan.slots.index(next(s for s in plan.slots if s.id == major.id))
    whole = (*plan.slots[:index], *before, kept, *after, *plan.slots[index + 1 :])
    laid = lay(encounter, plan.model_copy(update={"slots": whole}))
    now = next(s for s in laid.slots if s.id == major.id)
    return laid if now.start == major.start else None


def _meant(slot: Slot) -> tuple[object, ...]:
    """What a major is: another of any of these is another major."""
    aim = None if slot.aimed else slot.target
    return (slot.action, aim, slot.at, slot.weapon, slot.name, slot.feet, slot.time, slot.hold, slot.aimed)


def _is_cast(encounter: Encounter, declaration: Declaration) -> bool:
    return any(s.major and is_spell(encounter, s) for s in slots_for(encounter, declaration))


def _kept(plan: Plan, slot: Slot) -> bool:
    return any(s.id == slot.id and s.open for s in plan.slots)


def together(record: Record, slots: tuple[str, ...]) -> Refusal | None:
    """Let the GM declare simultaneous what lands on one segment (S-22, K-13)."""
    found = [record.encounter.slot(slot) for slot in dict.fromkeys(slots)]
    open_ = [s for s in found if s is not None and s.open and not s.waits and not s.aimed]
    doers: set[CombatantId] = {s.who for s in open_}
    if len(open_) < len(found) or len(doers) < 2 or len({s.end for s in open_}) > 1:
        return Refusal(code="not-together", rule="S-22")
    record.add(ev.SetTogether(slots=tuple(s.id for s in open_)))
    return None
