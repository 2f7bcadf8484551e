"""What can be read and written inside one transaction; encounters, rounds and events are stated here."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache

import aiosqlite

from bot.options import AS_USUAL, Options
from bot.store.acts import Acts
from bot.store.asking import Asking
from bot.store.digests import Digests
from bot.store.excuses import Excuses
from bot.store.outgoing import Outgoing
from bot.store.panels import Panels
from bot.store.personal import Personal
from bot.store.presets import Presets
from bot.store.rows import EncounterRow, Json, from_ms, maybe_instant, maybe_ms, maybe_span, span_ms, to_ms
from bot.store.templates import Templates
from rules import Declaration, Encounter, Event
from rules.events import EVENT, DeclarationSealed

_ENCOUNTER = (
    "SELECT id, guild_id, channel_id, created_at, ended_at, seed, state, seq, declaration_seconds,"
    " opened_at, deadline, remind_at, close_at, held_from, options, paused_left, remind_left, nudged_at"
    " FROM encounters"
)


class Transaction(Panels, Presets, Templates, Outgoing, Acts, Digests, Personal, Asking, Excuses):
    """Everything the store can do, valid inside the `async with` that gave it."""

    def __init__(self, connection: aiosqlite.Connection, *, writes: bool) -> None:
        super().__init__(connection, writes=writes)
        self._seated: dict[str, frozenset[str]] = {}
        """Who has a seat, by encounter read here: written again only where a seat has changed."""

    # --- encounters ---------------------------------------------------------------------------------

    async def encounter(self, key: str) -> EncounterRow | None:
        """The encounter of that key, open or ended."""
        return await self._encounter("WHERE id = ?", key)

    async def encounter_in(self, channel_id: int) -> EncounterRow | None:
        """The open encounter of a channel."""
        return await self._encounter("WHERE channel_id = ? AND ended_at IS NULL", channel_id)

    async def last_encounter_in(self, channel_id: int) -> EncounterRow | None:
        """The channel's open encounter, else the one that ended last."""
        where = "WHERE channel_id = ? ORDER BY ended_at IS NOT NULL, ended_at DESC LIMIT 1"
        return await self._encounter(where, channel_id)

    async def zone_in(self, guild_id: int) -> str:
        """The time zone of the server: that of its newest fight."""
        rows = await self._rows(
            "SELECT options FROM encounters WHERE guild_id = ? ORDER BY created_at DESC, id LIMIT 1",
            guild_id,
        )
        return (Options.model_validate_json(rows[0][0]) if rows else AS_USUAL).time_zone

    async def encounters_of(self, person: str) -> tuple[EncounterRow, ...]:
        """Open encounters in which the person is a GM or has a seat, the oldest first."""
        rows = await self._rows(
            f"{_ENCOUNTER} JOIN seats ON seats.encounter_id = id"
            " WHERE person = ? AND ended_at IS NULL ORDER BY created_at, id",
            person,
        )
        return tuple(_encounter_row(row) for row in rows)

    async def open_in_server(self, guild_id: int) -> int:
        """How many fights are under way in a server."""
        rows = await self._rows(
            "SELECT count(*) FROM encounters WHERE guild_id = ? AND ended_at IS NULL", guild_id
        )
        return int(rows[0][0])

    async def within_reach(self, key: str, guild_id: int | None, person: str) -> bool:
        """Whether a fight is of that server; or, in a direct message, whether the person is in it."""
        rows = await self._rows(
            "SELECT 1 FROM encounters WHERE id = ? AND CASE WHEN ? IS NULL"
            " THEN EXISTS (SELECT 1 FROM seats WHERE encounter_id = id AND person = ?)"
            " ELSE guild_id = ? END",
            key,
            guild_id,
            person,
            guild_id,
        )
        return bool(rows)

    async def add_encounter(self, row: EncounterRow) -> None:
        """Store a new encounter; it is its own first snapshot."""
        await self._rows(
            "INSERT INTO encounters (id, guild_id, channel_id, ruleset, created_at, seed, state, seq, round,"
            " declaration_seconds, options) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            row.id,
            row.guild_id,
            row.channel_id,
            row.encounter.ruleset,
            to_ms(row.created_at),
            row.seed,
            row.encounter.model_dump_json(),
            row.seq,
            row.encounter.round.number,
            row.declaration_seconds,
            row.options.model_dump_json(exclude_defaults=True),
        )
        await self.save_snapshot(row.id, row.seq, row.encounter)
        await self._save_seats(row)

    async def save_encounter(self, row: EncounterRow) -> None:
        """Store an encounter's state, its last event's number and its instants."""
        await self._rows(
            "UPDATE encounters SET state = ?, seq = ?, round = ?, declaration_seconds = ?, ended_at = ?,"
            " opened_at = ?, deadline = ?, remind_at = ?, close_at = ?, held_from = ?, options = ?,"
            " paused_left = ?, remind_left = ?, nudged_at = ? WHERE id = ?",
            row.encounter.model_dump_json(),
            row.seq,
            row.encounter.round.number,
            row.declaration_seconds,
            maybe_ms(row.ended_at),
            maybe_ms(row.opened_at),
            maybe_ms(row.deadline),
            maybe_ms(row.remind_at),
            maybe_ms(row.close_at),
            row.held_from,
            row.options.model_dump_json(exclude_defaults=True),
            span_ms(row.paused_left),
            span_ms(row.remind_left),
            maybe_ms(row.nudged_at),
            row.id,
        )
        await self._save_seats(row)

    async def _encounter(self, where: str, *parameters: object) -> EncounterRow | None:
        rows = await self._rows(f"{_ENCOUNTER} {where}", *parameters)
        if not rows:
            return None
        row = _encounter_row(rows[0])
        self._seated[row.id] = _people(row)
        return row

    async def _save_seats(self, row: EncounterRow) -> None:
        people = _people(row)
        if self._seated.get(row.id) == people:
            return
        self._seated[row.id] = people
        listed = json.dumps(sorted(people))
        await self._rows(
            "DELETE FROM seats WHERE encounter_id = ? AND person NOT IN (SELECT value FROM json_each(?))",
            row.id,
            listed,
        )
        await self._rows(
            "INSERT OR IGNORE INTO seats (encounter_id, person) SELECT ?, value FROM json_each(?)",
            row.id,
            listed,
        )

    # --- rounds and events --------------------------------------------------------------------------

    async def open_round(self, row: EncounterRow, opened_at: datetime) -> None:
        """Record that this round opened: once, or it fails; its state is the snapshot to undo from."""
        round_ = row.encounter.round.number
        settings = row.encounter.settings.model_dump_json()
        await self._rows(
            "INSERT INTO rounds (encounter_id, number, opened_at, settings) VALUES (?, ?, ?, ?)",
            row.id,
            round_,
            to_ms(opened_at),
            settings,
        )
        await self.save_snapshot(row.id, row.seq, row.encounter)
        # Those of the round before are kept: it may be taken back to where they count.
        await self._rows("DELETE FROM drafts WHERE encounter_id = ? AND round < ?", row.id, round_ - 1)

    async def drop_round(self, key: str, number: int) -> None:
        """Forget that a round was opened."""
        await self._rows("DELETE FROM rounds WHERE encounter_id = ? AND number = ?", key, number)

    async def close_round(self, key: str, number: int, closed_at: datetime | None) -> None:
        """Record when a round's declarations closed; None: they are open again."""
        await self._rows(
            "UPDATE rounds SET closed_at = ? WHERE encounter_id = ? AND number = ?",
            maybe_ms(closed_at),
            key,
            number,
        )

    async def append(self, before: EncounterRow, events: Sequence[Event], by: str, at: datetime) -> int:
        """Write events after those of `before`; gives the last one's number. They belong to one round."""
        opened = next((e.number for e in events if e.kind == "round_opened"), None)
        round_ = opened if opened is not None else before.encounter.round.number
        first, at_ms = before.seq + 1, to_ms(at)
        await self._many(
            'INSERT INTO events (encounter_id, seq, round, at, "by", event) VALUES (?, ?, ?, ?, ?, ?)',
            [
                (before.id, seq, round_, at_ms, by, EVENT.dump_json(event).decode())
                for seq, event in enumerate(events, first)
            ],
        )
        return before.seq + len(events)

    async def events(self, key: str, first: int, last: int) -> tuple[Event, ...]:
        """The events with these numbers, both inclusive, in order, without those undone."""
        rows = await self._rows(
            "SELECT event FROM events WHERE encounter_id = ? AND seq BETWEEN ? AND ? AND undone = 0"
            " ORDER BY seq",
            key,
            first,
            last,
        )
        return tuple(EVENT.validate_json(event) for (event,) in rows)

    async def taken_back(self, key: str, first: int, last: int) -> tuple[Event, ...]:
        """The events with these numbers, taken back or not."""
        rows = await self._rows(
            "SELECT event FROM events WHERE encounter_id = ? AND seq BETWEEN ? AND ? ORDER BY seq",
            key,
            first,
            last,
        )
        return tuple(EVENT.validate_json(event) for (event,) in rows)

    async def numbered(self, key: str, first: int) -> tuple[tuple[int, Event], ...]:
        """Events from that number on with their numbers, without those undone."""
        rows = await self._rows(
            "SELECT seq, event FROM events WHERE encounter_id = ? AND seq >= ? AND undone = 0 ORDER BY seq",
            key,
            first,
        )
        return tuple((seq, EVENT.validate_json(event)) for seq, event in rows)

    async def events_of(self, key: str, round_: int, before: int | None = None) -> tuple[Event, ...]:
        """All events of a round, in order, without those undone; only those numbered below `before`."""
        rows = await self._rows(
            "SELECT event FROM events WHERE encounter_id = ? AND round = ? AND undone = 0"
            " AND (? IS NULL OR seq < ?) ORDER BY seq",
            key,
            round_,
            before,
            before,
        )
        return tuple(EVENT.validate_json(event) for (event,) in rows)

    async def last_declared(self, key: str, who: str, before: int) -> tuple[int, Declaration] | None:
        """The last round before that one with a declaration of this combatant that stood, and what it was."""
        rows = await self._rows(
            "SELECT round, event FROM events AS e WHERE encounter_id = ? AND round < ? AND undone = 0"
            " AND json_extract(event, '$.kind') = 'declaration_sealed' AND json_extract(event, '$.who') = ?"
            " AND NOT EXISTS (SELECT 1 FROM events AS later WHERE later.encounter_id = e.encounter_id"
            " AND later.round = e.round AND later.seq > e.seq AND later.undone = 0"
            " AND json_extract(later.event, '$.kind') = 'declaration_withdrawn'"
            " AND json_extract(later.event, '$.who') = json_extract(e.event, '$.who'))"
            " ORDER BY seq DESC LIMIT 1",
            key,
            before,
            who,
        )
        if not rows:
            return None
        event = EVENT.validate_json(rows[0][1])
        assert isinstance(event, DeclarationSealed)
        return int(rows[0][0]), event.declaration

    async def departures(self, key: str) -> tuple[Event, ...]:
        """Who has left the fight, in any round, in order: what is old still needs their names."""
        rows = await self._rows(
            "SELECT event FROM events WHERE encounter_id = ? AND undone = 0"
            " AND json_extract(event, '$.kind') = 'combatant_removed' ORDER BY seq",
            key,
        )
        return tuple(EVENT.validate_json(event) for (event,) in rows)

    async def delays(self, key: str, before: int | None = None) -> tuple[Event, ...]:
        """Every Delay of the fight, in order; only those numbered below `before`."""
        rows = await self._rows(
            "SELECT event FROM events WHERE encounter_id = ? AND undone = 0 AND (? IS NULL OR seq < ?)"
            " AND json_extract(event, '$.kind') = 'delayed' ORDER BY seq",
            key,
            before,
            before,
        )
        return tuple(EVENT.validate_json(event) for (event,) in rows)

    # --- what is due --------------------------------------------------------------------------------

    async def next_due(self, after: datetime | None = None) -> datetime | None:
        """The earliest instant at which an encounter wants the clock; only instants later than `after`."""
        rows = await self._rows(
            "SELECT min(due_at) FROM encounters WHERE ended_at IS NULL AND due_at > ?",
            -1 if after is None else to_ms(after),
        )
        return maybe_instant(rows[0][0])

    async def due(self, now: datetime) -> tuple[str, ...]:
        """Keys of the encounters that want the clock, the longest overdue first."""
        rows = await self._rows(
            "SELECT id FROM encounters WHERE ended_at IS NULL AND due_at <= ? ORDER BY due_at, id",
            to_ms(now),
        )
        return tuple(key for (key,) in rows)


@lru_cache(64)
def _encounter(state: str) -> Encounter:
    """The encounter as stored. A command reads it, looks for whom it is meant, and then decides on it."""
    return Encounter.model_validate_json(state)


def _people(row: EncounterRow) -> frozenset[str]:
    """GMs and players."""
    return frozenset([*row.encounter.gms, *(c.seat for c in row.encounter.combatants if c.seat is not None)])


def _encounter_row(row: Sequence[Json]) -> EncounterRow:
    key, guild, channel, created, ended, seed, state, seq, seconds, *times = row
    opened, deadline, remind, close, held, options, left, remind_left, nudged = times
    return EncounterRow(
        id=key,
        guild_id=guild,
        channel_id=channel,
        created_at=from_ms(created),
        ended_at=maybe_instant(ended),
        encounter=_encounter(state),
        seed=seed,
        seq=seq,
        declaration_seconds=seconds,
        opened_at=maybe_instant(opened),
        deadline=maybe_instant(deadline),
        remind_at=maybe_instant(remind),
        close_at=maybe_instant(close),
        held_from=held,
        options=Options.model_validate_json(options),
        paused_left=maybe_span(left),
        remind_left=maybe_span(remind_left),
        nudged_at=maybe_instant(nudged),
    )
