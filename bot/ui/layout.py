"""From cards and forms to discord.py's components."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.render import MOST_CHOICES, Button, Card, Form, Menu, Tone, cut

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


def _row(buttons: tuple[Button, ...]) -> ui.ActionRow[ui.LayoutView]:
    return ui.ActionRow(
        *(
            ui.Button(label=cut(b.label, 80), custom_id=b.id, style=_STYLE[b.style], disabled=b.disabled)
            for b in buttons
        )
    )


def _menu(menu: Menu) -> ui.ActionRow[ui.LayoutView]:
    choices = menu.choices[:MOST_CHOICES]
    return ui.ActionRow(
        ui.Select(
            custom_id=menu.id,
            placeholder=cut(menu.asks, 150),
            min_values=0 if menu.most > 1 else 1,
            max_values=min(menu.most, len(choices)),
            options=[
                discord.SelectOption(
                    label=cut(c.label, 100),
                    value=c.value,
                    description=cut(c.hint, 100) or None,
                    default=c.chosen,
                )
                for c in choices
            ],
        )
    )


def layout(card: Card) -> ui.LayoutView:
    """The card as a layout. It is stopped: presses come back by their ids, whatever process made them."""
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=_COLOUR[card.tone])
    for part in card.parts:
        match part:
            case str():
                box.add_item(ui.TextDisplay(part))
            case Menu() if not part.choices:
                continue  # Discord takes no menu without choices: with nobody left to pick, none is shown.
            case Menu():
                box.add_item(_menu(part))
            case _:
                box.add_item(_row(part))
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
