"""One event, one phrase: what happened on a segment, as the table hears it."""

from __future__ import annotations

from typing import assert_never

from bot.narration import gms, lasting, pinned, steps
from bot.narration.refusals import action_name
from bot.narration.words import Names, count, escape, listed, possessive
from rules import Event, Slot, told_setting
from rules import events as ev


def _aim(slot: Slot, names: Names) -> str:
    """The target or place; empty where there is none to tell."""
    return names[slot.target] if slot.target else escape(slot.at)


def _at(slot: Slot, names: Names, word: str = "at") -> str:
    """The target or place behind its preposition."""
    aim = _aim(slot, names)
    return f" {word} {aim}" if aim else ""


def _with(slot: Slot) -> str:
    return f" ({escape(slot.weapon)})" if slot.weapon else ""


def _note(slot: Slot) -> str:
    return f", {escape(slot.note)}" if slot.note else ""


def _what(slot: Slot) -> str:
    """What a small thing is done with or to, in brackets."""
    said = escape(slot.note)
    return f" ({said})" if said else ""


def _quoted(slot: Slot) -> str:
    said = escape(slot.note) or escape(slot.at)
    return f"“{said}”" if said else ""


_DOING = {
    "melee": ("attacking {}", "attacking"),
    "charge": ("charging {}", "charging"),
    "parry": ("parrying {}", "parrying"),
    "bind": ("binding the wounds of {}", "binding wounds"),
    "manipulate": ("working at {}", "working at something"),
    "manipulate-complex": ("doing delicate work with {}", "doing delicate work"),
    "retrieve": ("picking up {}", "picking something up"),
    "search": ("searching {}", "searching"),
    "tool": ("using a tool on {}", "using a tool"),
    "set-weapon": ("setting a weapon against the charge of {}", "setting a weapon against a charge"),
}
"""Major actions, in the middle of a sentence: with what they are done to, and without."""

_DEEDS = {
    "bind": ("has bound the wounds of {}", "has bound wounds"),
    "manipulate": ("has worked at {}", "has worked at something"),
    "manipulate-complex": ("has done delicate work with {}", "has done delicate work"),
    "retrieve": ("has picked up {}", "has picked something up"),
    "search": ("has searched {}", "has searched"),
    "tool": ("has used a tool on {}", "has used a tool"),
    "charge": ("reaches {} at the end of the charge and strikes", "ends the charge and strikes"),
}
"""The same when they complete, after the doer's name."""

_SMALL = {
    "change-weapon": ("changing weapons", "changes weapons"),
    "sheathe": ("sheathing a weapon", "sheathes a weapon"),
    "shield": ("readying a shield", "readies a shield"),
    "gaze": ("gazing", "gazes"),
    "aim": ("aiming", "aims"),
}
"""Small things, in the middle of a sentence and when they are done."""


def _object(forms: tuple[str, str], slot: Slot, names: Names) -> str:
    aim = _aim(slot, names)
    # No format string: a name may hold braces.
    return forms[0].replace("{}", aim) if aim else forms[1]


def _potion(slot: Slot) -> str:
    """The potion with its article, for people write `healing` or `potion of healing`."""
    name = escape(slot.name)
    return " a potion" if not name else f" a {name}" if name.casefold().startswith("potion") else f" {name}"


def doing(slot: Slot, names: Names) -> str:
    """What the activity is, in the middle of a sentence: `casting sleep on the orcs`. Always an -ing word first."""
    named = f" {escape(slot.name)}" if slot.name else ""
    match slot.action:
        case "cast":
            return f"casting{named or ' a spell'}{_at(slot, names, 'on')}"
        case "parley":
            return f"trying to talk{_at(slot, names, 'to')}{f': “{escape(slot.note)}”' if slot.note else ''}"
        case "scroll":
            return f"reading{named or ' a spell'} from a scroll{_at(slot, names, 'on')}"
        case "missile":
            return f"{'throwing' if names.throws(slot) else 'shooting'}{_at(slot, names)}{_with(slot)}"
        case "move" | "full-move" | "go" | "flee":
            moving = "fleeing" if slot.action == "flee" else "moving"
            into = f" into melee with {names[slot.target]}" if slot.target else ""
            return f"{moving}{f' {slot.feet} ft' if slot.feet else ''}{into}{_note(slot)}"
        case "other" | "other-minor" | "slow":
            return f"doing {_quoted(slot) or 'something'}"
        case "shout":
            return f"shouting {_quoted(slot)}".rstrip()
        case "drop":
            return f"dropping {_quoted(slot) or 'something'}"
        case "potion":
            return f"drinking{_potion(slot)}"
        case "ability" | "use-minor" | "item":
            return f"using{named or ' something'}{_at(slot, names, 'on')}"
        case key if key in _DOING:
            return f"{_object(_DOING[key], slot, names)}{_with(slot)}{_note(slot)}"
        case key if key in _SMALL:
            return f"{_SMALL[key][0]}{_at(slot, names)}{_what(slot)}"
        case _:
            return f"doing “{action_name(slot.action).lower()}”{_at(slot, names)}{_note(slot)}"


