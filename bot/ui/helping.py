"""What somebody can do now: a few lines by who asks and where the fight stands, and the buttons for it."""

from __future__ import annotations

from bot.narration.words import Names, have, listed
from bot.render import Button, Card, relative, text_card
from bot.store import EncounterRow
from bot.ui.ids import Press
from rules import viewer_for

_FOOT = "What a rule means: `/rules`. Where the fight stands: `/encounter status`."

Help = tuple[str, list[str], tuple[Button, ...]]
"""A heading, lines, buttons."""


def no_fight(private: bool) -> Card:
    """Where no fight is: what this is, and how one begins or is joined."""
    lines = [
        "I keep declarations secret until all are in, roll initiative, and tell the round in order.",
        "**Run one:** `/encounter begin` in a channel or thread; you become its GM.",
        "**Play in one:** `/join` in the channel where one has begun.",
    ]
    if private:
        lines.append("In a direct message I answer about your own fights; you are in none now.")
    return text_card("### No fight here yet", lines, "private")


def help_card(row: EncounterRow, who: str, *, private: bool = False) -> Card:
    """What this person can do in the fight now; `private`: asked in a direct message."""
    encounter = row.encounter
    if encounter.over:
        title, lines, buttons = _over(row, who)
    elif who in encounter.gms:
        title, lines, buttons = _gm(row)
    elif any(c.seat == who for c in encounter.combatants):
        title, lines, buttons = _player(row, who, private)
    else:
        title, lines, buttons = _bystander()
    return text_card(f"### {title}", [*lines, _FOOT], "private", buttons)


def _over(row: EncounterRow, who: str) -> Help:
    lines = ["What happened: `/encounter log`, or *Why?* under a summary."]
    if who in row.encounter.gms:
        lines.append("Keep it as a file: `/encounter export`. The end was a mistake? `/encounter undo`.")
    lines.append("The next fight: `/encounter begin`.")
    return "This fight is over", lines, ()


def _gm(row: EncounterRow) -> Help:
    encounter, round_ = row.encounter, row.encounter.round
    press = Press("gm", row.id, round_.number)
    if round_.number == 0 and not encounter.combatants:
        lines = [
            "1. Your players type `/join` here.",
            "2. You bring in the foes: `/combatant add`.",
            "3. `/round open` starts the first round.",
        ]
        return "You are the GM: nobody is in the fight yet", lines, ()
    if round_.stage == "ended":
        first = round_.number == 0
        label = "Open the first round" if first else "Open the next round"
        lines = [
            "`/round open` lets everybody declare; its `time` says how long, or until when.",
            "Foes: `/combatant add`. In melee with each other: `/combatant engage`.",
        ]
        if not first:
            lines.append("Something went wrong? `/encounter undo` takes back one thing after another.")
        title = "You are the GM: before the first round" if first else f"Round {round_.number} is over"
        return title, lines, (Button(label, press.to("open"), "primary"),)
    if round_.stage == "declaring":
        return _gm_declaring(row, press)
    if round_.stage == "grace":
        lines = ["Late declarations still count as segment 1 for a while."]
        return "Grace time", lines, (Button("End the grace time", press.to("endgrace"), "primary"),)
    if round_.questions:
        lines = ["The round waits for a word. `/encounter status` shows what I have asked, with the answers."]
        return f"Round {round_.number} waits", lines, ()
    lines = [
        "`/round next` goes on; `/encounter status` has it as a button, with all that can happen.",
        "A caster is struck: `/round struck`. Somebody falls: `/round down`.",
    ]
    return f"Round {round_.number} is being called", lines, ()


def _gm_declaring(row: EncounterRow, press: Press) -> Help:
    names = Names(row.encounter, viewer_for(row.encounter, row.encounter.gms[0]))
    awaited = row.encounter.awaited
    waits = f"Awaited: {listed(names.several(awaited))}." if awaited else "Everybody has declared."
    lines = [
        waits,
        "Your own creatures: `/declare`, or the button. What was sealed: `/encounter status`.",
        "`/round nudge` reminds who is awaited, `/round extend` gives time, `/round close` ends it.",
    ]
    if row.paused:
        lines.append("The clock stands still: `/round resume` lets it run again.")
    buttons = (Button("Declare for your creatures", press.to("mine"), "primary"),)
    return f"Round {row.encounter.round.number}: players declare{_until(row)}", lines, buttons


def _player(row: EncounterRow, who: str, private: bool) -> Help:
    encounter, round_ = row.encounter, row.encounter.round
    names = Names(encounter, viewer_for(encounter, who))
    own = [c for c in encounter.combatants if c.seat == who]
    called = listed(names.several(own))
    button = (Button("My declaration", str(Press("mine", row.id, round_.number)), "primary"),)
    if round_.number == 0:
        lines = ["Nothing to do yet: the GM opens the first round, and I write to you then."]
        lines.append("Weapons or speed missing? `/combatant edit` changes your own character.")
        return f"{called}: before the first round", lines, ()
    if round_.stage == "declaring":
        mine = [c for c in encounter.declares if c.seat == who]
        if not mine:
            return f"{called}: not in this round", ["You declare again from the next round on."], ()
        missing = [c for c in mine if encounter.declaration(c.id) is None]
        if not missing:
            lines = ["Sealed. Until the close you can change it: the button, or `/withdraw`."]
            return f"Round {round_.number}: you are done{_until(row)}", lines, button
        waiting = f"{listed(names.several(missing))} {have(len(missing))} yet to declare"
        here = "Write here what you do" if private else "Write me in a direct message what you do"
        lines = [
            f"{here}, like “attack the orc”; or use the button, or `/declare`. It stays secret.",
            "Unsure? `/ask` asks the GM. Away for longer? `/excuse`.",
        ]
        return f"{waiting}{_until(row)}", lines, button
    if round_.stage == "grace":
        return (
            "Grace time",
            ["Who is late can still declare, with the button or `/declare`: nothing has begun yet."],
            button,
        )
    if round_.stage == "ended":
        lines = ["Nothing to do: the GM opens the next round, and I write to you then."]
        lines.append("*What did I do?* and *Why?* stand under the summary.")
        return f"Round {round_.number} is over", lines, ()
    late = any(encounter.declaration(c.id) is None for c in own)
    lines = ["What you declared happens by itself."]
    late_line = "You did not declare: a late `/declare` still counts."
    lines.append(late_line if late else "Changed your mind? `/change` shows the price first.")
    return f"Round {round_.number} is being called", lines, ()


def _bystander() -> Help:
    lines = ["Play along: `/join` with your character's name. Nothing else is needed."]
    lines.append("Or watch: the board shows who has declared, and the summary what came of it.")
    return "A fight is under way here", lines, ()


def _until(row: EncounterRow) -> str:
    return f" · closes {relative(row.closes_at)}" if row.closes_at else ""
