"""A creature's own abilities, to be declared by name: kind and time are known, so nothing is typed."""

from __future__ import annotations

from bot.narration.abilities import in_short
from bot.render import Choice, Menu
from bot.ui.desk import Desk
from bot.ui.draft import Draft
from rules import Combatant


def ability_menu(desk: Desk, who: str, draft: Draft, first: Combatant) -> Menu | None:
    """Which ability, of those that take the major action; None where it has none of its own."""
    choices = [
        Choice(a.name, a.name, in_short(a), a.name == draft.declaration.name)
        for a in first.abilities
        if not a.minor
    ]
    if draft.declaration.major != "ability" or not choices:
        return None
    return Menu(desk.press("ability", who, draft.mark), "Which ability?", tuple(choices))
