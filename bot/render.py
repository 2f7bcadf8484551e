"""Cards: what one message holds, inside Discord's limits, before it becomes Discord's components.

A card is plain data, so that what a player sees can be made, split and tested without Discord.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

TEXT_LIMIT = 3800
"""Characters of text in one message; Discord takes 4000 in all, the rest is for headings and page numbers."""

MOST_CHOICES = 25
"""Choices in one menu."""

Tone = Literal["calm", "declare", "close", "story", "private", "problem"]
Style = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Button:
    """A button: its label and the id that comes back when it is pressed."""

    label: str
    id: str
    style: Style = "secondary"
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice of a menu."""

    label: str
    value: str
    hint: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu: what it asks, and its choices. `most` above 1 lets several be chosen, or none."""

    id: str
    asks: str
    choices: tuple[Choice, ...]
    most: int = 1


@dataclass(frozen=True, slots=True)
class Card:
    """One message: blocks of text, rows of buttons and menus, in order, with a tone for its colour."""

    parts: tuple[str | tuple[Button, ...] | Menu, ...]
    tone: Tone = "calm"

    @property
    def text(self) -> str:
        """All its text."""
        return "\n".join(part for part in self.parts if isinstance(part, str))


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form."""

    id: str
    label: str
    value: str = ""
    hint: str = ""
    required: bool = True
    long: bool = False
    most: int = 100


@dataclass(frozen=True, slots=True)
class Form:
    """A form that opens over Discord."""

    id: str
    title: str
    fields: tuple[Field, ...]


def cut(text: str, limit: int) -> str:
    """The text, shortened with an ellipsis if it is longer than `limit` characters."""
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"


def relative(instant: datetime) -> str:
    """Discord's own countdown to the instant."""
    return f"<t:{int(instant.timestamp())}:R>"


def clock_time(instant: datetime) -> str:
    """The instant in the reader's own time zone."""
    return f"<t:{int(instant.timestamp())}:t>"


def text_card(
    title: str, lines: Iterable[str] = (), tone: Tone = "calm", buttons: Sequence[Button] = ()
) -> Card:
    """A card of a title, lines, and one row of buttons."""
    body = "\n".join(lines)
    parts: list[str | tuple[Button, ...] | Menu] = [part for part in (title, body) if part]
    if buttons:
        parts.append(tuple(buttons))
    return Card(tuple(parts), tone)


def pages(title: str, lines: Sequence[str], tone: Tone, buttons: Sequence[Button] = ()) -> tuple[Card, ...]:
    """The lines as one card, or several with their parts numbered, cut only between lines.

    Buttons go under the last.
    """
    groups: list[list[str]] = [[]]
    size = 0
    for line in (cut(line, TEXT_LIMIT) for line in lines):
        if groups[-1] and size + len(line) + 1 > TEXT_LIMIT - len(title):
            groups.append([])
            size = 0
        groups[-1].append(line)
        size += len(line) + 1
    many = len(groups)
    cards = [
        text_card(f"{title or '…'} · part {number} of {many}" if many > 1 else title, group, tone)
        for number, group in enumerate(groups, 1)
    ]
    if buttons:
        cards[-1] = replace(cards[-1], parts=(*cards[-1].parts, tuple(buttons)))
    return tuple(cards)
