"""What a new GM is asked: all that the round still waits for."""

from __future__ import annotations

from collections.abc import Iterable

from bot.store import Say
from bot.table.saying import what_to_say
from rules import Encounter, Event
from rules import events as ev

_ASKING = (ev.BlowAsked, ev.TimeAsked, ev.BreakAsked, ev.TargetAsked, ev.SpellTargetAsked, ev.FreeToAct)


def asked(encounter: Encounter, numbered: Iterable[tuple[int, Event]]) -> list[Say]:
    """Every question among these events, for those it goes to now; one that is answered draws nothing."""
    said = (
        say
        for number, event in numbered
        if isinstance(event, _ASKING)
        for say in what_to_say(encounter, (event,), number)
    )
    return [say for say in said if say.kind == "question"]


def newcomers(before: Encounter, after: Encounter) -> tuple[str, ...]:
    """Who has come to run the fight."""
    return tuple(gm for gm in after.gms if gm not in before.gms)
