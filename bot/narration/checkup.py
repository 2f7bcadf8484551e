"""How a fight stands before it is played, for its GM: who can be reached, and how long a summary gets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil

from bot.findings import Finding
from bot.narration.gms import people
from bot.narration.words import Names, count, listed
from rules import GAMEMASTER, Combatant, Encounter

PLAIN = 110
"""Characters that a summary takes for each creature, where things are said in a few words: measured."""

AT_LENGTH = 1500
"""The same, where everybody writes as much as a command takes."""


def reach(encounter: Encounter, closed: Mapping[str, bool]) -> tuple[list[Finding], list[str]]:
    """Whom direct messages do not reach, and a line on those whom they do.

    `closed` says of each person whether the last direct message was refused; who is not in it was never
    written to, and Discord does not say of anybody beforehand.
    """
    names = Names(encounter, GAMEMASTER)
    seats = dict.fromkeys(c.seat for c in encounter.combatants if c.seat is not None)
    found = [Finding("odd", _no_way_to_gm(gm)) for gm in encounter.gms if closed.get(gm)]
    found += [
        Finding("odd", _no_way_to(seat, names.several(_of(encounter, seat))))
        for seat in seats
        if closed.get(seat) and seat not in encounter.gms
    ]
    reached = [seat for seat in seats if closed.get(seat) is False]
    untried = [seat for seat in seats if seat not in closed]
    lines = []
    if reached:
        lines.append(f"✉️ Direct messages reach {_players(encounter, names, reached)}.")
    if untried:
        lines.append(f"✉️ Not tried yet with {_players(encounter, names, untried)}: the first panel shows it.")
    return found, lines


def _of(encounter: Encounter, seat: str) -> list[Combatant]:
    return [c for c in encounter.combatants if c.seat == seat]


def _players(encounter: Encounter, names: Names, seats: Iterable[str]) -> str:
    return listed(f"{people((s,))} ({listed(names.several(_of(encounter, s)))})" for s in seats)


def _no_way_to(seat: str, called: Iterable[str]) -> str:
    return (
        f"📵 The last direct message to {people((seat,))} ({listed(called)}) was refused. The button "
        "*My declaration* on the board does the same in private; to allow messages: server name, "
        "*Privacy Settings*, *Direct Messages*."
    )


def _no_way_to_gm(gm: str) -> str:
    return (
        f"📵 The last direct message to the GM, {people((gm,))}, was refused: questions do not arrive. "
        "`/encounter status` shows them, with their buttons; to allow messages: server name, "
        "*Privacy Settings*, *Direct Messages*."
    )


def messages(creatures: int, room: int, each: int) -> int:
    """Messages that a summary takes, with `room` characters in one and `each` for a creature."""
    return max(1, ceil(creatures * each / room))


def summary_size(encounter: Encounter, room: int) -> str:
    """How many messages the next round's summary takes, in a line; `room` is the characters of one message."""
    creatures = len(encounter.combatants)
    usual, most = messages(creatures, room, PLAIN), messages(creatures, room, AT_LENGTH)
    if encounter.play == "called":
        beat = "step" if encounter.ruleset == "phases" else "segment"
        said = f"a message for each {beat} in which something happens"
    else:
        said = count(usual, "message")
    more = f"; {most} if everybody writes at length" if most > 1 and encounter.play == "automatic" else ""
    return f"📜 A round's summary with {count(creatures, 'creature')}: {said}{more}. Nothing is cut."
