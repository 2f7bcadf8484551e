"""Players who are away: the time they were given, and the orders that stand for them."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from bot.store.rows import to_ms
from bot.store.statements import Statements

OrderKind = Literal["guard", "last"]
"""No action, ready for whatever comes; or the same as last declared."""


class Excuses(Statements):
    """Excuses and standing orders, in one transaction."""

    async def excuses(self, key: str, person: str) -> tuple[int, ...]:
        """The rounds in which the person was given time, without those taken back."""
        rows = await self._rows(
            "SELECT round FROM excuses AS e WHERE encounter_id = ? AND person = ? AND EXISTS ("
            " SELECT 1 FROM acts WHERE acts.encounter_id = e.encounter_id AND acts.at = e.at"
            " AND kind = 'excused' AND undone = 0) ORDER BY at",
            key,
            person,
        )
        return tuple(round_ for (round_,) in rows)

    async def add_excuse(self, key: str, person: str, round_: int, at: datetime) -> None:
        """Write down that the person was given time; the act of that instant says until when."""
        await self._rows("INSERT OR IGNORE INTO excuses VALUES (?, ?, ?, ?)", key, person, round_, to_ms(at))

    async def orders(self, key: str) -> dict[str, OrderKind]:
        """The standing orders of a fight, by combatant."""
        return dict(await self._rows("SELECT who, kind FROM orders WHERE encounter_id = ?", key))  # type: ignore[arg-type]

    async def set_order(self, key: str, who: str, kind: OrderKind | None) -> None:
        """Let an order stand for a combatant in place of any it had; None ends it."""
        if kind is None:
            await self._rows("DELETE FROM orders WHERE encounter_id = ? AND who = ?", key, who)
            return
        await self._rows(
            "INSERT INTO orders VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET kind = excluded.kind",
            key,
            who,
            kind,
        )
