"""What comes first within one step.

1. who is ready for a charge: the shot, then the set weapon, then the charge (P-4);
2. the delayed after the undelayed (P-9, P-16);
3. in E the shorter casting time (P-16);
4. the higher initiative (P-6, P-7);
5. on a tie between opponents in melee the lower speed factor (P-6, P-13);
6. if that is equal too, they are simultaneous.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.catalogue import action
from rules.encounter import Encounter
from rules.events import OrderKey
from rules.places import places_in
from rules.rulesets.phases.ranks import initiative_of, low_die
from rules.rulesets.phases.steps import CHARGE, HIGH, LOW, SPELLS
from rules.values import CombatantId, Slot

_LAST_OF_ALL = 1000
"""A speed factor above any: what has none is told after what has one."""


def _casts(encounter: Encounter, slot: Slot) -> bool:
    """Whether its order is that of spells in E (P-16)."""
    row = action(encounter.ruleset, slot.action)
    ability = encounter.combatant(slot.who).ability(slot.name) if slot.name else None
    return slot.end == SPELLS and (row.spell or (ability is not None and ability.magic == "spell-like"))


def _die(encounter: Encounter, slot: Slot) -> int:
    return low_die(encounter, slot) if slot.end in LOW.values() else initiative_of(encounter, slot)


def _late(encounter: Encounter, slot: Slot) -> bool:
    if slot.end in LOW.values():
        return slot.rank == "late"
    return slot.end not in HIGH.values() and encounter.delayed(slot.who)


def _ready(slot: Slot) -> int:
    """What meets a charge: a shot 0, a set weapon 1, and all else 2; elsewhere 0."""
    if slot.end != CHARGE:
        return 0
    return 2 if not slot.ready else 0 if slot.action == "missile" else 1


def _rivals(encounter: Encounter, slot: Slot) -> bool:
    """Whether an opponent's blow is tied with this one; with one nobody may see no tie is settled (K-8)."""
    mine, place = encounter.combatant(slot.who), (_late(encounter, slot), _die(encounter, slot))
    for plan in encounter.round.plans:
        rival = encounter.find(plan.who)
        if rival is None or rival.side == mine.side or (rival.hidden and not mine.hidden):
            continue
        for other in plan.slots:
            here = other.end == slot.end and other.status in ("begun", "planned", "done")
            blow = other.speed_factor is not None and other.action != "missile"
            if here and blow and (_late(encounter, other), _die(encounter, other)) == place:
                return True
    return False


def _factor(encounter: Encounter, slot: Slot) -> int | None:
    """The speed factor, where it settles a tie between opponents; missiles have none (P-12, P-13)."""
    if slot.speed_factor is None or slot.action == "missile":
        return None
    return slot.speed_factor if _rivals(encounter, slot) else None


def key_of(encounter: Encounter, slot: Slot) -> OrderKey:
    """What orders this slot among others of its step."""
    casts = _casts(encounter, slot)
    return OrderKey(
        die=_die(encounter, slot),
        segments=slot.time or 0 if casts else 0,
        speed_factor=_factor(encounter, slot),
        by="casting" if casts else "step",
        late=_late(encounter, slot),
        ready=_ready(slot),
    )


def _rank(encounter: Encounter, slot: Slot) -> tuple[int, ...]:
    key = key_of(encounter, slot)
    factor = _LAST_OF_ALL if key.speed_factor is None else key.speed_factor
    first = (key.segments, -key.die)
    if encounter.settings.spell_order == "initiative":
        first = (-key.die, key.segments)
    return (key.ready, int(key.late), *first, factor)


def in_order(encounter: Encounter, slots: Iterable[Slot]) -> tuple[Slot, ...]:
    """Slots of one step in the order they happen; a combatant's own keep theirs, and follow its best."""
    roster = places_in(encounter.combatants)
    queues: dict[CombatantId, list[tuple[tuple[int, ...], Slot]]] = {}
    for slot in slots:
        queues.setdefault(slot.who, []).append((_rank(encounter, slot), slot))
    placed: list[tuple[tuple[int, ...], int, int, Slot]] = []
    for who, queue in queues.items():
        floor: tuple[int, ...] = ()
        for index, (own, slot) in enumerate(queue):
            # What somebody does just before a deed comes in that deed's place.
            deeds = (rank for rank, ahead in queue[index:] if ahead.major)
            floor = max(floor, own if slot.major else next(deeds, own))
            placed.append((floor, roster.get(who, 0), index, slot))
    return tuple(slot for _, _, _, slot in sorted(placed, key=lambda p: p[:3]))


def landing(encounter: Encounter, beat: int) -> tuple[Slot, ...]:
    """What is under way and completes in this step, in order."""
    due = [s for p in encounter.round.plans for s in p.slots if s.status == "begun" and s.end <= beat]
    return in_order(encounter, due)
