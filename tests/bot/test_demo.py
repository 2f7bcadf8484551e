"""The demo is a whole fight, comes out the same for the same seed, and gives nothing away too soon."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from bot import demo
from bot.practice.people import OutOfScript
from bot.practice.reading import until
from tests.share import shared

ROOT = Path(__file__).parents[2]
PUBLIC = "#sunken-shrine"
SEEDS = range(1, 2 + shared(1))

pytestmark = pytest.mark.xdist_group("demo")


@cache
def played(seed: int = 1) -> str:
    """The transcript for a seed."""
    return asyncio.run(demo.play("segments", seed))


def blocks(place: str, seed: int = 1) -> list[str]:
    """What was seen and done in a place, in order, without the headings."""
    every = re.split(r"\n(?! |$)|\n{2,}", played(seed))
    return [block for block in every if block.startswith(f"{place} · ")]


def public_before(words: str, seed: int = 1) -> str:
    """What the channel has been told before these words appear there."""
    told = "\n".join(blocks(PUBLIC, seed))
    assert words in told
    return told.partition(words)[0]


def test_the_demo_as_a_process_plays_and_ends_well() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bot", "demo", "--ruleset", "segments", "--seed", "1"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == played() + "\n"


def test_another_seed_rolls_other_dice() -> None:
    def dice(seed: int) -> list[str]:
        return re.findall(r"Initiative: .*|1d6: \d", played(seed))

    assert len({tuple(dice(seed)) for seed in SEEDS}) > 1
    assert {len(dice(seed)) for seed in SEEDS} == {3}


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_the_dice_two_rounds_are_played_to_their_end(seed: int) -> None:
    told = "\n".join(blocks(PUBLIC, seed))
    for number in (1, 2):
        assert f"Round {number} — declarations are closed" in told
        stretches = re.findall(rf"Round {number} — segments (\d+) to (\d+)", told)
        assert stretches[0][0] == "1"
        assert stretches[-1][1] == "10"
    assert "The fight is over" in told


@pytest.mark.parametrize(
    "promised",
    [
        "Mira (direct message) · Mira: ‹What will you do?› Cast a spell",
        "Mira (only you see this) · Dither: a form opens",
        "Mira (direct message) · Mira: [Seal it]",
        "Borin (only you see this) · Borin: /declare action: Melee attack target: Orc 1",
        "Kesh has yet to declare",
        "Delay (dithering): Kesh",
        "Mira is casting a 4-segment spell",
        "Mira completes sleep",
        "How long does it take?: How many segments? 14",
        "From last round, Tam is still doing “picking the lock",
        "‹Go on with it, or give it up?› Go on with it",
        "GM (direct message) · GM: ‹What will you do?› Melee attack",
        "‹Who?› 3 × Orc",
        "Lurker comes into view",
        "GM (direct message) · GM: [Missed]",
        "GM (direct message) · GM: [Struck]",
        "closes in 5 seconds",
    ],
)
def test_it_shows_what_it_is_there_to_show(promised: str) -> None:
    assert promised in played()


def test_on_a_shared_segment_the_reason_of_the_order_is_told() -> None:
    line = next(x for x in "\n".join(blocks(PUBLIC)).splitlines() if x.strip().startswith("7 "))
    assert "Borin strikes" in line
    assert re.search(r"then \((lower initiative|slower).*\d against \d\)|at the same time", line)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_channel_learns_a_secret_on_its_segment_and_not_before(seed: int) -> None:
    for secret, segment in (("sleep", "6 "), ("Lurker", "1 ")):
        before = public_before(secret, seed)
        assert before.splitlines()[-1].strip().startswith(segment)
    assert "web" not in "\n".join(blocks(PUBLIC, seed)), "a spell that is lost stays unnamed"


@pytest.mark.parametrize("who", ["Borin", "Kesh", "Tam"])
def test_nobody_reads_another_ones_panel(who: str) -> None:
    own = "\n".join(blocks(f"{who} (direct message)") + blocks(f"{who} (only you see this)"))
    assert own
    assert "sleep" not in own
    assert "Lurker" not in own


def test_nothing_of_the_machine_or_of_discords_codes_is_left_in_it() -> None:
    assert re.findall(r"<[t@#:]|/tmp|\.sqlite3|\d{15,}|\*\*|0x[0-9a-f]{6}", played()) == []


def test_a_step_that_the_bot_refuses_ends_the_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: object) -> None:
        """Leave out the declarations of the first round, so that nobody opened it."""

    monkeypatch.setattr(demo, "_first_declarations", nothing)
    with pytest.raises(OutOfScript, match="Kesh is refused"):
        asyncio.run(demo.play("segments", 1))


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (90, "in 90 seconds"),
        (1, "in 1 second"),
        (-5, "5 seconds ago"),
        (600, "in 10 minutes"),
        (86400, "in 24 hours"),
    ],
)
def test_an_instant_is_told_from_now(seconds: int, words: str) -> None:
    assert until(seconds) == words
