"""Dice by label."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import ScriptedDice, SeededDice, UnlistedRoll


@given(st.text(max_size=20), st.text(max_size=20), st.integers(1, 100))
def test_a_roll_is_on_the_die_and_the_same_for_the_same_seed_and_label(
    seed: str, label: str, sides: int
) -> None:
    rolled = SeededDice(seed).roll(label, sides)
    assert 1 <= rolled <= sides
    assert SeededDice(seed).roll(label, sides) == rolled


def test_one_roll_never_shifts_another() -> None:
    alone = SeededDice("s").roll("initiative/1/heroes", 6)
    dice = SeededDice("s")
    dice.roll("delay/1/mira", 6)
    assert dice.roll("initiative/1/heroes", 6) == alone


def test_a_roll_is_the_same_on_every_machine() -> None:
    rolled = [SeededDice("dither").roll(f"initiative/{n}/heroes", 6) for n in range(1, 11)]
    assert rolled == [5, 5, 5, 2, 1, 1, 3, 1, 1, 1]


def test_every_face_comes_up_about_equally_often() -> None:
    rolled = [SeededDice("s").roll(f"delay/{n}/mira", 6) for n in range(6000)]
    assert all(900 < rolled.count(face) < 1100 for face in range(1, 7))


def test_scripted_dice_refuse_a_roll_that_is_not_listed() -> None:
    with pytest.raises(UnlistedRoll, match="delay/1/mira"):
        ScriptedDice({"delay/1/orc": 3}).roll("delay/1/mira", 6)


def test_scripted_dice_refuse_a_number_that_is_not_on_the_die() -> None:
    with pytest.raises(UnlistedRoll, match="7 is not on a d6"):
        ScriptedDice({"delay/1/mira": 7}).roll("delay/1/mira", 6)


def test_scripted_dice_know_what_was_never_rolled() -> None:
    dice = ScriptedDice({"b": 1, "a": 2})
    dice.roll("b", 6)
    assert dice.unused == ("a",)
