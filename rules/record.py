"""What one command brings about: events as they come, and the encounter after each."""

from __future__ import annotations

from collections.abc import Iterable

from rules.encounter import Encounter, apply
from rules.events import Event


class Record:
    """Collects events, applying each at once so that the next is decided on the state it left."""

    def __init__(self, encounter: Encounter) -> None:
        self.encounter = encounter
        self._events: list[Event] = []

    def add(self, event: Event) -> None:
        """Take down one event."""
        self._events.append(event)
        self.encounter = apply(self.encounter, event)

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far, in order."""
        return tuple(self._events)


def fold(encounter: Encounter, events: Iterable[Event]) -> Encounter:
    """The encounter after these events: a fight is nothing but the fold of what happened in it."""
    for event in events:
        encounter = apply(encounter, event)
    return encounter
