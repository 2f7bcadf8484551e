"""When declarations close and reminders go out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.options import Options
from bot.store import EncounterRow, Say
from bot.table.quiet import awake, reminded_at
from bot.table.rights import Denial
from rules import Encounter, Event
from rules import events as ev


@dataclass(frozen=True)
class Policy:
    """Times that hold for every table, in seconds but for `reminder_share`; and `most_fights`.

    `reminder_share` is the part of the window after which those awaited are reminded, 0 for never;
    `fresh_seconds` the least time for somebody who must declare anew through no fault of theirs;
    `early_close_seconds` how long after the last awaited seal declarations close, -1 for never;
    `redraw_seconds` how long the board waits, so that several seals are one edit;
    `ask_wait_seconds` for how long in a round the deadline waits for answers of the GM, 0 for not at all;
    `most_fights` is how many fights a server may have under way.
    """

    reminder_share: float = 0.5
    reminder_floor_seconds: int = 10
    early_close_seconds: int = 5
    redraw_seconds: int = 0
    minimum_seconds: int = 15
    fresh_seconds: int = 30
    maximum_seconds: int = 14 * 24 * 60 * 60
    clock_cap_seconds: int = 3600
    most_fights: int = 50
    ask_wait_seconds: int = 60


MOST_PANEL_WAIT = 10
"""Seconds that a panel, which its owner is not looking at, may wait to be redrawn."""


def patience(say: Say, events: Iterable[Event], policy: Policy) -> timedelta:
    """How long a drawing may wait for others, or for the close, to be one edit with them.

    Only a seal's can: the board's mark is no news to who sealed. A panel beside which somebody declared by
    command waits for the early close that may follow, so that its end is the one edit.
    """
    if policy.redraw_seconds == 0 or not all(
        isinstance(e, ev.DeclarationSealed | ev.Planned) for e in events
    ):
        return timedelta()
    match say.kind:
        case "board":
            return timedelta(seconds=policy.redraw_seconds)
        case "panel":
            longest = max(0, policy.early_close_seconds) + policy.redraw_seconds
            return timedelta(seconds=min(MOST_PANEL_WAIT, longest))
        case _:
            return timedelta()


def seconds_to(time: float | datetime, start: datetime) -> float:
    """Seconds from `start` on: as many as are given, or until the instant that is given."""
    return (time - start).total_seconds() if isinstance(time, datetime) else time


def window_refused(seconds: float, policy: Policy) -> Denial | None:
    """Why declarations cannot stay open for so many seconds."""
    if seconds < policy.minimum_seconds:
        return Denial("too-short", number=policy.minimum_seconds)
    if seconds > policy.maximum_seconds:
        return Denial("too-long", number=policy.maximum_seconds)
    return None


def timed(
    row: EncounterRow,
    before: Encounter,
    events: tuple[Event, ...],
    now: datetime,
    policy: Policy,
    seconds: float | None,
) -> EncounterRow:
    """The row with its instants as the events leave them; no deadline falls into quiet hours."""
    after = row.encounter
    if not after.over and after.round.stage == "grace":
        if not any(isinstance(event, ev.DeclarationsClosed) for event in events):
            return row
        grace = timedelta(seconds=after.settings.grace_seconds)
        return replace(unpaused(row), deadline=now + grace, remind_at=None, close_at=None)
    if after.over or after.round.stage != "declaring":
        ended_at = now if after.over else None
        return replace(unpaused(row), ended_at=ended_at, deadline=None, remind_at=None, close_at=None)
    if any(isinstance(event, ev.RoundOpened) for event in events):
        window = timedelta(seconds=row.declaration_seconds if seconds is None else seconds)
        deadline = awake(now + window, row.options)
        return replace(
            unpaused(row),
            opened_at=now,
            deadline=deadline,
            remind_at=reminder(now, deadline, policy, row.options),
            close_at=None,
            nudged_at=None,
        )
    if policy.early_close_seconds < 0 or row.deadline is None or not _settled(after):
        return replace(row, close_at=None)
    if row.close_at is not None or not (_seals_in_view(after, events) or not _settled(before)):
        return row
    early = timedelta(seconds=policy.early_close_seconds)
    return replace(row, close_at=min(row.deadline, now + early))


def unpaused(row: EncounterRow) -> EncounterRow:
    """The row without a stopped clock."""
    return replace(row, paused_left=None, remind_left=None)


def stopped(row: EncounterRow, now: datetime) -> EncounterRow:
    """The row with its clock standing still: what is left of the time is kept, and nothing is due."""
    assert row.deadline is not None
    return replace(
        row,
        deadline=None,
        remind_at=None,
        close_at=None,
        paused_left=max(timedelta(), row.deadline - now),
        remind_left=None if row.remind_at is None else max(timedelta(), row.remind_at - now),
    )


def running(row: EncounterRow, now: datetime, policy: Policy) -> EncounterRow:
    """The row with its clock running again: with the time that was left, but enough to declare in.

    Where everybody declared meanwhile, the early close comes after its usual wait.
    """
    assert row.paused_left is not None
    deadline = awake(now + max(row.paused_left, timedelta(seconds=policy.fresh_seconds)), row.options)
    remind_at = None if row.remind_left is None else now + row.remind_left
    early = now + timedelta(seconds=policy.early_close_seconds)
    declaring = row.encounter.round.stage == "declaring"
    closes = declaring and policy.early_close_seconds >= 0 and _settled(row.encounter)
    close_at = min(deadline, early) if closes else None
    return replace(unpaused(row), deadline=deadline, remind_at=remind_at, close_at=close_at)


def reminder(now: datetime, deadline: datetime, policy: Policy, options: Options) -> datetime | None:
    """When those awaited are reminded if time begins now; None where there is too little of it for that."""
    chosen = options.reminder_share
    share = policy.reminder_share if chosen is None else chosen / 100
    lead = (deadline - now) * share
    if share <= 0 or lead < timedelta(seconds=policy.reminder_floor_seconds):
        return None
    return reminded_at(now + lead, now, deadline, options)


def _settled(encounter: Encounter) -> bool:
    """Whether nobody is awaited and somebody has declared; hidden creatures count for neither (K-8)."""
    declared = any(not encounter.combatant(d.who).hidden for d in encounter.round.declarations)
    return declared and not encounter.awaited


def _seals_in_view(encounter: Encounter, events: tuple[Event, ...]) -> bool:
    return any(
        isinstance(event, ev.DeclarationSealed) and not encounter.combatant(event.who).hidden
        for event in events
    )
