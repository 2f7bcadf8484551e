"""Who may see what: every event leaves for a viewer through `view`, stripped of what is sealed or hidden."""

from __future__ import annotations

from collections.abc import Iterable

from rules import events as ev
from rules.encounter import Encounter
from rules.naming import stem
from rules.value import Value
from rules.values import Combatant, CombatantId, PersonId, Slot


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


def as_known(combatant: Combatant, viewer: Viewer) -> Combatant:
    """The creature as this viewer knows it: who neither plays it nor is GM has its alias for its name."""
    if not combatant.alias or viewer.gm or combatant.id in viewer.owns:
        return combatant
    group = stem(combatant.alias) if combatant.group else ""
    return combatant.model_copy(update={"name": combatant.alias, "group": group, "alias": ""})


def seen_by(encounter: Encounter, viewer: Viewer) -> tuple[Combatant, ...]:
    """The creatures this viewer may know of, each as it is known to that viewer."""
    seen = (c for c in encounter.combatants if viewer.gm or not c.hidden or c.id in viewer.owns)
    return tuple([as_known(c, viewer) for c in seen])


def as_seen(encounter: Encounter, viewer: Viewer) -> Encounter:
    """The encounter with every creature under the name that this viewer knows; the hidden are still in it."""
    if viewer.gm or not any(c.alias for c in encounter.combatants):
        return encounter
    known = tuple(as_known(c, viewer) for c in encounter.combatants)
    return encounter.model_copy(update={"combatants": known})


def _bare(slot: Slot) -> Slot:
    """The slot without what is sealed: only that somebody is at something, and for how long."""
    return slot.model_copy(
        update={"target": None, "at": "", "weapon": "", "name": "", "feet": None, "note": "", "item": ""}
    )


def _unbegun(slot: Slot) -> bool:
    """Whether even the kind of activity is still to be seen; that a spell is coming has been announced."""
    return slot.status == "planned" and slot.action != "cast"


def views(events: Iterable[ev.Event], viewer: Viewer) -> tuple[ev.Event, ...]:
    """The events, in order, as this viewer may know them; without those it may know nothing of."""
    return tuple(seen for event in events if (seen := view(event, viewer)) is not None)


def view(event: ev.Event, viewer: Viewer) -> ev.Event | None:
    """The event as this viewer may see it: whole, stripped, or not at all."""
    if viewer.gm or (viewer.owns and event.audience != "gm" and event.owner in viewer.owns):
        return event
    if event.audience != "everyone":
        return None
    match event:
        case ev.CombatantAdded() | ev.CombatantEdited():
            return event.model_copy(update={"combatant": as_known(event.combatant, viewer)})
        case ev.CombatantRemoved() if event.alias:
            return event.model_copy(update={"name": event.alias, "alias": ""})
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
