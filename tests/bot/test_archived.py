"""A fight in a thread that falls asleep: while people declare it is kept open, unless somebody locked it."""

from __future__ import annotations

import pytest
from simcord.builders import ChannelHandle

from tests.bot.conftest import Opener
from tests.bot.table import Table


@pytest.fixture
async def downstairs(open_table: Opener) -> tuple[Table, ChannelHandle]:
    """A fight in a thread, its first round open."""
    table = await open_table(early_close_seconds=3600)
    made = table.env.backend.create_thread(table.channel.id, "the stairs", table.gm.member.id)
    where = next(thread for thread in table.channel.threads if thread.id == made.id)
    for answer in (
        await table.gm.slash("encounter begin", where, time="36h"),
        await table.mira.slash("join", where, name="Mira"),
        await table.gm.slash("round open", where),
    ):
        assert not answer.refused, answer.text
    await table.env.settle()
    return table, where


async def archive(table: Table, where: ChannelHandle, *, locked: bool = False) -> bool:
    """Archive the thread; whether it stays so."""
    state = {"archived": True} | ({"locked": True} if locked else {})
    table.env.backend.edit_channel(where.id, {}, thread_metadata=state)
    await table.env.settle()
    kept = table.env.backend.get_channel(where.id).thread_metadata
    assert kept is not None
    return kept.archived


async def test_the_thread_of_a_fight_is_opened_again_while_people_declare(
    downstairs: tuple[Table, ChannelHandle],
) -> None:
    table, where = downstairs
    before = table.posts(where)
    assert not await archive(table, where)
    assert table.posts(where) == before, "it says nothing about it"


async def test_one_that_was_locked_is_left(downstairs: tuple[Table, ChannelHandle]) -> None:
    table, where = downstairs
    assert await archive(table, where, locked=True)


async def test_one_in_which_nothing_is_waited_for_is_left(downstairs: tuple[Table, ChannelHandle]) -> None:
    table, where = downstairs
    await table.gm.press((await table.gm.slash("encounter end", where)).message, "end")
    await table.env.settle()
    assert await archive(table, where)


async def test_where_it_may_not_be_opened_the_next_post_opens_it_and_nothing_else_stops(
    downstairs: tuple[Table, ChannelHandle],
) -> None:
    table, where = downstairs
    table.env.inject_error("PATCH", f"/channels/{where.id}", status=403, code=50013)
    assert await archive(table, where)
    answer = await table.gm.slash("round close", where)
    assert not answer.refused, answer.text
    await table.env.settle()
    assert "declarations are closed" in "\n".join(table.posts(where))


async def test_a_thread_without_a_fight_is_nothing_to_it(open_table: Opener) -> None:
    table = await open_table()
    made = table.env.backend.create_thread(table.channel.id, "gossip", table.gm.member.id)
    where = next(thread for thread in table.channel.threads if thread.id == made.id)
    assert await archive(table, where)
