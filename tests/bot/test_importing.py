"""Many creatures at once, from lines or a file, and creatures saved for later fights."""

from __future__ import annotations

import asyncio
import json

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cogs.importing import LIST
from bot.cogs.newcomers import combatants_of
from bot.cogs.particulars import Unreadable
from bot.cogs.pasted import MOST_LINES, Pasted, as_text, read_file, read_pasted
from bot.options import Options
from bot.table import Denial, Person, Policy, act_as_one
from rules import Combatant, Encounter, Settings, told_weapons
from rules import commands as cmd
from tests.bot.table import Answer, Table, id_of, presses
from tests.bot.table import Person as Somebody

HOUSE = Settings()

LINES = """Orc x8, speed 9", scimitar 4, short bow (bow), hidden

Duke Vane, mace 7, alias the robed figure, dex +1, side Villains
Dog ×2, size small, letters"""


def test_a_line_says_who_how_many_and_with_what() -> None:
    orcs, duke, dogs = read_pasted(LINES, HOUSE).found
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
    read = read_pasted(f"Rat, claws 2\n\n{line}", HOUSE)
    assert [new.name for new in read.found] == ["Rat"]
    (said,) = read.faults
    assert said.startswith("**Line 3:**")
    assert fault in said


def test_a_file_holds_the_same_in_json_or_toml() -> None:
    orc = {"name": "Orc", "count": 2, "speed": '9"', "weapons": ["scimitar 4"], "hidden": True}
    as_json = read_file("foes.json", json.dumps([orc]), HOUSE)
    toml = '[[creatures]]\nname = "Orc"\ncount = 2\nspeed = "9\\""\nweapons = "scimitar 4"\nhidden = true\n'
    assert as_json == read_file("foes.TOML", toml, HOUSE)
    web = json.dumps({"creatures": [{"name": "Spider", "abilities": ["Web. [innate] (minor) Sticky."]}]})
    (spider,) = read_file("foes.json", web, HOUSE).found
    assert spider.given["abilities"][0].name == "Web"


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"\xff", b"3", b"[]", b"[3]", b'[{"nme": "Orc"}]', b'[{"name": true}]', b"[" * 5000,
     b'[{"name": "Orc", "count": 1e9}]',
     b'[{"name": "Orc", "weapons": 3}]', b'[{"name": "Orc", "hidden": 1}]'],
)  # fmt: skip
def test_a_file_that_cannot_be_used_is_answered_with_a_sentence(data: bytes) -> None:
    for name in ("foes.json", "foes.toml"):
        try:
            read = read_file(name, as_text(data), HOUSE)
        except Unreadable as error:
            read = Pasted(faults=(str(error),))
        assert read.found == ()
        assert len(read.faults) == 1
        assert len(read.faults[0]) > 10


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
    read = read_pasted(text, HOUSE)
    assert read.found or read.faults
    assert len(read.found) <= MOST_LINES
    for new in read.found:
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
    read = read_file("foes.json", json.dumps([held]), HOUSE)
    assert read.found or read.faults
    for new in read.found:
        combatants_of(new, Encounter(), Options(), lambda: "i1")


async def test_a_gm_sets_up_four_heroes_and_eight_foes_in_two_commands_beside_the_joins(table: Table) -> None:
    """Begin, four joins, one paste and its button, one engage: eight foes cost the GM two commands."""
    gm = table.gm
    await gm.slash("encounter begin")
    for person in (table.mira, table.borin, table.kesh, table.person("tam")):
        await person.slash("join", name=person.member.name.capitalize())
    form = await gm.slash("combatant import")
    before = len(table.posts())
    shown = await gm.fill(form, lines="Orc x6, scimitar 4\nOrc archer x2, short bow (bow)")
    assert "8 creatures" in (await gm.press(shown.message, "addthem")).text
    assert len(table.posts()) == before + 1
    await gm.slash("combatant engage", combatant="Orc 1, Orc 2, Orc 3", foe="Borin")
    encounter = (await table.row()).encounter
    assert len(encounter.combatants) == 12
    assert len(encounter.engagements) == 3
    assert sum(person == gm.id for person, _, _ in table.answers) == 5
    assert not (await gm.slash("round open")).refused


