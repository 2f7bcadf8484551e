"""From a declaration to a plan: what is announced, when each activity begins, what the GM is asked."""

from __future__ import annotations

from rules import events as ev
from rules.asking import planned
from rules.audience import unseen
from rules.encounter import Encounter
from rules.nature import is_spell
from rules.record import Record
from rules.rulesets.segments.losing import lose
from rules.timeline import lay, slots_for
from rules.value import trusted
from rules.values import SEGMENTS_PER_ROUND, CombatantId, Declaration, Plan, Slot


def standing(encounter: Encounter, who: CombatantId, base: int) -> Plan:
    """The combatant's plan; with nothing left in it to do, what is added may begin in segment `base`."""
    plan = encounter.plan(who)
    if plan is None:
        return trusted(Plan)(who=who, base=base)
    return plan if plan.unfinished else plan.model_copy(update={"base": base})


def place(record: Record, declaration: Declaration, plan: Plan, wait: int) -> None:
    """Announce what must be announced, and put the declaration's activities behind those of the plan."""
    new = slots_for(record.encounter, declaration, first=len(plan.slots))
    if new and wait:
        new = (new[0].model_copy(update={"wait": wait}), *new[1:])
    _announce(record, declaration, new)
    if new or plan.slots:
        put(record, plan, new)


def put(record: Record, plan: Plan, more: tuple[Slot, ...] = ()) -> None:
    """Lay the plan, with `more` behind, and ask the GM for times not known, unless that tells (K-5, K-8)."""
    planned(record, lay(record.encounter, plan, more))


def put_slot(record: Record, slot: Slot) -> None:
    """Put this in place of the slot of its id, and lay what follows it again."""
    plan = record.encounter.plan(slot.who)
    assert plan is not None
    put(record, plan.with_slot(slot))


def close_up(record: Record, who: CombatantId) -> None:
    """Let what follows a lost activity begin in its stead (S-23)."""
    plan = record.encounter.plan(who)
    if plan is not None and plan.unfinished and lay(record.encounter, plan) != plan:
        put(record, plan)


def shift(record: Record, who: CombatantId, segments: int) -> None:
    """Put off the first activity not yet begun, or bring it forward again (S-21)."""
    plan = record.encounter.plan(who)
    slot = next((s for s in plan.slots if s.status == "planned"), None) if plan else None
    if plan is None or slot is None:
        return
    by = max(segments, -slot.wait)
    moved = {"wait": slot.wait + by}
    if slot in plan.slots[: plan.carried]:
        moved["start"] = slot.start + by
    put_slot(record, slot.model_copy(update=moved))


def abandon(record: Record, declaration: Declaration) -> None:
    """Give up what is carried, if the declaration says so (S-24)."""
    if declaration.carry == "abandon":
        for slot in record.encounter.carried(declaration.who):
            lose(record, slot, "abandoned" if slot.status == "begun" else "never-begun")


def _announce(record: Record, declaration: Declaration, slots: tuple[Slot, ...]) -> None:
    combatant = record.encounter.combatant(declaration.who)
    if combatant.seat is None or combatant.hidden:
        return
    for slot in slots:
        if is_spell(record.encounter, slot):
            fills = slot.time is not None and slot.time >= SEGMENTS_PER_ROUND
            record.add(trusted(ev.SpellAnnounced)(who=combatant.id, segments=slot.time, fills_round=fills))
    if declaration.announce:
        told = _told(record.encounter, declaration, slots)
        record.add(ev.IntentionAnnounced(who=combatant.id, declaration=told))


def _told(encounter: Encounter, declaration: Declaration, slots: tuple[Slot, ...]) -> Declaration:
    """The declaration as the table may hear it: nothing of a spell, and no hidden creature (S-16, K-8)."""
    sealed = {slot.name for slot in slots if is_spell(encounter, slot)}
    told: dict[str, object] = {
        "minors": tuple(
            m.model_copy(
                update={
                    "into": None if unseen(encounter, m.into) else m.into,
                    **({"name": "", "note": ""} if m.name in sealed else {}),
                }
            )
            for m in declaration.minors
        )
    }
    if declaration.name in sealed:
        told |= {"name": "", "target": None, "at": "", "note": ""}
    elif unseen(encounter, declaration.target):
        told |= {"target": None}
    return declaration.model_copy(update=told)
