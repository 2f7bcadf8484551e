"""The look book is complete and says what it shows; `make look`, which needs a browser, takes it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.practice.pictures import PICTURES, WIDTHS, filename, readme

BOOK = Path(__file__).parents[1] / "docs" / "look"
MOST_BYTES = 6_000_000
PNG = b"\x89PNG\r\n\x1a\n"


def test_every_kind_of_message_has_its_picture_at_every_width_and_nothing_else_lies_there() -> None:
    wanted = {filename(name, width) for name in PICTURES for width in WIDTHS}
    assert {path.name for path in BOOK.glob("*") if path.name != "README.md"} == wanted


def test_the_page_of_the_look_book_is_the_generated_one() -> None:
    assert (BOOK / "README.md").read_text(encoding="utf-8") == readme()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_picture_is_a_png_no_wider_than_the_page_it_was_taken_of(width: str) -> None:
    for name in PICTURES:
        data = (BOOK / filename(name, width)).read_bytes()
        assert data.startswith(PNG), name
        assert int.from_bytes(data[16:20]) <= WIDTHS[width], name


def test_the_look_book_stays_small() -> None:
    assert sum(path.stat().st_size for path in BOOK.iterdir()) < MOST_BYTES


def test_every_picture_shown_by_the_readme_exists() -> None:
    text = (BOOK.parents[1] / "README.md").read_text(encoding="utf-8")
    for path in re.findall(r"docs/look/[\w-]+\.png", text):
        assert (BOOK.parents[1] / path).is_file(), path
