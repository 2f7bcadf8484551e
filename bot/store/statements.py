"""Running SQL: statements where they are asked for, and to its end what may wait for the disk."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable, Sequence

import aiosqlite

from bot.store.rows import Json

BUSY_MS = 5000
"""How long another program is waited for."""


class Statements:
    """The statements of one transaction, or of one reading, which changes nothing.

    A statement takes some 30 µs of memory already read, and handing it to a thread costs several times that;
    so it runs at once, in the event loop (ADR 8). What may wait for the disk or for another program, `run`,
    has aiosqlite's thread. A cancel that arrives meanwhile is kept in `cancelled` and raised by the store
    after the commit, so a transaction once begun is never torn.
    """

    def __init__(self, connection: aiosqlite.Connection, *, writes: bool) -> None:
        self._waiting = connection
        # aiosqlite shows it to nobody; the store's lock keeps its thread and this one apart.
        self._sql: sqlite3.Connection = connection._conn
        self._writes = writes
        self.cancelled = False

    async def run(self, statement: str) -> None:
        """Run a statement without parameters: the store's BEGIN, COMMIT and ROLLBACK."""
        if statement == "BEGIN IMMEDIATE" and self._free():
            return
        work = asyncio.ensure_future(self._waiting.execute_fetchall(statement))
        while not work.done():
            try:
                await asyncio.wait({work})
            except asyncio.CancelledError:
                self.cancelled = True
        work.result()

    def _free(self) -> bool:
        """Begin to write, unless another program does; then it takes waiting, elsewhere."""
        try:
            self._sql.execute("PRAGMA busy_timeout = 0").fetchall()
            self._sql.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            return False
        finally:
            self._sql.execute(f"PRAGMA busy_timeout = {BUSY_MS}").fetchall()
        return True

    async def _rows(self, sql: str, *parameters: object) -> list[Sequence[Json]]:
        # Outside a transaction a change would be kept at once, and alone.
        assert self._writes or sql.startswith("SELECT"), f"a reading changes nothing: {sql}"
        return self._sql.execute(sql, parameters).fetchall()

    async def _many(self, sql: str, parameters: Iterable[Sequence[object]]) -> None:
        assert self._writes, f"a reading changes nothing: {sql}"
        self._sql.executemany(sql, parameters)
