"""From declarations to the first segment: Delays, late declarations, the dice (S-21, S-22, S-25, S-34)."""

from __future__ import annotations

from rules import events as ev
from rules.audience import private, public
from rules.dice import Dice
from rules.encounter import Encounter
from rules.initiative import side_dice
from rules.record import Record
from rules.refusal import Refusal
from rules.rulesets.segments.placing import abandon, place, shift, standing
from rules.timeline import free_from
from rules.value import Value
from rules.values import CombatantId, Declaration, Delay, DelayCause


def close(record: Record, dice: Dice) -> None:
    """Flag Delays, announce spells, place everything declared on the timeline (S-16, S-21, S-25)."""
    encounter = record.encounter
    held = tuple(c for c in encounter.declares if c.seat is not None or encounter.settings.gm_dithers)
    missing = tuple(c.id for c in held if encounter.declaration(c.id) is None and not encounter.carried(c.id))
    unseen = tuple(c.id for c in held if c.id in missing and c.hidden)
    # Where everybody in sight has declared there is nobody to wait for (K-8, S-25).
    grace = encounter.settings.grace_seconds > 0 and len(missing) > len(unseen)
    number = encounter.round.number
    record.add(ev.DeclarationsClosed(number=number, missing=missing, unseen=unseen, grace=grace))
    for who, segments in encounter.round.surprised:
        if encounter.find(who) in encounter.declares:
            surprised = Delay(who=who, cause="surprise", segments=segments)
            record.add(ev.Delayed(audience=public(encounter, who), who=who, delay=surprised))
    for combatant in encounter.declares:
        if combatant.id in missing:
            _assess(record, combatant.id, "dithering", dice)
        if combatant.id in encounter.round.called:
            _assess(record, combatant.id, "called", dice)
    for combatant in encounter.declares:
        _place_at_close(record, combatant.id)


def _place_at_close(record: Record, who: CombatantId) -> None:
    """Carried work comes first, and a Delay touches the first thing that has not begun (S-21, S-24)."""
    declaration = record.encounter.declaration(who)
    if declaration is not None:
        abandon(record, declaration)
    elif record.encounter.settings.carried_silence == "abandon":
        abandon(record, Declaration(who=who, carry="abandon"))
    wait = record.encounter.delay(who)
    if wait and any(s.status == "planned" for s in record.encounter.carried(who)):
        shift(record, who, wait)
        wait = 0
    if declaration is not None:
        place(record, declaration, standing(record.encounter, who, base=1), wait)
        _note_hold(record, declaration)


def _note_hold(record: Record, declaration: Declaration) -> None:
    """A Delay the combatant chose is on record as one, without a die (K-10, S-26)."""
    who, hold = declaration.who, declaration.hold
    if hold is not None and hold.until is not None and hold.until > 1:
        chosen = Delay(who=who, cause="chosen", segments=hold.until - 1)
        record.add(ev.Delayed(audience=private(record.encounter, who), who=who, delay=chosen))


def late(record: Record, declaration: Declaration, dice: Dice) -> Refusal | None:
    """Take a declaration after close: it begins in `m + d`; the GM's own without Delay (S-25, S-34).

    What is under way or has been put in meanwhile comes first, and the Delay is served beside it.
    """
    encounter = record.encounter
    who = declaration.who
    if encounter.declaration(who) is not None:
        return Refusal(code="already-declared", rule="S-20", who=who)
    audience = private(encounter, who)
    record.add(ev.DeclarationSealed(audience=audience, who=who, declaration=declaration, late=True))
    if _pays(encounter, who):
        _assess(record, who, "late", dice)
    abandon(record, declaration)
    now = _counts_from(encounter)
    plan = standing(record.encounter, who, base=now)
    wait = max(0, now + record.encounter.owed(who, now) - free_from(plan))
    place(record, declaration, plan, wait)
    _note_hold(record, declaration)
    return None


def _pays(encounter: Encounter, who: CombatantId) -> bool:
    """Whether declaring late brings a Delay: one for each combatant and round; the GM may be free (S-34)."""
    known = any(d.who == who and d.cause in ("dithering", "called", "late") for d in encounter.round.delays)
    held = encounter.combatant(who).seat is not None or not encounter.settings.gm_late_free
    return held and not known


def _counts_from(encounter: Encounter) -> int:
    """The segment from which what is declared now counts (S-25)."""
    return encounter.round.segment + 1 if encounter.round.stage == "resolving" else 1


class LateStart(Value):
    """Where a declaration made now would begin: in that segment, after a Delay of `delay` segments."""

    segment: int
    delay: int


def late_start(encounter: Encounter, who: CombatantId) -> LateStart | None:
    """What declaring after close costs, before it is done; None while its die is yet to be rolled (S-25)."""
    now = _counts_from(encounter)
    owed = encounter.owed(who, now)
    if not _pays(encounter, who):
        return LateStart(segment=now + owed, delay=owed)
    fixed = encounter.settings.delay_fixed
    return None if fixed is None else LateStart(segment=now + fixed + owed, delay=fixed)


def roll_initiative(record: Record, dice: Dice) -> None:
    """One die for each side still standing, rerolled each round (S-22)."""
    record.add(ev.InitiativeRolled(dice=side_dice(record.encounter, dice)))


def delay(record: Record, who: CombatantId, dice: Dice) -> None:
    """A Delay called: its die waits for close; after it, it touches what has not begun (S-21)."""
    if record.encounter.round.stage == "declaring":
        record.add(ev.DelayCalled(audience=public(record.encounter, who), who=who))
        return
    _assess(record, who, "called", dice)
    shift(record, who, record.encounter.round.delays[-1].segments)


def _assess(record: Record, who: CombatantId, cause: DelayCause, dice: Dice) -> None:
    """Flag a Delay; one die for each combatant and round, whatever the causes (S-21)."""
    settings = record.encounter.settings
    if settings.delay_fixed is not None:
        segments, roll = settings.delay_fixed, None
    else:
        roll = dice.roll(f"delay/{record.encounter.round.number}/{who}", settings.delay_die)
        segments = roll
    assessed = Delay(who=who, cause=cause, segments=segments, roll=roll)
    record.add(ev.Delayed(audience=public(record.encounter, who), who=who, delay=assessed))
