"""What is said once a round is under way: the dice, the segments, the GM's word and the players'."""

from __future__ import annotations

from rules import commands as cmd
from rules import events as ev
from rules.audience import public
from rules.decisions.conditions import known, may_declare
from rules.dice import Dice
from rules.record import Record
from rules.refusal import Refusal
from rules.round import ASKED_BY
from rules.rulesets import RULESETS
from rules.values import CombatantId


def word(record: Record, command: cmd.Word, dice: Dice) -> Refusal | None:
    """Take a word that each ruleset takes in its own way (S-20, S-22, S-26, S-28, P-10, K-17)."""
    round_ = record.encounter.round
    if isinstance(command, cmd.ChangeAction):
        if command.round is not None and command.round != round_.number:
            return Refusal(code="wrong-round", number=command.round)
        refused = may_declare(record.encounter, command.declaration.who)
    elif isinstance(command, cmd.Retarget | cmd.Together):
        refused = None
    else:
        refused = known(record, command.who)
    if refused is not None:
        return refused
    if round_.stage != "resolving":
        return Refusal(code="not-resolving")
    return RULESETS[record.encounter.ruleset].word(record, command, dice)


def roll_initiative(record: Record, dice: Dice) -> Refusal | None:
    """Roll each side's die, once after close (S-22)."""
    stage = record.encounter.round.stage
    if stage != "locked":
        return Refusal(code="already-closed" if stage == "resolving" else "no-round-open")
    RULESETS[record.encounter.ruleset].roll_initiative(record, dice)
    return None


def call_segment(record: Record, command: cmd.CallSegment) -> Refusal | None:
    """Call the next segment, if nothing waits for the GM (K-5, K-14)."""
    round_ = record.encounter.round
    if round_.stage != "resolving":
        return Refusal(code="not-resolving")
    if command.after is not None and command.after != round_.segment:
        return Refusal(code="already-called", number=round_.segment)
    if round_.questions:
        question = round_.questions[0]
        if question.kind in ("spell-target", "turn"):
            return Refusal(code="waiting-for-player", rule="P-5", who=question.who)
        return Refusal(code="waiting-for-gm", rule=ASKED_BY[question.kind], who=question.who)
    RULESETS[record.encounter.ruleset].call(record)
    return None


def judge(record: Record, command: cmd.JudgeBlow) -> Refusal | None:
    """Take the GM's word on the blow in question (K-14)."""
    question = record.encounter.round.blow
    if question is None or (command.blow is not None and command.blow != question.blow):
        return Refusal(code="nothing-asked", rule="K-14")
    RULESETS[record.encounter.ruleset].judge(record, command.struck)
    return None


def set_time(record: Record, command: cmd.SetTime) -> Refusal | None:
    """Take the GM's word on the time of an activity (K-5)."""
    slot = record.encounter.slot(command.slot)
    if slot is None:
        return Refusal(code="no-such-activity", rule="K-5")
    if not slot.open:
        return Refusal(code="activity-over", rule="K-5", who=slot.who, action=slot.action)
    RULESETS[record.encounter.ruleset].set_time(record, command.slot, command.segments)
    return None


def call_delay(record: Record, who: CombatantId, dice: Dice) -> Refusal | None:
    """Call a Delay on a combatant that has none (K-10, S-21)."""
    if (refused := may_declare(record.encounter, who)) is not None:
        return refused
    encounter = record.encounter
    if encounter.round.stage == "ended":
        return Refusal(code="no-round-open")
    if who in encounter.round.called or any(
        d.counts(who, "dithering", "called", "late") for d in encounter.round.delays
    ):
        return Refusal(code="already-delayed", rule="S-21", who=who)
    RULESETS[encounter.ruleset].delay(record, who, dice)
    return None


def pardon_delay(record: Record, who: CombatantId) -> Refusal | None:
    """Forgive a Delay: what waits it out moves forward again (K-10)."""
    if (unknown := known(record, who)) is not None:
        return unknown
    encounter = record.encounter
    segments = encounter.delay(who)
    if not encounter.delayed(who) and who not in encounter.round.called:
        return Refusal(code="no-delay", rule="K-10", who=who)
    record.add(ev.DelayPardoned(audience=public(encounter, who), overruled=True, who=who))
    RULESETS[encounter.ruleset].shift(record, who, -segments)
    return None


def disturb(record: Record, who: CombatantId) -> Refusal | None:
    """Disturb a caster (S-23)."""
    if (unknown := known(record, who)) is not None:
        return unknown
    before = len(record.events)
    RULESETS[record.encounter.ruleset].interrupt(record, who, down=False)
    return Refusal(code="not-casting", rule="S-23", who=who) if len(record.events) == before else None


def add_minor(record: Record, command: cmd.AddMinor) -> Refusal | None:
    """Add an undeclared minor action (S-8)."""
    if (refused := may_declare(record.encounter, command.who)) is not None:
        return refused
    if record.encounter.round.stage != "resolving":
        return Refusal(code="not-resolving", rule="S-8")
    return RULESETS[record.encounter.ruleset].add_minor(record, command.who, command.minor)


def steer(record: Record, command: cmd.Steer) -> Refusal | None:
    """Turn, or stop, a movement under way (S-10)."""
    if (unknown := known(record, command.who)) is not None:
        return unknown
    encounter = record.encounter
    plan = encounter.plan(command.who)
    moving = ("move", "full-move", "go", "flee")
    slot = next((s for s in plan.slots if s.status == "begun" and s.action in moving), None) if plan else None
    if slot is None:
        return Refusal(code="not-moving", rule="S-10", who=command.who)
    record.add(
        ev.Steered(
            audience=public(encounter, command.who),
            who=command.who,
            segment=encounter.round.segment,
            note=command.note,
            stopped=command.stop,
        )
    )
    if command.stop:
        RULESETS[encounter.ruleset].stop(record, slot)
    return None
