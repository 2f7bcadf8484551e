"""Where somebody's fights stand, and what can be done in each: for whatever is not a declaration."""

from __future__ import annotations

from collections.abc import Sequence

from bot.narration.words import Names, listed
from bot.render import MOST_BUTTONS, Button, Card, relative, text_card
from bot.store import EncounterRow
from bot.ui.desk import Desk
from bot.ui.ids import Press
from rules import viewer_for

_MOST = 20
"""Fights told of in one message."""


def standing(rows: Sequence[EncounterRow], person: str, notice: str = "") -> Card:
    """Each fight with its round and this person's part in it; a button for each that is open."""
    if not rows:
        none = "You are in no fight at the moment. Use `/join` in the channel where one has begun."
        return text_card("### No fight", (notice, none) if notice else (none,))
    lines = [_line(row, person) for row in rows[:_MOST]]
    open_ = [row for row in rows if may_declare_in(row, person)]
    one = len(open_) == 1
    buttons = [
        Button(
            "My declaration" if one else f"My declaration, fight {rows.index(row) + 1}",
            str(Press("mine", row.id, row.encounter.round.number)),
            "primary",
        )
        for row in open_[:MOST_BUTTONS]
    ]
    buttons += [
        Button("Open the next round", str(Press("open", row.id, row.encounter.round.number)))
        for row in rows
        if len(rows) == 1 and person in row.encounter.gms and row.encounter.round.stage == "ended"
    ]
    if len(rows) > 1:
        lines = [f"{number}. {line}" for number, line in enumerate(lines, 1)]
    if open_:
        lines.append(
            "Declare in your own words here, like “attack the orc” or “cast sleep, 3 segments, at the orcs”; "
            "or with the button; or with `/declare`."
        )
    return text_card("### Where you are", [*((notice,) if notice else ()), *lines], "private", buttons)


def may_declare_in(row: EncounterRow, person: str) -> bool:
    """Whether the person can declare for anybody in this round now, in time or late."""
    desk = Desk(row.id, row.encounter, person, row.closes_at)
    return bool(desk.choice) and (desk.late or row.encounter.round.stage == "declaring")


def _line(row: EncounterRow, person: str) -> str:
    encounter, where = row.encounter, f"<#{row.channel_id}>"
    names = Names(encounter, viewer_for(encounter, person))
    desk = Desk(row.id, encounter, person, row.closes_at)
    mine = desk.runs
    number = encounter.round.number
    waiting = names.several(c for c in mine if encounter.declaration(c.id) is None)
    match encounter.round.stage:
        case "declaring":
            closes = f", closes {relative(row.closes_at)}" if row.closes_at else ""
            if not mine:
                still = " You declare for nobody in it; who comes in during a round declares in the next."
            elif waiting:
                still = f" Still to declare: {listed(waiting)}."
            else:
                still = " All of yours is sealed; until the close you can change it."
            return f"{where}: round {number} is open{closes}.{still}"
        case "grace" | "resolving":
            latecomers = names.several(desk.choice)
            late = f" {listed(latecomers)} can still declare, late." if latecomers else ""
            return f"{where}: round {number} is under way, and declarations are closed.{late}"
        case "locked":
            return f"{where}: round {number} is about to be resolved."
        case _:
            which = "next" if number else "first"
            if person in encounter.gms:
                return f"{where}: no round is open. `/round open` there opens the {which} one."
            return f"{where}: no round is open. The GM opens the {which} one; then I write to you here."
