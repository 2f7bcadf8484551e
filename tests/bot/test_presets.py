"""/preset: declarations saved by name, kept per person, and looked at anew when they are used."""

from __future__ import annotations

from bot.cogs.presets import MOST_EACH
from tests.bot.table import Table, options_of


async def test_what_is_made_is_saved_and_used_in_another_fight_after_a_restart(declaring: Table) -> None:
    borin = declaring.borin
    await declaring.declare(borin, action="melee", target="Orc 1", minors="shout For the hall!")
    saved = await borin.slash("preset save", name="Opening blow")
    assert saved.private
    await declaring.gm.press((await declaring.gm.slash("encounter end")).message, "end")
    await declaring.restart()
    await declaring.begin()
    await declaring.open_round()
    answer = await borin.slash("preset use", name="opening BLOW")
    assert answer.private
    borin.taps = 0
    await borin.press(answer.message, "seal")
    assert borin.taps == 1
    found = (await declaring.row()).encounter.declaration(await declaring.id("Borin"))
    assert found is not None
    assert (found.major, found.target) == ("melee", await declaring.id("Orc 1"))
    assert [m.note for m in found.minors] == ["For the hall!"]


async def test_a_saved_one_is_picked_in_the_panel_and_looked_at_anew(declaring: Table) -> None:
    borin = declaring.borin
    answer = await borin.press(borin.panel, "presets")
    assert "Nothing is saved" in answer.text
    await borin.pick(borin.panel, "act", "melee")
    await borin.slash("preset save", name="Hew")
    await borin.press(borin.panel, "anew")
    borin.taps = 0
    await borin.press(borin.panel, "presets")
    assert options_of(declaring.components(borin.panel), "preset") == {"Hew": "Hew"}
    await borin.pick(borin.panel, "preset", "Hew")
    await borin.press(borin.panel, "seal")
    assert borin.taps <= 4
    await declaring.gm.slash("combatant disengage", combatant="Orc 1", foe="Borin")
    answer = await borin.slash("preset use", name="Hew")
    assert "does not stand now" in answer.text


async def test_saved_ones_are_listed_and_deleted_and_are_ones_own(declaring: Table) -> None:
    mira, kesh = declaring.mira, declaring.kesh
    await mira.write("cast zephyrblast, 3 segments, at the orcs")
    assert not (await mira.slash("preset save", name="Blast")).refused
    assert "zephyrblast" in (await mira.dm_slash("preset list")).text
    assert "zephyrblast" not in (await kesh.slash("preset list")).text
    assert (await kesh.slash("preset use", name="Blast")).refused
    assert (await kesh.slash("preset delete", name="Blast")).refused
    assert await mira.typing("preset use", "name", "bl") == {"Blast": "Blast"}
    assert await kesh.typing("preset use", "name", "") == {}
    assert not (await mira.dm_slash("preset delete", name="blast")).refused
    assert "zephyrblast" not in (await mira.slash("preset list")).text
    assert (await mira.slash("preset delete", name="Blast")).refused
    assert not any("zephyrblast" in post for post in declaring.posts())


async def test_there_must_be_something_to_save_and_no_more_is_kept_than_a_menu_shows(
    declaring: Table,
) -> None:
    kesh = declaring.kesh
    assert (await kesh.slash("preset save", name="Nothing yet")).refused
    await declaring.declare(kesh, action="parry")
    assert (await kesh.slash("preset save", name="\u200b")).refused
    for number in range(MOST_EACH):
        assert not (await kesh.slash("preset save", name=f"number {number}")).refused
    assert (await kesh.slash("preset save", name="one more")).refused
    assert not (await kesh.slash("preset save", name="Number 3")).refused
    assert (await declaring.bystander.slash("preset save", name="x")).refused
