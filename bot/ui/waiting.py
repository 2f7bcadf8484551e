"""What is held for something to come about: a card for its player, a menu for the GM (S-26)."""

from __future__ import annotations

from bot.narration.phrases import doing
from bot.narration.words import Names, escape
from bot.render import MOST_CHOICES, Button, Card, Choice, Menu, cut
from bot.ui.ids import Press
from rules import Encounter, Slot, viewer_for


def held(encounter: Encounter, person: str | None = None) -> tuple[Slot, ...]:
    """What waits for a word; of one person's creatures, or of all. A blow held for comers needs none."""
    seats = {c.id for c in encounter.combatants if person is None or c.seat == person}
    slots = (s for p in encounter.round.plans if p.who in seats for s in p.slots)
    return tuple(s for s in slots if s.waits and s.hold is not None and s.hold.trigger)


def held_card(key: str, encounter: Encounter, person: str) -> tuple[Card, ...]:
    """For a player: what waits, for what, and the button that says it has come about, if anything does."""
    waiting = held(encounter, person)
    if not waiting or encounter.round.stage not in ("grace", "locked", "resolving") or encounter.over:
        return ()
    names = Names(encounter, viewer_for(encounter, person))
    lines = [
        f"⏳ **{names[s.who]}** holds, {doing(s, names)}, until: {escape(s.hold.trigger if s.hold else '')}"
        for s in waiting
    ]
    buttons = tuple(
        Button(
            cut(f"It happens: {encounter.combatant(s.who).name} acts", 80),
            str(Press("ithappens", key, encounter.round.number, s.who)),
            "primary",
        )
        for s in waiting
    )
    advice = "-# Press when it comes about; the GM can say so too. What is never needed ends with the round."
    return (Card(("\n".join(lines), buttons, advice), "private"),)


def held_menu(encounter: Encounter, press: Press) -> tuple[Menu, ...]:
    """For the GM: who acts because what was waited for has come about; none if nothing waits."""
    choices = tuple(
        Choice(f"{encounter.combatant(s.who).name} acts", s.who, cut(s.hold.trigger if s.hold else "", 100))
        for s in held(encounter)
    )
    return (Menu(press.to("trigger"), "It happens: who acts?", choices[:MOST_CHOICES]),) if choices else ()
