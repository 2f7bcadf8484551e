"""How often the bot speaks to Discord: seals that come close together are one edit of the board."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bench.requests import BURST, BY_COMMAND, BY_PANEL, by_command, by_panel, counted
from tests.bot.table import Person, Table

OpenTable = Callable[..., Awaitable[Table]]


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize(("declares", "most"), [(by_command, BY_COMMAND), (by_panel, BY_PANEL)])
async def test_a_round_takes_few_requests(
    open_table: OpenTable,
    players: int,
    declares: Callable[[Table, Person], Awaitable[object]],
    most: tuple[int, int],
) -> None:
    table = await open_table(redraw_seconds=BURST)
    found = await counted(table, players, declares)
    assert found.total() <= most[0] * players + most[1], dict(found)


async def test_the_board_shows_seals_after_a_while_and_so_does_the_panel(open_table: OpenTable) -> None:
    table = await open_table(redraw_seconds=20, early_close_seconds=-1)
    await table.begin()
    await table.open_round()
    before = table.board_text
    await table.declare(table.mira, action="other", text="listens", segments=2)
    await table.declare(table.kesh, action="other", text="listens", segments=2)
    assert table.board_text == before
    await table.advance(20)
    assert "Sealed:** Mira, Kesh" in table.board_text
    assert "Sealed" in table.mira.panel_text


async def test_the_close_does_not_wait_and_takes_the_drawings_along(open_table: OpenTable) -> None:
    table = await open_table(redraw_seconds=60, early_close_seconds=-1)
    await table.begin()
    await table.open_round()
    await table.declare(table.mira, action="other", text="listens", segments=2)
    await table.gm.slash("round close")
    assert any("Round 1 — closed" in post for post in table.posts())
    assert "declarations are closed" in table.mira.dm_texts[-1]
