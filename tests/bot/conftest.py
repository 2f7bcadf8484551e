"""The bot at a simulated table, and what must hold after every story there."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from tests.bot.table import Table, Typed

Opener = Callable[..., Awaitable[Table]]


@pytest.fixture
async def open_table(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Opener]:
    """Opens a table with settings of its own; only one at a time."""
    caplog.set_level(logging.WARNING)
    opened: list[Table] = []
    closed: list[Table] = []

    async def opener(**times: Typed) -> Table:
        for before in opened:
            if before not in closed:
                closed.append(before)
                await before.close()
        folder = tmp_path / str(len(opened))
        folder.mkdir()
        opened.append(await Table.open(folder, **times))
        return opened[-1]

    yield opener
    for table in opened:
        if table not in closed:
            await table.close()
    for table in opened:
        table.check()
    errors = [
        r for r in caplog.get_records("call") if r.levelno >= logging.ERROR and r.name.startswith("bot")
    ]
    assert not errors, "\n".join(f"{r.name}: {r.getMessage()}\n{r.exc_text or ''}" for r in errors)


@pytest.fixture
async def table(open_table: Opener) -> Table:
    """A table where nothing has begun."""
    return await open_table()


@pytest.fixture
async def fight(table: Table) -> Table:
    """A fight before its first round: Mira, Borin and Kesh, and two orcs, one in melee with Borin."""
    await table.begin()
    return table


@pytest.fixture
async def declaring(fight: Table) -> Table:
    """The same, with its first round open for 90 seconds."""
    await fight.open_round()
    return fight


@pytest.fixture
async def called(table: Table) -> Table:
    """The same in called play, with its first round open."""
    await table.begin(play="called")
    await table.open_round()
    return table
