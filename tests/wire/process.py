"""The bot as a process of its own, started from a configuration file, stopped, killed and started again."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import sqlite3
from contextlib import closing
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from tests.wire import entry
from tests.wire.loopback import Loopback
from tests.wire.things import PACE

_CONTEXT = multiprocessing.get_context("forkserver")
# What takes two seconds to import is imported once; each bot is a fork of that.
_CONTEXT.set_forkserver_preload(["pytest", "tests.wire.entry", "bot.client", "bot.start"])

SETTINGS = {"answer_seconds": 2.5, "early_close_seconds": 0, "redraw_seconds": 0}


class Bot:
    """One bot, with its database in that folder."""

    def __init__(
        self, folder: Path, loopback: Loopback, *, shard: tuple[int, int] | None = None, **table: float
    ) -> None:
        self.folder = folder
        self.database = folder / "dither.sqlite3"
        self.log = folder / "bot.log"
        self._loopback = loopback
        self._shard = shard
        self._table = SETTINGS | table
        self._config = folder / "config.toml"
        self.process: ForkServerProcess | None = None
        self.shift = 0.0

    async def start(self, *, die: str = "", wait: bool = True, **environment: str) -> None:
        """Start, and wait until it is connected."""
        self._write()
        if self._shard is None:
            self._loopback.gateway.sessions.clear()
        environment |= {"WIRE_SPEED": str(PACE.speed), "WIRE_BASE": str(PACE.base)}
        environment |= {"WIRE_SHIFT": str(self.shift), "WIRE_DIE": die}
        arguments = ["run", "--config", str(self._config)]
        self.process = _CONTEXT.Process(target=entry.run, args=(arguments, environment, str(self.log)))
        await asyncio.to_thread(self.process.start)
        if wait:
            await self.connected()

    async def connected(self) -> None:
        """Wait until it is ready, or dead."""
        gateway = self._loopback.gateway
        await self._loopback.until(
            lambda: any(self._shard in (None, s.shard) for s in gateway.live) or not self.alive,
            60,
            f"no bot: {self.said()}",
        )

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self.process is not None and self.process.is_alive()

    def kill(self) -> None:
        """SIGKILL: it ends where it is."""
        assert self.process is not None
        self.process.kill()

    async def killed(self) -> None:
        """SIGKILL, and wait for the end."""
        self.kill()
        await self.ended()

    def terminate(self) -> None:
        """SIGTERM: it is to end in order."""
        if self.process is not None and self.process.pid is not None and self.alive:
            os.kill(self.process.pid, signal.SIGTERM)

    async def stop(self) -> None:
        """SIGTERM, and wait for the end."""
        self.terminate()
        await self.ended()

    async def ended(self, seconds: float = 15) -> int | None:
        """Wait for the end; the exit code."""
        if self.process is None:
            return None
        try:
            await self._loopback.until(lambda: not self.alive, seconds, f"it does not end: {self.said()}")
        finally:
            if self.alive:
                self.process.kill()
        return self.process.exitcode

    def said(self) -> str:
        """All it has written."""
        return self.log.read_text(encoding="utf-8") if self.log.exists() else ""

    def rows(self, sql: str, *parameters: object) -> list[tuple[object, ...]]:
        """What stands in its database."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=10)) as connection:
            return connection.execute(sql, parameters).fetchall()

    def declared(self) -> set[str]:
        """Names of those whose declaration is stored, of any round."""
        names: dict[str, str] = {}
        found = set()
        for (event,) in self.rows("SELECT event FROM events WHERE undone = 0 ORDER BY seq"):
            told = json.loads(str(event))
            if told["kind"] == "combatant_added":
                names[told["combatant"]["id"]] = told["combatant"]["name"]
            elif told["kind"] == "declaration_sealed":
                found.add(names[told["who"]])
        return found

    def happened(self, kind: str) -> int:
        """How many events of that kind are stored."""
        sql = "SELECT count(*) FROM events WHERE undone = 0 AND json_extract(event, '$.kind') = ?"
        return int(str(self.rows(sql, kind)[0][0]))

    def waiting(self) -> int:
        """Posts not sent yet."""
        sql = "SELECT count(*) FROM outbox WHERE sent_at IS NULL AND failed IS NULL"
        return int(str(self.rows(sql)[0][0]))

    async def quiet(self, seconds: float = 15) -> None:
        """Wait until all is said."""
        await self._loopback.until(lambda: not self.waiting(), seconds, "it still has something to say")

    def whole(self) -> bool:
        """Whether SQLite finds its file sound."""
        return self.rows("PRAGMA integrity_check") == [("ok",)]

    def _write(self) -> None:
        lines = [
            "[discord]",
            f'token = "{self._loopback.token}"',
            f'api_url = "{self._loopback.api_url}"',
            f'gateway_url = "{self._loopback.gateway_url}"',
            *([f"shard_ids = [{self._shard[0]}]\nshard_count = {self._shard[1]}"] if self._shard else []),
            "[storage]",
            f'database = "{self.database}"',
            "[table]",
            *(f"{key} = {value}" for key, value in self._table.items()),
        ]
        self._config.write_text("\n".join(lines) + "\n", encoding="utf-8")
