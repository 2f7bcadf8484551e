"""The pictures of the look book: every kind of message, who sees it there, and what it is for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

WIDTHS: Mapping[str, int] = {"desktop": 960, "phone": 400}
"""Widths of the page in pixels, by name."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What is in a picture: who sees it, where, and what it is."""

    who: str
    where: str
    what: str


_PLAYER, _CASTER, _GM = "a player", "the caster", "the GM"
_HERE, _OWN = "channel", "direct message"
ONLY_THEM = _PRIVATE = "channel, only for them"
"""Where an answer is that nobody else sees."""

PICTURES: Mapping[str, Picture] = {
    "begin": Picture(_PLAYER, _HERE, "A fight begins"),
    "no-fight": Picture(_PLAYER, _PRIVATE, "A refusal: no fight in this channel yet"),
    "join": Picture(_PLAYER, _PRIVATE, "/join answered"),
    "join-message": Picture(_PLAYER, _OWN, "The first direct message, opened by /join"),
    "join-closed": Picture(_PLAYER, _PRIVATE, "/join answered to somebody whose direct messages are closed"),
    "unreadable": Picture(_PLAYER, _PRIVATE, "A refusal: weapons that cannot be read"),
    "added": Picture(_GM, _PRIVATE, "/combatant add answered, for a hidden creature"),
    "news": Picture(_PLAYER, _HERE, "News between rounds: who came, who is in melee"),
    "list": Picture(_PLAYER, _PRIVATE, "/combatant list, without the hidden creature"),
    "list-gm": Picture(_GM, _PRIVATE, "/combatant list, with everything"),
    "opened": Picture(_GM, _PRIVATE, "/round open answered"),
    "board": Picture(_PLAYER, _HERE, "The board of an open round"),
    "board-waiting": Picture(_PLAYER, _HERE, "The board when some have sealed"),
    "status": Picture(_PLAYER, _PRIVATE, "/encounter status while declarations are open"),
    "console-declaring": Picture(_GM, _PRIVATE, "/encounter status for the GM while declarations are open"),
    "panel": Picture(_CASTER, _OWN, "The panel, nothing picked"),
    "form": Picture(_CASTER, _OWN, "The form for a spell"),
    "panel-unreadable": Picture(_CASTER, _OWN, "The panel when a casting time cannot be read"),
    "panel-casting": Picture(_CASTER, _OWN, "The panel with a spell and a move, ready to seal"),
    "panel-sealed": Picture(_CASTER, _OWN, "The panel, sealed"),
    "panel-melee": Picture(_PLAYER, _OWN, "The panel asking whom to strike"),
    "menu": Picture(_PLAYER, _OWN, "The menu of targets, open"),
    "panel-hidden": Picture(_GM, _OWN, "The GM's panel for a hidden creature"),
    "panel-group": Picture(_GM, _OWN, "The GM's panel for a group of creatures"),
    "panel-button": Picture(_PLAYER, _PRIVATE, "The panel by the board's button, without direct messages"),
    "refusal": Picture(_PLAYER, _PRIVATE, "A refusal: a /declare that cannot stand"),
    "receipt": Picture(_PLAYER, _PRIVATE, "/declare answered"),
    "withdrawn": Picture(_PLAYER, _PRIVATE, "/withdraw answered"),
    "extended": Picture(_PLAYER, _HERE, "The GM gives more time"),
    "reminder": Picture(_PLAYER, _OWN, "The reminder to somebody still awaited"),
    "board-closed": Picture(_PLAYER, _HERE, "The board when declarations are closed"),
    "close": Picture(_PLAYER, _HERE, "Declarations are closed: Delays, spells, initiative"),
    "question-time": Picture(_GM, _OWN, "A question to the GM: how long does it take?"),
    "paused": Picture(_PLAYER, _HERE, "The segments so far, while the GM is asked"),
    "question-blow": Picture(_GM, _OWN, "A question to the GM: did the blow on the caster strike?"),
    "late": Picture(_PLAYER, _PRIVATE, "A late /declare answered"),
    "summary": Picture(_PLAYER, _HERE, "The rest of the round, once the GM has answered"),
    "round": Picture(_PLAYER, _HERE, "A whole round, segment by segment"),
    "panel-closed": Picture(_CASTER, _OWN, "The panel when declarations are closed"),
    "panel-delay": Picture(_PLAYER, _OWN, "The panel of somebody who did not declare"),
    "panel-closed-gm": Picture(_GM, _OWN, "The GM's panel when declarations are closed"),
    "closed": Picture(_PLAYER, _PRIVATE, "A refusal: the round is over"),
    "console-ended": Picture(_GM, _PRIVATE, "/encounter status for the GM after a round"),
    "console-called": Picture(_GM, _OWN, "The GM's console when segments are called"),
    "called": Picture(_PLAYER, _HERE, "Segments being called"),
    "lost": Picture(_PLAYER, _HERE, "A caster is disturbed while segments are called"),
    "down": Picture(_PLAYER, _HERE, "Somebody falls"),
    "answer": Picture(_PLAYER, _OWN, "What the bot says to anything written to it"),
    "leave": Picture(_PLAYER, _PRIVATE, "/leave answered"),
    "end": Picture(_GM, _PRIVATE, "Ending the fight, asked once"),
    "ended": Picture(_PLAYER, _HERE, "The fight is over"),
}
"""Every kind of message, in the order of a fight."""


def filename(name: str, width: str) -> str:
    """The file of a picture at one of the widths."""
    return f"{name}-{width}.png"


def readme() -> str:
    """The look book's page."""
    lines = [
        "# The look book",
        "",
        "Every kind of message Dither sends, as the person sees it who gets it: on a page 960 pixels wide,",
        "and on one of 400, about a phone. `make look` plays the scenes on a simulated Discord and takes the",
        "pictures with a browser. The drawing is simcord's: close to Discord's own, not the same.",
    ]
    for name, picture in PICTURES.items():
        lines += ["", f"## {picture.what}", "", f"Seen by {picture.who}; {picture.where}.", ""]
        shown = (f'<img src="{filename(name, width)}" alt="{picture.what}, {width}">' for width in WIDTHS)
        lines.append("\n".join(shown))
    return "\n".join(lines) + "\n"
