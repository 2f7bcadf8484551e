"""The database: one SQLite file, one connection, one transaction at a time. All SQL is in this package.

Nothing is awaited inside a transaction but the transaction itself; least of all Discord.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiosqlite

from bot.store.keeping import back_up, beat, check, claimed, in_use, restore
from bot.store.looking import SQLITE_VERSION, Counts, counts, health, readable_by_others
from bot.store.opening import MIGRATIONS, StoreError, migrate, prepare, scripts, set_up
from bot.store.rows import (
    Act,
    DraftRow,
    EncounterRow,
    MessageKind,
    MessageRow,
    Post,
    PostKind,
    QuestionRow,
    Say,
)
from bot.store.transaction import Transaction

__all__ = [
    "SQLITE_VERSION",
    "Act",
    "Counts",
    "DraftRow",
    "EncounterRow",
    "MessageKind",
    "MessageRow",
    "Post",
    "PostKind",
    "QuestionRow",
    "Say",
    "Store",
    "StoreError",
    "StoreTrouble",
    "Transaction",
    "back_up",
    "beat",
    "check",
    "claimed",
    "counts",
    "health",
    "in_use",
    "readable_by_others",
    "restore",
]


class StoreTrouble(Exception):
    """The open database cannot be read or written now; what was begun did not happen. Its text says why."""


_TROUBLES = {
    "SQLITE_FULL": "the disk is full",
    "SQLITE_READONLY": "the database may not be written",
    "SQLITE_BUSY": "another program holds the database",
    "SQLITE_LOCKED": "another program holds the database",
    "SQLITE_IOERR": "the disk does not answer",
    "SQLITE_CORRUPT": "the database is damaged",
    "SQLITE_NOTADB": "the database is damaged",
    "SQLITE_CANTOPEN": "the database cannot be opened any more",
}
"""What SQLite's errors mean that are nobody's mistake in a statement."""


def _trouble(error: sqlite3.Error) -> StoreTrouble | None:
    """The trouble an error stands for; None for a mistake of ours."""
    name: str = getattr(error, "sqlite_errorname", "") or ""
    said = next((words for code, words in _TROUBLES.items() if name.startswith(code)), None)
    return None if said is None else StoreTrouble(said)


class Store:
    """The database, open."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._lock = asyncio.Lock()
        self._waiting = 0

    @classmethod
    async def open(cls, path: Path, *, migrations: Path = MIGRATIONS) -> Store:
        """Open the file, made and brought up to date where necessary.

        Raises:
            StoreError: the path cannot be written, is no database of ours, or is newer than this program.
        """
        await asyncio.to_thread(prepare, path)
        try:
            # Statements run in two threads, one at a time (ADR 8); each is prepared once.
            connection = await aiosqlite.connect(
                path, isolation_level=None, check_same_thread=False, cached_statements=512
            )
        except sqlite3.Error as error:
            raise StoreError(f"{path} cannot be opened ({error}); name another file as database.") from None
        try:
            await set_up(connection)
            await migrate(connection, path, scripts(migrations))
        except sqlite3.Error as error:
            await connection.close()
            raise StoreError(
                f"{path} cannot be used ({error}); restore a copy of it, or name another file as database."
            ) from None
        except BaseException:
            await connection.close()
            raise
        return cls(connection)

    async def close(self) -> None:
        """Close the file, after the transaction under way."""
        async with self._alone():
            await self._connection.close()

    @property
    def wanted(self) -> bool:
        """Whether somebody waits until whoever reads or writes now has done."""
        return self._waiting > 0

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        self._waiting += 1
        try:
            await self._lock.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._lock.release()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """All of it or nothing: committed at the end, rolled back if the body raises.

        Raises StoreTrouble where the file cannot be used now: a full disk, another program's lock.

        A cancel is heard while waiting for the lock, and then only after the commit: the caller is still
        cancelled, and the work is done. The body must await nothing but the transaction.
        """
        async with self._alone(), _begun(self._connection) as transaction:
            yield transaction

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        """The same for reading: one consistent view, since nothing of this bot writes meanwhile.

        It needs no BEGIN: no other program changes a database that a bot holds. What would change something
        raises AssertionError.
        """
        async with self._alone():
            try:
                yield Transaction(self._connection, writes=False)
            except sqlite3.Error as error:
                if (trouble := _trouble(error)) is not None:
                    raise trouble from error
                raise


@asynccontextmanager
async def _begun(connection: aiosqlite.Connection) -> AsyncIterator[Transaction]:
    transaction = Transaction(connection, writes=True)
    try:
        await transaction.run("BEGIN IMMEDIATE")
        yield transaction
        await transaction.run("COMMIT")
    except BaseException as error:
        if connection.in_transaction:
            await transaction.run("ROLLBACK")
        if isinstance(error, sqlite3.Error) and (trouble := _trouble(error)) is not None:
            raise trouble from error
        raise
    if transaction.cancelled:
        raise asyncio.CancelledError
