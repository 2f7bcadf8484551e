"""What holds for every fight in `phases`, however strange: checked on random ones."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import EVERYONE, Combatant, Declaration, Encounter, Viewer, view
from rules import commands as cmd
from rules import events as ev
from rules.values import BEATS, Plan
from tests.rules import claims
from tests.rules.claims import sealing
from tests.rules.step_stories import declarations, fights, words
from tests.rules.stories import IDS, said, to_the_end
from tests.share import shared

few = settings(max_examples=shared(30), deadline=None, derandomize=True)
declared = st.tuples(*(declarations(who) for who in IDS))
interrupting = st.lists(words, min_size=4, max_size=25)
LAST = BEATS["phases"]


@few
@given(fights(), declared, st.randoms(use_true_random=False))
def test_the_order_of_declarations_never_matters(
    fight: Encounter, declarations: tuple[Declaration, ...], shuffler: st.DataObject
) -> None:
    claims.the_order_never_matters(fight, declarations, shuffler)


@few
@given(fights(), declared, interrupting)
def test_the_state_is_the_fold_of_the_events(
    fight: Encounter, declarations: tuple[Declaration, ...], interrupting: list[cmd.Command]
) -> None:
    claims.the_state_is_the_fold(fight, declarations, interrupting)


@few
@given(fights(), declared, interrupting, declared, interrupting)
def test_nobody_acts_twice_and_nothing_is_placed_in_a_step_already_over(
    fight: Encounter,
    first: tuple[Declaration, ...],
    said_first: list[cmd.Command],
    second: tuple[Declaration, ...],
    said_then: list[cmd.Command],
) -> None:
    for sealed, words_ in ((first, said_first), (second, said_then)):
        fight, _ = said(fight, cmd.OpenRound(), *sealing(sealed), cmd.CloseDeclarations())
        for word in words_:
            fight, _ = said(fight, word)
            for plan in fight.round.plans:
                coherent(fight, plan)
        fight, _ = to_the_end(fight)
        assert fight.round.stage == "ended"


def coherent(fight: Encounter, plan: Plan) -> None:
    """One deed beside what was carried, or the routines of one; nothing planned for a step that is over."""
    new = [s for s in plan.slots[plan.carried :] if s.status in ("planned", "begun", "done")]
    majors = [s for s in new if s.major]
    assert len(majors) <= 1 or len({s.routine for s in majors}) == len(majors), majors
    assert len({s.action for s in majors}) <= 1
    if fight.round.stage != "resolving":
        return
    over = fight.round.segment - (1 if fight.round.questions else 0)
    for slot in plan.slots:
        if slot.status == "planned":
            assert over < slot.start <= slot.end, slot
        if slot.status == "begun":
            assert slot.end > over, slot


@few
@given(fights(), declared, interrupting)
def test_every_activity_ends_done_lost_or_carried(
    fight: Encounter, declarations: tuple[Declaration, ...], interrupting: list[cmd.Command]
) -> None:
    claims.every_activity_has_one_fate(fight, declarations, interrupting)


@few
@given(fights(), interrupting, interrupting)
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


@few
@given(fights(), declared, interrupting)
def test_steps_are_called_once_each_and_in_order(
    fight: Encounter, declarations: tuple[Declaration, ...], interrupting: list[cmd.Command]
) -> None:
    middle = [w for w in interrupting if w.kind != "open_round"]
    fight, events = said(fight, *sealing(declarations), cmd.CloseDeclarations(), *middle)
    _, rest = to_the_end(fight)
    called = [e for e in (*events, *rest) if isinstance(e, ev.SegmentCalled)]
    assert [e.segment for e in called] == list(range(1, LAST + 1))
    assert all(e.step is not None for e in called)


@few
@given(fights(), declared, interrupting)
def test_what_is_declared_is_seen_by_its_owner_and_the_gm_alone(
    fight: Encounter, declarations: tuple[Declaration, ...], interrupting: list[cmd.Command]
) -> None:
    _, events = said(fight, *sealing(declarations), cmd.CloseDeclarations(), *interrupting)
    private = (
        ev.DeclarationSealed | ev.Planned | ev.Queued | ev.SpellTargetAsked | ev.TargetNamed | ev.SpellsListed
    )
    for event in events:
        if isinstance(event, private):
            assert view(event, EVERYONE) is None
            assert view(event, Viewer(owns=("nobody",))) is None


SPELL = Declaration(
    who="mira", major="cast", name="secret-spell", segments=4, item="secret-item", note="hush"
)
MIRA = Combatant(id="mira", name="Mira", seat="mira")


@few
@given(fights(), declared, st.booleans(), interrupting)
def test_a_spell_is_in_nothing_others_see_before_it_takes_effect(
    fight: Encounter, others: tuple[Declaration, ...], announced: bool, interrupting: list[cmd.Command]
) -> None:
    told = SPELL.model_copy(update={"announce": announced})
    adding = cmd.AddCombatants(combatants=(MIRA,))
    fight, first = said(fight, adding, cmd.Declare(declarations=(told,)), *sealing(others))
    fight, middle = said(fight, cmd.CloseDeclarations(), *interrupting)
    _, end = to_the_end(fight)
    events = (*first, *middle, *end)
    done = (i for i, e in enumerate(events) if isinstance(e, ev.Completed) and e.slot.name == "secret-spell")
    before = events[: next(done, len(events))]
    for viewer in (EVERYONE, Viewer(owns=("ann", "bob"))):
        shown = "\n".join(e.model_dump_json() for event in before if (e := view(event, viewer)) is not None)
        assert "secret" not in shown


quiet = st.builds(
    Declaration,
    who=st.just("lurker"),
    major=st.sampled_from([None, "potion", "go", "flee"]),
    name=st.just("speed"),
    feet=st.just(30),
    delay=st.booleans(),
)


@few
@given(fights(), declared, quiet, st.lists(words, max_size=6), st.booleans())
def test_a_hidden_side_that_stays_quiet_leaves_no_trace(
    fight: Encounter,
    declarations: tuple[Declaration, ...],
    lurking: Declaration,
    interrupting: list[cmd.Command],
    dithers: bool,
) -> None:
    lurker = Combatant(id="lurker", name="Lurker", side="lurkers", hidden=True)
    adding: list[cmd.Command] = [cmd.AddCombatants(combatants=(lurker,)), cmd.Engage(who="lurker", foe="ann")]
    hiding: list[cmd.Command] = (
        [cmd.CallDelay(who="lurker")] if dithers else [cmd.Declare(declarations=(lurking,))]
    )
    rest = [*sealing(declarations), cmd.CloseDeclarations(), *interrupting]
    one, without = said(fight, *rest)
    _, without_end = to_the_end(one)
    other, within = said(fight, *adding, *hiding, *rest, cmd.Down(who="lurker"))
    _, within_end = to_the_end(other)
    for viewer in (EVERYONE, Viewer(owns=("ann",))):
        seen = [view(event, viewer) for event in (*within, *within_end)]
        alone = [view(event, viewer) for event in (*without, *without_end)]
        assert [e for e in seen if e is not None] == [e for e in alone if e is not None]
