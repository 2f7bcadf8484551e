"""What can be typed in the terminal while the table is open."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import AsyncIterator

from bot.practice.front import Front
from bot.practice.news import News
from bot.practice.room import CHANNEL, Place, Room
from bot.practice.script import Script

LOOK_EVERY = 1.0
"""Seconds between two looks for news."""

HELP = (
    "  channel             show the channel (the page lets you change whom you view it as)\n"
    "  gm mira borin kesh  show that person's direct messages\n"
    "  list                what there is to see, and what is new there\n"
    "  demo                watch a round being played into the open table\n"
    "  quit                close the table; nothing is kept"
)


def say(text: str) -> None:
    """Print at once, for whoever reads through a pipe."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


class Prompt:
    """Reads lines until `quit`, and tells of news in places that are not shown."""

    def __init__(self, room: Room, front: Front, news: News) -> None:
        self._room = room
        self._front = front
        self._news = news
        self._told = ""
        self._demo: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Until `quit`; without a terminal, or at its end, until cancelled."""
        watching = asyncio.create_task(self._watch(), name="practice news")
        try:
            async for line in _lines():
                if not await self._do(line.strip().lower()):
                    return
            await asyncio.Event().wait()
        finally:
            for task in (watching, self._demo):
                if task is not None:
                    task.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await task

    async def _do(self, asked: str) -> bool:
        """Do what was asked; False to end."""
        match asked:
            case "":
                say(self._overview())
            case "quit" | "exit" | "q":
                return False
            case "help" | "?":
                say(HELP)
            case "list" | "ls":
                say(self._overview())
            case "demo":
                self._begin_demo()
            case _:
                key = asked.removeprefix("#")
                if key == self._room.channel.name:
                    key = CHANNEL
                if not await self._front.show(key):
                    say(f"There is no {asked} here. `help` says what can be typed.")
        return True

    def _overview(self) -> str:
        lines = []
        for place in self._room.places():
            shown = self._front.shown is not None and place.key == self._front.shown.key
            new = 0 if shown else self._news.count(place)
            lines.append(
                f"{'>' if shown else ' '} {place.key:<8} {place.title}" + (f": {new} new" if new else "")
            )
        return "\n".join(lines)

    def _begin_demo(self) -> None:
        if self._demo is not None and not self._demo.done():
            say("The demo is being played already.")
            return
        self._demo = asyncio.create_task(self._play(), name="practice demo")

    async def _play(self) -> None:
        await Script(self._room, lambda text: say(f"  {text}")).play()
        say("  The demo is over; all have declared, so the bot closes the round within seconds.")

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            shown = self._front.shown
            if shown is not None:
                self._news.look(shown)
            told = self._news.told([place for place in self._room.places() if place != shown])
            if told and told != self._told:
                say(f"* {told}")
            self._told = told


def shows(place: Place, address: str) -> str:
    """What to say when a place is shown."""
    who = ", ".join(viewer.name for viewer in place.viewers)
    seen = f"as any of {who}" if len(place.viewers) > 1 else f"as {who}"
    return f"{place.title}, seen {seen}: {address}"


async def _lines() -> AsyncIterator[str]:
    """Lines of standard input as they come; ends with it."""
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[str | None] = asyncio.Queue()

    def read() -> None:
        # os.read, not sys.stdin: a thread waiting in a buffered read would hold up the end of Python.
        rest = b""
        while True:
            try:
                got = os.read(0, 4096)
            except OSError:
                got = b""
            *lines, rest = (rest + got).split(b"\n")
            with contextlib.suppress(RuntimeError):  # the loop is closed
                for line in lines:
                    loop.call_soon_threadsafe(queue.put_nowait, line.decode(errors="replace"))
                if not got:
                    loop.call_soon_threadsafe(queue.put_nowait, None)
            if not got:
                return

    threading.Thread(target=read, name="practice input", daemon=True).start()
    while (line := await queue.get()) is not None:
        yield line
