"""What the bot says by itself keeps below the limit of everything it may ask of Discord."""

from __future__ import annotations

import pytest

from tests.wire.limits import Limits
from tests.wire.people import Table
from tests.wire.process import Bot

pytestmark = pytest.mark.pace(6)


@pytest.mark.parametrize(("pace", "refused"), [("3", False), ("0", True)])
async def test_a_round_is_told_without_asking_too_much_and_answers_do_not_wait_for_it(
    table: Table, bot: Bot, pace: str, refused: bool
) -> None:
    await bot.start(DITHER_REQUESTS_PER_SECOND=pace)
    # Twice what the pace allows, for a busy machine hands on what came one by one together.
    limits = table.loopback.limits = Limits(everything=6, routes={})
    await table.begin(time="10m")
    await table.open_round()
    await table.kesh.panel()
    answers = [await table.declare(person) for person in (table.mira, table.borin, table.kesh)]
    assert all("Sealed" in answer.text for answer in answers)
    answer = await table.gm.slash("round close", table.channel)
    assert not answer.refused
    await table.posted("segment by segment", seconds=30)
    await bot.quiet(30)
    assert (limits.refused > 0) is refused
