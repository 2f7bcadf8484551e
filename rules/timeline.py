"""From declarations to slots on the timeline, and the order of what lands on one segment.

The order on a segment (S-22):
  1. the side with the higher initiative die comes first;
  2. on equal dice the quicker activity: two weapons by their true speed factor, anything else by the
     segments of the whole activity, movement counting 1;
  3. if that is equal too, they are simultaneous: both happen, neither cancels the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rules.catalogue import Action, action
from rules.encounter import Encounter, Settings
from rules.events import OrderKey
from rules.values import (
    SEGMENTS_PER_ROUND,
    Combatant,
    Declaration,
    Minor,
    Missile,
    Plan,
    Size,
    Slot,
    Weapon,
    segments_to_cover,
)

UNKNOWN_WEAPON = 5
"""Segments of a melee attack with a weapon of unknown speed factor."""

NATURAL: dict[Size, int] = {"small": 3, "man-sized": 3, "large": 5, "huge": 7}
"""Segments of an attack with natural weapons, by size."""

MISSILE: dict[Missile, int] = {"bow": 5, "thrown": 3, "sling": 4, "crossbow": 2, "crossbow-reload": 8}
"""Segments of a shot, by kind of missile weapon."""

ABILITY = {"innate": 1, "breath": 3, "spell-like": 3}
"""Segments of an ability without a time of its own, by its magic."""


def melee_weapon(combatant: Combatant, name: str) -> Weapon | None:
    """The weapon a melee attack is made with: the named one, else the only one that is no missile weapon."""
    if name:
        return combatant.weapon(name)
    fit = [w for w in combatant.weapons if w.missile is None]
    return fit[0] if len(fit) == 1 else None


def missile_weapon(combatant: Combatant, name: str) -> Weapon | None:
    """The weapon a shot is made with: the named one, else the only missile weapon."""
    if name:
        return combatant.weapon(name)
    fit = [w for w in combatant.weapons if w.missile is not None]
    return fit[0] if len(fit) == 1 else None


def _melee_time(combatant: Combatant, weapon: Weapon | None) -> int:
    if weapon is not None and weapon.speed_factor is not None:
        return max(1, min(weapon.speed_factor, 7))
    if weapon is None and combatant.natural:
        return NATURAL[combatant.size]
    return UNKNOWN_WEAPON


def _time(row: Action, combatant: Combatant, part: Declaration | Minor, settings: Settings) -> int | None:
    """Segments the activity takes, None where the GM has to say (K-5). `rest` is found when it is placed."""
    house = settings.time(row.key)
    if house is not None:
        return house
    feet = part.feet or 0
    match row.time:
        case int():
            return row.time
        case "move":
            return segments_to_cover(feet, combatant.speed)
        case "charge":
            return segments_to_cover(feet, combatant.speed * settings.charge_rate)
        case "weapon":
            assert isinstance(part, Declaration)
            return _melee_time(combatant, melee_weapon(combatant, part.weapon))
        case "missile":
            assert isinstance(part, Declaration)
            weapon = missile_weapon(combatant, part.weapon)
            return MISSILE[weapon.missile] if weapon and weapon.missile else UNKNOWN_WEAPON
        case "ability":
            ability = combatant.ability(part.name)
            if ability is None:
                return part.segments
            return ability.segments if ability.segments is not None else ABILITY[ability.magic]
        case "item":
            return part.segments if part.segments is not None else row.default
        case "rest":
            return SEGMENTS_PER_ROUND
        case "typed" | "asked":
            return part.segments


def slots_for(encounter: Encounter, declaration: Declaration, first: int = 0) -> tuple[Slot, ...]:
    """The declaration's activities in the order they are done, not yet placed; `first` numbers them."""
    combatant = encounter.combatant(declaration.who)
    parts: list[Declaration | Minor] = [m for m in declaration.minors if m.when == "before"]
    if declaration.major is not None:
        parts.append(declaration)
    # A shout during a major takes no time: it is heard on the segment the major ends in (S-7, K-4).
    parts += [m for m in declaration.minors if m.when != "before"]
    return tuple(
        slot_for(encounter, combatant, part, f"{encounter.round.number}.{combatant.id}.{first + index}")
        for index, part in enumerate(parts)
    )


def slot_for(encounter: Encounter, combatant: Combatant, part: Declaration | Minor, slot_id: str) -> Slot:
    """One activity of a combatant as a slot not yet placed."""
    key = part.major if isinstance(part, Declaration) else part.action
    row = action(encounter.ruleset, key or "other")
    time = _time(row, combatant, part, encounter.settings)
    if time is None:
        time = encounter.settings.unadjudicated
    if isinstance(part, Minor):
        return Slot(
            id=slot_id,
            who=combatant.id,
            action=row.key,
            major=False,
            time=time,
            target=part.into,
            name=part.name,
            feet=part.feet,
            note=part.note,
        )
    weapon = {"melee": melee_weapon, "missile": missile_weapon}.get(row.key)
    chosen = weapon(combatant, part.weapon) if weapon else melee_weapon(combatant, part.weapon)
    return Slot(
        id=slot_id,
        who=combatant.id,
        action=row.key,
        major=True,
        time=time,
        speed_factor=chosen.speed_factor if chosen is not None and row.blow else None,
        target=part.target,
        at=part.at,
        weapon=chosen.name if chosen is not None and row.blow else part.weapon,
        name=part.name,
        feet=part.feet,
        note=part.note,
    )


