"""Declarations being made in panels, and where the messages stand."""

from __future__ import annotations

import json
from collections.abc import Iterable

from bot.store.rows import DraftRow, MessageKind, MessageRow
from bot.store.statements import Statements
from rules import Declaration


class Panels(Statements):
    """Drafts and messages, in one transaction."""

    # --- drafts -------------------------------------------------------------------------------------

    async def draft(self, key: str, round_: int, person: str, who: str) -> DraftRow | None:
        """A person's draft for a combatant."""
        rows = await self._rows(
            "SELECT body, complete FROM drafts"
            " WHERE encounter_id = ? AND round = ? AND person = ? AND who = ?",
            key,
            round_,
            person,
            who,
        )
        return _draft(key, round_, person, who, *rows[0]) if rows else None

    async def save_draft(self, draft: DraftRow) -> None:
        """Store a draft in place of the one before it."""
        await self._rows(
            "INSERT INTO drafts (encounter_id, round, person, who, body, complete) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET body = excluded.body, complete = excluded.complete",
            draft.key,
            draft.round,
            draft.person,
            draft.who,
            json.dumps(draft.body),
            None if draft.complete is None else draft.complete.model_dump_json(),
        )

    async def drop_draft(self, key: str, round_: int, person: str, who: str) -> None:
        """Forget a draft, if there is one."""
        await self._rows(
            "DELETE FROM drafts WHERE encounter_id = ? AND round = ? AND person = ? AND who = ?",
            key,
            round_,
            person,
            who,
        )

    async def set_aside_drafts(self, key: str, round_: int, combatants: Iterable[str]) -> None:
        """Let drafts for these combatants stand as choices only: the deadline will not seal them."""
        await self._rows(
            "UPDATE drafts SET complete = NULL WHERE encounter_id = ? AND round = ?"
            " AND who IN (SELECT value FROM json_each(?))",
            key,
            round_,
            json.dumps(sorted(combatants)),
        )

    async def complete_drafts(self, key: str, round_: int) -> tuple[DraftRow, ...]:
        """Drafts of the round that are whole declarations."""
        rows = await self._rows(
            "SELECT person, who, body, complete FROM drafts"
            " WHERE encounter_id = ? AND round = ? AND complete IS NOT NULL ORDER BY person, who",
            key,
            round_,
        )
        return tuple(_draft(key, round_, *row) for row in rows)

    # --- messages -----------------------------------------------------------------------------------

    async def message(self, key: str, round_: int, kind: MessageKind, person: str = "") -> MessageRow | None:
        """Where the board, a panel or a console of the round stands."""
        found = await self.messages(key, round_, kind)
        return next((message for message in found if message.person == person), None)

    async def messages(
        self, key: str, round_: int, kind: MessageKind | None = None
    ) -> tuple[MessageRow, ...]:
        """All messages of a round, or those of one kind."""
        rows = await self._rows(
            "SELECT kind, person, channel_id, message_id FROM messages"
            " WHERE encounter_id = ? AND round = ? AND kind = ifnull(?, kind) ORDER BY kind, person",
            key,
            round_,
            kind,
        )
        return tuple(MessageRow(key, round_, *row) for row in rows)

    async def last_thread(self, key: str, before: int) -> MessageRow | None:
        """Where the newest round was told, of those below that number that had or wanted a thread."""
        rows = await self._rows(
            "SELECT round, channel_id, message_id FROM messages"
            " WHERE encounter_id = ? AND kind = 'thread' AND round < ? ORDER BY round DESC LIMIT 1",
            key,
            before,
        )
        return MessageRow(key, rows[0][0], "thread", "", rows[0][1], rows[0][2]) if rows else None

    async def save_message(self, message: MessageRow) -> None:
        """Remember where a message stands, in place of the one before it."""
        await self._rows(
            "INSERT INTO messages (encounter_id, round, kind, person, channel_id, message_id)"
            " VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET channel_id = excluded.channel_id, message_id = excluded.message_id",
            message.key,
            message.round,
            message.kind,
            message.person,
            message.channel_id,
            message.message_id,
        )

    async def drop_message(self, message: MessageRow) -> None:
        """Forget where a message stood."""
        await self._rows(
            "DELETE FROM messages WHERE encounter_id = ? AND round = ? AND kind = ? AND person = ?",
            message.key,
            message.round,
            message.kind,
            message.person,
        )


def _draft(key: str, round_: int, person: str, who: str, body: str, complete: str | None) -> DraftRow:
    declaration = None if complete is None else Declaration.model_validate_json(complete)
    return DraftRow(key, round_, person, who, json.loads(body), declaration)
