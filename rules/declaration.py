"""Checking a declaration of the ruleset `segments` before it is sealed (K-11, S-2 to S-19).

`check` gives back the declaration with what was left open filled in where there is only one choice,
or the first reason why it cannot stand.
"""

from __future__ import annotations

from rules.catalogue import CATALOGUE, Action, Need
from rules.encounter import Encounter
from rules.refusal import Code, Refusal
from rules.timeline import melee_weapon, missile_weapon, slots_for
from rules.values import (
    ROUNDS_PER_TURN,
    SEGMENTS_PER_ROUND,
    Combatant,
    CombatantId,
    Declaration,
    Minor,
    segments_to_cover,
)

CHARGE_BEYOND = 10
"""Feet; a charge needs a foe further off than this (S-14)."""

_MISSING: dict[Need, Code] = {
    "target": "needs-target",
    "aim": "needs-aim",
    "at": "needs-at",
    "weapon": "needs-weapon",
    "name": "needs-name",
    "segments": "needs-segments",
    "feet": "needs-feet",
    "note": "needs-note",
}


def check(encounter: Encounter, declaration: Declaration) -> Declaration | Refusal:
    """The declaration, completed where only one reading is possible, or why it is refused."""
    combatant = encounter.find(declaration.who)
    if combatant is None:
        return Refusal(code="unknown-combatant", text=declaration.who)
    if declaration.delay or declaration.item or declaration.mark or declaration.routines > 1:
        return Refusal(code="only-in-phases", who=combatant.id)
    known = CATALOGUE[encounter.ruleset]
    for key in (declaration.major, *(m.action for m in declaration.minors)):
        if key is not None and key not in known:
            return Refusal(code="unknown-action", who=combatant.id, text=key)
    refused = _check_minors(encounter, combatant, declaration)
    if refused is None and declaration.major is None:
        declaration = declaration.model_copy(update=_WITHOUT_MAJOR)
    elif refused is None:
        declaration = _complete(combatant, declaration)
        refused = _check_major(encounter, combatant, declaration)
    return (
        refused
        or _check_carry(encounter, declaration)
        or _check_time(encounter, combatant, declaration)
        or declaration
    )


_WITHOUT_MAJOR = {"target": None, "at": "", "weapon": "", "name": "", "segments": None, "feet": None}
"""What belongs to a major and is not sealed without one: nothing of it has been checked."""


def _check_major(encounter: Encounter, combatant: Combatant, declaration: Declaration) -> Refusal | None:
    row = CATALOGUE[encounter.ruleset][declaration.major or ""]
    if not row.major:
        return Refusal(code="not-a-major", rule="S-2", who=combatant.id, action=row.key)
    return (
        _check_clear(combatant, row, declaration)
        or _check_target(encounter, combatant, declaration)
        or _check_weapon(combatant, row, declaration)
        or _check_movement(encounter, combatant, row, declaration)
    )


def _check_carry(encounter: Encounter, declaration: Declaration) -> Refusal | None:
    """What is carried comes first; a new major needs room behind it, and the house's leave (S-24, S-30)."""
    who, carry = declaration.who, declaration.carry
    carried = encounter.carried(who)
    if carry is not None and not carried:
        return Refusal(code="nothing-carried", rule="S-24", who=who)
    if carry == "abandon" or declaration.major is None or not any(s.major for s in carried):
        return None
    if not encounter.settings.room_after_carried or max(s.end for s in carried) >= SEGMENTS_PER_ROUND:
        return Refusal(code="no-room-after-carried", rule="S-30", who=who)
    return None


def asks_time(combatant: Combatant) -> bool:
    """Whether the round may wait for the GM's word on a time of this combatant's (K-5).

    Not for the GM's own, nor for a hidden one: the wait would tell of it (K-8).
    """
    return combatant.seat is not None and not combatant.hidden


def _check_time(encounter: Encounter, combatant: Combatant, declaration: Declaration) -> Refusal | None:
    """Whoever may not be waited for says all times at once (K-5, K-8)."""
    if asks_time(combatant):
        return None
    untimed = next((s for s in slots_for(encounter, declaration) if s.time is None), None)
    if untimed is None:
        return None
    return Refusal(code="needs-segments", rule="K-5", who=combatant.id, action=untimed.action)


def _complete(combatant: Combatant, declaration: Declaration) -> Declaration:
    """Fill in the weapon where the combatant has only one that fits."""
    pick = {"melee": melee_weapon, "charge": melee_weapon, "missile": missile_weapon}.get(
        declaration.major or ""
    )
    weapon = pick(combatant, declaration.weapon) if pick else None
    if weapon is None or weapon.name == declaration.weapon:
        return declaration
    return declaration.model_copy(update={"weapon": weapon.name})


