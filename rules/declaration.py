"""Checking a declaration of the ruleset `segments` before it is sealed (K-11, S-2 to S-19).

`check` gives back the declaration with what was left open filled in where there is only one choice,
or the first reason why it cannot stand.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.catalogue import CATALOGUE, Action
from rules.clarity import left_out, missing
from rules.encounter import Encounter
from rules.minors import check_minors
from rules.nature import is_spell_named
from rules.refusal import Refusal
from rules.timeline import melee_weapon, melee_weapons, missile_weapon, slots_for
from rules.values import (
    ROUNDS_PER_TURN,
    SEGMENTS_PER_ROUND,
    Combatant,
    Declaration,
    Minor,
)

CHARGE_BEYOND = 10
"""Feet; a charge needs a foe further off than this (S-14)."""

WAIVABLE = tuple(f"S-{n}" for n in (6, 7, 9, 11, 12, 13, 14, 15, 18, 28, 29, 30, 31, 32))
"""Limits the GM can waive for one declaration; the others say what a declaration is (K-13)."""


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
    waived = {rule for who, rule in encounter.round.waived if who == combatant.id}

    def stands(refused: Refusal | None) -> Refusal | None:
        return None if refused is not None and refused.rule in waived else refused

    refused = stands(check_minors(encounter, combatant, declaration))
    if refused is None and declaration.major is None:
        declaration = declaration.model_copy(update=_WITHOUT_MAJOR)
    elif refused is None:
        declaration = _complete(combatant, declaration)
        refused = _check_major(encounter, combatant, declaration, stands)
    return (
        refused
        or stands(_check_announcing(encounter, combatant, declaration))
        or _check_hold(encounter, combatant, declaration)
        or stands(_check_carry(encounter, declaration))
        or _check_time(encounter, combatant, declaration)
        or declaration
    )


_WITHOUT_MAJOR: dict[str, object] = {
    "target": None,
    "at": "",
    "weapon": "",
    "name": "",
    "segments": None,
    "feet": None,
    "rounds": None,
}
"""What belongs to a major and is not sealed without one: nothing of it has been checked."""


def _check_major(
    encounter: Encounter,
    combatant: Combatant,
    declaration: Declaration,
    stands: Callable[[Refusal | None], Refusal | None],
) -> Refusal | None:
    row = CATALOGUE[encounter.ruleset][declaration.major or ""]
    if not row.major:
        return Refusal(code="not-a-major", rule="S-2", who=combatant.id, action=row.key)
    return (
        _check_clear(combatant, row, declaration)
        or stands(_check_target(encounter, combatant, declaration))
        or _check_weapon(combatant, row, declaration)
        or stands(_check_shot(encounter, combatant, declaration))
        or stands(_check_length(encounter, combatant, row, declaration))
        or stands(_check_movement(encounter, combatant, row, declaration))
    )


def _check_announcing(encounter: Encounter, combatant: Combatant, declaration: Declaration) -> Refusal | None:
    """Whether the house lets players announce what is only written (S-18)."""
    if declaration.announce and combatant.seat is not None and not encounter.settings.announcing:
        return Refusal(code="may-not-announce", rule="S-18", who=combatant.id)
    return None


def _check_hold(encounter: Encounter, combatant: Combatant, declaration: Declaration) -> Refusal | None:
    """A hold waits for one thing; a spell for a named segment only (S-26)."""
    hold = declaration.hold
    if hold is None:
        return None
    ways = (hold.until is not None) + bool(hold.trigger) + hold.melee
    nothing = declaration.major is None and not declaration.minors
    late = hold.until is not None and hold.until > SEGMENTS_PER_ROUND
    if ways != 1 or nothing or late or (hold.melee and declaration.major != "melee"):
        return Refusal(code="hold-unclear", rule="S-26", who=combatant.id)
    if hold.waits and _casts(encounter, combatant, declaration):
        return Refusal(code="spell-needs-segment", rule="S-26", who=combatant.id)
    return None


def _casts(encounter: Encounter, combatant: Combatant, declaration: Declaration) -> bool:
    """Whether the major is a spell, or an ability like one; without a major, a minor like one."""
    parts = [(m.action, m.name) for m in declaration.minors[:1]]
    if declaration.major is not None:
        parts = [(declaration.major, declaration.name)]
    rows = CATALOGUE[encounter.ruleset]
    return any(is_spell_named(combatant, rows[key], name) for key, name in parts)


def _check_shot(encounter: Encounter, combatant: Combatant, declaration: Declaration) -> Refusal | None:
    """A shooter in melee shoots at whoever is in it, nobody else (S-32). Hidden foes do not tell (K-8)."""
    foes = [f for f in encounter.engaged_with(combatant.id) if not encounter.combatant(f).hidden]
    if declaration.major != "missile" or not foes or _aims(declaration):
        return None
    if declaration.target in encounter.engaged_with(combatant.id):
        return None
    return Refusal(code="shot-in-melee", rule="S-32", who=combatant.id, target=foes[0])


def _check_length(
    encounter: Encounter, combatant: Combatant, row: Action, declaration: Declaration
) -> Refusal | None:
    """Whether the house has spells that fill the round (S-29)."""
    long = row.spell and (declaration.segments or 0) >= SEGMENTS_PER_ROUND
    if long and not encounter.settings.long_spells:
        return Refusal(code="spell-too-long", rule="S-29", who=combatant.id)
    return None


def _aims(declaration: Declaration) -> bool:
    return any(m.action == "aim" for m in declaration.minors)


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
    """Fill in the weapon where the combatant has only one that fits; say rounds as segments (S-29).

    Whoever aims, or is ready for whoever comes, has no target yet (S-26, S-31).
    """
    update: dict[str, object] = {}
    if declaration.rounds is not None:
        segments = declaration.rounds * SEGMENTS_PER_ROUND + (declaration.segments or 0)
        update |= {"segments": segments, "rounds": None}
    if (declaration.major == "missile" and _aims(declaration)) or _for_comers(declaration):
        update |= {"target": None}
    declaration = declaration.model_copy(update=update)
    pick = {"melee": melee_weapon, "charge": melee_weapon, "missile": missile_weapon}.get(
        declaration.major or ""
    )
    weapon = pick(combatant, declaration.weapon) if pick else None
    if weapon is None or weapon.name == declaration.weapon:
        return declaration
    return declaration.model_copy(update={"weapon": weapon.name})


def _for_comers(declaration: Declaration) -> bool:
    """Whether it is a blow held for whoever comes into melee (S-12, S-26)."""
    return declaration.major == "melee" and declaration.hold is not None and declaration.hold.melee


def _check_clear(combatant: Combatant, row: Action, declaration: Declaration) -> Refusal | None:
    """Whether it says all that the action needs (K-11)."""
    comers = _for_comers(declaration) or (row.key == "missile" and _aims(declaration))
    needs = (need for need in row.needs if not (comers and need in ("target", "aim")))
    if (need := left_out(declaration, needs)) is not None:
        return missing(need, combatant.id, row)
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
    if (refused := wrong_weapon(combatant, row, declaration.weapon)) is not None:
        return refused
    if row.key == "melee" and not declaration.weapon and len(melee_weapons(combatant)) > 1:
        return Refusal(code="needs-weapon", rule="K-11", who=combatant.id, action=row.key)
    return None


def wrong_weapon(combatant: Combatant, row: Action, name: str) -> Refusal | None:
    """Whether a named weapon is one of the combatant's, and serves for that: a shot, or melee."""
    weapon = combatant.weapon(name)
    if weapon is None:
        return Refusal(code="unknown-weapon", who=combatant.id, text=name) if name else None
    if row.key == "missile" and weapon.missile is None:
        return Refusal(code="not-a-missile", who=combatant.id, text=weapon.name)
    if row.key != "missile" and weapon.missile not in (None, "thrown"):
        return Refusal(code="not-for-melee", who=combatant.id, text=weapon.name)
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
    if (refused := no_charge(encounter, combatant, declaration, "S-14")) is not None:
        return refused
    reach = combatant.speed * encounter.settings.charge_rate
    if feet > reach:
        return Refusal(code="further-than-a-round", rule="S-14", who=combatant.id, number=reach)
    return None


def no_charge(
    encounter: Encounter, combatant: Combatant, declaration: Declaration, rule: str
) -> Refusal | None:
    """Why nobody charges so: too close, or too soon after the last charge."""
    feet = declaration.feet or 0
    if feet <= CHARGE_BEYOND:
        target = declaration.target
        return Refusal(code="charge-too-close", rule=rule, who=combatant.id, target=target, number=feet)
    rested = None if combatant.charged is None else combatant.charged + ROUNDS_PER_TURN
    if rested is not None and encounter.round.number < rested:
        return Refusal(code="charge-too-soon", rule=rule, who=combatant.id, number=rested)
    return None
