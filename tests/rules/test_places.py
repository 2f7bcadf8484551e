"""What is remembered of where things stand decides nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rules import Combatant
from rules.places import Places, foes_in, places_in, remembering, under_way
from rules.values import Plan, Slot

IDS = ("ann", "bob", "cat", "orc", "ogre")
owners = st.lists(st.sampled_from(IDS), unique=True).map(tuple)


@given(st.lists(st.tuples(owners, st.lists(st.sampled_from(IDS))), max_size=8))
def test_a_place_is_the_one_a_search_finds_whatever_was_asked_before(
    asked: list[tuple[tuple[str, ...], list[str]]],
) -> None:
    place = Places().of
    for names, sought in asked:
        plans = tuple(Plan(who=name) for name in names)
        for who in sought:
            assert place(plans, who) == (names.index(who) if who in names else None)


@given(st.lists(owners, max_size=6))
def test_a_roster_is_known_by_itself_and_not_by_the_one_before(rosters: list[tuple[str, ...]]) -> None:
    for names in rosters:
        roster = tuple(Combatant(id=name, name=name) for name in names)
        assert places_in(roster) == {name: at for at, name in enumerate(names)} == places_in(roster)


def test_what_is_remembered_is_made_once_for_the_same_thing_and_again_for_an_equal_one() -> None:
    asked: list[tuple[int, ...]] = []

    @remembering
    def total(numbers: tuple[int, ...]) -> int:
        asked.append(numbers)
        return sum(numbers)

    one, equal = tuple(range(3)), tuple(range(3))
    assert [total(one), total(one), total(equal), total(one)] == [3, 3, 3, 3]
    assert len(asked) == 3


def test_foes_come_in_the_order_of_the_pairs_on_both_sides() -> None:
    foes = foes_in((("ann", "orc"), ("bob", "orc"), ("ann", "ogre")))
    assert foes == {"ann": ("orc", "ogre"), "bob": ("orc",), "orc": ("ann", "bob"), "ogre": ("ann",)}


def test_under_way_is_what_has_begun_and_not_ended() -> None:
    def slot(who: str, status: str) -> Slot:
        given = {
            "id": f"1.{who}.0",
            "who": who,
            "action": "parry",
            "major": True,
            "time": 1,
            "status": status,
        }
        return Slot.model_validate(given)

    statuses = ("planned", "begun", "done", "lost", "dropped")
    plans = tuple(Plan(who=who, slots=(slot(who, s),)) for who, s in zip(IDS, statuses, strict=True))
    assert [s.who for s in under_way(plans)] == ["bob"]
