"""What the GM has pinned to a segment or step, in words: where, what, and that it has come about."""

from __future__ import annotations

from bot.narration.words import Names, escape, sentence
from rules import Pin
from rules import events as ev


def place(pin: Pin, names: Names) -> str:
    """Where it is pinned, in the middle of a sentence: `segment 5 of round 3`."""
    return f"{names.when(pin.segment)} of round {pin.round}"


def pin_line(pin: Pin, names: Names, under_way: int) -> str:
    """One pin as the GM reads it; its round is named where it is not the one `under_way`."""
    beat = names.when(pin.segment)
    heading = sentence(beat) if pin.round == under_way else f"Round {pin.round}, {beat}"
    return f"📍 **{heading}:** {escape(pin.text)}"


def phrase(event: ev.PinAdded | ev.PinRemoved | ev.Befell, names: Names) -> str:
    """What the table hears of it when it comes, and before that the GM alone."""
    told = escape(event.pin.text)
    match event:
        case ev.Befell():
            return f"📍 {sentence(told)}"
        case ev.PinAdded():
            return f"the GM pins to {place(event.pin, names)}: “{told}”"
        case ev.PinRemoved():
            return f"the GM takes away what was pinned to {place(event.pin, names)}: “{told}”"


def act(event: ev.PinAdded | ev.PinRemoved, names: Names) -> str:
    """The pinning, or the taking away, as a thing that can be taken back."""
    what = f"“{escape(event.pin.text)}”, pinned to {place(event.pin, names)}"
    return what if isinstance(event, ev.PinAdded) else f"the taking away of {what}"
