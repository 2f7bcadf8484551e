"""A database with many fights in it: one made through the table, the others copies of its rows."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.fights import HOUSE
from bot import table
from bot.store import Store
from bot.store.rows import to_ms
from rules import Combatant
from rules import commands as cmd

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
GM = table.Person("999")
HOUR = NOON + timedelta(hours=1)
POLICY = table.Policy(early_close_seconds=-1, reminder_share=0)

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
    path: Path, *, open_: int, old: int, due_at: datetime = HOUR, passed: Sequence[str] = ()
) -> None:
    """Make the file: so many open fights of five, declaring until then, and old ones.

    For those of `passed` the deadline was a second after noon.
    """
    store = await Store.open(path)
    await begun(store, "fight0", channel_of(0), 5)
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
        file.execute(
            "UPDATE encounters SET deadline = ? WHERE id IN (SELECT value FROM json_each(?))",
            (to_ms(NOON + timedelta(seconds=1)), json.dumps(passed)),
        )
        file.execute("DELETE FROM outbox")
        file.commit()
