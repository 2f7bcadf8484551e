"""The clock: due things done once, one table's trouble kept from the others, no waking in between."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot import table
from bot.clock import Clock
from bot.store import Store
from rules import commands as cmd
from tests.bot.fight import (
    ANN,
    GM,
    KEY,
    LISTEN,
    MIRA,
    ORC,
    POLICY,
    at,
    begin,
    declaring,
    done,
    kinds,
    row_of,
    seal,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "d.sqlite3"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(path)
    yield opened
    await opened.close()


class Watch:
    """A clock under test: time that starts at noon plus `seconds` and then runs; how often it spoke."""

    def __init__(self, store: Store, seconds: float, policy: table.Policy = POLICY) -> None:
        self._begun = datetime.now(UTC)
        self._start = datetime(2030, 1, 1, 12, tzinfo=UTC) + timedelta(seconds=seconds)
        self.spoke = 0
        self.looked = 0
        self.clock = Clock(store, policy, self.now, self._speak)

    def now(self) -> datetime:
        self.looked += 1
        return self._start + (datetime.now(UTC) - self._begun)

    def _speak(self) -> None:
        self.spoke += 1

    async def __aenter__(self) -> Watch:
        self.clock.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.clock.stop()


async def stage(store: Store, key: str = KEY) -> str:
    return (await row_of(store, key)).encounter.round.stage


async def test_a_deadline_long_past_is_closed_at_the_start_once(store: Store) -> None:
    await declaring(store, MIRA, ORC)
    await kinds(store)
    async with Watch(store, 3 * 86400) as watch:
        await asyncio.sleep(0.1)
        assert await stage(store) == "ended"
        watch.clock.wake()
        watch.clock.start()
        await asyncio.sleep(0.05)
        assert watch.spoke == 1
    assert (await kinds(store)).count(("close", "")) == 1


async def test_the_clock_sleeps_until_the_deadline_and_wakes_for_it(store: Store) -> None:
    await declaring(store, MIRA, ORC)
    await table.tick(store, KEY, (await row_of(store)).remind_at or datetime.now(UTC), POLICY)
    async with Watch(store, 60) as watch:
        await asyncio.sleep(0.1)
        looked = watch.looked
        await asyncio.sleep(0.1)
        assert watch.looked == looked, "asleep until the deadline, it looks at nothing"
        assert await stage(store) == "declaring"
    async with Watch(store, 119.9) as watch:
        for _ in range(100):
            await asyncio.sleep(0.05)
            if watch.spoke:
                break
        assert await stage(store) == "ended"
        assert watch.spoke == 1


async def test_a_reminder_is_due_before_the_deadline(store: Store) -> None:
    await declaring(store, MIRA, ORC)
    await kinds(store)
    async with Watch(store, 59.95):
        await asyncio.sleep(0.2)
    assert await kinds(store) == [("reminder", ANN.id)]
    assert await stage(store) == "declaring"


async def test_waking_makes_it_heed_an_earlier_instant(store: Store) -> None:
    await declaring(store, MIRA)
    async with Watch(store, 1) as watch:
        await asyncio.sleep(0.05)
        policy = table.Policy(early_close_seconds=0)
        listen = LISTEN.model_copy(update={"who": "mira"})
        await table.act(store, KEY, seal(listen), ANN, watch.now(), policy)
        await asyncio.sleep(0.1)
        assert await stage(store) == "declaring"
        watch.clock.wake()
        await asyncio.sleep(0.1)
        assert await stage(store) == "ended"


async def test_waking_it_again_and_again_loses_nothing(store: Store) -> None:
    await declaring(store, MIRA, ORC)
    await kinds(store)
    async with Watch(store, 119.9) as watch:
        for _ in range(200):
            watch.clock.wake()
            await asyncio.sleep(0.001)
    assert await stage(store) == "ended"
    assert watch.spoke == 2, "the reminder that was due is passed over; the close is told once"


async def test_one_tables_trouble_does_not_stop_the_others(store: Store, path: Path) -> None:
    await declaring(store, MIRA, ORC, key="a")
    await declaring(store, MIRA, ORC, key="bb")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE encounters SET state = 'torn', deadline = deadline - 1000 WHERE id = 'a'")
        connection.commit()
    async with Watch(store, 120) as watch:
        await asyncio.sleep(0.1)
        assert await stage(store, "bb") == "ended"
        looked = watch.looked
        await asyncio.sleep(0.1)
        assert watch.looked == looked, "the one in trouble waits for its next try"
        watch.clock.wake()
        await asyncio.sleep(0.05)
        assert watch.looked > looked


async def test_the_one_in_trouble_is_tried_again_after_five_seconds(store: Store, path: Path) -> None:
    await declaring(store, MIRA, ORC)
    good = (await row_of(store)).encounter.model_dump_json()

    def put(state: str) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("UPDATE encounters SET state = ?", (state,))
            connection.commit()

    put("torn")
    async with Watch(store, 120) as watch:
        await asyncio.sleep(0.05)
        put(good)
        watch.clock.wake()
        await asyncio.sleep(0.05)
        assert await stage(store) == "declaring"
        watch._start += timedelta(seconds=5)
        watch.clock.wake()
        await asyncio.sleep(0.05)
        assert await stage(store) == "ended"


async def test_a_listener_that_raises_does_not_stop_the_clock(store: Store) -> None:
    await declaring(store, MIRA, ORC, key="a")
    await declaring(store, MIRA, ORC, key="bb")

    def after() -> None:
        raise RuntimeError

    clock = Clock(store, POLICY, lambda: datetime(2031, 1, 1, tzinfo=UTC), after)
    clock.start()
    await asyncio.sleep(0.1)
    assert [await stage(store, key) for key in ("a", "bb")] == ["ended", "ended"]
    await clock.stop()


async def test_a_store_that_cannot_be_read_is_tried_again(store: Store, path: Path) -> None:
    await declaring(store, MIRA, ORC)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("ALTER TABLE encounters RENAME TO elsewhere")
    async with Watch(store, 120) as watch:
        await asyncio.sleep(0.05)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("ALTER TABLE elsewhere RENAME TO encounters")
        watch.clock.wake()
        await asyncio.sleep(0.1)
        assert await stage(store) == "ended"


async def test_stopping_is_prompt_and_starting_nothing_due_does_nothing(store: Store) -> None:
    async with Watch(store, 0) as watch:
        watch.clock.wake()
        await asyncio.sleep(0.02)
    assert watch.spoke == 0
    await watch.clock.stop()
    watch.clock.wake()


async def test_the_gm_and_the_clock_at_the_same_instant_close_once(store: Store) -> None:
    await declaring(store, MIRA, ORC)
    await kinds(store)
    async with Watch(store, 119.95) as watch:
        await asyncio.sleep(0.04)
        await asyncio.gather(
            *(table.act(store, KEY, cmd.CloseDeclarations(), GM, watch.now(), POLICY) for _ in range(20))
        )
        await asyncio.sleep(0.1)
    assert (await kinds(store)).count(("close", "")) == 1


async def many_declaring(store: Store, number: int) -> list[str]:
    keys = [f"k{place}" for place in range(number)]
    for place, key in enumerate(keys):
        await begin(store, MIRA, ORC, key=key, channel=1000 + place)
        await done(store, cmd.OpenRound(), key=key)
    await kinds(store)
    return keys


async def test_many_that_are_due_at_once_close_once_each(store: Store) -> None:
    keys = await many_declaring(store, 45)
    async with Watch(store, 120):
        for _ in range(1000):
            await asyncio.sleep(0.01)
            if [await stage(store, key) for key in keys] == ["ended"] * len(keys):
                break
    assert (await kinds(store)).count(("close", "")) == len(keys)


async def test_the_clock_lets_a_command_in_before_it_has_closed_all(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "_AWHILE", 0)
    keys = await many_declaring(store, 10)
    listen = LISTEN.model_copy(update={"who": "mira"})
    ticking = asyncio.create_task(table.ticks(store, keys[1:], at(120), POLICY))
    await asyncio.sleep(0)
    declared = await table.act(store, keys[0], seal(listen), ANN, at(60), POLICY)
    assert declared.refusal is None
    first = len(await ticking)
    assert 0 < first < len(keys) - 1
    rest = await table.ticks(store, keys[1 + first :], at(120), POLICY)
    assert len(rest) == len(keys) - 1 - first, "nobody else is there"
    assert [await stage(store, key) for key in keys[1:]] == ["ended"] * (len(keys) - 1)


async def test_one_that_cannot_be_closed_keeps_none_of_the_others_from_closing(
    store: Store, path: Path
) -> None:
    keys = await many_declaring(store, 5)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE encounters SET state = 'torn' WHERE id = 'k2'")
        connection.commit()
    async with Watch(store, 120) as watch:
        for _ in range(1000):
            await asyncio.sleep(0.01)
            if watch.spoke == 4:
                break
    assert [await stage(store, key) for key in keys if key != "k2"] == ["ended"] * 4
    assert (await kinds(store)).count(("close", "")) == 4
