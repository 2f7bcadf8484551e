"""A database with many fights in it: one made through the table, the others copies of its rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.fights import HOUSE
from bot import table
from bot.store import MessageKind, Store
from bot.store.rows import to_ms
from rules import Combatant
from rules import commands as cmd

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
GM = table.Person("999")
HOUR = NOON + timedelta(hours=1)
POLICY = table.Policy(early_close_seconds=-1, reminder_share=0, most_fights=10**6)

PLAYERS = 5
"""At each table."""

_DIRECT, _MESSAGES = 10**13, 10**14
"""Where the numbers of channels and messages begin, so that no two are the same."""

_COPIED = "ruleset, created_at, seed, seq, round, declaration_seconds, opened_at"

# Other people at each table: who sits at thousands is no case of any interest.
_STATE = """replace(replace(state, '"seat":"', '"seat":"' || i), '"gms":["', '"gms":["' || i)"""


def guild_of(number: int) -> int:
    """The server of the fight with that number: as many in each as the usual setting allows."""
    return 5 + number // 50


def channel_of(number: int) -> int:
    """Its channel."""
    return number or 10**9


def person_of(number: int, who: int) -> str:
    """Who has the seat of combatant `who` in it."""
    return f"{number or ''}{100 + who}"


def gm_of(number: int) -> str:
    """Who runs it."""
    return f"{number or ''}{GM.id}"


def standing(number: int) -> Iterator[tuple[MessageKind, str, int, int]]:
    """What stands on Discord for it: the kind, for whom, the channel and the message."""
    yield "board", "", channel_of(number), _MESSAGES + 10 * number
    people = (gm_of(number), *(person_of(number, who) for who in range(PLAYERS)))
    for place, person in enumerate(people, 1):
        kind: MessageKind = "panel" if place > 1 else "console"
        yield kind, person, _DIRECT + 10 * number + place, _MESSAGES + 10 * number + place


async def begun(store: Store, key: str, channel: int, combatants: int, *, opened: bool = True) -> None:
    """A fight with so many combatants, its first round open for an hour."""
    await table.begin(
        store,
        guild_id=5,
        channel_id=channel,
        gm=GM,
        ruleset="segments",
        play="automatic",
        declaration_seconds=3600,
        seed=key,
        key=key,
        now=NOON,
        settings=HOUSE,
        policy=POLICY,
    )
    roster = tuple(
        Combatant(id=f"c{n}", name=f"Hero {n}", seat=str(100 + n), side=("heroes", "foes")[n % 2])
        for n in range(combatants)
    )
    for first in range(0, combatants, 50):
        await done(store, key, cmd.AddCombatants(combatants=roster[first : first + 50]))
    if opened:
        await done(store, key, cmd.OpenRound())


async def done(store: Store, key: str, command: cmd.Command, by: table.Person = GM) -> table.Outcome:
    """Do what must not be refused."""
    outcome = await table.act(store, key, command, by, NOON + timedelta(seconds=1), POLICY)
    assert outcome.refusal is None, outcome.refusal
    return outcome


async def filled(
    path: Path,
    *,
    open_: int,
    old: int = 0,
    due_at: datetime = HOUR,
    apart: Mapping[int, datetime] | None = None,
) -> None:
    """Make the file: so many open fights, declaring until then or an instant of their own, and old ones."""
    store = await Store.open(path)
    await begun(store, "fight0", channel_of(0), PLAYERS)
    await store.close()
    with closing(sqlite3.connect(path)) as file:
        for first, count, over in ((1, open_ - 1, False), (open_, old, True)):
            file.execute(
                f"INSERT INTO encounters (id, guild_id, channel_id, state, ended_at, deadline, {_COPIED})"
                " WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
                f" SELECT 'fight' || i, guild_id + i / 50, i,"
                f" iif(?, json_set({_STATE}, '$.over', json('true')), {_STATE}),"
                f" iif(?, created_at, NULL), iif(?, NULL, deadline), {_COPIED}"
                " FROM n, encounters WHERE id = 'fight0' LIMIT ?",
                (first, first + count - 1, over, over, over, count),
            )
        for copy in (
            "rounds (encounter_id, number, opened_at, settings) SELECT e.id, c.number, c.opened_at, settings",
            "snapshots (encounter_id, seq, state) SELECT e.id, c.seq, c.state",
        ):
            file.execute(
                f"INSERT INTO {copy} FROM encounters e, {copy.split()[0]} c"
                " WHERE c.encounter_id = 'fight0' AND e.id <> 'fight0'"
            )
        file.execute("UPDATE encounters SET deadline = ? WHERE ended_at IS NULL", (to_ms(due_at),))
        file.execute(
            "INSERT OR IGNORE INTO seats SELECT e.id, substr(e.id, 6) || s.person FROM encounters e, seats s"
            " WHERE s.encounter_id = 'fight0' AND e.id <> 'fight0'"
        )
        for number, instant in (apart or {}).items():
            file.execute(
                "UPDATE encounters SET deadline = ? WHERE id = ?", (to_ms(instant), f"fight{number}")
            )
        file.executemany(
            "INSERT INTO messages (encounter_id, round, kind, person, channel_id, message_id)"
            " VALUES (?, 1, ?, ?, ?, ?)",
            [(f"fight{number}", *message) for number in range(open_) for message in standing(number)],
        )
        file.execute("DELETE FROM outbox")
        file.commit()
