"""Who runs the fight, in words. People are named as Discord names them, and nobody is pinged by it."""

from __future__ import annotations

from collections.abc import Iterable

from bot.narration.words import listed
from rules import events as ev


def people(ids: Iterable[str]) -> str:
    """People by their Discord ids: `<@1> and <@2>`; who had every trace removed is just somebody."""
    return listed(f"<@{person}>" if person.isdecimal() else "somebody who left" for person in ids)


def changed(event: ev.GmsChanged) -> str:
    """Who came to run the fight, and who runs it no more."""
    verb = "is" if len(event.added or event.removed) == 1 else "are"
    if event.added and event.removed:
        return f"🧙 {people(event.added)} {verb} GM of this fight now, in place of {people(event.removed)}"
    if event.added:
        return f"🧙 {people(event.added)} {verb} GM of this fight now too"
    return f"🧙 {people(event.removed)} {verb} no longer GM of this fight"


def who_runs(gms: Iterable[str]) -> str:
    """The line that says who is GM."""
    return f"🧙 **GM:** {people(gms)}"
