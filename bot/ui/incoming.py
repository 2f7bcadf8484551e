"""Who would come in: what was read of a list, what is wrong in it, and the buttons that decide."""

from __future__ import annotations

from collections.abc import Sequence

from bot.narration.words import count
from bot.render import Button, Card, Field, Form, pages
from bot.ui.ids import Press

MOST_PASTED = 4000
"""Characters that Discord takes in a form."""

_FAULTY = "⚠️ **Nobody is added while this is wrong:**"


def incoming_cards(
    press: Press, number: int, lines: Sequence[str], faults: Sequence[str], *, file: bool, notice: str = ""
) -> tuple[Card, ...]:
    """What a list would add, `number` creatures told in `lines`, and what is wrong; nothing has been added.

    `press` marks what is shown, so that nothing else is added by it. A `file` is mended where it was made.
    """
    told = [notice] if notice else []
    if faults:
        told += [_FAULTY, *(f"- {fault}" for fault in faults)]
        told += ["Mend the file and attach it again."] if file else []
    if lines:
        told += [f"**Read so far** ({count(number, 'creature')}):" if faults else "", *lines]
    buttons = [] if faults else [Button("Add them", press.to("addthem", press.extra), "success")]
    buttons += [] if file else [Button("Mend…", press.to("mend", press.extra))]
    buttons += [Button("Never mind", press.to("nevermind", press.extra))]
    title = "### Not added" if faults else f"### Add {count(number, 'creature')}?"
    return pages(title, [line for line in told if line], "problem" if faults else "private", buttons)


def lines_form(key: str, text: str, hint: str) -> Form:
    """The form to paste lines into, or to mend them in."""
    field = Field("lines", "One creature a line", text[:MOST_PASTED], hint, long=True, most=MOST_PASTED)
    return Form(str(Press("pasted", key)), "Who comes in?", (field,))
