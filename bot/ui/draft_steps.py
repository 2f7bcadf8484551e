"""Drafts where a round goes by lettered steps: what fits beside what, the chosen Delay, attack routines."""

from __future__ import annotations

from collections.abc import Callable

from bot.ui.draft import TRAVELS, Draft
from rules import Declaration, Encounter, action, asks_time, is_spell_named

MOST_ROUTINES = 5
"""Attack routines one may declare (P-22)."""

_BESIDE_COMPLEX = ("drop", "shout")
"""What fits beside an action that takes the whole round (P-15)."""


def is_spell(encounter: Encounter, declaration: Declaration) -> bool:
    """Whether the major action is a spell, or an ability cast like one (P-16)."""
    if declaration.major is None:
        return False
    row = action(encounter.ruleset, declaration.major)
    return is_spell_named(encounter.combatant(declaration.who), row, declaration.name)


def fits_beside(encounter: Encounter, declaration: Declaration, key: str, when: str) -> bool:
    """Whether a minor action can stand there beside the major one (P-14 to P-16)."""
    if declaration.major is None:
        return key != "move"
    complex_ = action(encounter.ruleset, declaration.major).activity == "complex"
    if complex_ and key not in _BESIDE_COMPLEX:
        return False
    if key == "move" and (declaration.major in TRAVELS or when == "before"):
        return False
    return not (when == "before" and is_spell(encounter, declaration))


def arranged(encounter: Encounter, declaration: Declaration) -> Declaration:
    """The declaration with its minors where they can be: all behind a spell, steps always (P-14, P-16).

    What can be nowhere stays as it is, to be refused with its reason.
    """
    minors = tuple(
        minor
        if fits_beside(encounter, declaration, minor.action, minor.when)
        else minor.model_copy(update={"when": "after"})
        for minor in declaration.minors
    )
    return declaration.model_copy(update={"minors": minors})


def settled(encounter: Encounter, draft: Draft) -> Draft:
    """The draft with nothing in it that its action leaves no room for; in segments as it is."""
    if encounter.ruleset != "phases":
        return draft
    made = arranged(encounter, draft.declaration)
    minors = tuple(m for m in made.minors if fits_beside(encounter, made, m.action, m.when))
    mark = made.mark if may_be_marked(encounter, made) else None
    return draft.model_copy(update={"declaration": made.model_copy(update={"minors": minors, "mark": mark})})


def may_leave_open(encounter: Encounter, declaration: Declaration) -> bool:
    """Whether its target can be said later (P-5); not where the round may not wait to hear it (K-8)."""
    if declaration.major is None or declaration.major in ("charge", "bind"):
        return False
    return asks_time(encounter.combatant(declaration.who)) or not is_spell(encounter, declaration)


def _with_delay(draft: Draft, waits: str) -> Draft:
    """The draft with, or without, a Delay on purpose: it is acted on in LOW (P-8)."""
    return draft.changed(delay=waits == "yes")


def _with_routines(draft: Draft, number: str) -> Draft:
    """The draft with that many attack routines (P-22)."""
    return draft.changed(routines=int(number))


def may_be_marked(encounter: Encounter, declaration: Declaration) -> bool:
    """Whether it can be said to go first or last: of the GM's own creatures, with a place of its own (P-28).

    A player's action has the mark its ability gives it. Spells and what takes the whole round end in theirs.
    """
    if declaration.major is None or encounter.combatant(declaration.who).seat is not None:
        return False
    whole_round = action(encounter.ruleset, declaration.major).activity == "complex"
    return not whole_round and not is_spell(encounter, declaration)


def next_mark(declaration: Declaration) -> str:
    """The mark after the one the declaration has, around and around."""
    following = {None: "first", "first": "last", "last": "usual"}
    return following[declaration.mark]


def _with_mark(draft: Draft, said: str) -> Draft:
    """The draft going first, last, or where it would (P-28)."""
    return draft.changed(mark=None if said == "usual" else said)


SWITCHES: dict[str, Callable[[Draft, str], Draft]] = {
    "delay": _with_delay,
    "routines": _with_routines,
    "mark": _with_mark,
}
"""Buttons that say what the draft is to hold from now on."""
