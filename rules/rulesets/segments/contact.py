"""What meeting brings about: breaking off, charges that meet, aimed and caught shots, blows for comers."""

from __future__ import annotations

from rules import events as ev
from rules.activity import apart
from rules.asking import foes_in_sight
from rules.audience import private, public
from rules.declaration import asks_time
from rules.encounter import Encounter
from rules.places import places_in, under_way
from rules.record import Record
from rules.rulesets.segments.losing import lose
from rules.rulesets.segments.placing import close_up, put_slot
from rules.timeline import beginning
from rules.value import trusted
from rules.values import SEGMENTS_PER_ROUND, CombatantId, Hold, Slot

MOVING = ("move", "full-move", "charge")
"""Activities that carry their doer elsewhere."""


# --- breaking off (S-28) ---------------------------------------------------------------------------


def ask_breaks(record: Record, segment: int) -> bool:
    """Ask the GM about everybody who is to move out of melee on this segment; whether anybody is."""
    encounter, asked = record.encounter, False
    if encounter.settings.breaking_off != "ask" or not encounter.engagements:
        return False
    for slot in beginning(encounter, segment):
        free = slot.id in encounter.round.broken or not asks_time(encounter.combatant(slot.who))
        if not free and _left_behind(encounter, slot):
            record.add(ev.BreakAsked(who=slot.who, slot=slot.id))
            asked = True
    return asked


def _left_behind(encounter: Encounter, slot: Slot) -> tuple[CombatantId, ...]:
    if slot.action not in MOVING:
        return ()
    return tuple(foe for foe in foes_in_sight(encounter, slot.who) if foe != slot.target)


def break_off(record: Record, slot: Slot, allowed: bool) -> None:
    """Take the GM's word on a movement out of melee."""
    _broke_off(record, slot, record.encounter.round.segment + 1, allowed)
    if not allowed:
        lose(record, slot, "kept-in-melee")
        close_up(record, slot.who)


def depart(record: Record, slot: Slot) -> None:
    """Whoever sets off leaves melee; leaving foes in sight is marked where nobody was asked (K-16, S-28)."""
    encounter = record.encounter
    if slot.action not in MOVING:
        return
    if _left_behind(encounter, slot) and slot.id not in encounter.round.broken:
        _broke_off(record, slot, encounter.round.segment, allowed=True)
    for foe in encounter.engaged_with(slot.who):
        if foe != slot.target:
            record.add(apart(record.encounter, slot.who, foe))


def _broke_off(record: Record, slot: Slot, segment: int, allowed: bool) -> None:
    audience = public(record.encounter, slot.who)
    broke_off = trusted(ev.BrokeOff)(
        audience=audience, who=slot.who, segment=segment, slot=slot.id, allowed=allowed
    )
    record.add(broke_off)


# --- what cannot begin as it was meant (S-14, S-32) ------------------------------------------------


def caught(record: Record, slot: Slot) -> bool:
    """Whether it comes to nothing because its doer is in melee; a shot may turn on the foe (S-32)."""
    encounter = record.encounter
    engaged = encounter.engaged_with(slot.who)
    if not engaged:
        return False
    if slot.action == "charge" and slot.target in engaged and not encounter.waives(slot.who, "S-14"):
        lose(record, slot, "caught")
        close_up(record, slot.who)
        return True
    foes = foes_in_sight(encounter, slot.who)
    free = slot.action != "missile" or slot.aimed or encounter.waives(slot.who, "S-32")
    if free or not foes or slot.target in engaged:
        return False
    if len(foes) == 1 and encounter.settings.caught_shot == "turn":
        retarget(record, slot, foes[0])
        return False
    lose(record, slot, "caught")
    close_up(record, slot.who)
    return True


def retarget(record: Record, slot: Slot, target: CombatantId, overruled: bool = False) -> None:
    """Turn an activity on somebody else."""
    record.add(
        ev.Retargeted(
            audience=private(record.encounter, slot.who),
            overruled=overruled,
            who=slot.who,
            slot=slot.id,
            target=target,
        )
    )


# --- charges that meet (S-14) ----------------------------------------------------------------------


