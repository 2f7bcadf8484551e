"""A change by the GM that a player's declaration does not survive opens it again, with time and no blame."""

from __future__ import annotations

import pytest

from tests.bot.table import Table


async def test_a_weapon_taken_away_opens_the_declaration_again(declaring: Table) -> None:
    await declaring.declare(declaring.borin, action="melee", target="Orc 1")
    await declaring.advance(80)
    await declaring.gm.slash("combatant edit", combatant="Borin", weapons="club 4, staff 4")
    encounter = (await declaring.row()).encounter
    assert encounter.declaration(await declaring.id("Borin")) is None
    assert "GM changed something" in declaring.borin.dm_texts[-1]
    await declaring.advance(15)
    assert (await declaring.row()).encounter.round.stage == "declaring", "there is time for it"
    assert not (
        await declaring.declare(declaring.borin, action="melee", target="Orc 1", **{"with": "club"})
    ).refused


@pytest.mark.parametrize("change", ["remove", "disengage"])
async def test_a_target_out_of_reach_opens_the_declaration_again(declaring: Table, change: str) -> None:
    await declaring.declare(declaring.borin, action="melee", target="Orc 1")
    options = {"combatant": "Orc 1"} if change == "remove" else {"combatant": "Orc 1", "foe": "Borin"}
    await declaring.gm.slash(f"combatant {change}", **options)
    assert (await declaring.row()).encounter.declaration(await declaring.id("Borin")) is None
    assert "Borin" in declaring.board_text.split("Waiting")[1]


async def test_a_change_that_touches_nothing_sealed_opens_nothing(declaring: Table) -> None:
    await declaring.declare(declaring.borin, action="melee", target="Orc 1")
    deadline = (await declaring.row()).deadline
    await declaring.gm.slash("combatant edit", combatant="Mira", speed="90")
    row = await declaring.row()
    assert row.encounter.declaration(await declaring.id("Borin")) is not None
    assert row.deadline == deadline


async def test_a_new_seat_has_time_of_its_own(declaring: Table) -> None:
    await declaring.advance(86)
    await declaring.gm.slash("combatant edit", combatant="Kesh", seat=declaring.bystander.member)
    await declaring.advance(10)
    assert (await declaring.row()).encounter.round.stage == "declaring"


async def test_what_to_do_is_asked_where_only_more_about_it_is_said(declaring: Table) -> None:
    await declaring.declare(declaring.kesh, action="parry")
    refused = await declaring.kesh.slash("declare", text="sleep", segments=3, target="Orc 1")
    assert refused.refused
    assert "action" in refused.text
    sealed = (await declaring.row()).encounter.declaration(await declaring.id("Kesh"))
    assert sealed is not None
    assert sealed.major == "parry"


async def test_an_unknown_name_is_never_another_target(declaring: Table) -> None:
    refused = await declaring.borin.slash("declare", action="melee", target="Ogre king")
    assert refused.refused
    assert (await declaring.row()).encounter.declaration(await declaring.id("Borin")) is None
