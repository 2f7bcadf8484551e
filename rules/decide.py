"""The only way in: a command on an encounter becomes events, or a Refusal, and never an exception."""

from __future__ import annotations

from typing import assert_never

from rules import commands as cmd
from rules import events as ev
from rules.dice import Dice
from rules.encounter import BlowQuestion, Encounter
from rules.record import Record
from rules.refusal import Refusal
from rules.rulesets import RULESETS
from rules.values import Combatant, CombatantId, Declaration

MOST_COMBATANTS = 200
"""Creatures in one fight."""

_OPEN = ("declaring", "grace")
_CALLED = ("locked", "resolving")


def decide(encounter: Encounter, command: cmd.Command, dice: Dice) -> tuple[ev.Event, ...] | Refusal:
    """What the command brings about, as events in order, or why it is refused."""
    if encounter.over:
        return Refusal(code="encounter-over")
    record = Record(encounter)
    refused = _decide(record, command, dice)
    return refused if refused is not None else record.events


def follow_on(encounter: Encounter) -> cmd.Command | None:
    """What comes next by itself: the die after close, and in automatic play each segment in turn.

    None while people are declaring, while the GM must be asked (K-5, K-14), and in called play.
    """
    round_ = encounter.round
    if round_.stage == "locked":
        return cmd.RollInitiative()
    if round_.stage == "resolving" and encounter.play == "automatic" and not round_.questions:
        return cmd.CallSegment()
    return None


def play(
    encounter: Encounter, command: cmd.Command, dice: Dice
) -> tuple[Encounter, tuple[ev.Event, ...]] | Refusal:
    """Decide the command and all that follows on by itself: automatic play is a fold of called play."""
    record = Record(encounter)
    step: cmd.Command | None = command
    while step is not None:
        refused = _decide(record, step, dice) if not record.encounter.over else None
        if refused is not None or (encounter.over and step is command):
            return refused or Refusal(code="encounter-over")
        step = None if record.encounter.over else follow_on(record.encounter)
    return record.encounter, record.events


def _decide(record: Record, command: cmd.Command, dice: Dice) -> Refusal | None:
    match command:
        case cmd.AddCombatants():
            return _add(record, command.combatants)
        case cmd.EditCombatant():
            return _edit(record, command.combatant)
        case cmd.RemoveCombatant():
            return _remove(record, command.who)
        case cmd.Reveal():
            return _reveal(record, command.who)
        case cmd.Engage():
            return _engage(record, command.who, command.foe)
        case cmd.Disengage():
            return _disengage(record, command.who, command.foe)
        case cmd.OpenRound():
            return _open(record)
        case cmd.Declare():
            return _declare(record, command, dice)
        case cmd.Withdraw():
            return _withdraw(record, command)
        case cmd.CloseDeclarations():
            return _close(record, command, dice)
        case cmd.RollInitiative():
            return _roll(record, dice)
        case cmd.EndEncounter():
            record.add(ev.EncounterEnded())
            return None
        case _:
            return _called(record, command, dice)


def _called(
    record: Record,
    command: cmd.CallDelay
    | cmd.PardonDelay
    | cmd.CallSegment
    | cmd.JudgeBlow
    | cmd.SetTime
    | cmd.Disturb
    | cmd.Down
    | cmd.Rise
    | cmd.AddMinor
    | cmd.Steer,
    dice: Dice,
) -> Refusal | None:
    """What the GM and the players can say once the round is under way."""
    match command:
        case cmd.CallDelay():
            return _call_delay(record, command.who, dice)
        case cmd.PardonDelay():
            return _pardon(record, command.who)
        case cmd.CallSegment():
            return _call_segment(record, command)
        case cmd.JudgeBlow():
            return _judge(record, command)
        case cmd.SetTime():
            return _set_time(record, command)
        case cmd.Disturb():
            return _disturb(record, command.who)
        case cmd.Down():
            return _down(record, command.who)
        case cmd.Rise():
            return _rise(record, command.who)
        case cmd.AddMinor():
            return _add_minor(record, command)
        case cmd.Steer():
            return _steer(record, command)
        case _:
            assert_never(command)


