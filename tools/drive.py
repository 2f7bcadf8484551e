"""Play a whole round at the practice table by clicking in a real browser, and say what was seen at each step.

`make drive`. It needs a Chromium on this machine and the `look` extra (playwright). Exit codes: 0 every
step was as it should be, 1 one was not, 2 something is missing.
"""

from __future__ import annotations

import asyncio
import re
import sys
import time
from asyncio.subprocess import PIPE, Process
from types import TracebackType
from typing import TYPE_CHECKING

from bot.practice.browser import Missing, at_rest, browser

if TYPE_CHECKING:
    from playwright.async_api import Page

SECONDS = 30
"""For declaring: enough for two to declare by clicking, short enough to wait for the third."""

FAILED = "build/drive-failed.png"
"""The page as it was when a step was not as it should be."""

PATIENCE = 15_000
"""Milliseconds to wait for something to appear."""


class Wrong(Exception):
    """A step was not as it should be."""


class Table:
    """The practice table as a process of its own, with its terminal."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._process: Process | None = None
        self._reading: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Table:
        command = (sys.executable, "-W", "ignore", "-m", "bot", "practice", "--port", "0")
        self._process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process is not None
        if self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            self.said.append(line.decode().rstrip())

    async def hears(self, pattern: str) -> str:
        """Wait until the terminal says this; gives what matched."""
        for _ in range(300):
            if found := re.search(pattern, "\n".join(self.said)):
                return found[0]
            await asyncio.sleep(0.1)
        raise Wrong(f"the terminal never said {pattern!r}, only:\n" + "\n".join(self.said))

    def type(self, line: str) -> None:
        """Type a line into the terminal."""
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())

    async def ends(self) -> int:
        """The exit code, once it has ended."""
        assert self._process is not None
        return await asyncio.wait_for(self._process.wait(), 20)


class Hand:
    """What a person can do in the page."""

    def __init__(self, page: Page) -> None:
        self._page = page

    async def place(self, title: str) -> None:
        """Wait until the page shows this place."""
        shown = self._page.locator(".practice-bar button[aria-current=true]", has_text=title)
        await shown.wait_for(timeout=PATIENCE)
        await self.rest()

    async def rest(self) -> None:
        """Wait until the page has nothing to do."""
        await at_rest(self._page)

    async def reads(self, text: str | re.Pattern[str], patience: int = PATIENCE) -> None:
        """Wait until the newest messages show this text."""
        found = self._page.locator("#channel-message-list").get_by_text(text).last
        await found.wait_for(timeout=patience)

    async def text(self) -> str:
        """Everything in the conversation."""
        return str(await self._page.locator("#channel-message-list").inner_text())

    async def command(self, name: str, **options: str) -> None:
        """Type a slash command, its options, and send it."""
        box = self._page.locator("#channel-composer-input")
        await box.click()
        await box.press_sequentially(f"/{name}", delay=15)
        await self._page.locator("#channel-composer").get_by_role("option", name=f"/{name}").first.click()
        for option, value in options.items():
            await self._page.locator("#channel-composer").get_by_role("option", name=option).first.click()
            await self._page.keyboard.type(value)
        await self._page.locator("#channel-composer").get_by_role("button", name="Send").click()
        await self.rest()

    async def pick(self, asks: str, choice: str) -> None:
        """Choose in a menu."""
        await self._page.locator("#channel-message-list").get_by_role("combobox", name=asks).last.click()
        await self._page.get_by_role("option", name=choice, exact=False).first.click()
        await self.rest()

    async def press(self, label: str) -> None:
        """Press a button."""
        await self._page.locator("#channel-message-list").get_by_role("button", name=label).last.click()
        await self.rest()

    async def fill(self, **fields: str) -> None:
        """Fill in the form that is open, by the beginning of its labels, and send it."""
        form = self._page.locator("#modal-root").get_by_role("dialog")
        for label, value in fields.items():
            await form.get_by_label(re.compile(label.replace("_", " "))).first.fill(value)
        await form.get_by_role("button", name="Submit").click()
        await self.rest()

    async def bar(self, place: str) -> None:
        """Go to another place by the bar above the page."""
        await self._page.locator(".practice-bar button", has_text=place).click()
        await self.place(place)

    async def picture(self, path: str) -> None:
        """A picture of the page, to see why something is not as it should be."""
        await self._page.screenshot(path=path)


def step(text: str) -> None:
    """Say that a step was as it should be."""
    print(f"ok  {text}", flush=True)


async def play(table: Table, hand: Hand) -> None:
    """The round: open, two declare, the third lets the time run out, and all is seen."""
    await hand.place("the-sunken-shrine")
    await hand.reads("Try this first.")
    step("the page shows the channel, and what to try first")
    await hand.command("round open", time=f"{SECONDS}s")
    opened = time.monotonic()
    await hand.reads("Round 1")
    await hand.reads(re.compile(rf"in ({SECONDS}|{SECONDS - 1}|{SECONDS - 2}|{SECONDS - 3}) seconds"))
    step(f"/round open, typed: the board is there, closing in {SECONDS} seconds")
    await table.hears(r"1 new in Mira's direct messages")
    step("the terminal says that something is new in Mira's direct messages")
    table.type("mira")
    await hand.place("Mira")
    await hand.reads("Mira · round 1")
    step("`mira`, typed in the terminal: the page changes by itself to her panel")
    await declare_as_mira(hand)
    await hand.bar("Borin")
    await hand.reads("Borin · round 1")
    step("the bar: Borin's panel")
    await declare_as_borin(hand)
    await hand.bar("the-sunken-shrine")
    await hand.reads("Sealed:")
    if not re.search(r"Sealed: Mira[^\n]*Borin", await hand.text()):
        raise Wrong("the board does not show Mira and Borin as sealed")
    if "sleep" in await hand.text():
        raise Wrong("the channel shows a declaration before the close")
    left = SECONDS - (time.monotonic() - opened)
    step(f"the board shows who has sealed, not what, and waits for Kesh; {left:.0f} seconds are left")
    await see_the_close(hand, opened)
    await hand.bar("Kesh")
    await hand.reads("Kesh did not declare")
    step("Kesh's panel says that he did not declare")
    await hand.bar("GM")
    await hand.bar("the-sunken-shrine")
    await hand.command("encounter status")
    await hand.press("Open the next round")
    await hand.reads("Round 2 — declare")
    step("/encounter status, as the GM, and its button: round 2 is open, its board in the channel")
    table.type("quit")
    if await table.ends() != 0 or "nothing is kept" not in "\n".join(table.said):
        raise Wrong("the table did not close in order")
    step("`quit` closes the table in order")


async def declare_as_mira(hand: Hand) -> None:
    """A spell, after moving, by menus and a form."""
    await hand.pick("What will you do?", "Cast a spell")
    await hand.fill(Which_spell="sleep", Casting_time="3", At_whom="the orcs by the altar")
    await hand.reads("Your plan")
    step("Mira: Cast a spell, a form filled in: the panel shows her plan")
    await hand.pick("Move?", "Move 36 ft before")
    await hand.reads(re.compile("[Mm]ov(es|ing) 36 ft"))
    step("Mira: Move, 36 ft before: the plan has it")
    await hand.press("Seal it")
    await hand.reads("You can change or withdraw it")
    step("Mira: Seal it: sealed")


async def declare_as_borin(hand: Hand) -> None:
    """A melee attack, by menus."""
    await hand.pick("What will you do?", "Melee attack")
    await hand.pick("At whom?", "Orc 1")
    await hand.pick("With which weapon?", "axe")
    await hand.press("Seal it")
    await hand.reads("You can change or withdraw it")
    step("Borin: Melee attack, Orc 1, axe, Seal it: sealed")


async def see_the_close(hand: Hand, opened: float) -> None:
    """The time runs out by itself, and the page shows it by itself."""
    await hand.reads("declarations are closed", patience=(SECONDS + 20) * 1000)
    took = time.monotonic() - opened
    if not SECONDS - 3 < took < SECONDS + 15:
        raise Wrong(f"declarations closed after {took:.0f} seconds, not {SECONDS}")
    step(f"declarations closed by themselves, seen after {took:.0f} seconds of real time")
    await hand.reads("segment by segment")
    text = await hand.text()
    for wanted in ("Kesh", "Delay", "sleep", "Borin"):
        if wanted not in text:
            raise Wrong(f"the channel does not tell of {wanted}")
    step("the channel shows the close, Kesh's Delay, and the round segment by segment")


async def drive() -> int:
    """Drive the table; gives the exit code. Raises Missing if there is no browser."""
    async with browser() as opened, Table() as table:
        page = await opened.new_page(viewport={"width": 1100, "height": 900})
        page.set_default_timeout(PATIENCE)
        hand = Hand(page)
        try:
            await page.goto(await table.hears(r"http://127\.0\.0\.1:\d+/#\S+"))
            await play(table, hand)
        except Exception as error:
            print(f"NOT {error}", flush=True)
            await hand.picture(FAILED)
            print(f"See {FAILED}, and what the terminal said:\n" + "\n".join(table.said[-15:]))
            return 1
    print("The round was played through.")
    return 0


def main() -> int:
    """Drive, or say what is missing; gives the exit code."""
    try:
        return asyncio.run(drive())
    except Missing as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
