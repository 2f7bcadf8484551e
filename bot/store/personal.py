"""What is stored of one person, wherever it stands: to hand it over, and to take the person out of it.

A person is known by a Discord id, which stands in columns called `person`, and as a word of its own in texts:
who did something, whose seat, who is GM. Tables are looked through as they are, so none is forgotten.
"""

from __future__ import annotations

from bot.store.rows import Json
from bot.store.statements import Statements


class Personal(Statements):
    """One person's traces, in one transaction."""

    async def traces(self, person: str) -> dict[str, list[dict[str, Json]]]:
        """The rows that are the person's own, by table."""
        found: dict[str, list[dict[str, Json]]] = {}
        for table, columns in (await self._tables()).items():
            if "person" not in columns:
                continue
            rows = await self._rows(f"SELECT {_all(columns)} FROM {table} WHERE person = ?", person)
            if rows:
                found[table] = [dict(zip(columns, row, strict=True)) for row in rows]
        return found

    async def fights_with(self, person: str) -> tuple[str, ...]:
        """Keys of all fights, open or over, the person ever had a part in, the oldest first."""
        rows = await self._rows(
            "SELECT id FROM encounters WHERE instr(state, ?1) OR id IN ("
            ' SELECT encounter_id FROM events WHERE "by" = ?2 OR instr(event, ?1))'
            " ORDER BY created_at, id",
            f'"{person}"',
            person,
        )
        return tuple(key for (key,) in rows)

    async def deeds(self, key: str, person: str) -> tuple[tuple[int, int, str], ...]:
        """The numbers, instants (ms) and texts of the events the person brought about in a fight."""
        rows = await self._rows(
            "SELECT seq, at, event FROM events"
            ' WHERE encounter_id = ? AND "by" = ? AND undone = 0 ORDER BY seq',
            key,
            person,
        )
        return tuple((seq, at, event) for seq, at, event in rows)

    async def forget(self, person: str, departed: str) -> None:
        """Drop the person's own rows, and put `departed` for the person wherever else the id stands.

        The same everywhere, so that a fight's state is still what its events make.
        """
        for table, columns in (await self._tables()).items():
            if "person" in columns:
                await self._rows(f"DELETE FROM {table} WHERE person = ?", person)
            for column, kind in columns.items():
                if kind == "TEXT" and column != "person":
                    await self._replace(table, column, person, departed)

    async def _replace(self, table: str, column: str, person: str, departed: str) -> None:
        name = f'"{column}"'
        await self._rows(f"UPDATE {table} SET {name} = ? WHERE {name} = ?", departed, person)
        # As a whole JSON string only: within one that was typed, its marks would be escaped.
        for before, after in ((f'"{person}"', f'"{departed}"'), (f"<@{person}>", f"<@{departed}>")):
            await self._rows(
                f"UPDATE {table} SET {name} = replace({name}, ?, ?) WHERE instr({name}, ?)",
                before,
                after,
                before,
            )

    async def _tables(self) -> dict[str, dict[str, str]]:
        """Every table with its columns and their types."""
        rows = await self._rows(
            "SELECT t.name, c.name, c.type FROM pragma_table_list AS t, pragma_table_info(t.name) AS c"
            " WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%'"
            " ORDER BY t.name, c.cid"
        )
        found: dict[str, dict[str, str]] = {}
        for table, column, kind in rows:
            found.setdefault(f'"{table}"', {})[column] = kind
        return {table.strip('"'): columns for table, columns in found.items()}


def _all(columns: dict[str, str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)
