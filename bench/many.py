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
GM = table.Person("1")
POLICY = table.Policy(early_close_seconds=-1, reminder_share=0)

_COPIED = (
    "guild_id, ruleset, created_at, seed, snapshot, snapshot_seq, seq, round, declaration_seconds, opened_at"
)


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
    path: Path, *, open_: int, old: int, due_in: float = 3600, passed: Sequence[str] = ()
) -> None:
    """Make the file: so many open fights, declaring until `due_in` seconds after noon, and old ones.

    For those of `passed` the deadline is a second after noon.
    """
    late = (_ms(1), json.dumps(passed))
    store = await Store.open(path)
    await begun(store, "fight0", 10**9, 5)
    await store.close()
    with closing(sqlite3.connect(path)) as file:
        for first, count, over in ((1, open_ - 1, False), (open_, old, True)):
            file.execute(
                f"INSERT INTO encounters (id, channel_id, state, ended_at, deadline, {_COPIED})"
                " WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
                " SELECT 'fight' || i, i, iif(?, json_set(state, '$.over', json('true')), state),"
                f" iif(?, created_at, NULL), iif(?, NULL, deadline), {_COPIED}"
                " FROM n, encounters WHERE id = 'fight0' LIMIT ?",
                (first, first + count - 1, over, over, over, count),
            )
        file.execute("UPDATE encounters SET deadline = ? WHERE ended_at IS NULL", (_ms(due_in),))
        # Other people at each table: who sits at thousands is no case of any interest.
        file.execute(
            "INSERT OR IGNORE INTO seats SELECT e.id, s.person || '-' || e.id FROM encounters e, seats s"
            " WHERE s.encounter_id = 'fight0'"
        )
        file.execute("UPDATE encounters SET deadline = ? WHERE id IN (SELECT value FROM json_each(?))", late)
        file.execute("DELETE FROM outbox")
        file.commit()


def _ms(seconds: float) -> int:
    return to_ms(NOON + timedelta(seconds=seconds))
