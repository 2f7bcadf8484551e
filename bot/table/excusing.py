"""Players who are away: time by their allowance, within bounds (FK-O16), and standing orders."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.store import Say
from bot.store.excuses import OrderKind
from bot.table.quiet import awake
from bot.table.rights import Denial
from bot.table.sitting import Outcome, Sitting

SHARE = 0.5
"""The part of a round's time that an excuse adds to it."""

MOST = timedelta(days=2)
"""The most that one excuse adds."""


class Excusing(Sitting):
    """A sitting at which somebody is excused, or says what to do meanwhile."""

    async def excuse(self, who: str) -> Outcome:
        """Put the deadline off for a combatant's player, once a round, as often as the fight allows."""
        combatant = self._row.encounter.find(who)
        if combatant is None or combatant.seat is None or not self._may(combatant.seat):
            return self.outcome(Denial("not-yours"))
        if self._overdue:
            await self._do_what_is_due()
        row, number = self._row, self._row.encounter.round.number
        if row.paused:
            return self.outcome(Denial("paused-already"))
        if row.deadline is None or row.opened_at is None or row.encounter.round.stage != "declaring":
            return self.outcome(self._closed)
        if all(c.seat != combatant.seat for c in row.encounter.awaited):
            return self.outcome(Denial("not-awaited"))
        used = await self._transaction.excuses(row.id, combatant.seat)
        if number in used:
            return self.outcome(Denial("excused-already"))
        if len(used) >= row.options.excuses:
            return self.outcome(Denial("no-excuses", number=row.options.excuses))
        more = min(MOST, (row.deadline - row.opened_at) * SHARE)
        longest = self._now + timedelta(seconds=self._policy.maximum_seconds)
        deadline = awake(min(longest, row.deadline + more), row.options)
        if deadline <= row.deadline:
            return self.outcome(Denial("too-long", number=self._policy.maximum_seconds))
        await self._transaction.add_excuse(row.id, combatant.seat, number, self._now)
        await self._store(replace(row, deadline=deadline, close_at=None))
        return await self._clock_set("extended", "excused")

    async def order(self, who: str, kind: OrderKind | None) -> Outcome:
        """Let an order stand for a combatant that has a player, or end it."""
        combatant = self._row.encounter.find(who)
        if combatant is None or combatant.seat is None or not self._may(combatant.seat):
            return self.outcome(Denial("not-yours"))
        if self._row.encounter.over:
            return self.outcome(Denial("no-such-encounter"))
        before = (await self._transaction.orders(self._row.id)).get(who)
        await self._transaction.set_order(self._row.id, who, kind)
        round_ = self._row.encounter.round
        if kind == before:
            return self.outcome()
        if combatant.seat != self._by.id:
            await self._say([Say("ordered", round_.number, combatant.seat)])
        if round_.stage == "declaring":
            await self._say([Say("panel", round_.number, combatant.seat)])
        return self.outcome()

    def _may(self, seat: str) -> bool:
        return self._is_gm or (not self._by.clock and self._by.id == seat)
