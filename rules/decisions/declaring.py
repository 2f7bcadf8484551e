"""Opening a round, declaring in it, and closing its declarations."""

from __future__ import annotations

from rules import commands as cmd
from rules import events as ev
from rules.decisions.conditions import known, may_declare
from rules.dice import Dice
from rules.encounter import Encounter
from rules.record import Record
from rules.refusal import Refusal
from rules.rulesets import RULESETS
from rules.values import CombatantId, Declaration


def open_round(record: Record) -> Refusal | None:
    encounter = record.encounter
    if encounter.round.stage != "ended":
        return Refusal(code="round-under-way", number=encounter.round.number)
    if all(c.down for c in encounter.combatants):
        return Refusal(code="nobody-to-declare")
    record.add(ev.RoundOpened(number=encounter.round.number + 1))
    return None


def declare(record: Record, command: cmd.Declare, dice: Dice) -> Refusal | None:
    round_ = record.encounter.round
    ruleset = RULESETS[record.encounter.ruleset]
    if command.round is not None and command.round != round_.number:
        return Refusal(code="wrong-round", number=command.round)
    if round_.stage == "ended":
        return Refusal(code="no-round-open")
    for declaration in command.declarations:
        if (refused := may_declare(record.encounter, declaration.who)) is not None:
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


def withdraw(record: Record, command: cmd.Withdraw) -> Refusal | None:
    round_ = record.encounter.round
    if (unknown := known(record, command.who)) is not None:
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


def close(record: Record, command: cmd.CloseDeclarations, dice: Dice) -> Refusal | None:
    round_ = record.encounter.round
    if command.round is not None and command.round != round_.number:
        return Refusal(code="wrong-round", number=command.round)
    if round_.stage not in _OPEN:
        return Refusal(code="already-closed" if round_.stage in _CALLED else "no-round-open")
    ruleset = RULESETS[record.encounter.ruleset]
    for draft in command.drafts:
        fits = record.encounter.declaration(draft.who) is None
        if not fits or may_declare(record.encounter, draft.who) is not None:
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
