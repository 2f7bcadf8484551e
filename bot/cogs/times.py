"""Times as people type them: `90s`, `2m`, `1h30m`, `36h`, `2d`."""

from __future__ import annotations

import re

from bot.narration.words import count

SHORTEST, LONGEST = 15, 14 * 24 * 3600
"""Seconds a declaration window may last."""

_UNITS = {"d": 86400, "h": 3600, "m": 60, "s": 1}
_PART = re.compile(
    r"(\d{1,6})\s*(d(?:ays?)?|h(?:ours?|rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)\s*", re.IGNORECASE
)


def read_seconds(text: str) -> int | None:
    """Seconds from what was typed, whatever their number; None if it is no time."""
    left, total = text.strip(), 0
    if not left:
        return None
    while left:
        match = _PART.match(left)
        if match is None:
            return None
        total += int(match[1]) * _UNITS[match[2][0].lower()]
        left = left[match.end() :]
    return total


def read_time(text: str) -> int | None:
    """Seconds for a declaration window; None if it is no time, or not from 15 seconds to 14 days."""
    seconds = read_seconds(text)
    return seconds if seconds is not None and SHORTEST <= seconds <= LONGEST else None


def spoken_time(seconds: int) -> str:
    """A time in words: `2 minutes`, `1 hour 30 minutes`."""
    parts = []
    for name, size in (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)):
        number, seconds = divmod(seconds, size)
        if number:
            parts.append(count(number, name))
    return " ".join(parts) or "no time"
