"""What reads differently in `phases`: steps instead of segments, HIGH and LOW instead of a number of them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.narration.words import Names, count, escape
from rules import Declaration
from rules import events as ev


def delayed(event: ev.Delayed, names: Names) -> str:
    """A Delay with its cause: it costs a place, not segments (P-8 to P-10)."""
    who = names[event.who]
    place = "acts in LOW, and if there anyway, last"
    match event.delay.cause:
        case "dithering":
            return f"🐢 **Delay (dithering):** {who} did not declare in time and {place}."
        case "called":
            return f"🐢 **Delay:** the GM calls dithering on {who}, who {place}."
        case "changed":
            return f"🐢 **Delay:** {who} changes plans and acts in LOW."
        case "late":
            return f"🐢 **Delay:** {who} let the turn go by and acts in LOW."
        case "chosen":
            return f"🐢 **Delay:** {who} waits for LOW."
        case "surprise":
            return f"🐢 **Delay:** {who} is surprised and acts in LOW."


def intention(declaration: Declaration, parts: Sequence[str]) -> str:
    """A declaration in a few words: without an action one chooses on the turn (P-8, P-22, P-23)."""
    told = list(parts) if declaration.major is not None else [*parts, "choosing on the turn"]
    routines = f", {declaration.routines} attack routines" if declaration.routines > 1 else ""
    waits = ", waiting for LOW" if declaration.delay else ""
    return ", then ".join(told) + routines + waits


def first(dice: Sequence[ev.SideDie]) -> list[str]:
    """Who acts in HIGH."""
    best = max(d.die for d in dice)
    winners = [escape(d.side) for d in dice if d.die == best]
    if len(dice) < 2:
        return []
    if len(winners) > 1:
        return [
            "A tie: they act in HIGH together, step by step; on one step the quicker weapon strikes first."
        ]
    return [f"{winners[0]} act in HIGH, the rest in LOW."]


def order(mine: ev.OrderKey, theirs: ev.OrderKey) -> str:
    """Why a deed comes where it does after the one before it in its step (P-4, P-6, P-9, P-16)."""
    if mine.ready != theirs.ready:
        return "then "
    if mine.late != theirs.late:
        return "then (delayed) "
    if mine.by == "casting" and mine.segments > theirs.segments:
        return f"then ({count(theirs.segments, 'segment')} of casting before {mine.segments}) "
    if mine.die != theirs.die:
        return f"then (initiative {theirs.die} before {mine.die}) "
    factors = (theirs.speed_factor, mine.speed_factor)
    if None not in factors and factors[0] != factors[1]:
        return f"then (speed factor {factors[0]} before {factors[1]}) "
    return "at the same time "


def shot(event: ev.ShotTimed, names: Names) -> str:
    """When a shot at somebody moving falls (P-12)."""
    way = f"{event.feet} of {event.distance} ft"
    return (
        f"{names[event.who]} lets fly in segment {event.falls}, with {names[event.target]} {way} on the way"
    )


def went_off(event: ev.WentOff, names: Names) -> str:
    """An immediate ability (P-18)."""
    at = f" on {names[event.target]}" if event.target else ""
    note = f", {escape(event.note)}" if event.note else ""
    return f"{names[event.who]}: **{escape(event.name)}**{at}, at once{note}"


def free(event: ev.FreeToAct, names: Names) -> str:
    """Whose turn it is to choose (P-5)."""
    return f"{names[event.who]} {'chooses now what to do' if event.asked else 'is free to act'}"


def question_line(kind: str, who: str) -> str:
    """What the round waits for, where it is a player's word (P-5)."""
    if kind == "spell-target":
        return f"**{who}** must say now at whom, or where, the spell goes. The round waits for it."
    return f"It is **{who}**'s turn to choose what to do. The round waits for it."


def queued(event: ev.Queued, names: Names) -> str:
    """What was not declared in time (P-3)."""
    return f"{names[event.who]} had to declare that before the round. It is entered for the next one."
