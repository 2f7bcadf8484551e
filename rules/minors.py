"""Checking minor actions of the ruleset `segments` (S-4 to S-9, S-11, S-15, S-19, S-31)."""

from __future__ import annotations

from rules.catalogue import CATALOGUE, Action
from rules.clarity import minor_row
from rules.encounter import Encounter
from rules.refusal import Refusal
from rules.timeline import missile_weapon
from rules.values import (
    SEGMENTS_PER_ROUND,
    Combatant,
    CombatantId,
    Declaration,
    Minor,
    segments_to_cover,
)


def check_minors(encounter: Encounter, combatant: Combatant, declaration: Declaration) -> Refusal | None:
    """Why the minor actions cannot stand together, or beside the major, if they cannot."""
    for minor in declaration.minors:
        refused = check_minor(encounter, combatant, minor, declaration.major, declaration.weapon)
        if refused is not None:
            return refused
    moves = {m.when for m in declaration.minors if m.action == "move"}
    if len(moves) > 1:
        return Refusal(code="moves-twice", rule="S-9", who=combatant.id)
    if declaration.major is not None and (
        refused := _check_room_for_major(encounter, combatant, declaration.minors)
    ):
        return refused
    used = minors_used(encounter, combatant.id, abandoning=declaration.carry == "abandon")
    for minor in declaration.minors:
        if minor.action in used and minor.action not in encounter.settings.repeatable_minors:
            return Refusal(code="minor-twice", rule="S-6", who=combatant.id, action=minor.action)
        used.add(minor.action)
    aims = any(m.action == "aim" for m in declaration.minors)
    late = any(m.action == "aim" and m.when != "before" for m in declaration.minors)
    if aims and (declaration.major != "missile" or late):
        return Refusal(code="aim-without-shot", rule="S-31", who=combatant.id)
    return None


def _check_room_for_major(
    encounter: Encounter, combatant: Combatant, minors: tuple[Minor, ...]
) -> Refusal | None:
    """Moving through all ten segments is a major of its own (S-11)."""
    part = encounter.settings.part_segment
    for minor in minors:
        if (
            minor.action == "move"
            and segments_to_cover(minor.feet or 0, combatant.speed, part) == SEGMENTS_PER_ROUND
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
    row = minor_row(encounter, combatant.id, minor, "S-4")
    if isinstance(row, Refusal):
        return row
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
    if segments_to_cover(feet, combatant.speed, encounter.settings.part_segment) > SEGMENTS_PER_ROUND:
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
