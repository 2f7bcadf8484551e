"""A person who wants to be forgotten: out of every seat, then out of all that is stored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.store import EncounterRow, Store
from bot.table.rights import Person
from bot.table.sitting import Sitting
from bot.table.timing import Policy


@dataclass(frozen=True)
class Forgotten:
    """What came of it: the fights whose GM the person still is, which stand in the way; else none."""

    still_gm: tuple[EncounterRow, ...] = ()


async def forget(store: Store, person: Person, departed: str, now: datetime, policy: Policy) -> Forgotten:
    """Free the person's seats, tell the GMs, and put `departed` for the person in all that is kept.

    `departed` must be no person's id. Nothing is done while the person is the GM of an open fight.
    """
    async with store.transaction() as transaction:
        rows = await transaction.encounters_of(person.id)
        still_gm = tuple(row for row in rows if person.id in row.encounter.gms)
        if still_gm:
            return Forgotten(still_gm)
        for row in rows:
            sitting = await Sitting.at(transaction, row.id, person, now, policy)
            assert sitting is not None
            await sitting.vacate()
        await transaction.forget(person.id, departed)
    return Forgotten()
