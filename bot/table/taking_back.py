"""Undo and redo: one act is taken back, or brought back, whole; nothing is ever erased."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.store import Act, EncounterRow, Say
from bot.table.gms import asked as questions
from bot.table.quiet import awake
from bot.table.rights import Denial
from bot.table.saying import held_back, of_the_clock, players_of, what_to_say
from bot.table.sitting import Outcome, Sitting
from bot.table.timing import Policy, reminder, running, stopped, timed
from rules import Encounter, Event, fold
from rules import events as ev


class TakingBack(Sitting):
    """A sitting in which the GM takes back, or brings back."""

    async def undo(self, number: int) -> Outcome:
        """Take back the act of that number, if it is still the newest."""
        if not self._is_gm:
            return self.outcome(Denial("not-gm"))
        if self._overdue:
            await self._do_what_is_due()
        tx, key = self._transaction, self._row.id
        act = await tx.last_act(key)
        if act is None:
            return self.outcome(Denial("nothing-to-undo"))
        if act.number != number:
            return self.outcome(Denial("moved-on"))
        taken = await tx.events(key, act.first, act.last)
        if self._row.ended_at is not None and await tx.encounter_in(self._row.channel_id) is not None:
            return self.outcome(Denial("channel-taken"))
        await tx.mark_act(key, act, undone=True)
        before = self._row
        snapshot, seq = await tx.snapshot(key)
        encounter = fold(snapshot, await tx.events(key, seq + 1, before.seq))
        row = replace(before, encounter=encounter, ended_at=None, held_from=act.before["held_from"])
        standing = await self._panels()
        await self._store(_times_back(row, before, act, self._now, self._policy))
        await self._unfollow(act, taken)
        await self._say(_corrections(encounter, before.encounter, act, taken, standing))
        await self._ask_again(before.encounter, seq)
        await self._ask_new_gms(before.encounter)
        self._recorded = self._row
        self._events += taken
        return self.outcome()

    async def redo(self, number: int) -> Outcome:
        """Bring back the act of that number, if it is the one taken back last and nothing came after."""
        if not self._is_gm:
            return self.outcome(Denial("not-gm"))
        if self._overdue:
            await self._do_what_is_due()
        tx, key = self._transaction, self._row.id
        act = await tx.next_act(key)
        if act is None:
            return self.outcome(Denial("redo-lapsed" if await tx.lapsed(key) else "nothing-to-redo"))
        if act.number != number:
            return self.outcome(Denial("moved-on"))
        await tx.mark_act(key, act, undone=False)
        events = await tx.events(key, act.first, act.last)
        before = self._row
        after = fold(before.encounter, events)
        standing = await self._panels()
        said = what_to_say(before.encounter, events, act.first, standing)
        said, held_from = held_back(said, after, before.held_from, act.last)
        row = replace(before, encounter=after, held_from=held_from)
        await self._store(_times_again(row, before, act, events, self._now, self._policy))
        await self._follow(events, act.last)
        if not events:
            said += of_the_clock("retimed", after.round.number, standing)
        await self._say(said)
        await self._ask_new_gms(before.encounter)
        self._recorded = self._row
        self._events += events
        return self.outcome()

    async def _unfollow(self, act: Act, taken: Sequence[Event]) -> None:
        """Keep the rounds and the drafts in step with what was taken back."""
        tx, key = self._transaction, self._row.id
        for event in taken:
            match event:
                case ev.RoundOpened():
                    await tx.drop_round(key, event.number)
                case ev.DeclarationsClosed():
                    await tx.close_round(key, event.number, None)
                case _:
                    pass
        await tx.restore_drafts(act)

    async def _ask_again(self, before: Encounter, seq: int) -> None:
        """Ask the GM once more what had been answered; the question's message has become its answer."""
        encounter = self._row.encounter
        if all(question in before.round.questions for question in encounter.round.questions):
            return
        asked = await self._transaction.numbered(self._row.id, seq + 1)
        newest = {say.person: say for say in questions(encounter, asked)}
        await self._say(newest.values())


