"""A creature's particulars as people type them."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.cogs.common import known_to
from bot.narration.words import can_be_seen, clean, escape
from bot.render import cut
from rules import (
    Ability,
    AbilityLine,
    Encounter,
    Settings,
    SpeedUnclear,
    Weapon,
    as_ability,
    parse_speed,
    read_ability,
    read_weapons,
)

SPEED = 'Speed in feet per round, e.g. 120, or 12" in inches.'
ENCUMBERED = "Carries so much that Dexterity helps no shot (phases)."
WEAPONS = "With speed factor, commas between: long sword 5, short bow (bow), axe 7 (thrown)."

Name = app_commands.Range[str, 1, 60]
"""A name to be given; a group's members get a number behind it."""

Whom = app_commands.Range[str, 1, 100]
"""A name that is there already, or what stands for it in the list."""

Line = app_commands.Range[str, 1, 1500]
"""An ability as it is printed."""

Words = app_commands.Range[str, 1, 300]
Adjustment = app_commands.Range[int, -5, 5]


MOST_ABILITIES = 24
"""Abilities of one creature."""


class Unreadable(Exception):
    """What was typed cannot be read; the text says why and what is allowed."""


def read_name(text: str) -> str:
    """A name as it is kept, without what cannot be seen; raises Unreadable where nothing is left."""
    if not can_be_seen(text):
        raise Unreadable("Nothing of that name can be seen. Give one with letters, digits or signs in it.")
    return clean(text)


def read_speed(text: str | None, house: Settings) -> int | None:
    """A speed in feet per round, as the house reads it; None if none was given; raises Unreadable (K-2)."""
    if text is None:
        return None
    try:
        return parse_speed(text, house.bare_speed)
    except SpeedUnclear:
        inches = text.strip()
        raise Unreadable(
            f'Is {escape(inches)} a speed in inches or in feet? Write {escape(inches)}" for inches '
            f"({int(inches) * 10} ft a round), or {escape(inches)} ft."
        ) from None
    except ValueError:
        raise Unreadable(
            f'“{escape(text)}” is not a speed. Write feet per round, like 120, or inches, like 12".'
        ) from None


def read_armoury(text: str | None) -> tuple[Weapon, ...] | None:
    """Weapons as typed; None if none were given; raises Unreadable."""
    if text is None:
        return None
    weapons = read_weapons(text)
    if weapons is None or len(weapons) > 12 or not all(can_be_seen(w.name) for w in weapons):
        raise Unreadable(
            f"I cannot read these weapons: “{escape(text)}”. Write up to twelve, like: long sword 5, "
            "short bow (bow)."
        )
    return weapons


def read_abilities(text: str, now: tuple[Ability, ...]) -> tuple[AbilityLine, tuple[Ability, ...]]:
    """An ability line, and the abilities with it, for the one of its name; raises Unreadable (P-21)."""
    line = read_ability(clean(text))
    if line is None or not can_be_seen(line.name):
        raise Unreadable(
            f"There is no ability in “{escape(cut(text, 200))}”. Begin with its name (at most 60 letters) "
            "and a full stop, like: Stone Gaze. [innate; gaze] (minor) Turns to stone."
        )
    new = as_ability(line)
    known = [ability.name.casefold() for ability in now]
    if new.name.casefold() in known:
        place = known.index(new.name.casefold())
        return line, (*now[:place], new, *now[place + 1 :])
    if len(now) >= MOST_ABILITIES:
        raise Unreadable(
            f"It has {MOST_ABILITIES} abilities, and more cannot be kept. One of the same name is replaced."
        )
    return line, (*now, new)


def made(**fields: object) -> dict[str, Any]:
    """The fields that were given."""
    return {key: value for key, value in fields.items() if value is not None}


def known_side(encounter: Encounter, side: str, person: str) -> str:
    """The side as it is written already, whatever the capitals; only of those this person can see.

    Raises Unreadable for a name that cannot be seen.
    """
    name = read_name(side)
    known = {c.side.casefold(): c.side for c in known_to(encounter, person)}
    return known.get(name.casefold(), name)