def _known(record: Record, *ids: CombatantId) -> Refusal | None:
    for who in ids:
        if record.encounter.find(who) is None:
            return Refusal(code="unknown-combatant", text=who)
    return None


def _name_taken(record: Record, new: Combatant) -> bool:
    """Whether a visible creature has the name; a hidden one's name is free, so that asking tells nothing."""
    return any(
        c.id != new.id and c.name.casefold() == new.name.casefold() and (new.hidden or not c.hidden)
        for c in record.encounter.combatants
    )


def _add(record: Record, combatants: tuple[Combatant, ...]) -> Refusal | None:
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


def _edit(record: Record, combatant: Combatant) -> Refusal | None:
    if (unknown := _known(record, combatant.id)) is not None:
        return unknown
    if _name_taken(record, combatant):
        return Refusal(code="name-taken", text=combatant.name)
    before = record.encounter.combatant(combatant.id)
    secret = before.hidden or combatant.hidden
    if before.hidden and not combatant.hidden:
        record.add(ev.Revealed(who=combatant.id))
    record.add(ev.CombatantEdited(audience="gm" if secret else "everyone", combatant=combatant))
    return None


def _remove(record: Record, who: CombatantId) -> Refusal | None:
    if (unknown := _known(record, who)) is not None:
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


def _reveal(record: Record, who: CombatantId) -> Refusal | None:
    if (unknown := _known(record, who)) is not None:
        return unknown
    if not record.encounter.combatant(who).hidden:
        return Refusal(code="not-hidden", who=who)
    record.add(ev.Revealed(who=who))
    return None


def _pair_refused(record: Record, who: CombatantId, foe: CombatantId) -> Refusal | None:
    if who == foe:
        return Refusal(code="with-itself", who=who)
    return _known(record, who, foe)


def _pair_audience(encounter: Encounter, who: CombatantId, foe: CombatantId) -> ev.Audience:
    return "gm" if encounter.combatant(who).hidden or encounter.combatant(foe).hidden else "everyone"


def _engage(record: Record, who: CombatantId, foe: CombatantId) -> Refusal | None:
    if (refused := _pair_refused(record, who, foe)) is not None:
        return refused
    encounter = record.encounter
    if foe in encounter.engaged_with(who):
        return Refusal(code="already-engaged", rule="K-16", who=who, target=foe)
    record.add(ev.Engaged(audience=_pair_audience(encounter, who, foe), who=who, foe=foe))
    return None


def _disengage(record: Record, who: CombatantId, foe: CombatantId) -> Refusal | None:
    if (refused := _pair_refused(record, who, foe)) is not None:
        return refused
    encounter = record.encounter
    if foe not in encounter.engaged_with(who):
        return Refusal(code="not-engaged", rule="K-16", who=who, target=foe)
    record.add(ev.Disengaged(audience=_pair_audience(encounter, who, foe), who=who, foe=foe))
    return None


def _open(record: Record) -> Refusal | None:
    encounter = record.encounter
    if encounter.round.stage != "ended":
        return Refusal(code="round-under-way", number=encounter.round.number)
    if all(c.down for c in encounter.combatants):
        return Refusal(code="nobody-to-declare")
    record.add(ev.RoundOpened(number=encounter.round.number + 1))
    return None


def _may_declare(encounter: Encounter, who: CombatantId) -> Refusal | None:
    combatant = encounter.find(who)
    if combatant is None:
        return Refusal(code="unknown-combatant", text=who)
    if combatant.down:
        return Refusal(code="is-down", rule="K-15", who=who)
    if combatant.since > encounter.round.number:
        return Refusal(code="not-in-this-round", rule="K-18", who=who, number=combatant.since)
    return None


