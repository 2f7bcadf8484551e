"""What is asked about words that could not be read whole: one short question each."""

from __future__ import annotations

from typing import assert_never

from bot.narration.refusals import action_name
from bot.narration.words import Names, escape, listed
from rules import Ask

_WHICH = {
    "cast": "Which spell?",
    "potion": "Which potion?",
    "item": "Which item?",
    "ability": "Which ability?",
}


def question(ask: Ask, who: str, names: Names) -> str:
    """The question as the speaker reads it; `who` is the creature spoken for."""
    said, choices = escape(ask.text), [escape(choice) for choice in ask.choices]
    match ask.code:
        case "unreadable":
            return (
                "I cannot read that as something to do. Begin with what is done, like “attack the orc” or "
                "“move 30 ft north, then cast sleep, 3 segments, at the orcs”."
            )
        case "two-majors":
            if len({*ask.choices}) == 1:
                return (
                    f"You say *{action_name(ask.choices[0])}* twice, and there is one in a round. Say one; "
                    + ("for another creature begin a message with its name, like “Orc 2: …”.")
                )
            deeds = listed(dict.fromkeys(f"*{action_name(key)}*" for key in ask.choices))
            return f"Only one of these fits into a round: {deeds}. Which one?"
        case "no-major":
            return f"I found nothing that {names[who]} does in “{said}”. Say it with another word, like *attack*."
        case "which-target":
            meant = listed([names[choice] for choice in ask.choices], "or")
            return f"Whom do you mean by “{said}”: {meant}?"
        case "unknown-target":
            return f"{names[who]} sees nobody called “{said}”. At whom?" if said else "At whom?"
        case "which-weapon" | "needs-weapon":
            names_them = f": {listed(choices, 'or')}" if choices else ""
            return f"With which weapon{names_them}?"
        case "unknown-weapon":
            return f"{names[who]} has no weapon called “{said}”. With which one?"
        case "which-ability":
            return f"Which ability: {listed(choices, 'or')}?"
        case "out-of-range" if ask.action == "hold":
            return f"“{said}” is no segment of this round. Say one from 1 to 10: change the words."
        case "out-of-range":
            return f"“{said}” is more, or less, than can be. Give another number."
        case "needs-target":
            return "At whom?"
        case "needs-aim":
            return "At whom, or where?"
        case "needs-at":
            return f"**{action_name(ask.action)}**: what is it? A few words will do."
        case "needs-name":
            return _WHICH.get(ask.action, f"**{action_name(ask.action)}**: which one?")
        case "needs-segments":
            return "How long is the casting time, in segments?"
        case "needs-feet":
            return "How far, in feet?"
        case "needs-note":
            return f"**{action_name(ask.action)}**: what exactly?"
        case _:
            assert_never(ask.code)
