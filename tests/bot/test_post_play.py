"""Play by post: moments for deadlines, the table's time zone, quiet hours, and the share of the reminder."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.bot.table import Person, Table


async def setting(table: Table, **values: str) -> None:
    """The GM's choices for this fight."""
    for name, value in values.items():
        answer = await table.gm.slash("encounter settings", setting=name, value=value)
        assert not answer.refused, answer.text


def quiet_around(now: datetime, *, begins: float, ends: float) -> dict[str, str]:
    """Quiet hours, in UTC, that begin and end so many hours from now, to the minute."""
    return {
        "quiet_from": f"{now + timedelta(hours=begins):%H:%M}",
        "quiet_to": f"{now + timedelta(hours=ends):%H:%M}",
    }


def reminders(person: Person) -> int:
    return sum("⏰" in text for text in person.dm_texts)


async def deadline(table: Table) -> datetime:
    closes = (await table.row()).deadline
    assert closes is not None
    return closes


async def test_a_round_stays_open_until_a_moment_by_the_tables_clock(fight: Table) -> None:
    await setting(fight, time_zone="Tokyo")
    answer = await fight.gm.slash("round open", time="tomorrow 9:00")
    assert not answer.refused
    there = (await deadline(fight)).astimezone(ZoneInfo("Asia/Tokyo"))
    assert (there.hour, there.minute, there.second, there.microsecond) == (9, 0, 0, 0)
    stamp = int(there.timestamp())
    assert f"<t:{stamp}:F>" in answer.text
    assert f"<t:{stamp}:R>" in answer.text
    later = await fight.gm.slash("round extend", time="tomorrow 21:00")
    assert not later.refused
    assert (await deadline(fight)) - there == timedelta(hours=12)
    assert f"<t:{stamp + 12 * 3600}:F>" in later.text


async def test_without_a_zone_the_answer_says_by_which_clock_it_was_read(fight: Table) -> None:
    assert "UTC" in (await fight.gm.slash("round open", time="tomorrow 9:00")).text


async def test_a_moment_that_is_over_or_no_later_than_now_or_too_far_is_refused(fight: Table) -> None:
    past = await fight.gm.slash("round open", time="2020-01-01 20:00")
    assert past.refused
    assert "over" in past.text
    far = await fight.gm.slash("round open", time="2999-01-01 20:00")
    assert far.refused
    assert "14 days" in far.text
    await fight.open_round(time="2d")
    sooner = await fight.gm.slash("round extend", time=f"{fight.env.now() + timedelta(minutes=9):%H:%M}")
    assert sooner.refused
    assert "later" in sooner.text
    assert (await fight.gm.slash("round extend", time="Sunday")).refused


async def test_a_moment_is_no_length_for_every_round(table: Table) -> None:
    answer = await table.gm.slash("encounter begin", time="Sunday 20:00")
    assert answer.refused
    assert "/round open" in answer.text


async def test_a_zone_that_is_none_is_refused_with_names_like_it(fight: Table) -> None:
    answer = await fight.gm.slash("encounter settings", setting="time_zone", value="Europe/Berln")
    assert answer.refused
    assert "Europe/Berlin" in answer.text
    assert (await fight.row()).options.time_zone == "UTC"
    assert (await fight.gm.slash("encounter settings", setting="quiet_from", value="25:00")).refused
    half = await fight.gm.slash("encounter settings", setting="quiet_from", value="22:00")
    assert "quiet_to" in half.text


async def test_a_new_fight_takes_over_the_zone_of_its_server(fight: Table) -> None:
    await setting(fight, time_zone="Europe/Berlin", picture="no")
    crypt = fight.guild.create_text_channel("crypt")
    await fight.mira.slash("encounter begin", crypt)
    options = (await fight.row(crypt)).options
    assert (options.time_zone, options.picture) == ("Europe/Berlin", True)


async def test_a_deadline_in_quiet_hours_moves_to_their_end_and_the_gm_is_told(fight: Table) -> None:
    hours = quiet_around(fight.env.now(), begins=5, ends=9)
    await setting(fight, **hours)
    answer = await fight.gm.slash("round open", time="6h")
    assert "quiet hours" in answer.text
    assert f"{await deadline(fight):%H:%M:%S}" == f"{hours['quiet_to']}:00"
    more = await fight.gm.slash("round extend", time="21h")
    assert "quiet hours" in more.text
    assert f"{await deadline(fight):%H:%M:%S}" == f"{hours['quiet_to']}:00"


async def test_quiet_hours_set_in_an_open_round_move_its_deadline_and_all_hear(
    fight: Table,
) -> None:
    await fight.open_round(time="6h")
    hours = quiet_around(fight.env.now(), begins=5, ends=9)
    await setting(fight, **hours)
    assert f"{await deadline(fight):%H:%M:%S}" == f"{hours['quiet_to']}:00"
    assert f"<t:{int((await deadline(fight)).timestamp())}:R>" in fight.board_text
    assert any("more time" in post for post in fight.posts())


async def test_a_reminder_waits_for_the_end_of_quiet_hours_and_reaches_who_is_awaited(
    fight: Table,
) -> None:
    await setting(fight, **quiet_around(fight.env.now(), begins=4, ends=8))
    await fight.open_round(time="12h")
    await fight.advance(7 * 3600)
    assert reminders(fight.mira) == 0
    await fight.declare(fight.borin, action="parry")
    await fight.advance(3600)
    assert [reminders(p) for p in (fight.mira, fight.borin, fight.kesh)] == [1, 0, 1]


async def test_a_reminder_that_fell_into_the_time_the_bot_was_away_keeps_quiet_too(fight: Table) -> None:
    await setting(fight, **quiet_around(fight.env.now(), begins=5.5, ends=8))
    await fight.open_round(time="10h")
    await fight.restart(down=6 * 3600)
    assert reminders(fight.mira) == 0
    await fight.advance(2 * 3600 + 60)
    assert reminders(fight.mira) == 1


async def test_a_nudge_in_quiet_hours_waits_for_their_end(fight: Table) -> None:
    await setting(fight, **quiet_around(fight.env.now(), begins=-1, ends=2))
    await fight.open_round(time="1d")
    answer = await fight.gm.slash("round nudge")
    assert not answer.refused
    assert "quiet hours" in answer.text
    assert reminders(fight.mira) == 0
    await fight.advance(2 * 3600 + 60)
    assert reminders(fight.mira) == 1


async def test_a_nudge_is_refused_where_declarations_close_as_quiet_hours_end(fight: Table) -> None:
    await setting(fight, **quiet_around(fight.env.now(), begins=-1, ends=2))
    await fight.open_round(time="1h")
    answer = await fight.gm.slash("round nudge")
    assert answer.refused
    assert "quiet" in answer.text
    assert reminders(fight.mira) == 0


@pytest.mark.parametrize(("share", "after"), [("75", 3 * 3600), ("0", None)])
async def test_the_gm_chooses_after_which_part_of_the_time_reminders_come(
    fight: Table, share: str, after: int | None
) -> None:
    await setting(fight, reminder_share=share)
    await fight.open_round(time="4h")
    await fight.advance((after or 3 * 3600) - 60)
    assert reminders(fight.mira) == 0
    await fight.advance(120)
    assert reminders(fight.mira) == (1 if after else 0)
