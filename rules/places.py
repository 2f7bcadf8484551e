"""Where things stand in the tuples of a fight: looked up hundreds of times in a round, and seldom moved.

What is remembered here decides nothing: with all of it forgotten, everything comes out the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from rules.values import Combatant, CombatantId, Plan, Slot

T = TypeVar("T")
R = TypeVar("R")


def remembering(make: Callable[[T], R]) -> Callable[[T], R]:
    """The function, which remembers what it made of the very same thing the last time it was asked.

    The same is the same object, and not an equal one. It must be frozen, and the result must not be changed.
    """
    known: tuple[object, Any] = (object(), None)

    def remembered(of: T) -> R:
        nonlocal known
        made: R
        last, made = known
        if last is not of:
            made = make(of)
            known = (of, made)
        return made

    return remembered


@remembering
def places_in(roster: tuple[Combatant, ...]) -> Mapping[CombatantId, int]:
    """The place of each combatant in the roster, by id."""
    return {combatant.id: at for at, combatant in enumerate(roster)}


@remembering
def foes_in(
    engagements: tuple[tuple[CombatantId, CombatantId], ...],
) -> Mapping[CombatantId, tuple[CombatantId, ...]]:
    """Who is in melee with whom, for each that is in any, in the order the pairs have (K-16)."""
    foes: dict[CombatantId, tuple[CombatantId, ...]] = {}
    for one, other in engagements:
        foes[one] = (*foes.get(one, ()), other)
        foes[other] = (*foes.get(other, ()), one)
    return foes


@remembering
def under_way(plans: tuple[Plan, ...]) -> Sequence[Slot]:
    """What has begun and not ended, in the order of the plans."""
    return [slot for plan in plans for slot in plan.slots if slot.status == "begun"]


class Owned(Protocol):
    """A thing of one combatant's, of which there is one for each."""

    @property
    def who(self) -> CombatantId:
        """Whose it is."""
        ...


class Places:
    """Where each combatant's thing is in a tuple of them.

    One takes another's place, or comes behind all others; so where it was the last time it mostly still is.
    It is looked at before that is believed.
    """

    def __init__(self) -> None:
        self._last: tuple[Sequence[Owned], Mapping[CombatantId, int]] = ((), {})

    def of(self, things: Sequence[Owned], who: CombatantId) -> int | None:
        """The place of this combatant's, counted from 0; None if there is none."""
        last, places = self._last
        at = places.get(who)
        if at is None:
            if last is things:
                return None
        elif at < len(things) and things[at].who == who:
            return at
        # Where things have only come behind those known, those need no counting again.
        begin = len(last) if things[: len(last)] == last else 0
        new = {thing.who: place for place, thing in enumerate(things[begin:], begin)}
        places = {**places, **new} if begin else new
        self._last = (things, places)
        return places.get(who)


place_of_plan = Places().of
place_of_declaration = Places().of
