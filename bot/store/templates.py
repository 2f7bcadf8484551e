"""Creatures a server has saved by name, to bring into any fight there."""

from __future__ import annotations

import json
from dataclasses import dataclass

from bot.store.rows import Json
from bot.store.statements import Statements


@dataclass(frozen=True)
class TemplateRow:
    """One saved creature: in which server, what it is called, and its particulars in the shell's own form."""

    guild_id: int
    label: str
    body: Json


class Templates(Statements):
    """Saved creatures, in one transaction."""

    async def templates(self, guild_id: int) -> tuple[TemplateRow, ...]:
        """All that a server has saved, by name."""
        rows = await self._rows(
            "SELECT label, body FROM templates WHERE guild_id = ? ORDER BY name", guild_id
        )
        return tuple(TemplateRow(guild_id, label, json.loads(body)) for label, body in rows)

    async def save_template(self, template: TemplateRow) -> None:
        """Store a creature under its name, in place of one of that name."""
        await self._rows(
            "INSERT INTO templates (guild_id, name, label, body) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET label = excluded.label, body = excluded.body",
            template.guild_id,
            template.label.casefold(),
            template.label,
            json.dumps(template.body),
        )

    async def drop_template(self, template: TemplateRow) -> None:
        """Forget a saved creature."""
        await self._rows(
            "DELETE FROM templates WHERE guild_id = ? AND name = ?",
            template.guild_id,
            template.label.casefold(),
        )
