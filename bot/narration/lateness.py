"""Declaring after the close: what it costs, and when what is declared then is done (S-25, P-3 to P-5)."""

from __future__ import annotations

from bot.narration.rounds import intention
from bot.narration.words import Names, count, segment_name, sentence
from rules import Declaration, Encounter, action, late_start, must_be_declared


def late_notice(encounter: Encounter, names: Names, who: str = "") -> str:
    """That the time to declare is over, and what can be done all the same; on one's turn, that it has come."""
    if encounter.at_turn(who):
        return (
            f"▶️ **{names[who]}'s turn has come.** What had to be declared (❗) takes place next round; "
            "anything else is done now."
        )
    if names.steps:
        rest = "What must be declared (❗) takes place next round; anything else is done on the turn."
    elif encounter.round.stage == "grace":
        rest = "Until the grace time ends you can still declare; it counts from segment 1."
    else:
        rest = "You can still declare, late: it counts from the next segment."
    return f"⏰ **Declarations are closed.** {rest}"


def late_lines(encounter: Encounter, declaration: Declaration, names: Names) -> list[str]:
    """What is declared so late, and when it is done."""
    told = sentence(intention(declaration, names))
    return [
        f"▸ {told}.",
        _by_steps(encounter, declaration) if names.steps else _start(encounter, declaration.who),
    ]


def _by_steps(encounter: Encounter, declaration: Declaration) -> str:
    row = action(encounter.ruleset, declaration.major) if declaration.major else None
    if row is not None and must_be_declared(encounter.combatant(declaration.who), row, declaration):
        return f"⏭️ That had to be declared before the round: it is put off to **round {encounter.round.number + 1}**."
    if encounter.at_turn(declaration.who):
        return "▶️ It is done now."
    return "⏰ It is done on your side's turn; once HIGH has gone by, in LOW."


def _start(encounter: Encounter, who: str) -> str:
    """The segment it begins in; the Delay is known, unless its die is yet to be rolled (S-21, S-25, S-34)."""
    start = late_start(encounter, who)
    if start is None:
        return f"🐢 Late: the Delay is rolled (1d{encounter.settings.delay_die}) when you declare."
    cost = f"🐢 Late, with a Delay of {count(start.delay, 'segment')}" if start.delay else "⏰ Late"
    return f"{cost}: it begins in **segment {segment_name(start.segment)}**, behind what is under way."
