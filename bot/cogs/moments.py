"""Moments as people type them: `20:00`, `tomorrow 9:00`, `Sunday 20:00`, `2026-12-06 20:00`, `6 Dec 8pm`.

A time of day must be given, and nothing is guessed: what cannot be read in one way only is not read (ADR 6).
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_CLOCK = re.compile(r"(?:(?P<hour>\d{1,2})[:.](?P<minute>\d\d)|(?P<bare>\d{1,2}))\s*(?P<half>[ap]\.?m\.?)?")
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DAY_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\.?\s*(?:of\s+)?([a-z]{3,9})\.?(?:\s+(\d{4}))?")
_MONTH_DAY = re.compile(r"([a-z]{3,9})\.?\s*(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?")
_FILLER = re.compile(r"^(?:until|till|by|on|at|this)\s+")
_ONE_DAY = timedelta(days=1)


def read_moment(text: str, now: datetime, zone: ZoneInfo) -> datetime | None:
    """The moment meant, in UTC; None if it is no moment. Without a date it is the next one that fits.

    With a date it may be past: that is for the caller to say. Where clocks are put back the first of two is
    meant; an hour left out when they are put on is read by the offset before.
    """
    words = " ".join(text.casefold().replace(",", " ").split())
    while match := _FILLER.match(words):
        words = words[match.end() :]
    day, clock = _split(words)
    if clock is None:
        return None
    today = now.astimezone(zone).date()
    if day in _DAYS or day in {"", *(name[:n] for name in _DAYS for n in (3, 4, 5))}:
        return _next(day, clock, today, now, zone)
    found = _date(day, today)
    try:
        return _at(found, clock, zone) if found is not None else None
    except OverflowError:
        return None  # At the ends of the calendar.


def _split(words: str) -> tuple[str, time | None]:
    """The day, and the time of day with which the words end, or begin."""
    for pattern in (
        rf"^(?P<day>.*?)(?:^|\s)(?:at\s+)?{_CLOCK.pattern}$",
        rf"^{_CLOCK.pattern}\s+(?P<day>.+)$",
    ):
        match = re.match(pattern, words)
        if match is not None and (clock := _clock(match)) is not None:
            return _FILLER.sub("", match["day"].strip() + " ").strip(), clock
    return "", None


def _clock(match: re.Match[str]) -> time | None:
    hour, minute, half = int(match["hour"] or match["bare"]), int(match["minute"] or 0), match["half"]
    if half is None:
        return time(hour, minute) if match["bare"] is None and hour < 24 and minute < 60 else None
    if not 1 <= hour <= 12 or minute > 59:
        return None
    return time(hour % 12 + (12 if half.startswith("p") else 0), minute)


def _next(day: str, clock: time, today: date, now: datetime, zone: ZoneInfo) -> datetime:
    """The next moment of that time on any day, or on that day of the week."""
    for ahead in range(9):
        then = today + ahead * _ONE_DAY
        fits = not day or _DAYS[then.weekday()].startswith(day)
        if fits and (moment := _at(then, clock, zone)) > now:
            return moment
    raise AssertionError("every day of the week comes within eight days")


def _date(day: str, today: date) -> date | None:
    if day in ("today", "tonight"):
        return today
    if day in ("tomorrow", "tmrw", "tomorrow night"):
        return today + _ONE_DAY
    try:
        if match := _ISO.fullmatch(day):
            return date(int(match[1]), int(match[2]), int(match[3]))
        if match := _DAY_MONTH.fullmatch(day):
            return _in_year(int(match[1]), match[2], match[3], today)
        if match := _MONTH_DAY.fullmatch(day):
            return _in_year(int(match[2]), match[1], match[3], today)
    except ValueError:
        pass  # There is no such day.
    return None


def _in_year(day: int, month: str, year: str | None, today: date) -> date | None:
    """That day of the year given, else of this year, or of the next one if it is over."""
    number = next((n for n, name in enumerate(_MONTHS, 1) if name.startswith(month)), None)
    if number is None:
        return None
    found = date(int(year) if year else today.year, number, day)
    return found if year or found >= today else date(today.year + 1, number, day)


def _at(day: date, clock: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, clock, zone).astimezone(UTC)
