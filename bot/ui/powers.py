"""A creature's own abilities, to be declared by name: kind and time are known, so nothing is typed."""

from __future__ import annotations

from bot.narration.abilities import in_short
from bot.render import MOST_CHOICES, Choice, Menu
from bot.ui.desk import Desk
from bot.ui.draft import Draft, major_abilities
from rules import Combatant

OTHER = "words"
"""The choice of an ability that is not among the creature's own."""


def ability_menu(desk: Desk, who: str, draft: Draft, first: Combatant) -> Menu | None:
    """Which ability, of those that take the major action; None where it has none of its own."""
    name = draft.declaration.name.casefold()
    choices = [
        Choice(a.name, a.name, in_short(a), a.name.casefold() == name)
        for a in major_abilities(desk.encounter, first)[: MOST_CHOICES - 1]
    ]
    if draft.declaration.major != "ability" or not choices:
        return None
    other = bool(name) and not any(choice.chosen for choice in choices)
    choices.append(Choice(draft.declaration.name if other else "Another one…", OTHER, "say which", other))
    return Menu(desk.press("ability", who, draft.mark), "Which ability?", tuple(choices))
