"""Standing orders in sentences: what an absent player's combatant does at each deadline."""

from __future__ import annotations

from collections.abc import Mapping

from bot.narration.words import Names
from rules import Combatant

_SAID = {
    "guard": "takes no action and is ready for whatever comes",
    "last": "does again what was declared last, or nothing where that cannot be",
}


def order_said(kind: str) -> str:
    """What somebody with an order of that kind does at the deadline, to follow the name."""
    return _SAID[kind]


def order_line(name: str, kind: str) -> str:
    """The order in force, for the panel of whose it is: and that to declare is to end it."""
    return f"📌 **Standing order:** at the deadline {name} {order_said(kind)}. Declare anything, and it ends."


def changed_lines(mine: list[Combatant], orders: Mapping[str, str], names: Names) -> tuple[str, ...]:
    """For a player whose standing orders the GM has set or ended: how they are now."""
    told = [f"{names[c.id]} {order_said(orders[c.id])}." for c in mine if c.id in orders]
    free = [c for c in mine if c.id not in orders]
    if not told:
        return (
            f"📌 The GM has ended the order for {names.all_of(c.id for c in free)}: whoever says nothing has a Delay again.",
        )
    return (
        "📌 The GM has left a standing order for you. Until you declare again, at each deadline:",
        *(f"▸ {line}" for line in told),
        *([f"▸ No order for {names.all_of(c.id for c in free)}."] if free else []),
        "There is no Delay for it, and no reminder. Declare, and it ends; `/excuse` changes it.",
    )