def _declare(record: Record, command: cmd.Declare, dice: Dice) -> Refusal | None:
    round_ = record.encounter.round
    ruleset = RULESETS[record.encounter.ruleset]
    if command.round is not None and command.round != round_.number:
        return Refusal(code="wrong-round", number=command.round)
    if round_.stage == "ended":
        return Refusal(code="no-round-open")
    for declaration in command.declarations:
        if (refused := _may_declare(record.encounter, declaration.who)) is not None:
            return refused
        checked = ruleset.check(record.encounter, declaration)
        if isinstance(checked, Refusal):
            return checked
        if (
            refused := _carry_refused(record.encounter, checked.who, checked.carry, checked.major)
        ) is not None:
            return refused
        if round_.stage in _CALLED:
            if (refused := ruleset.late(record, checked, dice)) is not None:
                return refused
            continue
        gm_run = record.encounter.combatant(checked.who).seat is None
        record.add(
            ev.DeclarationSealed(audience="gm" if gm_run else "owner", who=checked.who, declaration=checked)
        )
    return None


def _carry_refused(
    encounter: Encounter, who: CombatantId, carry: str | None, major: str | None
) -> Refusal | None:
    """What is carried comes first; a new major needs room behind it, and the house's leave (S-24, S-30)."""
    carried = encounter.carried(who)
    if carry is not None and not carried:
        return Refusal(code="nothing-carried", rule="S-24", who=who)
    if not carried or carry == "abandon" or major is None or not any(s.major for s in carried):
        return None
    if not encounter.settings.room_after_carried or max(s.end for s in carried) >= RULESETS["segments"].last:
        return Refusal(code="no-room-after-carried", rule="S-30", who=who)
    return None


def _withdraw(record: Record, command: cmd.Withdraw) -> Refusal | None:
    round_ = record.encounter.round
    if (unknown := _known(record, command.who)) is not None:
        return unknown
    if command.round is not None and command.round != round_.number:
        return Refusal(code="wrong-round", number=command.round)
    if round_.stage not in _OPEN:
        return Refusal(code="already-closed" if round_.stage in _CALLED else "no-round-open")
    if record.encounter.declaration(command.who) is None:
        return Refusal(code="not-declared", who=command.who)
    gm_run = record.encounter.combatant(command.who).seat is None
    record.add(ev.DeclarationWithdrawn(audience="gm" if gm_run else "owner", who=command.who))
    return None


def _close(record: Record, command: cmd.CloseDeclarations, dice: Dice) -> Refusal | None:
    round_ = record.encounter.round
    if command.round is not None and command.round != round_.number:
        return Refusal(code="wrong-round", number=command.round)
    if round_.stage not in _OPEN:
        return Refusal(code="already-closed" if round_.stage in _CALLED else "no-round-open")
    ruleset = RULESETS[record.encounter.ruleset]
    for draft in command.drafts:
        fits = record.encounter.declaration(draft.who) is None
        if not fits or _may_declare(record.encounter, draft.who) is not None:
            continue
        checked = ruleset.check(record.encounter, draft)
        # A draft that cannot stand is no declaration; its owner saw why while it was being made.
        if isinstance(checked, Declaration) and not _carry_refused(
            record.encounter, checked.who, checked.carry, checked.major
        ):
            gm_run = record.encounter.combatant(checked.who).seat is None
            record.add(
                ev.DeclarationSealed(
                    audience="gm" if gm_run else "owner", who=checked.who, declaration=checked, draft=True
                )
            )
    ruleset.close(record, dice)
    return None


def _roll(record: Record, dice: Dice) -> Refusal | None:
    stage = record.encounter.round.stage
    if stage != "locked":
        return Refusal(code="already-closed" if stage == "resolving" else "no-round-open")
    RULESETS[record.encounter.ruleset].roll_initiative(record, dice)
    return None


def _call_segment(record: Record, command: cmd.CallSegment) -> Refusal | None:
    round_ = record.encounter.round
    if round_.stage != "resolving":
        return Refusal(code="not-resolving")
    if command.after is not None and command.after != round_.segment:
        return Refusal(code="already-called", number=round_.segment)
    if round_.questions:
        question = round_.questions[0]
        return Refusal(
            code="waiting-for-gm", rule="K-14" if question.kind == "blow" else "K-5", who=question.who
        )
    RULESETS[record.encounter.ruleset].call(record)
    return None


