"""What lasts, told: how long was meant, how long is left, and whom it concerns (S-33, P-19)."""

from __future__ import annotations

import re

from bot.narration.words import Names, count, escape
from rules import Effect, Encounter, effect_ends, effect_left
from rules import events as ev

_PART = re.compile(
    r"(\d{1,5})\s*(r(?:ounds?|nds?|ds?)?|s(?:eg(?:ment)?s?)?|t(?:urns?)?)?\s*(?:,|and)?\s*", re.IGNORECASE
)

SEEN = {"public": "everybody", "owner": "its player and the GM", "gm": "the GM alone"}
"""Who may know of an effect, in words."""


def read_duration(text: str) -> tuple[int, int] | None:
    """Rounds and segments from `3 rounds`, `1 turn`, `2 rounds 4 segments`; a bare number is rounds."""
    rest, rounds, segments = text.strip(), 0, 0
    while rest:
        match = _PART.match(rest)
        if match is None:
            return None
        number, unit = int(match[1]), (match[2] or "r")[0].lower()
        rounds += number * {"r": 1, "t": 10, "s": 0}[unit]
        segments += number if unit == "s" else 0
        rest = rest[match.end() :]
    return (rounds, segments) if (rounds or segments) and rounds <= 10000 and segments <= 1000 else None


def time(rounds: int, segments: int) -> str:
    """So long, in words: `1 round`, `2 rounds and 4 segments`."""
    parts = [count(n, noun) for n, noun in ((rounds, "round"), (segments, "segment")) if n]
    return " and ".join(parts) or "no time"


def name(effect: Effect, names: Names) -> str:
    """The effect and whom it is on."""
    return f"**{escape(effect.name)}**" + (f" on {names[effect.who]}" if effect.who else "")


def effect_line(encounter: Encounter, effect: Effect, names: Names) -> str:
    """One effect with its end, the time left, and who knows of it where that is not everybody."""
    round_, segment = effect_ends(encounter, effect)
    end = f"the end of round {round_}" if names.steps else f"segment {segment} of round {round_}"
    rest = time(*effect_left(encounter, effect))
    secret = "" if effect.seen == "public" else f" · seen by {SEEN[effect.seen]}"
    return f"⌛ {name(effect, names)}: until {end}, {rest} left{secret}"


def effect_news(encounter: Encounter, event: ev.EffectBegan | ev.EffectEnded, names: Names) -> str:
    """For those alone who may know: an effect has begun, or is over."""
    if isinstance(event, ev.EffectBegan):
        return effect_line(encounter, event.effect.model_copy(update={"seen": "public"}), names)
    early = ", ended before its time" if event.effect.status == "ended" else ""
    return f"⌛ {name(event.effect, names)} is over{early}."
