"""The round told segment by segment: a line for each segment that holds something, then what runs on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bot.narration.phrases import deed, doing, phrase
from bot.narration.steps import order
from bot.narration.words import Names, count, escape, sentence, spelled
from rules import Event, Slot
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
    carried: list[str] = []
    following = 0
    pending = list(events)
    segment = 0
    while pending:
        event = pending.pop(0)
        if isinstance(event, ev.SegmentCalled):
            segment = event.segment
            continue
        if isinstance(event, ev.CarriedOver):
            carried.append(_carried(event, names))
            continue
        if isinstance(event, ev.RoundEnded):
            following = event.number + 1
            continue
        segment = getattr(event, "segment", segment)
        if not lines or lines[-1].segment != segment:
            lines.append(_Line(segment))
        if isinstance(event, ev.Completed):
            alike = _alike(event, pending, names)
            del pending[: len(alike) - 1]
            _completed(lines[-1], alike, names)
        elif text := phrase(event, names):
            lines[-1].parts.append(text)
    told = [
        f"**{names.beat(line.segment)}** {sentence(text)}" for line in lines for text in _joined(line.parts)
    ]
    return (*told, *(f"**Into round {following}:** {text}." for text in _joined(carried)))


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


def _completed(line: _Line, alike: list[ev.Completed], names: Names) -> None:
    first = alike[0]
    if len(alike) == 1:
        text = phrase(first, names)
    else:
        group = escape(names.group(first.who))
        text = f"{spelled(len(alike))} {_plural(group)} {_plural_deed(first.slot, names)}"
    if not text:
        return
    word = _order(line.last, first)
    line.parts.append(f"{word}{text}" if word else text)
    line.last = alike[-1]


def _alike(event: ev.Completed, rest: Sequence[Event], names: Names) -> list[ev.Completed]:
    """The event and those right after it that are the same deed by others of the group (one line for many)."""
    alike = [event]
    group = names.group(event.who)
    if not group:
        return alike
    for other in rest:
        same = (
            isinstance(other, ev.Completed)
            and names.group(other.who) == group
            and other.key == event.key
            and deed(other.slot, names) == deed(event.slot, names)
        )
        if not same or not isinstance(other, ev.Completed):
            break
        alike.append(other)
    return alike


def _plural(group: str) -> str:
    return group if group.endswith("s") else f"{group}s"


def _plural_deed(slot: Slot, names: Names) -> str:
    """The deed in the plural: its first word loses its ending."""
    verb, _, rest = deed(slot, names).partition(" ")
    base = {"has": "have", "is": "are", "reaches": "reach", "completes": "complete", "uses": "use"}.get(verb)
    return f"{base or verb.removesuffix('s')} {rest}".rstrip()


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


def _carried(event: ev.CarriedOver, names: Names) -> str:
    who, slot = names[event.who], event.slot
    what = "casting a spell" if event.sealed and not slot.name else doing(slot, names)
    if names.steps and event.left == 0:
        return f"{who} goes on {what}, and is done on the next round's turn"
    if slot.status == "planned":
        return f"{who} has yet to begin: {what}"
    return f"{who} goes on {what}, {count(event.left, 'segment')} to go"
