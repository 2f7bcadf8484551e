"""The pictures of the look book: what they are called, how wide they are, and the page that shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.practice.scenes import CHAPTERS
from bot.practice.scenes.stage import Chapter, Picture

WIDTHS: Mapping[str, int] = {"desktop": 960, "phone": 400}
"""Widths of the page in pixels, by name."""

PICTURES: Mapping[str, Picture] = {
    name: picture for chapter in CHAPTERS for name, picture in chapter.pictures.items()
}
"""Every picture of every chapter."""


def filename(name: str, width: str) -> str:
    """The file of a picture at one of the widths."""
    return f"{name}-{width}.png"


def chapters_with(names: Iterable[str]) -> tuple[Chapter, ...]:
    """The chapters in which these pictures are taken.

    Raises:
        KeyError: there is no picture of that name.
    """
    wanted = set(names)
    if unknown := wanted - set(PICTURES):
        raise KeyError(min(unknown))
    return tuple(chapter for chapter in CHAPTERS if wanted & set(chapter.pictures))


def readme() -> str:
    """The look book's page."""
    lines = [
        "# The look book",
        "",
        "Every kind of message Dither sends, as the person sees it who gets it: on a page 960 pixels wide,",
        "and on one of 400, about a phone. `make look` plays the scenes on a simulated Discord and takes the",
        "pictures with a browser. The drawing is simcord's: close to Discord's own, not the same.",
    ]
    for chapter in CHAPTERS:
        lines += ["", f"## {chapter.title}"]
        for name, picture in chapter.pictures.items():
            lines += ["", f"### {picture.what}", "", f"Seen by {picture.who}; {picture.where}.", ""]
            alt = picture.what.replace("*", "")
            shown = (f'<img src="{filename(name, width)}" alt="{alt}, {width}">' for width in WIDTHS)
            lines.append("\n".join(shown))
    return "\n".join(lines) + "\n"
