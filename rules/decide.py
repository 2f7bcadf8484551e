"""The only way in: a command on an encounter becomes events, or a Refusal, and never an exception."""

from __future__ import annotations

from typing import assert_never

from rules import commands as cmd
from rules import events as ev
from rules import pins
from rules.decisions import calling, declaring, gms, house, roster, stepping
from rules.dice import Dice
from rules.encounter import Encounter
from rules.record import Record
from rules.refusal import Refusal

_ROLL, _CALL = cmd.RollInitiative(), cmd.CallSegment()


def decide(encounter: Encounter, command: cmd.Command, dice: Dice) -> tuple[ev.Event, ...] | Refusal:
    """What the command brings about, as events in order, or why it is refused."""
    record = Record(encounter)
    refused = _decide(record, command, dice)
    return refused if refused is not None else record.events


def follow_on(encounter: Encounter) -> cmd.Command | None:
    """What comes next by itself: the die after close, and in automatic play each segment in turn.

    None while people are declaring, while the GM must be asked (K-5, K-14), and in called play.
    """
    round_ = encounter.round
    if encounter.over:
        return None
    if round_.stage == "locked":
        return _ROLL
    if round_.stage == "resolving" and encounter.play == "automatic" and not round_.questions:
        return _CALL
    return None


def play(
    encounter: Encounter, command: cmd.Command, dice: Dice
) -> tuple[Encounter, tuple[ev.Event, ...]] | Refusal:
    """Decide the command and all that follows on by itself: automatic play is a fold of called play."""
    record = Record(encounter)
    step: cmd.Command | None = command
    while step is not None:
        refused = _decide(record, step, dice)
        if refused is not None:
            return refused
        step = follow_on(record.encounter)
    return record.encounter, record.events


def _decide(record: Record, command: cmd.Command, dice: Dice) -> Refusal | None:
    if record.encounter.over:
        return Refusal(code="encounter-over")
    match command:
        # First what is said most often, by itself in automatic play.
        case cmd.CallSegment():
            return calling.call_segment(record, command)
        case cmd.AddCombatants():
            return roster.add(record, command.combatants)
        case cmd.EditCombatant() | cmd.Reveal() | cmd.Engage() | cmd.Disengage():
            return roster.change(record, command)
        case cmd.Arrange():
            return roster.arrange(record, command.changes)
        case cmd.RemoveCombatant():
            return roster.remove(record, command.who)
        case cmd.Down():
            return roster.down(record, command.who)
        case cmd.Rise():
            return roster.rise(record, command.who)
        case cmd.OpenRound():
            return declaring.open_round(record)
        case cmd.Declare():
            return declaring.declare(record, command, dice)
        case cmd.Withdraw():
            return declaring.withdraw(record, command)
        case cmd.CloseDeclarations():
            return declaring.close(record, command, dice)
        case cmd.RollInitiative():
            return calling.roll_initiative(record, dice)
        case cmd.JudgeBlow():
            return calling.judge(record, command)
        case cmd.SetTime():
            return calling.set_time(record, command)
        case cmd.CallDelay():
            return calling.call_delay(record, command.who, dice)
        case cmd.PardonDelay():
            return calling.pardon_delay(record, command.who)
        case cmd.Disturb():
            return calling.disturb(record, command.who)
        case cmd.AddMinor():
            return calling.add_minor(record, command)
        case cmd.Steer():
            return calling.steer(record, command)
        case cmd.EndGrace():
            return declaring.end_grace(record, command)
        case cmd.Surprise():
            surprise = stepping.surprise if record.encounter.ruleset == "phases" else house.surprise
            return surprise(record, command)
        case cmd.Waive():
            return house.waive(record, command)
        case cmd.AddEffect():
            return house.add_effect(record, command)
        case cmd.EndEffect():
            return house.end_effect(record, command)
        case cmd.AddPin():
            return pins.add_pin(record, command)
        case cmd.RemovePin():
            return pins.remove_pin(record, command)
        case cmd.ChangeSettings():
            return house.change_settings(record, command)
        case (
            cmd.ChangeAction()
            | cmd.Trigger()
            | cmd.Redirect()
            | cmd.Retarget()
            | cmd.BreakOff()
            | cmd.Together()
        ):
            return calling.word(record, command, dice)
        case cmd.NameTarget() | cmd.Pass() | cmd.SetOff() | cmd.MarkOrder() | cmd.Hasten():
            return stepping.step(record, command)
        case cmd.ChangeGms():
            return gms.change_gms(record, command)
        case cmd.EndEncounter():
            record.add(ev.EncounterEnded())
            return None
        case _:
            assert_never(command)
