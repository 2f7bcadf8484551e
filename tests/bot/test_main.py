"""The command line as a process: what keeps it from its work is one sentence and code 2, no traceback."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.x-wrong-token-of-the-right-shape_00000"
SECONDS = 30
"""How long a process may take on a busy machine."""


def surroundings(**variables: str) -> dict[str, str]:
    """The environment of a process: the path, no settings but these, and nothing outside to reach."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("DITHER_")}
    nowhere = {"DITHER_API_URL": "http://127.0.0.1:9", "DITHER_GATEWAY_URL": "ws://127.0.0.1:9"}
    return {**kept, "PYTHONPATH": str(ROOT), **nowhere, **variables}


def bot(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """`python -m bot` with these arguments, in an empty folder."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env=surroundings(**variables),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


@contextmanager
def running(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A bot that has begun its work and waits for Discord's answer."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(SECONDS)
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with subprocess.Popen(
            [sys.executable, "-m", "bot", "run"],
            cwd=folder,
            env=surroundings(DITHER_TOKEN=TOKEN, DITHER_API_URL=address),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                called, _ = silent.accept()
                with called:
                    yield process
            finally:
                process.kill()
                process.communicate(timeout=SECONDS)


def assert_refused(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """The process gave up with code 2 and one sentence that has these words."""
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert done.returncode == 2
    assert "Traceback" not in done.stdout
    assert [word for word in words if word not in lines[0]] == []


class Refusing(BaseHTTPRequestHandler):
    """A Discord that knows no token."""

    def do_GET(self) -> None:
        """Answer as Discord does to a wrong token."""
        body = b'{"message": "401: Unauthorized", "code": 0}'
        self.send_response(401)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def refusing() -> Iterator[str]:
    """The address of a Discord that knows no token."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Refusing) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/api/v10"
        server.shutdown()
        thread.join()


def test_help_needs_neither_discord_nor_the_rest_of_the_bot(tmp_path: Path) -> None:
    code = "import sys; sys.modules['discord'] = None; from bot.__main__ import main; main(['--help'])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=surroundings(),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert all(command in done.stdout for command in ("run", "demo", "commands", "health"))


def test_no_token_is_said(tmp_path: Path) -> None:
    assert_refused(bot(tmp_path, "run"), "no token", "DITHER_TOKEN", "config.toml")


def test_what_is_no_token_is_said_and_not_shown(tmp_path: Path) -> None:
    done = bot(tmp_path, "run", DITHER_TOKEN="my-client-secret")
    assert_refused(done, "not a bot token", "DITHER_TOKEN")
    assert "my-client-secret" not in done.stdout + done.stderr


def test_a_broken_config_is_said(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[table]\nreminder = 1", encoding="utf-8")
    assert_refused(bot(tmp_path, "run", DITHER_TOKEN=TOKEN), "config.toml", "reminder_share")
    assert_refused(bot(tmp_path, "run", "--config", "none.toml"), "none.toml")


def test_a_wrong_token_is_said_and_not_shown(tmp_path: Path, refusing: str) -> None:
    done = bot(tmp_path, "run", DITHER_TOKEN=TOKEN, DITHER_API_URL=refusing, DITHER_LOG_LEVEL="debug")
    assert_refused(done, "does not accept this token", "DITHER_TOKEN")
    assert TOKEN not in done.stdout + done.stderr


def test_an_unreachable_discord_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"http://127.0.0.1:{taken.getsockname()[1]}/api/v10"
    assert_refused(
        bot(tmp_path, "run", DITHER_TOKEN=TOKEN, DITHER_API_URL=address), "cannot be reached", address
    )


def test_a_database_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for path in (str(tmp_path), str(tmp_path / "file" / "dither.sqlite3")):
        assert_refused(bot(tmp_path, "run", DITHER_TOKEN=TOKEN, DITHER_DATABASE=path), path)


def test_a_file_that_is_no_database_is_said(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("The orc has an axe.\n" * 100, encoding="utf-8")
    done = bot(tmp_path, "run", DITHER_TOKEN=TOKEN, DITHER_DATABASE="notes.txt")
    assert_refused(done, "notes.txt")
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8").startswith("The orc")


def test_a_database_of_a_newer_bot_is_said(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "new.sqlite3")
    connection.execute("PRAGMA user_version = 9999")
    connection.close()
    assert_refused(bot(tmp_path, "run", DITHER_TOKEN=TOKEN, DITHER_DATABASE="new.sqlite3"), "new")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_told_to_stop_it_stops_in_order(tmp_path: Path, number: signal.Signals) -> None:
    with running(tmp_path) as process:
        process.send_signal(number)
        _, errors = process.communicate(timeout=SECONDS)
    assert (process.returncode, errors) == (0, "")


def test_an_unknown_ruleset_is_said(tmp_path: Path) -> None:
    assert_refused(bot(tmp_path, "demo", "--ruleset", "chess"), "chess", "segments")


def test_the_commands_are_listed(tmp_path: Path) -> None:
    done = bot(tmp_path, "commands")
    assert done.returncode == 0, done.stderr
    assert "/" in done.stdout


def test_ill_health_is_code_1_and_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("The orc has an axe.\n" * 100, encoding="utf-8")
    for variables in ({"DITHER_DATABASE": "notes.txt"}, {"DITHER_LOG_LEVEL": "loud"}):
        done = bot(tmp_path, "health", **variables)
        assert done.returncode == 1
        assert len(done.stderr.strip().splitlines()) == 1
