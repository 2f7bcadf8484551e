"""Cards: what one message holds, inside Discord's limits, before it becomes Discord's components.

A card is plain data, so that what a player sees can be made, split and tested without Discord.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from typing import Literal

from bot.narration.chart import Chart

TEXT_LIMIT = 3800
"""Characters of text in one message; Discord takes 4000 in all, the rest is for headings and page numbers."""

TEXT_MOST = 4000
"""Characters of text Discord takes in one message, over all its blocks."""

MOST_COMPONENTS = 40
"""Components in one message: the box, its texts, its rows, and what is in the rows."""

MOST_BUTTONS = 5
"""Buttons in one row."""

MOST_CHOICES = 25
"""Choices in one menu."""

_LINE = 1900
"""Characters after which a line is broken, so that two fit on a page."""

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


Part = str | tuple[Button, ...] | Menu
"""A block of text, a row of buttons, or a menu."""


@dataclass(frozen=True, slots=True)
class Card:
    """One message: blocks of text, rows of buttons and menus, in order, with a tone for its colour."""

    parts: tuple[Part, ...]
    tone: Tone = "calm"
    chart: Chart | None = None
    """A picture that goes with it, drawn when it is sent."""

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


def size(text: str) -> int:
    """Characters of the text as Discord may count them at most: a sign outside the first plane is two."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut(text: str, limit: int) -> str:
    """The text, shortened with an ellipsis if it is longer than `limit` characters."""
    return text if size(text) <= limit else f"{_head(text, limit - 1).rstrip()}…"


def _head(text: str, limit: int) -> str:
    """As much of the beginning as fits, and no half of an escape or of a sign."""
    kept = text.encode("utf-16-le", "surrogatepass")[: 2 * limit].decode("utf-16-le", "ignore")
    slashes = len(kept) - len(kept.rstrip("\\"))
    return kept[:-1] if slashes % 2 else kept


def _shortened(text: str, limit: int) -> str:
    """The text cut at the end of a line, or of a word, if there is one near."""
    if size(text) <= limit:
        return text
    head = _head(text, limit - 2)
    for between in ("\n", " "):
        whole, found, _ = head.rpartition(between)
        if found and size(whole) > limit * 2 // 3:
            return f"{whole}{between}…"
    return f"{head}…"


def as_many(lines: Sequence[str], limit: int, more: str) -> list[str]:
    """The lines that fit into `limit` characters; of those that do not, how many there are and `more`."""
    shown: list[str] = []
    total = 0
    for line in lines:
        total += size(line) + 1
        if total > limit:
            return [*shown, f"… and {len(lines) - len(shown)} more: {more}"]
        shown.append(line)
    return shown


def relative(instant: datetime) -> str:
    """Discord's own countdown to the instant."""
    return f"<t:{int(instant.timestamp())}:R>"


def full(instant: datetime) -> str:
    """The instant as Discord writes it out for each reader, day and hour."""
    return f"<t:{int(instant.timestamp())}:F>"


def text_card(
    title: str, lines: Iterable[str] = (), tone: Tone = "calm", buttons: Sequence[Button] = ()
) -> Card:
    """A card of a title, lines, and one row of buttons."""
    body = "\n".join(lines)
    parts: list[Part] = [part for part in (title, body) if part]
    if buttons:
        parts.append(tuple(buttons))
    return Card(tuple(parts), tone)


def pages(title: str, lines: Sequence[str], tone: Tone, buttons: Sequence[Button] = ()) -> tuple[Card, ...]:
    """The lines as one card, or several with their parts numbered; nothing is left out.

    They are cut between lines; a line that is very long, between its items. Buttons go under the last.
    """
    groups: list[list[str]] = [[]]
    total, most = 0, TEXT_LIMIT - size(title)
    for line in chain.from_iterable(map(_broken, lines)):
        if groups[-1] and total + size(line) + 1 > most:
            groups.append([])
            total = 0
        groups[-1].append(line)
        total += size(line) + 1
    many = len(groups)
    cards = [
        text_card(f"{title or '…'} · part {number} of {many}" if many > 1 else title, group, tone)
        for number, group in enumerate(groups, 1)
    ]
    if buttons:
        cards[-1] = replace(cards[-1], parts=(*cards[-1].parts, tuple(buttons)))
    return tuple(cards)


def _broken(line: str) -> Iterator[str]:
    """The line, or several where it is very long: broken between items, else between words."""
    while size(line) > _LINE:
        head = _head(line, _LINE)
        for between in (" · ", "; ", ", ", " "):
            whole, found, _ = head.rpartition(between)
            if found and size(whole) > _LINE // 2:
                head = whole + between
                break
        yield head.rstrip()
        line = line[len(head) :]
    yield line


def fitted(card: Card) -> Card:
    """The card as Discord takes it, whatever is in it: the one place that guarantees it.

    No empty block, row or menu, no choice twice, no more of anything than is allowed. Whoever makes a card
    sees to it that nothing is lost here that matters.
    """
    parts: list[Part] = []
    for part in card.parts:
        match part:
            case str():
                parts += [part] if part.strip() else []
            case Menu():
                first: dict[str, Choice] = {}
                for choice in part.choices:
                    first.setdefault(choice.value, choice)
                choices = tuple(first.values())[:MOST_CHOICES]
                parts += [replace(part, choices=choices)] if choices else []
            case _:
                parts += [part[i : i + MOST_BUTTONS] for i in range(0, len(part), MOST_BUTTONS)]
    parts = _few(parts) or ["…"]
    while (over := sum(size(part) for part in parts if isinstance(part, str)) - TEXT_MOST) > 0:
        place = max(range(len(parts)), key=lambda i: size(p) if isinstance(p := parts[i], str) else 0)
        longest = parts[place]
        assert isinstance(longest, str)
        parts[place] = _shortened(longest, max(size(longest) - over, size(longest) // 2))
    return replace(card, parts=tuple(parts))


def _few(parts: list[Part]) -> list[Part]:
    """No more components than a message may have: texts are joined before anything is dropped."""
    if _components(parts) <= MOST_COMPONENTS:
        return parts
    joined: list[Part] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(before := joined[-1], str):
            joined[-1] = f"{before}\n{part}"
        else:
            joined.append(part)
    while _components(joined) > MOST_COMPONENTS:
        joined.pop()
    return joined


def _components(parts: Sequence[Part]) -> int:
    inside = (0 if isinstance(part, str) else 1 if isinstance(part, Menu) else len(part) for part in parts)
    return 1 + len(parts) + sum(inside)