def deed(slot: Slot, names: Names) -> str:
    """What is done when the activity completes, after the doer's name."""
    named = escape(slot.name)
    match slot.action:
        case "melee":
            return f"strikes{_at(slot, names)}{_with(slot)}"
        case "missile":
            return f"{'throws' if names.throws(slot) else 'shoots'}{_at(slot, names)}{_with(slot)}"
        case "cast":
            return f"completes **{named or 'a spell'}**{_at(slot, names, 'on')}"
        case "ability" | "use-minor" | "item":
            return f"uses **{named or 'something'}**{_at(slot, names, 'on')}"
        case "potion":
            return f"has drunk **{named or 'a potion'}**"
        case "move" | "go":
            return f"has moved{f' {slot.feet} ft' if slot.feet else ''}{_note(slot)}"
        case "full-move":
            return f"ends the full move{_note(slot)}"
        case "scroll":
            return f"reads **{named or 'a scroll'}** to the end{_at(slot, names, 'on')}"
        case "set-weapon" if slot.ready:
            return f"meets the charge{_at(slot, names, 'of')}{_with(slot)}"
        case "flee":
            return f"has fled{_note(slot)}"
        case "parley":
            return f"tries to talk{_at(slot, names, 'to')}{f': “{escape(slot.note)}”' if slot.note else ''}"
        case "shout":
            return f"shouts {_quoted(slot)}".rstrip()
        case "drop":
            return f"drops {_quoted(slot) or 'something'}"
        case "other" | "other-minor" | "slow":
            return f"is done: {_quoted(slot)}" if _quoted(slot) else "is done"
        case key if key in _DEEDS:
            return f"{_object(_DEEDS[key], slot, names)}{_with(slot)}{_note(slot)}"
        case key if key in _SMALL:
            return f"{_SMALL[key][1]}{_at(slot, names)}{_what(slot)}"
        case _:
            return f"is done {doing(slot, names)}"


def began(event: ev.Began, names: Names) -> str:
    """How an activity's start reads; empty where its end says enough."""
    slot, who = event.slot, names[event.who]
    match slot.action:
        case "cast":
            return f"{who} begins to cast{f' **{escape(slot.name)}**' if slot.name else ''}"
        case "charge":
            aim = _aim(slot, names)
            return f"{who} charges {aim}" if aim else f"{who} charges"
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


_IN_VAIN = {"missile": "shoots at nobody", "charge": "charges at nobody"}


def lost(event: ev.Lost, names: Names) -> str:
    """How the loss of an activity reads."""
    slot, who = event.slot, names[event.who]
    spell = event.sealed or slot.action in ("cast", "ability")
    named = f"**{escape(slot.name)}**" if slot.name else "the spell"
    match event.reason:
        case "struck":
            return f"{who} loses {named}"
        case "disturbed":
            return f"{who} is disturbed and loses {named}"
        case "target-gone":
            # A target that has left is no name to this reader, and no unseen one either.
            gone = names[slot.target] if names.named(slot.target) else "the target"
            return f"{who} finds {gone} gone and {_IN_VAIN.get(slot.action, 'strikes at nobody')}"
        case "down":
            return f"{who} loses {named}" if spell else f"{who} does not finish {doing(slot, names)}"
        case "abandoned" | "never-begun":
            return f"{who} gives up {named if spell else doing(slot, names)}"
        case "changed":
            return f"{who} lets go of {named if spell else doing(slot, names)}"
        case "unused":
            return f"{who} held for nothing: {doing(slot, names)}"
        case "caught":
            return f"{who} is in melee and cannot begin {doing(slot, names)}"
        case "kept-in-melee":
            return f"{who} does not get away from melee"
        case "given-up":
            return f"{who} changes plans and gives up {named if spell else doing(slot, names)}"
        case "delayed":
            return f"{who} is delayed: nothing comes of {named if spell else doing(slot, names)}"
        case "surprised":
            return f"{who} is surprised: nothing comes of {named if spell else doing(slot, names)}"
        case "removed":
            return ""
        case _:
            assert_never(event.reason)


