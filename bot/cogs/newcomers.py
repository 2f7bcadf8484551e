"""Creatures about to come into a fight: what is asked for, and the combatants it comes to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.narration.roster import particulars
from bot.narration.words import escape, listed, sentence
from bot.options import Options
from rules import Combatant, Encounter, Naming, names_for, stem

MOST_AT_ONCE = 50
"""Creatures of one name that come in at once."""

_FEW = 6
"""New creatures that are named one by one."""


@dataclass(frozen=True)
class Newcomers:
    """One creature, or several of a name. `given` are particulars by field; `hidden` None is as usual."""

    name: str
    count: int = 1
    side: str = "foes"
    naming: Naming | None = None
    hidden: bool | None = None
    seat: str | None = None
    alias: str = ""
    given: dict[str, Any] = field(default_factory=dict)
    unread: tuple[str, ...] = ()
    """What was not understood of its abilities, in sentences."""


def combatants_of(
    new: Newcomers, encounter: Encounter, options: Options, new_id: Callable[[], str]
) -> tuple[Combatant, ...]:
    """The combatants, with names that nobody has yet.

    What is in sight is named as if there were nothing hidden: a gap in the numbers would tell of it (K-8).
    """
    hidden = _usually_hidden(new, encounter, options) if new.hidden is None else new.hidden
    public = [c.known_as for c in encounter.combatants if hidden or not c.hidden]
    secret = [c.name for c in encounter.combatants] if hidden or new.alias else []
    names = names_for([*public, *secret], new.name, new.count, new.naming)
    aliases = names_for(public, new.alias, new.count, new.naming) if new.alias else [""] * new.count
    group = "" if names == [new.name] else stem(names[0])
    natural = "size" in new.given and not new.given.get("weapons")
    return tuple(
        Combatant.model_validate(
            {
                "natural": natural,
                **new.given,
                "id": new_id(),
                "name": name,
                "alias": alias,
                "group": group,
                "side": new.side,
                "seat": new.seat,
                "hidden": hidden,
            }
        )
        for name, alias in zip(names, aliases, strict=True)
    )


def _usually_hidden(new: Newcomers, encounter: Encounter, options: Options) -> bool:
    """Whether they come in unseen where nothing is said: foes, at a table that wants it so (FK-H20)."""
    if not options.foes_hidden or new.seat is not None:
        return False
    friends = {"heroes", *(c.side.casefold() for c in encounter.combatants if c.seat is not None)}
    return new.side.casefold() not in friends


def told_newcomers(made: tuple[Combatant, ...]) -> tuple[str, str]:
    """Two lines about creatures of one name: who they are, and what they come with."""
    first = made[0]
    who = listed(escape(c.name) for c in made)
    if len(made) > _FEW:
        who = f"{len(made)} × {escape(first.group)}: {escape(first.name)} to {escape(made[-1].name)}"
    of_whom = "it" if len(made) == 1 else "them"
    secret = f" Hidden: players see nothing of {of_whom} yet." if first.hidden else ""
    if first.alias:
        secret += f" Players know it as {listed(escape(c.alias) for c in made)}."
    return f"{who} ({escape(first.side)}).{secret}", sentence(particulars(first))


def told_incoming(made: tuple[Combatant, ...], unread: tuple[str, ...]) -> list[str]:
    """Lines about creatures of one name that would come in: all that was read of them, and what was not."""
    first = made[0]
    who = f"**{escape(first.name)}**"
    if len(made) > 1:
        who = f"**{escape(first.group)}** × {len(made)}: {escape(first.name)} to {escape(made[-1].name)}"
    told = [who, escape(first.side)]
    told += ["hidden"] if first.hidden else []
    told += [f"known as {listed(escape(c.alias) for c in made)}"] if first.alias else []
    told += [particulars(first)]
    told += [str(first.size)] if first.size != "man-sized" and not first.natural else []
    if first.abilities:
        told.append(f"can use {listed(escape(a.name) for a in first.abilities)}")
    return [f"- {' · '.join(told)}", *(f"  - ❔ {said}" for said in unread)]