def _check_clear(combatant: Combatant, row: Action, declaration: Declaration) -> Refusal | None:
    """Whether it says all that the action needs (K-11)."""
    said = {
        "target": declaration.target,
        "aim": declaration.target or declaration.at,
        "at": declaration.at or declaration.target,
        "weapon": declaration.weapon,
        "name": declaration.name,
        "segments": declaration.segments,
        "feet": declaration.feet,
        "note": declaration.note or declaration.at,
    }
    for need in row.needs:
        if said[need] in (None, ""):
            return Refusal(code=_MISSING[need], rule="K-11", who=combatant.id, action=row.key)
    typed = row.time in ("typed", "item", "asked", "ability")
    if declaration.segments is not None and not typed:
        return Refusal(code="time-not-yours", rule="K-5", who=combatant.id, action=row.key)
    return None


def _check_target(encounter: Encounter, combatant: Combatant, declaration: Declaration) -> Refusal | None:
    target = declaration.target
    enters = any(m.into is not None and m.when == "before" for m in declaration.minors)
    if enters and declaration.major in ("melee", "missile"):
        return Refusal(code="enters-melee", rule="S-13", who=combatant.id, target=target)
    if target is None:
        return None
    foe = encounter.find(target)
    if foe is None:
        return Refusal(code="target-unknown", who=combatant.id, text=target)
    if target == combatant.id and declaration.major in ("melee", "charge", "missile"):
        return Refusal(code="target-itself", who=combatant.id, action=declaration.major)
    engaged = target in encounter.engaged_with(combatant.id)
    if declaration.major == "melee" and foe.down:
        return Refusal(code="target-down", rule="S-12", who=combatant.id, target=target)
    if declaration.major == "melee" and not engaged:
        return Refusal(code="not-in-melee", rule="S-12", who=combatant.id, target=target)
    if declaration.major == "melee" and any(_leaves(m) for m in declaration.minors):
        return Refusal(code="leaves-melee", rule="S-28", who=combatant.id, target=target)
    return None


def _leaves(minor: Minor) -> bool:
    return minor.action == "move" and minor.when == "before" and minor.into is None


def _check_weapon(combatant: Combatant, row: Action, declaration: Declaration) -> Refusal | None:
    if row.key not in ("melee", "charge", "missile"):
        return None
    weapon = combatant.weapon(declaration.weapon)
    if declaration.weapon and weapon is None:
        return Refusal(code="unknown-weapon", who=combatant.id, text=declaration.weapon)
    if row.key == "missile" and weapon is not None and weapon.missile is None:
        return Refusal(code="not-a-missile", who=combatant.id, text=weapon.name)
    hurled = weapon is not None and weapon.missile not in (None, "thrown")
    if row.key != "missile" and hurled:
        return Refusal(code="not-for-melee", who=combatant.id, text=declaration.weapon)
    in_hand = [w for w in combatant.weapons if w.missile is None]
    if row.key == "melee" and weapon is None and len(in_hand) > 1:
        return Refusal(code="needs-weapon", rule="K-11", who=combatant.id, action=row.key)
    return None


def _check_movement(
    encounter: Encounter, combatant: Combatant, row: Action, declaration: Declaration
) -> Refusal | None:
    """Charges and full moves: the majors that are movement (S-9, S-11, S-14)."""
    if row.key not in ("charge", "full-move"):
        return None
    if combatant.speed == 0:
        return Refusal(code="cannot-move", rule="K-2", who=combatant.id)
    if any(m.action == "move" for m in declaration.minors):
        return Refusal(code="moves-twice", rule="S-9", who=combatant.id)
    if row.key == "full-move":
        return None
    feet, target = declaration.feet or 0, declaration.target
    # A hidden foe in melee does not bar it: the refusal would tell that somebody is there (K-8).
    if any(not encounter.combatant(foe).hidden for foe in encounter.engaged_with(combatant.id)):
        return Refusal(code="charge-from-melee", rule="S-14", who=combatant.id, target=target)
    if feet <= CHARGE_BEYOND:
        return Refusal(code="charge-too-close", rule="S-14", who=combatant.id, target=target, number=feet)
    rested = None if combatant.charged is None else combatant.charged + ROUNDS_PER_TURN
    if rested is not None and encounter.round.number < rested:
        return Refusal(code="charge-too-soon", rule="S-14", who=combatant.id, number=rested)
    reach = combatant.speed * encounter.settings.charge_rate
    if feet > reach:
        return Refusal(code="further-than-a-round", rule="S-14", who=combatant.id, number=reach)
    return None


