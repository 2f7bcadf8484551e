"""The rules' speed: a round of 22 against another adjudicator's phase of 22 units, in the same run.

The yardstick is `diplomacy`, which processes seeded random legal orders of S1901M. A ratio says how many
of its phases one of our rounds takes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from random import Random

from diplomacy import Game

from bench.fights import ready
from bench.measured import Row, give, median, milliseconds
from bot.narration.rounds import close_lines
from bot.narration.summary import summary_lines
from bot.narration.words import Names
from rules import EVERYONE, Encounter, Event, Refusal, SeededDice, play, view
from rules import commands as cmd
from rules import events as ev

ROUNDS = 60
"""Different rounds, and as many different phases, in each run."""

RUNS = 7


def told(fight: Encounter, events: Sequence[Event]) -> int:
    """Tell the channel of a round, as the posts of the close and the summary do; gives the lines."""
    seen = [known for event in events if (known := view(event, EVERYONE)) is not None]
    names = Names(fight, EVERYONE, seen)
    cut = next(i for i, event in enumerate(seen) if isinstance(event, ev.SegmentCalled))
    return len(close_lines(seen[:cut], names)) + len(summary_lines(seen[cut:], names))


def played(fight: Encounter) -> tuple[Encounter, tuple[Event, ...]]:
    """Close declarations, roll, call ten segments; each event folded into the state as it happens."""
    done = play(fight, cmd.CloseDeclarations(), SeededDice("bench"))
    assert not isinstance(done, Refusal)
    assert done[0].round.stage == "ended"
    return done


def ordered(seed: int) -> Game:
    """A game of the yardstick at its first movement phase, with a random legal order for each unit."""
    random, game = Random(seed), Game()
    possible = game.get_all_possible_orders()
    for power in game.powers:
        game.set_orders(power, [random.choice(possible[at]) for at in game.get_orderable_locations(power)])
    return game


def processed(games: Sequence[Game]) -> None:
    """Adjudicate the phase of each of these games."""
    for game in games:
        game.process()


def measure() -> list[Row]:
    """The ratios, and what a round is made of."""
    fights = [ready(seed) for seed in range(ROUNDS)]
    rounds = [played(fight) for fight in fights]
    for fight, events in rounds:
        told(fight, events)
    ours, theirs, narrated = [], [], []
    for _ in range(RUNS):
        # Each run has new games: processing a phase uses one up.
        games = [ordered(seed) for seed in range(ROUNDS)]
        theirs.append(milliseconds(partial(processed, games)) / ROUNDS)
        ours.append(milliseconds(lambda: [played(fight) for fight in fights]) / ROUNDS)
        narrated.append(milliseconds(lambda: [told(*one) for one in rounds]) / ROUNDS)
    ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
    with_words = [(a + c) / b for a, b, c in zip(ours, theirs, narrated, strict=True)]
    kinds = Counter(event.kind for _, events in rounds for event in events)
    return [
        Row("engine: a round / a phase of the yardstick", median(ratios), "ratio", 4),
        Row("engine: a round with narration / the same", median(with_words), "ratio", 6),
        Row("engine: a round (this machine)", median(ours), "ms"),
        Row("engine: a phase of the yardstick (this machine)", median(theirs), "ms"),
        Row("engine: narration of a round (this machine)", median(narrated), "ms"),
        Row("engine: events in a round", sum(kinds.values()) / ROUNDS, "count"),
    ]


if __name__ == "__main__":
    give(measure())
