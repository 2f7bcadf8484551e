"""What is decided about a declaration, and about a full fight, beyond what one case can show."""

from __future__ import annotations

from rules import Combatant, Declaration, Encounter, Minor, Refusal, SeededDice, Weapon, preview
from rules import commands as cmd
from rules.commands import MOST_COMBATANTS
from tests.rules.stories import code, said, to_the_end

DICE = SeededDice("deciding")
MIRA = Combatant(id="mira", name="Mira", seat="mira")
ORC = Combatant(id="orc", name="Orc", side="foes")


def fight(*combatants: Combatant) -> Encounter:
    begun = Encounter(play="called")
    return said(begun, cmd.AddCombatants(combatants=combatants), cmd.OpenRound())[0]


def crowd(size: int, hidden: bool) -> tuple[Combatant, ...]:
    kind = "lurker" if hidden else "guard"
    return tuple(Combatant(id=f"{kind}-{n}", name=f"{kind} {n}", hidden=hidden) for n in range(size))


def sealed(encounter: Encounter, declaration: Declaration) -> Declaration | None:
    return said(encounter, cmd.Declare(declarations=(declaration,)))[0].declaration(declaration.who)


def test_nothing_of_a_major_is_sealed_without_one() -> None:
    idle = Declaration(
        who="mira", target="zzz", at="there", weapon="sword", name="sleep", segments=3, feet=30, note="watch"
    )
    assert sealed(fight(MIRA), idle) == Declaration(who="mira", note="watch")


def test_a_preview_is_refused_where_carried_work_leaves_no_room_for_a_major() -> None:
    legend = Declaration(who="mira", major="cast", name="legend", segments=25, at="the gate")
    begun, _ = said(fight(MIRA), cmd.Declare(declarations=(legend,)), cmd.CloseDeclarations())
    carried, _ = said(to_the_end(begun)[0], cmd.OpenRound())
    drinking = Declaration(who="mira", major="potion", name="healing")
    refused = preview(carried, drinking)
    assert isinstance(refused, Refusal)
    assert refused.code == "no-room-after-carried"
    abandoning = preview(carried, drinking.model_copy(update={"carry": "abandon"}))
    assert not isinstance(abandoning, Refusal)


def test_a_preview_is_refused_where_nothing_is_carried_to_go_on_with() -> None:
    refused = preview(fight(MIRA), Declaration(who="mira", carry="continue"))
    assert isinstance(refused, Refusal)
    assert refused.code == "nothing-carried"


def test_a_time_unknown_is_asked_about_at_close_for_players_and_at_once_for_the_gm() -> None:
    swing = Declaration(who="mira", major="other", note="swing from the chandelier")
    there = fight(MIRA, ORC)
    assert code(there, cmd.Declare(declarations=(swing,))) is None
    theirs = swing.model_copy(update={"who": "orc"})
    assert code(there, cmd.Declare(declarations=(theirs,))) == "needs-segments"
    timed = theirs.model_copy(update={"segments": 4})
    assert code(there, cmd.Declare(declarations=(timed,))) is None


def test_hidden_creatures_never_fill_the_fight_for_those_who_cannot_see_them() -> None:
    there = fight(MIRA)
    for group in range(0, MOST_COMBATANTS, 50):
        lurking = crowd(MOST_COMBATANTS, hidden=True)[group : group + 50]
        there, _ = said(there, cmd.AddCombatants(combatants=lurking))
    assert len(there.combatants) == MOST_COMBATANTS + 1
    one_more = Combatant(id="late", name="Late", hidden=True)
    assert code(there, cmd.AddCombatants(combatants=(one_more,))) == "too-many-combatants"
    seen = one_more.model_copy(update={"hidden": False})
    assert code(there, cmd.AddCombatants(combatants=(seen,))) is None


def test_a_fight_has_room_for_so_many_creatures_in_sight_and_no_more() -> None:
    there = fight(MIRA)
    guards = crowd(MOST_COMBATANTS - 1, hidden=False)
    for group in range(0, len(guards), 50):
        there, _ = said(there, cmd.AddCombatants(combatants=guards[group : group + 50]))
    assert len(there.combatants) == MOST_COMBATANTS
    assert code(there, cmd.AddCombatants(combatants=(ORC,))) == "too-many-combatants"


def test_an_aimed_shot_that_is_ready_in_the_next_round_is_held_to_its_end() -> None:
    archer = MIRA.model_copy(update={"weapons": (Weapon(name="bow", missile="bow"),)})
    aim = Declaration(who="mira", major="missile", minors=(Minor(action="aim"),))
    begun, _ = said(fight(archer), cmd.Declare(declarations=(aim,)), cmd.CloseDeclarations())
    slow, _ = said(begun, cmd.SetTime(slot="1.mira.0", segments=6))
    [shot] = said(to_the_end(slow)[0], cmd.OpenRound())[0].carried("mira")
    assert (shot.start, shot.end, shot.aimed) == (-3, 10, True)
