"""The database: one SQLite file, one connection, one transaction at a time. All SQL is in this package.

Nothing is awaited inside a transaction but the transaction itself; least of all Discord.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

from bot.store.keeping import back_up, check, claimed, in_use, restore
from bot.store.looking import SQLITE_VERSION, Counts, counts, health, readable_by_others
from bot.store.opening import MIGRATIONS, StoreError, opened
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

    def __init__(self, connection: sqlite3.Connection, thread: ThreadPoolExecutor) -> None:
        self._connection = connection
        self._thread = thread
        self._lock = asyncio.Lock()
        self._waiting = 0

    @classmethod
    async def open(cls, path: Path, *, migrations: Path = MIGRATIONS) -> Store:
        """Open the file, made and brought up to date where necessary.

        Raises:
            StoreError: the path cannot be written, is no database of ours, or is newer than this program.
        """
        # One thread of its own: a commit must not queue behind a picture being drawn.
        thread = ThreadPoolExecutor(1, "store")
        try:
            opening = asyncio.get_running_loop().run_in_executor(thread, opened, path, migrations)
            return cls(await opening, thread)
        except BaseException:
            thread.shutdown(wait=False)
            raise

    async def close(self) -> None:
        """Close the file, after the transaction under way."""
        async with self._alone():
            await asyncio.get_running_loop().run_in_executor(self._thread, self._connection.close)
            self._thread.shutdown(wait=False)

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
        async with self._alone(), _begun(self._connection, self._thread) as transaction:
            yield transaction

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        """The same for reading: one consistent view, since nothing of this bot writes meanwhile.

        It needs no BEGIN: no other program changes a database that a bot holds. What would change something
        raises AssertionError.
        """
        async with self._alone():
            try:
                yield Transaction(self._connection, self._thread, writes=False)
            except sqlite3.Error as error:
                if (trouble := _trouble(error)) is not None:
                    raise trouble from error
                raise


@asynccontextmanager
async def _begun(connection: sqlite3.Connection, thread: Executor) -> AsyncIterator[Transaction]:
    transaction = Transaction(connection, thread, writes=True)
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
