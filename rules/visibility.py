"""Who may see what: every event leaves for a viewer through `view`, stripped of what is sealed or hidden."""

from __future__ import annotations

from rules import events as ev
from rules.encounter import Encounter
from rules.values import CombatantId, PersonId, Slot, Value


class Viewer(Value):
    """Somebody looking: the GM, a person with the combatants of that seat, or anybody."""

    gm: bool = False
    owns: tuple[CombatantId, ...] = ()


EVERYONE = Viewer()
"""What anyone in the channel may see."""

GAMEMASTER = Viewer(gm=True)
"""What the GM may see: everything."""


def viewer_for(encounter: Encounter, person: PersonId) -> Viewer:
    """How this person sees the encounter: as GM, with the own combatants, or as anybody."""
    if person in encounter.gms:
        return GAMEMASTER
    return Viewer(owns=tuple(c.id for c in encounter.combatants if c.seat == person))


def _bare(slot: Slot) -> Slot:
    """The slot without what is sealed: only that somebody is at something, and for how long."""
    return slot.model_copy(
        update={"target": None, "at": "", "weapon": "", "name": "", "feet": None, "note": "", "item": ""}
    )


def _unbegun(slot: Slot) -> bool:
    """Whether even the kind of activity is still to be seen; that a spell is coming has been announced."""
    return slot.status == "planned" and slot.action != "cast"


def view(event: ev.Event, viewer: Viewer) -> ev.Event | None:
    """The event as this viewer may see it: whole, stripped, or not at all."""
    owner = event.owner in viewer.owns
    if viewer.gm or (owner and event.audience != "gm"):
        return event
    if event.audience != "everyone":
        return None
    match event:
        case ev.InitiativeRolled():
            return event.model_copy(update={"dice": tuple(d for d in event.dice if not d.unseen)})
        case ev.DeclarationsClosed():
            seen = tuple(who for who in event.missing if who not in event.unseen)
            return event.model_copy(update={"missing": seen, "unseen": ()})
        case ev.WentOff() if event.unseen_target:
            return event.model_copy(update={"target": None})
        case ev.CarriedOver() if event.sealed and _unbegun(event.slot):
            veiled = _bare(event.slot).model_copy(update={"action": "other", "time": None})
            return event.model_copy(update={"slot": veiled, "left": 0, "unseen_target": False})
        case ev.Began() | ev.Lost() | ev.CarriedOver() if event.sealed:
            return event.model_copy(update={"slot": _bare(event.slot), "unseen_target": False})
        case ev.Began() | ev.Completed() | ev.Lost() | ev.CarriedOver() if event.unseen_target:
            return event.model_copy(update={"slot": event.slot.model_copy(update={"target": None})})
        case _:
            return event
