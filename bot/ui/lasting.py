"""Cards of what lasts: the list, as its reader may see it, and the word to those alone whom it concerns."""

from __future__ import annotations

from collections.abc import Sequence

from bot.narration.lasting import effect_line, effect_news
from bot.narration.words import Names
from bot.render import Card, pages, text_card
from rules import Encounter, Event, Viewer, running_effects, view, viewer_for
from rules import events as ev


def effect_lines(encounter: Encounter, viewer: Viewer) -> tuple[str, ...]:
    """A line for each effect this viewer may know of."""
    names = Names(encounter, viewer)
    return tuple(effect_line(encounter, effect, names) for effect in running_effects(encounter, viewer))


def effect_cards(encounter: Encounter, viewer: Viewer) -> tuple[Card, ...]:
    """All that lasts, as this viewer may see it."""
    lines = effect_lines(encounter, viewer) or ("Nothing that lasts. `/effect add` notes something.",)
    return pages("### What lasts", lines, "private")


def effect_word(encounter: Encounter, person: str, events: Sequence[Event]) -> tuple[Card, ...]:
    """What began or ended of what this person may know and the table may not; no card if nothing did."""
    viewer = viewer_for(encounter, person)
    names = Names(encounter, viewer, events)
    lines = [
        effect_news(encounter, event, names)
        for event in events
        if isinstance(event, ev.EffectBegan | ev.EffectEnded)
        and event.audience != "everyone"
        and view(event, viewer) is not None
    ]
    if not lines:
        return ()
    return (text_card("", (*lines, "-# Not everybody at the table knows this."), "private"),)
