"""Quiet hours: no reminder goes out in them, and no deadline falls into them.

They are hours of the clock on the wall, so their length in seconds changes with summer time. Every comparison
is made between instants in UTC; an hour that a change of the clock leaves out is read by the offset before.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.options import NEVER, Options

_DAY = timedelta(days=1)
_BEFORE = timedelta(hours=1)
"""How long before quiet hours a reminder comes that would be too late after them."""


@dataclass(frozen=True)
class Quiet:
    """Hours of every day in one time zone; `ends` before `starts` means the next morning."""

    zone: ZoneInfo
    starts: time
    ends: time

    def around(self, instant: datetime) -> tuple[datetime, datetime] | None:
        """Begin and end, in UTC, of the quiet hours that the instant falls into; None if into none."""
        today = instant.astimezone(self.zone).date()
        for day in (today - _DAY, today):
            begin = self._at(day, self.starts)
            end = self._at(day if self.ends > self.starts else day + _DAY, self.ends)
            if begin <= instant < end:
                return begin, end
        return None

    def _at(self, day: date, clock: time) -> datetime:
        return datetime.combine(day, clock, self.zone).astimezone(UTC)


def quiet_of(options: Options) -> Quiet | None:
    """The quiet hours of a fight; None where it has none."""
    starts, ends = options.quiet_from, options.quiet_to
    if NEVER in (starts, ends) or starts == ends:
        return None
    return Quiet(options.zone, time.fromisoformat(starts), time.fromisoformat(ends))


def quiet_until(instant: datetime, options: Options) -> datetime | None:
    """When the quiet hours end that the instant falls into; None if into none."""
    quiet = quiet_of(options)
    span = quiet.around(instant) if quiet is not None else None
    return span[1] if span is not None else None


def awake(instant: datetime, options: Options) -> datetime:
    """The instant, or the end of the quiet hours it falls into."""
    return quiet_until(instant, options) or instant


def reminded_at(planned: datetime, now: datetime, deadline: datetime, options: Options) -> datetime | None:
    """When a reminder planned for then goes out: after the quiet hours, or else shortly before them."""
    quiet = quiet_of(options)
    span = quiet.around(planned) if quiet is not None else None
    if span is None:
        return planned
    begin, end = span
    if end < deadline:
        return end
    return begin - _BEFORE if begin - _BEFORE > now else None
