"""/combatant ability: a line is pasted, understood, and declared by name."""

from __future__ import annotations

from rules import read_ability
from tests.bot.table import Table

STARE = "Stone Stare. <3/day> [innate; gaze] (minor) Whoever meets it is stone."


async def test_the_gm_pastes_a_line_and_is_told_what_was_understood(fight: Table) -> None:
    answer = await fight.gm.slash("combatant ability", combatant="Orc 1", line=STARE)
    assert answer.private
    assert "Stone Stare" in answer.text
    assert "3/day" in answer.text
    assert "Not understood" not in answer.text
    (ability,) = (await fight.row()).encounter.combatant(await fight.id("Orc 1")).abilities
    assert (ability.name, ability.minor) == ("Stone Stare", True)


async def test_what_was_not_understood_is_told_and_an_ability_of_that_name_is_replaced(fight: Table) -> None:
    for name in ("Roar", "Web"):
        await fight.gm.slash("combatant ability", combatant="Orc 1", line=f"{name}. [innate] Loud.")
    answer = await fight.gm.slash(
        "combatant ability", combatant="Orc 1", line="ROAR. [teatime; breath] (2 rounds)"
    )
    assert "Not understood" in answer.text
    assert "teatime" in answer.text
    abilities = (await fight.row()).encounter.combatant(await fight.id("Orc 1")).abilities
    assert [(a.name, a.magic, a.segments) for a in abilities] == [
        ("ROAR", "breath", 20),
        ("Web", "innate", None),
    ]


async def test_a_player_gives_abilities_to_the_own_character_and_declares_them_by_name(
    declaring: Table,
) -> None:
    mira = declaring.mira
    answer = await mira.slash(
        "combatant ability", combatant="Mira", line="Roar. (major) (complex, 7 segments) x"
    )
    assert not answer.refused
    sealed = await declaring.declare(mira, action="ability", text="roar")
    assert "7" in sealed.text
    assert not any("Roar" in post for post in declaring.posts())


WEB = "Web. <2/day; not in rain> [innate] (major) (declared; simple, 2 segments; sticky) Holds whom it hits."


async def test_the_whole_line_is_kept_and_shown_to_its_owner_and_the_gm_alone(fight: Table) -> None:
    await fight.mira.slash("combatant ability", combatant="Mira", line=WEB)
    for orc in ("Orc 1", "Orc 2"):
        await fight.gm.slash("combatant ability", combatant=orc, line=STARE)
    people = (fight.mira, fight.gm, fight.borin)
    shown = {p.member.name: (await p.slash("combatant list")).text for p in people}
    assert all(word in shown["mira"] for word in ("2/day; not in rain", "sticky", "Holds whom it hits"))
    assert "Holds whom it hits" in shown["gm"]
    assert shown["gm"].count("Whoever meets it") == 1
    assert "2 × Orc has" in shown["gm"]
    assert "Whoever meets it" not in shown["mira"]
    assert "has:" not in shown["borin"]
    await fight.restart()
    (ability,) = (await fight.row()).encounter.combatant(await fight.id("Mira")).abilities
    line = read_ability(ability.line)
    assert line is not None
    assert (line.limits, line.attributes, line.text) == (
        "2/day; not in rain",
        ("sticky",),
        "Holds whom it hits.",
    )


async def test_abilities_are_declared_by_name_on_every_road_with_time_known(
    declaring: Table,
) -> None:
    mira = declaring.mira
    for line in (WEB, "Roar. [breath] (major) Loud.", STARE):
        await mira.slash("combatant ability", combatant="Mira", line=line)
    panel = mira.panel
    await mira.pick(panel, "act", "ability")
    assert "2/day; not in rain" in mira.panel_text
    mira.taps = 1
    await mira.pick(panel, "ability", "Web")
    await mira.press(panel, "seal")
    assert mira.taps <= 4
    offered = await mira.typing("declare", "action", "stone")
    assert list(offered.values()) == ["Stone Stare"]
    for options in ({"action": "ability", "text": "web"}, {"action": "web", "target": "Orc 1"}):
        await declaring.declare(mira, **options)
        found = (await declaring.row()).encounter.declaration(await declaring.id("Mira"))
        assert found is not None
        assert (found.major, found.name.casefold()) == ("ability", "web")
    await declaring.declare(mira, action="parry", minors="stone stare after")
    await mira.press(await mira.write("use Stone Stare, then parry"), "seal")
    found = (await declaring.row()).encounter.declaration(await declaring.id("Mira"))
    assert found is not None
    assert (found.major, [m.name for m in found.minors]) == ("parry", ["Stone Stare"])
    await declaring.declare(mira, action="Stone Stare")


async def test_nobody_gives_abilities_to_the_creatures_of_others(fight: Table) -> None:
    for person, name in ((fight.mira, "Orc 1"), (fight.mira, "Borin"), (fight.bystander, "Mira")):
        assert (await person.slash("combatant ability", combatant=name, line=STARE)).refused
    assert not any(c.abilities for c in (await fight.row()).encounter.combatants)


async def test_what_is_no_ability_and_one_too_many_are_refused(fight: Table) -> None:
    for line in ("it stares at you", "[innate] (minor)", "\u200b. [innate]", "x" * 1500):
        answer = await fight.gm.slash("combatant ability", combatant="Orc 1", line=line)
        assert answer.refused
        assert "full stop" in answer.text
    for number in range(25):
        answer = await fight.gm.slash(
            "combatant ability", combatant="Orc 1", line=f"Power {number}. [innate]"
        )
    assert answer.refused
    assert "24" in answer.text
    again = await fight.gm.slash("combatant ability", combatant="Orc 1", line="power 3. [breath]")
    assert not again.refused


async def test_the_longest_line_is_answered_whole(fight: Table) -> None:
    line = "Web. (" + "*" * 700 + ") " + "*" * 790
    answer = await fight.gm.slash("combatant ability", combatant="Orc 1", line=line)
    assert not answer.refused
