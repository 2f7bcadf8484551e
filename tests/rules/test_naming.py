"""What creatures of one name are called."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import NAMINGS, Naming, names_for, stem


@pytest.mark.parametrize("naming", [None, *NAMINGS])
def test_a_single_creature_of_a_name_nobody_has_keeps_it(naming: Naming | None) -> None:
    assert names_for(["Ogre", "Orcus"], "Orc", 1, naming) == ["Orc"]
    assert names_for(["Orc 2"], "Orc 7", 1, naming) == ["Orc 7"]


def test_several_of_a_name_are_told_apart_by_numbers_letters_or_colours() -> None:
    assert names_for([], "Orc", 3) == ["Orc 1", "Orc 2", "Orc 3"]
    assert names_for([], "Orc", 3, "letters") == ["Orc A", "Orc B", "Orc C"]
    assert names_for([], "Orc", 3, "colours") == ["Orc Red", "Orc Blue", "Orc Green"]


def test_more_of_the_same_go_on_in_the_same_way() -> None:
    assert names_for(["Orc 1", "Orc 3", "Goblin 9"], "Orc") == ["Orc 4"]
    assert names_for(["Orc A", "Orc B"], "orc", 2) == ["Orc C", "Orc D"]
    assert names_for(["Orc Red"], "Orc") == ["Orc Blue"]


def test_the_second_of_a_name_is_the_second_and_the_first_stays() -> None:
    assert names_for(["Orc"], "Orc") == ["Orc 2"]
    assert names_for(["Orc"], "ORC", 2, "letters") == ["ORC B", "ORC C"]


def test_another_of_a_numbered_name_is_the_next_of_its_kind() -> None:
    assert names_for(["Orc 1", "Orc 2"], "orc 1") == ["Orc 3"]


@given(
    st.lists(st.sampled_from(["Orc", "Orc 1", "Orc 9", "Orc Z", "Orc AZ", "Orc Red", "Orc Gold 3", "Bat"])),
    st.sampled_from(["Orc", "orc", "Orc 9", "Orc Red", "Bat A"]),
    st.integers(1, 50),
    st.sampled_from([None, *NAMINGS]),
)
def test_new_names_are_new_and_all_different(
    taken: list[str], name: str, count: int, naming: Naming | None
) -> None:
    made = names_for(taken, name, count, naming)
    folded = [each.casefold() for each in (*dict.fromkeys(taken), *made)]
    assert len(made) == count
    assert len(set(folded)) == len(folded)


@given(st.sampled_from(NAMINGS), st.integers(1, 400))
def test_what_is_behind_a_name_can_be_told_from_it_however_many_there_are(naming: Naming, many: int) -> None:
    made = names_for([], "Cave orc", many, naming)
    assert {stem(name) for name in made} == {"Cave orc"}
