"""What a creature has, for whoever declares for it: speed, weapons, Dexterity, load."""

from __future__ import annotations

from collections.abc import Iterable

from bot.narration.words import Names, escape
from rules import Combatant, stem, told_weapons


def alias_of(combatant: Combatant) -> str:
    """For those who know both: what the others know it by, a group alike; empty if by its name."""
    if not combatant.alias:
        return ""
    return f" (known as {escape(stem(combatant.alias) if combatant.group else combatant.alias)})"


def particulars(combatant: Combatant) -> str:
    """What the rules go by beside abilities, in one line."""
    weapons = escape(told_weapons(combatant.weapons))
    parts = [f"speed {combatant.speed} ft a round", weapons or _unarmed(combatant)]
    if combatant.dexterity:
        parts.append(f"Dexterity {combatant.dexterity:+d}")
    if combatant.encumbered:
        parts.append("encumbered")
    return " · ".join(parts)


def _unarmed(combatant: Combatant) -> str:
    return f"natural weapons ({combatant.size})" if combatant.natural else "no weapons named"


def particulars_lines(names: Names, combatants: Iterable[Combatant]) -> list[str]:
    """A line for each of these creatures; a group alike is told as one."""
    return [f"📋 {name}: {said}" for name, said in names.counted((c, particulars(c)) for c in combatants)]
