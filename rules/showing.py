"""Showing a creature to the table, under a name that tells it from all others there."""

from __future__ import annotations

from rules import events as ev
from rules.naming import names_for
from rules.record import Record
from rules.values import CombatantId


def show(record: Record, who: CombatantId, *, named: bool = False) -> None:
    """Let everybody see it; `named`: by its name, even if it has been known by another until now (K-8).

    What somebody in sight is called already gets a number, a letter or a colour behind it as it comes into
    view: two of one name could not be told apart.
    """
    combatant = record.encounter.combatant(who)
    named = named and combatant.alias != ""
    taken = [c.known_as for c in record.encounter.combatants if c.id != who and not c.hidden]
    called = combatant.name if named else combatant.known_as
    if called.casefold() in {name.casefold() for name in taken}:
        called = names_for(taken, called)[0]
    by_name = named or not combatant.alias
    record.add(
        ev.Revealed(
            who=who,
            name=called if by_name and called != combatant.name else "",
            alias="" if named else None if called == combatant.known_as or by_name else called,
            known_as=combatant.alias if named and not combatant.hidden else "",
        )
    )
