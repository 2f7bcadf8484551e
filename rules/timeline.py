"""From declarations to slots on the timeline, and the order of what lands on one segment.

The order on a segment (S-22):
  1. the side with the higher initiative die comes first;
  2. on equal dice the quicker activity: two weapons by their true speed factor, anything else by the
     segments of the whole activity, movement counting 1;
  3. if that is equal too, or the GM says so, they are simultaneous: neither cancels the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from rules.catalogue import Action, action
from rules.encounter import Encounter
from rules.events import OrderKey
from rules.places import places_in, under_way
from rules.settings import Settings
from rules.value import trusted
from rules.values import (
    SEGMENTS_PER_ROUND,
    Combatant,
    CombatantId,
    Declaration,
    Minor,
    Plan,
    Slot,
    SlotId,
    Weapon,
    segments_to_cover,
)


def melee_weapons(combatant: Combatant) -> tuple[Weapon, ...]:
    """What serves in melee without being named: what is no missile weapon, else what can be thrown."""
    in_hand = tuple(w for w in combatant.weapons if w.missile is None)
    return in_hand or tuple(w for w in combatant.weapons if w.missile == "thrown")


def melee_weapon(combatant: Combatant, name: str) -> Weapon | None:
    """The weapon a melee attack is made with: the named one, else the only one that serves in melee."""
    if name:
        return combatant.weapon(name)
    fit = melee_weapons(combatant)
    return fit[0] if len(fit) == 1 else None


def missile_weapon(combatant: Combatant, name: str) -> Weapon | None:
    """The weapon a shot is made with: the named one, else the only missile weapon."""
    if name:
        return combatant.weapon(name)
    fit = [w for w in combatant.weapons if w.missile is not None]
    return fit[0] if len(fit) == 1 else None


def _melee_time(combatant: Combatant, weapon: Weapon | None, settings: Settings) -> int:
    if weapon is not None and weapon.speed_factor is not None:
        return max(settings.melee_least, min(weapon.speed_factor, settings.melee_most))
    if weapon is None and combatant.natural:
        return settings.of("natural", combatant.size)
    return settings.melee_unknown


def _walk(feet: int, speed: int, settings: Settings) -> int | None:
    """Segments of a movement; None where its doer has come to a standstill since declaring it."""
    return segments_to_cover(feet, speed, settings.part_segment) if speed else None


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
            return _walk(feet, combatant.speed, settings)
        case "charge":
            return _walk(feet, combatant.speed * settings.charge_rate, settings)
        case "weapon":
            assert isinstance(part, Declaration)
            return _melee_time(combatant, melee_weapon(combatant, part.weapon), settings)
        case "missile":
            assert isinstance(part, Declaration)
            weapon = missile_weapon(combatant, part.weapon)
            known = weapon.missile if weapon else None
            return settings.of("shot", known) if known else settings.melee_unknown
        case "ability":
            ability = combatant.ability(part.name)
            if ability is None:
                return part.segments
            own = ability.segments
            return own if own is not None else settings.of("ability", ability.magic)
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
    held = parts.index(declaration) if declaration.major is not None else 0
    slots = []
    for index, part in enumerate(parts):
        slot_id = f"{encounter.round.number}.{combatant.id}.{first + index}"
        slot = slot_for(encounter, combatant, part, slot_id)
        held_back = index == held and declaration.hold is not None
        slots.append(slot.model_copy(update={"hold": declaration.hold}) if held_back else slot)
    return tuple(slots)


def slot_for(encounter: Encounter, combatant: Combatant, part: Declaration | Minor, slot_id: str) -> Slot:
    """One activity of a combatant as a slot not yet placed."""
    key = part.major if isinstance(part, Declaration) else part.action
    row = action(encounter.ruleset, key or "other")
    time = _time(row, combatant, part, encounter.settings)
    if time is None:
        time = encounter.settings.unadjudicated
    if isinstance(part, Minor):
        return trusted(Slot)(
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
    of_hand = missile_weapon if row.key == "missile" else melee_weapon
    chosen = of_hand(combatant, part.weapon) if row.blow else None
    return trusted(Slot)(
        id=slot_id,
        who=combatant.id,
        action=row.key,
        major=True,
        time=time,
        rest=row.time == "rest" and encounter.settings.time(row.key) is None,
        speed_factor=chosen.speed_factor if chosen is not None else None,
        target=part.target,
        at=part.at,
        weapon=chosen.name if chosen is not None else part.weapon,
        name=part.name,
        feet=part.feet,
        note=part.note,
        aimed=row.key == "missile" and any(m.action == "aim" for m in part.minors),
    )


def _placed(slot: Slot, start: int) -> Slot:
    """The slot at its start: `d` segments begun in `s` complete at the end of `s + d - 1` (K-4).

    An aimed shot is held until somebody comes, at most to the end of the round (S-31).
    """
    to_the_end = slot.rest and slot.status == "planned"
    time = SEGMENTS_PER_ROUND - (start - 1) % SEGMENTS_PER_ROUND if to_the_end else slot.time
    end = start + max((time or 1) - 1, 0)
    if slot.aimed:
        end = max(end, SEGMENTS_PER_ROUND)
    return slot.model_copy(update={"start": start, "end": end, "time": time})


def lay(encounter: Encounter, plan: Plan, more: tuple[Slot, ...] = ()) -> Plan:
    """Place what has not begun: each activity after the one before it, put off by its Delay (S-1, S-21).

    `more` is what is added behind all that the plan has.
    Nothing is placed into a segment already called. What takes no time belongs to the segment in which
    what precedes it ended, else to its start (K-4). Carried work keeps its computed start (S-24), unless
    what precedes it has come to take longer. What was lost ended where it was lost: what follows need not
    wait out the rest (S-23), only its own Delay.
    """
    open_from = encounter.round.segment + 1 if encounter.round.stage == "resolving" else 1
    shares = encounter.settings.zero_time == "with-before"
    free, ended = plan.base, None
    slots = []
    for index, slot in enumerate((*plan.slots, *more)):
        placed = slot
        if slot.status == "planned":
            at_once = slot.time == 0 and slot.wait == 0 and slot.hold is None and shares
            after = ended if at_once and ended is not None else free
            start = max(slot.start, after) if index < plan.carried else _held(slot, after) + slot.wait
            placed = _placed(slot, max(start, open_from))
        elif slot.status == "begun":
            placed = _placed(slot, slot.start)
        slots.append(placed)
        free = _free_after(placed, free)
        ended = ended if placed.status == "dropped" else placed.end
    return plan.model_copy(update={"slots": tuple(slots)})


def _held(slot: Slot, after: int) -> int:
    """From when a hold lets it begin; what waits for a trigger has no place in this round yet (S-26)."""
    if slot.hold is None:
        return after
    return max(after, SEGMENTS_PER_ROUND + 1 if slot.hold.until is None else slot.hold.until)


def _free_after(slot: Slot, free: int) -> int:
    """Where what follows the slot may begin; `free` is where it might without it."""
    if slot.status == "dropped":
        return free
    return max(free, slot.start if slot.time == 0 else slot.end + 1)


def free_from(plan: Plan) -> int:
    """The first segment that nothing of a plan already laid takes up, from its base on."""
    free = plan.base
    for slot in plan.slots:
        free = _free_after(slot, free)
    return free


def key_of(encounter: Encounter, slot: Slot) -> OrderKey:
    """What orders this slot among others that land on its segment (S-22).

    What the GM declared simultaneous comes where the first of it comes; a hidden creature's key shows
    on its own slots alone (K-8).
    """
    if not encounter.round.together:
        return _own_key(encounter, slot)
    groups = enumerate(encounter.round.together, 1)
    number, ids = next(((n, ids) for n, ids in groups if slot.id in ids), (None, ()))
    if number is None:
        return _own_key(encounter, slot)
    found = [s for s in map(encounter.slot, ids) if s is not None and s.end == slot.end]
    seen = [s for s in found if s.who == slot.who or not _hidden(encounter, s)]
    first = _quickest({s.id: _own_key(encounter, s) for s in seen}, seen) if seen else slot
    return _own_key(encounter, first).model_copy(update={"together": number})


def _hidden(encounter: Encounter, slot: Slot) -> bool:
    combatant = encounter.find(slot.who)
    return combatant is not None and combatant.hidden


def _own_key(encounter: Encounter, slot: Slot) -> OrderKey:
    slot = _paced_by(encounter, slot)
    combatant = encounter.find(slot.who)
    die = encounter.die(combatant.side) if combatant else 0
    if encounter.settings.ties == "simultaneous":
        return _key(die, 0, None)
    quick = 1 if slot.action in ("move", "full-move") else slot.time or 0
    return _key(die, quick, slot.speed_factor)


def _paced_by(encounter: Encounter, slot: Slot) -> Slot:
    """What takes no time comes with what it follows on its segment, and is as quick or slow as that."""
    plan = encounter.plan(slot.who) if slot.time == 0 else None
    pacing = slot
    for each in plan.slots if plan is not None else ():
        if each.id == slot.id:
            return pacing
        if each.time and each.end == slot.end:
            pacing = each
    return slot


@lru_cache(maxsize=1024)
def _key(die: int, segments: int, speed_factor: int | None) -> OrderKey:
    """One value for all keys alike: a round asks for a few, many times over."""
    return OrderKey(die=die, segments=segments, speed_factor=speed_factor)


def simultaneous(a: OrderKey, b: OrderKey) -> bool:
    """Whether neither comes before the other on one segment (S-22), or in one step (P-6, P-16)."""
    if a.together is not None and a.together == b.together:
        return True
    if (a.die, a.late, a.ready) != (b.die, b.late, b.ready):
        return False
    if a.by == "step":
        return a.speed_factor == b.speed_factor or None in (a.speed_factor, b.speed_factor)
    if a.speed_factor is not None and b.speed_factor is not None:
        return a.speed_factor == b.speed_factor
    return a.segments == b.segments


def in_order(encounter: Encounter, slots: Iterable[Slot]) -> tuple[Slot, ...]:
    """Slots that land on one segment, in the order they happen (S-22); a combatant's own keep theirs.

    Speed factors and segments are not one scale, so three activities can each be quicker than the next.
    Each time the quickest of those whose turn it can be comes next, and of the weapons among them only
    the one with the lowest speed factor counts: two weapons are never out of order.
    """
    slots = tuple(slots)
    if len(slots) < 2:
        return slots
    roster = places_in(encounter.combatants)
    queues: dict[CombatantId, list[Slot]] = {}
    for slot in sorted(slots, key=lambda s: (roster.get(s.who, 0), s.end, s.start, _index(s))):
        queues.setdefault(slot.who, []).append(slot)
    if len(queues) == 1:
        return tuple(next(iter(queues.values())))
    keys = {s.id: key_of(encounter, s) for queue in queues.values() for s in queue}
    ordered: list[Slot] = []
    while queues:
        heads = [queue[0] for queue in queues.values()]
        chosen = _quickest(keys, heads) if len(heads) > 1 else heads[0]
        ordered.append(chosen)
        queue = queues[chosen.who]
        del queue[0]
        if not queue:
            del queues[chosen.who]
    return tuple(ordered)


def _quickest(keys: Mapping[SlotId, OrderKey], heads: Sequence[Slot]) -> Slot:
    """Which of `heads` comes first (S-22); of what is simultaneous, the first given."""
    die = max([keys[s.id].die for s in heads])
    rivals = [s for s in heads if keys[s.id].die == die]
    if len(rivals) == 1:
        return rivals[0]
    armed = [s for s in rivals if keys[s.id].speed_factor is not None]
    best = min(armed, key=lambda s: keys[s.id].speed_factor or 0, default=None)
    fit = [s for s in rivals if s is best or keys[s.id].speed_factor is None]
    return min(fit, key=lambda s: keys[s.id].segments)


def _index(slot: Slot) -> int:
    return int(slot.id.rpartition(".")[2])


def landing(encounter: Encounter, segment: int) -> tuple[Slot, ...]:
    """What is under way and completes on this segment, in order."""
    return in_order(encounter, [s for s in under_way(encounter.round.plans) if s.end <= segment])


def beginning(encounter: Encounter, segment: int) -> Sequence[Slot]:
    """What begins on this segment, in the roster's order."""
    found = [
        s for p in encounter.round.plans for s in p.slots if s.status == "planned" and s.start <= segment
    ]
    if len(found) < 2:
        return found
    roster = places_in(encounter.combatants)
    return sorted(found, key=lambda s: (roster.get(s.who, 0), _index(s)))
