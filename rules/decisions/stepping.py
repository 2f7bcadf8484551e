"""What is said in `phases` alone: a target, a turn let go, surprise, marks, triggers."""

from __future__ import annotations

from rules import commands as cmd
from rules import events as ev
from rules.audience import private, public, unseen
from rules.decisions.conditions import OPEN, known, may_declare
from rules.encounter import Encounter
from rules.record import Record
from rules.refusal import Refusal
from rules.rulesets.phases import changing
from rules.rulesets.phases.checking import undeclared
from rules.rulesets.phases.placing import relay
from rules.rulesets.phases.ranks import is_complex
from rules.rulesets.phases.steps import LAST
from rules.showing import show
from rules.values import CombatantId

Stepping = cmd.NameTarget | cmd.Pass | cmd.SetOff | cmd.MarkOrder | cmd.Hasten
"""Commands that only `phases` knows."""


def step(record: Record, command: Stepping) -> Refusal | None:
    """Answer one of them; refused in any other ruleset."""
    encounter = record.encounter
    if encounter.ruleset != "phases":
        return Refusal(code="only-in-phases")
    if encounter.round.stage == "ended":
        return Refusal(code="no-round-open")
    if (refused := may_declare(encounter, command.who)) is not None:
        return refused
    match command:
        case cmd.MarkOrder():
            return _mark(record, command)
        case cmd.Hasten():
            return _hasten(record, command.who)
        case _ if encounter.round.stage != "resolving":
            return Refusal(code="not-resolving")
        case cmd.NameTarget():
            return changing.name_target(record, command.who, command.target, command.at)
        case cmd.Pass():
            return changing.let_go(record, command.who)
        case cmd.SetOff():
            return _set_off(record, command)


def surprise(record: Record, command: cmd.Surprise) -> Refusal | None:
    """A combatant, or all of a side, is surprised, before the first round's declarations close (P-27)."""
    encounter = record.encounter
    if command.segments is not None:
        return Refusal(code="not-in-this-ruleset", rule="P-27")
    if encounter.round.stage == "ended":
        return Refusal(code="no-round-open")
    if encounter.round.number != 1 or encounter.round.stage not in OPEN:
        return Refusal(code="surprised-later", rule="P-27")
    if (refused := known(record, *command.who)) is not None:
        return refused
    ids = [c.id for c in encounter.combatants if c.id in command.who or c.side == command.side]
    if not ids:
        return Refusal(code="unknown-combatant", text=command.side)
    for who in ids:
        if not encounter.round.is_surprised(who):
            record.add(ev.Surprised(audience=public(encounter, who), who=who))
    return None


def _set_off(record: Record, command: cmd.SetOff) -> Refusal | None:
    """An immediate ability goes off here and now (P-18)."""
    if command.target is not None and (refused := known(record, command.target)) is not None:
        return refused
    if record.encounter.combatant(command.who).hidden:
        show(record, command.who)
    encounter = record.encounter
    record.add(
        ev.WentOff(
            who=command.who,
            segment=encounter.round.segment,
            name=command.name,
            target=command.target,
            note=command.note,
            unseen_target=unseen(encounter, command.target),
        )
    )
    return None


def _mark(record: Record, command: cmd.MarkOrder) -> Refusal | None:
    """Let it go first, last, or where it would; never into a step already over (P-28)."""
    encounter, who = record.encounter, command.who
    record.add(ev.OrderMarked(audience=private(encounter, who), who=who, mark=command.mark))
    relay(record, who)
    return None


def _hasten(record: Record, who: CombatantId) -> Refusal | None:
    """Let a complex action be done on its owner's turn (P-3)."""
    encounter = record.encounter
    if not _complex_ahead(encounter, who) or who in encounter.round.hastened:
        return Refusal(code="not-complex", rule="P-3", who=who)
    record.add(ev.Hastened(audience=private(encounter, who), who=who))
    relay(record, who)
    return None


def _complex_ahead(encounter: Encounter, who: CombatantId) -> bool:
    """Whether it has declared something complex, or is at it and not done before the end."""
    plan, declaration = encounter.plan(who), encounter.declaration(who)
    at_it = any(is_complex(encounter, s) and s.end >= LAST for s in (plan.unfinished if plan else ()))
    return at_it or (
        encounter.round.stage in OPEN and declaration is not None and undeclared(encounter, declaration)
    )
