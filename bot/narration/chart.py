"""A round as rows and bars: what the picture under a summary shows, and the words that say the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from bot.narration.refusals import action_name
from bot.narration.words import Names, clean, listed
from rules import Event, Slot
from rules import events as ev

BarKind = Literal["move", "cast", "shoot", "fight", "act"]
BarEnd = Literal["done", "lost", "onward"]

MOST_ROWS = 16
"""Rows in one picture; of more, the rest is counted: the summary's text leaves nothing out."""

_ALT_LIMIT = 1000
"""Characters of alternative text; Discord takes 1024."""

_PINS_ALT = 400
"""Characters of it for what was pinned; the rest is counted, and in the summary's text whole."""

_KINDS: dict[str, BarKind] = {
    "move": "move",
    "full-move": "move",
    "go": "move",
    "flee": "move",
    "charge": "move",
    "cast": "cast",
    "scroll": "cast",
    "missile": "shoot",
    "melee": "fight",
    "parry": "fight",
    "set-weapon": "fight",
}

_WORDS = {
    "full-move": "move",
    "go": "move",
    "missile": "shoot",
    "melee": "strike",
    "scroll": "read",
    "set-weapon": "set",
    "bind": "bind",
    "potion": "drink",
    "ability": "ability",
    "item": "item",
    "other": "work",
    "other-minor": "act",
    "use-minor": "ability",
    "manipulate": "work",
    "manipulate-complex": "work",
    "change-weapon": "draw",
}
"""One word for a bar, where the action's own key is none."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One activity: its first and last column, counted from 0; `instant` where it takes no time."""

    kind: BarKind
    word: str
    first: int
    last: int
    end: BarEnd = "done"
    before: bool = False
    """Whether it began in the round before."""
    instant: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """What one creature, or several of a group alike, did; `delay` columns at the front were lost to a Delay."""

    name: str
    bars: tuple[Bar, ...]
    delay: int = 0
    down: int | None = None
    """The column in which it fell, if it did."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A round: its columns, one for each segment or for each step in which something happened, and its rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    more: int = 0
    """Rows that found no place."""
    pins: tuple[tuple[int, str], ...] = ()
    """What came about whoever acted, each with its column."""
    alt: str = ""


@dataclass
class _Making:
    delay: int = 0
    down: int | None = None
    bars: dict[str, Bar] = field(default_factory=dict)


def chart(number: int, events: Sequence[Event], names: Names) -> Chart | None:
    """The round `number` of these events, already as the reader may see them; None if nothing shows."""
    rows, beats = _collected(events, names)
    roster = [(who, rows[who]) for who in names.known if who in rows]
    shown = [(who, made) for who, made in roster if made.bars or made.delay or made.down is not None]
    if not shown or not any(made.bars for _, made in shown):
        return None
    pins = [(_beat(e.segment), clean(e.pin.text)) for e in events if isinstance(e, ev.Befell)]
    used = _columns(shown, beats | {beat for beat, _ in pins}, names)
    place = {beat: column for column, beat in enumerate(used)}
    whole = _alike([(who, _row(names, who, made, place)) for who, made in shown], names)
    columns = tuple(_heading(names, beat) for beat in used)
    made = Chart(
        f"Round {number}",
        columns,
        tuple(whole[:MOST_ROWS]),
        max(0, len(whole) - MOST_ROWS),
        tuple((place[beat], text) for beat, text in pins),
    )
    return replace(made, alt=_alt(made))


def _collected(events: Iterable[Event], names: Names) -> tuple[dict[str, _Making], set[int]]:
    """Bars by combatant, their columns still the numbers of beats; and the beats in which something is."""
    rows: dict[str, _Making] = {}
    beats: set[int] = set()
    for event in events:
        who = event.owner
        if who is None or names.combatant(who) is None:
            continue
        row = rows.setdefault(who, _Making())
        match event:
            case ev.Delayed() if not event.delay.pardoned and not names.steps:
                row.delay += event.delay.segments
            case ev.DelayPardoned():
                row.delay = 0
            case ev.Began():
                row.bars[event.slot.id] = _bar(event.slot, _beat(event.segment), _beat(event.segment))
            case ev.Completed() | ev.Lost():
                lost = isinstance(event, ev.Lost)
                begun = row.bars.get(event.slot.id)
                if lost and begun is None and event.slot.status == "planned":
                    continue
                first, last = begun.first if begun else event.slot.start, _beat(event.segment)
                made = _bar(event.slot, min(_beat(first), last), last)
                row.bars[event.slot.id] = replace(made, end="lost" if lost else "done")
            case ev.CarriedOver() if event.slot.status == "begun":
                begun = row.bars.get(event.slot.id)
                made = _bar(event.slot, begun.first if begun else 1, names.last)
                row.bars[event.slot.id] = replace(made, end="onward")
            case ev.Downed():
                row.down = _beat(event.segment)
                beats.add(row.down)
            case _:
                continue
        beats |= {beat for bar in row.bars.values() for beat in (bar.first, bar.last)}
    return rows, beats


def _beat(number: int) -> int:
    """The beat in whose column it stands: what comes before the first is called is shown there."""
    return max(1, number)


def _bar(slot: Slot, first: int, last: int) -> Bar:
    word = _WORDS.get(slot.action, slot.action if slot.action in _KINDS else "")
    return Bar(
        kind=_KINDS.get(slot.action, "act"),
        word=word or action_name(slot.action).split()[0].lower(),
        first=first,
        last=last,
        before=slot.start < 1,
        instant=slot.time == 0,
    )


def _columns(shown: Sequence[tuple[str, _Making]], beats: set[int], names: Names) -> list[int]:
    """Every segment; of the steps, for there are many, those in which something happens."""
    if not names.steps:
        return list(range(1, names.last + 1))
    within = {b for _, made in shown for bar in made.bars.values() for b in range(bar.first, bar.last + 1)}
    return sorted((beats | within) & beats)


def _heading(names: Names, beat: int) -> str:
    if not names.steps:
        return str(beat)
    letter, _, rest = names.beat(beat).partition(" · ")
    rank = next((rank for rank in ("high", "low") if f"({rank})" in rest), "")
    return f"{letter}\n{rank.upper()}" if rank else letter


def _row(names: Names, who: str, made: _Making, place: dict[int, int]) -> Row:
    combatant = names.combatant(who)
    assert combatant is not None
    bars = tuple(
        replace(bar, first=place[bar.first], last=place[bar.last])
        for bar in sorted(made.bars.values(), key=lambda bar: (bar.first, bar.last))
    )
    down = None if made.down is None else place[made.down]
    return Row(clean(combatant.name), bars, min(made.delay, len(place)), down)


def _alike(rows: Sequence[tuple[str, Row]], names: Names) -> list[Row]:
    """Neighbours of a group that did the same are one row, counted (FK-L10)."""
    found: list[tuple[str, int, Row]] = []
    for who, row in rows:
        group = names.group(who)
        if found and group and found[-1][0] == group and replace(found[-1][2], name=row.name) == row:
            found[-1] = (group, found[-1][1] + 1, found[-1][2])
        else:
            found.append((group, 1, row))
    return [replace(row, name=f"{many} × {clean(group)}") if many > 1 else row for group, many, row in found]


_END = {"lost": ", lost", "onward": ", goes on"}


def _alt(made: Chart) -> str:
    """What the picture shows, in words; as many rows as fit."""
    text = f"{made.title} as a picture."
    if made.pins:
        told = (f"“{said}” in {_column(made, place)}" for place, said in made.pins)
        text += f" Marked above its column: {listed(told, limit=_PINS_ALT)}."
    for place, row in enumerate(made.rows):
        said = [f"Delay {row.delay}"] if row.delay else []
        said += [f"{bar.word} {_stretch(made, bar)}{_END.get(bar.end, '')}" for bar in row.bars]
        said += [f"down in {_column(made, row.down)}"] if row.down is not None else []
        line = f" {row.name}: {listed(said)}."
        if len(text) + len(line) > _ALT_LIMIT:
            return f"{text} And {len(made.rows) - place + made.more} more."
        text += line
    return f"{text} And {made.more} more." if made.more else text


def _stretch(made: Chart, bar: Bar) -> str:
    first, last = _column(made, bar.first), _column(made, bar.last)
    return f"in {first}" if bar.first == bar.last else f"in {first} to {last}"


def _column(made: Chart, place: int) -> str:
    return made.columns[place].replace("\n", " ")
