"""/encounter settings: shown, explained and changed, by the GM alone; and what they bring about."""

from __future__ import annotations

from typing import Any

from tests.bot.table import Table


async def test_the_gm_sees_every_setting_with_its_unit_and_rule(fight: Table) -> None:
    shown = await fight.gm.slash("encounter settings")
    assert shown.private
    assert "`delay_die` 6 sides, for segments · S-21" in shown.text
    assert "ability_spell_like" in shown.text


async def test_one_setting_is_explained_with_what_it_may_be(fight: Table) -> None:
    shown = await fight.gm.slash("encounter settings", setting="breaking_off")
    assert "ask · allow" in shown.text
    assert "S-28" in shown.text


async def test_a_setting_changes_between_rounds_and_the_table_hears_of_it(fight: Table) -> None:
    answer = await fight.gm.slash("encounter settings", setting="delay_fixed", value="2")
    assert not answer.refused
    assert (await fight.row()).encounter.settings.delay_fixed == 2
    assert any("delay_fixed 2" in post for post in fight.posts())
    await fight.gm.slash("encounter settings", setting="times", value="potion 4, search 6")
    assert dict((await fight.row()).encounter.settings.times) == {"potion": 4, "search": 6}


async def test_a_value_that_cannot_be_is_refused_with_the_range(fight: Table) -> None:
    for setting, value, allowed in (
        ("delay_die", "0", "1 to 20"),
        ("breaking_off", "never", "ask · allow"),
        ("gm_dithers", "maybe", "yes · no"),
        ("times", "dance 3", "actions"),
        ("repeatable_minors", "cast", "minor actions"),
    ):
        answer = await fight.gm.slash("encounter settings", setting=setting, value=value)
        assert answer.refused
        assert allowed in answer.text


async def test_during_a_round_nothing_is_changed(fight: Table) -> None:
    await fight.open_round()
    answer = await fight.gm.slash("encounter settings", setting="delay_die", value="4")
    assert answer.refused
    assert (await fight.row()).encounter.settings.delay_die == 6


async def test_players_neither_see_nor_change_them(fight: Table) -> None:
    asked: tuple[dict[str, Any], ...] = ({}, {"setting": "delay_die", "value": "4"})
    for options in asked:
        answer = await fight.mira.slash("encounter settings", **options)
        assert answer.refused
        assert "GM" in answer.text


async def test_settings_are_offered_as_one_types(fight: Table) -> None:
    offered = await fight.gm.typing("encounter settings", "setting", "aim")
    assert "aim_ahead" in offered.values()


async def test_in_the_grace_time_a_declaration_still_counts_as_segment_one(fight: Table) -> None:
    await fight.gm.slash("encounter settings", setting="grace_seconds", value="30")
    await fight.gm.slash("encounter settings", setting="delay_fixed", value="1")
    await fight.open_round()
    await fight.gm.slash("round close")
    assert (await fight.row()).encounter.round.stage == "grace"
    assert not (await fight.mira.slash("declare", action="other", text="listens", segments=2)).refused
    await fight.advance(31)
    row = await fight.row()
    assert row.encounter.round.stage == "ended"
    done = [s for plan in row.encounter.round.plans for s in plan.slots if s.status == "done"]
    assert [(s.start, s.end) for s in done] == [(2, 3)]
    assert any("Initiative" in post for post in fight.posts())


async def test_the_gm_says_by_a_button_who_gets_out_of_melee(fight: Table) -> None:
    await fight.open_round()
    await fight.declare(fight.borin, move="30 ft back")
    await fight.gm.slash("round close")
    card = await fight.gm.slash("encounter status")
    assert "breaking off" in card.text
    answer = await fight.gm.press(card.message, "breakoff", "y" + await fight.id("Borin"))
    assert not answer.refused
    assert (await fight.row()).encounter.round.stage == "ended"
    assert any("breaks off from melee" in post for post in fight.posts())