def _corrections(
    encounter: Encounter, before: Encounter, act: Act, taken: Sequence[Event], standing: Sequence[str]
) -> list[Say]:
    """What to say and to draw again because of what was taken back; nothing shows what nobody had seen."""
    number = before.round.number
    drawn = what_to_say(encounter, taken, act.first, standing)
    said = [say for say in drawn if say.kind in ("board", "panel")]
    opened = any(isinstance(event, ev.RoundOpened) for event in taken)
    if act.told_first is not None or opened:
        first = act.first if act.told_first is None else act.told_first
        said.insert(0, Say("correction", number, first=first, last=act.told_last or act.last))
    if act.last < act.first:
        said += of_the_clock("retimed", encounter.round.number, standing)
    changed = sorted({*encounter.gms} ^ {*before.gms})
    said += [Say("console", encounter.round.number, person) for person in changed]
    if encounter.play == "called":
        said += [Say("console", encounter.round.number, gm) for gm in encounter.gms]
    reopened = encounter.round.stage == "declaring" and (before.over or before.round.stage != "declaring")
    if reopened:
        said += [Say("panel", number, person) for person in standing]
        seats = players_of(encounter.awaited)
        said += [Say("reopened", number, person) for person in seats]
    return list(dict.fromkeys(said))


def _shifted(left: timedelta | None, since: timedelta | None, until: timedelta | None) -> timedelta | None:
    """What is left of a stopped clock once it is no longer `since` but `until`."""
    if left is None or since is None or until is None:
        return left
    return max(timedelta(), left + (until - since))


def _times_back(
    row: EncounterRow, before: EncounterRow, act: Act, now: datetime, policy: Policy
) -> EncounterRow:
    """The row's instants where an act is taken back: who may declare again gets time for it."""
    stage, was = row.encounter.round.stage, before.encounter.round
    if stage not in ("declaring", "grace"):
        return replace(row, deadline=None, remind_at=None, close_at=None)
    fresh = timedelta(seconds=policy.fresh_seconds)
    then, after = act.instant("deadline"), act.instant("deadline", after=True)
    if before.ended_at is None and (stage, row.encounter.round.number) == (was.stage, was.number):
        if row.paused and act.left() is None:
            return running(row, now, policy)
        if row.paused:
            return replace(row, paused_left=_shifted(row.paused_left, act.left(after=True), act.left()))
        if act.left() is not None:
            return replace(stopped(row, now), paused_left=act.left())
        deadline = row.deadline
        if deadline is not None and then is not None and after is not None and then != after:
            deadline = max(deadline - (after - then), now + fresh)
        close_at = row.close_at if not row.encounter.awaited else None
        return replace(row, deadline=deadline, close_at=close_at)
    left = max(timedelta(), then - act.at) if then is not None else timedelta()
    if stage == "grace":
        least = timedelta(seconds=row.encounter.settings.grace_seconds)
        return replace(row, deadline=now + max(left, least), remind_at=None, close_at=None)
    window = max(left, fresh, timedelta(seconds=row.declaration_seconds / 4))
    deadline = awake(now + window, row.options)
    remind_at = reminder(now, deadline, policy, row.options)
    return replace(row, deadline=deadline, remind_at=remind_at, close_at=None)


def _times_again(
    row: EncounterRow,
    before: EncounterRow,
    act: Act,
    events: tuple[Event, ...],
    now: datetime,
    policy: Policy,
) -> EncounterRow:
    """The row's instants where an act is brought back: with the time it had given."""
    then, after = act.instant("deadline"), act.instant("deadline", after=True)
    if not events:
        if row.paused and act.left(after=True) is None:
            return running(row, now, policy)
        if row.paused:
            return replace(row, paused_left=_shifted(row.paused_left, act.left(), act.left(after=True)))
        if act.left(after=True) is not None and row.deadline is not None:
            return stopped(row, now)
        if row.deadline is None or then is None or after is None:
            return row
        return replace(row, deadline=row.deadline + (after - then), close_at=None)
    seconds = None
    if after is not None and any(isinstance(event, ev.RoundOpened) for event in events):
        seconds = int((after - act.at).total_seconds())
    return timed(row, before.encounter, events, now, policy, seconds)
