"""Makes the look book: plays the scenes and takes a picture of every kind of message. `make look`.

Exit codes: 0 made, 2 something is missing, said in one sentence.
"""

from __future__ import annotations

import asyncio
import io
import itertools
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import simcord
from PIL import Image

from bot.client import Dither
from bot.practice.browser import Missing, at_rest, browser
from bot.practice.people import Person, simulated
from bot.practice.pictures import ONLY_THEM, PICTURES, WIDTHS, filename, readme
from bot.practice.scenes import Scenes, newest

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

BOOK = Path("docs/look")
TALL = 2400
"""Height of the page in pixels, so that the longest message is whole."""

COLOURS = 64


class Lens:
    """A browser that takes pictures of what simcord's page shows, at every width."""

    def __init__(self, env: simcord.Env, browser: Browser, folder: Path) -> None:
        self._env = env
        self._browser = browser
        self._folder = folder
        self.taken: list[str] = []

    async def take(self, name: str, person: Person, *, here: bool = False, says: str = "") -> None:
        """Of the newest message there, or the newest that says this."""
        message = newest(person, here=here, private=PICTURES[name].where == ONLY_THEM, says=says)
        async with self._page(person, here) as page:
            await self._each_width(name, page, f'article[data-message-id="{message.id}"]')

    async def form(self, name: str, person: Person, asks: str, choice: str) -> None:
        """Of the form that opens when this is chosen in a menu of their newest direct message."""
        async with self._page(person, here=False) as page:
            await page.get_by_role("combobox", name=asks).last.click()
            await page.get_by_role("option", name=choice).first.click()
            await page.locator("#modal-root [role=dialog]").wait_for()
            await self._each_width(name, page, "#modal-root [role=dialog]")

    async def menu(self, name: str, person: Person, asks: str) -> None:
        """Of their newest direct message, with this menu open."""
        message = newest(person, here=False, private=False, says="")
        async with self._page(person, here=False) as page:
            await page.get_by_role("combobox", name=asks).last.click()
            await page.get_by_role("listbox").first.wait_for()
            await self._each_width(name, page, f'article[data-message-id="{message.id}"]')

    @asynccontextmanager
    async def _page(self, person: Person, here: bool) -> AsyncIterator[Page]:
        channel = person.channel if here else person.user.dm_channel
        viewer = person.member if here else person.user
        async with self._env.preview(channel, viewers=[viewer], layout="channel") as preview:
            page = await self._browser.new_page(viewport={"width": max(WIDTHS.values()), "height": TALL})
            try:
                await page.goto(preview.url)
                await at_rest(page)
                yield page
            finally:
                await page.close()

    async def _each_width(self, name: str, page: Page, what: str) -> None:
        for width, pixels in WIDTHS.items():
            await page.set_viewport_size({"width": pixels, "height": TALL})
            await page.mouse.move(0, 0)
            await asyncio.sleep(0.3)
            await at_rest(page)
            shot = await page.locator(what).screenshot(animations="disabled")
            small = Image.open(io.BytesIO(shot)).convert("RGB").quantize(COLOURS)
            small.save(self._folder / filename(name, width), optimize=True)
        self.taken.append(name)


def make(book: Path) -> None:
    """Take every picture anew, and write the page that shows them; if one fails, all stays as it was.

    Raises:
        Missing: no Chromium, or no playwright.
    """
    with TemporaryDirectory(prefix="dither-look-") as folder:
        new = Path(folder)
        taken = asyncio.run(_shoot(new))
        if missing := set(PICTURES) - set(taken):
            raise ValueError(f"no scene shows {', '.join(sorted(missing))}")
        book.mkdir(parents=True, exist_ok=True)
        for old in book.glob("*.png"):
            old.unlink()
        for picture in new.glob("*.png"):
            shutil.copy(picture, book)
    (book / "README.md").write_text(readme(), encoding="utf-8")


async def _shoot(folder: Path) -> list[str]:
    numbers = itertools.count(0x10)
    bot = Dither(simulated(folder / "look.sqlite3"), lambda: f"{next(numbers):08x}")
    async with browser() as opened:
        try:
            async with simcord.run(bot, shard_count=1) as env:
                assert env.bot.user is not None
                await env.bot.user.edit(username="Dither")
                lens = Lens(env, opened, folder)
                await Scenes(env, lens).play()
                return lens.taken
        finally:
            await bot.close()


def main() -> int:
    """Make the book; gives the exit code."""
    try:
        make(BOOK)
    except Missing as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
