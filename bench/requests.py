"""How many requests to Discord an automatic round takes, by the number of players and by how they declare.

Counted on a simulated Discord with the whole bot: everything from the GM's `/round open` to the summary,
acknowledgements and edits too; only the opening of channels for direct messages is not, for it is done once.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measured import Row, give
from tests.bot.table import Person, Table

Declares = Callable[[Table, Person], Awaitable[object]]

BY_COMMAND, BY_PANEL = (3, 6), (6, 6)
"""Requests allowed for each player, and for the round."""


BURST = 60
"""`redraw_seconds` here: so long that, even on a slow machine, all declare within it."""


async def by_command(table: Table, person: Person) -> None:
    """Declare in one line."""
    await table.declare(person, action="other", text="listens", segments=2)


async def by_panel(table: Table, person: Person) -> None:
    """Declare with four taps in the panel: an action, its form, a move, and the seal."""
    panel, before = person.panel, person.taps
    form = await person.pick(panel, "act", "cast")
    await person.fill(form, name="sleep", segments="3", at="the altar")
    await person.pick(panel, "move", "before:12")
    await person.press(panel, "seal")
    assert person.taps - before == 4


async def counted(table: Table, players: int, declares: Declares) -> Counter[str]:
    """Play one automatic round with so many players, and count what was asked of Discord, by its kind."""
    await table.gm.slash("encounter begin", time="2h")
    people = [table.person(f"player{n}") for n in range(players)]
    for number, person in enumerate(people):
        await person.slash("join", name=f"Hero {number}")
    # The first round opens channels; the second is like all that follow.
    for _ in range(2):
        since = len(table.env.http_requests)
        await table.open_round()
        for person in people:
            await declares(table, person)
        await table.advance(8)  # Nobody is awaited any more, so declarations close early.
        assert (await table.row()).encounter.round.stage == "ended"
    found = Counter[str]()
    for request in table.env.http_requests[since:]:
        new = "message" if request.method == "POST" else "edit"
        kind = "answer" if request.path.endswith("/callback") else new
        if request.path != "/users/@me/channels":
            found[kind] += 1
    return found


async def _measure() -> list[Row]:
    rows = []
    for name, declares, (each, once) in (
        ("/declare", by_command, BY_COMMAND),
        ("the panel, four taps", by_panel, BY_PANEL),
    ):
        for players in (3, 6):
            with TemporaryDirectory() as folder:
                table = await Table.open(Path(folder), redraw_seconds=BURST)
                # A busy machine is no fault; but waited for too long, panels are drawn anew meanwhile.
                table.env.settle_timeout = 5.0
                try:
                    found = await counted(table, players, declares)
                finally:
                    await table.close()
            total = found.total()
            told = ", ".join(f"{number} {kind}s" for kind, number in sorted(found.items()))
            rows.append(Row(f"requests: {players} by {name} ({told})", total, "count", each * players + once))
    return rows


if __name__ == "__main__":
    give(asyncio.run(_measure()))
