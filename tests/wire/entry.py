"""The bot as a process that dies where a test says, or lives faster; nothing of this is in the bot itself.

WIRE_SPEED   how many times faster its clock and its loop run, since WIRE_BASE (seconds since 1970)
WIRE_SHIFT   seconds its clock is ahead
WIRE_DIE     before-commit:N, after-commit:N (of writing transactions, counted from the start of the process),
             statement:N (any SQL statement), migration:N (the Nth statement while the schema changes)
WIRE_DISK    a file: while it says "full" the database cannot grow, while "readonly" it takes no change
"""

from __future__ import annotations

import asyncio
import os
import selectors
import signal
import sqlite3
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import discord

import bot.start  # noqa: F401 - loaded once, in the process the others are forked from
from bot.__main__ import main
from bot.store import opening
from bot.store.transaction import Transaction


def die() -> None:
    """At once, without a word."""
    os.kill(os.getpid(), signal.SIGKILL)


class _Countdown:
    def __init__(self, number: int) -> None:
        self._left = number

    def __call__(self) -> None:
        self._left -= 1
        if self._left == 0:
            die()


def set_up() -> None:
    """Arrange what the environment asks for."""
    speed, shift = float(os.environ.get("WIRE_SPEED", "1")), float(os.environ.get("WIRE_SHIFT", "0"))
    if speed != 1 or shift:
        _time(speed, shift)
    if disk := os.environ.get("WIRE_DISK"):
        _disk(Path(disk))
    where, _, number = os.environ.get("WIRE_DIE", "").partition(":")
    if where in ("before-commit", "after-commit"):
        _die_at_commit(where, _Countdown(int(number)))
    elif where:
        _die_at_statement(where, _Countdown(int(number)))


def _time(speed: float, shift: float) -> None:
    real = discord.utils.utcnow
    start = datetime.fromtimestamp(float(os.environ.get("WIRE_BASE", "0")), UTC)

    def utcnow() -> datetime:
        return start + (real() - start) * speed + timedelta(seconds=shift)

    discord.utils.utcnow = utcnow
    if speed == 1:
        return

    class Hurried(selectors.DefaultSelector):
        def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
            return super().select(timeout if timeout is None or timeout <= 0 else timeout / speed)

    class Loop(asyncio.SelectorEventLoop):
        def __init__(self) -> None:
            super().__init__(Hurried())

        def time(self) -> float:
            return super().time() * speed

    class Policy(asyncio.DefaultEventLoopPolicy):
        def new_event_loop(self) -> asyncio.AbstractEventLoop:
            return Loop()

    asyncio.set_event_loop_policy(Policy())


def _disk(file: Path) -> None:
    run = Transaction.run

    async def troubled(self: Transaction, statement: str) -> None:
        if statement == "BEGIN IMMEDIATE":
            state = file.read_text(encoding="utf-8")  # noqa: ASYNC240 - a word, in tests
            await run(self, f"PRAGMA max_page_count = {1 if state == 'full' else 2**30}")
            await run(self, f"PRAGMA query_only = {int(state == 'readonly')}")
        await run(self, statement)

    Transaction.run = troubled  # type: ignore[method-assign, assignment]


def _die_at_commit(where: str, countdown: _Countdown) -> None:
    run = Transaction.run

    async def dying(self: Transaction, statement: str) -> None:
        if statement.startswith("BEGIN"):
            self.writes = statement == "BEGIN IMMEDIATE"  # type: ignore[attr-defined]
        counts = statement == "COMMIT" and self.writes  # type: ignore[attr-defined]
        if counts and where == "before-commit":
            countdown()
        await run(self, statement)
        if counts and where == "after-commit":
            countdown()

    Transaction.run = dying  # type: ignore[method-assign, assignment]


def _die_at_statement(where: str, countdown: _Countdown) -> None:
    connect = opening.connected
    migrating = False

    def trace(statement: str) -> None:
        nonlocal migrating
        if where == "migration":
            migrating = (migrating or statement.startswith("VACUUM")) and statement != "COMMIT"
            if not migrating:
                return
        countdown()

    def connected(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.set_trace_callback(trace)
        return connection

    opening.connected = connected


def run(arguments: Sequence[str], environment: dict[str, str], out: str) -> None:
    """In a process just forked: the bot, writing to this file."""
    file = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(file, 1)
    os.dup2(file, 2)
    os.environ.update(environment)
    set_up()
    sys.exit(main(arguments))


if __name__ == "__main__":
    set_up()
    sys.exit(main())
