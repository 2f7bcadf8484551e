"""House settings: what the documents leave open, and a GM may set for each encounter."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rules.phases_settings import PhasesSettings


class Settings(PhasesSettings):
    """The settings of one encounter, with our defaults.

    Times are in segments. `delay` is the price of dithering, a die by its sides or a fixed number
    (S-21); `times` overrides the catalogue's time of an action for this encounter (K-5).
    """

    initiative_die: int = Field(default=6, ge=2, le=100)
    delay_die: int = Field(default=6, ge=1, le=20)
    delay_fixed: int | None = Field(default=None, ge=0, le=20)
    charge_rate: int = Field(default=2, ge=1, le=5)
    blows: Literal["ask", "struck", "missed"] = "ask"
    unadjudicated: int | None = Field(default=None, ge=0, le=1000)
    gm_dithers: bool = False
    shout_inside_major: bool = True
    room_after_carried: bool = True
    repeatable_minors: tuple[str, ...] = ()
    times: tuple[tuple[str, int], ...] = ()

    def time(self, action: str) -> int | None:
        """The encounter's own time for an action, in segments, if it has one (K-5)."""
        return dict(self.times).get(action)
