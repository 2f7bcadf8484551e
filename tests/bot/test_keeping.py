"""Looking after the bot from the command line: one at a time, copies, putting one back, the doctor."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from bot.doctor import examine
from bot.store import Store, StoreError, back_up, claimed, in_use, readable_by_others, restore
from tests.bot.fight import KESH, MIRA, NOON, ORC, SLEEP, declaring, done, row_of, seal
from tests.bot.test_main import SECONDS, TOKEN, assert_refused, bot, running

DATABASE = "dither.sqlite3"


async def filled(path: Path) -> Store:
    """A database with a fight in it, open."""
    store = await Store.open(path)
    await declaring(store, MIRA, KESH, ORC)
    await done(store, seal(SLEEP))
    return store


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# --- one at a time --------------------------------------------------------------------------------------


def test_a_second_bot_on_one_database_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    with running(tmp_path) as first:
        assert_refused(bot(tmp_path, "run", DITHER_TOKEN=TOKEN), DATABASE, "in use by another Dither")
        assert first.poll() is None
        assert in_use(tmp_path / DATABASE)


def test_a_killed_bot_leaves_no_lock_behind(tmp_path: Path) -> None:
    with running(tmp_path) as first:
        first.send_signal(signal.SIGKILL)
        first.wait(timeout=SECONDS)
        assert not in_use(tmp_path / DATABASE)
        with claimed(tmp_path / DATABASE):
            pass


def test_two_paths_to_one_database_are_one(tmp_path: Path) -> None:
    (tmp_path / "other").symlink_to(tmp_path / DATABASE)
    with claimed(tmp_path / DATABASE), pytest.raises(StoreError), claimed(tmp_path / "other"):
        pass


# --- copies -------------------------------------------------------------------------------------------------


async def test_a_copy_made_while_the_bot_writes_is_whole_and_for_its_owner_alone(tmp_path: Path) -> None:
    store = await filled(tmp_path / DATABASE)
    async with store.transaction() as transaction:
        await transaction.set_dm_closed("11", True)
        back_up(tmp_path / DATABASE, tmp_path / "copy.sqlite3")
    await store.close()
    assert mode(tmp_path / "copy.sqlite3") == 0o600
    copy = await Store.open(tmp_path / "copy.sqlite3")
    assert (await row_of(copy)).encounter.declaration("mira") == SLEEP
    async with copy.reading() as reading:
        assert await reading.dm_closed(["11"]) == frozenset(), "what was not committed is not in the copy"
    await copy.close()


async def test_what_was_copied_can_be_put_back_and_what_it_replaced_is_kept(tmp_path: Path) -> None:
    path, copy = tmp_path / DATABASE, tmp_path / "copy.sqlite3"
    store = await filled(path)
    before = await row_of(store)
    back_up(path, copy)
    async with store.transaction() as transaction:
        await transaction.set_dm_closed("11", True)
    await store.close()
    kept = restore(path, copy, NOON)
    assert kept is not None
    store = await Store.open(path)
    assert await row_of(store) == before
    async with store.reading() as reading:
        assert await reading.dm_closed(["11"]) == frozenset()
    await store.close()
    replaced = await Store.open(kept)
    async with replaced.reading() as reading:
        assert await reading.dm_closed(["11"]) == frozenset(["11"])
    await replaced.close()
    assert mode(path) == 0o600
    assert restore(path, copy, NOON) != kept, "a second one at the same instant is kept beside the first"


async def test_what_a_killed_bot_had_stored_is_kept_with_the_replaced_file(tmp_path: Path) -> None:
    path, copy = tmp_path / DATABASE, tmp_path / "copy.sqlite3"
    store = await filled(path)
    back_up(path, copy)
    async with store.transaction() as transaction:
        await transaction.set_dm_closed("11", True)
    # As a kill leaves it: the newest commits stand in the file beside the database.
    killed = tmp_path / "killed"
    killed.mkdir()
    for name in (DATABASE, f"{DATABASE}-wal"):
        (killed / name).write_bytes((tmp_path / name).read_bytes())
    await store.close()
    kept = restore(killed / DATABASE, copy, NOON)
    assert kept is not None
    replaced = await Store.open(kept)
    async with replaced.reading() as reading:
        assert await reading.dm_closed(["11"]) == frozenset(["11"])
    await replaced.close()


async def test_nothing_is_put_back_that_is_not_whole_and_ours(tmp_path: Path) -> None:
    path = tmp_path / DATABASE
    await (await filled(path)).close()
    before = path.read_bytes()
    broken, foreign, newer = (tmp_path / name for name in ("broken", "foreign", "newer"))
    middle = len(before) // 2
    broken.write_bytes(before[:middle] + bytes(4096 * 4) + before[middle + 4096 * 4 :])
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    back_up(path, newer)
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute("PRAGMA user_version = 9999")
    (tmp_path / "notes").write_text("The orc has an axe.", encoding="utf-8")
    for name in ("broken", "foreign", "newer", "notes", "none", DATABASE):
        with pytest.raises(StoreError):
            restore(path, tmp_path / name, NOON)
        assert path.read_bytes() == before, name
    assert [n for n in os.listdir(tmp_path) if n.endswith(".part")] == [], (
        "nothing half made is left lying about"
    )


async def test_a_copy_goes_over_no_other_file_and_into_no_missing_folder(tmp_path: Path) -> None:
    path = tmp_path / DATABASE
    await (await filled(path)).close()
    (tmp_path / "there").write_text("mine", encoding="utf-8")
    for to in (tmp_path / "there", tmp_path / "none" / "copy", tmp_path, path):
        with pytest.raises(StoreError):
            back_up(path, to)
    assert (tmp_path / "there").read_text(encoding="utf-8") == "mine"


async def test_the_command_line_copies_and_puts_back(tmp_path: Path) -> None:
    await (await filled(tmp_path / DATABASE)).close()
    assert bot(tmp_path, "backup", "copy.sqlite3").returncode == 0
    (tmp_path / DATABASE).write_bytes(b"ruined")
    done_ = bot(tmp_path, "restore", "copy.sqlite3")
    assert done_.returncode == 0, done_.stderr
    assert "replaced-" in done_.stdout
    assert_refused(bot(tmp_path, "backup", "copy.sqlite3"), "copy.sqlite3", "is there already")
    assert_refused(bot(tmp_path, "restore", "nowhere"), "nowhere")


def test_nothing_is_put_back_under_a_running_bot(tmp_path: Path) -> None:
    with running(tmp_path) as process:
        assert bot(tmp_path, "backup", "copy.sqlite3").returncode == 0
        assert_refused(bot(tmp_path, "restore", "copy.sqlite3"), "in use by another Dither")
        assert process.poll() is None


# --- the doctor ---------------------------------------------------------------------------------------------


def complaints(folder: Path, at: datetime | None = None, /, **variables: str) -> list[str]:
    """What the doctor finds wrong or odd, but for the libraries of this machine."""
    environ = {"DITHER_TOKEN": TOKEN, "DITHER_DATABASE": str(folder / DATABASE), **variables}
    online = "DITHER_API_URL" in variables
    found = examine(folder / "config.toml", environ, at or datetime.now(UTC), online=online)
    return [f.text for f in found if f.verdict != "well" and "tested with" not in f.text]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "config.toml").write_text("", encoding="utf-8")
    return tmp_path


async def test_the_doctor_finds_nothing_wrong_where_nothing_is(folder: Path) -> None:
    assert complaints(folder) == []
    await (await filled(folder / DATABASE)).close()
    assert complaints(folder, NOON + timedelta(hours=1)) == []


async def test_the_doctor_names_each_thing_that_is_wrong(folder: Path) -> None:
    database = folder / DATABASE
    cases: tuple[tuple[dict[str, str], str], ...] = (
        ({"DITHER_TOKEN": ""}, "no token"),
        ({"DITHER_TOKEN": "my-client-secret"}, "not a bot token"),
        ({"DITHER_LOG_LEVEL": "loud"}, "DITHER_LOG_LEVEL"),
        ({"DITHER_DATABASE": str(folder / "none" / "d")}, "no folder"),
        ({"DITHER_API_URL": "http://127.0.0.1:9"}, "cannot be reached"),
    )
    for variables, word in cases:
        (found,) = complaints(folder, **variables)
        assert word in found
        assert "my-client-secret" not in found
    await (await filled(database)).close()
    database.chmod(0o644)
    found_ = complaints(folder, NOON)
    assert all("chmod 600" in each for each in found_)
    assert len(found_) >= 1
    for file in readable_by_others(database):
        file.chmod(0o600)
    (found,) = complaints(folder, NOON - timedelta(days=1))
    assert "clock is behind" in found
    with claimed(database):
        (found,) = complaints(folder, NOON + timedelta(days=1))
    assert "clock is not running" in found
    database.write_bytes(b"ruined" * 1000)
    (found,) = complaints(folder)
    assert DATABASE in found


def test_the_doctor_warns_of_a_token_that_others_can_read(folder: Path) -> None:
    file = folder / "config.toml"
    file.write_text(f'[discord]\ntoken = "{TOKEN}"', encoding="utf-8")
    file.chmod(0o644)
    (found,) = complaints(folder, DITHER_TOKEN="")
    assert "chmod 600" in found
    file.chmod(0o600)
    assert complaints(folder, DITHER_TOKEN="") == []


class Late(BaseHTTPRequestHandler):
    """A Discord whose clock is an hour ahead of ours, and which knows no token."""

    def do_GET(self) -> None:
        """Refuse, as Discord does; the date is in every answer."""
        self.send_response_only(401)
        self.send_header("Date", format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True))
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def test_the_doctor_compares_the_clock_with_discords(folder: Path) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Late) as server:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}).start()
        (found,) = complaints(folder, DITHER_API_URL=f"http://127.0.0.1:{server.server_port}")
        server.shutdown()
    assert "apart" in found


def test_the_doctor_says_it_in_lines_with_an_exit_code_and_shows_no_token(tmp_path: Path) -> None:
    done_ = bot(tmp_path, "doctor", "--offline", DITHER_TOKEN=TOKEN)
    assert done_.returncode == 0, done_.stdout
    assert "All is well." in done_.stdout
    assert TOKEN not in done_.stdout + done_.stderr
    done_ = bot(tmp_path, "doctor", "--offline")
    assert done_.returncode == 1
    assert "XX" in done_.stdout
    assert os.listdir(tmp_path) == [], "looking makes nothing"
