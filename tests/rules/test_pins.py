"""What is pinned to a beat, beyond what one case can show."""

from __future__ import annotations

import pytest

from rules import EVERYONE, Combatant, Encounter, FightRecord, Viewer, fold, views, waiting_pins
from rules import commands as cmd
from rules import events as ev
from rules.pins import MOST_PINS
from rules.replay import replay
from rules.values import BEATS, Declaration, RulesetName
from tests.rules.stories import code, mode, said, to_the_end

MIRA = Combatant(id="mira", name="Mira", seat="mira")
ROOF = cmd.AddPin(id="roof", text="the ceiling falls", segment=2)
LISTENS = cmd.Declare(declarations=(Declaration(who="mira", major="other", note="listens", segments=2),))


def fight(ruleset: RulesetName = "segments") -> Encounter:
    begun = Encounter(ruleset=ruleset, play="called")
    return said(begun, cmd.AddCombatants(combatants=(MIRA,)))[0]


def test_what_is_pinned_comes_right_after_the_call_and_before_what_is_done_there() -> None:
    opened = said(fight(), cmd.OpenRound(), ROOF, LISTENS)[0]
    _, events = said(mode(opened, "automatic"), cmd.CloseDeclarations())
    second = next(n for n, e in enumerate(events) if isinstance(e, ev.SegmentCalled) and e.segment == 2)
    assert isinstance(events[second + 1], ev.Befell)
    assert any(isinstance(e, ev.Completed) and e.segment == 2 for e in events[second + 2 :])


@pytest.mark.parametrize("ruleset", ["segments", "phases"])
def test_it_can_be_pinned_to_every_beat_and_each_comes_where_it_is_pinned(ruleset: RulesetName) -> None:
    opened, _ = said(fight(ruleset), cmd.OpenRound())
    beats = range(1, BEATS[ruleset] + 1)
    pinned, _ = said(opened, *(cmd.AddPin(id=f"p{n}", text=f"at {n}", segment=n) for n in reversed(beats)))
    assert [pin.segment for pin in waiting_pins(pinned)] == list(beats)
    over, events = said(mode(pinned, "automatic"), cmd.CloseDeclarations())
    came = [(e.segment, e.pin.text) for e in events if isinstance(e, ev.Befell)]
    assert came == [(n, f"at {n}") for n in beats]
    assert over.pins == ()


def test_the_round_is_the_one_under_way_else_the_next() -> None:
    before = said(fight(), ROOF)[0]
    assert before.pins[0].round == 1
    opened = said(before, cmd.OpenRound(), cmd.AddPin(id="rain", text="rain", segment=9))[0]
    assert [pin.round for pin in opened.pins] == [1, 1]
    over = to_the_end(said(opened, cmd.CloseDeclarations())[0])[0]
    assert said(over, cmd.AddPin(id="snow", text="snow", segment=1))[0].pins[0].round == 2
    assert code(over, ROOF.model_copy(update={"round": 1})) == "round-over"
    assert code(over, ROOF.model_copy(update={"round": 3})) == "round-too-far"


def test_so_many_wait_and_no_more_and_none_twice() -> None:
    full = said(fight(), *(cmd.AddPin(id=f"p{n}", text="rain", segment=1) for n in range(MOST_PINS)))[0]
    assert len(full.pins) == MOST_PINS
    assert code(full, ROOF) == "too-many-pins"
    assert code(said(fight(), ROOF)[0], ROOF) == "id-taken"
    room = said(full, cmd.RemovePin(pin="p3"))[0]
    assert code(room, ROOF) is None


@pytest.mark.parametrize("viewer", [EVERYONE, Viewer(owns=("mira",))])
def test_nobody_but_the_gm_sees_that_something_is_pinned_or_taken_away(viewer: Viewer) -> None:
    _, events = said(fight(), ROOF, cmd.RemovePin(pin="roof"))
    assert [e.kind for e in events] == ["pin_added", "pin_removed"]
    assert views(events, viewer) == ()


def test_a_fight_is_told_again_with_what_was_pinned() -> None:
    start = fight()
    opened, first = said(start, cmd.OpenRound(), ROOF, LISTENS)
    _, rest = said(mode(opened, "automatic"), cmd.CloseDeclarations())
    kept = FightRecord(start=start, events=(*first, *rest))
    again = FightRecord.model_validate_json(kept.model_dump_json())
    [(after, events)] = replay(again)
    assert after == fold(start, (*first, *rest))
    assert any(isinstance(e, ev.Befell) and e.pin.text == "the ceiling falls" for e in events)
