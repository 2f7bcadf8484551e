"""What reads differently in `phases`: steps instead of segments, HIGH and LOW instead of a number of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from bot.narration.words import Names, count, escape, listed, sentence
from rules import Declaration, Slot
from rules import events as ev

_PLACE = "acts in LOW (last there, if that is the place anyway)"


def delayed(event: ev.Delayed, names: Names) -> str:
    """A Delay with its cause: it costs a place, not segments (P-8 to P-10)."""
    who = names[event.who]
    match event.delay.cause:
        case "dithering":
            return f"🐢 **Delay (dithering):** {who} did not declare in time and {_PLACE}."
        case "called":
            return f"🐢 **Delay:** the GM calls dithering on {who}, who {_PLACE}."
        case "changed":
            return f"🐢 **Delay:** {who} changes plans and acts in LOW."
        case "late":
            return f"🐢 **Delay:** {who} lets HIGH go by and acts in LOW."
        case "chosen":
            return f"🐢 **Delay:** {who} waits for LOW."
        case "surprise":
            return f"🐢 **Delay:** {who} is surprised and acts in LOW."


def intention(declaration: Declaration, parts: Sequence[str]) -> str:
    """A declaration in a few words: without an action one chooses on the turn (P-8, P-22, P-23, P-28)."""
    told = list(parts) if declaration.major is not None else [*parts, "choosing on the turn"]
    routines = f", {declaration.routines} attack routines" if declaration.routines > 1 else ""
    mark = f", going {declaration.mark}" if declaration.mark else ""
    waits = ", waiting for LOW" if declaration.delay else ""
    return ", then ".join(told) + routines + mark + waits


def first(dice: Sequence[ev.SideDie], groups: int = 1) -> list[str]:
    """Who acts in HIGH, where the `groups` highest dice do (P-6)."""
    if len(dice) < 2:
        return []
    shown = sorted({d.die for d in dice}, reverse=True)
    least = shown[max(1, min(groups, len(shown) - 1)) - 1]
    high = [escape(d.side) for d in dice if d.die >= least]
    low = [escape(d.side) for d in dice if d.die < least]
    if not low:
        return [
            "**A tie:** all act in HIGH together, step by step; between opponents the quicker weapon strikes "
            "first. In LOW come only the delayed."
        ]
    return [f"**HIGH:** {sentence(listed(high))} act first. **LOW:** {sentence(listed(low))} act after them."]


def order(mine: ev.OrderKey, theirs: ev.OrderKey) -> str:
    """Why a deed comes where it does after the one before it in its step (P-4, P-6, P-9, P-16)."""
    if mine.ready != theirs.ready:
        return "then "
    if mine.late != theirs.late:
        return "then (delayed) "
    if mine.by == "casting" and mine.segments > theirs.segments:
        longer = count(mine.segments, "segment")
        return f"then (longer casting, {longer} against {theirs.segments}) "
    if mine.die != theirs.die:
        return f"then (lower initiative, {mine.die} against {theirs.die}) "
    factors = (theirs.speed_factor, mine.speed_factor)
    if None not in factors and factors[0] != factors[1]:
        return f"then (slower, speed factor {factors[1]} against {factors[0]}) "
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
    if event.asked:
        return f"{names[event.who]} chooses now what to do"
    return f"{names[event.who]} has declared nothing and is free to act"


def queued(event: ev.Queued, names: Names) -> str:
    """What was not declared in time (P-3)."""
    return f"{names[event.who]} had to declare that before the round, and does it in the next one instead"


Private = (
    ev.IntentionsWanted
    | ev.SpellsListed
    | ev.DelayProposed
    | ev.OrderMarked
    | ev.Hastened
    | ev.SpellTargetAsked
    | ev.TargetNamed
)
"""What the table never hears: for the GM, or for one player."""


def private(event: Private, names: Names) -> str:
    """What the GM, or the player it is about, is told of it."""
    match event:
        case ev.IntentionsWanted():
            return f"no intention is noted for {names.all_of(event.combatants)}"
        case ev.SpellsListed():
            return f"spells: {listed(spell(slot, names) for slot in event.spells)}"
        case ev.DelayProposed():
            return f"{names[event.who]} said nothing before the close: a Delay is proposed"
        case ev.OrderMarked():
            place = {"first": "goes first", "last": "goes last", None: "goes in its usual place"}[event.mark]
            return f"what {names[event.who]} does {place}, by the GM's word"
        case ev.Hastened():
            return f"the GM lets {names[event.who]} be done on the own turn, not at the end of the round"
        case ev.SpellTargetAsked():
            return f"{names[event.who]} is asked at whom, or where, the spell goes"
        case ev.TargetNamed():
            return f"{names[event.who]} aims at {names[event.target] if event.target else escape(event.at)}"
        case _:
            assert_never(event)


def spell(slot: Slot, names: Names) -> str:
    """One declared spell, for the GM's list (P-1)."""
    aim = names[slot.target] if slot.target else escape(slot.at)
    parts = [f"**{escape(slot.name) or 'a spell'}** by {names[slot.who]}"]
    parts += [f"from {escape(slot.item)}"] if slot.item else []
    parts += [f"at {aim}"] if aim else ["target named on the turn"]
    parts += [count(slot.time, "segment")] if slot.time is not None else []
    return ", ".join(parts)


def spell_list(event: ev.SpellsListed, names: Names) -> tuple[str, ...]:
    """The declared spells, a line each, the quickest first (P-1, P-16)."""
    timed = sorted(event.spells, key=lambda slot: slot.time if slot.time is not None else 0)
    return tuple(f"▸ {spell(slot, names)}" for slot in timed)
