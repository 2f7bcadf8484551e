"""The demo of Declare Actions: two rounds by steps, the same for the same seed, with all it promises."""

from __future__ import annotations

import asyncio
import re
from functools import cache

import pytest

from bot import demo
from tests.share import shared

PUBLIC = "#sunken-shrine"

pytestmark = pytest.mark.xdist_group("demo")


@cache
def played(seed: int | None = None) -> str:
    """The transcript for a seed; without one, the usual one."""
    return asyncio.run(demo.play("phases", seed))


def heard(seed: int | None = None) -> str:
    """What the channel was told, in order."""
    every = re.split(r"\n(?! |$)|\n{2,}", played(seed))
    return "\n".join(block for block in every if block.startswith(f"{PUBLIC} · "))


def test_the_same_seed_is_the_same_transcript_to_the_byte() -> None:
    assert asyncio.run(demo.play("phases")) == played()


@pytest.mark.parametrize("seed", range(2, 2 + shared(1)))
def test_whatever_the_dice_two_rounds_are_played_to_their_end(seed: int) -> None:
    assert "Bless on Borin is over" in heard(seed)
    assert heard(seed).rstrip().endswith("The fight is over")


@pytest.mark.parametrize(
    "promised",
    [
        "A tie: all act in HIGH together",
        "Delay: Kesh changes plans and acts in LOW",
        "Delay: Tam lets HIGH go by and acts in LOW",
        "E · spells Mira completes sleep on Orc 2",
        "Bless on Borin is over",
    ],
)
def test_the_table_hears_what_it_is_there_to_show(promised: str) -> None:
    assert promised in heard()


def test_a_spell_is_named_to_the_table_in_e_alone() -> None:
    told = [line for line in heard().splitlines() if "sleep" in line]
    assert [line.strip() for line in told] == ["E · spells Mira completes sleep on Orc 2"]


def test_one_round_ends_with_the_next_round() -> None:
    before = heard().partition("Bless on Borin is over")[0]
    assert "Round 2 — Go Last" in before
    assert before.count("Bless on Borin begins") == 1
