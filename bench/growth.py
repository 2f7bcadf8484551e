"""How the cost of one command grows: with combatants, with the fight's history, and with other fights.

Each number is the median processor time of a declaration through `table.act` on a real SQLite file, beside
that of the smallest size in the same run. Nothing may grow worse than linearly, and neither a fight's
history nor other fights may count at all.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.many import begun, done, filled
from bench.measured import Row, give, median
from bot import table
from bot.store import Store
from rules import Declaration
from rules import commands as cmd

COMBATANTS, EVENTS, ENCOUNTERS = (5, 20, 50, 200), (10, 100, 1000, 10_000), (1, 10, 100, 1000, 10_000)
TIMES = 30
"""Commands measured at each size."""

ROOM = 1.5
"""What noise may add to a cost that must not grow."""


def declares(who: int, segments: int) -> cmd.Declare:
    """One combatant's declaration, different for each number of segments."""
    said = Declaration(who=f"c{who}", major="other", note="listens", segments=segments)
    return cmd.Declare(declarations=(said,))


async def cost(store: Store, key: str, combatants: int) -> float:
    """Milliseconds of the processor that one declaration takes."""
    taken = []
    for n in range(TIMES):
        who = n % combatants
        began = time.process_time()
        await done(store, key, declares(who, 1 + n % 9), table.Person(str(100 + who)))
        taken.append((time.process_time() - began) * 1000)
    return median(taken)


async def by_combatants(folder: Path) -> list[tuple[int, float]]:
    """A declaration in fights of different sizes."""
    found = []
    for size in COMBATANTS:
        store = await Store.open(folder / f"combatants{size}.sqlite3")
        await begun(store, "fight", 1, size)
        found.append((size, await cost(store, "fight", size)))
        await store.close()
    return found


async def by_history(folder: Path) -> list[tuple[int, float]]:
    """A declaration in fights of five that have come a different way: full rounds, one after the other."""
    store, found, events = await Store.open(folder / "history.sqlite3"), [], 0
    await begun(store, "fight", 1, 5, opened=False)
    for size in EVENTS:
        while events < size:
            events = await _round(store)
        await done(store, "fight", cmd.OpenRound())
        found.append((size, await cost(store, "fight", 5)))
        await done(store, "fight", cmd.CloseDeclarations())
    await store.close()
    return found


async def _round(store: Store) -> int:
    """Play a round; gives the number of its last event."""
    await done(store, "fight", cmd.OpenRound())
    said = tuple(Declaration(who=f"c{n}", major="other", note="listens", segments=3) for n in range(5))
    await done(store, "fight", cmd.Declare(declarations=said))
    closed = await done(store, "fight", cmd.CloseDeclarations())
    assert closed.row is not None
    return closed.row.seq


async def by_encounters(folder: Path) -> list[tuple[int, float]]:
    """A declaration in one fight beside others that are open."""
    found = []
    for size in ENCOUNTERS:
        path = folder / f"encounters{size}.sqlite3"
        await filled(path, open_=size)
        store = await Store.open(path)
        found.append((size, await cost(store, "fight0", 5)))
        await store.close()
    return found


def exponent(points: Iterable[tuple[int, float]]) -> float:
    """The steepest growth between two neighbouring sizes: 0 is none, 1 linear."""
    steps = pairwise(points)
    return max(math.log(b / a) / math.log(n / m) for (m, a), (n, b) in steps)


async def _measure() -> list[Row]:
    rows = []
    with TemporaryDirectory() as folder:
        for what, points, held in (
            ("combatants", await by_combatants(Path(folder)), False),
            ("events", await by_history(Path(folder)), True),
            ("encounters", await by_encounters(Path(folder)), True),
        ):
            least = points[0][1]
            for size, taken in points[1:]:
                most = ROOM if held else size / points[0][0]
                name = f"growth: a declaration at {size} {what} / at {points[0][0]}"
                rows.append(Row(name, taken / least, "ratio", most))
            rows.append(Row(f"growth: steepest exponent by {what}", exponent(points), "power"))
            rows.append(Row(f"growth: a declaration at {points[0][0]} {what} (this machine)", least, "ms"))
    return rows


if __name__ == "__main__":
    give(asyncio.run(_measure()))
