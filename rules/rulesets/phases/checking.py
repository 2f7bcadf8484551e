"""Checking a declaration of the ruleset `phases`: it must be clear and possible (K-11, P-2 to P-28).

A declaration without a major is lawful: its owner chooses on the turn (P-23). Targets may stay open (P-5).
"""

from __future__ import annotations

from rules.abilities import is_immediate
from rules.catalogue import CATALOGUE, Action
from rules.clarity import left_out, minor_row, missing
from rules.declaration import asks_time, no_charge, wrong_weapon
from rules.encounter import Encounter
from rules.nature import is_spell_named
from rules.refusal import Refusal
from rules.rulesets.phases.nature import must_be_declared
from rules.timeline import melee_weapon, missile_weapon, slot_for
from rules.values import Combatant, Declaration, Minor

_WITHOUT_MAJOR = {
    **{"target": None, "at": "", "weapon": "", "name": "", "segments": None, "feet": None},
    **{"item": "", "mark": None, "routines": 1},
}
"""What belongs to a major and is not sealed without one."""
_ARMED = ("melee", "charge", "missile", "set-weapon")


def check(encounter: Encounter, declaration: Declaration) -> Declaration | Refusal:
    """The declaration, completed where only one reading is possible, or why it is refused."""
    combatant = encounter.find(declaration.who)
    if combatant is None:
        return Refusal(code="unknown-combatant", text=declaration.who)
    if declaration.hold is not None:
        return Refusal(code="not-in-this-ruleset", rule="S-26", who=combatant.id)
    known = CATALOGUE[encounter.ruleset]
    for key in (declaration.major, *(m.action for m in declaration.minors)):
        if key is not None and key not in known:
            return Refusal(code="unknown-action", who=combatant.id, text=key)
    refused, major = None, declaration.major
    if major is None:
        declaration = declaration.model_copy(update=_WITHOUT_MAJOR)
    else:
        declaration = _complete(combatant, declaration)
        refused = _check_major(encounter, combatant, known[major], declaration)
    return (
        refused or _check_minors(encounter, combatant, declaration) or _check_carry(encounter, declaration)
    ) or declaration


def _complete(combatant: Combatant, declaration: Declaration) -> Declaration:
    """Fill in the weapon where only one fits, the speed of a flight, and an ability's own mark (P-28)."""
    told: dict[str, object] = {}
    if declaration.major in _ARMED:
        pick = missile_weapon if declaration.major == "missile" else melee_weapon
        weapon = pick(combatant, declaration.weapon)
        told["weapon"] = weapon.name if weapon else declaration.weapon
    if declaration.major == "flee" and declaration.feet is None and combatant.speed:
        told["feet"] = combatant.speed
    ability = combatant.ability(declaration.name) if declaration.major == "ability" else None
    if ability is not None and declaration.mark is None:
        told["mark"] = ability.mark
    return declaration.model_copy(update=told)


def _check_major(
    encounter: Encounter, combatant: Combatant, row: Action, declaration: Declaration
) -> Refusal | None:
    if not row.major:
        return Refusal(code="not-a-major", rule="P-15", who=combatant.id, action=row.key)
    return (
        _check_clear(encounter, combatant, row, declaration)
        or _check_target(encounter, combatant, declaration)
        or (wrong_weapon(combatant, row, declaration.weapon) if row.key in _ARMED else None)
        or _check_movement(encounter, combatant, row, declaration)
        or _check_place(combatant, row, declaration)
        or _check_immediate(combatant, row, declaration.name)
    )


def _check_immediate(combatant: Combatant, row: Action, name: str) -> Refusal | None:
    """What triggers outside the order is not declared (P-18)."""
    ability = combatant.ability(name) if row.time == "ability" else None
    if ability is None or not is_immediate(ability):
        return None
    return Refusal(code="never-declared", rule="P-18", who=combatant.id, text=ability.name)


