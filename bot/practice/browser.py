"""The system's Chromium, without a window: for the look book and the drive."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--hide-scrollbars"]


class Missing(Exception):
    """There is no browser to be had. Its text is one sentence of what is missing."""


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """A browser for a while. Raises Missing if there is none on this machine."""
    chromium = next((found for name in _NAMES if (found := shutil.which(name))), None)
    if chromium is None:
        raise Missing("There is no Chromium on this machine; install it from the system's packages.")
    try:
        from playwright.async_api import async_playwright  # noqa: PLC0415
    except ModuleNotFoundError:
        raise Missing("Playwright is missing; install it: pip install -e '.[look]'.") from None
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=chromium, args=_ARGUMENTS)
        try:
            yield opened
        finally:
            await opened.close()


async def at_rest(page: Page) -> None:
    """Wait until simcord's page has nothing to do. Raises TimeoutError if it never has."""
    for _ in range(300):
        if await page.evaluate("window.simcordPreview?.ready === true"):
            return
        await asyncio.sleep(0.05)
    raise TimeoutError("the page did not come to rest")
