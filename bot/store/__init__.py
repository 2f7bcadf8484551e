"""The database: one SQLite file, one connection, one transaction at a time. All SQL is in this package.

Nothing is awaited inside a transaction but the transaction itself; least of all Discord.
"""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiosqlite

from bot.store.rows import Act, DraftRow, EncounterRow, MessageKind, MessageRow, Post, PostKind, Say, to_ms
from bot.store.transaction import Transaction

__all__ = [
    "Act",
    "DraftRow",
    "EncounterRow",
    "MessageKind",
    "MessageRow",
    "Post",
    "PostKind",
    "Say",
    "Store",
    "StoreError",
    "Transaction",
    "health",
]

MIGRATIONS = Path(__file__).parent.parent / "migrations"
"""Numbered scripts, each from the schema before it to its own."""

OVERDUE = timedelta(seconds=120)
"""A deadline this far past means the clock is not running."""

UNSAID = timedelta(seconds=600)
"""A post this long due means the outbox is not running."""

_BUSY_MS = 5000


class StoreError(Exception):
    """The database cannot be used. Its text is one sentence of what is wrong and what to do."""


class Store:
    """The database, open."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._lock = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path, *, migrations: Path = MIGRATIONS) -> Store:
        """Open the file, made and brought up to date where necessary.

        Raises:
            StoreError: the path cannot be written, is no database of ours, or is newer than this program.
        """
        await asyncio.to_thread(_prepare, path)
        try:
            connection = await aiosqlite.connect(path, isolation_level=None)
        except sqlite3.Error as error:
            raise StoreError(f"{path} cannot be opened ({error}); name another file as database.") from None
        try:
            await _set_up(connection)
            await _migrate(connection, path, _scripts(migrations))
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
        async with self._lock:
            await self._connection.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """All of it or nothing: committed at the end, rolled back if the body raises.

        A cancel is heard while waiting for the lock, and then only after the commit: the caller is still
        cancelled, and the work is done. The body must await nothing but the transaction.
        """
        async with self._lock, _begun(self._connection, "BEGIN IMMEDIATE") as transaction:
            yield transaction

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        """The same for reading: one consistent view, and no write lock on the file."""
        async with self._lock, _begun(self._connection, "BEGIN") as transaction:
            yield transaction


@asynccontextmanager
async def _begun(connection: aiosqlite.Connection, begin: str) -> AsyncIterator[Transaction]:
    transaction = Transaction(connection)
    try:
        await transaction.run(begin)
        yield transaction
        await transaction.run("COMMIT")
    except BaseException:
        if connection.in_transaction:
            await transaction.run("ROLLBACK")
        raise
    if transaction.cancelled:
        raise asyncio.CancelledError


def _prepare(path: Path) -> None:
    """Make the file if need be, readable by its owner alone; the copies SQLite keeps beside it follow it."""
    folder = path.parent
    if not folder.is_dir():
        raise StoreError(
            f"There is no folder {folder} for the database {path}; make it, or name another path."
        )
    if path.is_dir():
        raise StoreError(f"{path} is a folder; name a file in it as database.")
    if not os.access(folder, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise StoreError(f"{path} cannot be written; let this user write there, or name another path.")
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        path.chmod(0o600)
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise StoreError(f"{path} cannot be written ({reason}); name another path as database.") from None


async def _set_up(connection: aiosqlite.Connection) -> None:
    for setting in (
        f"busy_timeout = {_BUSY_MS}",
        "journal_mode = WAL",
        # FULL, because a receipt must survive a loss of power.
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        # Fetched to the end: a cursor left with rows keeps its statement, and a migration could not commit.
        await connection.execute_fetchall(f"PRAGMA {setting}")


def _scripts(folder: Path) -> list[str]:
    """The migrations in order; the first leads to schema 1."""
    files = sorted(path for path in folder.iterdir() if re.fullmatch(r"\d{4}_\w+\.sql", path.name))
    numbers = [int(path.name[:4]) for path in files]
    assert numbers == list(range(1, len(files) + 1)), f"migrations with gaps: {numbers}"
    return [path.read_text(encoding="utf-8") for path in files]


async def _migrate(connection: aiosqlite.Connection, path: Path, scripts: list[str]) -> None:
    version = await _number(connection, "PRAGMA user_version")
    if version > len(scripts):
        raise StoreError(
            f"{path} was written by a newer Dither (schema {version}, this one knows {len(scripts)}); "
            "use that one, or restore the copy made before the update."
        )
    if version == 0 and await _number(connection, "SELECT count(*) FROM sqlite_schema"):
        raise StoreError(f"{path} is another program's database; name another file as database.")
    if 0 < version < len(scripts):
        copy = Path(f"{path}.before-{version + 1}")
        await asyncio.to_thread(copy.unlink, missing_ok=True)
        await connection.execute("VACUUM INTO ?", (str(copy),))
        await asyncio.to_thread(copy.chmod, 0o600)
    for number, script in enumerate(scripts[version:], version + 1):
        try:
            # One script, so that the schema and its number change together or not at all.
            await connection.executescript(
                f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;"
            )
        except sqlite3.Error:
            if connection.in_transaction:
                await connection.rollback()
            raise


async def _number(connection: aiosqlite.Connection, sql: str) -> int:
    ((number,),) = await connection.execute_fetchall(sql)
    return int(number)


def health(path: Path, now: datetime | None = None) -> str | None:
    """What is wrong with the bot as seen from its database, in one sentence; None if nothing is."""
    at = now or datetime.now(UTC)
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            return _complaint(connection, at)
    except sqlite3.Error as error:
        return f"The database {path} cannot be read ({error}); see the bot's log."


def _complaint(connection: sqlite3.Connection, now: datetime) -> str | None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    current = len(_scripts(MIGRATIONS))
    if version != current:
        return f"The database has schema {version} and this program {current}; start the bot to update it."
    overdue = connection.execute(
        "SELECT count(*) FROM encounters WHERE ended_at IS NULL AND deadline < ?", (to_ms(now - OVERDUE),)
    ).fetchone()[0]
    if overdue:
        return f"{overdue} deadline(s) passed unnoticed: the clock is not running; restart the bot."
    unsaid = connection.execute(
        "SELECT count(*) FROM outbox WHERE sent_at IS NULL AND failed IS NULL AND due_at < ?",
        (to_ms(now - UNSAID),),
    ).fetchone()[0]
    if unsaid:
        return f"{unsaid} post(s) wait to be sent: the outbox is not running; restart the bot."
    return None
