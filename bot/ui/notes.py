"""What one person is told in private beside questions: time that ran out, the list of spells, an order."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.narration.lateness import late_notice
from bot.narration.phrases import phrase
from bot.narration.steps import spell_list
from bot.narration.words import Names, listed, sentence
from bot.render import Button, Card, pages, text_card
from bot.ui.desk import Desk
from bot.ui.ids import Press
from rules import Encounter, Event, viewer_for, views
from rules import events as ev


def note_cards(key: str, encounter: Encounter, person: str, events: Sequence[Event]) -> tuple[Card, ...]:
    """The notes for this person, drawn from what is stored now; none that has become pointless."""
    viewer = viewer_for(encounter, person)
    return tuple(card for event in views(events, viewer) for card in _note(key, encounter, person, event))


def _note(key: str, encounter: Encounter, person: str, event: Event) -> tuple[Card, ...]:
    number, names = encounter.round.number, Names(encounter, viewer_for(encounter, person))
    match event:
        case ev.SpellsListed():
            title = f"### GM · round {number}: spells declared, for step E"
            return pages(title, (*spell_list(event, names), _ONLY_YOU), "private")
        case ev.DeclarationsClosed():
            return _missed(Desk(key, encounter, person, None), event.missing)
        case ev.FreeToAct():
            return _free(Desk(key, encounter, person, None), event.who)
        case ev.DelayProposed():
            return _proposal(key, encounter, names, event.who)
        case _:
            text = phrase(event, names)
            return (text_card("", (f"📌 {sentence(text)}.",), "private"),) if text else ()


_ONLY_YOU = "Only you see this. A spell takes effect in E if its caster is not disturbed before."


def _missed(desk: Desk, missing: Collection[str]) -> tuple[Card, ...]:
    """That somebody's time ran out, and the way to declare late; nothing once all have declared (S-25)."""
    whom = [c for c in desk.choice if c.id in missing] if desk.late else []
    if not whom:
        return ()
    have = "has" if len(whom) == 1 else "have"
    lines = (
        late_notice(desk.encounter, desk.names),
        f"🐢 {listed(desk.names.several(whom))} {have} not declared.",
    )
    return (text_card("", lines, "declare", (Button("Declare late", desk.press("mine", ""), "primary"),)),)


def _free(desk: Desk, who: str) -> tuple[Card, ...]:
    """That the turn of somebody who declared nothing has come; nothing once something is chosen (P-4)."""
    if not desk.late or all(c.id != who for c in desk.choice):
        return ()
    lines = (
        f"▶️ **{desk.names[who]}'s turn has come**, and nothing is declared. The round does not wait, but you "
        "can still act: write here what is done, like “attack the orc”, or pick it.",
    )
    button = Button("Say what is done", desk.press("mine", ""), "primary")
    return (text_card(f"### Round {desk.encounter.round.number}", lines, "declare", (button,)),)


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
