"""Exactly once: seeded interleavings of closing, extending, declaring, undo, double clicks at one table."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from bot import table
from bot.narration.denials import denial
from bot.narration.refusals import refusal
from bot.narration.words import Names
from bot.store import Store
from rules import Declaration, fold, viewer_for
from rules import commands as cmd
from tests.bot.fight import ANN, BEN, GM, KESH, KEY, MIRA, ORC, POLICY, at, begin, done, posts, row_of
from tests.share import shared

RUNS = shared(50)
SEED = int(os.environ.get("DITHER_SEED", "1"))

Move = Callable[[Store, float], Awaitable[table.Outcome | None]]
"""What somebody does, so many seconds after noon; None where it is the clock and nothing was due."""


def _declares(by: table.Person, who: str) -> Move:
    async def move(store: Store, seconds: float) -> table.Outcome:
        row = await row_of(store)
        number = row.encounter.round.number
        said = Declaration(who=who, major="other", note=f"{who} of round {number}", segments=2)
        command = cmd.Declare(declarations=(said,), round=number)
        return await table.act(store, KEY, command, by, at(seconds), POLICY)

    return move


def _asks(command: cmd.Command, by: table.Person) -> Move:
    async def move(store: Store, seconds: float) -> table.Outcome:
        return await table.act(store, KEY, command, by, at(seconds), POLICY)

    return move


async def _extends(store: Store, seconds: float) -> table.Outcome:
    return await table.extend(store, KEY, GM, 30, at(seconds), POLICY)


async def _opens(store: Store, seconds: float) -> table.Outcome:
    return await table.open_round(store, KEY, GM, None, at(seconds), POLICY)


async def _undoes(store: Store, seconds: float) -> table.Outcome:
    """Taking back what was the newest when the GM was asked to confirm; something may have come since."""
    async with store.reading() as reading:
        act = await reading.last_act(KEY)
    await asyncio.sleep(0)
    return await table.undo(store, KEY, GM, act.number if act else 0, at(seconds), POLICY)


async def _redoes(store: Store, seconds: float) -> table.Outcome:
    async with store.reading() as reading:
        act = await reading.next_act(KEY)
    await asyncio.sleep(0)
    return await table.redo(store, KEY, GM, act.number if act else 0, at(seconds), POLICY)


async def _ticks(store: Store, seconds: float) -> table.Outcome | None:
    return await table.tick(store, KEY, at(seconds), POLICY)


MOVES: dict[str, Move] = {
    "Mira declares": _declares(ANN, MIRA.id),
    "Kesh declares": _declares(BEN, KESH.id),
    "the GM declares": _declares(GM, ORC.id),
    "Mira withdraws": _asks(cmd.Withdraw(who=MIRA.id), ANN),
    "the GM closes": _asks(cmd.CloseDeclarations(), GM),
    "the GM closes round 1": _asks(cmd.CloseDeclarations(round=1), GM),
    "the GM extends": _extends,
    "the GM opens the next round": _opens,
    "the GM takes back": _undoes,
    "the GM brings back": _redoes,
    "the clock looks": _ticks,
}
"""What may happen at the same time. Whatever moves an encounter belongs here."""


async def _together(rng: random.Random, store: Store, names: Sequence[str], seconds: float) -> None:
    """All of these at once, in the order the generator likes; each a task of its own."""

    async def one(name: str) -> None:
        for _ in range(rng.randint(0, 3)):
            await asyncio.sleep(0)
        outcome = await MOVES[name](store, seconds + rng.uniform(-1, 1))
        if outcome is not None and outcome.refusal is not None:
            assert _sentence(outcome).strip(), f"{name} lost without a word: {outcome.refusal}"

    await asyncio.gather(*(one(name) for name in names))


def _sentence(outcome: table.Outcome) -> str:
    lost = outcome.refusal
    if isinstance(lost, table.Denial):
        return " ".join(denial(lost.code, lost.number))
    assert lost is not None
    names = Names(outcome.after, viewer_for(outcome.after, ANN.id))
    return refusal(lost, outcome.after, names)


async def _check(store: Store) -> None:
    """Each round opened, closed and ended once; each input in its round; each close told once."""
    row = await row_of(store)
    async with store.reading() as reading:
        standing = await reading.numbered(KEY, 0)
        began = await reading.first_snapshot(KEY)
    assert fold(began, (event for _, event in standing)) == row.encounter, "the state is not what stands"
    for number in range(1, row.encounter.round.number + 1):
        async with store.reading() as reading:
            events = await reading.events_of(KEY, number)
        kinds = [event.kind for event in events]
        assert kinds.count("round_opened") == 1
        over = number < row.encounter.round.number or row.encounter.round.stage != "declaring"
        assert kinds.count("declarations_closed") == int(over), kinds
        sealed: dict[str, bool] = {}
        for event in events:
            if event.kind == "declaration_sealed":
                sealed[event.who] = True
                assert event.declaration.note.endswith(f"of round {number}"), "an input in the wrong round"
            elif event.kind == "declaration_withdrawn":
                sealed.pop(event.who, None)
        if number == row.encounter.round.number and not over:
            assert set(sealed) == {d.who for d in row.encounter.round.declarations}, "a declaration was lost"
    told = [post.say for post in await posts(store)]
    for seq in (seq for seq, event in standing if event.kind == "declarations_closed"):
        about = [say.kind for say in told if (say.first or 0) <= seq <= (say.last or 0)]
        # Told again only after a correction said that it was taken back.
        turns = [kind for kind in about if kind in ("close", "correction")]
        assert turns == ["close", "correction"] * (len(turns) // 2) + ["close"], "a close is not told once"


@pytest.mark.parametrize("part", range(4))
async def test_whatever_comes_at_once_a_round_closes_once_and_no_input_is_lost_or_lands_in_another_round(
    tmp_path: Path, part: int
) -> None:
    for run in range(part, RUNS, 4):
        rng = random.Random(SEED * 1_000_003 + run)
        store = await Store.open(tmp_path / f"{run}.sqlite3")
        try:
            await begin(store, MIRA, KESH, ORC)
            await done(store, cmd.OpenRound())
            seconds = 100.0
            for _ in range(rng.randint(1, 4)):
                names = rng.choices(list(MOVES), k=rng.randint(3, 9))
                names += [name for name in names if rng.random() < 0.3]  # Double clicks.
                rng.shuffle(names)
                await _together(rng, store, names, seconds)
                # Now and then right at the deadline, where extending and expiring meet.
                row = await row_of(store)
                closes = row.closes_at
                seconds = (closes - at(0)).total_seconds() if closes and rng.random() < 0.7 else seconds + 40
            await _check(store)
        except AssertionError as failed:
            raise AssertionError(f"run {run} of seed {SEED}: {failed}") from failed
        finally:
            await store.close()
