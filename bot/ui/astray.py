"""Blows whose target is gone: offered to be turned on another foe before they land (K-17)."""

from __future__ import annotations

from bot.narration.words import Names, possessive, segment_name
from bot.render import Button, Card, Part, cut
from bot.ui.ids import Press
from rules import GAMEMASTER, Encounter, Viewer, astray, viewer_for

_MOST = 4
"""Foes offered as buttons, beside nobody."""

_BLOWS = 3
"""Blows offered at a time."""


def astray_parts(key: str, encounter: Encounter, viewer: Viewer, person: str = "") -> list[Part]:
    """A question and its buttons for each blow that is astray; of one person's creatures, or of all."""
    names, parts = Names(encounter, viewer), list[Part]()
    mine = [s for s in astray(encounter) if not person or encounter.combatant(s.who).seat == person]
    for slot in mine[:_BLOWS]:
        gone = encounter.find(slot.target or "")
        why = "is down" if gone is not None and gone.down else "is out of reach"
        when = "" if names.steps else f" (segment {segment_name(slot.end)})"
        parts.append(
            f"🎯 {names[slot.target]} {why}. **{possessive(names[slot.who])} blow**{when}: at whom? "
            "It costs nothing, until it lands; unsaid, it is lost."
        )
        parts.append(turning(key, encounter, slot.who, slot.id))
    return parts


def turning(key: str, encounter: Encounter, who: str, slot: str) -> tuple[Button, ...]:
    """On whom somebody's blow is turned, of those who stand in melee with it; or on nobody."""
    foes = [encounter.combatant(foe) for foe in encounter.engaged_with(who)]
    standing = [foe for foe in foes if not foe.down and not foe.hidden][:_MOST]
    number = encounter.round.number
    return (
        *(Button(cut(foe.name, 80), str(Press("turn", key, number, foe.id, slot))) for foe in standing),
        Button("Nobody", str(Press("turn", key, number, "", slot)), "secondary"),
    )


def astray_card(key: str, encounter: Encounter, person: str) -> tuple[Card, ...]:
    """For a player whose blow is astray; no card if none is, or the round waits for that very word."""
    if any(q.kind == "target" for q in encounter.round.questions):
        return ()
    parts = astray_parts(key, encounter, viewer_for(encounter, person), person)
    return (Card(tuple(parts), "private"),) if parts else ()


def turned_card(key: str, encounter: Encounter, who: str, target: str, person: str) -> Card:
    """That a blow is turned, and on whom; with what this person is still to be asked of others."""
    viewer = viewer_for(encounter, person)
    names = Names(encounter, viewer)
    blow = f"{possessive(names[who])} blow"
    done = f"✅ {blow} goes at {names[target]}." if target else f"✅ {blow} is lost."
    rest = astray_parts(key, encounter, viewer, "" if viewer.gm else person)
    return Card((done, *rest), "private" if rest else "calm")


def astray_for_gm(key: str, encounter: Encounter) -> list[Part]:
    """For the console."""
    return astray_parts(key, encounter, GAMEMASTER)
