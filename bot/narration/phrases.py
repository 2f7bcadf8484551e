"""One event, one phrase: what happened on a segment, as the table hears it."""

from __future__ import annotations

from typing import assert_never

from bot.narration import steps
from bot.narration.refusals import action_name
from bot.narration.words import Names, count, escape, possessive
from rules import Event, Slot
from rules import events as ev


def _at(slot: Slot, names: Names, word: str = "at") -> str:
    """The target or place, with its preposition; empty where there is none to tell."""
    if slot.target:
        return f" {word} {names[slot.target]}"
    return f" {word} {escape(slot.at)}" if slot.at else ""


def _with(slot: Slot) -> str:
    return f" ({escape(slot.weapon)})" if slot.weapon else ""


def _note(slot: Slot) -> str:
    return f", {escape(slot.note)}" if slot.note else ""


def doing(slot: Slot, names: Names) -> str:
    """What the activity is, in the middle of a sentence: `casting sleep at the orcs`."""
    named = f" {escape(slot.name)}" if slot.name else ""
    match slot.action:
        case "cast":
            return f"casting{named or ' a spell'}{_at(slot, names)}"
        case "melee":
            return f"attacking{_at(slot, names, '')}{_with(slot)}".replace("  ", " ")
        case "missile":
            return f"shooting{_at(slot, names)}{_with(slot)}"
        case "charge":
            return f"charging{_at(slot, names, '')}".replace("  ", " ")
        case "move" | "full-move" | "go" | "flee":
            moving = "fleeing" if slot.action == "flee" else "moving"
            return f"{moving}{f' {slot.feet} ft' if slot.feet else ''}{_note(slot)}"
        case "other" | "other-minor":
            return escape(slot.note or slot.at) or "something else"
        case "shout":
            return f"shouting “{escape(slot.note)}”" if slot.note else "shouting"
        case _:
            text = action_name(slot.action).lower()
            return f"{text}{':' + named if named else ''}{_at(slot, names)}{_note(slot)}"


_DEEDS = {
    "change-weapon": "changes weapons",
    "sheathe": "sheathes a weapon",
    "shield": "readies a shield",
    "drop": "drops something",
    "gaze": "gazes",
    "aim": "aims",
}


def deed(slot: Slot, names: Names) -> str:
    """What is done when the activity completes, after the doer's name."""
    named = escape(slot.name)
    match slot.action:
        case "melee":
            return f"strikes{_at(slot, names)}{_with(slot)}"
        case "missile":
            return f"shoots{_at(slot, names)}{_with(slot)}"
        case "charge":
            return f"reaches{_at(slot, names, '')} at the end of the charge and strikes{_with(slot)}".replace(
                "  ", " "
            )
        case "cast":
            return f"completes **{named}**{_at(slot, names, 'on' if slot.target else 'at')}"
        case "ability" | "use-minor" | "item":
            return f"uses **{named}**{_at(slot, names, 'on' if slot.target else 'at')}"
        case "potion":
            return f"has drunk **{named}**"
        case "move" | "go":
            return f"has moved {slot.feet} ft{_note(slot)}"
        case "full-move":
            return f"ends the full move{_note(slot)}"
        case "scroll":
            return f"reads **{named}** to the end{_at(slot, names, 'on' if slot.target else 'at')}"
        case "set-weapon" if slot.ready:
            return f"meets the charge{_at(slot, names, 'of')}{_with(slot)}"
        case "flee":
            return f"has fled{_note(slot)}"
        case "parley":
            return f"tries to talk{_at(slot, names, 'to')}{_note(slot)}"
        case "shout":
            return f"shouts “{escape(slot.note)}”"
        case "other" | "other-minor":
            return f"is done: {doing(slot, names)}"
        case key if key in _DEEDS:
            return f"{_DEEDS[key]}{_note(slot)}"
        case _:
            return f"is done with {doing(slot, names)}"


def began(event: ev.Began, names: Names) -> str:
    """How an activity's start reads; empty where its end says enough."""
    slot, who = event.slot, names[event.who]
    match slot.action:
        case "cast":
            return f"{who} begins to cast{f' **{escape(slot.name)}**' if slot.name else ''}"
        case "charge":
            return f"{who} charges{_at(slot, names, '')}".replace("  ", " ")
        case "parry":
            return f"{who} parries until the round ends"
        case "go" if slot.start != slot.end:
            return f"{who} sets off ({slot.feet} ft{_note(slot)})"
        case "flee":
            return f"{who} flees{_note(slot)}"
        case "full-move":
            return f"{who} sets off at full speed{_note(slot)}"
        case "move" if slot.time != 1:
            return f"{who} sets off ({slot.feet} ft{_note(slot)})"
        case _:
            return ""


def lost(event: ev.Lost, names: Names) -> str:
    """How the loss of an activity reads."""
    slot, who = event.slot, names[event.who]
    what = "the spell" if event.sealed or slot.action == "cast" else doing(slot, names)
    if slot.action == "cast" and slot.name:
        what = f"**{escape(slot.name)}**"
    match event.reason:
        case "struck":
            return f"{who} loses {what}"
        case "disturbed":
            return f"{who} is disturbed and loses {what}"
        case "target-gone":
            gone = names[slot.target]
            return f"{who} finds {gone} gone and strikes at nobody"
        case "down":
            return f"{possessive(who)} {what} is lost" if slot.action != "cast" else f"{who} loses {what}"
        case "abandoned" | "never-begun":
            return f"{who} gives up {what}"
        case "given-up":
            return f"{who} changes plans and gives up {what}"
        case "delayed":
            return f"{who} is delayed: nothing comes of {what}"
        case "surprised":
            return f"{who} is surprised: nothing comes of {what}"
        case "removed":
            return ""
        case _:
            assert_never(event.reason)


def blow(event: ev.BlowJudged, names: Names) -> str:
    """Whether the blow on a caster struck."""
    if event.struck:
        return f"{possessive(names[event.who])} blow strikes {names[event.target]}"
    return f"{possessive(names[event.who])} blow misses {names[event.target]}"


def phrase(event: Event, names: Names) -> str:
    """One event of the segments as a phrase, empty for what needs no words there."""
    match event:
        case ev.Began():
            return began(event, names)
        case ev.Completed():
            return f"{names[event.who]} {deed(event.slot, names)}" if event.slot.action != "parry" else ""
        case ev.Lost():
            return lost(event, names)
        case ev.BlowJudged():
            return blow(event, names)
        case ev.Downed():
            return f"{names[event.who]} is down"
        case ev.Revealed():
            return f"{names[event.who]} comes into view"
        case ev.Engaged():
            return f"{names[event.who]} is in melee with {names[event.foe]}"
        case ev.Disengaged():
            return f"{names[event.who]} is out of melee with {names[event.foe]}"
        case ev.Steered():
            if event.stopped:
                return f"{names[event.who]} stops"
            return f"{names[event.who]} goes on{f' {escape(event.note)}' if event.note else ''}"
        case ev.TimeSet():
            return f"the GM gives {names[event.who]} {count(event.segments, 'segment')}"
        case ev.ShotTimed():
            return steps.shot(event, names)
        case ev.WentOff():
            return steps.went_off(event, names)
        case ev.FreeToAct():
            return steps.free(event, names)
        case ev.TurnPassed():
            return f"{names[event.who]} lets the turn go by"
        case ev.Queued():
            return steps.queued(event, names)
        case ev.BlowAsked():
            return f"{possessive(names[event.who])} blow falls on {names[event.target]}: the GM says if it strikes"
        case _:
            return ""
