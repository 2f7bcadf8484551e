"""A round by post that lasts two weeks: quiet hours, an excused player, one with an order, two restarts."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from tests.bot.table import Table
from tests.bot.test_post_play import deadline, reminders, setting

BERLIN = ZoneInfo("Europe/Berlin")
DAY = 24 * 3600.0


def wall(table: Table) -> datetime:
    """The clock on the wall."""
    return table.env.now().astimezone(BERLIN)


async def test_a_round_of_two_weeks_runs_as_expected(fight: Table) -> None:
    await setting(
        fight, time_zone="Berlin", quiet_from="22:00", quiet_to="8:00", reminder_share="50", excuses="1"
    )
    begun = wall(fight)
    # From about one in the morning this ends at midnight: it moves to eight in the morning.
    opened = await fight.gm.slash("round open", time="11d23h")
    assert "quiet hours" in opened.text
    first = (await deadline(fight)).astimezone(BERLIN)
    assert (first.hour, first.minute) == (8, 0)
    await fight.declare(fight.borin, action="melee", target="Orc 1")
    await fight.kesh.slash("excuse", order="guard")

    # Half of the time is over on the sixth day at about four in the morning; the reminder waits until eight.
    half = begun + (first - begun) / 2
    await fight.restart(down=(half - wall(fight)).total_seconds() - 3600)
    assert reminders(fight.mira) == 0
    await fight.advance(7200)
    quiet = wall(fight).hour >= 22 or wall(fight).hour < 8
    assert reminders(fight.mira) == (0 if quiet else 1)
    await fight.advance(10 * 3600)
    assert [reminders(p) for p in (fight.mira, fight.borin, fight.kesh)] == [1, 0, 0]

    # Mira is away: two days more, and no more than that.
    card = await fight.mira.slash("excuse")
    assert not (await fight.mira.press(card.message, "away", "time")).refused
    assert (await deadline(fight)) - first == timedelta(days=2)
    await fight.advance((first - wall(fight)).total_seconds() + 60)
    assert (await fight.row()).encounter.round.stage == "declaring"
    await fight.declare(fight.mira, action="other", text="listens", segments=2)

    # The second restart spans the deadline: what was due is done at once.
    await fight.restart(down=2 * DAY)
    encounter = (await fight.row()).encounter
    assert encounter.round.stage == "ended"
    assert [encounter.delay(await fight.id(name)) for name in ("Mira", "Borin", "Kesh")] == [0, 0, 0]
    assert wall(fight) - begun < timedelta(days=14, hours=12)
    assert sum("declarations are closed" in post for post in fight.posts()) == 1
