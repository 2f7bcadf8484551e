"""What players do not know a creature by, they read nowhere."""

from __future__ import annotations

import pytest

from tests.bot.conftest import Opener
from tests.bot.table import Table, options_of
from tests.bot.test_leaks import LONG, Watch, ask_why, pry

NAME = "Vanecourt"
ALIAS = "the robed figure"


@pytest.fixture
async def masked(open_table: Opener) -> Table:
    """A fight with somebody in a robe, in melee with Mira, and two of his guards."""
    table = await open_table(**LONG)
    await table.begin(time="2h")
    await table.gm.slash("combatant add", name=NAME, alias=ALIAS, weapons="mace 7")
    await table.gm.slash("combatant add", name="Blackguard", alias="masked man", count=2)
    await table.gm.slash("combatant engage", combatant=NAME, foe="Mira")
    return table


async def the_fight(watch: Watch) -> None:
    """A round in which the robed figure fights and is fought, read by everybody at every step."""
    table = watch.table
    gm, mira = table.gm, table.mira
    await table.open_round()
    watch.check("the round opens")
    await pry(watch, "declaring")
    panel = mira.panel
    shown = await mira.pick(panel, "act", "melee")
    target = await table.id(NAME)
    assert any(ALIAS in label for label in options_of(shown.components, "target").values())
    await mira.pick(panel, "target", target)
    await mira.press(panel, "seal")
    await mira.slash("preset save", name="whack")
    await mira.slash("preset list")
    await mira.slash("declare", text="I attack the robed figure")
    await table.borin.slash("declare", text="move 10 ft, then shoot masked man 2")
    await table.borin.slash("declare", action="missile", target="masked man 2", **{"with": "short bow"})
    await table.kesh.slash("declare", action="missile", target=ALIAS, **{"with": "dagger"})
    await gm.slash("declare", **{"as": NAME, "action": "melee", "target": "Mira"})
    await gm.slash("declare", **{"as": "*Blackguard 1", "action": "melee", "target": "Mira"})
    watch.check("all have declared")
    await gm.slash("round close")
    watch.check("the round is told")
    await ask_why(watch, "afterwards")
    await pry(watch, "afterwards")


async def test_the_name_of_an_aliased_creature_is_read_by_nobody_but_the_gm(masked: Table) -> None:
    watch = Watch(masked)
    watch.keep(NAME)
    watch.keep("Blackguard")
    watch.keep("known as")
    watch.check("they came in")
    await the_fight(watch)
    await masked.gm.slash("combatant edit", combatant=NAME, speed="60 ft")
    await masked.gm.slash("combatant disengage", combatant=NAME, foe="Mira")
    await masked.gm.slash("combatant remove", combatant="Blackguard 2")
    await masked.gm.slash("combatant remove", combatant=NAME)
    watch.check("they leave")
    await pry(watch, "gone")
    assert any(ALIAS in post for post in masked.posts())


async def test_the_gm_reads_both_names(masked: Table) -> None:
    for looking in ("combatant list", "encounter status"):
        text = (await masked.gm.slash(looking)).text
        assert NAME in text
        assert ALIAS in text
    offered = await masked.gm.typing("combatant remove", "combatant", "robed")
    assert list(offered) == [f"{NAME} ({ALIAS})"]
    assert not (await masked.gm.slash("combatant edit", combatant=ALIAS, speed="30 ft")).refused


@pytest.mark.parametrize(
    ("command", "options"),
    [("combatant reveal", {"combatant": NAME}), ("combatant edit", {"combatant": NAME, "alias": "-"})],
)
async def test_the_gm_tells_the_name_and_from_then_on_everybody_uses_it(
    masked: Table, command: str, options: dict[str, str]
) -> None:
    answer = await masked.gm.slash(command, **options)
    assert not answer.refused, answer.text
    assert f"{ALIAS} is {NAME}" in masked.posts()[-1].replace("The robed", "the robed")
    listed = (await masked.mira.slash("combatant list")).text
    assert NAME in listed
    assert ALIAS not in listed


async def test_who_was_hidden_comes_into_view_under_the_alias_unless_the_gm_says_otherwise(
    fight: Table,
) -> None:
    watch = Watch(fight)
    watch.keep(NAME)
    for name in (NAME, "Blackguard"):
        await fight.gm.slash("combatant add", name=name, alias=f"shape of {name[0]}", hidden=True)
    await fight.gm.slash("combatant reveal", combatant=NAME)
    watch.check("seen")
    assert "Shape of V" in fight.posts()[-1]
    await fight.gm.slash("combatant reveal", combatant="Blackguard", name=True)
    assert "Blackguard" in fight.posts()[-1]


async def test_an_aliased_name_is_free_for_a_player_so_that_asking_tells_nothing(masked: Table) -> None:
    joined = await masked.bystander.slash("join", name=NAME)
    assert not joined.refused
    taken = await masked.person("late").slash("join", name=ALIAS)
    assert taken.refused
    told = await masked.gm.slash("combatant reveal", combatant=ALIAS)
    assert not told.refused
    names = [c.name for c in (await masked.row()).encounter.combatants]
    assert len(set(names)) == len(names)
