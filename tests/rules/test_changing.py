"""Changing one's mind: the price asked back beforehand is the one that is paid (S-20)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    Combatant,
    Declaration,
    Encounter,
    Refusal,
    SeededDice,
    Settings,
    StepPrice,
    decide,
    preview_change,
)
from rules import commands as cmd
from rules import events as ev
from rules.rulesets.segments.turning import Price
from tests.rules.stories import DICE, IDS, declarations, fights, interventions, said
from tests.share import shared

SLEEP = Declaration(who="mira", major="cast", name="sleep", segments=5, at="the gate")
POTION = Declaration(who="mira", major="potion", name="healing")


def resolving(declared: Declaration, called: int, house: Settings | None = None) -> Encounter:
    """A fight of Mira alone with so many segments called."""
    fight = Encounter(play="called", settings=house or Settings())
    words: list[cmd.Command] = [
        cmd.AddCombatants(combatants=(Combatant(id="mira", name="Mira", seat="m"),)),
        cmd.OpenRound(),
        cmd.Declare(declarations=(declared,)),
        cmd.CloseDeclarations(),
        *(cmd.CallSegment() for _ in range(called)),
    ]
    return said(fight, *words)[0]


def test_the_price_is_told_as_a_range_with_what_would_be_lost() -> None:
    told = preview_change(resolving(SLEEP, called=2), POTION)
    assert isinstance(told, Price)
    assert (told.free, told.segment, told.earliest, told.latest) == (False, 3, 4, 9)
    assert [slot.action for slot in told.lost] == ["cast"]
    assert told.dropped == ()


def test_a_fixed_price_is_told_as_one_segment() -> None:
    told = preview_change(resolving(SLEEP, 2, Settings(change_fixed=2)), POTION)
    assert isinstance(told, Price)
    assert (told.earliest, told.latest) == (5, 5)


def test_asking_for_the_price_changes_nothing_and_rolls_nothing() -> None:
    fight = resolving(SLEEP, called=2)
    before = fight.model_dump_json()
    preview_change(fight, POTION)
    assert fight.model_dump_json() == before


@pytest.mark.parametrize("called", [0, 10])
def test_a_price_is_asked_only_while_segments_are_called(called: int) -> None:
    fight = resolving(SLEEP, called)
    told = preview_change(fight, POTION)
    assert isinstance(told, Refusal) == (called == 10)


def test_what_is_refused_is_refused_when_the_price_is_asked() -> None:
    later = SLEEP.model_copy(update={"name": "web"})
    moved = Declaration.model_validate({**SLEEP.model_dump(), "minors": ({"action": "move", "feet": 60},)})
    told = preview_change(resolving(moved, called=1), later)
    assert isinstance(told, Refusal)
    assert told.code == "spell-for-spell"


def test_each_change_has_its_own_die_whatever_else_was_rolled() -> None:
    rolls = []
    for seed in ("one", "two"):
        decided = decide(resolving(SLEEP, 2), cmd.ChangeAction(declaration=POTION), SeededDice(seed))
        assert not isinstance(decided, Refusal)
        rolls += [e.roll for e in decided if isinstance(e, ev.Changed)]
    assert rolls == [SeededDice(seed).roll("change/1/mira/1", 6) for seed in ("one", "two")]


@settings(max_examples=shared(50), deadline=None, derandomize=True)
@given(
    fights(),
    st.tuples(*(declarations(who) for who in IDS)),
    st.lists(interventions, max_size=12),
    declarations(),
)
def test_what_is_paid_lies_in_the_range_that_was_told(
    fight: Encounter,
    declared: tuple[Declaration, ...],
    words: list[cmd.Command],
    new: Declaration,
) -> None:
    fight, _ = said(fight, *(cmd.Declare(declarations=(d,)) for d in declared), cmd.CloseDeclarations())
    fight, _ = said(fight, cmd.EndGrace(), *words)
    told = preview_change(fight, new)
    decided = decide(fight, cmd.ChangeAction(declaration=new), DICE)
    assert not isinstance(told, StepPrice)
    if isinstance(told, Refusal) or isinstance(decided, Refusal):
        asked = fight.round.questions or fight.combatant(new.who).down if fight.find(new.who) else True
        late = fight.find(new.who) is not None and fight.combatant(new.who).since > fight.round.number
        assert isinstance(decided, Refusal)
        assert isinstance(told, Refusal) or asked or late
        return
    paid = [e for e in decided if isinstance(e, ev.Changed)]
    assert bool(paid) != told.free
    if paid:
        before = {s.id for p in fight.round.plans for s in p.slots}
        plan = next((e.plan for e in reversed(decided) if isinstance(e, ev.Planned)), None)
        fresh = [s for s in plan.slots if s.id not in before] if plan else []
        if fresh and not fresh[0].hold and fresh[0].time:
            assert told.earliest <= fresh[0].start <= told.latest
