"""Declarations saved by name: a person's own, for a creature by its name, whatever fight it is in."""

from __future__ import annotations

import json
from dataclasses import dataclass

from bot.store.rows import Json
from bot.store.statements import Statements


@dataclass(frozen=True)
class PresetRow:
    """One saved declaration: whose it is to do, what it is called, and the shell's own form of it."""

    person: str
    whose: str
    label: str
    body: Json


class Presets(Statements):
    """Saved declarations, in one transaction."""

    async def presets(self, person: str, whose: str | None = None) -> tuple[PresetRow, ...]:
        """All that a person has saved, or what is for the creature of that name; by name."""
        rows = await self._rows(
            "SELECT whose, label, body FROM presets WHERE person = ? AND creature = ifnull(?, creature)"
            " ORDER BY creature, name",
            person,
            None if whose is None else whose.casefold(),
        )
        return tuple(PresetRow(person, whose, label, json.loads(body)) for whose, label, body in rows)

    async def save_preset(self, preset: PresetRow) -> None:
        """Store a declaration under its name, in place of one of that name."""
        await self._rows(
            "INSERT INTO presets (person, creature, name, whose, label, body) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET whose = excluded.whose, label = excluded.label, body = excluded.body",
            preset.person,
            preset.whose.casefold(),
            preset.label.casefold(),
            preset.whose,
            preset.label,
            json.dumps(preset.body),
        )

    async def drop_preset(self, preset: PresetRow) -> None:
        """Forget a saved declaration."""
        await self._rows(
            "DELETE FROM presets WHERE person = ? AND creature = ? AND name = ?",
            preset.person,
            preset.whose.casefold(),
            preset.label.casefold(),
        )
