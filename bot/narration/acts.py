"""What one command brought about, as a thing that can be named: to be taken back, or read in the log."""

from __future__ import annotations

from collections.abc import Sequence

from bot.narration import pinned
from bot.narration.rounds import close_lines, intention, news_lines
from bot.narration.words import Names, listed
from rules import Event
from rules import events as ev

_WHAT = {
    "add_combatants": "{} joining the fight",
    "edit_combatant": "a change to {}",
    "arrange": "a change to {}",
    "remove_combatant": "{} leaving the fight",
    "reveal": "showing {}",
    "engage": "{} coming into melee",
    "disengage": "{} leaving melee",
    "declare": "the declaration of {}",
    "withdraw": "taking back the declaration of {}",
    "call_delay": "the Delay called on {}",
    "pardon_delay": "the pardon of {}",
    "judge_blow": "the word on a blow of {}",
    "set_time": "the time given to {}",
    "disturb": "the disturbing of {}",
    "down": "{} going down",
    "rise": "{} rising",
    "add_minor": "the small thing of {}",
    "steer": "the way of {}",
    "surprise": "the surprise of {}",
    "change_action": "the change of mind of {}",
    "trigger": "what {} waited for",
    "redirect": "the new target of {}",
    "retarget": "the new target of {}",
    "name_target": "the target of {}",
    "break_off": "the word on {} leaving melee",
    "waive": "the limit waived for {}",
    "pass": "the turn of {} gone by",
    "set_off": "what {} set off",
    "mark_order": "the place of {} in the order",
    "hasten": "the hastening of {}",
}
"""Acts about somebody, after *the GM takes back*."""

_PLAIN = {
    "end_grace": "the end of the grace time",
    "roll_initiative": "the initiative dice",
    "together": "what was declared simultaneous",
    "add_effect": "an effect",
    "end_effect": "the end of an effect",
    "change_settings": "a change of the house settings",
    "change_gms": "a change of GMs",
    "end_encounter": "the end of the fight",
    "extended": "more time to declare",
    "regained": "the time given anew",
    "excused": "time for a player who is away",
    "paused": "the pause",
    "resumed": "the end of the pause",
}


def act_line(kind: str, events: Sequence[Event], names: Names) -> str:
    """The act in a few words: `the call of segment 4`, `the declaration of Mira`."""
    opened = next((e.number for e in events if isinstance(e, ev.RoundOpened)), None)
    if opened is not None:
        return f"the opening of round {opened}"
    parts = [pinned.act(e, names) for e in events if isinstance(e, ev.PinAdded | ev.PinRemoved)]
    if any(isinstance(e, ev.DeclarationsClosed) for e in events):
        parts.append("the close of declarations")
    if kind in _WHAT:
        parts.append(_WHAT[kind].format(listed(_subjects(events, names)) or "somebody"))
    elif kind in _PLAIN:
        parts.append(_PLAIN[kind])
    called = [names.beat(e.segment) for e in events if isinstance(e, ev.SegmentCalled)]
    if called:
        beat = "step" if names.steps else "segment"
        word = f"{beat} {called[0]}" if len(called) == 1 else f"{beat}s {called[0]} to {called[-1]}"
        parts.append(f"the call of {word}")
    return listed(parts) or "the last thing"


def _subjects(events: Sequence[Event], names: Names) -> list[str]:
    """Whom the first event, and those like it, are about."""
    if not events:
        return []
    alike = [event for event in events if type(event) is type(events[0])]
    ids = dict.fromkeys(
        event.combatant.id
        if isinstance(event, ev.CombatantAdded | ev.CombatantEdited)
        else getattr(event, "who", None)
        for event in alike
    )
    return [names[who] for who in ids if who is not None]


def clock_line(kind: str, more: str = "") -> str:
    """What the GM did with the clock, for the log; `more` is the time that was given, in words."""
    match kind:
        case "extended":
            return f"⏳ The GM gives {more} more to declare."
        case "regained":
            return "⏰ The bot was away when time ran out: there is time anew."
        case "paused":
            return "⏸️ The GM stops the clock."
        case "resumed":
            return "▶️ The clock runs again."
        case _:
            return ""


def thing_lines(events: Sequence[Event], names: Names) -> list[str]:
    """What came of an act, a line each; what needs no words has none."""
    lines: list[str] = []
    for event in events:
        match event:
            case ev.DeclarationSealed():
                lines.append(f"{names[event.who]}: {intention(event.declaration, names)}")
            case ev.DeclarationWithdrawn():
                lines.append(f"{names[event.who]} takes the declaration back")
            case ev.InitiativeRolled():
                lines += close_lines((event,), names)[:1]
            case _:
                lines += news_lines((event,), names)
    return lines
