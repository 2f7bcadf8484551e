"""Makes the look book: plays the scenes and takes a picture of every kind of message. `make look`.

`python -m bot.practice.look NAME…` takes these pictures alone, and leaves the others as they are.

Exit codes: 0 made, 2 something is missing, said in one sentence.
"""

from __future__ import annotations

import asyncio
import io
import shutil
import sys
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import discord
import simcord
from PIL import Image

from bot.practice.browser import Missing, at_rest, browser
from bot.practice.people import Person
from bot.practice.pictures import PICTURES, WIDTHS, chapters_with, filename, readme
from bot.practice.scenes.stage import staged

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

BOOK = Path("docs/look")
TALL = 2400
"""Height of the page in pixels, so that the longest message is whole."""

COLOURS = 64
_FORM = "#modal-root [role=dialog]"


class Lens:
    """A browser that takes pictures of what simcord's page shows, at every width; of those wanted."""

    def __init__(self, env: simcord.Env, browser: Browser, folder: Path, wanted: Collection[str]) -> None:
        self._env = env
        self._browser = browser
        self._folder = folder
        self._wanted = wanted

    async def message(self, name: str, person: Person, shown: discord.Message) -> None:
        """Of a message."""
        if name in self._wanted:
            async with self._page(person, shown) as page:
                await self._each_width(name, page, _article(shown))

    async def menu(self, name: str, person: Person, shown: discord.Message, asks: str) -> None:
        """Of a message with this menu open."""
        if name in self._wanted:
            async with self._page(person, shown) as page:
                await page.locator(_article(shown)).get_by_role("combobox", name=asks).click()
                await page.get_by_role("listbox").first.wait_for()
                await self._each_width(name, page, _article(shown))

    async def form(
        self, name: str, person: Person, shown: discord.Message, opens: str, choice: str = ""
    ) -> None:
        """Of the form that opens by this button on a message, or by a choice in this menu."""
        if name not in self._wanted:
            return
        async with self._page(person, shown) as page:
            within = page.locator(_article(shown))
            if choice:
                await within.get_by_role("combobox", name=opens).click()
                await page.get_by_role("option", name=choice).first.click()
            else:
                await within.get_by_role("button", name=opens).click()
            await page.locator(_FORM).wait_for()
            await self._each_width(name, page, _FORM)

    @asynccontextmanager
    async def _page(self, person: Person, shown: discord.Message) -> AsyncIterator[Page]:
        direct = person.user.dm_channel
        if shown.channel.id == direct.id:
            preview = self._env.preview(direct, viewers=[person.user], layout="channel")
        else:
            places = (person.channel, *person.channel.threads)
            place = next(place for place in places if place.id == shown.channel.id)
            preview = self._env.preview(place, viewers=[person.member], layout="channel")
        async with preview:
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


def _article(shown: discord.Message) -> str:
    return f'article[data-message-id="{shown.id}"]'


def make(book: Path, names: Collection[str] = ()) -> None:
    """Take these pictures anew, or all, and write the page that shows them; if one fails, all stays.

    Raises:
        KeyError: there is no picture of that name.
        Missing: no Chromium, or no playwright.
    """
    wanted = set(names) or set(PICTURES)
    with TemporaryDirectory(prefix="dither-look-") as folder:
        new = Path(folder)
        asyncio.run(_shoot(new, wanted))
        taken = {picture.name for picture in new.glob("*.png")}
        if missing := {filename(name, width) for name in wanted for width in WIDTHS} - taken:
            raise ValueError(f"no scene shows {', '.join(sorted(missing))}")
        book.mkdir(parents=True, exist_ok=True)
        if wanted == set(PICTURES):
            for old in book.glob("*.png"):
                old.unlink()
        for picture in taken:
            shutil.copy(new / picture, book)
    (book / "README.md").write_text(readme(), encoding="utf-8")


async def _shoot(folder: Path, wanted: Collection[str]) -> None:
    async with browser() as opened:
        for chapter in chapters_with(wanted):
            with TemporaryDirectory(prefix="dither-scene-") as kept:
                camera = partial(Lens, browser=opened, folder=folder, wanted=wanted)
                async with staged(chapter, Path(kept), camera) as stage:
                    await chapter.play(stage)


def main(names: Sequence[str]) -> int:
    """Make the book, or these pictures of it; gives the exit code."""
    try:
        make(BOOK, names)
    except KeyError as unknown:
        print(
            f"There is no picture called {unknown.args[0]}; docs/look/README.md shows all.", file=sys.stderr
        )
        return 2
    except Missing as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
