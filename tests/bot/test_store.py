"""The store: whole transactions, schema, rows as they were, and the outbox's order."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot import table
from bot.store import DraftRow, MessageRow, Say, Store, StoreError, health
from rules import Encounter
from rules import commands as cmd
from tests.bot.fight import (
    ANN,
    BEN,
    GM,
    KESH,
    KEY,
    MIRA,
    NOON,
    ORC,
    POLICY,
    SLEEP,
    at,
    begin,
    declaring,
    done,
    row_of,
    seal,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "fights" / "dither.sqlite3"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    path.parent.mkdir()
    opened = await Store.open(path)
    yield opened
    await opened.close()


OURS = sorted((Path(__file__).parents[2] / "bot" / "migrations").glob("*.sql"))
NOW = len(OURS)
"""The schema of this program."""


def scripts(folder: Path, *bodies: str, first: int = NOW) -> Path:
    """So many of our migrations, and these after them."""
    folder.mkdir(exist_ok=True)
    for number, body in enumerate((*(file.read_text() for file in OURS[:first]), *bodies), 1):
        (folder / f"{number:04}_step.sql").write_text(body)
    return folder


def one(path: Path, sql: str) -> object:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchone()[0]


# --- opening ------------------------------------------------------------------------------------------


async def test_only_the_owner_may_read_the_file(store: Store, path: Path) -> None:
    await begin(store)
    assert {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()} == {0o600}


async def test_opening_three_times_migrates_once_and_needs_no_copy(tmp_path: Path) -> None:
    path = tmp_path / "d.sqlite3"
    for _ in range(3):
        await (await Store.open(path)).close()
    assert one(path, "PRAGMA user_version") == NOW
    assert os.listdir(tmp_path) == ["d.sqlite3"]


async def test_a_migration_keeps_the_rows_and_a_copy_from_before_it(tmp_path: Path) -> None:
    path = tmp_path / "d.sqlite3"
    store = await Store.open(path)
    await begin(store, MIRA)
    await store.close()
    later = scripts(tmp_path / "m", "ALTER TABLE people ADD COLUMN tongue TEXT;")
    store = await Store.open(path, migrations=later)
    assert (await row_of(store)).encounter.combatants == (MIRA,)
    await store.close()
    assert one(path, "PRAGMA user_version") == NOW + 1
    copy = tmp_path / f"d.sqlite3.before-{NOW + 1}"
    assert one(copy, "PRAGMA user_version") == NOW
    assert one(copy, "SELECT id FROM encounters") == KEY
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


async def test_a_fight_of_the_first_schema_goes_on_in_this_one(tmp_path: Path) -> None:
    path = tmp_path / "d.sqlite3"
    await (await Store.open(path, migrations=scripts(tmp_path / "m", first=1))).close()
    state = Encounter(gms=(GM.id,), combatants=(MIRA,)).model_dump_json()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "INSERT INTO encounters (id, guild_id, channel_id, ruleset, created_at, seed, state, snapshot,"
            " snapshot_seq, seq, round, declaration_seconds)"
            " VALUES (?, 5, 100, 'segments', 0, 's', ?, ?, 3, 3, 0, 60)",
            (KEY, state, state),
        )
        connection.commit()
    store = await Store.open(path)
    await done(store, cmd.OpenRound())
    row = await row_of(store)
    async with store.reading() as reading:
        assert (await reading.snapshot(KEY))[1] == row.seq
        act = await reading.last_act(KEY)
    assert act is not None
    assert (await table.undo(store, KEY, GM, act.number, NOON, POLICY)).refusal is None
    assert (await row_of(store)).encounter.combatants == (MIRA,)
    nothing = await table.undo(store, KEY, GM, 1, NOON, POLICY)
    assert nothing.refusal == table.Denial("nothing-to-undo")
    await store.close()


async def test_a_migration_that_fails_leaves_the_schema_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "d.sqlite3"
    await (await Store.open(path)).close()
    broken = scripts(tmp_path / "m", "CREATE TABLE half (a TEXT);\nINSERT INTO nowhere VALUES (1);")
    for _ in range(2):
        with pytest.raises(StoreError, match="nowhere"):
            await Store.open(path, migrations=broken)
    assert one(path, "PRAGMA user_version") == NOW
    assert one(path, "SELECT count(*) FROM sqlite_schema WHERE name = 'half'") == 0
    await (await Store.open(path)).close()


async def test_a_schema_newer_than_the_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "d.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="newer Dither"):
        await Store.open(path)


async def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "d.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreError, match="another program's"):
        await Store.open(path)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("nowhere/d.sqlite3", "no folder"),
        ("folder", "is a folder"),
        ("letter/d.sqlite3", "no folder"),
        ("letter", "file is not a database"),
    ],
)
async def test_a_path_that_cannot_be_used_is_said_in_one_sentence(
    tmp_path: Path, where: str, said: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "letter").write_text("Dear Sir, " * 200)
    with pytest.raises(StoreError, match=said) as raised:
        await Store.open(tmp_path / where)
    assert str(raised.value).endswith(".")
    assert "\n" not in str(raised.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
async def test_a_folder_that_may_not_be_written_is_said(tmp_path: Path) -> None:
    os.chmod(tmp_path, 0o500)
    with pytest.raises(StoreError, match="cannot be written"):
        await Store.open(tmp_path / "d.sqlite3")


# --- transactions -------------------------------------------------------------------------------------


async def test_an_exception_in_the_body_takes_everything_back(store: Store) -> None:
    await begin(store, MIRA)
    before = await row_of(store)

    async def body() -> None:
        async with store.transaction() as transaction:
            await transaction.save_encounter(replace(before, declaration_seconds=999))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await body()
    assert await row_of(store) == before


async def test_a_cancel_in_the_body_is_heard_after_the_commit(store: Store) -> None:
    await begin(store, MIRA)
    before = await row_of(store)

    async def body() -> None:
        async with store.transaction() as transaction:
            for seconds in range(200, 220):
                await transaction.save_encounter(replace(before, declaration_seconds=seconds))

    task = asyncio.create_task(body())
    for _ in range(8):
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await row_of(store)).declaration_seconds == 219


async def test_a_cancel_while_waiting_for_the_lock_does_nothing(store: Store) -> None:
    await begin(store, MIRA)
    before = await row_of(store)

    async def body() -> None:
        async with store.transaction() as transaction:
            await transaction.save_encounter(replace(before, declaration_seconds=999))

    async with store.transaction():
        task = asyncio.create_task(body())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert await row_of(store) == before


async def test_two_hundred_cancelled_transactions_are_each_whole_or_nothing(store: Store) -> None:
    await begin(store)

    async def body(number: int) -> None:
        async with store.transaction() as transaction:
            await transaction.set_dm_closed(f"{number} left", True)
            await transaction.set_dm_closed(f"{number} right", True)

    tasks = [asyncio.create_task(body(number)) for number in range(200)]
    await asyncio.sleep(0.02)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    async with store.reading() as reading:
        left = await reading.dm_closed(f"{number} left" for number in range(200))
        right = await reading.dm_closed(f"{number} right" for number in range(200))
    assert {name.split()[0] for name in left} == {name.split()[0] for name in right}


# --- rows ---------------------------------------------------------------------------------------------


async def test_an_encounter_comes_back_as_it_was_saved(store: Store) -> None:
    await declaring(store, MIRA, ORC)
    row = await row_of(store)
    changed = replace(row, remind_at=None, close_at=at(4.321), seq=row.seq)
    async with store.transaction() as transaction:
        await transaction.save_encounter(changed)
    assert await row_of(store) == changed


async def test_an_instant_without_a_time_zone_is_refused(store: Store) -> None:
    with pytest.raises(TypeError):
        async with store.reading() as reading:
            await reading.due(datetime(2030, 1, 1))


async def test_a_channel_has_one_open_encounter(store: Store) -> None:
    await begin(store, MIRA)
    async with store.reading() as reading:
        assert (await reading.encounter_in(100)) == await reading.encounter(KEY)
        assert await reading.encounter_in(101) is None
    await done(store, cmd.EndEncounter())
    async with store.reading() as reading:
        assert await reading.encounter_in(100) is None


async def test_the_encounters_of_a_person_are_those_of_gm_and_seats(store: Store) -> None:
    await begin(store, MIRA, key="one", channel=1)
    await begin(store, KESH, key="two", channel=2)
    await done(store, cmd.RemoveCombatant(who="kesh"), key="two")
    await done(store, cmd.AddCombatants(combatants=(MIRA,)), key="two")

    async def keys(person: str) -> list[str]:
        async with store.reading() as reading:
            return [row.id for row in await reading.encounters_of(person)]

    assert await keys(GM.id) == ["one", "two"]
    assert await keys(ANN.id) == ["one", "two"]
    assert await keys(BEN.id) == []
    await done(store, cmd.EndEncounter(), key="one")
    assert await keys(ANN.id) == ["two"]


async def test_a_draft_is_kept_until_dropped(store: Store) -> None:
    await declaring(store, MIRA)
    half = DraftRow(KEY, 1, ANN.id, "mira", {"step": "target", "picked": ["cast"]})
    async with store.transaction() as transaction:
        await transaction.save_draft(half)
        assert await transaction.draft(KEY, 1, ANN.id, "mira") == half
        assert await transaction.complete_drafts(KEY, 1) == ()
        whole = replace(half, complete=SLEEP)
        await transaction.save_draft(whole)
        assert await transaction.complete_drafts(KEY, 1) == (whole,)
        await transaction.drop_draft(KEY, 1, ANN.id, "mira")
        assert await transaction.draft(KEY, 1, ANN.id, "mira") is None


async def test_a_message_is_found_by_round_kind_and_person(store: Store) -> None:
    await begin(store)
    board = MessageRow(KEY, 1, "board", "", 100, 7)
    panel = MessageRow(KEY, 1, "panel", ANN.id, 200, 8)
    async with store.transaction() as transaction:
        await transaction.save_message(replace(board, message_id=6))
        await transaction.save_message(board)
        await transaction.save_message(panel)
        assert await transaction.message(KEY, 1, "board") == board
        assert await transaction.message(KEY, 1, "panel", ANN.id) == panel
        assert await transaction.message(KEY, 2, "board") is None
        assert await transaction.messages(KEY, 1) == (board, panel)
        assert await transaction.messages(KEY, 1, "panel") == (panel,)


async def test_a_person_is_told_once_that_direct_messages_are_closed(store: Store) -> None:
    async with store.transaction() as transaction:
        assert not await transaction.tell_of_closed_dm(ANN.id, NOON)
        for closed, told in [(True, True), (True, False), (False, False), (True, True)]:
            await transaction.set_dm_closed(ANN.id, closed)
            assert await transaction.tell_of_closed_dm(ANN.id, NOON) is told
        assert await transaction.dm_closed([ANN.id, BEN.id]) == {ANN.id}


async def test_the_next_due_instant_is_the_earliest_of_all_encounters(store: Store) -> None:
    async with store.reading() as reading:
        assert await reading.next_due() is None
    await declaring(store, MIRA, key="a")
    await begin(store, KESH, key="bb", channel=7)
    await done(store, cmd.OpenRound(), key="bb", seconds=10)
    async with store.reading() as reading:
        assert await reading.next_due() == at(60)
        assert await reading.next_due(after=at(60)) == at(70)
        assert await reading.due(at(59.999)) == ()
        assert await reading.due(at(60)) == ("a",)
        assert await reading.due(at(200)) == ("a", "bb")


# --- outbox -------------------------------------------------------------------------------------------


async def test_a_board_waits_once_however_often_it_changes(store: Store) -> None:
    await begin(store)
    async with store.transaction() as transaction:
        for say in (Say("board", 1), Say("board", 1), Say("board", 2), Say("panel", 1, ANN.id)):
            await transaction.queue(KEY, say, NOON)
        await transaction.queue(KEY, Say("news", 1, first=1, last=1), NOON)
        await transaction.queue(KEY, Say("news", 1, first=2, last=2), NOON)
        said = [(post.say.kind, post.say.round) for post in await transaction.posts_due(NOON)]
    assert said == [("board", 1), ("board", 2), ("panel", 1), ("news", 1), ("news", 1)]


async def test_a_board_that_changed_while_it_was_sent_is_drawn_again(store: Store) -> None:
    await begin(store)
    async with store.transaction() as transaction:
        await transaction.queue(KEY, Say("board", 1), NOON)
        (post,) = await transaction.posts_due(NOON)
        await transaction.queue(KEY, Say("board", 1), NOON)
        await transaction.mark_sent(post, NOON)
        (again,) = await transaction.posts_due(NOON)
        assert again.id == post.id
        await transaction.mark_sent(again, NOON)
        assert await transaction.posts_due(NOON) == ()
        assert await transaction.next_post_due() is None


async def test_nothing_is_told_before_what_came_before_it(store: Store) -> None:
    await begin(store)
    await begin(store, key="other", channel=2)
    async with store.transaction() as transaction:
        await transaction.queue(KEY, Say("close", 1, first=1, last=1), NOON)
        await transaction.queue(KEY, Say("summary", 1, first=2, last=2), NOON)
        await transaction.queue(KEY, Say("board", 1), NOON)
        await transaction.queue(KEY, Say("question", 1, GM.id, 2, 2), NOON)
        await transaction.queue("other", Say("close", 1, first=1, last=1), NOON)
        close = (await transaction.posts_due(NOON))[0]
        await transaction.retry_at(close, at(30))
        ready = await transaction.posts_due(NOON)
        assert [(post.key, post.say.kind) for post in ready] == [
            (KEY, "board"),
            (KEY, "question"),
            ("other", "close"),
        ]
        for post in ready:
            await transaction.mark_sent(post, NOON)
        assert await transaction.next_post_due() == at(30)
        first, second = await transaction.posts_due(at(30))
        assert (first.say.kind, first.attempts, second.say.kind) == ("summary", 0, "close")
        await transaction.mark_failed(first, "the channel is gone")
        assert [post.id for post in await transaction.posts_due(at(30))] == [close.id]


async def test_events_come_back_in_order_without_those_undone(store: Store, path: Path) -> None:
    await declaring(store, MIRA, ORC)
    outcome = await done(store, seal(SLEEP), ANN)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE events SET undone = 1 WHERE seq = 1")
        connection.commit()
    async with store.reading() as reading:
        events = await reading.events(KEY, 1, 99)
    assert [event.kind for event in events] == ["combatant_added", "round_opened", "declaration_sealed"]
    assert events[-1:] == outcome.events


# --- health -------------------------------------------------------------------------------------------


async def test_a_bot_at_work_and_one_at_rest_are_healthy(tmp_path: Path) -> None:
    path = tmp_path / "d.sqlite3"
    store = await Store.open(path)
    await declaring(store, MIRA)
    assert health(path, at(1)) is None
    await store.close()
    assert health(path, at(1)) is None


async def test_an_overdue_deadline_is_unhealthy(store: Store, path: Path) -> None:
    await declaring(store, MIRA)
    assert health(path, at(239)) is None
    assert "clock" in (health(path, at(241)) or "")


async def test_a_post_long_due_is_unhealthy(store: Store, path: Path) -> None:
    await begin(store)
    async with store.transaction() as transaction:
        await transaction.queue(KEY, Say("news", 1, first=1, last=1), NOON)
    assert health(path, NOON + timedelta(seconds=600)) is None
    assert "outbox" in (health(path, NOON + timedelta(seconds=601)) or "")


def test_a_database_that_is_absent_or_of_another_schema_is_unhealthy(tmp_path: Path) -> None:
    path = tmp_path / "d.sqlite3"
    assert "cannot be read" in (health(path) or "")
    assert not path.exists()
    sqlite3.connect(path).close()
    assert "schema 0" in (health(path) or "")
