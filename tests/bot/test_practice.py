"""The practice table as a process: the page, the terminal, and an orderly end. Clicking is `make drive`."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import simcord

from bot.client import Dither
from bot.config import SIMULATED, Config, StorageSettings, TableSettings
from bot.practice.news import News
from bot.practice.pace import catch_up
from bot.practice.room import furnish
from bot.practice.script import Script

ROOT = Path(__file__).parents[2]
SECONDS = 40


class Terminal:
    """`python -m bot practice`, with what was said so far."""

    def __init__(self, folder: Path, *arguments: str, stdin: int = subprocess.PIPE) -> None:
        surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder)}
        self.process = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "bot", "practice", *(arguments or ("--port", "0"))],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            env=surroundings,
        )
        # A table that hangs fails its test instead of holding it up.
        self._limit = threading.Timer(2 * SECONDS, self.process.kill)
        self._limit.daemon = True
        self._limit.start()

    def hears(self, pattern: str) -> str:
        """Read on until a line has this; gives what matched."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(pattern, line):
                return found[0]
        raise AssertionError(f"it ended without saying {pattern}")

    def type(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()


def ask(address: str, path: str, *, key: str | None = None, post: bool = False) -> tuple[int, str]:
    """The status and text of a page of the table."""
    base, _, token = address.partition("#")
    headers = {"X-Simcord-Capability": token if key is None else key}
    request = urllib.request.Request(base.rstrip("/") + path, headers=headers, data=b"" if post else None)
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, ""


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(tmp_path)
    with opened.process:
        yield opened
        opened.process.kill()


def test_the_page_shows_places_and_the_terminal_switches_them(terminal: Terminal) -> None:
    address = terminal.hears(r"http://127\.0\.0\.1:\d+/#\S+")
    terminal.hears("quit +close the table")
    status, page = ask(address, "/")
    assert status == 200
    assert "/practice/bar.js" in page
    assert ask(address, "/practice/bar.js")[0] == 200
    shown = json.loads(ask(address, "/practice/state")[1])
    assert shown["shown"] == "channel"
    assert [place["key"] for place in shown["places"]] == ["channel", "gm", "mira", "borin", "kesh"]
    terminal.type("mira")
    assert terminal.hears(r"Mira's direct messages, seen as Mira: http\S+").endswith(address)
    assert ask(address, "/practice/show/borin", post=True)[0] == 200
    terminal.hears("Borin's direct messages, seen as Borin")
    assert json.loads(ask(address, "/practice/state")[1])["shown"] == "borin"
    assert ask(address, "/practice/show/nobody", post=True)[0] == 404
    terminal.type("nobody")
    terminal.hears("There is no nobody here")
    terminal.type("quit")
    terminal.hears("nothing is kept")
    assert terminal.process.wait(SECONDS) == 0


def test_without_the_address_nobody_gets_in_and_a_signal_ends_it_leaving_nothing(
    terminal: Terminal, tmp_path: Path
) -> None:
    address = terminal.hears(r"http://127\.0\.0\.1:\d+/#\S+")
    terminal.hears("quit +close the table")
    for path in ("/practice/state", "/api/state"):
        assert ask(address, path, key="guessed")[0] == 401
    assert ask(address, "/practice/show/mira", key="", post=True)[0] == 401
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.process.wait(SECONDS) == 0
    assert terminal.process.stderr is not None
    assert "Traceback" not in terminal.process.stderr.read()
    assert not list(tmp_path.iterdir())


def test_without_a_terminal_it_serves_until_it_is_told_to_end(tmp_path: Path) -> None:
    served = Terminal(tmp_path, stdin=subprocess.DEVNULL)
    with served.process:
        address = served.hears(r"http://127\.0\.0\.1:\d+/#\S+")
        served.hears("quit +close the table")
        assert ask(address, "/practice/state")[0] == 200
        served.process.terminate()
        assert served.process.wait(SECONDS) == 0


def test_a_port_that_is_taken_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        refused = Terminal(tmp_path, "--port", port)
        _, error = refused.process.communicate(timeout=SECONDS)
    assert refused.process.returncode == 2
    assert f"Port {port} is taken" in error
    assert "Traceback" not in error


async def test_the_script_plays_every_step_and_what_it_brings_is_news_elsewhere(tmp_path: Path) -> None:
    settings = Config(
        discord=SIMULATED,
        storage=StorageSettings(database=tmp_path / "practice.sqlite3"),
        table=TableSettings(clock_cap_seconds=86400, redraw_seconds=0),
    )
    bot = Dither(settings)
    said: list[str] = []
    try:
        async with simcord.run(bot, shard_count=1) as env:
            await catch_up(env)
            assert abs(datetime.now(UTC) - env.now()) < timedelta(seconds=5)
            room = await furnish(env)
            news = News()
            channel, *direct = room.places()
            for place in room.places():
                news.look(place)
            before = news.fingerprint(channel)
            await Script(room, said.append, pause=0).play()
            assert [line for line in said if "left out" in line] == []
            assert news.fingerprint(channel) != before
            assert all(news.count(place) for place in direct)
            told = news.told(room.places())
            assert "new in #the-sunken-shrine" in told
            assert "new in Mira's direct messages" in told
            await env.advance_time(10)
            text = "\n".join(str(message.components) for message in channel.channel.history())
            assert "segment by segment" in text
    finally:
        await bot.close()
