"""What holds for every fight, however strange: checked on random ones."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import EVERYONE, Combatant, Declaration, Encounter, Viewer, fold, view
from rules import commands as cmd
from rules import events as ev
from rules.values import Plan
from tests.rules import claims, stories
from tests.rules.claims import sealing
from tests.rules.stories import IDS, declarations, fights, interventions, said, to_the_end
from tests.share import shared

few = settings(max_examples=shared(40), deadline=None, derandomize=True)

declared = st.tuples(*(declarations(who) for who in IDS))
words = st.lists(interventions, max_size=35)


@few
@given(fights(asks=False), declared, st.randoms(use_true_random=False))
def test_the_order_of_declarations_never_matters(
    fight: Encounter, declarations: tuple[Declaration, ...], shuffler: st.DataObject
) -> None:
    after = claims.the_order_never_matters(fight, declarations, shuffler)
    assert after.round.stage == "ended"


@few
@given(fights(), declared, words)
def test_the_state_is_the_fold_of_the_events(
    fight: Encounter, declarations: tuple[Declaration, ...], interrupting: list[cmd.Command]
) -> None:
    claims.the_state_is_the_fold(fight, declarations, interrupting)


@few
@given(fights(), declared, words, st.integers(0, 50))
def test_what_is_undone_and_redone_is_as_it_was(
    fight: Encounter, declarations: tuple[Declaration, ...], interrupting: list[cmd.Command], back: int
) -> None:
    acts: list[tuple[ev.Event, ...]] = []
    states = [fight]
    for word in (*sealing(declarations), cmd.CloseDeclarations(), *interrupting):
        after, events = said(states[-1], word)
        if events:
            acts.append(tuple(ev.EVENT.validate_json(e.model_dump_json()) for e in events))
            states.append(after)
    left = max(0, len(acts) - back)
    undone = fold(fight, (event for act in acts[:left] for event in act))
    assert undone == states[left]
    assert fold(undone, (event for act in acts[left:] for event in act)) == states[-1]


@few
@given(fights(), declared, words, declared, words)
def test_a_plan_never_contradicts_itself(
    fight: Encounter,
    first: tuple[Declaration, ...],
    said_first: list[cmd.Command],
    second: tuple[Declaration, ...],
    said_then: list[cmd.Command],
) -> None:
    for sealed, interrupting in ((first, said_first), (second, said_then)):
        fight, _ = said(fight, cmd.OpenRound(), *sealing(sealed), cmd.CloseDeclarations())
        for word in interrupting:
            fight, _ = said(fight, word)
            for plan in fight.round.plans:
                coherent(fight, plan)
        fight, _ = to_the_end(fight)


def coherent(fight: Encounter, plan: Plan) -> None:
    """One major beside what was carried; nothing timed overlaps; no minor inside a major."""
    kept = [s for s in plan.slots if s.status in ("planned", "begun", "done")]
    assert sum(s.major for s in plan.slots[plan.carried :] if s in kept) <= 1
    timed = [s for s in kept if s.time and not s.waits]
    for earlier, later in pairwise(timed):
        assert earlier.end < later.start, (earlier, later)
    for major in (s for s in kept if s.major):
        assert not any(major.start < s.start < major.end for s in kept if not s.major), (major, kept)
    for slot in kept:
        length = max((slot.time or 1) - 1, 0)
        assert slot.end == (max(slot.start + length, 10) if slot.aimed else slot.start + length)
        if slot.status == "planned" and fight.round.stage == "resolving":
            assert slot.start > fight.round.segment


@few
@given(fights(), declared, words)
def test_every_activity_ends_done_lost_or_carried(
    fight: Encounter, declarations: tuple[Declaration, ...], interrupting: list[cmd.Command]
) -> None:
    claims.every_activity_has_one_fate(fight, declarations, interrupting)


@few
@given(fights(), words, st.lists(interventions, max_size=25))
def test_absurd_words_are_refused_and_never_raise(
    fight: Encounter, early: list[cmd.Command], more: list[cmd.Command]
) -> None:
    claims.nothing_raises(fight, early, more)


@few
@given(fights(), declared, st.lists(st.sampled_from(["orc", "ogre"]), max_size=2))
def test_automatic_play_is_called_play_without_a_word_between(
    fight: Encounter, declarations: tuple[Declaration, ...], fallen: list[str]
) -> None:
    claims.automatic_play_is_called_play(fight, declarations, fallen)


quiet = st.builds(
    Declaration,
    who=st.just("lurker"),
    major=st.sampled_from([None, "parry", "potion", "search"]),
    at=st.just("the chest"),
    name=st.just("speed"),
    minors=st.lists(stories.minors, max_size=2, unique_by=lambda m: m.action).map(
        lambda found: tuple(m for m in found if not stories.ROWS[m.action].reveals)
    ),
)


@few
@given(fights(asks=False), declared, quiet, st.lists(interventions, max_size=6), st.booleans())
def test_a_hidden_side_that_stays_quiet_leaves_no_trace(
    fight: Encounter,
    declarations: tuple[Declaration, ...],
    lurking: Declaration,
    interrupting: list[cmd.Command],
    dithers: bool,
) -> None:
    lurker = Combatant(id="lurker", name="Lurker", side="lurkers", hidden=True)
    fight = stories.mode(fight, "automatic" if dithers else "called")
    adding: list[cmd.Command] = [cmd.AddCombatants(combatants=(lurker,)), cmd.Engage(who="lurker", foe="ann")]
    hiding: list[cmd.Command] = (
        [cmd.CallDelay(who="lurker")] if dithers else [cmd.Declare(declarations=(lurking,))]
    )
    rest = [*sealing(declarations), cmd.CloseDeclarations(), *interrupting, cmd.Down(who="lurker")]
    _, without = said(fight, *rest[:-1])
    _, within = said(fight, *adding, *hiding, *rest)
    for viewer in (EVERYONE, Viewer(owns=("ann",))):
        seen = [view(event, viewer) for event in within]
        alone = [view(event, viewer) for event in without]
        assert [e for e in seen if e is not None] == [e for e in alone if e is not None]
