"""What the GM pins to a beat of a round: told to nobody before it comes, and to everybody when it does.

Neither document knows of it; it is the GM's word, given in advance (K-13).
"""

from __future__ import annotations

from rules import commands as cmd
from rules import events as ev
from rules.encounter import Encounter
from rules.record import Record
from rules.refusal import Refusal
from rules.values import BEATS, Pin

MOST_PINS = 25
"""Pins that may wait in one fight."""


def add_pin(record: Record, command: cmd.AddPin) -> Refusal | None:
    """Pin something to a beat that has yet to be called, of the round under way or the next."""
    encounter = record.encounter
    next_ = encounter.round.number + 1
    under_way = encounter.round.stage != "ended"
    round_ = command.round if command.round is not None else next_ - under_way
    if round_ > next_:
        return Refusal(code="round-too-far", number=next_)
    if round_ < next_ and not (under_way and round_ == encounter.round.number):
        return Refusal(code="round-over", number=round_)
    if command.segment > BEATS[encounter.ruleset]:
        return Refusal(code="no-such-beat", number=BEATS[encounter.ruleset])
    if round_ == encounter.round.number and command.segment <= encounter.round.segment:
        return Refusal(code="beat-over", number=command.segment)
    if any(pin.id == command.id for pin in encounter.pins):
        return Refusal(code="id-taken", text=command.id)
    if len(encounter.pins) >= MOST_PINS:
        return Refusal(code="too-many-pins", number=MOST_PINS)
    pin = Pin(id=command.id, text=command.text, round=round_, segment=command.segment)
    record.add(ev.PinAdded(pin=pin))
    return None


def remove_pin(record: Record, command: cmd.RemovePin) -> Refusal | None:
    """Take away something pinned that has not come yet."""
    pin = next((p for p in record.encounter.pins if p.id == command.pin), None)
    if pin is None:
        return Refusal(code="no-such-pin", text=command.pin)
    record.add(ev.PinRemoved(pin=pin))
    return None


def befall(record: Record) -> None:
    """Let what is pinned to the beat just called come about, in the order it was pinned."""
    now = record.encounter.round
    for pin in record.encounter.pins:
        if (pin.round, pin.segment) == (now.number, now.segment):
            record.add(ev.Befell(segment=now.segment, pin=pin))


def waiting(encounter: Encounter) -> tuple[Pin, ...]:
    """What is pinned and has yet to come, the next first."""
    return tuple(sorted(encounter.pins, key=lambda pin: (pin.round, pin.segment)))
