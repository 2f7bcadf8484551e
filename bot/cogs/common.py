"""Small pieces the commands share: finding combatants by what was typed, and choices as one types."""

from __future__ import annotations

from collections.abc import Iterable

from discord import app_commands

from bot.narration.refusals import refusal
from bot.narration.words import Names, clean, escape
from bot.render import MOST_CHOICES, cut
from rules import Combatant, Encounter, Refusal, seen_by, viewer_for

__all__ = [
    "MORE",
    "choices",
    "creatures",
    "find",
    "known_to",
    "label",
    "nobody_called",
    "seen_by",
    "why_idle",
]

MORE = "… more: type a few letters"
"""The last choice where there are more than Discord shows."""


def find(combatants: Iterable[Combatant], typed: str) -> Combatant | None:
    """The combatant of that id, name or alias; a unique beginning of one will do."""
    known = list(combatants)
    wanted = clean(typed).casefold()
    for c in known:
        if c.id == typed or (wanted and wanted in _called(c)):
            return c
    begins = [c for c in known if any(n.startswith(wanted) for n in _called(c))] if wanted else []
    return begins[0] if len(begins) == 1 else None


def _called(combatant: Combatant) -> set[str]:
    return {combatant.name.casefold(), combatant.known_as.casefold()}


def known_to(encounter: Encounter, person: str) -> tuple[Combatant, ...]:
    """The creatures this person may know of."""
    return seen_by(encounter, viewer_for(encounter, person))


def nobody_called(typed: str) -> str:
    """What is said to a name that nobody has whom this person may know of."""
    return f"There is nobody called “{escape(typed)}” in this fight. Pick a name from the list as you type."


def why_idle(encounter: Encounter, person: str, typed: str = "") -> str:
    """Why a creature of this person declares nothing in this round, in a sentence; empty if it could.

    It is down, or came in during the round. `typed` names it; without, it is the first of whom that is true.
    """
    gm = person in encounter.gms
    own = [c for c in encounter.combatants if c.seat == person or (gm and c.seat is None)]
    if typed:
        named = find(own, typed)
        own = [named] if named is not None else []
    for c in own:
        idle: Refusal | None = None
        if c.down:
            idle = Refusal(code="is-down", who=c.id)
        elif c.since > encounter.round.number:
            idle = Refusal(code="not-in-this-round", who=c.id, number=c.since)
        if idle is not None:
            return refusal(idle, encounter, Names(encounter, viewer_for(encounter, person)))
    return ""


def label(combatant: Combatant) -> str:
    """A creature in a list, as its viewer knows it: with its alias, and whether it is hidden."""
    told = f"{combatant.name} ({combatant.alias})" if combatant.alias else combatant.name
    return f"{told} · hidden" if combatant.hidden else told


def creatures(encounter: Encounter, person: str, typed: str) -> list[app_commands.Choice[str]]:
    """The creatures this person may know of, as choices."""
    return choices(((label(c), c.id) for c in known_to(encounter, person)), typed)


def choices(pairs: Iterable[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    """Names and values as choices: those that fit what was typed, as many as Discord shows (FK-L7)."""
    wanted = typed.strip().casefold()
    fit = [(name, value) for name, value in pairs if wanted in name.casefold()]
    fit.sort(key=lambda pair: not pair[0].casefold().startswith(wanted))
    made = [app_commands.Choice(name=cut(name, 100), value=value[:100]) for name, value in fit]
    if len(made) > MOST_CHOICES:
        made = [*made[: MOST_CHOICES - 1], app_commands.Choice(name=MORE, value=cut(typed, 100) or MORE)]
    return made
