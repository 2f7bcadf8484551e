"""A sentence with two major actions, read again for the one that is meant."""

from __future__ import annotations

import re
from collections.abc import Callable

from rules.sentences.reading import Ask, Reading

_BETWEEN = re.compile(r"(\s*[,.;&+]\s*|\s+(?:and\s+then|and|then|or)\s+)", re.IGNORECASE)
_MOST = 12
"""Pieces a sentence is parted into; what follows them belongs to the last."""


def part_with(text: str, major: str, read: Callable[[str], Reading]) -> Reading:
    """The longest part of the text that says this major action and no other, read by `read` (S-2).

    What the text says of another action is given up; where no part can stand alone, the reading asks.
    """
    pieces = _BETWEEN.split(text, maxsplit=_MOST - 1)
    ends = range(1, len(pieces) + 1, 2)
    spans = sorted((start - end, start, end) for end in ends for start in range(0, end, 2))
    for _, start, end in spans:
        reading = read("".join(pieces[start:end]))
        if reading.declaration is not None and reading.declaration.major == major:
            return reading
    return Reading(unplaced=text[:300], asks=(Ask(code="unreadable", text=text[:100]),))
