"""The same as last round; and how many taps the common actions take."""

from __future__ import annotations

import pytest

from tests.bot.table import Person, Table, text_of


async def second_round(table: Table) -> None:
    """Round one is over, in which Borin struck at Orc 1 and Kesh threw at Orc 2; round two is open."""
    await table.declare(table.borin, action="melee", target="Orc 1")
    await table.declare(table.kesh, action="missile", target="Orc 2", text="aiming low")
    await table.declare(table.mira, action="cast", text="sleep", segments=3, target="the orcs")
    await table.gm.slash("round close")
    await table.open_round()


async def declared(table: Table, who: str) -> str | None:
    """The action sealed for the creature of that name."""
    found = (await table.row()).encounter.declaration(await table.id(who))
    return found.major if found is not None else None


async def test_the_same_as_last_round_is_two_taps_a_word_or_a_choice(declaring: Table) -> None:
    await second_round(declaring)
    borin, kesh, mira = declaring.borin, declaring.kesh, declaring.mira
    borin.taps = 0
    await borin.press(borin.panel, "same")
    assert "The same as in round 1" in borin.panel_text
    await borin.press(borin.panel, "seal")
    assert borin.taps <= 4
    kesh.taps = 0
    shown = await kesh.write("same as last round!")
    await kesh.press(shown, "seal")
    assert kesh.taps == 1
    assert not (await mira.slash("declare", action="same")).refused
    assert [await declared(declaring, name) for name in ("Borin", "Kesh", "Mira")] == [
        "melee",
        "missile",
        "cast",
    ]
    found = (await declaring.row()).encounter.declaration(await declaring.id("Kesh"))
    assert found is not None
    assert (found.target, found.note) == (await declaring.id("Orc 2"), "aiming low")


async def test_what_does_not_stand_any_more_is_the_start_of_something_else(declaring: Table) -> None:
    await second_round(declaring)
    borin, kesh = declaring.borin, declaring.kesh
    await declaring.gm.slash("combatant disengage", combatant="Orc 1", foe="Borin")
    await borin.press(borin.panel, "same")
    assert "does not stand now" in borin.panel_text
    await declaring.gm.slash("combatant remove", combatant="Orc 2")
    answer = await kesh.slash("declare", action="same")
    assert "does not stand now" in answer.text
    assert await declared(declaring, "Kesh") is None
    await kesh.pick(answer.message, "target", await declaring.id("Orc 1"))
    await kesh.press(answer.message, "seal")
    assert await declared(declaring, "Kesh") == "missile"


async def test_what_was_taken_back_or_never_declared_is_not_repeated(declaring: Table) -> None:
    mira, borin = declaring.mira, declaring.borin
    await declaring.declare(mira, action="parry")
    await mira.slash("withdraw")
    assert "nothing in an earlier round" in text_of(declaring.components(await mira.write("again")))
    await declaring.gm.slash("round close")
    await declaring.open_round()
    for person in (mira, borin):
        answer = await person.press(person.panel, "same")
        assert "nothing in an earlier round" in answer.text
        assert "nothing in an earlier round" in (await person.slash("declare", action="same")).text


async def test_what_a_creature_did_before_is_for_its_own_player_alone(declaring: Table) -> None:
    await second_round(declaring)
    before = declaring.posts()
    await declaring.kesh.write("same")
    assert declaring.posts() == before
    refused = await declaring.mira.slash("declare", **{"as": "Kesh", "action": "same"})
    assert refused.refused
    assert "aiming" not in refused.text


# --- taps -----------------------------------------------------------------------------------------------


async def tap_melee(table: Table) -> Person:
    """Borin strikes at the orc he is in melee with."""
    await table.borin.pick(table.borin.panel, "act", "melee")
    await table.borin.press(table.borin.panel, "seal")
    return table.borin


async def tap_shoot(table: Table) -> Person:
    """Kesh throws the only dagger."""
    await table.kesh.pick(table.kesh.panel, "act", "missile")
    await table.kesh.pick(table.kesh.panel, "target", await table.id("Orc 2"))
    await table.kesh.press(table.kesh.panel, "seal")
    return table.kesh


async def tap_cast(table: Table) -> Person:
    """Mira casts a spell at somebody from the list."""
    form = await table.mira.pick(table.mira.panel, "act", "cast")
    await table.mira.fill(form, name="sleep", segments="3")
    await table.mira.pick(table.mira.panel, "target", await table.id("Orc 1"))
    await table.mira.press(table.mira.panel, "seal")
    return table.mira


async def tap_move(table: Table) -> Person:
    """Mira moves, and no more."""
    await table.mira.pick(table.mira.panel, "act", "nothing")
    await table.mira.pick(table.mira.panel, "move", "before:36")
    await table.mira.press(table.mira.panel, "seal")
    return table.mira


async def tap_same(table: Table) -> Person:
    """Borin does as in the round before."""
    await second_round(table)
    table.borin.taps = 0
    await table.borin.press(table.borin.panel, "same")
    await table.borin.press(table.borin.panel, "seal")
    return table.borin


@pytest.mark.parametrize("tapped", [tap_melee, tap_shoot, tap_cast, tap_move, tap_same])
async def test_a_common_action_takes_at_most_four_taps_in_the_panel(declaring: Table, tapped: object) -> None:
    assert callable(tapped)
    person = await tapped(declaring)
    assert person.taps <= 4
    declared_by = {d.who for d in (await declaring.row()).encounter.round.declarations}
    assert await declaring.id(person.member.name.capitalize()) in declared_by


@pytest.mark.parametrize(
    ("who", "words"),
    [
        ("borin", "attack the orc"),
        ("kesh", "throw my dagger at Orc 2"),
        ("mira", "cast sleep, 3 segments, at the orcs"),
        ("mira", "move 36 ft"),
    ],
)
async def test_a_common_action_takes_one_sentence_and_one_tap(declaring: Table, who: str, words: str) -> None:
    person = getattr(declaring, who)
    await person.press(await person.write(words), "seal")
    assert person.taps == 1
    assert await declaring.id(who.capitalize()) in {
        d.who for d in (await declaring.row()).encounter.round.declarations
    }
