"""A fight as it is kept in a file: how it began, and every event that stands; enough to tell it again."""

from __future__ import annotations

from typing import Literal

from rules.encounter import Encounter, apply
from rules.envelopes import Envelope
from rules.events import Event, RoundOpened
from rules.value import Value


class FightRecord(Value):
    """A fight in a file. `seed` is empty while the fight goes on: it would tell the dice to come.

    `envelopes` are what was sealed at each close, with salts once the fight is over (`rules.verifying`).
    """

    dither: Literal[1] = 1
    start: Encounter
    events: tuple[Event, ...]
    seed: str = ""
    envelopes: tuple[Envelope, ...] = ()


def replay(record: FightRecord) -> tuple[tuple[Encounter, tuple[Event, ...]], ...]:
    """Each round's events with the fight after them; what came before the first round belongs to none.

    Raises KeyError where an event speaks of who is not in the fight: the record was changed by hand.
    """
    encounter, told = record.start, list[Event]()
    rounds: list[tuple[Encounter, tuple[Event, ...]]] = []
    for event in record.events:
        if isinstance(event, RoundOpened):
            if encounter.round.number:
                rounds.append((encounter, tuple(told)))
            told = []
        encounter = apply(encounter, event)
        told.append(event)
    if encounter.round.number:
        rounds.append((encounter, tuple(told)))
    return tuple(rounds)
