"""Running SQL to its end, whoever is cancelled meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

from bot.store.rows import Json

T = TypeVar("T")


class Sql(Protocol):
    """What is needed of a database connection."""

    async def execute_fetchall(self, sql: str, parameters: Iterable[Any] | None = None) -> Iterable[Any]:
        """Run one statement and give all its rows."""
        ...

    def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> Awaitable[Any]:
        """Run one statement for each set of parameters."""
        ...


class Statements:
    """The statements of one transaction, or of one reading, which changes nothing.

    A cancel that arrives while a statement of a transaction runs is kept in `cancelled` and raised by the
    store after the commit, so a transaction once begun is never torn. A reading has nothing to tear.
    """

    def __init__(self, sql: Sql, *, writes: bool) -> None:
        self._sql = sql
        self._writes = writes
        self.cancelled = False

    async def run(self, statement: str) -> None:
        """Run a statement without parameters: the store's BEGIN, COMMIT and ROLLBACK."""
        await self._rows(statement)

    async def _rows(self, sql: str, *parameters: object) -> list[Sequence[Json]]:
        if self._writes:
            return list(await self._whole(self._sql.execute_fetchall(sql, parameters)))
        # Outside a transaction a change would be kept at once, and alone.
        assert sql.startswith("SELECT"), f"a reading changes nothing: {sql}"
        return list(await self._sql.execute_fetchall(sql, parameters))

    async def _many(self, sql: str, parameters: Iterable[Iterable[object]]) -> None:
        assert self._writes, f"a reading changes nothing: {sql}"
        await self._whole(self._sql.executemany(sql, parameters))

    async def _whole(self, work: Awaitable[T]) -> T:
        task = asyncio.ensure_future(work)
        while not task.done():
            try:
                await asyncio.wait({task})
            except asyncio.CancelledError:
                self.cancelled = True
        return task.result()
