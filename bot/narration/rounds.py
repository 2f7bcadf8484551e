"""What the channel hears of a round: the board, the close, and news between segments."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from bot.narration import steps
from bot.narration.phrases import doing, phrase
from bot.narration.words import Names, count, escape, long_spell, possessive, row, sentence
from rules import EVERYONE, Declaration, Encounter, Event, Slot
from rules import events as ev


def board_lines(encounter: Encounter, names: Names) -> tuple[str, ...]:
    """Who is sealed and who is awaited, in the roster's order; never what, and nothing hidden.

    The GM's creatures are not named: the GM is awaited or ready as one.
    """
    awaited = {c.id for c in encounter.awaited}
    players = [c for c in encounter.declares if c.seat is not None and not c.hidden]
    entered = encounter.round.put_off
    put_off = names.several(c for c in players if c.id in entered)
    sealed = names.several(c for c in players if encounter.declaration(c.id) and c.id not in entered)
    carried = names.several(c for c in players if c.id not in awaited and encounter.declaration(c.id) is None)
    waiting = names.several(c for c in players if c.id in awaited)
    visible = [c for c in encounter.declares if c.seat is None and not c.hidden]
    if visible:
        (waiting if any(c.id in awaited for c in visible) else sealed).append("the GM")
    lines = [f"✅ **Sealed:** {row(sealed) or 'nobody yet'}"]
    if put_off:
        lines.append(f"⏭️ **Put off from last round, and sealed:** {row(put_off)}")
    if carried:
        lines.append(f"⏳ **Still busy from last round:** {row(carried)}")
    if waiting:
        lines.append(f"✏️ **Waiting for:** {row(waiting)}")
    else:
        lines.append("Everyone has declared.")
    called = names.several(c for who in encounter.round.called if (c := names.combatant(who)))
    if called:
        lines.append(f"🐢 **Delay called on:** {row(called)}")
    return tuple(lines)


def closed_lines(encounter: Encounter, names: Names) -> tuple[str, ...]:
    """What the board keeps once declarations are closed: who had declared, and who had not."""
    players = [c for c in encounter.combatants if c.seat is not None and names.combatant(c.id)]
    sealed = names.several(c for c in players if encounter.declaration(c.id) is not None)
    dithered = names.several(
        c
        for d in encounter.round.delays
        if d.cause == "dithering" and (c := names.combatant(d.who)) is not None
    )
    lines = [f"✅ **Declared:** {row(sealed) or 'nobody'}"]
    if dithered:
        lines.append(f"🐢 **Too late:** {row(dithered)}")
    queued = {d.who for d in encounter.round.queued}
    if put_off := names.several(c for c in players if c.id in queued):
        lines.append(f"⏭️ **Put off to round {encounter.round.number + 1}:** {row(put_off)}")
    return tuple(lines)


def close_lines(events: Iterable[Event], names: Names, now: int | None = None) -> tuple[str, ...]:
    """What is public when declarations close: spells by their time alone, Delays, the initiative dice.

    `now` is the first segment that can still be declared for; None where declaring late is not possible.
    """
    listed_events = list(events)
    lines = [text for event in listed_events if (text := _close_line(event, names, now))]
    dice = next((e.dice for e in listed_events if isinstance(e, ev.InitiativeRolled)), ())
    if dice:
        lines.append(f"🎲 **Initiative:** {', '.join(f'{escape(d.side)} **{d.die}**' for d in dice)}.")
        lines += steps.first(dice, names.high_groups) if names.steps else _first(dice)
    return tuple(lines)


def _first(dice: tuple[ev.SideDie, ...]) -> list[str]:
    best = max(d.die for d in dice)
    first = [escape(d.side) for d in dice if d.die == best]
    if len(dice) < 2:
        return []
    if len(first) > 1:
        return [
            "A tie: where two act in one segment, the quicker deed comes first, by speed factor or segments."
        ]
    return [f"Where two act in one segment, {first[0]} come first."]


def _close_line(event: Event, names: Names, now: int | None = None) -> str:
    match event:
        case ev.SpellAnnounced():
            fills = ", which fills the round" if event.fills_round else ""
            return f"✨ {names[event.who]} is casting {long_spell(event.segments)}{fills}."
        case ev.GraceEnded():
            return "⌛ The grace time is over: a declaration now is late."
        case ev.IntentionAnnounced():
            return f"📣 {names[event.who]}: {intention(event.declaration, names)}."
        case ev.Delayed():
            return delayed(event, names, now)
        case _:
            return ""


def intention(declaration: Declaration, names: Names) -> str:
    """A declaration in a few words."""
    parts = [_minor(m.action, m.feet, m.note) for m in declaration.minors if m.when == "before"]
    if declaration.major is not None:
        slot = Slot(
            id="0",
            who=declaration.who,
            action=declaration.major,
            major=True,
            time=declaration.segments,
            target=declaration.target,
            at=declaration.at,
            weapon=declaration.weapon,
            name=declaration.name,
            feet=declaration.feet,
            note=declaration.note,
        )
        time = f" ({count(declaration.segments, 'segment')})" if declaration.segments is not None else ""
        source = f" from {escape(declaration.item)}" if declaration.item else ""
        parts.append(doing(slot, names) + source + time + _held(declaration))
    parts += [_minor(m.action, m.feet, m.note) for m in declaration.minors if m.when != "before"]
    if declaration.carry == "continue":
        parts.insert(0, "going on with what was begun")
    elif declaration.carry == "abandon":
        parts.insert(0, "giving up what was begun")
    if names.steps:
        return steps.intention(declaration, parts)
    return ", then ".join(parts) or "no action"


def _held(declaration: Declaration) -> str:
    """What it waits for (S-26)."""
    hold = declaration.hold
    if hold is None:
        return ""
    if hold.until is not None:
        return f", held until segment {hold.until}"
    return ", held for whoever comes into melee" if hold.melee else f", held until: {escape(hold.trigger)}"


def _minor(action: str, feet: int | None, note: str) -> str:
    slot = Slot(id="0", who="0", action=action, major=False, time=None, feet=feet, note=note)
    return doing(slot, Names(Encounter(), EVERYONE))


def delayed(event: ev.Delayed, names: Names, now: int | None = None) -> str:
    """A Delay with its cause and its die, and where a late declaration would start if one is possible."""
    if names.steps:
        return steps.delayed(event, names)
    who, delay = names[event.who], event.delay
    die = f"1d6: {delay.roll}" if delay.roll is not None else "set"
    cost = count(delay.segments, "segment")
    match delay.cause:
        case "dithering":
            start = (
                f" Declaring now would start in segment {now + delay.segments}." if now is not None else ""
            )
            return f"🐢 **Delay (dithering):** {who} did not declare in time and loses {cost} ({die}).{start}"
        case "called":
            return f"🐢 **Delay:** the GM calls dithering on {who}: {cost} later ({die})."
        case "surprise":
            return f"😮 **Surprise:** {who} starts {cost} late."
        case "late":
            return f"🐢 **Delay:** {who} declares late: {cost} later ({die})."
        case _:
            return f"🐢 **Delay:** {who} acts {cost} later ({die})."


def news_lines(events: Iterable[Event], names: Names) -> tuple[str, ...]:
    """What the GM changed at the table between segments, a line each; a group that joins is one line."""
    lines = []
    for (group, side), alike in groupby(events, _joining):
        told = list(alike)
        if group and len(told) > 1:
            lines.append(f"{len(told)} × {escape(group)} join the fight ({escape(side)}).")
        else:
            lines += [sentence(text) for event in told if (text := _news(event, names))]
    return tuple(lines)


def _joining(event: Event) -> tuple[str, str]:
    """The group and side of who joins; nothing for any other event."""
    return (event.combatant.group, event.combatant.side) if isinstance(event, ev.CombatantAdded) else ("", "")


def _news(event: Event, names: Names) -> str:
    match event:
        case ev.CombatantAdded():
            return f"{names[event.combatant.id]} joins the fight ({escape(event.combatant.side)})."
        case ev.CombatantRemoved():
            return f"{escape(event.name)} leaves the fight."
        case ev.DelayCalled():
            cost = "it means acting in LOW" if names.steps else "rolled when declarations close"
            return f"🐢 The GM calls dithering on {names[event.who]}: a Delay, {cost}."
        case ev.DelayPardoned():
            return f"The GM pardons {possessive(names[event.who])} Delay."
        case ev.Delayed():
            return delayed(event, names)
        case ev.SpellAnnounced():
            return _close_line(event, names)
        case ev.Risen():
            return f"{names[event.who]} can act again, from the next round on."
        case ev.Surprised():
            return f"{names[event.who]} is surprised{' and does nothing this round' if names.steps else ''}."
        case _:
            text = phrase(event, names)
            return f"{sentence(text)}." if text else ""
