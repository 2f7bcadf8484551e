"""Players who are away: more time by an allowance, and orders that stand for them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.bot.table import Table
from tests.bot.test_post_play import deadline, reminders, setting
from tests.bot.test_taking_back import redo, undo


async def delayed(table: Table, name: str) -> bool:
    encounter = (await table.row()).encounter
    return bool(encounter.delay(await table.id(name)) or encounter.delayed(await table.id(name)))


@pytest.mark.parametrize("ruleset", ["segments", "phases"])
async def test_on_guard_an_absent_player_has_no_delay_and_no_reminder(table: Table, ruleset: str) -> None:
    await table.begin(time="4h", ruleset=ruleset)
    answer = await table.mira.slash("excuse", order="guard")
    assert answer.private
    assert not answer.refused
    await table.open_round()
    await table.all_declare(table.mira, table.kesh)
    await table.advance(2 * 3600 + 60)
    assert (reminders(table.mira), reminders(table.kesh)) == (0, 1)
    assert not any("away" in post or "order" in post for post in table.posts())
    await table.advance(2 * 3600)
    # Nor does a round by steps wait for the absent one's choice.
    assert (await table.row()).encounter.round.stage == "ended"
    assert (await delayed(table, "Mira"), await delayed(table, "Kesh")) == (False, True)


async def test_an_order_to_do_the_same_repeats_what_stands_and_else_is_on_guard(fight: Table) -> None:
    await fight.open_round()
    await fight.declare(fight.borin, action="melee", target="Orc 1")
    await fight.all_declare(fight.borin)
    await fight.advance(10)
    await fight.borin.slash("excuse", order="last")
    await fight.open_round()
    await fight.advance(95)
    key, borin = (await fight.row()).id, await fight.id("Borin")
    async with fight.store.reading() as tx:
        again = await tx.last_declared(key, borin, 3)
    assert again is not None
    assert (again[0], again[1].major, again[1].target) == (2, "melee", await fight.id("Orc 1"))
    await fight.gm.slash("combatant disengage", combatant="Orc 1", foe="Borin")
    await fight.open_round()
    await fight.advance(95)
    async with fight.store.reading() as tx:
        guard = await tx.last_declared(key, borin, 4)
    assert guard is not None
    assert (guard[0], guard[1].major) == (3, None)
    assert not await delayed(fight, "Borin")


async def test_who_declares_is_back_and_the_order_ends(declaring: Table) -> None:
    key = (await declaring.row()).id
    await declaring.mira.slash("excuse", order="guard")
    assert "📌" in (await declaring.gm.slash("encounter status")).text
    assert "no action" in (await declaring.mira.slash("excuse")).text
    await declaring.declare(declaring.mira, action="parry")
    async with declaring.store.reading() as tx:
        assert await tx.orders(key) == {}
    assert "📌" not in (await declaring.gm.slash("encounter status")).text


async def test_more_time_is_half_of_it_once_a_round_and_as_often_as_allowed(fight: Table) -> None:
    await setting(fight, excuses="1")
    await fight.open_round(time="10h")
    first = await deadline(fight)
    card = await fight.mira.slash("excuse")
    answer = await fight.mira.press(card.message, "away", "time")
    assert not answer.refused
    assert (await deadline(fight)) - first == timedelta(hours=5)
    assert any("more time" in post for post in fight.posts())
    assert not any("Mira" in post for post in fight.posts() if "more time" in post)
    again = await fight.mira.press(card.message, "away", "time")
    assert again.refused
    await fight.gm.slash("round close")
    await fight.open_round(time="10h")
    none = await fight.mira.press(card.message, "away", "time")
    assert none.refused
    assert "used" in none.text
    assert not (await fight.kesh.press((await fight.kesh.slash("excuse")).message, "away", "time")).refused


async def test_excused_time_is_bounded_by_two_days_and_by_the_longest_there_is(fight: Table) -> None:
    await setting(fight, excuses="20")
    await fight.open_round(time="12d")
    first = await deadline(fight)
    for person in (fight.mira, fight.borin):
        await person.press((await person.slash("excuse")).message, "away", "time")
    assert (await deadline(fight)) - first <= timedelta(days=2)
    full = await fight.kesh.press((await fight.kesh.slash("excuse")).message, "away", "time")
    assert full.refused or (await deadline(fight)) - first <= timedelta(days=2, minutes=1)


async def test_time_that_is_taken_back_can_be_had_again(fight: Table) -> None:
    await setting(fight, excuses="1")
    await fight.open_round(time="10h")
    first, card = await deadline(fight), await fight.mira.slash("excuse")
    await fight.mira.press(card.message, "away", "time")
    await undo(fight)
    assert await deadline(fight) == first
    await redo(fight)
    assert (await fight.mira.press(card.message, "away", "time")).refused
    await undo(fight)
    assert not (await fight.mira.press(card.message, "away", "time")).refused


async def test_nobody_is_excused_by_another_player_and_nobody_who_has_declared(declaring: Table) -> None:
    await setting(declaring, excuses="3")
    mine = await declaring.mira.slash("excuse")
    before = await deadline(declaring)
    for person in (declaring.borin, declaring.bystander):
        assert (await person.slash("excuse", combatant="Mira", order="guard")).refused
    assert (await declaring.gm.slash("excuse")).refused
    assert (await declaring.gm.slash("excuse", combatant="Orc 1", order="guard")).refused
    await declaring.declare(declaring.mira, action="parry")
    assert (await declaring.mira.press(mine.message, "away", "time")).refused
    assert await deadline(declaring) == before
    given = await declaring.gm.slash("excuse", combatant="Kesh")
    assert not (await declaring.gm.press(given.message, "away", "time")).refused
    assert await deadline(declaring) > before