def _check_clear(
    encounter: Encounter, combatant: Combatant, row: Action, declaration: Declaration
) -> Refusal | None:
    """Whether it says all that the action needs, and what nobody can be asked for later (K-8, K-11)."""
    needs = list(row.needs)
    # For whom the round may not wait, its spell's target and its time are said at once (K-5, K-8).
    if not asks_time(combatant) and is_spell_named(combatant, row, declaration.name):
        needs.append("aim")
    untimed = row.time == "asked" and encounter.settings.time(row.key) is None
    if not asks_time(combatant) and untimed and encounter.settings.unadjudicated is None:
        needs.append("segments")
    if (need := left_out(declaration, needs)) is not None:
        return missing(need, combatant.id, row, "K-5" if need == "segments" else "K-11")
    if declaration.segments is not None and row.time not in ("typed", "item", "asked", "ability"):
        return Refusal(code="time-not-yours", rule="K-5", who=combatant.id, action=row.key)
    return _untimed_ability(encounter, combatant, row, declaration)


def _untimed_ability(
    encounter: Encounter, combatant: Combatant, row: Action, part: Declaration | Minor
) -> Refusal | None:
    """An ability nobody described has no time, and for some the round may not wait to hear it (K-5, K-8)."""
    if row.time != "ability" or asks_time(combatant):
        return None
    if slot_for(encounter, combatant, part, "0").time is not None:
        return None
    return Refusal(code="needs-segments", rule="K-5", who=combatant.id, action=row.key)


def _check_target(encounter: Encounter, combatant: Combatant, declaration: Declaration) -> Refusal | None:
    """A target may stay open; one that is named must be there (P-5)."""
    target = declaration.target
    if target is None:
        return None
    foe = encounter.find(target)
    if foe is None:
        return Refusal(code="target-unknown", who=combatant.id, text=target)
    if target == combatant.id and declaration.major in _ARMED:
        return Refusal(code="target-itself", who=combatant.id, action=declaration.major or "")
    if declaration.major in _ARMED and foe.down:
        return Refusal(code="target-down", rule="K-17", who=combatant.id, target=target)
    return None


def _check_movement(
    encounter: Encounter, combatant: Combatant, row: Action, declaration: Declaration
) -> Refusal | None:
    """Flight, charge and movement: within the speed, and a charge once in ten rounds (P-14, P-20)."""
    if row.key not in ("flee", "charge", "go"):
        return None
    if combatant.speed == 0:
        return Refusal(code="cannot-move", rule="K-2", who=combatant.id)
    feet, target = declaration.feet or 0, declaration.target
    rate = encounter.settings.charge_rate if row.key == "charge" else 1
    if feet > combatant.speed * rate:
        reach = combatant.speed * rate
        return Refusal(code="further-than-a-round", rule="P-14", who=combatant.id, number=reach)
    if row.key != "charge":
        return None
    if _fights(encounter, combatant.id):
        return Refusal(code="charge-from-melee", rule="P-20", who=combatant.id, target=target)
    if target is not None and _fights(encounter, target):
        return Refusal(code="charge-into-melee", rule="P-20", who=combatant.id, target=target)
    return no_charge(encounter, combatant, declaration, "P-20")


def _fights(encounter: Encounter, who: str) -> bool:
    """Whether it is in melee, as far as a refusal may tell: a hidden foe bars nothing (K-8)."""
    return any(not encounter.combatant(foe).hidden for foe in encounter.engaged_with(who))


def _check_place(combatant: Combatant, row: Action, declaration: Declaration) -> Refusal | None:
    """A mark is the ability's or the GM's; several routines are attacks (P-22, P-28)."""
    ability = combatant.ability(declaration.name) if row.key == "ability" else None
    own = ability.mark if ability else None
    if declaration.mark not in (None, own) and combatant.seat is not None:
        return Refusal(code="mark-not-yours", rule="P-28", who=combatant.id)
    if declaration.routines > 1 and row.key not in ("melee", "missile"):
        return Refusal(code="routines-of-what", rule="P-22", who=combatant.id, action=row.key)
    return None


def _check_minors(encounter: Encounter, combatant: Combatant, declaration: Declaration) -> Refusal | None:
    row = CATALOGUE[encounter.ruleset][declaration.major] if declaration.major else None
    used: set[str] = set()
    for minor in declaration.minors:
        refused = check_minor(encounter, combatant, minor) or _beside(combatant, minor, row, declaration)
        if refused is not None:
            return refused
        if minor.action in used and minor.action not in encounter.settings.repeatable_minors:
            return Refusal(code="minor-twice", rule="P-15", who=combatant.id, action=minor.action)
        used.add(minor.action)
    return None