def _judge(record: Record, command: cmd.JudgeBlow) -> Refusal | None:
    question = next((q for q in record.encounter.round.questions if isinstance(q, BlowQuestion)), None)
    if question is None or (command.blow is not None and command.blow != question.blow):
        return Refusal(code="nothing-asked", rule="K-14")
    RULESETS[record.encounter.ruleset].judge(record, command.struck)
    return None


def _set_time(record: Record, command: cmd.SetTime) -> Refusal | None:
    slot = record.encounter.slot(command.slot)
    if slot is None:
        return Refusal(code="no-such-activity", rule="K-5")
    if not slot.open:
        return Refusal(code="activity-over", rule="K-5", who=slot.who, action=slot.action)
    RULESETS[record.encounter.ruleset].set_time(record, command.slot, command.segments)
    return None


def _call_delay(record: Record, who: CombatantId, dice: Dice) -> Refusal | None:
    if (refused := _may_declare(record.encounter, who)) is not None:
        return refused
    encounter = record.encounter
    if encounter.round.stage == "ended":
        return Refusal(code="no-round-open")
    if who in encounter.round.called or any(d.who == who and not d.pardoned for d in encounter.round.delays):
        return Refusal(code="already-delayed", rule="S-21", who=who)
    RULESETS[encounter.ruleset].delay(record, who, dice)
    return None


def _pardon(record: Record, who: CombatantId) -> Refusal | None:
    if (unknown := _known(record, who)) is not None:
        return unknown
    encounter = record.encounter
    segments = encounter.delay(who)
    if segments == 0 and who not in encounter.round.called:
        return Refusal(code="no-delay", rule="K-10", who=who)
    hidden = encounter.combatant(who).hidden
    record.add(ev.DelayPardoned(audience="gm" if hidden else "everyone", who=who))
    RULESETS[encounter.ruleset].shift(record, who, -segments)
    return None


def _disturb(record: Record, who: CombatantId) -> Refusal | None:
    if (unknown := _known(record, who)) is not None:
        return unknown
    before = len(record.events)
    RULESETS[record.encounter.ruleset].interrupt(record, who, down=False)
    return Refusal(code="not-casting", rule="S-23", who=who) if len(record.events) == before else None


def _down(record: Record, who: CombatantId) -> Refusal | None:
    if (unknown := _known(record, who)) is not None:
        return unknown
    if record.encounter.combatant(who).down:
        return Refusal(code="already-down", rule="K-15", who=who)
    RULESETS[record.encounter.ruleset].interrupt(record, who, down=True)
    return None


def _rise(record: Record, who: CombatantId) -> Refusal | None:
    if (unknown := _known(record, who)) is not None:
        return unknown
    if not record.encounter.combatant(who).down:
        return Refusal(code="not-down", who=who)
    hidden = record.encounter.combatant(who).hidden
    record.add(ev.Risen(audience="gm" if hidden else "everyone", who=who))
    return None


def _add_minor(record: Record, command: cmd.AddMinor) -> Refusal | None:
    if (refused := _may_declare(record.encounter, command.who)) is not None:
        return refused
    if record.encounter.round.stage != "resolving":
        return Refusal(code="not-resolving", rule="S-8")
    return RULESETS[record.encounter.ruleset].add_minor(record, command.who, command.minor)


def _steer(record: Record, command: cmd.Steer) -> Refusal | None:
    if (unknown := _known(record, command.who)) is not None:
        return unknown
    encounter = record.encounter
    plan = encounter.plan(command.who)
    moving = ("move", "full-move")
    slot = next((s for s in plan.slots if s.status == "begun" and s.action in moving), None) if plan else None
    if slot is None:
        return Refusal(code="not-moving", rule="S-10", who=command.who)
    hidden = encounter.combatant(command.who).hidden
    record.add(
        ev.Steered(
            audience="gm" if hidden else "everyone",
            who=command.who,
            segment=encounter.round.segment,
            note=command.note,
            stopped=command.stop,
        )
    )
    if command.stop:
        RULESETS[encounter.ruleset].stop(record, slot)
    return None
