"""What is done in a step, and what comes of it: blows on casters, shots at the moving, arrivals."""

from __future__ import annotations

from rules import events as ev
from rules.activity import apart, completed, reveal
from rules.asking import asks_target, blow_on_caster, judgement
from rules.audience import private, public
from rules.encounter import Encounter
from rules.nature import row_of
from rules.record import Record
from rules.round import BlowQuestion
from rules.rulesets.phases.losing import lose
from rules.rulesets.phases.nature import is_incantation
from rules.rulesets.phases.ordering import key_of
from rules.timeline import simultaneous
from rules.values import Slot

MOVES = ("go", "flee")
"""Majors that are nothing but movement."""


def land(record: Record, slot: Slot) -> None:
    """Complete one activity in this step, with what follows from it."""
    row = row_of(record.encounter, slot)
    if row.blow and slot.target is not None and gone(record.encounter, slot):
        if asks_target(record.encounter, slot):
            asked = ev.TargetAsked(audience=private(record.encounter, slot.who), who=slot.who, slot=slot.id)
            record.add(asked)
        else:
            lose(record, slot, "target-gone")
        return
    reveal(record, slot)
    encounter = record.encounter
    spell = _spell_at_risk(encounter, slot) if row.blow or _harms(encounter, slot) else None
    _time_shot(record, slot)
    completed(record, slot, key_of(encounter, slot))
    _arrive(record, slot)
    if spell is not None:
        blow_on_caster(record, slot, spell, judged)


def gone(encounter: Encounter, slot: Slot) -> bool:
    """Whether the target has fallen, or has left the melee this round (K-17)."""
    foe = encounter.find(slot.target or "")
    if foe is None or foe.down:
        return True
    plan = encounter.plan(foe.id)
    left = any(s.action in MOVES and s.status == "done" for s in (plan.slots if plan else ()))
    return slot.action == "melee" and left and foe.id not in encounter.engaged_with(slot.who)


def _arrive(record: Record, slot: Slot) -> None:
    """Whoever moves away leaves the melee; whoever moves up, charges or strikes is in one (K-16)."""
    if slot.action in MOVES:
        for foe in record.encounter.engaged_with(slot.who):
            if foe != slot.target:
                record.add(apart(record.encounter, slot.who, foe))
    encounter = record.encounter
    if not encounter.settings.arrival_engages:
        return
    meets = slot.target is not None and slot.action in ("move", "go", "charge", "melee")
    foe_met = encounter.find(slot.target or "") if meets else None
    if foe_met is None or foe_met.down or foe_met.id in (slot.who, *encounter.engaged_with(slot.who)):
        return
    record.add(ev.Engaged(audience=public(encounter, slot.who, foe_met.id), who=slot.who, foe=foe_met.id))


def _harms(encounter: Encounter, slot: Slot) -> bool:
    """Whether magic at an opponent may disturb like a blow (P-17, K-14)."""
    target = encounter.find(slot.target or "")
    magic = row_of(encounter, slot).step in ("D1", "E")
    return magic and target is not None and target.side != encounter.combatant(slot.who).side


def _spell_at_risk(encounter: Encounter, blow: Slot) -> Slot | None:
    """The target's incantation that this blow could cost it: begun, not yet in effect (P-17, P-26)."""
    plan = encounter.plan(blow.target or "")
    for slot in plan.slots if plan else ():
        begun = slot.status == "begun" and is_incantation(encounter, slot)
        if begun and not _too_slow(encounter, blow, slot) and not _together(encounter, blow, slot):
            return slot
    return None


def _together(encounter: Encounter, blow: Slot, spell: Slot) -> bool:
    """Whether both take effect at once, so that neither can cost the other anything (P-6, P-16)."""
    return blow.end == spell.end and simultaneous(key_of(encounter, blow), key_of(encounter, spell))


def _too_slow(encounter: Encounter, blow: Slot, spell: Slot) -> bool:
    """On tied initiative only a weapon quicker than the casting time disturbs (P-26)."""
    if not encounter.settings.tied_blow_by_speed or blow.speed_factor is None or spell.time is None:
        return False
    dice = [encounter.die(encounter.combatant(s.who).side) for s in (blow, spell)]
    return dice[0] == dice[1] and blow.rank == spell.rank and blow.speed_factor >= spell.time


def _time_shot(record: Record, slot: Slot) -> None:
    """Tell in which segment a shot at somebody moving falls, and how far that one has come (P-12)."""
    encounter = record.encounter
    shooter, mover = encounter.combatant(slot.who), encounter.find(slot.target or "")
    if slot.action != "missile" or mover is None or not encounter.settings.missile_segments:
        return
    plan = encounter.plan(mover.id)
    moves = [s for s in (plan.slots if plan else ()) if s.action in MOVES and s.status in ("begun", "done")]
    if not moves or mover.side == shooter.side or not moves[0].declared:
        return
    own, other = encounter.die(shooter.side), encounter.die(mover.side)
    falls = (own - other if slot.rank == "high" and own > other else 10 - own) - shooter.dexterity
    falls = min(max(falls, 1), 10)
    distance = moves[0].feet or 0
    record.add(
        ev.ShotTimed(
            audience=public(encounter, shooter.id, mover.id),
            who=shooter.id,
            segment=encounter.round.segment,
            target=mover.id,
            falls=falls,
            feet=min(distance, falls * mover.speed // 10),
            distance=distance,
        )
    )


def judged(record: Record, question: BlowQuestion, struck: bool) -> None:
    """Take whether the blow struck; that somebody casts is not told by a miss (K-14, P-17, P-25)."""
    record.add(judgement(record.encounter, question, struck, told=struck))
    spell = record.encounter.slot(question.spell)
    if struck and spell is not None and spell.open:
        lose(record, spell, "struck", by=question.who)
