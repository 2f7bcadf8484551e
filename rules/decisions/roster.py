"""Who is in the fight, who is seen, and who is in melee with whom."""

from __future__ import annotations

from rules import events as ev
from rules.decisions.conditions import known
from rules.encounter import Encounter
from rules.record import Record
from rules.refusal import Refusal
from rules.round import BlowQuestion
from rules.rulesets import RULESETS
from rules.values import Combatant, CombatantId

MOST_COMBATANTS = 200
"""Creatures in one fight."""



def _name_taken(record: Record, new: Combatant) -> bool:
    """Whether a visible creature has the name; a hidden one's name is free, so that asking tells nothing."""
    return any(
        c.id != new.id and c.name.casefold() == new.name.casefold() and (new.hidden or not c.hidden)
        for c in record.encounter.combatants
    )


def add(record: Record, combatants: tuple[Combatant, ...]) -> Refusal | None:
    encounter = record.encounter
    if len(encounter.combatants) + len(combatants) > MOST_COMBATANTS:
        return Refusal(code="too-many-combatants", number=MOST_COMBATANTS)
    # Who comes while others are still declaring can declare with them; later arrivals wait (K-18).
    since = encounter.round.number + (0 if encounter.round.stage in _OPEN else 1)
    for combatant in combatants:
        if record.encounter.find(combatant.id) is not None:
            return Refusal(code="id-taken", text=combatant.id)
        if _name_taken(record, combatant):
            return Refusal(code="name-taken", text=combatant.name)
        added = combatant.model_copy(update={"since": since})
        record.add(ev.CombatantAdded(audience="gm" if added.hidden else "everyone", combatant=added))
    return None


def edit(record: Record, combatant: Combatant) -> Refusal | None:
    if (unknown := known(record, combatant.id)) is not None:
        return unknown
    if _name_taken(record, combatant):
        return Refusal(code="name-taken", text=combatant.name)
    before = record.encounter.combatant(combatant.id)
    secret = before.hidden or combatant.hidden
    if before.hidden and not combatant.hidden:
        record.add(ev.Revealed(who=combatant.id))
    record.add(ev.CombatantEdited(audience="gm" if secret else "everyone", combatant=combatant))
    return None


def remove(record: Record, who: CombatantId) -> Refusal | None:
    if (unknown := known(record, who)) is not None:
        return unknown
    combatant = record.encounter.combatant(who)
    asked = _blow_asked(record)
    RULESETS[record.encounter.ruleset].leave(record, who)
    record.add(
        ev.CombatantRemoved(audience="gm" if combatant.hidden else "everyone", who=who, name=combatant.name)
    )
    if asked and not _blow_asked(record):
        RULESETS[record.encounter.ruleset].go_on(record)
    return None


def _blow_asked(record: Record) -> bool:
    return any(isinstance(q, BlowQuestion) for q in record.encounter.round.questions)


def reveal(record: Record, who: CombatantId) -> Refusal | None:
    if (unknown := known(record, who)) is not None:
        return unknown
    if not record.encounter.combatant(who).hidden:
        return Refusal(code="not-hidden", who=who)
    record.add(ev.Revealed(who=who))
    return None


def _pair_refused(record: Record, who: CombatantId, foe: CombatantId) -> Refusal | None:
    if who == foe:
        return Refusal(code="with-itself", who=who)
    return known(record, who, foe)


def _pair_audience(encounter: Encounter, who: CombatantId, foe: CombatantId) -> ev.Audience:
    return "gm" if encounter.combatant(who).hidden or encounter.combatant(foe).hidden else "everyone"


def engage(record: Record, who: CombatantId, foe: CombatantId) -> Refusal | None:
    if (refused := _pair_refused(record, who, foe)) is not None:
        return refused
    encounter = record.encounter
    if foe in encounter.engaged_with(who):
        return Refusal(code="already-engaged", rule="K-16", who=who, target=foe)
    record.add(ev.Engaged(audience=_pair_audience(encounter, who, foe), who=who, foe=foe))
    return None


def disengage(record: Record, who: CombatantId, foe: CombatantId) -> Refusal | None:
    if (refused := _pair_refused(record, who, foe)) is not None:
        return refused
    encounter = record.encounter
    if foe not in encounter.engaged_with(who):
        return Refusal(code="not-engaged", rule="K-16", who=who, target=foe)
    record.add(ev.Disengaged(audience=_pair_audience(encounter, who, foe), who=who, foe=foe))
    return None


def down(record: Record, who: CombatantId) -> Refusal | None:
    if (unknown := known(record, who)) is not None:
        return unknown
    if record.encounter.combatant(who).down:
        return Refusal(code="already-down", rule="K-15", who=who)
    RULESETS[record.encounter.ruleset].interrupt(record, who, down=True)
    return None


def rise(record: Record, who: CombatantId) -> Refusal | None:
    if (unknown := known(record, who)) is not None:
        return unknown
    if not record.encounter.combatant(who).down:
        return Refusal(code="not-down", who=who)
    hidden = record.encounter.combatant(who).hidden
    record.add(ev.Risen(audience="gm" if hidden else "everyone", who=who))
    return None
