"""One task, asleep until something is due: declarations close and reminders go out through the table.

There is no timer object. What is due is read from the store, so a restart, a deadline long past and an
ordinary one are the same code.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot import table
from bot.logs import about, brief
from bot.measures import UNMEASURED, Measures
from bot.pruning import Pruning
from bot.store import Store

_log = logging.getLogger(__name__)

_TOGETHER = 20
"""Encounters done with one commit at most: some 70 ms, in which nobody else came."""

_FIRST_RETRY = timedelta(seconds=5)
_LONGEST_RETRY = timedelta(minutes=5)


@dataclass(frozen=True)
class _Retry:
    """When an encounter whose tick failed is tried again, and after how long a wait."""

    at: datetime
    wait: timedelta


class Clock:
    """Closes and reminds when it is time. `after` is called whenever it has brought something about."""

    def __init__(
        self,
        store: Store,
        policy: table.Policy,
        now: Callable[[], datetime],
        after: Callable[[], None],
        measures: Measures = UNMEASURED,
    ) -> None:
        self._store = store
        self._policy = policy
        self._now = now
        self._after = after
        self._measures = measures
        self._task: asyncio.Task[None] | None = None
        self._asleep = False
        self._woken = False
        self._retries: dict[str, _Retry] = {}
        self._trouble: timedelta | None = None
        self._pruning = Pruning(store)

    def start(self) -> None:
        """Begin; once begun, further calls do nothing."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="clock")

    def wake(self) -> None:
        """Look again at what is due: to be called after any commit that may have moved it."""
        self._woken = True
        # A clock at work looks again by itself; cancelling it then could lose the word to the outbox.
        if self._task is not None and self._asleep:
            self._task.cancel()
            self._asleep = False
            self._task = asyncio.create_task(self._run(), name="clock")

    async def stop(self) -> None:
        """Stop, after the work in hand."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _run(self) -> None:
        while True:
            self._woken = False
            seconds = await self._look()
            if not self._woken:
                self._asleep = True
                await asyncio.sleep(seconds)
                self._asleep = False

    async def _look(self) -> float:
        """Do what is due; gives the seconds until there is more to do."""
        now = self._now()
        try:
            async with self._store.reading() as reading:
                keys = await reading.due(now)
                due = await reading.next_due(after=now)
            self._retries = {key: retry for key, retry in self._retries.items() if key in keys}
            await self._tick_all(keys, now)
            await self._pruning.due(now)
            if keys:
                async with self._store.reading() as reading:
                    due = await reading.next_due(after=now)
        except Exception:
            self._trouble = _next_wait(self._trouble)
            _log.exception("The clock cannot read what is due; it tries again in %s.", self._trouble)
            return self._trouble.total_seconds()
        self._trouble = None
        instants = [retry.at for retry in self._retries.values()]
        if due is not None:
            instants.append(due)
        cap = self._now() + timedelta(seconds=self._policy.clock_cap_seconds)
        return max(0.0, (min([cap, *instants]) - self._now()).total_seconds())

    async def _tick_all(self, keys: Sequence[str], now: datetime) -> None:
        """Do what is due: several encounters with one commit, those that failed before each by itself."""
        for key in tuple(self._retries):
            await self._tick(key, now)
        well = [key for key in keys if key not in self._retries]
        while well:
            some = well[:_TOGETHER]
            well = well[await self._several(some, now) :]

    async def _several(self, keys: Sequence[str], now: datetime) -> int:
        """Do what is due in the first of these, and give how many that are; one's trouble is no other's."""
        if len(keys) > 1:
            try:
                outcomes = await table.ticks(self._store, keys, now, self._policy)
            except Exception as error:
                _log.info("%s encounters are done one by one: %s", len(keys), brief(error))
            else:
                try:
                    self._tell(outcomes)
                except Exception:
                    _log.exception("What the clock brought about cannot be told at once.")
                return len(outcomes)
        for key in keys:
            await self._tick(key, now)
        return len(keys)

    def _tell(self, outcomes: Iterable[table.Outcome | None]) -> None:
        """Have said what came about, and take note of how late it came."""
        brought = [outcome for outcome in outcomes if outcome is not None]
        for outcome in brought:
            if outcome.due is not None and outcome.events:
                self._measures.closed((self._now() - outcome.due).total_seconds())
        if brought:
            self._after()

    async def _tick(self, key: str, now: datetime) -> None:
        retry = self._retries.get(key)
        if retry is not None and retry.at > now:
            return
        try:
            with about(encounter=key):
                outcome = await table.tick(self._store, key, now, self._policy)
            self._tell((outcome,))
        except Exception:
            wait = _next_wait(retry.wait if retry else None)
            self._retries[key] = _Retry(now + wait, wait)
            _log.exception("The clock failed at encounter %s; it tries again in %s.", key, wait)
            return
        self._retries.pop(key, None)


def _next_wait(wait: timedelta | None) -> timedelta:
    return _FIRST_RETRY if wait is None else min(wait * 2, _LONGEST_RETRY)
