"""Moments as they are typed, and quiet hours, by the clock on the wall."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.cogs.moments import read_moment
from bot.options import Options
from bot.table import awake
from bot.table.quiet import reminded_at
from bot.zones import near, zone_named

BERLIN = ZoneInfo("Europe/Berlin")
MONDAY = datetime(2026, 11, 30, 19, 30, tzinfo=UTC)
"""Half past eight in the evening in Berlin."""


def instant(text: str) -> datetime:
    """An instant by the clock in Berlin."""
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN).astimezone(UTC)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("20:00", "2026-12-01 20:00"),
        ("21:00", "2026-11-30 21:00"),
        ("8pm", "2026-12-01 20:00"),
        ("Sunday 20:00", "2026-12-06 20:00"),
        ("sun at 8:00 PM", "2026-12-06 20:00"),
        ("by Sunday, 20:00", "2026-12-06 20:00"),
        ("20:00 on Sunday", "2026-12-06 20:00"),
        ("Monday 21:00", "2026-11-30 21:00"),
        ("Monday 20:00", "2026-12-07 20:00"),
        ("thurs 20:00", "2026-12-03 20:00"),
        ("tomorrow 9:00", "2026-12-01 09:00"),
        ("tomorrow at 9am", "2026-12-01 09:00"),
        ("today 23:00", "2026-11-30 23:00"),
        ("today 12:00", "2026-11-30 12:00"),
        ("2026-12-06 20:00", "2026-12-06 20:00"),
        ("6 Dec 20:00", "2026-12-06 20:00"),
        ("December 6th 20:00", "2026-12-06 20:00"),
        ("1 Jan 12pm", "2027-01-01 12:00"),
        ("12am", "2026-12-01 00:00"),
    ],
)
def test_a_moment_is_read_by_the_tables_own_clock(typed: str, meant: str) -> None:
    assert read_moment(typed, MONDAY, BERLIN) == instant(meant)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "soon",
        "90",
        "8",
        "90s",
        "36h",
        "Sunday",
        "m 20:00",
        "may 20:00",
        "24:00",
        "20:60",
        "13pm",
        "6.12. 20:00",
        "31 Feb 20:00",
        "0000-01-01 20:00",
        "0001-01-01 00:00",
        "tomorrow",
        "20:00 20:00",
        "Sunday Monday 20:00",
    ],
)
def test_what_is_no_moment_or_could_be_two_is_not_read(typed: str) -> None:
    assert read_moment(typed, MONDAY, BERLIN) is None


def test_an_hour_that_the_clock_leaves_out_or_has_twice_is_one_moment() -> None:
    spring = datetime(2027, 3, 27, 12, tzinfo=UTC)
    assert read_moment("tomorrow 2:30", spring, BERLIN) == datetime(2027, 3, 28, 1, 30, tzinfo=UTC)
    autumn = datetime(2026, 10, 24, 12, tzinfo=UTC)
    assert read_moment("tomorrow 2:30", autumn, BERLIN) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_a_zone_is_known_by_its_name_or_by_its_city_and_near_names_are_offered() -> None:
    assert [zone_named(name) for name in ("europe/berlin", "Berlin", "new york", "UTC")] == [
        "Europe/Berlin",
        "Europe/Berlin",
        "America/New_York",
        "UTC",
    ]
    assert [zone_named(name) for name in ("", "Mars", "localtime", "../etc/passwd")] == [None] * 4
    assert "Europe/Berlin" in near("Europe/Berln")
    assert "Europe/Berlin" in near("Germany/Berlin")
    assert near("?!") == ()


NIGHT = Options.model_validate({"time_zone": "Berlin", "quiet_from": "22", "quiet_to": "8:00"})


@pytest.mark.parametrize(
    ("at", "then"),
    [
        ("2026-11-30 21:59", "2026-11-30 21:59"),
        ("2026-11-30 22:00", "2026-12-01 08:00"),
        ("2026-12-01 03:00", "2026-12-01 08:00"),
        ("2026-12-01 07:59", "2026-12-01 08:00"),
        ("2026-12-01 08:00", "2026-12-01 08:00"),
        # Summer time begins and ends: the night is an hour shorter, and an hour longer.
        ("2027-03-27 23:00", "2027-03-28 08:00"),
        ("2027-03-28 07:30", "2027-03-28 08:00"),
        ("2026-10-24 23:00", "2026-10-25 08:00"),
        ("2026-10-25 07:30", "2026-10-25 08:00"),
    ],
)
def test_what_falls_into_quiet_hours_waits_for_their_end(at: str, then: str) -> None:
    assert awake(instant(at), NIGHT) == instant(then)


def test_every_hour_of_a_year_is_awake_or_moves_to_eight_in_the_morning() -> None:
    hour = instant("2026-11-30 00:30")
    for _ in range(366 * 24):
        moved = awake(hour, NIGHT).astimezone(BERLIN)
        local = hour.astimezone(BERLIN)
        quiet = local.hour >= 22 or local.hour < 8
        assert (moved.hour, moved.minute) == ((8, 0) if quiet else (local.hour, 30))
        hour += timedelta(hours=1)


def test_quiet_hours_within_a_day_and_none_at_all() -> None:
    noon = Options(quiet_from="12:00", quiet_to="14:00")
    at = datetime(2026, 12, 1, 13, tzinfo=UTC)
    assert awake(at, noon) == at + timedelta(hours=1)
    for none in (Options(), Options(quiet_from="12:00"), Options(quiet_from="12:00", quiet_to="12:00")):
        assert awake(at, none) == at


def test_a_reminder_that_would_come_too_late_after_quiet_hours_comes_before_them() -> None:
    planned, now = instant("2026-12-01 02:00"), instant("2026-11-30 18:00")
    morning = instant("2026-12-01 08:00")
    assert reminded_at(planned, now, morning + timedelta(hours=2), NIGHT) == morning
    assert reminded_at(planned, now, morning, NIGHT) == instant("2026-11-30 21:00")
    assert reminded_at(planned, instant("2026-11-30 21:30"), morning, NIGHT) is None
