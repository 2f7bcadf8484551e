"""What each command brought about, as acts to be taken back and brought back; and snapshots."""

from __future__ import annotations

import json

from bot.store.rows import Act, DraftRow, Json, from_ms, to_ms
from bot.store.statements import Statements
from rules import Declaration, Encounter

_ACT = (
    'SELECT number, round, at, "by", kind, first_seq, last_seq, told_first, told_last, before, after, drafts'
    " FROM acts WHERE encounter_id = ?"
)


class Acts(Statements):
    """Acts and snapshots, in one transaction."""

    async def add_act(self, key: str, act: Act) -> None:
        """Write down an act, with the next number; what was taken back before it cannot come back (K-13)."""
        await self._rows("UPDATE acts SET undone = 2 WHERE encounter_id = ? AND undone = 1", key)
        drafts = [[d.round, d.person, d.who, d.body, _dumped(d.complete)] for d in act.drafts]
        await self._rows(
            'INSERT INTO acts (encounter_id, number, round, at, "by", kind, first_seq, last_seq, told_first,'
            " told_last, before, after, drafts)"
            " SELECT ?, ifnull(max(number), 0) + 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"
            " FROM acts WHERE encounter_id = ?",
            key,
            act.round,
            to_ms(act.at),
            act.by,
            act.kind,
            act.first,
            act.last,
            act.told_first,
            act.told_last,
            json.dumps(act.before),
            json.dumps(act.after),
            json.dumps(drafts),
            key,
        )

    async def last_act(self, key: str) -> Act | None:
        """The newest act that stands."""
        rows = await self._rows(f"{_ACT} AND undone = 0 ORDER BY number DESC LIMIT 1", key)
        return _act(key, rows[0]) if rows else None

    async def clock_acts(self, key: str, first: int) -> tuple[Act, ...]:
        """What the GM did with the clock from that round on, in order, without what was taken back."""
        rows = await self._rows(
            f"{_ACT} AND undone = 0 AND round >= ? AND kind IN ('extended', 'paused', 'resumed')"
            " ORDER BY number",
            key,
            first,
        )
        return tuple(_act(key, row) for row in rows)

    async def next_act(self, key: str) -> Act | None:
        """The act taken back last, if it may still come back."""
        rows = await self._rows(f"{_ACT} AND undone = 1 ORDER BY number LIMIT 1", key)
        return _act(key, rows[0]) if rows else None

    async def lapsed(self, key: str) -> bool:
        """Whether something was taken back that cannot come back any more."""
        rows = await self._rows("SELECT 1 FROM acts WHERE encounter_id = ? AND undone = 2 LIMIT 1", key)
        return bool(rows)

    async def mark_act(self, key: str, act: Act, *, undone: bool) -> None:
        """Mark an act and its events as taken back, or as standing again."""
        await self._rows(
            "UPDATE acts SET undone = ? WHERE encounter_id = ? AND number = ?", int(undone), key, act.number
        )
        await self._rows(
            "UPDATE events SET undone = ? WHERE encounter_id = ? AND seq BETWEEN ? AND ?",
            int(undone),
            key,
            act.first,
            act.last,
        )
        if undone:
            await self._rows("DELETE FROM snapshots WHERE encounter_id = ? AND seq >= ?", key, act.first)

    async def restore_drafts(self, act: Act) -> None:
        """Let the drafts an act had set aside count again, but for those changed since."""
        for draft in act.drafts:
            await self._rows(
                "UPDATE drafts SET complete = ? WHERE encounter_id = ? AND round = ? AND person = ?"
                " AND who = ? AND body = ? AND complete IS NULL",
                _dumped(draft.complete),
                draft.key,
                draft.round,
                draft.person,
                draft.who,
                json.dumps(draft.body),
            )

    async def snapshot(self, key: str) -> tuple[Encounter, int]:
        """The newest snapshot, at the start of the round or fight, and its last event; KeyError if none."""
        rows = await self._rows(
            "SELECT state, seq FROM snapshots WHERE encounter_id = ? ORDER BY seq DESC LIMIT 1", key
        )
        if not rows:
            raise KeyError(key)
        state, seq = rows[0]
        return Encounter.model_validate_json(state), seq

    async def first_snapshot(self, key: str) -> Encounter:
        """The fight as it began; raises KeyError if unknown."""
        rows = await self._rows(
            "SELECT state FROM snapshots WHERE encounter_id = ? ORDER BY seq LIMIT 1", key
        )
        if not rows:
            raise KeyError(key)
        return Encounter.model_validate_json(rows[0][0])

    async def save_snapshot(self, key: str, seq: int, encounter: Encounter) -> None:
        """Keep the state after an event to fold from."""
        await self._rows(
            "INSERT INTO snapshots (encounter_id, seq, state) VALUES (?, ?, ?)",
            key,
            seq,
            encounter.model_dump_json(),
        )


def _dumped(declaration: Declaration | None) -> str | None:
    return None if declaration is None else declaration.model_dump_json()


def _act(key: str, row: Json) -> Act:
    number, round_, at, by, kind, first, last, told_first, told_last, before, after, drafts = row
    return Act(
        round=round_,
        at=from_ms(at),
        by=by,
        kind=kind,
        first=first,
        last=last,
        told_first=told_first,
        told_last=told_last,
        before=json.loads(before),
        after=json.loads(after),
        drafts=tuple(
            DraftRow(key, n, person, who, body, Declaration.model_validate_json(complete))
            for n, person, who, body, complete in json.loads(drafts)
        ),
        number=number,
    )