def _placed(slot: Slot, start: int, rest: bool) -> Slot:
    """The slot at its start: `d` segments begun in `s` complete at the end of `s + d - 1` (K-4)."""
    time = SEGMENTS_PER_ROUND - (start - 1) % SEGMENTS_PER_ROUND if rest else slot.time
    end = start + max((time or 1) - 1, 0)
    if (slot.start, slot.end, slot.time) == (start, end, time):
        return slot
    return slot.model_copy(update={"start": start, "end": end, "time": time})


def lay(encounter: Encounter, plan: Plan) -> Plan:
    """Place what has not begun: each activity after the one before it, put off by its Delay (S-1, S-21).

    Nothing is placed into a segment already called. What takes no time belongs to the segment in which
    what precedes it ended, else to its start (K-4). Carried work keeps its computed start (S-24).
    """
    open_from = encounter.round.segment + 1 if encounter.round.stage == "resolving" else 1
    cursor, before = plan.base, None
    slots = []
    for index, slot in enumerate(plan.slots):
        if slot.status == "planned" and index >= plan.carried:
            rest = action(encounter.ruleset, slot.action).time == "rest"
            start = cursor + slot.wait
            if slot.time == 0 and before is not None and slot.wait == 0:
                start = before
            slot = _placed(slot, max(start, open_from), rest)
        elif slot.open:
            slot = _placed(slot, slot.start, rest=False)
        slots.append(slot)
        if slot.status != "dropped":
            before = slot.end
            cursor = max(cursor, slot.start if slot.time == 0 else slot.end + 1)
    return plan.model_copy(update={"slots": tuple(slots)})


def key_of(encounter: Encounter, slot: Slot) -> OrderKey:
    """What orders this slot among others that land on its segment (S-22)."""
    combatant = encounter.find(slot.who)
    die = encounter.die(combatant.side) if combatant else 0
    quick = 1 if slot.action in ("move", "full-move") else slot.time or 0
    return OrderKey(die=die, segments=quick, speed_factor=slot.speed_factor)


def simultaneous(a: OrderKey, b: OrderKey) -> bool:
    """Whether neither comes before the other on one segment (S-22)."""
    if a.die != b.die:
        return False
    if a.speed_factor is not None and b.speed_factor is not None:
        return a.speed_factor == b.speed_factor
    return a.segments == b.segments


def _refill(slots: list[Slot], chosen: Callable[[Slot], bool], key: Callable[[Slot], tuple[int, ...]]) -> None:
    """Sort the chosen slots among the places they hold; the others stay where they are."""
    places = [i for i, slot in enumerate(slots) if chosen(slot)]
    for place, slot in zip(places, sorted((slots[i] for i in places), key=key), strict=True):
        slots[place] = slot


def in_order(encounter: Encounter, slots: Iterable[Slot]) -> tuple[Slot, ...]:
    """Slots that land on one segment, in the order they happen (S-22); a combatant's own keep theirs."""
    roster = {c.id: i for i, c in enumerate(encounter.combatants)}
    listed = sorted(slots, key=lambda s: (roster.get(s.who, 0), s.id))
    keys = {s.id: key_of(encounter, s) for s in listed}
    groups: dict[int, list[Slot]] = {}
    for slot in sorted(listed, key=lambda s: (-keys[s.id].die, keys[s.id].segments)):
        groups.setdefault(keys[slot.id].die, []).append(slot)
    for group in groups.values():
        # Comparing weapons by speed factor and the rest by segments is not one scale: among themselves
        # weapons are put right in the places they hold, so every pair of weapons is always in order.
        _refill(
            group,
            lambda s: keys[s.id].speed_factor is not None,
            lambda s: (keys[s.id].speed_factor or 0, roster.get(s.who, 0)),
        )
        for who in {s.who for s in group}:
            _refill(group, lambda s, who=who: s.who == who, lambda s: (s.end, s.start, _index(s)))  # type: ignore[misc]
    return tuple(slot for group in groups.values() for slot in group)


def _index(slot: Slot) -> int:
    return int(slot.id.rpartition(".")[2])


def landing(encounter: Encounter, segment: int) -> tuple[Slot, ...]:
    """What is under way and completes on this segment, in order."""
    return in_order(
        encounter,
        (s for p in encounter.round.plans for s in p.slots if s.status == "begun" and s.end <= segment),
    )


def beginning(encounter: Encounter, segment: int) -> Sequence[Slot]:
    """What begins on this segment, in the roster's order."""
    roster = {c.id: i for i, c in enumerate(encounter.combatants)}
    found = [s for p in encounter.round.plans for s in p.slots if s.status == "planned" and s.start <= segment]
    return sorted(found, key=lambda s: (roster.get(s.who, 0), _index(s)))
