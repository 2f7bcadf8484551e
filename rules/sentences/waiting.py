"""What a sentence says is waited for: a segment, a trigger, whoever comes into melee, or LOW."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.sentences.reading import Ask
from rules.values import Hold, RulesetName

_VERB = (
    r"(?<!cast )(?<!casting )\b(?:i\s+|i'll\s+)?(?:hold(?:s|ing)?|waits?|waiting|delay(?:s|ing)?|ready)\b"
    r"(?:\s+(?:my|the|an?\b)?\s*(?P<what>[^,.;]{0,80}?))?\s*\b"
)
_END = r"(?=\s*(?:[,.;]|\bthen\b|\band\s+then\b|\band\s+i\b|$))"
_SEGMENT = re.compile(
    _VERB + r"(?:until|till|til|for|to)\s+(?:the\s+)?seg(?:ment)?s?\s*(?P<number>\d{1,6})\b", re.I
)
_COMERS = re.compile(
    _VERB + r"(?:for|until|till|til)\s+(?:who(?:m)?ever|anyone|anybody|someone|somebody|whatever|anything)\b"
    r"(?:\s+(?:that|who))?\s+(?:comes?|enters?|gets?|closes?|engages?)\b(?P<at>[^,.;]*?)" + _END,
    re.I,
)
_TRIGGER = re.compile(
    _VERB + r"(?:until|till|til|for|when|once)\s+(?P<trigger>(?!it\b|low\b)[^,.;]+?)" + _END, re.I
)
_WHEN = re.compile(
    r"^\s*(?:and\s+|but\s+)?(?:when|once|if|as\s+soon\s+as)\s+(?P<trigger>[^,;]+?)\s*"
    r"(?:,|;|\bthen\b|(?=\bi(?:'ll)?\s))",
    re.I,
)
_AT_END = re.compile(r"(?<=\S)\s*,?\s+(?:when|once|if|as\s+soon\s+as)\s+(?P<trigger>[^,;]+?)[\s.!]*$", re.I)
_SOMEBODY = re.compile(r"\b(?:at|for|near|after|towards?|to)\s+(?!me\b|us\b|melee\b|reach\b|range\b)", re.I)
_LOW = re.compile(r"\b(?:(?:and\s+)?(?:wait|delay|hold)(?:ing)?\s+)?(?:until|till|for|to|in)\s+low\b", re.I)


@dataclass(frozen=True)
class Waiting:
    """The fields of the declaration that say what is waited for, and what to ask about it."""

    fields: dict[str, object]
    asks: tuple[Ask, ...] = ()
    unplaced: str = ""
    """What was said about it that the rules have no place for."""


def read_waiting(text: str, ruleset: RulesetName) -> tuple[str, Waiting]:
    """The sentence without what is waited for, and that. Quotations are left alone."""
    if ruleset == "phases" and (low := _LOW.search(text)):
        return _without(text, low, ""), Waiting({"delay": True})
    if '"' in text or "“" in text:
        return text, Waiting({})
    plain = text.replace("’", "'")
    if match := _SEGMENT.search(plain):
        rest, number = _without(text, match, match["what"] or ""), int(match["number"])
        if 1 <= number <= 10:
            return rest, Waiting({"hold": Hold(until=number)})
        asked = Ask(code="out-of-range", action="hold", text=match[0].strip()[-100:])
        return rest, Waiting({}, (asked,))
    if match := _COMERS.search(plain):
        what = match["what"] or ""
        whole = text[: match.start()] + text[match.end() :] + what
        striking = re.search(r"\b(?:attack|strike|hit|swing|blow|melee)", whole, re.I)
        blow = what if striking else f"attack {what}" if what.startswith("with ") else f"{what} attack"
        # The hold is for whoever comes into one's own melee; whose else it was to be, the GM reads.
        elsewhere = _SOMEBODY.search(match["at"])
        said = " ".join(f"for whoever comes{match['at']}".split()) if elsewhere else ""
        return _without(text, match, blow), Waiting({"hold": Hold(melee=True)}, unplaced=said)
    for pattern in (_TRIGGER, _WHEN, _AT_END):
        if match := pattern.search(plain):
            what = match.groupdict().get("what") or ""
            rest = _without(text, match, what)
            trigger = " ".join(match["trigger"].split())[:100].strip()
            if trigger and rest.strip(" ,.;"):
                return rest, Waiting({"hold": Hold(trigger=trigger)})
    return text, Waiting({})


def _without(text: str, match: re.Match[str], instead: str) -> str:
    return f"{text[: match.start()]} , {instead} , {text[match.end() :]}".strip(" ,")
