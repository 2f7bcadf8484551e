"""What a GM may choose for one fight beside the house settings: how the bot behaves at this table.

Every field says in its description what it means. `docs/house-settings.md` lists them, and a test compares.
"""

from __future__ import annotations

import re
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, field_validator

from bot.zones import ANY, zone_named

NEVER = "none"
_CLOCK = re.compile(r"([01]?\d|2[0-3])(?::([0-5]\d))?")


def _text(default: str, text: str, values: str) -> Any:  # noqa: ANN401 - as pydantic's Field
    return Field(default, description=text, json_schema_extra={"rule": "", "unit": "", "values": values})


class Options(BaseModel):
    """The options of one fight. They change nothing in the rules, and may change at any time."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    foes_hidden: bool = Field(
        default=False,
        description="Whether foes that the GM brings in are hidden where nothing else is said.",
    )
    picture: bool = Field(default=True, description="Whether a picture of the round comes with its summary.")
    digest: bool = Field(
        default=True,
        description="Whether the close shows a digest of all that is sealed, to be checked after the fight.",
    )
    round_threads: bool = Field(
        default=False,
        description="Whether what happens in a round is told in a thread of its own, under the close.",
    )
    time_zone: str = _text(
        ANY,
        "Where the clock on the wall hangs that times like “Sunday 20:00” and quiet hours go by.",
        "a name like Europe/Berlin, or a city",
    )
    quiet_from: str = _text(
        NEVER,
        "When quiet hours begin: nobody is reminded in them, and declarations do not close.",
        "none, or HH:MM",
    )
    quiet_to: str = _text(NEVER, "When quiet hours end.", "none, or HH:MM")
    reminder_share: int | None = Field(
        default=None,
        description="After which part of the time those awaited are reminded; 0 is never, none the bot's.",
        json_schema_extra={"rule": "", "unit": "percent"},
        ge=0,
        le=95,
    )

    excuses: int = Field(
        default=0,
        description="How often a player may have time for being away, with `/excuse`, in the whole fight.",
        json_schema_extra={"rule": "", "unit": "times"},
        ge=0,
        le=20,
    )

    after_absence: int = Field(
        default=0,
        description="How much of the time to declare is given anew, at least a minute, where it ran out while"
        " the bot was away; 0 closes at once.",
        json_schema_extra={"rule": "", "unit": "percent"},
        ge=0,
        le=100,
    )

    @field_validator("time_zone")
    @classmethod
    def _a_zone(cls, typed: str) -> str:
        name = zone_named(typed)
        if name is None:
            raise ValueError(typed)
        return name

    @field_validator("quiet_from", "quiet_to")
    @classmethod
    def _an_hour(cls, typed: str) -> str:
        if typed.casefold() == NEVER:
            return NEVER
        match = _CLOCK.fullmatch(typed.strip())
        if match is None:
            raise ValueError(typed)
        return f"{int(match[1]):02}:{match[2] or '00'}"

    @property
    def zone(self) -> ZoneInfo:
        """The time zone itself."""
        return ZoneInfo(self.time_zone)


AS_USUAL = Options()
"""What holds where the GM has chosen nothing."""
