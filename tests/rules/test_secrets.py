"""What the public could tell from a gap, a count or an order: nothing of what is hidden or unbegun."""

from __future__ import annotations

from rules import (
    EVERYONE,
    Combatant,
    Declaration,
    Encounter,
    Event,
    Minor,
    Refusal,
    SeededDice,
    Settings,
    Weapon,
    play,
    view,
)
from rules import commands as cmd
from rules import events as ev

HERO = Combatant(id="hero", name="Hero", seat="p1", weapons=(Weapon(name="bow", missile="bow"),))
ORC = Combatant(id="orc", name="Orc", side="foes")
FIEND = Combatant(id="fiend", name="Fiend", side="foes", hidden=True)


def played(encounter: Encounter, *commands: cmd.Command) -> tuple[Encounter, tuple[Event, ...]]:
    """The encounter after the commands, and all that happened."""
    told: tuple[Event, ...] = ()
    for command in commands:
        result = play(encounter, command, SeededDice("1"))
        assert not isinstance(result, Refusal), result
        encounter, events = result
        told += events
    return encounter, told


def seen(events: tuple[Event, ...]) -> list[Event]:
    """The events as anybody may see them."""
    return [event for e in events if (event := view(e, EVERYONE)) is not None]


def dice(events: tuple[Event, ...]) -> list[str]:
    """The sides whose dice anybody sees, in order."""
    return [d.side for e in seen(events) if isinstance(e, ev.InitiativeRolled) for d in e.dice]


ROUND = (cmd.OpenRound(), cmd.CloseDeclarations())


def test_a_side_shows_no_die_once_all_of_it_that_was_seen_is_down() -> None:
    _, events = played(
        Encounter(), cmd.AddCombatants(combatants=(HERO, ORC, FIEND)), cmd.Down(who="orc"), *ROUND
    )
    assert dice(events) == ["heroes"]


def test_the_dice_come_in_the_order_of_those_that_are_seen() -> None:
    _, events = played(Encounter(), cmd.AddCombatants(combatants=(FIEND, HERO, ORC)), *ROUND)
    assert dice(events) == ["heroes", "foes"]


def test_the_gms_creature_is_awaited_whatever_it_carries() -> None:
    long = Declaration(who="orc", major="cast", name="doom", segments=14, at="the gate")
    encounter, _ = played(
        Encounter(),
        cmd.AddCombatants(combatants=(HERO, ORC)),
        cmd.OpenRound(),
        cmd.Declare(declarations=(long,)),
        cmd.CloseDeclarations(),
        cmd.OpenRound(),
    )
    assert encounter.carried("orc")
    assert {c.id for c in encounter.awaited} == {"hero", "orc"}


def test_what_has_not_begun_is_carried_over_without_a_word_of_what_it_is() -> None:
    walk = Minor(action="move", feet=96)
    shot = Declaration(who="hero", major="missile", target="orc", weapon="bow", minors=(walk,))
    encounter = Encounter(settings=Settings(delay_fixed=6))
    _, events = played(
        encounter,
        cmd.AddCombatants(combatants=(HERO, ORC)),
        cmd.OpenRound(),
        cmd.CallDelay(who="hero"),
        cmd.Declare(declarations=(shot,)),
        cmd.CloseDeclarations(),
    )
    carried = [e for e in seen(events) if isinstance(e, ev.CarriedOver) and e.slot.status == "planned"]
    assert carried
    assert all(e.slot.action == "other" for e in carried)
    assert not any("bow" in e.model_dump_json() or "orc" in e.model_dump_json() for e in carried)


def test_a_weapon_that_can_be_thrown_serves_in_melee_where_nothing_else_does() -> None:
    thrower = HERO.model_copy(update={"weapons": (Weapon(name="dagger", speed_factor=2, missile="thrown"),)})
    encounter, _ = played(
        Encounter(),
        cmd.AddCombatants(combatants=(thrower, ORC)),
        cmd.Engage(who="hero", foe="orc"),
        cmd.OpenRound(),
        cmd.Declare(declarations=(Declaration(who="hero", major="melee", target="orc"),)),
        cmd.CloseDeclarations(),
    )
    plan = encounter.plan("hero")
    assert plan is not None
    assert (plan.slots[0].weapon, plan.slots[0].time, plan.slots[0].speed_factor) == ("dagger", 2, 2)


def test_an_edit_that_leaves_the_name_is_never_refused_for_it() -> None:
    twin = FIEND.model_copy(update={"name": "Hero"})
    encounter, _ = played(Encounter(), cmd.AddCombatants(combatants=(twin, HERO)), cmd.Reveal(who="fiend"))
    faster = encounter.combatant("hero").model_copy(update={"speed": 90})
    assert not isinstance(play(encounter, cmd.EditCombatant(combatant=faster), SeededDice("1")), Refusal)
