"""Who runs the fight."""

from __future__ import annotations

from rules import commands as cmd
from rules import events as ev
from rules.record import Record
from rules.refusal import Refusal

MOST_GMS = 8
"""GMs of one fight: each of them gets the console and is asked every question."""


def change_gms(record: Record, command: cmd.ChangeGms) -> Refusal | None:
    """Let others run the fight, or no longer (K-13); there is always somebody who does."""
    gms = record.encounter.gms
    if any(person in gms for person in command.add):
        return Refusal(code="already-gm", rule="K-13")
    if any(person not in gms for person in command.remove):
        return Refusal(code="not-a-gm", rule="K-13")
    added, removed = tuple(dict.fromkeys(command.add)), tuple(dict.fromkeys(command.remove))
    left = len(gms) - len(removed) + len(added)
    if left < 1:
        return Refusal(code="last-gm", rule="K-13")
    if left > MOST_GMS:
        return Refusal(code="too-many-gms", rule="K-13", number=MOST_GMS)
    record.add(ev.GmsChanged(added=added, removed=removed))
    return None