def meet(record: Record) -> None:
    """Two that charge each other meet where their rates together cover the shorter of their distances."""
    encounter = record.encounter
    segment = encounter.round.segment
    if not encounter.settings.charges_meet:
        return
    charging = {s.who: s for s in under_way(encounter.round.plans) if s.action == "charge"}
    for who, slot in charging.items():
        other = charging.get(slot.target or "")
        if other is None or other.target != who or who > other.who or not _covered(encounter, slot, other):
            continue
        audience = public(encounter, who, other.who)
        record.add(ev.ChargesMet(audience=audience, who=who, foe=other.who, segment=segment))
        for charge in (slot, other):
            if charge.end > segment:
                put_slot(record, charge.model_copy(update={"time": segment - charge.start + 1}))


def _covered(encounter: Encounter, *charges: Slot) -> bool:
    """Whether the ground between two charges is covered by now; each has run since it began."""
    run = 0
    for charge in charges:
        speed = encounter.combatant(charge.who).speed * encounter.settings.charge_rate
        run += speed * (encounter.round.segment - charge.start + 1)
    return run >= min(charge.feet or 0 for charge in charges) * SEGMENTS_PER_ROUND


# --- holding for whoever comes (S-12, S-26, S-31) --------------------------------------------------


def trigger(record: Record, slot: Slot, target: CombatantId | None = None) -> None:
    """What a held activity waited for has come about: it begins in the segment after (S-26)."""
    encounter = record.encounter
    segment = encounter.round.segment
    _triggered(record, slot, target)
    hold = Hold(until=segment + encounter.settings.trigger_lag)
    put_slot(record, slot.model_copy(update={"hold": hold, "target": target or slot.target}))


def came(record: Record, comer: CombatantId, to: CombatantId) -> None:
    """Somebody has come into melee with one who may be holding a blow for that (S-12, S-26)."""
    plan = record.encounter.plan(to)
    for slot in plan.slots if plan else ():
        if slot.waits and slot.hold is not None and slot.hold.melee:
            trigger(record, slot, comer)
            return


def _triggered(record: Record, slot: Slot, target: CombatantId | None) -> None:
    record.add(
        ev.Triggered(
            audience=private(record.encounter, slot.who),
            who=slot.who,
            segment=record.encounter.round.segment,
            slot=slot.id,
            target=target,
        )
    )


def loose(record: Record) -> None:
    """Loose each aimed shot that is ready at the first foe about to make contact (S-31)."""
    segment = record.encounter.round.segment
    for slot in [s for s in under_way(record.encounter.round.plans) if s.aimed]:
        time = max(slot.time or 1, 1)
        comer = _comer(record.encounter, slot.who)
        if comer is None or slot.time is None or slot.start + time - 1 > segment:
            continue
        _triggered(record, slot, comer)
        shot = {"aimed": False, "target": comer, "at": "", "start": segment - time + 1}
        put_slot(record, slot.model_copy(update=shot))


def _comer(encounter: Encounter, shooter: CombatantId) -> CombatantId | None:
    """Who is in melee with the shooter, or comes to it so soon that an aimed shot is loosed now."""
    if foes := foes_in_sight(encounter, shooter):
        return foes[0]
    now = encounter.round.segment + encounter.settings.aim_ahead
    coming = [
        s
        for p in encounter.round.plans
        for s in p.slots
        if s.action in ("move", "charge")
        and s.target == shooter
        and s.status == "begun"
        and s.time is not None
        and s.end <= now
        and not encounter.combatant(s.who).hidden
    ]
    roster = places_in(encounter.combatants)
    first = min(coming, key=lambda s: (s.end, roster[s.who]), default=None)
    return first.who if first else None


def end_holds(record: Record) -> None:
    """A hold nobody had use for ends with the round, and what was to follow it (S-26, S-31)."""
    for plan in record.encounter.round.plans:
        ended = False
        for slot in plan.slots:
            spent = slot.aimed and slot.status == "begun" and slot.end <= SEGMENTS_PER_ROUND
            ended = ended or slot.waits or spent
            if ended and slot.open:
                lose(record, slot, "unused")
