"""What is said of taking back: the correction in the channel, and the GM's question before it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.narration.acts import act_line, thing_lines
from bot.narration.gms import who_runs
from bot.narration.words import Names, listed
from bot.render import Button, Card, as_many, relative, text_card
from bot.ui.ids import Press
from rules import EVERYONE, GAMEMASTER, Encounter, Event, fold, views
from rules import events as ev

UNOPENED = "The GM took back the opening of this round. Nothing here counts."
"""In the place of the board and the panels of a round that was not opened after all."""

_ROOM = 2500
"""Characters for what an act brought about."""


def correction_card(
    key: str, encounter: Encounter, deadline: datetime | None, round_: int, taken: Sequence[Event]
) -> Card:
    """For the channel: what the GM took back, as far as everybody may have heard of it."""
    seen = views(taken, EVERYONE)
    if not seen:
        return text_card("", ("↩️ **Correction:** the GM took something back.",), "close")
    lines = [f"↩️ **Correction.** The GM took back {_what(seen, round_)}."]
    buttons: tuple[Button, ...] = ()
    closed = any(isinstance(event, ev.DeclarationsClosed) for event in seen)
    if closed and encounter.round.stage == "declaring" and encounter.round.number == round_:
        closes = f", and close {relative(deadline)}" if deadline else ""
        lines.append(f"Declarations are open again{closes}. What was sealed is still sealed.")
        buttons = (Button("My declaration", str(Press("mine", key, round_)), "primary"),)
    if any(isinstance(event, ev.GmsChanged) for event in seen):
        lines.append(who_runs(encounter.gms))
    return text_card("", lines, "close", buttons)


def _what(seen: Sequence[Event], round_: int) -> str:
    """What was taken back, without a name: whom it was about may be out of sight again."""
    parts = []
    for event in seen:
        match event:
            case ev.RoundOpened():
                parts.append(f"the opening of round {event.number}")
            case ev.DeclarationsClosed():
                parts.append(f"the close of declarations in round {event.number}")
            case ev.EncounterEnded():
                parts.append("the end of the fight")
            case ev.GmsChanged():
                parts.append("a change of GMs")
            case _:
                pass
    called = [event.segment for event in seen if isinstance(event, ev.SegmentCalled)]
    if called:
        stretch = f"segment {called[0]}" if len(called) == 1 else f"segments {called[0]} to {called[-1]}"
        parts.append(f"{stretch} of round {round_}" if len(parts) == 0 else stretch)
    return listed(parts) or "what was said last"


def ask_card(
    key: str, encounter: Encounter, kind: str, number: int, events: Sequence[Event], *, back: bool
) -> Card:
    """The GM's question before an act is taken back, or brought back: what it was, and what came of it."""
    # Who is not in the fight now is known from the events, and from the fight as it was.
    names = Names(fold(encounter, () if back else events), GAMEMASTER, events)
    lines = [f"This {'takes' if back else 'brings'} back: **{act_line(kind, events, names)}**."]
    lines += as_many([f"· {line}" for line in thing_lines(events, names)], _ROOM, "`/encounter log`")
    press = Press("undone" if back else "redone", key, encounter.round.number, "", str(number))
    button = (
        Button("Take it back", str(press), "danger")
        if back
        else Button("Bring it back", str(press), "primary")
    )
    return text_card("### Take this back?" if back else "### Bring this back?", lines, "private", (button,))


def done_card(
    key: str, before: Encounter, after: Encounter, kind: str, events: Sequence[Event], *, back: bool
) -> Card:
    """What was done, where the fight stands, and what may be done next."""
    names = Names(before if back else after, GAMEMASTER, events)
    said = "↩️ Taken back" if back else "↪️ Brought back"
    press = Press("undo", key, after.round.number)
    buttons = (Button("Undo…", str(press)), Button("Redo…", press.to("redo")))
    line = f"{said}: {act_line(kind, events, names)}."
    return text_card("", (line, where(after)), "private", buttons)


def where(encounter: Encounter) -> str:
    """Where the fight stands now, in a sentence."""
    round_ = encounter.round
    if encounter.over:
        return "The fight is over."
    match round_.stage:
        case "declaring":
            return f"Round {round_.number}: declarations are open."
        case "grace":
            return f"Round {round_.number}: the grace time runs."
        case "ended":
            return f"Round {round_.number} is over." if round_.number else "No round has been opened yet."
        case _:
            called = f"segment {round_.segment} is called" if round_.segment else "before segment 1"
            return f"Round {round_.number}: {called}."
