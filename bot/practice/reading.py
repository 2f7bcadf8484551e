"""Discord's components read back into cards and forms: what a person has before them, and can use.

The inverse of `bot.ui.layout`, so that whoever plays the bot names a button by its label and a menu by
what it asks, as a person does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import discord
from discord.components import Container, MediaGalleryComponent, TextDisplay

from bot.render import Button, Card, Choice, Field, Form, Menu

_SHOWN = 5
"""Choices named of a menu in which nothing is chosen yet."""

_STAMP = re.compile(r"<t:(\d+):[tTdDfFR]>")
_CHANNEL = re.compile(r"<#(\d+)>")
_MARKS = re.compile(r"^#{1,3} |\*\*|(?<!\w)\*(?=\w)|(?<=[\w…])\*(?!\w)", re.MULTILINE)
_ESCAPED = re.compile(r"\\([\\*_~`|>#\[\]()\-])")
_UNITS = (("day", 86400), ("hour", 3600), ("minute", 60))


class Unread(Exception):
    """A message holds something this module does not know; it is never passed over."""


def card_of(message: discord.Message) -> Card:
    """What a message shows, in order."""
    parts: list[str | tuple[Button, ...] | Menu] = [message.content] if message.content else []
    parts += _parts(message.components)
    return Card(tuple(parts))


def _parts(components: Iterable[object]) -> list[str | tuple[Button, ...] | Menu]:
    parts: list[str | tuple[Button, ...] | Menu] = []
    for component in components:
        match component:
            case Container():
                parts += _parts(component.children)
            case TextDisplay():
                parts.append(component.content)
            case MediaGalleryComponent():
                parts += [f"🖼️ {item.description or ''}" for item in component.items]
            case discord.ActionRow():
                buttons = tuple(_button(c) for c in component.children if isinstance(c, discord.Button))
                menus = [_menu(c) for c in component.children if isinstance(c, discord.SelectMenu)]
                parts += [buttons] if buttons else []
                parts += menus
            case _:
                raise Unread(f"a message holds {component!r}")
    return parts


def _button(button: discord.Button) -> Button:
    return Button(button.label or "", button.custom_id or "", disabled=button.disabled)


def _menu(menu: discord.SelectMenu) -> Menu:
    choices = (Choice(o.label, o.value, o.description or "", o.default) for o in menu.options)
    return Menu(menu.custom_id, menu.placeholder or "", tuple(choices), menu.max_values)


def form_of(payload: Mapping[str, Any]) -> Form:
    """A form as it was sent to a person."""
    fields = []
    for label in payload["components"]:
        held = label["component"]
        fields.append(
            Field(
                id=held["custom_id"],
                label=label["label"],
                value=held.get("value") or "",
                hint=label.get("description") or "",
                required=held.get("required", True),
            )
        )
    return Form(payload["custom_id"], payload["title"], tuple(fields))


def buttons(card: Card) -> tuple[Button, ...]:
    """Every button of a card."""
    return tuple(button for part in card.parts if isinstance(part, tuple) for button in part)


def menus(card: Card) -> tuple[Menu, ...]:
    """Every menu of a card."""
    return tuple(part for part in card.parts if isinstance(part, Menu))


def told(card: Card) -> tuple[str, ...]:
    """A card in lines: text, menus in ‹ ›, buttons in [ ]; a button that cannot be pressed in ( )."""
    lines: list[str] = []
    for part in card.parts:
        match part:
            case str():
                lines += part.splitlines()
            case Menu():
                lines.append(f"‹{part.asks}› {_choices(part)}")
            case _:
                lines.append(" ".join(f"({b.label})" if b.disabled else f"[{b.label}]" for b in part))
    return tuple(lines)


def _choices(menu: Menu) -> str:
    chosen = [choice.label for choice in menu.choices if choice.chosen]
    if chosen:
        return ", ".join(chosen)
    more = len(menu.choices) - _SHOWN
    named = ", ".join(choice.label for choice in menu.choices[:_SHOWN])
    return f"{named} … {more} more" if more > 0 else named


def plain(text: str, now: datetime, channels: Mapping[int, str]) -> str:
    """Text as it reads on the screen at `now`: times told, channels named, marks of emphasis gone."""
    text = _STAMP.sub(lambda found: until(int(found[1]) - int(now.timestamp())), text)
    text = _CHANNEL.sub(lambda found: "#" + channels.get(int(found[1]), "another channel"), text)
    return _ESCAPED.sub(r"\1", _MARKS.sub("", text))


def until(seconds: int) -> str:
    """How far off an instant is: `in 90 seconds`, `5 minutes ago`. Units change at two of the larger."""
    unit, size = next((u for u in _UNITS if abs(seconds) >= 2 * u[1]), ("second", 1))
    number = round(abs(seconds) / size)
    words = f"{number} {unit}{'' if number == 1 else 's'}"
    return f"in {words}" if seconds >= 0 else f"{words} ago"