async def test_nothing_is_added_before_it_was_shown_and_the_button_pressed(fight: Table) -> None:
    before, posts = (await fight.row()).encounter, fight.posts()
    form = await fight.gm.slash("combatant import")
    shown = await fight.gm.fill(form, lines=LINES)
    assert shown.private
    for said in (
        "Add 11 creatures?",
        "**Orc** × 8: Orc 3 to Orc 10 · foes · hidden · speed 90 ft a round · scimitar 4, short bow (bow)",
        "**Duke Vane** · Villains · known as the robed figure · speed 120 ft a round · mace 7 · Dexterity +1",
        "**Dog** × 2: Dog A to Dog B · foes",
        "natural weapons (small)",
    ):
        assert said in shown.text
    assert (await fight.row()).encounter == before
    added = await fight.gm.press(shown.message, "addthem")
    assert "Added 11 creatures" in added.text
    assert [p.verb for p in presses(added.components)] == []
    names = [c.name for c in (await fight.row()).encounter.combatants[len(before.combatants) :]]
    assert names == [*(f"Orc {n}" for n in range(3, 11)), "Duke Vane", "Dog A", "Dog B"]
    # One post for all of them; the hidden are in none.
    assert len(fight.posts()) == len(posts) + 1
    assert "Orc 3" not in fight.posts()[-1]


async def test_all_that_come_in_together_are_taken_back_together(fight: Table) -> None:
    before = (await fight.row()).encounter
    shown = await fight.gm.slash("combatant import", text="Rat x3, claws 2")
    await fight.gm.press(shown.message, "addthem")
    asked = await fight.gm.slash("encounter undo")
    await fight.gm.press(asked.message, "undone")
    assert (await fight.row()).encounter == before


async def test_nobody_comes_in_where_one_line_is_wrong_and_it_is_mended_where_it_was_typed(
    fight: Table,
) -> None:
    before = (await fight.row()).encounter
    lines = "Rat x3, claws 2\nOgre, clubb\nCat, speed quick"
    shown = await fight.gm.fill(await fight.gm.slash("combatant import"), lines=lines)
    assert shown.refused
    assert "Line 2" in shown.text
    assert "Line 3" in shown.text
    assert "**Rat** × 3" in shown.text
    assert {p.verb for p in presses(shown.components)} == {"mend", "nevermind"}
    forged = id_of(shown.components, "mend").replace(":mend:", ":addthem:")
    assert "Not added" in (await forge(fight.gm, forged)).text
    assert (await fight.row()).encounter == before
    form = await fight.gm.press(shown.message, "mend")
    assert f"={lines}" in form.text
    mended = await fight.gm.fill(form, lines="Rat x3, claws 2\nOgre, club 4")
    assert not mended.refused
    assert "**Ogre**" in mended.text
    await fight.gm.press(mended.message, "addthem")
    assert len((await fight.row()).encounter.combatants) == len(before.combatants) + 4


async def test_what_was_shown_outlives_a_restart_and_is_added_once(fight: Table) -> None:
    shown = await fight.gm.slash("combatant import", text="Rat x3, claws 2")
    add = id_of(shown.components, "addthem")
    await fight.restart(down=3600)
    added = await forge(fight.gm, add)
    assert "Added 3 creatures" in added.text
    many = len((await fight.row()).encounter.combatants)
    again = await forge(fight.gm, add)
    assert again.refused
    assert "added already" in again.text
    assert len((await fight.row()).encounter.combatants) == many


async def test_a_list_that_is_used_twice_at_once_is_added_once(fight: Table) -> None:
    await fight.gm.slash("combatant import", text="Rat x3, claws 2")
    row, gm = await fight.row(), Person(fight.gm.id)
    async with fight.store.reading() as tx:
        draft = await tx.draft(row.id, 0, gm.id, LIST)
    now = discord.utils.utcnow()
    rats = [cmd.AddCombatants(combatants=(Combatant(id=f"r{n}", name=f"Rat {n}"),)) for n in range(3)]
    outcomes = await asyncio.gather(
        *(act_as_one(fight.store, row.id, (rat,), gm, now, Policy(), draft) for rat in rats)
    )
    assert [o.refusal for o in outcomes if o.refusal] == [Denial("draft-gone")] * 2
    assert len((await fight.row()).encounter.combatants) == len(row.encounter.combatants) + 1


async def test_what_was_put_away_or_replaced_cannot_be_added_any_more(fight: Table) -> None:
    before = (await fight.row()).encounter
    first = await fight.gm.slash("combatant import", text="Rat x3, claws 2")
    second = await fight.gm.slash("combatant import", text="Cat x2, claws 2")
    old = await fight.gm.press(first.message, "addthem")
    assert old.refused
    assert "another list" in old.text
    assert (await fight.gm.press(first.message, "mend")).refused
    add = id_of(second.components, "addthem")
    away = await fight.gm.press(second.message, "nevermind")
    assert "Nobody was added" in away.text
    assert (await forge(fight.gm, add)).refused
    assert (await fight.row()).encounter == before


