"""Foes fast: groups, their names, and who comes in unseen."""

from __future__ import annotations

import pytest

from tests.bot.table import Table


@pytest.mark.parametrize(
    ("naming", "first", "fourth"),
    [("numbers", "Bat 1", "Bat 4"), ("letters", "Bat A", "Bat D"), ("colours", "Bat Red", "Bat Yellow")],
)
async def test_a_group_is_named_as_the_gm_wants_it_and_more_of_the_same_go_on(
    fight: Table, naming: str, first: str, fourth: str
) -> None:
    added = await fight.gm.slash("combatant add", name="Bat", count=3, naming=naming)
    assert first in added.text
    more = await fight.gm.slash("combatant add", name="bat")
    assert fourth in more.text
    groups = [c.group for c in (await fight.row()).encounter.combatants if c.name.startswith("Bat")]
    assert groups == ["Bat"] * 4


async def test_a_name_that_only_a_hidden_creature_has_is_given_as_if_it_were_free(fight: Table) -> None:
    await fight.gm.slash("combatant add", name="Bat", count=2, hidden=True)
    added = await fight.gm.slash("combatant add", name="Bat")
    assert "Bat (foes)" in added.text
    lurking = await fight.gm.slash("combatant add", name="Bat", hidden=True)
    assert "Bat 3" in lurking.text


async def test_at_a_table_that_wants_it_so_foes_come_in_unseen_and_nobody_else(fight: Table) -> None:
    gm = fight.gm
    await gm.slash("encounter settings", setting="foes_hidden", value="yes")
    before = fight.posts()
    assert "Hidden" in (await gm.slash("combatant add", name="Bat", count=2)).text
    assert fight.posts() == before
    for options in (
        {"name": "Cat", "hidden": False},
        {"name": "Guard", "side": "heroes"},
        {"name": "Dog", "seat": fight.kesh.member},
    ):
        assert "Hidden" not in (await gm.slash("combatant add", **options)).text
    listed = (await fight.mira.slash("combatant list")).text
    assert "Bat" not in listed
    for name in ("Cat", "Guard", "Dog"):
        assert name in listed
