"""/combatant ability: a line is pasted, understood, and declared by name."""

from __future__ import annotations

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