async def test_what_would_come_to_something_else_now_is_shown_again_first(fight: Table) -> None:
    shown = await fight.gm.slash("combatant import", text="Orc x2, scimitar 4")
    assert "Orc 3 to Orc 4" in shown.text
    await fight.gm.slash("combatant add", name="Orc", count=1)
    many = len((await fight.row()).encounter.combatants)
    again = await fight.gm.press(shown.message, "addthem")
    assert "changed" in again.text
    assert "Orc 4 to Orc 5" in again.text
    assert len((await fight.row()).encounter.combatants) == many
    await fight.gm.press(again.message, "addthem")
    assert [c.name for c in (await fight.row()).encounter.combatants[many:]] == ["Orc 4", "Orc 5"]


async def test_more_than_a_fight_holds_is_said_before_there_is_a_button(fight: Table) -> None:
    for groups, said in ((5, "These are 250 creatures; a fight holds 200"), (4, "at most 200 creatures")):
        lines = "\n".join(f"Rat{'abcde'[n]} x50" for n in range(groups))
        shown = await fight.gm.fill(await fight.gm.slash("combatant import"), lines=lines)
        assert shown.refused
        assert said in shown.text
        assert "addthem" not in {p.verb for p in presses(shown.components)}


async def test_the_buttons_are_the_gms_and_those_of_who_read_the_list(fight: Table) -> None:
    shown = await fight.gm.slash("combatant import", text="Rat x3, claws 2")
    before = (await fight.row()).encounter
    for verb in ("addthem", "mend", "nevermind"):
        for person in (fight.mira, fight.bystander):
            answer = await forge(person, id_of(shown.components, verb))
            assert answer.refused
            assert "Rat" not in answer.text
    await fight.gm.slash("encounter gm add", user=fight.bystander.member)
    assert (await forge(fight.bystander, id_of(shown.components, "addthem"))).refused
    assert (await fight.row()).encounter.combatants == before.combatants
    assert not (await fight.gm.press(shown.message, "addthem")).refused


async def test_an_unread_part_of_an_ability_is_said_before_it_comes_in(fight: Table) -> None:
    web = [
        {
            "name": "Spider",
            "size": "large",
            "weapons": "fangs 3",
            "abilities": ["Web. [gooey] (minor) Sticky."],
        }
    ]
    shown = await fight.gm.slash("combatant import", file=("foes.json", json.dumps(web).encode()))
    assert "**Spider** · foes · speed 120 ft a round · fangs 3 · large · can use Web" in shown.text
    assert "Not understood" in shown.text
    assert "gooey" in shown.text
    assert {p.verb for p in presses(shown.components)} == {"addthem", "nevermind"}


async def test_a_list_not_decided_on_is_kept_about_who_read_it_and_goes_with_them(fight: Table) -> None:
    await fight.gm.slash("combatant import", text="Rat x3, claws 2")
    kept = await fight.gm.slash("privacy")
    assert "A list of creatures read and not added" in kept.text
    assert "begun and not sealed" not in kept.text


async def forge(person: Somebody, custom_id: str) -> Answer:
    """A press with that id, on a message that is still there whatever the answer to it made of the other."""
    table = person.table
    part = {"type": 1, "components": [{"type": 2, "style": 2, "label": "x", "custom_id": custom_id}]}
    backend = table.env.backend
    made = backend.create_message(
        table.channel.id, backend.bot_user.id, components=[part], flags=1 << 15, broadcast=False
    )
    shown = next(m for m in table.channel.history() if m.id == made.id)
    return await person.press_id(shown, custom_id)


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
    for name, data in (
        ("foes.txt", orc),
        ("foes.json", b" " * (64 * 1024 + 1)),
        ("foes.json", b"[{}]"),
        ("foes.json", b"\xff"),
    ):
        answer = await fight.gm.slash("combatant import", file=(name, data))
        assert answer.refused, name
    assert (await fight.row()).encounter == before
    shown = await fight.gm.slash("combatant import", file=("foes.json", orc))
    assert "Ogre 1 to Ogre 2" in shown.text
    assert "Ogre 1 and Ogre 2" in (await fight.gm.press(shown.message, "addthem")).text


async def test_the_gm_is_told_that_every_player_has_left(fight: Table) -> None:
    await fight.open_round()
    for person in (fight.mira, fight.borin, fight.kesh):
        assert "No player" not in (await fight.gm.slash("encounter status")).text
        await person.slash("leave")
    assert "No player" in (await fight.gm.slash("encounter status")).text
    assert "No player" not in (await fight.mira.slash("encounter status")).text
