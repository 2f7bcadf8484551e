"""What holds for every fight in either ruleset, each said once: a property test gives the fights."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from rules import Declaration, Encounter, Refusal, decide, fold
from rules import commands as cmd
from rules import events as ev
from tests.rules.stories import DICE, mode, said, to_the_end

Declared = tuple[Declaration, ...]
Words = Sequence[cmd.Command]


def sealing(declarations: Declared) -> list[cmd.Command]:
    """The commands that seal these, one after another."""
    return [cmd.Declare(declarations=(d,)) for d in declarations]


def the_order_never_matters(fight: Encounter, declarations: Declared, shuffler: st.DataObject) -> Encounter:
    """Whoever declares first, the same happens; gives the fight after the round in automatic play."""
    shuffled = list(declarations)
    shuffler.shuffle(shuffled)  # type: ignore[attr-defined]
    one, _ = said(fight, *sealing(declarations))
    other, _ = said(fight, *sealing(tuple(shuffled)))
    first = said(mode(one, "automatic"), cmd.CloseDeclarations())
    second = said(mode(other, "automatic"), cmd.CloseDeclarations())
    assert first[1] == second[1]
    return first[0]


def the_state_is_the_fold(fight: Encounter, declarations: Declared, interrupting: Words) -> None:
    """The events, written and read back, fold to the state."""
    after, events = said(fight, *sealing(declarations), cmd.CloseDeclarations(), *interrupting)
    read_back = [ev.EVENT.validate_json(e.model_dump_json()) for e in events]
    assert fold(fight, read_back) == after


def every_activity_has_one_fate(fight: Encounter, declarations: Declared, interrupting: Words) -> None:
    """It ends done, lost or carried, once."""
    fight, _ = said(fight, *sealing(declarations))
    fight, begun = said(fight, cmd.CloseDeclarations())
    fight, middle = said(fight, *(w for w in interrupting if w.kind != "open_round"))
    fight, end = to_the_end(fight)
    events = (*begun, *middle, *end)
    assert fight.round.stage == "ended"
    planned = {s.id for e in events if isinstance(e, ev.Planned) for s in e.plan.slots}
    fates = [e.slot.id for e in events if isinstance(e, ev.Completed | ev.Lost | ev.CarriedOver)]
    assert planned == set(fates)
    assert len(fates) == len(set(fates))


def nothing_raises(fight: Encounter, early: Words, more: Words) -> None:
    """Whatever is said, at whatever time, is done or refused."""
    for word in (*early, cmd.CloseDeclarations(), *more, cmd.EndEncounter(), *early[:2]):
        decided = decide(fight, word, DICE)
        assert isinstance(decided, tuple | Refusal)
        fight, _ = said(fight, word)


def automatic_play_is_called_play(fight: Encounter, declarations: Declared, fallen: Sequence[str]) -> None:
    """Whatever the house asks, and with targets that have fallen before the first beat (K-17)."""
    fight, _ = said(fight, *sealing(declarations), *(cmd.Down(who=who) for who in fallen))
    automatic, first = said(mode(fight, "automatic"), cmd.CloseDeclarations())
    automatic, answered = to_the_end(automatic)
    called, events = said(fight, cmd.CloseDeclarations())
    called, rest = to_the_end(called)
    assert (*first, *answered) == (*events, *rest)
    assert mode(automatic, "called") == called
