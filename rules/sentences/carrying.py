"""What a sentence says of work begun in the round before: to go on with it, or to give it up (S-24, P-15)."""

from __future__ import annotations

import re

from rules.values import Carry

_LEAD = r"\s*(?:(?:i(?:'ll|\s+will|'m)?|just|to|please|let\s+me|she|he|they)\s+)*"
_ON = (
    r"(?:continues?|continuing|carr(?:y|ies)\s+on|goes\s+on|go\s+on|keeps?\s+(?:on\s+)?(?:going|casting|working|at\s+it)"
    r"|keeps?\s+at\s+it|keeps?\s+on|finish(?:es)?(?:\s+(?:casting|it|that|the\s+spell))?)"
)
_UP = (
    r"(?:giv(?:e|es|ing)\s+up|giv(?:e|es|ing)\s+(?:it|that|this)\s+up|abandon(?:s|ing)?|break(?:s|ing)?\s+(?:it\s+)?off"
    r"|stops?(?:\s+(?:casting|working))?|quits?)"
)
_WHAT = (
    r"(?:\s+(?:casting|working|doing|on|at|with|it|that|this|what|i|was|am|did|began|begun|started|my|the|spell|work"
    r"|casting|action|job|as\s+before|from\s+last\s+round))*"
)
"""Words that only say that it is what was begun."""

_KINDS: tuple[tuple[Carry, str], ...] = (("continue", _ON), ("abandon", _UP))
_ALONE = [(kind, re.compile(rf"{_LEAD}{said}{_WHAT}[\s.!]*", re.I)) for kind, said in _KINDS]
_NAMING = [(kind, re.compile(rf"{_LEAD}{said}\b[^,.;]{{0,80}}?[\s.!]*", re.I)) for kind, said in _KINDS]
_FIRST = [
    (
        kind,
        re.compile(
            rf"{_LEAD}{said}\b[^,.;]{{0,80}}?(?:\s*[,.;]\s*(?:and\s+)?(?:then\s+)?|\s+(?:and\s+then|and|then)\s+)"
            r"(?P<rest>\S.*)",
            re.I | re.S,
        ),
    )
    for kind, said in _KINDS
]


def read_carry(text: str, busy: bool) -> tuple[Carry | None, str]:
    """What becomes of work begun before, and what else is said; None and all of it where nothing is.

    `busy`: whether there is such work. Only then it may be named (`give up the lock`), or something
    follow (`give up, then attack the orc`): else these are words for other things.
    """
    for kind, alone in _ALONE:
        if alone.fullmatch(text):
            return kind, ""
    if not busy:
        return None, text
    for kind, first in _FIRST:
        if match := first.fullmatch(text):
            return kind, match["rest"]
    for kind, naming in _NAMING:
        if naming.fullmatch(text):
            return kind, ""
    return None, text
