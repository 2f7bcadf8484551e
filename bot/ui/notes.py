"""What one person is told in private beside questions: the list of spells, a proposed Delay, an order."""

from __future__ import annotations

from collections.abc import Sequence

from bot.narration.phrases import phrase
from bot.narration.steps import spell_list
from bot.narration.words import Names, sentence
from bot.render import Button, Card, pages, text_card
from bot.ui.ids import Press
from rules import Encounter, Event, viewer_for, views
from rules import events as ev


def note_cards(key: str, encounter: Encounter, person: str, events: Sequence[Event]) -> tuple[Card, ...]:
    """The notes for this person, drawn from what is stored now; none that has become pointless."""
    viewer = viewer_for(encounter, person)
    names = Names(encounter, viewer)
    return tuple(card for event in views(events, viewer) for card in _note(key, encounter, names, event))


def _note(key: str, encounter: Encounter, names: Names, event: Event) -> tuple[Card, ...]:
    number = encounter.round.number
    match event:
        case ev.SpellsListed():
            title = f"### GM · round {number}: spells declared, for step E"
            return pages(title, (*spell_list(event, names), _ONLY_YOU), "private")
        case ev.DelayProposed():
            return _proposal(key, encounter, names, event.who)
        case _:
            text = phrase(event, names)
            return (text_card("", (f"📌 {sentence(text)}.",), "private"),) if text else ()


_ONLY_YOU = "Only you see this. A spell takes effect in E if its caster is not disturbed before."


def _proposal(key: str, encounter: Encounter, names: Names, who: str) -> tuple[Card, ...]:
    """A Delay the GM may call (P-23); nothing where it would come too late, or has been called."""
    under_way = encounter.round.stage in ("grace", "locked", "resolving")
    if not under_way or encounter.delayed(who) or encounter.find(who) is None:
        return ()
    press = Press("propose", key, encounter.round.number, who)
    lines = (
        f"**{names[who]}** said nothing before the close. Is it dithering? A Delay means acting in LOW.",
    )
    buttons = (
        Button("Call the Delay", press.to("agree"), "danger"),
        Button("No Delay", press.to("waveoff"), "secondary"),
    )
    return (text_card(f"### GM · round {encounter.round.number}: a Delay?", lines, "private", buttons),)
