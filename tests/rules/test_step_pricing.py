"""Another mind in `phases`: what is told of its price beforehand is what comes of it (P-10)."""

from __future__ import annotations

from hypothesis import given, settings

from rules import Combatant, Declaration, Encounter, Refusal, StepPrice, decide, preview_change
from rules import commands as cmd
from rules import events as ev
from tests.rules.step_stories import declarations, fights
from tests.rules.stories import DICE, said
from tests.rules.test_step_properties import declared, interrupting
from tests.share import shared


def resolving(declaration: Declaration) -> Encounter:
    """Mira and an orc, with the dice rolled and no step called."""
    fight = Encounter(ruleset="phases", play="called")
    mira, orc = Combatant(id="mira", name="Mira", seat="m"), Combatant(id="orc", name="Orc", side="foes")
    return said(
        fight,
        cmd.AddCombatants(combatants=(mira, orc)),
        cmd.OpenRound(),
        cmd.Declare(declarations=(declaration,)),
        cmd.CloseDeclarations(),
    )[0]


def test_of_a_spell_the_price_says_that_the_magic_is_spent() -> None:
    fight = resolving(Declaration(who="mira", major="cast", name="sleep", segments=3))
    told = preview_change(fight, Declaration(who="mira"))
    assert isinstance(told, StepPrice)
    assert told.spent
    assert told.done is None
    potion = preview_change(fight, Declaration(who="mira", major="potion", name="healing"))
    assert isinstance(potion, Refusal)
    assert potion.code == "only-a-step-left"


@settings(max_examples=shared(30), deadline=None, derandomize=True)
@given(fights(), declared, interrupting, declarations())
def test_the_price_told_is_the_price_paid(
    fight: Encounter, first: tuple[Declaration, ...], between: list[cmd.Command], new: Declaration
) -> None:
    seals = [cmd.Declare(declarations=(d,)) for d in first]
    fight, _ = said(fight, *seals, cmd.CloseDeclarations(), *between)
    told = preview_change(fight, new)
    decided = decide(fight, cmd.ChangeAction(declaration=new), DICE)
    if isinstance(decided, Refusal):
        idle = fight.find(new.who) is None or fight.combatant(new.who).down
        assert isinstance(told, Refusal) or idle or fight.combatant(new.who).since > fight.round.number
        return
    assert isinstance(told, StepPrice)
    lost = tuple(e.slot for e in decided if isinstance(e, ev.Lost))
    assert told.given_up == lost
    assert told.delayed == any(isinstance(e, ev.Delayed) for e in decided)
