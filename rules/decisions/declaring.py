"""Opening a round, declaring in it, and closing its declarations."""

from __future__ import annotations

from rules import commands as cmd
from rules import events as ev
from rules.audience import private
from rules.decisions.conditions import CALLED, OPEN, known, may_declare
from rules.dice import Dice
from rules.record import Record
from rules.refusal import Refusal
from rules.rulesets import RULESETS
from rules.values import Declaration


def open_round(record: Record) -> Refusal | None:
    """Begin declaring for the next round."""
    encounter = record.encounter
    if encounter.round.stage != "ended":
        return Refusal(code="round-under-way", number=encounter.round.number)
    if all(c.down for c in encounter.combatants):
        return Refusal(code="nobody-to-declare")
    record.add(ev.RoundOpened(number=encounter.round.number + 1))
    RULESETS[encounter.ruleset].opened(record)
    return None


def declare(record: Record, command: cmd.Declare, dice: Dice) -> Refusal | None:
    """Seal each declaration, or take it late; all or none (K-7, K-12, S-25)."""
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
        if round_.stage in OPEN:
            _seal(record, checked)
        elif (refused := ruleset.late(record, checked, dice)) is not None:
            return refused
    return None


def withdraw(record: Record, command: cmd.Withdraw) -> Refusal | None:
    """Take back a sealed declaration."""
    refused = known(record, command.who) or _open_still(record, command.round)
    if refused is not None:
        return refused
    if record.encounter.declaration(command.who) is None:
        return Refusal(code="not-declared", who=command.who)
    record.add(ev.DeclarationWithdrawn(audience=private(record.encounter, command.who), who=command.who))
    return None


def close(record: Record, command: cmd.CloseDeclarations, dice: Dice) -> Refusal | None:
    """Seal the drafts that can stand, and end declaring (S-25)."""
    if (refused := _open_still(record, command.round)) is not None:
        return refused
    ruleset = RULESETS[record.encounter.ruleset]
    for draft in command.drafts:
        taken = record.encounter.declaration(draft.who) is not None
        if taken or may_declare(record.encounter, draft.who) is not None:
            continue
        checked = ruleset.check(record.encounter, draft)
        # A draft that cannot stand is no declaration; its owner saw why while it was being made.
        if isinstance(checked, Declaration):
            _seal(record, checked, draft=True)
    ruleset.close(record, dice)
    return None


def end_grace(record: Record, command: cmd.EndGrace) -> Refusal | None:
    """End the grace time after close (S-25)."""
    round_ = record.encounter.round
    if command.round is not None and command.round != round_.number:
        return Refusal(code="wrong-round", number=command.round)
    if round_.stage != "grace":
        return Refusal(code="no-grace", rule="S-25")
    record.add(ev.GraceEnded(number=round_.number))
    return None


def _open_still(record: Record, number: int | None) -> Refusal | None:
    """Why declarations of the round of that number cannot be changed any more, if they cannot."""
    round_ = record.encounter.round
    if number is not None and number != round_.number:
        return Refusal(code="wrong-round", number=number)
    if round_.stage not in OPEN:
        return Refusal(code="already-closed" if round_.stage in CALLED else "no-round-open")
    return None


def _seal(record: Record, declaration: Declaration, draft: bool = False) -> None:
    audience = private(record.encounter, declaration.who)
    record.add(
        ev.DeclarationSealed(
            audience=audience,
            overruled=any(who == declaration.who for who, _ in record.encounter.round.waived),
            who=declaration.who,
            declaration=declaration,
            draft=draft,
        )
    )
