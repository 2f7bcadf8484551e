"""Times as people type them: `90s`, `2m`, `1h30m`, `36h`, `2d`; or a moment, and how it is told back."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot.cogs.host import Reply, problem
from bot.cogs.moments import read_moment
from bot.narration.words import count, escape
from bot.options import Options
from bot.render import full, relative
from bot.store import EncounterRow
from bot.table import Policy, awake
from bot.zones import ANY

SHORTEST, LONGEST = Policy.minimum_seconds, Policy.maximum_seconds
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


def read_when(typed: str, now: datetime, options: Options, usual: str) -> int | datetime | Reply:
    """Seconds, or a moment to come by the fight's time zone; or why it is neither, and what is `usual`."""
    seconds = read_seconds(typed)
    if seconds:
        return seconds
    moment = read_moment(typed, now, options.zone)
    if moment is None:
        how = f"Give {usual}, or a moment with its hour, like `Sunday 20:00` or `tomorrow 9:00`."
        return problem(f"“{escape(typed)}” is not a time I can use.", how)
    if moment <= now:
        return problem(f"“{escape(typed)}” is over: that was {full(moment)}.", "Give a moment to come.")
    return moment


def closes(row: EncounterRow | None, now: datetime, asked: int | datetime | None = None) -> str:
    """Until when there is time now, in a sentence or two; `asked` is what the GM typed for it."""
    until = row.deadline if row is not None else None
    if row is None or until is None:
        return ""
    far = until - now > timedelta(hours=1)
    said = f" Declarations close {f'{full(until)}, {relative(until)}' if far else relative(until)}."
    if until != asked and awake(until - timedelta(seconds=1), row.options) == until:
        said += " That is when quiet hours end."
    if isinstance(asked, datetime) and row.options.time_zone == ANY:
        said += " I read hours as UTC: `/encounter settings` `time_zone` takes yours, like `Europe/Berlin`."
    return said


def no_length(typed: str, now: datetime) -> Reply:
    """Why what was typed is not how long each round stays open."""
    if read_moment(typed, now, ZoneInfo(ANY)) is not None:
        return problem(
            "That is one moment, and this is the time for every round: 15 seconds to 14 days, like 36h.",
            "`/round open` takes a moment, as its `time`.",
        )
    return problem(
        f"“{escape(typed)}” is not a time I can use.", "Give 15 seconds to 14 days, like 90s, 2m or 36h."
    )