def check_minor(encounter: Encounter, combatant: Combatant, minor: Minor) -> Refusal | None:
    """Why one minor action cannot be done, if it cannot."""
    row = minor_row(encounter, combatant.id, minor, "P-15")
    if isinstance(row, Refusal):
        return row
    if row.key == "use-minor":
        ability = combatant.ability(minor.name)
        if ability is None or not ability.minor or is_spell_named(combatant, row, minor.name):
            return Refusal(code="not-minor", rule="P-11", who=combatant.id, text=minor.name)
        if (refused := _check_immediate(combatant, row, minor.name)) is not None:
            return refused
    return _check_step(encounter, combatant, minor) if row.key == "move" else None


def _check_step(encounter: Encounter, combatant: Combatant, minor: Minor) -> Refusal | None:
    """Ten feet or less, after the major, and not out of melee (P-14)."""
    if combatant.speed == 0:
        return Refusal(code="cannot-move", rule="K-2", who=combatant.id)
    most = encounter.settings.short_move
    if (minor.feet or 0) > most:
        return Refusal(code="step-too-far", rule="P-14", who=combatant.id, number=most)
    if minor.into is not None:
        foe = encounter.find(minor.into)
        if foe is None or foe.id == combatant.id:
            return Refusal(code="target-unknown", who=combatant.id, text=minor.into)
    return None


def _beside(
    combatant: Combatant, minor: Minor, row: Action | None, declaration: Declaration
) -> Refusal | None:
    """Why a minor cannot stand beside that major (P-14 to P-16)."""
    if row is None:
        return None
    if minor.when == "during":
        return Refusal(code="inside-major", rule="P-15", who=combatant.id, action=minor.action)
    if minor.when == "before" and is_spell_named(combatant, row, declaration.name):
        return Refusal(code="spell-comes-first", rule="P-16", who=combatant.id, action=minor.action)
    if minor.when == "before" and minor.action == "move":
        return Refusal(code="step-first", rule="P-14", who=combatant.id)
    if row.activity == "complex" and minor.action not in ("drop", "shout"):
        return Refusal(code="takes-the-round", rule="P-15", who=combatant.id, action=row.key)
    return None


def from_melee(encounter: Encounter, combatant: Combatant, declaration: Declaration) -> Refusal | None:
    """Who began the round in melee takes no step beside a major (P-14)."""
    steps = any(m.action == "move" for m in declaration.minors)
    if steps and declaration.major is not None and combatant.id in in_melee(encounter):
        return Refusal(code="step-from-melee", rule="P-14", who=combatant.id)
    return None


def in_melee(encounter: Encounter) -> frozenset[str]:
    """Who is in melee as the round begins, as far as everyone may know (P-14, K-8)."""
    if encounter.round.stage not in ("declaring", "grace"):
        return frozenset(encounter.round.in_melee)
    seen = {c.id for c in encounter.combatants if not c.hidden}
    now = (c.id for c in encounter.combatants if seen.intersection(encounter.engaged_with(c.id)))
    return frozenset((*encounter.round.in_melee, *now))


def _check_carry(encounter: Encounter, declaration: Declaration) -> Refusal | None:
    """What is carried fills the round, unless it is abandoned (P-15, S-24)."""
    who, carry = declaration.who, declaration.carry
    carried = encounter.carried(who)
    if carry is not None and not carried:
        return Refusal(code="nothing-carried", rule="P-15", who=who)
    if carry == "abandon" or declaration.major is None or not any(s.major for s in carried):
        return from_melee(encounter, encounter.combatant(who), declaration)
    return Refusal(code="no-room-after-carried", rule="P-15", who=who)


def undeclared(encounter: Encounter, declaration: Declaration) -> bool:
    """Whether it holds what must be declared before the round (P-3)."""
    combatant = encounter.combatant(declaration.who)
    row = CATALOGUE[encounter.ruleset].get(declaration.major or "")
    return row is not None and must_be_declared(combatant, row, declaration)
