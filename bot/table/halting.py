"""The clock stopped and running again by the GM's word, and those awaited reminded."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.store import Say
from bot.table.quiet import quiet_until
from bot.table.rights import Denial
from bot.table.saying import players_of
from bot.table.sitting import Outcome, Sitting
from bot.table.timing import running, stopped

NUDGES_APART = timedelta(seconds=60)
"""Least time between two reminders by the GM."""


class Halting(Sitting):
    """A sitting in which the GM stops the clock, lets it run, or reminds."""

    async def pause(self) -> Outcome:
        """Stop the clock while declarations, or the grace time, are open."""
        if (refused := await self._not_now()) is not None:
            return refused
        if self._row.paused:
            return self.outcome(Denial("paused-already"))
        await self._store(stopped(self._row, self._now))
        return await self._clock_set("paused")

    async def resume(self) -> Outcome:
        """Let the clock run again with the time that was left."""
        if (refused := await self._not_now()) is not None:
            return refused
        if not self._row.paused:
            return self.outcome(Denial("not-paused"))
        await self._store(running(self._row, self._now, self._policy))
        return await self._clock_set("resumed")

    async def nudge(self) -> Outcome:
        """Remind, in private, the players who have yet to declare."""
        if (refused := await self._not_now()) is not None:
            return refused
        row, encounter = self._row, self._row.encounter
        if encounter.round.stage != "declaring":
            return self.outcome(self._closed)
        seats = players_of(encounter.awaited)
        if not seats:
            return self.outcome(Denial("nobody-to-nudge"))
        if row.nudged_at is not None and self._now - row.nudged_at < NUDGES_APART:
            wait = NUDGES_APART - (self._now - row.nudged_at)
            return self.outcome(Denial("nudged-lately", number=-int(-wait.total_seconds() // 1)))
        if (quiet := quiet_until(self._now, row.options)) is not None:
            if row.deadline is None or quiet >= row.deadline:
                return self.outcome(Denial("quiet-now"))
            await self._store(replace(row, remind_at=quiet))
            return self.outcome()
        await self._store(replace(row, nudged_at=self._now))
        await self._say(Say("reminder", encounter.round.number, person) for person in seats)
        return self.outcome()

    async def _not_now(self) -> Outcome | None:
        """Why the GM's word about the clock has no place now."""
        if not self._is_gm:
            return self.outcome(Denial("not-gm"))
        if self._overdue:
            await self._do_what_is_due()
        if self._row.deadline is None and not self._row.paused:
            return self.outcome(self._closed)
        return None
