"""Opening the database: its file made or found, its connection set up, its schema brought up to date."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
from pathlib import Path

import aiosqlite

from bot.store.statements import BUSY_MS

MIGRATIONS = Path(__file__).parent.parent / "migrations"
"""Numbered scripts, each from the schema before it to its own."""


class StoreError(Exception):
    """The database cannot be used. Its text is one sentence of what is wrong and what to do."""


def placed(path: Path) -> None:
    """See that a database can stand there; raises StoreError if not."""
    folder = path.parent
    if not folder.is_dir():
        raise StoreError(
            f"There is no folder {folder} for the database {path}; make it, or name another path."
        )
    if path.is_dir():
        raise StoreError(f"{path} is a folder; name a file in it as database.")
    if not os.access(folder, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise StoreError(f"{path} cannot be written; let this user write there, or name another path.")


def prepare(path: Path) -> None:
    """Make the file if need be, readable by its owner alone; the copies SQLite keeps beside it follow it."""
    placed(path)
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        path.chmod(0o600)
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise StoreError(f"{path} cannot be written ({reason}); name another path as database.") from None


async def set_up(connection: aiosqlite.Connection) -> None:
    """What holds for every connection."""
    for setting in (
        f"busy_timeout = {BUSY_MS}",
        "journal_mode = WAL",
        # FULL, because a receipt must survive a loss of power.
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        # Fetched to the end: a cursor left with rows keeps its statement, and a migration could not commit.
        await connection.execute_fetchall(f"PRAGMA {setting}")


def scripts(folder: Path) -> list[str]:
    """The migrations in order; the first leads to schema 1."""
    files = sorted(path for path in folder.iterdir() if re.fullmatch(r"\d{4}_\w+\.sql", path.name))
    numbers = [int(path.name[:4]) for path in files]
    assert numbers == list(range(1, len(files) + 1)), f"migrations with gaps: {numbers}"
    return [path.read_text(encoding="utf-8") for path in files]


async def migrate(connection: aiosqlite.Connection, path: Path, scripts: list[str]) -> None:
    """Bring the schema up to date, after a copy of what was there (FK-S5)."""
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
