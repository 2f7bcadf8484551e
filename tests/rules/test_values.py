"""Speeds and the other values that people type."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from rules import Combatant, SpeedUnclear, parse_speed
from rules.values import Declaration, Weapon, segments_to_cover


@pytest.mark.parametrize(
    ("said", "feet"),
    [
        ('12"', 120),
        ("12''", 120),
        ("12″", 120),
        ("12”", 120),
        ("12 in", 120),
        ("12 inches", 120),
        (' 9 " ', 90),
        ("120", 120),
        ("120 ft", 120),
        ("120'", 120),
        ("20 feet", 20),
        ("30", 30),
        ("0", 0),
    ],
)
def test_a_speed_is_read_as_feet_per_round(said: str, feet: int) -> None:
    assert parse_speed(said) == feet


@pytest.mark.parametrize("said", ["12", "1", "29"])
def test_a_bare_number_under_thirty_is_asked_about(said: str) -> None:
    with pytest.raises(SpeedUnclear):
        parse_speed(said)


@pytest.mark.parametrize("said", ["", "fast", "12m", "-30", "12.5", '12"3', "99999"])
def test_what_is_no_speed_is_said_to_be_none(said: str) -> None:
    with pytest.raises(ValueError) as raised:  # noqa: PT011 - its subclass is excluded below
        parse_speed(said)
    assert not isinstance(raised.value, SpeedUnclear)


@given(st.text(max_size=12))
def test_no_text_breaks_the_reading_of_a_speed(said: str) -> None:
    with suppress(ValueError):
        assert parse_speed(said) >= 0


@given(st.integers(1, 5000), st.integers(1, 5000))
def test_the_segments_of_a_movement_are_the_fewest_that_cover_it(feet: int, speed: int) -> None:
    segments = segments_to_cover(feet, speed)
    assert speed * segments >= feet * 10 > speed * (segments - 1)


def test_values_are_frozen_and_refuse_misspelt_keys() -> None:
    orc = Combatant(id="orc", name="Orc")
    with pytest.raises(FrozenInstanceError):
        setattr(orc, "down", True)  # noqa: B010 - mypy would not let it be written plainly
    with pytest.raises(ValidationError):
        Declaration.model_validate({"who": "orc", "majer": "parry"})


def test_a_weapon_and_an_ability_are_found_whatever_their_capitals() -> None:
    orc = Combatant(id="orc", name="Orc", weapons=(Weapon(name="Long Sword"),))
    assert orc.weapon("long sword") == orc.weapons[0]
    assert orc.weapon("axe") is None
