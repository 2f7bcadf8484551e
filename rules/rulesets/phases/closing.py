"""From the opening of a round to its first step: who is awaited, Delays, what is declared late, the dice."""

from __future__ import annotations

from rules import events as ev
from rules.audience import private, public, unseen
from rules.decisions.conditions import may_declare
from rules.dice import Dice
from rules.encounter import Encounter
from rules.initiative import side_dice
from rules.nature import is_spell, is_spell_named, row_of
from rules.record import Record
from rules.refusal import Refusal
from rules.rulesets.phases.checking import check, undeclared
from rules.rulesets.phases.losing import lose
from rules.rulesets.phases.placing import add, passed, relay, slots_for
from rules.rulesets.phases.ranks import in_high
from rules.values import Combatant, CombatantId, Declaration, Delay, DelayCause


def opened(record: Record) -> None:
    """Enter what was put off to this round; remind the GM whose intentions are wanting (P-1, P-3)."""
    for declaration in record.encounter.round.queued:
        encounter = record.encounter
        if may_declare(encounter, declaration.who) is None:
            checked = check(encounter, declaration)
            if isinstance(checked, Declaration):
                audience = private(encounter, checked.who)
                record.add(
                    ev.DeclarationSealed(
                        audience=audience, who=checked.who, declaration=checked, put_off=True
                    )
                )
    encounter = record.encounter
    idle = (c for c in encounter.declares if c.seat is None and encounter.declaration(c.id) is None)
    wanted = tuple(c.id for c in idle if not encounter.carried(c.id))
    if wanted:
        record.add(ev.IntentionsWanted(combatants=wanted))


def takes_no_action(encounter: Encounter, who: CombatantId) -> bool:
    """Whether it is surprised and so does nothing this round (P-27)."""
    return encounter.round.is_surprised(who) and encounter.settings.surprised == "no-action"


def close(record: Record, dice: Dice) -> None:
    """Flag Delays, place what is declared, and list the spells for the GM (P-1, P-8, P-9, P-23, P-27)."""
    encounter = record.encounter
    held = tuple(c for c in encounter.declares if c.seat is not None or encounter.settings.gm_dithers)
    missing = tuple(c.id for c in held if _is_missing(encounter, c))
    unseen_ones = tuple(c.id for c in held if c.id in missing and c.hidden)
    record.add(ev.DeclarationsClosed(number=encounter.round.number, missing=missing, unseen=unseen_ones))
    for combatant in encounter.declares:
        for cause in _causes(encounter, combatant, missing):
            assess(record, combatant.id, cause)
    if encounter.settings.clock_dithering == "proposed":
        for who in missing:
            record.add(ev.DelayProposed(who=who))
    for combatant in encounter.declares:
        _place(record, combatant)
    spells = tuple(s for p in record.encounter.round.plans for s in p.unfinished)
    spells = tuple(s for s in spells if is_spell(record.encounter, s))
    if spells:
        record.add(ev.SpellsListed(spells=spells))


def _is_missing(encounter: Encounter, combatant: Combatant) -> bool:
    """Whether it was silent: "I choose on my turn" is an answer, and so is carried work (P-23)."""
    silent = encounter.declaration(combatant.id) is None and not encounter.carried(combatant.id)
    return silent and not takes_no_action(encounter, combatant.id)


def _causes(encounter: Encounter, combatant: Combatant, missing: tuple[CombatantId, ...]) -> list[DelayCause]:
    """Why it is delayed, if it is."""
    who, causes = combatant.id, list[DelayCause]()
    if who in missing and encounter.settings.clock_dithering == "at-once":
        causes.append("dithering")
    if who in encounter.round.called:
        causes.append("called")
    declaration = encounter.declaration(who)
    if declaration is not None and declaration.delay:
        causes.append("chosen")
    if encounter.round.is_surprised(who) and encounter.settings.surprised == "low":
        causes.append("surprise")
    return causes


def assess(record: Record, who: CombatantId, cause: DelayCause) -> None:
    """Flag a Delay; nobody hears of one that was chosen before it is acted on (P-8, P-25)."""
    encounter = record.encounter
    audience = private(encounter, who) if cause == "chosen" else public(encounter, who)
    record.add(ev.Delayed(audience=audience, who=who, delay=Delay(who=who, cause=cause, segments=0)))


def _place(record: Record, combatant: Combatant) -> None:
    declaration = record.encounter.declaration(combatant.id)
    if declaration is not None:
        abandon(record, declaration)
        add(record, declaration, declared=True)
        _announce(record, combatant, declaration)
    settle(record, combatant.id)
    plan = record.encounter.plan(combatant.id)
    if takes_no_action(record.encounter, combatant.id):
        for slot in plan.unfinished if plan else ():
            lose(record, slot, "surprised")


