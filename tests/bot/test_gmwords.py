"""The GM's word on surprise, limits, targets and order; who may say it, and what comes of it."""

from __future__ import annotations

from tests.bot.table import Table


async def test_a_side_or_one_of_it_is_surprised_before_the_first_round_closes(called: Table) -> None:
    offered = await called.gm.typing("round surprise", "side")
    assert sorted(offered) == ["foes", "heroes"]
    assert not (await called.gm.slash("round surprise", side="Foes")).refused
    assert not (await called.gm.slash("round surprise", combatant="Mira", segments=3)).refused
    assert "Mira is surprised" in called.posts()[-1]
    for options in ({}, {"side": "owls"}, {"combatant": "Nobody"}):
        assert (await called.gm.slash("round surprise", **options)).refused
    assert (await called.mira.slash("round surprise", side="foes")).refused
    await called.all_declare()
    await called.gm.slash("round close")
    encounter = (await called.row()).encounter
    assert encounter.delay(await called.id("Mira")) == 3
    assert encounter.delay(await called.id("Orc 1")) == encounter.settings.surprise_segments
    assert (await called.gm.slash("round surprise", side="heroes")).refused


async def test_no_segments_take_a_surprise_back(called: Table) -> None:
    await called.gm.slash("round surprise", side="heroes")
    assert "not surprised" in (await called.gm.slash("round surprise", side="heroes", segments=0)).text
    assert (await called.row()).encounter.round.surprised == ()


async def test_a_limit_is_waived_for_one_and_then_can_be_declared(called: Table) -> None:
    assert (await called.mira.slash("declare", action="melee", target="Orc 1", **{"with": "staff"})).refused
    assert "S-12 · " in "".join(await called.gm.typing("round waive", "limit", "S-12"))
    for options in ({"combatant": "Mira", "limit": "S-22"}, {"combatant": "Nobody", "limit": "S-12"}):
        assert (await called.gm.slash("round waive", **options)).refused
    assert (await called.mira.slash("round waive", combatant="Mira", limit="S-12")).refused
    assert not (await called.gm.slash("round waive", combatant="Mira", limit="s12")).refused
    await called.declare(called.mira, action="melee", target="Orc 1", **{"with": "staff"})
    assert (await called.borin.slash("declare", action="melee", target="Orc 2", **{"with": "axe"})).refused


async def fought(table: Table, segments: int) -> None:
    """Borin strikes at Orc 1 in segment 7, with both orcs about him; so many segments are called."""
    await table.gm.slash("combatant engage", combatant="Orc 2", foe="Borin")
    await table.declare(table.borin, action="melee", target="Orc 1", **{"with": "axe"})
    await table.all_declare(table.borin)
    await table.gm.slash("round close")
    for _ in range(segments):
        await table.gm.slash("round next")


async def aim(table: Table) -> str | None:
    """At whom Borin's blow goes."""
    encounter = (await table.row()).encounter
    plan = encounter.plan(await table.id("Borin"))
    assert plan is not None
    target = plan.slots[0].target
    return encounter.combatant(target).name if target else None


async def test_a_blow_whose_target_is_gone_is_turned_by_its_player_or_the_gm(called: Table) -> None:
    await fought(called, 2)
    early = await called.borin.slash("round redirect", combatant="Borin", target="Orc 2")
    assert early.refused
    await called.gm.slash("round down", combatant="Orc 1")
    for options in (
        {"combatant": "Borin", "target": "Mira"},
        {"combatant": "Orc 2", "target": "Borin"},
        {"combatant": "Nobody", "target": "Orc 2"},
        {"combatant": "Borin", "target": "someone else"},
    ):
        assert (await called.borin.slash("round redirect", **options)).refused, options
    assert (await called.mira.slash("round redirect", combatant="Borin", target="Orc 2")).refused
    assert not (await called.borin.slash("round redirect", combatant="Borin", target="Orc 2")).refused
    assert await aim(called) == "Orc 2"


async def test_nobody_is_a_target_too(called: Table) -> None:
    await fought(called, 2)
    await called.gm.slash("round down", combatant="Orc 1")
    assert "lost" in (await called.gm.slash("round redirect", combatant="Borin", target="Nobody")).text
    plan = (await called.row()).encounter.plan(await called.id("Borin"))
    assert plan is not None
    assert plan.slots[0].status == "lost"


async def test_the_gm_says_at_whom_an_action_goes_whatever_was_said(called: Table) -> None:
    await fought(called, 1)
    assert (await called.borin.slash("round retarget", combatant="Borin", target="Orc 2")).refused
    assert (await called.gm.slash("round retarget", combatant="Borin", target="the moon")).refused
    assert not (await called.gm.slash("round retarget", combatant="Borin", target="Orc 2")).refused
    assert await aim(called) == "Orc 2"
    assert not (await called.gm.slash("round retarget", combatant="Borin", target="nobody")).refused
    assert (await called.gm.slash("round retarget", combatant="Borin", target="Orc 2")).refused


async def test_what_lands_on_one_segment_is_declared_simultaneous(called: Table) -> None:
    await fought(called, 0)
    assert (await called.gm.slash("round together", combatant="Borin", other="Mira")).refused
    assert (await called.mira.slash("round together", combatant="Kesh", other="Mira")).refused
    told = await called.gm.slash("round together", combatant="Kesh", other="Mira", third="Orc 1")
    assert "segment 2" in told.text
    assert len((await called.row()).encounter.round.together[0]) == 3
