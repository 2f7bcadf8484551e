"""What can be seen of the bot from its database alone, without stopping or asking it."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.store.keeping import in_use, last_beat, reading
from bot.store.opening import MIGRATIONS, StoreError, scripts
from bot.store.outgoing import WAITING
from bot.store.rows import maybe_instant, to_ms

SQLITE_VERSION = sqlite3.sqlite_version

OVERDUE = timedelta(seconds=120)
"""A deadline this far past means the clock is not running."""

UNSAID = timedelta(seconds=600)
"""A post this long due means the outbox is not running."""

UNHEARD = timedelta(minutes=3)
"""A bot that runs and gave no sign of life for so long is not connected; Discord's stumbles are shorter."""


@dataclass(frozen=True)
class Counts:
    """How much there is: fights open and over, posts that wait, and since when the oldest of them is due."""

    open: int
    ended: int
    waiting: int
    oldest: datetime | None
    newest_event: datetime | None


def counts(path: Path) -> Counts:
    """Count what is in the file; raises StoreError if it cannot be read, or is of another schema."""
    try:
        return _counts(path)
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be read ({error}); see the bot's log.") from None


def _counts(path: Path) -> Counts:
    with closing(reading(path)) as connection:
        fights, ended = connection.execute("SELECT count(*), count(ended_at) FROM encounters").fetchone()
        waiting, oldest = connection.execute(
            f"SELECT count(*), min(due_at) FROM outbox WHERE {WAITING}"
        ).fetchone()
        # The newest of each open fight's last events is enough, and needs no walk over all events.
        (newest,) = connection.execute(
            "SELECT max(at) FROM encounters JOIN events ON encounter_id = id AND events.seq = encounters.seq"
        ).fetchone()
    return Counts(fights - ended, ended, waiting, maybe_instant(oldest), maybe_instant(newest))


def readable_by_others(path: Path) -> tuple[Path, ...]:
    """Which of the database's files others than its owner may read or write."""
    files = (path, *(Path(f"{path}{ending}") for ending in ("-wal", "-shm")))
    return tuple(file for file in files if file.exists() and stat.S_IMODE(file.stat().st_mode) & 0o077)


def health(path: Path, now: datetime | None = None) -> str | None:
    """What is wrong with the bot as seen from its database, in one sentence; None if nothing is."""
    at = now or datetime.now(UTC)
    try:
        with closing(reading(path)) as connection:
            return _complaint(connection, at) or _unconnected(path, at)
    except sqlite3.Error as error:
        return f"The database {path} cannot be read ({error}); see the bot's log."


def _unconnected(path: Path, now: datetime) -> str | None:
    heard = last_beat(path)
    if heard is None or now - heard < UNHEARD or not in_use(path):
        return None
    since = f"{heard:%d %B %H:%M} UTC"
    return f"The bot has not been connected to Discord since {since}; see its log, and restart it."


def _complaint(connection: sqlite3.Connection, now: datetime) -> str | None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    current = len(scripts(MIGRATIONS))
    if version != current:
        return f"The database has schema {version} and this program {current}; start the bot to update it."
    overdue = connection.execute(
        "SELECT count(*) FROM encounters WHERE ended_at IS NULL AND deadline < ?", (to_ms(now - OVERDUE),)
    ).fetchone()[0]
    if overdue:
        return f"{overdue} deadline(s) passed unnoticed: the clock is not running; restart the bot."
    unsaid = connection.execute(
        f"SELECT count(*) FROM outbox WHERE {WAITING} AND due_at < ?",
        (to_ms(now - UNSAID),),
    ).fetchone()[0]
    if unsaid:
        return f"{unsaid} post(s) wait to be sent: the outbox is not running; restart the bot."
    return None
