"""Why the bot does not pass something on to the rules: one sentence of what, one of what to do."""

from __future__ import annotations

from typing import Final

from bot.narration.words import count

_DENIALS: Final[dict[str, str]] = {
    "no-such-encounter": "That fight is not there any more. A GM starts one with `/encounter begin`.",
    "no-such-ruleset": "I do not know that ruleset. Pick one from the list.",
    "channel-taken": "There is a fight in this channel already. `/encounter status` shows it; its GM can end it "
    "with `/encounter end`, or you begin yours in another channel or thread.",
    "not-gm": "Only the GM of this fight can do that. `/encounter status` shows who it is.",
    "not-yours": "You do not declare for that creature. Pick one of yours.",
    "not-yours-to-change": "Side, seat and hiding are the GM's to change. You can change your character's name, "
    "speed, weapons and Dexterity adjustment.",
    "not-your-effect": "The GM has noted that effect, or another player has. Ask the GM to end it.",
    "already-joined": "You have a character in this fight already. `/combatant edit` changes it; the GM can seat you "
    "for more.",
    "nothing-to-undo": "There is nothing to take back: this is how the fight began. `/encounter status` shows where it stands.",
    "nothing-to-redo": "Nothing was taken back, so there is nothing to bring back. `/encounter undo` takes back the last thing.",
    "redo-lapsed": "Something new has happened since, so what was taken back cannot come back. Do it anew instead.",
    "paused-already": "The clock stands still already. `/round resume` lets it run again.",
    "not-paused": "The clock is not stopped. `/round pause` stops it while declarations are open.",
    "nobody-to-nudge": "Nobody is awaited whom I could remind: all players have declared. `/round close` closes now.",
    "not-later": "Declarations close later than that already. Give a later time, or `/round close` to close now.",
    "not-awaited": "Nothing is awaited from you in this round, so no time is needed. What is sealed can still be changed.",
    "excused-already": "You have been given time in this round already. Leave an order with `/excuse`, or ask the GM.",
    "quiet-now": "It is quiet hours, and declarations close as they end, so nobody is reminded now. `/round extend` gives more time.",
    "draft-gone": "That has been added already, or put away, or another list was read since. `/combatant list` shows who is "
    "here; `/combatant import` begins anew.",
    "moved-on": "Meanwhile something else has happened. Look again with `/encounter undo` or `/encounter redo`, then confirm.",
}


def denial(code: str, number: int | None = None) -> str:
    """The denial as a person reads it; `number` is a limit: seconds, or fights."""
    if code == "too-short":
        return f"That is too short: declarations stay open for at least {count(number or 0, 'second')}."
    if code == "too-long":
        return f"That is too long: declarations stay open for at most {count((number or 0) // 86400, 'day')}."
    if code == "nudged-lately":
        return f"They were reminded a moment ago. Try again in {count(number or 1, 'second')}."
    if code == "too-many-fights":
        return f"There are {number} fights under way in this server, and no more can be. End one with `/encounter end` first."
    if code == "no-excuses":
        allowed = f"all {number} of them are used" if number else "this table has none"
        return f"There is no more time to be had by yourself: {allowed}. Leave an order with `/excuse`, or ask the GM."
    return _DENIALS[code]
