"""A round as it is read afterwards: what was declared, the close, the segments, and what was said between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.narration.rounds import close_lines, intention, news_lines
from bot.narration.summary import summary_lines
from bot.narration.words import Names, count, listed
from rules import Event
from rules import events as ev

_AT_CLOSE = (ev.Delayed, ev.SpellAnnounced, ev.IntentionAnnounced, ev.InitiativeRolled)

DITHERING = ("dithering", "called", "late")
"""Causes of a Delay that are dithering of some kind (S-21)."""


def round_lines(seen: Sequence[Event], names: Names) -> list[str]:
    """One round of events as their reader may see them."""
    first = next((n for n, event in enumerate(seen) if isinstance(event, ev.SegmentCalled)), len(seen))
    early, late = seen[:first], seen[first:]
    sealed = {e.who: e for e in early if isinstance(e, ev.DeclarationSealed)}
    for event in early:
        if isinstance(event, ev.DeclarationWithdrawn):
            sealed.pop(event.who, None)
    lines = list(news_lines([e for e in early if not isinstance(e, _AT_CLOSE)], names))
    lines += [f"✉️ {names[e.who]}: {intention(e.declaration, names)}" for e in sealed.values()]
    lines += close_lines(early, names)
    return [*lines, *summary_lines(late, names)]


def own_lines(seen: Sequence[Event], mine: frozenset[str], names: Names) -> list[str]:
    """What these combatants declared and did, and what befell them, in a round."""
    about = (ev.SegmentCalled, ev.RoundEnded)
    return round_lines([e for e in seen if isinstance(e, about) or getattr(e, "who", None) in mine], names)


def dithered_line(delays: Iterable[Event], names: Names) -> str:
    """Who has dithered how often in the whole fight; empty if nobody has."""
    counted = Counter(
        e.who
        for e in delays
        if isinstance(e, ev.Delayed) and e.delay.cause in DITHERING and names.named(e.who)
    )
    told = listed(f"{names[who]} {count(times, 'time')}" for who, times in counted.most_common())
    return f"🐢 **Delays for dithering in this fight:** {told}." if told else ""
