"""What is still to be said, and to whom it cannot be: the outbox and the people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime

from bot.store.rows import Json, Post, Say, from_ms, maybe_instant, to_ms
from bot.store.statements import Statements

WAITING = "sent_at IS NULL AND failed IS NULL"
"""What is still to be said."""

_DRAWN = "kind IN ('board', 'panel', 'console')"

# What is told keeps its order: nothing is said to a channel or a person before what came before it.
_EARLIER = (
    "SELECT 1 FROM outbox AS earlier WHERE earlier.encounter_id = post.encounter_id"
    " AND earlier.person = post.person AND earlier.id < post.id"
    f" AND earlier.{WAITING.replace('AND ', 'AND earlier.')} AND NOT earlier.{_DRAWN}"
)


class Outgoing(Statements):
    """The outbox and the people, in one transaction."""

    # --- outbox -------------------------------------------------------------------------------------

    async def queue(self, key: str, say: Say, due: datetime) -> None:
        """Have something said. A projection already waiting stands for this one too.

        It is drawn at the earlier of the two instants, but for one that waits for its next try.
        """
        await self._rows(
            "INSERT INTO outbox (encounter_id, kind, person, round, first_seq, last_seq, due_at, queued_at)"
            " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)"
            f" ON CONFLICT (encounter_id, kind, round, person) WHERE {WAITING} AND {_DRAWN}"
            " DO UPDATE SET version = version + 1,"
            " due_at = CASE attempts WHEN 0 THEN min(due_at, excluded.due_at) ELSE due_at END",
            key,
            say.kind,
            say.person,
            say.round,
            say.first,
            say.last,
            to_ms(due),
        )

    async def posts_due(
        self, now: datetime, limit: int = 20, busy: Iterable[tuple[str, str]] = ()
    ) -> tuple[Post, ...]:
        """Posts to send now, in order; none that must wait for an earlier one's next try.

        `busy` are the readers, each an encounter and a person, who are being told something already.
        """
        rows = await self._rows(
            "SELECT id, encounter_id, kind, round, person, first_seq, last_seq, due_at, attempts, version,"
            f" queued_at FROM outbox AS post WHERE {WAITING} AND due_at <= ?"
            f" AND ({_DRAWN} OR NOT EXISTS ({_EARLIER} AND earlier.due_at > ?))"
            " AND encounter_id || '/' || person NOT IN (SELECT value FROM json_each(?))"
            " ORDER BY due_at, id LIMIT ?",
            to_ms(now),
            to_ms(now),
            json.dumps([f"{key}/{person}" for key, person in busy]),
            limit,
        )
        return tuple(_post(row) for row in rows)

    async def last_post(self) -> int:
        """The greatest number of a post so far."""
        ((last,),) = await self._rows("SELECT ifnull(max(id), 0) FROM outbox")
        return int(last)

    async def next_post_due(self, after: datetime | None = None) -> datetime | None:
        """When the next post can be sent, of those due later than `after`; None if nothing waits."""
        rows = await self._rows(
            "SELECT min(due_at) FROM outbox AS post"
            f" WHERE {WAITING} AND due_at > ? AND ({_DRAWN} OR NOT EXISTS ({_EARLIER}))",
            -1 if after is None else to_ms(after),
        )
        return maybe_instant(rows[0][0])

    async def mark_sent(self, post: Post, now: datetime) -> None:
        """Note that a post is said; a projection asked for again meanwhile stays, to be drawn again."""
        await self._rows(
            "UPDATE outbox SET sent_at = ? WHERE id = ? AND version = ?", to_ms(now), post.id, post.version
        )

    async def mark_failed(self, post: Post, reason: str) -> None:
        """Give a post up, for good."""
        await self._rows("UPDATE outbox SET failed = ? WHERE id = ?", reason, post.id)

    async def retry_at(self, post: Post, at: datetime) -> None:
        """Count a failed try and have another at that instant."""
        await self._rows(
            "UPDATE outbox SET due_at = ?, attempts = attempts + 1 WHERE id = ?", to_ms(at), post.id
        )

    async def resend(self, key: str, now: datetime) -> int:
        """Try again, now, what was given up or waits for its next try; gives how many posts that are."""
        rows = await self._rows(
            "UPDATE outbox SET failed = NULL, attempts = 0, due_at = ? WHERE encounter_id = ?"
            f" AND sent_at IS NULL AND NOT {_DRAWN} AND (failed IS NOT NULL OR due_at > ?) RETURNING id",
            to_ms(now),
            key,
            to_ms(now),
        )
        return len(rows)

    async def undelivered(self, key: str) -> int:
        """How many posts for the channel were given up, or tried in vain so far."""
        rows = await self._rows(
            "SELECT count(*) FROM outbox WHERE encounter_id = ? AND person = '' AND sent_at IS NULL"
            f" AND NOT {_DRAWN} AND (failed IS NOT NULL OR attempts > 0)",
            key,
        )
        return int(rows[0][0])

    async def prune(self, before: datetime, most: int) -> int:
        """Remove rows of before that instant which nobody will read again; gives how many, up to `most`.

        That is what was sent, and what was given up in a fight that is over. What waits stays, and what was
        given up in a fight that goes on may yet be sent again.
        """
        rows = await self._rows(
            "DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE sent_at < ?1"
            " OR (sent_at IS NULL AND failed IS NOT NULL AND due_at < ?1"
            " AND encounter_id IN (SELECT id FROM encounters WHERE ended_at < ?1))"
            " ORDER BY id LIMIT ?2) RETURNING id",
            to_ms(before),
            most,
        )
        return len(rows)

    # --- people -------------------------------------------------------------------------------------

    async def set_dm_closed(self, person: str, closed: bool) -> None:
        """Remember whether the person takes direct messages; open again, a later refusal is told anew."""
        await self._rows(
            "INSERT INTO people (person, dm_closed) VALUES (?, ?) ON CONFLICT DO UPDATE"
            " SET dm_closed = excluded.dm_closed, told_at = iif(excluded.dm_closed, told_at, NULL)",
            person,
            int(closed),
        )

    async def dm_closed(self, persons: Iterable[str]) -> frozenset[str]:
        """Those of these people whom direct messages do not reach."""
        rows = await self._rows(
            "SELECT person FROM people WHERE dm_closed AND person IN (SELECT value FROM json_each(?))",
            json.dumps(sorted(persons)),
        )
        return frozenset(person for (person,) in rows)

    async def dm_known(self, persons: Iterable[str]) -> dict[str, bool]:
        """Of those of these people who were written to: whether the last direct message was refused."""
        rows = await self._rows(
            "SELECT person, dm_closed FROM people WHERE person IN (SELECT value FROM json_each(?))",
            json.dumps(sorted(persons)),
        )
        return {person: bool(closed) for person, closed in rows}

    async def tell_of_closed_dm(self, person: str, now: datetime) -> bool:
        """Whether to tell the person now that direct messages do not arrive: once until they do."""
        rows = await self._rows(
            "UPDATE people SET told_at = ? WHERE person = ? AND dm_closed AND told_at IS NULL RETURNING 1",
            to_ms(now),
            person,
        )
        return bool(rows)


def _post(row: Sequence[Json]) -> Post:
    id_, key, kind, round_, person, first, last, due, attempts, version, since = row
    say = Say(kind, round_, person, first, last)
    return Post(id_, key, say, from_ms(due), attempts, version, from_ms(since))
