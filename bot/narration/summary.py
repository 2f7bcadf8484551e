"""The round told segment by segment: a line for each segment that holds something, then what runs on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bot.narration.phrases import doing, phrase
from bot.narration.steps import order
from bot.narration.words import Names, count, escape, sentence
from rules import Event
from rules import events as ev


@dataclass
class _Line:
    """One segment while it is being put together."""

    segment: int
    parts: list[str] = field(default_factory=list)
    last: ev.Completed | None = None


def summary_lines(events: Iterable[Event], names: Names) -> tuple[str, ...]:
    """The segments' lines, in order, then the lines of what is carried over; empty if nothing shows."""
    lines: list[_Line] = []
    onward: list[str] = []
    following = 0
    pending = list(events)
    segment = 0
    while pending:
        event = pending.pop(0)
        if isinstance(event, ev.SegmentCalled):
            segment = event.segment
            continue
        if isinstance(event, ev.RoundEnded):
            following = event.number + 1
            continue
        alike = _alike(event, pending, names)
        del pending[: len(alike) - 1]
        text = _told(alike, names)
        if isinstance(event, ev.CarriedOver):
            onward.append(text)
            continue
        segment = getattr(event, "segment", segment)
        if not lines or lines[-1].segment != segment:
            lines.append(_Line(segment))
        if text:
            _add(lines[-1], alike, text)
    told = [
        f"**{names.beat(line.segment)}** {sentence(text)}" for line in lines for text in _joined(line.parts)
    ]
    return (*told, *(f"**Into round {following}:** {text}." for text in _joined(onward)))


_LONG = 1500
"""Characters after which a segment in which much happens is told on a further line, so that nothing is cut."""


def _joined(parts: Sequence[str]) -> list[str]:
    """The parts in a row; in several rows where one would be too long for a message."""
    rows: list[str] = []
    for part in parts:
        if rows and len(rows[-1]) + len(part) < _LONG:
            rows[-1] += f" · {part}"
        else:
            rows.append(part)
    return rows


def _add(line: _Line, alike: Sequence[Event], text: str) -> None:
    """Put it into its segment's line; between deeds, with why one comes after the other."""
    first, last = alike[0], alike[-1]
    word = ""
    if isinstance(first, ev.Completed) and isinstance(last, ev.Completed):
        word = _order(line.last, first)
        line.last = last
    line.parts.append(f"{word}{text}")


def _told(alike: Sequence[Event], names: Names) -> str:
    """What happened to one, or to each of several of a group."""
    first = alike[0]
    if len(alike) == 1:
        return _said(first, names)
    group = escape(names.group(getattr(first, "who", "")))
    return f"{len(alike)} × {group}: each {_predicate(first, names)}"


def _alike(event: Event, rest: Sequence[Event], names: Names) -> list[Event]:
    """The event and those right after it that say the same of others of the group (one line for many)."""
    alike = [event]
    predicate = _predicate(event, names)
    if not predicate:
        return alike
    for other in rest:
        same = (
            type(other) is type(event)
            and _group(other, names) == _group(event, names)
            and getattr(other, "key", None) == getattr(event, "key", None)
            and getattr(other, "segment", None) == getattr(event, "segment", None)
            and _predicate(other, names) == predicate
        )
        if not same:
            break
        alike.append(other)
    return alike


def _said(event: Event, names: Names) -> str:
    return carried(event, names) if isinstance(event, ev.CarriedOver) else phrase(event, names)


def _group(event: Event, names: Names) -> str:
    return names.group(getattr(event, "who", ""))


def _predicate(event: Event, names: Names) -> str:
    """What is said of one of a group, without its name; empty where it is none, or is not named first."""
    if not _group(event, names):
        return ""
    subject = f"{names[getattr(event, 'who', '')]} "
    said = _said(event, names)
    return said.removeprefix(subject) if said.startswith(subject) else ""


def _order(before: ev.Completed | None, event: ev.Completed) -> str:
    """Why this comes where it does after the deed before it on the same segment (S-22)."""
    if before is None or before.who == event.who:
        return ""
    mine, theirs = event.key, before.key
    if mine.by != "segment":
        return order(mine, theirs)
    if mine.die != theirs.die:
        return f"then (lower initiative, {mine.die} against {theirs.die}) "
    if mine.speed_factor is not None and theirs.speed_factor is not None:
        if mine.speed_factor == theirs.speed_factor:
            return "at the same time "
        return f"then (slower, speed factor {mine.speed_factor} against {theirs.speed_factor}) "
    if mine.segments == theirs.segments:
        return "at the same time "
    return f"then (slower, {count(mine.segments, 'segment')} against {theirs.segments}) "


def carried(event: ev.CarriedOver, names: Names) -> str:
    """What goes on in the next round, and for how long."""
    who, slot = names[event.who], event.slot
    what = "casting a spell" if event.sealed and not slot.name else doing(slot, names)
    if names.steps and event.left == 0:
        return f"{who} goes on {what}, and is done on the turn in the next round"
    if names.steps:
        return f"{who} goes on {what}, {count(max(1, event.left // 10), 'round')} to go"
    if slot.status == "planned" and event.sealed and slot.action == "other" and not slot.note:
        return f"{who} has yet to begin what was declared"
    if slot.status == "planned":
        return f"{who} has yet to begin: {what}"
    return f"{who} goes on {what}, {count(event.left, 'segment')} to go"
