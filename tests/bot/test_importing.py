"""Many creatures at once, from lines or a file, and creatures saved for later fights."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cogs.newcomers import combatants_of
from bot.cogs.particulars import Unreadable
from bot.cogs.pasted import MOST_LINES, read_file, read_pasted
from bot.options import Options
from rules import Encounter, Settings, told_weapons
from tests.bot.table import Table

HOUSE = Settings()

LINES = """Orc x8, speed 9", scimitar 4, short bow (bow), hidden

Duke Vane, mace 7, alias the robed figure, dex +1, side Villains
Dog ×2, size small, letters"""


def test_a_line_says_who_how_many_and_with_what() -> None:
    orcs, duke, dogs = read_pasted(LINES, HOUSE)
    assert (orcs.name, orcs.count, orcs.hidden, orcs.given["speed"]) == ("Orc", 8, True, 90)
    assert told_weapons(orcs.given["weapons"]) == "scimitar 4, short bow (bow)"
    assert (duke.name, duke.alias, duke.side, duke.given["dexterity"]) == (
        "Duke Vane",
        "the robed figure",
        "Villains",
        1,
    )
    assert (dogs.count, dogs.naming, dogs.given["size"]) == (2, "letters", "small")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Orc x0", "1 to 50"),
        ("Orc x51", "1 to 50"),
        ("Orc, speed fast", "fast"),
        ("Orc, speed 9", "inches"),
        ("Orc, hiden", "hiden"),
        ("Orc, scimitar 99", "scimitar 99"),
        ("Orc, dex 9", "-5 to 5"),
        ("Orc, size tiny", "man-sized"),
        ("Orc, speed 90 ft, speed 60 ft", "twice"),
        (", scimitar 4", "name"),
        ("x" * 61, "60 letters"),
        ("Orc, naming runes", "numbers"),
    ],
)
def test_what_is_wrong_in_a_line_is_said_with_its_number(line: str, fault: str) -> None:
    with pytest.raises(Unreadable) as raised:
        read_pasted(f"Rat, claws 2\n\n{line}", HOUSE)
    assert str(raised.value).startswith("**Line 3:**")
    assert fault in str(raised.value)


def test_a_file_holds_the_same_in_json_or_toml() -> None:
    orc = {"name": "Orc", "count": 2, "speed": '9"', "weapons": ["scimitar 4"], "hidden": True}
    as_json = read_file("foes.json", json.dumps([orc]).encode(), HOUSE)
    toml = b'[[creatures]]\nname = "Orc"\ncount = 2\nspeed = "9\\""\nweapons = "scimitar 4"\nhidden = true\n'
    assert as_json == read_file("foes.TOML", toml, HOUSE)
    web = json.dumps({"creatures": [{"name": "Spider", "abilities": ["Web. [innate] (minor) Sticky."]}]})
    (spider,) = read_file("foes.json", web.encode(), HOUSE)
    assert spider.given["abilities"][0].name == "Web"


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"\xff", b"3", b"[]", b"[3]", b'[{"nme": "Orc"}]', b'[{"name": true}]', b"[" * 5000,
     b'[{"name": "Orc", "count": 1e9}]',
     b'[{"name": "Orc", "weapons": 3}]', b'[{"name": "Orc", "hidden": 1}]'],
)  # fmt: skip
def test_a_file_that_cannot_be_used_is_answered_with_a_sentence(data: bytes) -> None:
    for name in ("foes.json", "foes.toml"):
        with pytest.raises(Unreadable) as raised:
            read_file(name, data, HOUSE)
        assert len(str(raised.value)) > 10


PARTS = st.sampled_from(
    [
        'speed 9"',
        "speed",
        "hidden",
        "dex -5",
        "dex 6",
        "scimitar 4",
        "a (bow)",
        "size huge",
        "alias *x*",
        ",",
        "x9",
    ]
)


@given(st.one_of(st.text(max_size=200), st.lists(PARTS | st.text(max_size=12), max_size=8).map(", ".join)))
def test_whatever_is_pasted_is_read_or_answered_and_what_is_read_can_come_in(text: str) -> None:
    try:
        found = read_pasted(text, HOUSE)
    except Unreadable:
        return
    assert 1 <= len(found) <= MOST_LINES
    for new in found:
        made = combatants_of(new, Encounter(), Options(), lambda: "i1")
        assert len(made) == new.count


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=9),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["name", "count", "speed", "weapons", "alias", "abilities", "x"]),
                inner,
                max_size=4,
            )
        ),
        max_leaves=9,
    )
)
def test_whatever_a_file_holds_is_read_or_answered(held: object) -> None:
    try:
        found = read_file("foes.json", json.dumps([held]).encode(), HOUSE)
    except Unreadable:
        return
    for new in found:
        combatants_of(new, Encounter(), Options(), lambda: "i1")


async def test_a_gm_sets_up_four_heroes_and_eight_foes_in_two_commands_beside_the_joins(table: Table) -> None:
    """Begin, four joins, one paste, one engage: eight foes cost the GM two commands."""
    gm = table.gm
    await gm.slash("encounter begin")
    for person in (table.mira, table.borin, table.kesh, table.person("tam")):
        await person.slash("join", name=person.member.name.capitalize())
    form = await gm.slash("combatant import")
    before = len(table.posts())
    added = await gm.fill(form, lines="Orc x6, scimitar 4\nOrc archer x2, short bow (bow)")
    assert "8 creatures" in added.text
    assert len(table.posts()) == before + 1
    await gm.slash("combatant engage", combatant="Orc 1, Orc 2, Orc 3", foe="Borin")
    encounter = (await table.row()).encounter
    assert len(encounter.combatants) == 12
    assert len(encounter.engagements) == 3
    assert sum(person == gm.id for person, _, _ in table.answers) == 4
    assert not (await gm.slash("round open")).refused


async def test_nobody_comes_in_where_one_line_is_wrong(fight: Table) -> None:
    before = (await fight.row()).encounter
    form = await fight.gm.slash("combatant import")
    answer = await fight.gm.fill(form, lines="Rat x3, claws 2\nOgre, clubb\nCat, speed quick")
    assert answer.refused
    assert "Line 2" in answer.text
    assert "Line 3" in answer.text
    assert (await fight.row()).encounter == before
    over = await fight.gm.slash("combatant import", text="Rat x50, claws 2")
    assert not over.refused


async def test_a_saved_creature_comes_into_another_fight_as_it_was(fight: Table) -> None:
    gm = fight.gm
    await gm.slash("combatant ability", combatant="Orc 1", line="Howl. [innate] (minor) Loud.")
    saved = await gm.slash("combatant template save", combatant="Orc 1", name="Howler")
    assert not saved.refused, saved.text
    assert "Howler" in (await gm.slash("combatant template list")).text
    cave = fight.guild.create_text_channel("cave")
    await gm.slash("encounter begin", cave)
    offered = await gm.typing("combatant add", "template", "how", where=cave)
    assert list(offered) == ["Howler"]
    for player in (fight.mira, fight.bystander):
        assert await player.typing("combatant add", "template", "", where=cave) == {}
    added = await gm.slash("combatant add", cave, name="Snaga", count=2, template="howler", speed="60 ft")
    assert not added.refused, added.text
    one, other = (await fight.row(cave)).encounter.combatants
    assert (one.name, other.name, one.speed, one.side) == ("Snaga 1", "Snaga 2", 60, "foes")
    assert told_weapons(one.weapons) == "scimitar 4"
    assert one.abilities[0].name == "Howl"
    assert not (await gm.slash("combatant template delete", name="HOWLER")).refused
    assert (await gm.slash("combatant add", cave, name="Snaga", template="howler")).refused


async def test_a_forgotten_fight_is_told_of_to_whoever_begins_another(fight: Table) -> None:
    await fight.gm.slash("combatant add", name="Umbravex", hidden=True, seat=fight.bystander.member)
    mine = await fight.gm.slash("encounter begin")
    assert mine.refused
    assert "/encounter status" in mine.text
    theirs = await fight.mira.slash("encounter begin")
    assert "Mira, Borin and Kesh" in theirs.text
    assert "/join" in theirs.text
    assert "Umbravex" not in theirs.text
    for person in (fight.mira, fight.borin, fight.kesh):
        await person.slash("leave")
    assert "no player is in it" in (await fight.mira.slash("encounter begin")).text


async def test_a_file_is_attached_and_read_and_one_too_large_or_of_another_kind_is_not(fight: Table) -> None:
    before = (await fight.row()).encounter
    orc = b'[{"name": "Ogre", "count": 2, "weapons": "club 4"}]'
    for name, data in (("foes.txt", orc), ("foes.json", b" " * (64 * 1024 + 1)), ("foes.json", b"[{}]")):
        answer = await fight.gm.slash("combatant import", file=(name, data))
        assert answer.refused, name
    assert (await fight.row()).encounter == before
    added = await fight.gm.slash("combatant import", file=("foes.json", orc))
    assert "Ogre 1 and Ogre 2" in added.text


async def test_the_gm_is_told_that_every_player_has_left(fight: Table) -> None:
    await fight.open_round()
    for person in (fight.mira, fight.borin, fight.kesh):
        assert "No player" not in (await fight.gm.slash("encounter status")).text
        await person.slash("leave")
    assert "No player" in (await fight.gm.slash("encounter status")).text
    assert "No player" not in (await fight.mira.slash("encounter status")).text
