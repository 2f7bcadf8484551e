"""What is measured of the bot at work. Nothing is, unless `[metrics]` asks for it."""

from __future__ import annotations

from typing import Protocol


class Measures(Protocol):
    """Takes note of what happens."""

    def acknowledged(self, seconds: float) -> None:
        """An interaction was acknowledged so long after it came in."""

    def closed(self, seconds: float) -> None:
        """Declarations closed so long after they should have."""

    def requested(self, method: str, path: str, status: int) -> None:
        """Discord was asked for something and answered with this status."""


class Unmeasured:
    """Takes note of nothing."""

    def acknowledged(self, seconds: float) -> None:
        """Nothing."""

    def closed(self, seconds: float) -> None:
        """Nothing."""

    def requested(self, method: str, path: str, status: int) -> None:
        """Nothing."""


UNMEASURED = Unmeasured()
