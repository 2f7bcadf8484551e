"""The disk is full, read-only or held by another program, or the clock is set back: nothing is pretended."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from tests.wire.loopback import Loopback
from tests.wire.people import Table
from tests.wire.process import Bot

pytestmark = pytest.mark.pace(4)


async def test_what_cannot_be_stored_is_not_confirmed_is_said_why_and_works_again_when_it_can(
    loopback: Loopback, table: Table, bot: Bot
) -> None:
    disk = bot.folder / "disk"
    disk.write_text("", encoding="utf-8")
    await bot.start(WIRE_DISK=str(disk))
    await table.begin(time="10m")
    await table.open_round()
    for state, said in (("full", "the disk is full"), ("readonly", "may not be written")):
        before = bot.happened("declaration_sealed")
        disk.write_text(state, encoding="utf-8")
        # A full file still takes what fits its last page, so more is tried than fits there.
        answers = [await table.mira.slash("declare", action="other", text="x" * 200) for _ in range(6)]
        refused = [answer for answer in answers if answer.refused]
        assert refused, state
        assert all(said in answer.text and "Nothing was changed" in answer.text for answer in refused)
        sealed = sum(not answer.refused for answer in answers)
        assert bot.happened("declaration_sealed") == before + sealed
        disk.write_text("", encoding="utf-8")
        assert not (await table.mira.slash("withdraw")).refused or not sealed
    # Another program holds the file for longer than the bot waits.
    with closing(sqlite3.connect(bot.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = await table.borin.slash("declare", action="parry")
        assert answer.refused
        assert "another program holds the database" in answer.text
        other.execute("ROLLBACK")
    assert "Borin" not in bot.declared()
    await table.declare(table.borin)
    assert "Borin" in bot.declared()
    await table.gm.slash("round close")
    await table.posted("segment by segment", seconds=40)
    assert table.count("declarations are closed") == 1


async def test_a_database_held_by_another_program_at_the_start_is_said_in_a_sentence(
    loopback: Loopback, table: Table, bot: Bot
) -> None:
    await bot.start()
    await bot.stop()
    with closing(sqlite3.connect(bot.database, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        other.execute("UPDATE people SET told_at = 0")
        await bot.start(wait=False)
        assert await bot.ended(60) == 2
    said = bot.said().strip().splitlines()[-1]
    assert "cannot be used" in said
    assert "Traceback" not in bot.said()


async def test_a_clock_set_back_closes_once_and_at_the_same_instant(table: Table, bot: Bot) -> None:
    await bot.start()
    await table.begin(time="20s")
    await table.open_round()
    deadline = bot.rows("SELECT deadline FROM encounters")
    await table.declare(table.mira)
    await bot.killed()
    bot.shift = -20
    await bot.start()
    assert bot.rows("SELECT deadline FROM encounters") == deadline
    await table.declare(table.borin)
    assert bot.happened("declarations_closed") == 0
    await table.posted("segment by segment", seconds=60)
    await bot.killed()
    bot.shift = -40
    await bot.start()
    assert not (await table.gm.slash("round open")).refused
    assert bot.happened("declarations_closed") == 1
    assert table.count("declarations are closed") == 1
    assert table.count("I was away") == 0


async def test_a_deadline_that_passed_while_it_was_down_closes_once_with_one_line_that_says_so(
    table: Table, bot: Bot
) -> None:
    await bot.start()
    await table.begin(time="15s")
    await table.open_round()
    await table.declare(table.mira)
    await bot.killed()
    bot.shift = 3 * 24 * 3600
    await bot.start()
    await table.posted("segment by segment", seconds=30)
    for _ in range(2):
        await bot.killed()
        await bot.start()
        await bot.quiet()
    assert bot.happened("declarations_closed") == 1
    assert table.count("I was away") == 1
    assert table.count("declarations are closed") == 1
    away = next(number for number, post in enumerate(table.posts) if "I was away" in post)
    assert "declarations are closed" in table.posts[away + 1]
