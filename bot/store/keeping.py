"""Keeping the database: one bot at a time, copies made while it runs, and putting a copy back.

A copy is made by `VACUUM INTO`: one reading transaction, so it is whole however busy the bot is, and it
holds nobody up.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from bot.store.opening import MIGRATIONS, StoreError, placed, scripts

_BESIDE = ("-wal", "-shm")
"""What SQLite keeps beside a database that is open."""


@contextmanager
def claimed(path: Path) -> Iterator[None]:
    """The database is this process's alone for as long as this lasts.

    The operating system holds the lock, so a process that is killed leaves none behind (FK-I11).

    Raises:
        StoreError: another process has it, or the lock's file cannot be made.
    """
    placed(path)
    lock = _lock(path)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise StoreError(
            f"{path} is in use by another Dither; stop that one first, or name another file as database."
        ) from None
    except OSError as error:
        raise StoreError(f"{lock.lock_file} cannot be written ({_reason(error)}); see to it.") from None
    try:
        beat(path)
        yield
    finally:
        lock.release()


def beat(path: Path) -> None:
    """Give a sign of life: whoever has claimed the database is at work and connected; raises OSError."""
    os.utime(_lock(path).lock_file)


def last_beat(path: Path) -> datetime | None:
    """When the last sign of life was given, by whoever has the database or had it last; None if never."""
    lock = Path(_lock(path).lock_file)
    return datetime.fromtimestamp(lock.stat().st_mtime, UTC) if lock.exists() else None


def in_use(path: Path) -> bool:
    """Whether a bot is at work on this database."""
    if not Path(_lock(path).lock_file).exists():
        return False
    try:
        with claimed(path):
            return False
    except StoreError:
        return True


def back_up(path: Path, to: Path) -> None:
    """Make a whole and checked copy; the bot may be running.

    Raises:
        StoreError: there is nothing to copy, or the copy cannot be made there.
    """
    if not path.is_file():
        raise StoreError(f"There is no database {path} to back up; name it under [storage] in config.toml.")
    if to.exists():
        raise StoreError(f"{to} is there already and is not overwritten; name another file.")
    if not to.parent.is_dir():
        raise StoreError(f"There is no folder {to.parent}; make it, or name another file.")
    check(path)
    _copy(path, to)


def restore(path: Path, copy: Path, now: datetime) -> Path | None:
    """Put a copy in the database's place; gives the file the replaced one is kept in, None if there was none.

    Raises:
        StoreError: the bot is running, the copy is not whole or not ours, or it cannot be put there.
    """
    check(copy)
    if path.exists() and path.samefile(copy):
        raise StoreError(f"{copy} is the database itself; name the copy to put in its place.")
    fresh = Path(f"{path}.restoring")
    with claimed(path):
        fresh.unlink(missing_ok=True)
        _copy(copy, fresh)
        kept = _put_aside(path, now)
        fresh.replace(path)
    return kept


def check(path: Path) -> int:
    """The schema of a database of ours that is whole.

    Raises:
        StoreError: it cannot be read, is damaged, is not ours, or is newer than this program.
    """
    if not path.is_file():
        raise StoreError(f"There is no file {path}; name one that exists.")
    known = len(scripts(MIGRATIONS))
    try:
        with closing(reading(path)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            stray = connection.execute("PRAGMA foreign_key_check").fetchone()
            ours = connection.execute(
                "SELECT count(*) FROM sqlite_schema WHERE name IN ('encounters', 'events')"
            ).fetchone()[0]
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be read as a database ({error}); use another copy.") from None
    if version == 0 or ours != 2:
        raise StoreError(f"{path} is not a database of Dither's; name another file.")
    if version > known:
        raise StoreError(
            f"{path} was written by a newer Dither (schema {version}, this one knows {known}); use that one."
        )
    if verdict != "ok" or stray is not None:
        raise StoreError(f"{path} is damaged ({verdict}); use another copy.")
    return int(version)


def reading(path: Path) -> sqlite3.Connection:
    """The database opened for reading alone."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=5)


def _copy(path: Path, to: Path) -> None:
    part = Path(f"{to}.part")
    try:
        part.unlink(missing_ok=True)
        # Made beforehand, so that at no time anybody else may read it.
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        with closing(reading(path)) as connection:
            connection.execute("VACUUM INTO ?", (str(part),))
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        check(part)
        part.replace(to)
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        raise StoreError(f"{to} cannot be written ({_reason(error)}); name another file.") from None


def _put_aside(path: Path, now: datetime) -> Path | None:
    if not path.exists():
        return None
    kept = Path(f"{path}.replaced-{now:%Y%m%dT%H%M%SZ}")
    number = 1
    while kept.exists():
        number += 1
        kept = Path(f"{path}.replaced-{now:%Y%m%dT%H%M%SZ}-{number}")
    with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    # What SQLite left beside it belongs to the old one: beside the new one it would damage it.
    for ending in _BESIDE:
        beside = Path(f"{path}{ending}")
        if beside.exists():
            beside.replace(f"{kept}{ending}")
    try:
        # The old name stays until the new file takes it, so that there is a database at every instant.
        kept.hardlink_to(path)
    except OSError:
        shutil.copy2(path, kept)
    return kept


def _lock(path: Path) -> FileLock:
    # Beside the database: closing any handle of the database's own file would drop SQLite's locks on it.
    return FileLock(f"{path.resolve()}.lock", mode=0o600)


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error).lower()