def settle(record: Record, who: CombatantId) -> None:
    """Place anew what a Delay, a pardon or a die has moved; give up what a Delay forbids (P-20)."""
    encounter = record.encounter
    if encounter.delayed(who) and encounter.settings.delayed_charge == "lost":
        plan = encounter.plan(who)
        for slot in plan.unfinished if plan else ():
            if slot.status == "planned" and slot.action in ("flee", "charge"):
                lose(record, slot, "delayed")
    relay(record, who)


def abandon(record: Record, declaration: Declaration) -> None:
    """Give up what is carried, if the declaration says so."""
    if declaration.carry == "abandon":
        for slot in record.encounter.carried(declaration.who):
            lose(record, slot, "abandoned" if slot.status == "begun" else "never-begun")


def _announce(record: Record, combatant: Combatant, declaration: Declaration) -> None:
    """What a player states, where the house or the player will have it: no spell, nobody hidden (P-25)."""
    stated = record.encounter.settings.declarations == "stated" or declaration.announce
    if combatant.seat is None or combatant.hidden or not stated:
        return
    encounter = record.encounter
    slots = slots_for(encounter, declaration)
    told: dict[str, object] = {}
    if any(s.major and is_spell_named(combatant, row_of(encounter, s), s.name) for s in slots):
        told = {"name": "", "target": None, "at": "", "note": "", "item": "", "segments": None}
    elif unseen(encounter, declaration.target):
        told = {"target": None}
    told["minors"] = tuple(
        m.model_copy(update={"into": None if unseen(encounter, m.into) else m.into})
        for m in declaration.minors
    )
    stripped = declaration.model_copy(update=told)
    record.add(ev.IntentionAnnounced(who=combatant.id, declaration=stripped))


def late(record: Record, declaration: Declaration) -> Refusal | None:
    """Take what is chosen on one's turn; what had to be declared takes place next round (P-3 to P-5)."""
    encounter, who = record.encounter, declaration.who
    if takes_no_action(encounter, who):
        return Refusal(code="is-surprised", rule="P-27", who=who)
    plan = encounter.plan(who)
    mine = plan.slots if plan else ()
    if undeclared(encounter, declaration):
        put_off = declaration.model_copy(update={"carry": None})
        record.add(ev.Queued(audience=private(encounter, who), who=who, declaration=put_off))
        return None
    kept = [s for s in mine if s.status != "dropped"]
    if declaration.carry != "abandon" and declaration.major is not None and any(s.major for s in kept):
        return Refusal(code="already-declared", rule="P-10", who=who)
    twice = {m.action for m in declaration.minors} & {s.action for s in kept if not s.major}
    if twice := twice - set(encounter.settings.repeatable_minors):
        return Refusal(code="minor-twice", rule="P-15", who=who, action=min(twice))
    audience = private(encounter, who)
    record.add(ev.DeclarationSealed(audience=audience, who=who, declaration=declaration, late=True))
    abandon(record, declaration)
    return take_turn(record, declaration)


def take_turn(record: Record, declaration: Declaration) -> Refusal | None:
    """Do it on one's turn; one who let HIGH go by acts in LOW, by a Delay (P-4, P-8)."""
    who = declaration.who
    if declaration.delay and not record.encounter.delayed(who):
        assess(record, who, "late")
    if _too_late(record.encounter, declaration) and _still_high(record.encounter, who):
        assess(record, who, "late")
        settle(record, who)
    if _too_late(record.encounter, declaration):
        return Refusal(code="turn-passed", rule="P-4", who=who, action=declaration.major or "")
    add(record, declaration, declared=False)
    return None


def _too_late(encounter: Encounter, declaration: Declaration) -> bool:
    """Whether the step for its major is over."""
    slots = slots_for(encounter, declaration, declared=False)
    return any(passed(encounter, s) for s in slots if s.major)


def _still_high(encounter: Encounter, who: CombatantId) -> bool:
    side = encounter.combatant(who).side
    return in_high(encounter, side, encounter.die(side)) and not encounter.delayed(who)


def roll_initiative(record: Record, dice: Dice) -> None:
    """One die for each side still standing; then everybody has a place, HIGH or LOW (P-6)."""
    record.add(ev.InitiativeRolled(dice=side_dice(record.encounter, dice)))
    for combatant in record.encounter.combatants:
        relay(record, combatant.id)


def delay(record: Record, who: CombatantId) -> None:
    """A Delay called: HIGH becomes LOW, LOW comes after the others there (P-9)."""
    if record.encounter.round.stage in ("declaring", "grace"):
        record.add(ev.DelayCalled(audience=public(record.encounter, who), who=who))
        return
    assess(record, who, "called")
    settle(record, who)
