"""The house rules bite: each import the architecture forbids breaks a contract."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

GOOD = {
    "rules/__init__.py": "import hashlib\nimport pydantic\n",
    "bot/__init__.py": "",
    "bot/__main__.py": "def main():\n    from bot import client, start\n",
    "bot/start.py": "import discord\nfrom bot import client, config\nfrom bot.store import Store\n",
    "bot/config.py": "import pydantic\n",
    "bot/client.py": "import discord\nimport bot.cogs.play, bot.clock, bot.outbox\n",
    "bot/cogs/__init__.py": "",
    "bot/cogs/play.py": "import discord\nfrom bot import narration, table, ui\n",
    "bot/clock.py": "import discord\nfrom bot import table\n",
    "bot/outbox.py": "import discord\nfrom bot import render, store\n",
    "bot/ui/__init__.py": "import discord\nfrom bot import render\n",
    "bot/render.py": "import discord\nfrom bot import narration\n",
    "bot/narration.py": "import rules\n",
    "bot/table.py": "import rules\nfrom bot import store\n",
    "bot/store.py": "import sqlite3\nimport rules\n",
}
"""The shape the architecture asks for, in miniature."""

PURE = "rules knows no bot"
SPEAKING = "client -> cogs, clock"
DECIDING = "cogs, clock -> table"
DISCORD = "discord is imported only"
SQL = "sqlite3 is imported only"

BAD = [
    ("rules/__init__.py", "import bot.config", PURE),
    ("rules/__init__.py", "import discord", PURE),
    ("rules/__init__.py", "from asyncio import sleep", PURE),
    ("rules/__init__.py", "import random", PURE),
    ("rules/__init__.py", "import secrets", PURE),
    ("rules/__init__.py", "def now():\n    import time", PURE),
    ("rules/__init__.py", "from datetime import datetime", PURE),
    ("rules/__init__.py", "import logging", PURE),
    ("bot/narration.py", "import discord", DISCORD),
    ("bot/table.py", "import discord", DISCORD),
    ("bot/store.py", "import discord", DISCORD),
    ("bot/config.py", "from discord.http import Route", DISCORD),
    ("bot/table.py", "import sqlite3", SQL),
    ("bot/cogs/play.py", "import sqlite3", SQL),
    ("bot/narration.py", "import bot.render", SPEAKING),
    ("bot/render.py", "import bot.ui", SPEAKING),
    ("bot/ui/__init__.py", "import bot.cogs.play", SPEAKING),
    ("bot/cogs/play.py", "import bot.clock", SPEAKING),
    ("bot/outbox.py", "import bot.client", SPEAKING),
    ("bot/client.py", "import bot.start", SPEAKING),
    ("bot/table.py", "import bot.clock", DECIDING),
    ("bot/store.py", "import bot.table", DECIDING),
]


def lint(folder: Path) -> str:
    """What import-linter says of a house in `folder` under our contracts; empty when all are kept."""
    (folder / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    linter = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", linter, "--no-cache"],
        cwd=folder,
        # Wide, so that the names of contracts are not wrapped.
        env={**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "300"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr


def build(folder: Path, files: dict[str, str]) -> Path:
    """These files, written into `folder`."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_the_house_in_miniature_keeps_every_contract(tmp_path: Path) -> None:
    assert lint(build(tmp_path, GOOD)) == ""


def test_modules_that_are_yet_to_come_break_nothing(tmp_path: Path) -> None:
    assert lint(build(tmp_path, {"rules/__init__.py": "", "bot/__init__.py": ""})) == ""


@pytest.mark.parametrize(("file", "line", "contract"), BAD)
def test_a_forbidden_import_breaks_its_contract(tmp_path: Path, file: str, line: str, contract: str) -> None:
    said = lint(build(tmp_path, {**GOOD, file: f"{GOOD[file]}\n{line}\n"}))
    broken = [row for row in said.splitlines() if " BROKEN" in row]
    assert any(contract in row for row in broken), said


def test_the_rules_package_is_typed_and_so_is_the_bot() -> None:
    assert (ROOT / "rules" / "py.typed").is_file()
    assert (ROOT / "bot" / "py.typed").is_file()