def blow(event: ev.BlowJudged, names: Names) -> str:
    """Whether the blow on a caster struck."""
    if event.struck:
        return f"{possessive(names[event.who])} blow strikes {names[event.target]}"
    return f"{possessive(names[event.who])} blow misses {names[event.target]}"


Turned = (
    ev.Surprised
    | ev.Changed
    | ev.Triggered
    | ev.Retargeted
    | ev.TargetAsked
    | ev.BreakAsked
    | ev.BrokeOff
    | ev.ChargesMet
)


def turned(event: Turned, names: Names) -> str:
    """What turned out otherwise than it was declared."""
    who = names[event.who]
    match event:
        case ev.Surprised():
            late = f": {count(event.segments, 'segment')} late in round 1"
            return f"{who} is surprised{' and does nothing this round' if names.steps else late}"
        case ev.Changed():
            die = f" (1d6: {event.roll})" if event.roll is not None else ""
            return f"{who} does something else instead, {count(event.price, 'segment')} later{die}"
        case ev.Triggered():
            return f"what {who} waited for has come about"
        case ev.Retargeted():
            return f"{who} goes for {names[event.target]}" if event.target else f"{who} finds nobody there"
        case ev.TargetAsked():
            return f"{possessive(who)} target is gone: at whom does the blow go?"
        case ev.BreakAsked():
            return f"{who} is about to move out of melee: the GM says what comes of it"
        case ev.BrokeOff():
            return f"{who} breaks off from melee" if event.allowed else ""
        case ev.ChargesMet():
            return f"the charges of {who} and {names[event.foe]} meet"
        case _:
            assert_never(event)


def effect(event: ev.EffectBegan | ev.EffectEnded, names: Names) -> str:
    """An effect that begins or is over."""
    what = lasting.name(event.effect, names)
    if isinstance(event, ev.EffectEnded):
        return f"⌛ {what} is over"
    return f"⌛ {what} begins, for {lasting.time(event.effect.rounds, event.effect.segments)}"


def phrase(event: Event, names: Names) -> str:
    """One event of the segments as a phrase, empty for what needs no words there."""
    match event:
        case ev.Began():
            return began(event, names)
        case ev.Completed():
            # A parry was told when it began.
            return "" if event.slot.action == "parry" else f"{names[event.who]} {deed(event.slot, names)}"
        case ev.Lost():
            return lost(event, names)
        case ev.BlowJudged():
            return blow(event, names)
        case ev.Downed():
            return f"{names[event.who]} is down"
        case ev.Revealed() if event.known_as:
            return f"{escape(event.known_as)} is {names[event.who]}"
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
        case (
            ev.Surprised()
            | ev.Changed()
            | ev.Triggered()
            | ev.Retargeted()
            | ev.TargetAsked()
            | ev.BreakAsked()
            | ev.BrokeOff()
            | ev.ChargesMet()
        ):
            return turned(event, names)
        case ev.Waived():
            return f"the GM waives a limit for {names[event.who]} ({event.rule})"
        case ev.EffectBegan() | ev.EffectEnded():
            return effect(event, names)
        case ev.PinAdded() | ev.PinRemoved() | ev.Befell():
            return pinned.phrase(event, names)
        case ev.SettingsChanged():
            told = [f"{name} {told_setting(getattr(event.settings, name))}" for name in event.changed]
            return f"the GM changes the house settings: {listed(told) or 'nothing'}"
        case ev.GmsChanged():
            return gms.changed(event)
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
        case (
            ev.IntentionsWanted()
            | ev.SpellsListed()
            | ev.DelayProposed()
            | ev.OrderMarked()
            | ev.Hastened()
            | ev.SpellTargetAsked()
            | ev.TargetNamed()
        ):
            return steps.private(event, names)
        case ev.BlowAsked():
            return f"{possessive(names[event.who])} blow falls on {names[event.target]}: the GM says if it strikes"
        case _:
            return ""
