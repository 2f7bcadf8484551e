"""What the store gives and takes: frozen rows. Instants are aware UTC here and milliseconds in the file."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from bot.options import AS_USUAL, Options
from rules import Declaration, Encounter

Json = Any
"""Any JSON value: a draft's body is the panel's own affair."""

PostKind = Literal[
    "board",
    "panel",
    "console",
    "close",
    "summary",
    "news",
    "ended",
    "extended",
    "regained",
    "reminder",
    "question",
    "note",
    "waiting",
    "reopened",
    "correction",
    "paused",
    "resumed",
    "retimed",
    "standing",
    "vacated",
    "effect",
    "held",
    "astray",
    "asked",
    "answer",
    "ordered",
    "late",
    "unthreaded",
]
"""What can be said. The first three are projections: drawn from the state when sent, never piled up."""

MessageKind = Literal["board", "panel", "console", "reminder", "close", "thread"]
"""What is found again. A `thread` is where a round is told, and `message_id` what it hangs under."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def to_ms(instant: datetime) -> int:
    """Whole milliseconds since 1970; raises TypeError for an instant without a time zone."""
    return (instant - _EPOCH) // _MILLISECOND


def from_ms(milliseconds: int) -> datetime:
    """The instant, in UTC."""
    return _EPOCH + milliseconds * _MILLISECOND


def whole_ms(instant: datetime) -> datetime:
    """The instant as it will be read back: to the millisecond, in UTC."""
    return from_ms(to_ms(instant))


def maybe_ms(instant: datetime | None) -> int | None:
    """`to_ms` where there may be no instant."""
    return None if instant is None else to_ms(instant)


def maybe_instant(milliseconds: int | None) -> datetime | None:
    """`from_ms` where there may be no instant."""
    return None if milliseconds is None else from_ms(milliseconds)


def span_ms(span: timedelta | None) -> int | None:
    """A span in whole milliseconds, where there is one."""
    return None if span is None else span // _MILLISECOND


def maybe_span(milliseconds: int | None) -> timedelta | None:
    """The other way."""
    return None if milliseconds is None else milliseconds * _MILLISECOND


@dataclass(frozen=True)
class EncounterRow:
    """One encounter as stored. `seq` is the number of its last event, 0 while there is none.

    Only while declarations are open: `deadline` is when they close, `remind_at` when those awaited are
    reminded, `close_at` the earlier end because nobody is awaited any more. `held_from` is the first event
    the channel has not been told of, while a question to the GM must not show in where the telling stops.
    While the clock stands still there are no instants: `paused_left` and `remind_left` are the time to them.
    """

    id: str
    guild_id: int
    channel_id: int
    created_at: datetime
    encounter: Encounter
    seed: str
    declaration_seconds: int
    seq: int = 0
    ended_at: datetime | None = None
    opened_at: datetime | None = None
    deadline: datetime | None = None
    remind_at: datetime | None = None
    close_at: datetime | None = None
    held_from: int | None = None
    options: Options = AS_USUAL
    paused_left: timedelta | None = None
    remind_left: timedelta | None = None
    nudged_at: datetime | None = None

    @property
    def paused(self) -> bool:
        """Whether the clock stands still."""
        return self.paused_left is not None

    @property
    def closes_at(self) -> datetime | None:
        """When declarations really close: at the deadline, or earlier if nobody is awaited."""
        instants = [instant for instant in (self.deadline, self.close_at) if instant is not None]
        return min(instants, default=None)


@dataclass(frozen=True)
class Say:
    """Something to be said: to a person, or to the channel where `person` is empty.

    `first` and `last` are the numbers of the events it tells of, both inclusive; None for a projection.
    """

    kind: PostKind
    round: int
    person: str = ""
    first: int | None = None
    last: int | None = None


@dataclass(frozen=True)
class Post:
    """A row of the outbox. `version` grows when a projection is asked for again before it is sent.

    `due_at` moves with each further try; `since` is when it could first have been sent.
    """

    id: int
    key: str
    say: Say
    due_at: datetime
    attempts: int
    version: int
    since: datetime


@dataclass(frozen=True)
class MessageRow:
    """Where a board, panel or console stands; `person` is empty for the channel's."""

    key: str
    round: int
    kind: MessageKind
    person: str
    channel_id: int
    message_id: int


@dataclass(frozen=True)
class DraftRow:
    """A declaration being made in a panel; `complete` once its choices make one (S-25)."""

    key: str
    round: int
    person: str
    who: str
    body: Json
    complete: Declaration | None = None


@dataclass(frozen=True)
class Act:
    """What one command brought about: the events `first` to `last`, and the instants before and after it.

    `last` is below `first` where there is no event; `told_first` to `told_last` is what the channel was told
    because of it; `drafts` are those it set aside. `number` is given by the store.
    """

    round: int
    at: datetime
    by: str
    kind: str
    first: int
    last: int
    told_first: int | None
    told_last: int | None
    before: dict[str, int | None]
    after: dict[str, int | None]
    drafts: tuple[DraftRow, ...] = ()
    number: int = 0

    def instant(self, name: str, *, after: bool = False) -> datetime | None:
        """The instant of that name in the encounter's row before the act, or after it."""
        return maybe_instant((self.after if after else self.before).get(name))

    @property
    def gave(self) -> timedelta:
        """By how much time an act moved the deadline, or what is left of a stopped clock."""
        then, since = self.instant("deadline"), self.instant("deadline", after=True)
        if then is not None and since is not None:
            return since - then
        return (self.left(after=True) or timedelta()) - (self.left() or timedelta())

    def left(self, *, after: bool = False) -> timedelta | None:
        """What was left of a stopped clock before the act, or after it."""
        return maybe_span((self.after if after else self.before).get("paused_left"))


def instants(row: EncounterRow) -> dict[str, int | None]:
    """What of a row is not told by its events, as an act keeps it."""
    return {
        "deadline": maybe_ms(row.deadline),
        "remind_at": maybe_ms(row.remind_at),
        "close_at": maybe_ms(row.close_at),
        "held_from": row.held_from,
        "paused_left": span_ms(row.paused_left),
    }


@dataclass(frozen=True)
class QuestionRow:
    """A question to the GM. `held` is for how long the deadline was put off; answered, how long it waited."""

    id: int
    key: str
    round: int
    person: str
    words: str
    asked_at: datetime
    held: timedelta
    answer: str | None = None
