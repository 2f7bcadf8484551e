"""From cards and forms to discord.py's components."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.narration.chart import Chart
from bot.narration.words import clean
from bot.render import Button, Card, Form, Menu, Tone, cut, fitted

_COLOUR: dict[Tone, int] = {
    "calm": 0x6B7A8F,
    "declare": 0x3B82F6,
    "close": 0xD97706,
    "story": 0x15803D,
    "private": 0x7C3AED,
    "problem": 0xDC2626,
}

_STYLE = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}

NO_MENTIONS = discord.AllowedMentions.none()
"""Nothing the bot says pings anybody."""


PICTURE = "round.png"
"""The name of the file that goes with a card that has a picture."""


def _label(text: str, limit: int) -> str:
    """A label that fits and is not empty: Discord takes no blank one."""
    return cut(clean(text), limit) or "…"


def _row(buttons: tuple[Button, ...]) -> ui.ActionRow[ui.LayoutView]:
    return ui.ActionRow(
        *(
            ui.Button(label=_label(b.label, 80), custom_id=b.id, style=_STYLE[b.style], disabled=b.disabled)
            for b in buttons
        )
    )


def _menu(menu: Menu) -> ui.ActionRow[ui.LayoutView]:
    return ui.ActionRow(
        ui.Select(
            custom_id=menu.id,
            placeholder=_label(menu.asks, 150),
            min_values=0 if menu.most > 1 else 1,
            max_values=min(menu.most, len(menu.choices)),
            options=[
                discord.SelectOption(
                    label=_label(c.label, 100),
                    value=c.value,
                    description=cut(clean(c.hint), 100) or None,
                    default=c.chosen,
                )
                for c in menu.choices
            ],
        )
    )


def _picture(chart: Chart) -> ui.MediaGallery[ui.LayoutView]:
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
    return gallery.add_item(media=f"attachment://{PICTURE}", description=chart.alt)


def layout(card: Card, mark: int | None = None) -> ui.LayoutView:
    """The card as a layout, inside Discord's limits; `mark` is the id of its box, by which it is found again.

    It is stopped: presses come back by their ids, whatever process made them.
    """
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=_COLOUR[card.tone], id=mark)
    parts = fitted(card).parts
    texts = next((place for place, part in enumerate(parts) if not isinstance(part, str)), len(parts))
    for place, part in enumerate(parts):
        if place == texts and card.chart is not None:
            box.add_item(_picture(card.chart))
        match part:
            case str():
                box.add_item(ui.TextDisplay(part))
            case Menu():
                box.add_item(_menu(part))
            case _:
                box.add_item(_row(part))
    if texts == len(parts) and card.chart is not None:
        box.add_item(_picture(card.chart))
    view = ui.LayoutView(timeout=None)
    view.add_item(box)
    view.stop()
    return view


def modal(form: Form) -> ui.Modal:
    """The form as a modal; like layouts it is stopped, and comes back by its id."""
    made = ui.Modal(title=cut(form.title, 45), custom_id=form.id, timeout=None)
    for field in form.fields:
        made.add_item(
            ui.Label(
                text=cut(field.label, 45),
                description=cut(field.hint, 100) or None,
                component=ui.TextInput(
                    custom_id=field.id,
                    style=discord.TextStyle.paragraph if field.long else discord.TextStyle.short,
                    default=field.value[: field.most] or None,
                    required=field.required,
                    max_length=field.most,
                ),
            )
        )
    made.stop()
    return made


def submitted(interaction: discord.Interaction) -> dict[str, str]:
    """What was typed into a form, by field."""
    found: dict[str, str] = {}
    data: dict[str, Any] = dict(interaction.data or {})
    for part in data.get("components", ()):
        for item in (part.get("component"), *part.get("components", ())):
            if item and "custom_id" in item:
                found[item["custom_id"]] = str(item.get("value") or "").strip()
    return found


def chosen(interaction: discord.Interaction) -> list[str]:
    """What was chosen in a menu."""
    data: dict[str, Any] = dict(interaction.data or {})
    return [str(value) for value in data.get("values", ())]


def first_chosen(interaction: discord.Interaction) -> str:
    """The one thing that was chosen in a menu; empty if nothing was."""
    return next(iter(chosen(interaction)), "")