def _check_minors(encounter: Encounter, combatant: Combatant, declaration: Declaration) -> Refusal | None:
    for minor in declaration.minors:
        refused = check_minor(encounter, combatant, minor, declaration.major, declaration.weapon)
        if refused is not None:
            return refused
    moves = {m.when for m in declaration.minors if m.action == "move"}
    if len(moves) > 1:
        return Refusal(code="moves-twice", rule="S-9", who=combatant.id)
    if declaration.major is not None and (refused := _check_room_for_major(combatant, declaration.minors)):
        return refused
    used = minors_used(encounter, combatant.id, abandoning=declaration.carry == "abandon")
    for minor in declaration.minors:
        if minor.action in used and minor.action not in encounter.settings.repeatable_minors:
            return Refusal(code="minor-twice", rule="S-6", who=combatant.id, action=minor.action)
        used.add(minor.action)
    if any(m.action == "aim" for m in declaration.minors) and declaration.major != "missile":
        return Refusal(code="aim-without-shot", rule="S-31", who=combatant.id)
    return None


def _check_room_for_major(combatant: Combatant, minors: tuple[Minor, ...]) -> Refusal | None:
    """Moving through all ten segments is a major of its own (S-11)."""
    for minor in minors:
        if (
            minor.action == "move"
            and segments_to_cover(minor.feet or 0, combatant.speed) == SEGMENTS_PER_ROUND
        ):
            most = combatant.speed * (SEGMENTS_PER_ROUND - 1) // SEGMENTS_PER_ROUND
            return Refusal(code="further-than-a-round", rule="S-11", who=combatant.id, number=most)
    return None


def minors_used(encounter: Encounter, who: CombatantId, abandoning: bool = False) -> set[str]:
    """The types of minor the combatant has in this round already, carried ones too (S-6)."""
    plan = encounter.plan(who)
    slots = plan.slots[plan.carried if abandoning else 0 :] if plan else ()
    return {s.action for s in slots if not s.major and s.status != "dropped"}


def check_minor(
    encounter: Encounter, combatant: Combatant, minor: Minor, major: str | None, weapon: str = ""
) -> Refusal | None:
    """Why one minor action cannot stand beside that major, done with that weapon, if it cannot."""
    row = CATALOGUE[encounter.ruleset].get(minor.action)
    if row is None:
        return Refusal(code="unknown-action", who=combatant.id, text=minor.action)
    if row.major:
        return Refusal(code="not-a-minor", rule="S-4", who=combatant.id, action=row.key)
    said = {"feet": minor.feet, "note": minor.note, "name": minor.name}
    for need in row.needs:
        if said.get(need) in (None, ""):
            return Refusal(code=_MISSING[need], rule="K-11", who=combatant.id, action=row.key)
    if minor.segments is not None:
        return Refusal(code="time-not-yours", rule="K-5", who=combatant.id, action=row.key)
    if row.key == "move" and (refused := _check_move(encounter, combatant, minor)) is not None:
        return refused
    if row.key == "use-minor":
        ability = combatant.ability(minor.name)
        if ability is None or not ability.minor:
            return Refusal(code="not-minor", rule="S-19", who=combatant.id, text=minor.name)
    if minor.when == "during" and major is not None:
        return _check_inside(encounter, combatant, row, major, weapon)
    return None


def _check_move(encounter: Encounter, combatant: Combatant, minor: Minor) -> Refusal | None:
    feet = minor.feet or 0
    if combatant.speed == 0:
        return Refusal(code="cannot-move", rule="K-2", who=combatant.id)
    if segments_to_cover(feet, combatant.speed) > SEGMENTS_PER_ROUND:
        return Refusal(code="further-than-a-round", rule="S-11", who=combatant.id, number=combatant.speed)
    if minor.into is not None:
        foe = encounter.find(minor.into)
        if foe is None or foe.id == combatant.id:
            return Refusal(code="target-unknown", who=combatant.id, text=minor.into)
        if foe.id in encounter.engaged_with(combatant.id):
            return Refusal(code="already-engaged", rule="K-16", who=combatant.id, target=foe.id)
    return None


def _check_inside(
    encounter: Encounter, combatant: Combatant, row: Action, major: str, weapon: str
) -> Refusal | None:
    """Nothing lies inside a major, but a shout that is not during casting or a shot (S-7, S-15)."""
    shot = missile_weapon(combatant, weapon) if major == "missile" else None
    if shot is not None and shot.two_handed_missile:
        return Refusal(code="inside-shot", rule="S-15", who=combatant.id, action=row.key)
    spell = CATALOGUE[encounter.ruleset][major].spell
    takes_time = (encounter.settings.time(row.key) or (row.time if isinstance(row.time, int) else 1)) > 0
    if row.key == "shout" and encounter.settings.shout_inside_major and not spell and not takes_time:
        return None
    return Refusal(code="inside-major", rule="S-7", who=combatant.id, action=row.key)
