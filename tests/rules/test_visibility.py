"""What leaves for a viewer tells no secret."""

from __future__ import annotations

from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    EVERYONE,
    GAMEMASTER,
    Combatant,
    Declaration,
    Encounter,
    Minor,
    Viewer,
    Weapon,
    view,
    viewer_for,
)
from rules import commands as cmd
from rules import events as ev
from rules.values import Ability
from tests.rules.stories import declarations, fights, interventions, said, to_the_end
from tests.share import shared

MIRA = Combatant(
    id="mira",
    name="Mira",
    seat="mira",
    abilities=(Ability(name="secret-ability", magic="spell-like", minor=True, segments=2),),
)
OGRE = Combatant(
    id="xogre", name="Xogre", side="xlair", hidden=True, weapons=(Weapon(name="xclub", speed_factor=4),)
)
SPELL = Declaration(
    who="mira",
    major="cast",
    name="secret-spell",
    segments=4,
    at="secret-place",
    note="secret-note",
    announce=True,
)
LEAKS = Viewer(owns=("ann", "bob"))

few = settings(max_examples=shared(35), deadline=None, derandomize=True)
words = st.lists(
    interventions.filter(lambda w: w.kind not in ("edit_combatant", "reveal", "add_combatants")), max_size=15
)


def shown(events: tuple[ev.Event, ...], viewer: Viewer) -> str:
    return "\n".join(e.model_dump_json() for event in events if (e := view(event, viewer)) is not None)


def before(events: tuple[ev.Event, ...], action: str) -> tuple[ev.Event, ...]:
    """What happened before Mira completed this."""
    for place, event in enumerate(events):
        if isinstance(event, ev.Completed) and event.who == "mira" and event.slot.action == action:
            return events[:place]
    return events


@few
@given(fights(), st.booleans(), words)
def test_a_sealed_spell_is_in_nothing_others_see_before_it_completes(
    fight: Encounter, target: bool, interrupting: list[cmd.Command]
) -> None:
    spell = SPELL.model_copy(update={"target": "orc" if target else None})
    power = Minor(action="use-minor", name="secret-ability", note="secret-note")
    declared = spell.model_copy(update={"minors": (power,)})
    fight, first = said(fight, cmd.AddCombatants(combatants=(MIRA,)), cmd.Declare(declarations=(declared,)))
    fight, middle = said(fight, cmd.CloseDeclarations(), *interrupting)
    _, end = to_the_end(fight)
    events = (*first[1:], *middle, *end)
    for viewer in (EVERYONE, LEAKS):
        assert "secret-spell" not in shown(before(events, "cast"), viewer)
        assert "secret-place" not in shown(before(events, "cast"), viewer)
        assert "secret-ability" not in shown(before(events, "use-minor"), viewer)


@few
@given(fights(), st.tuples(declarations("ann"), declarations("orc")), declarations("xogre"), words)
def test_a_hidden_creature_is_nowhere_until_it_is_revealed(
    fight: Encounter,
    others: tuple[Declaration, ...],
    hidden: Declaration,
    interrupting: list[cmd.Command],
) -> None:
    at_it = others[1].model_copy(update={"target": "xogre"})
    fight, first = said(
        fight,
        cmd.AddCombatants(combatants=(OGRE,)),
        cmd.Engage(who="xogre", foe="ann"),
        *(cmd.Declare(declarations=(d,)) for d in (others[0], at_it, hidden)),
        cmd.CallDelay(who="xogre"),
        cmd.CloseDeclarations(),
        *interrupting,
        cmd.Down(who="xogre"),
    )
    revealed = [i for i, e in enumerate(first) if isinstance(e, ev.Revealed) and e.who == "xogre"]
    until = first[: revealed[0]] if revealed else first
    for viewer in (EVERYONE, LEAKS):
        text = shown(until, viewer)
        assert "xogre" not in text.casefold()
        assert "xlair" not in text
        assert "xclub" not in text


@few
@given(fights(), st.tuples(declarations("ann"), declarations("orc")), words)
def test_a_declaration_is_seen_by_its_owner_and_the_gm_alone(
    fight: Encounter, declared: tuple[Declaration, ...], interrupting: list[cmd.Command]
) -> None:
    sealing = [cmd.Declare(declarations=(d,)) for d in declared]
    _, events = said(fight, *sealing, cmd.CloseDeclarations(), *interrupting)
    for event in events:
        if isinstance(event, ev.DeclarationSealed | ev.Planned | ev.TimeSet):
            assert view(event, EVERYONE) is None
            assert view(event, GAMEMASTER) == event
            seat = event.who in ("ann", "bob", "cat")
            assert (view(event, Viewer(owns=(event.who,))) == event) == seat


def test_a_person_sees_as_gm_or_as_owner_of_the_own_combatants() -> None:
    fight = Encounter(gms=("gm",), combatants=(MIRA, OGRE))
    assert viewer_for(fight, "gm") == GAMEMASTER
    assert viewer_for(fight, "mira") == Viewer(owns=("mira",))
    assert viewer_for(fight, "passer-by") == EVERYONE


def test_every_event_reads_back_from_json_and_says_who_may_see_it() -> None:
    for event in get_args(get_args(ev.Event)[0]):
        assert event.model_fields["audience"].default in ("everyone", "owner", "gm")
        assert event.__doc__
