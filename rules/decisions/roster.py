"""Who is in the fight, who is up, who is seen, and who is in melee with whom."""

from __future__ import annotations

from rules import commands as cmd
from rules import events as ev
from rules.audience import public
from rules.decisions.conditions import OPEN, known
from rules.durations import end_effect
from rules.encounter import Encounter
from rules.record import Record
from rules.refusal import Refusal
from rules.rulesets import RULESETS
from rules.showing import show
from rules.values import Combatant, CombatantId


def add(record: Record, combatants: tuple[Combatant, ...]) -> Refusal | None:
    """Bring creatures into the fight."""
    encounter = record.encounter
    for hidden in {c.hidden for c in combatants}:
        if sum(c.hidden == hidden for c in (*encounter.combatants, *combatants)) > cmd.MOST_COMBATANTS:
            return Refusal(code="too-many-combatants", number=cmd.MOST_COMBATANTS)
    at_once = encounter.round.stage in OPEN or encounter.settings.arrivals == "at-once"
    # Who comes while others are still declaring can declare with them; later arrivals wait (K-18).
    since = encounter.round.number + (0 if at_once else 1)
    for combatant in combatants:
        # The shell draws ids; nobody chooses one and learns of a hidden creature by it (K-8).
        if record.encounter.find(combatant.id) is not None:
            return Refusal(code="id-taken", text=combatant.id)
        if _name_taken(record.encounter, combatant):
            return Refusal(code="name-taken", text=combatant.name)
        added = combatant.model_copy(update={"since": since})
        record.add(ev.CombatantAdded(audience="gm" if added.hidden else "everyone", combatant=added))
    return None


def edit(record: Record, combatant: Combatant) -> Refusal | None:
    """Replace a creature's particulars."""
    if (unknown := known(record, combatant.id)) is not None:
        return unknown
    before = record.encounter.combatant(combatant.id)
    # Who keeps a name keeps it; it is asked about where it is new to those who see it.
    new_to_them = _called(before) != _called(combatant) or (before.hidden and not combatant.hidden)
    if new_to_them and _name_taken(record.encounter, combatant):
        return Refusal(code="name-taken", text=combatant.name)
    secret = before.hidden or combatant.hidden
    if before.hidden and not combatant.hidden:
        record.add(ev.Revealed(who=combatant.id))
    elif before.alias and not combatant.alias and not combatant.hidden:
        record.add(ev.Revealed(who=combatant.id, name=combatant.name, alias="", known_as=before.alias))
    record.add(ev.CombatantEdited(audience="gm" if secret else "everyone", combatant=combatant))
    return None


def _name_taken(encounter: Encounter, new: Combatant) -> bool:
    """Whether a visible creature is called so; what nobody knows of is free, so that asking tells nothing."""
    wanted = _called(new)
    others = (c for c in encounter.combatants if c.id != new.id)
    if new.hidden:
        return any(wanted & _called(c) for c in others)
    return any(c.known_as.casefold() in wanted for c in others if not c.hidden)


def _called(combatant: Combatant) -> set[str]:
    """Its name and what it is known by."""
    return {combatant.name.casefold(), combatant.known_as.casefold()}


def remove(record: Record, who: CombatantId) -> Refusal | None:
    """Take a creature out of the fight; a blow in question that concerned it is so no more."""
    if (unknown := known(record, who)) is not None:
        return unknown
    encounter = record.encounter
    ruleset = RULESETS[encounter.ruleset]
    asked = _stopped(encounter)
    ruleset.leave(record, who)
    for effect in encounter.effects:
        if effect.who == who and effect.status == "running":
            end_effect(record, effect)
    gone = encounter.combatant(who)
    record.add(
        ev.CombatantRemoved(audience=public(encounter, who), who=who, name=gone.name, alias=gone.alias)
    )
    if asked and not _stopped(record.encounter):
        ruleset.go_on(record)
    return None


def _stopped(encounter: Encounter) -> bool:
    """Whether a beat stands still in its middle for an answer (K-14, K-17, P-5)."""
    return any(q.kind not in ("time", "break") for q in encounter.round.questions)


def change(record: Record, command: cmd.Change) -> Refusal | None:
    """One change to a creature, or to who is in melee with whom."""
    match command:
        case cmd.EditCombatant():
            return edit(record, command.combatant)
        case cmd.Reveal():
            return reveal(record, command.who, command.named)
        case cmd.Engage():
            return engage(record, command.who, command.foe)
        case cmd.Disengage():
            return disengage(record, command.who, command.foe)


def arrange(record: Record, changes: tuple[cmd.Change, ...]) -> Refusal | None:
    """Several changes; the first that cannot be refuses them all."""
    for command in changes:
        if (refused := change(record, command)) is not None:
            return refused
    return None


def reveal(record: Record, who: CombatantId, named: bool) -> Refusal | None:
    """Show a hidden creature to the table; of one in sight, tell the name (K-8)."""
    if (unknown := known(record, who)) is not None:
        return unknown
    combatant = record.encounter.combatant(who)
    if not combatant.hidden and not combatant.alias:
        return Refusal(code="not-hidden", who=who)
    show(record, who, named=named or not combatant.hidden)
    return None


def engage(record: Record, who: CombatantId, foe: CombatantId) -> Refusal | None:
    """Put two creatures in melee with each other (K-16)."""
    if (refused := _pair_refused(record, who, foe)) is not None:
        return refused
    encounter = record.encounter
    if foe in encounter.engaged_with(who):
        return Refusal(code="already-engaged", rule="K-16", who=who, target=foe)
    record.add(ev.Engaged(audience=public(encounter, who, foe), overruled=True, who=who, foe=foe))
    RULESETS[encounter.ruleset].met(record, who, foe)
    return None


def disengage(record: Record, who: CombatantId, foe: CombatantId) -> Refusal | None:
    """Take two creatures out of melee with each other (K-16)."""
    if (refused := _pair_refused(record, who, foe)) is not None:
        return refused
    encounter = record.encounter
    if foe not in encounter.engaged_with(who):
        return Refusal(code="not-engaged", rule="K-16", who=who, target=foe)
    record.add(ev.Disengaged(audience=public(encounter, who, foe), overruled=True, who=who, foe=foe))
    return None


def _pair_refused(record: Record, who: CombatantId, foe: CombatantId) -> Refusal | None:
    if who == foe:
        return Refusal(code="with-itself", who=who)
    return known(record, who, foe)


def down(record: Record, who: CombatantId) -> Refusal | None:
    """Let a creature fall, sleep or be held (K-15)."""
    if (unknown := known(record, who)) is not None:
        return unknown
    if record.encounter.combatant(who).down:
        return Refusal(code="already-down", rule="K-15", who=who)
    RULESETS[record.encounter.ruleset].interrupt(record, who, down=True)
    return None


def rise(record: Record, who: CombatantId) -> Refusal | None:
    """Let a creature that was down act again."""
    if (unknown := known(record, who)) is not None:
        return unknown
    if not record.encounter.combatant(who).down:
        return Refusal(code="not-down", who=who)
    record.add(ev.Risen(audience=public(record.encounter, who), who=who))
    return None
