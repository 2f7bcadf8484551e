"""Who plays, sees and fights whom: many creatures in one go."""

from __future__ import annotations

import pytest

from tests.bot.table import Table


@pytest.fixture
async def horde(fight: Table) -> Table:
    """The fight with two bats and a hidden pair of rats beside the orcs."""
    await fight.gm.slash("combatant add", name="Bat", count=2)
    await fight.gm.slash("combatant add", name="Rat", count=2, hidden=True)
    return fight


async def engaged(table: Table, name: str) -> set[str]:
    """Who is in melee with the creature of that name."""
    encounter = (await table.row()).encounter
    return {encounter.combatant(foe).name for foe in encounter.engaged_with(await table.id(name))}


async def test_a_group_is_put_in_melee_in_one_go_and_one_post(horde: Table) -> None:
    before = len(horde.posts())
    answer = await horde.gm.slash("combatant engage", combatant="orc", foe="Mira, Borin")
    assert not answer.refused, answer.text
    assert await engaged(horde, "Mira") == {"Orc 1", "Orc 2"}
    assert await engaged(horde, "Borin") == {"Orc 1", "Orc 2"}
    assert len(horde.posts()) == before + 1
    await horde.gm.slash("combatant disengage", combatant="Orc 1, Orc 2", foe="Mira")
    assert await engaged(horde, "Mira") == set()
    assert len(horde.posts()) == before + 2


async def test_nothing_is_changed_where_one_of_several_names_is_nobodys(horde: Table) -> None:
    before = (await horde.row()).encounter
    for name, options in (
        ("combatant engage", {"combatant": "Orc 1, Troll", "foe": "Mira"}),
        ("combatant hide", {"combatant": "Orc 1, Troll"}),
        ("combatant seat", {"combatant": " , "}),
    ):
        assert (await horde.gm.slash(name, **options)).refused
    assert (await horde.row()).encounter == before


async def test_what_is_so_already_is_said_and_nothing_happens(horde: Table) -> None:
    posts = horde.posts()
    for name, options in (
        ("combatant engage", {"combatant": "Orc 1", "foe": "Borin"}),
        ("combatant engage", {"combatant": "Orc 1", "foe": "Orc 1"}),
        ("combatant disengage", {"combatant": "Orc 2", "foe": "Borin"}),
        ("combatant reveal", {"combatant": "Bat"}),
        ("combatant hide", {"combatant": "Rat"}),
        ("combatant seat", {"combatant": "Rat"}),
    ):
        answer = await horde.gm.slash(name, **options)
        assert answer.refused, (name, options, answer.text)
    assert horde.posts() == posts


async def test_hiding_is_silent_and_revealing_is_told(horde: Table) -> None:
    posts = horde.posts()
    assert not (await horde.gm.slash("combatant hide", combatant="Bat")).refused
    assert horde.posts() == posts
    assert "Bat" not in (await horde.mira.slash("combatant list")).text
    assert not (await horde.gm.slash("combatant reveal", combatant="Bat, Rat")).refused
    assert len(horde.posts()) == len(posts) + 1
    for name in ("Bat 1", "Bat 2", "Rat 1", "Rat 2"):
        assert name in horde.posts()[-1]


async def test_a_side_can_be_named_for_all_on_it(horde: Table) -> None:
    await horde.gm.slash("combatant hide", combatant="foes")
    assert all(c.hidden for c in (await horde.row()).encounter.combatants if c.side == "foes")


async def test_who_is_hidden_in_an_open_round_is_on_the_board_no_more(horde: Table) -> None:
    await horde.gm.slash("combatant seat", combatant="Bat", player=horde.kesh.member)
    await horde.open_round()
    assert "Bat" in horde.board_text
    await horde.gm.slash("combatant hide", combatant="Bat")
    assert "Bat" not in horde.board_text


async def test_a_new_player_in_the_middle_of_a_round_gets_a_panel_and_time(horde: Table) -> None:
    await horde.open_round()
    await horde.advance(85)
    before = (await horde.row()).deadline
    given = await horde.gm.slash("combatant seat", combatant="Bat", player=horde.kesh.member)
    assert "Bat" in given.text
    row = await horde.row()
    assert before is not None
    assert row.deadline is not None
    assert row.deadline > before
    assert [c.name for c in row.encounter.combatants if c.seat == horde.kesh.id] == ["Kesh", "Bat 1", "Bat 2"]
    assert "Bat" in horde.kesh.dm_texts[-1] + horde.kesh.panel_text
    back = await horde.gm.slash("combatant seat", combatant="Bat 2")
    assert not back.refused
    assert (await horde.row()).encounter.combatant(await horde.id("Bat 2")).seat is None


async def test_names_are_offered_with_groups_and_one_more_after_a_comma(horde: Table) -> None:
    offered = await horde.gm.typing("combatant engage", "combatant", "bat")
    assert offered["2 × Bat"] == "Bat"
    more = await horde.gm.typing("combatant engage", "combatant", "Orc 1, Bat")
    assert more["Orc 1, Bat 2"] == "Orc 1, Bat 2"
    for_players = await horde.mira.typing("combatant engage", "combatant", "")
    assert not any("Rat" in name for name in for_players)


async def test_players_place_nobody(horde: Table) -> None:
    before = (await horde.row()).encounter
    for name, options in (
        ("combatant hide", {"combatant": "Mira"}),
        ("combatant reveal", {"combatant": "Orc"}),
        ("combatant seat", {"combatant": "Orc", "player": horde.mira.member}),
        ("combatant engage", {"combatant": "Mira", "foe": "Bat"}),
        ("combatant disengage", {"combatant": "Borin", "foe": "Orc"}),
    ):
        answer = await horde.mira.slash(name, **options)
        assert answer.refused, name
    assert (await horde.row()).encounter == before
