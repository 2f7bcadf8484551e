"""The GM's word on the house itself: settings, limits waived, surprise, and what lasts."""

from __future__ import annotations

from rules import commands as cmd
from rules import durations
from rules import events as ev
from rules.audience import private, public
from rules.decisions.conditions import known, may_declare
from rules.declaration import WAIVABLE
from rules.record import Record
from rules.refusal import Refusal


def change_settings(record: Record, command: cmd.ChangeSettings) -> Refusal | None:
    """Change the house settings, between rounds: a round keeps those it was opened with."""
    encounter = record.encounter
    if encounter.round.stage != "ended":
        return Refusal(code="round-under-way", number=encounter.round.number)
    fields = type(command.settings).model_fields
    old, new = encounter.settings, command.settings
    changed = tuple(name for name in fields if getattr(old, name) != getattr(new, name))
    record.add(ev.SettingsChanged(changed=changed, settings=new))
    return None


def waive(record: Record, command: cmd.Waive) -> Refusal | None:
    """Waive a limit for one combatant and round (K-13)."""
    encounter = record.encounter
    if encounter.round.stage == "ended":
        return Refusal(code="no-round-open")
    if (refused := may_declare(encounter, command.who)) is not None:
        return refused
    if encounter.ruleset == "phases":
        return Refusal(code="not-in-this-ruleset", rule="K-13", who=command.who)
    if command.rule not in WAIVABLE:
        return Refusal(code="not-waivable", rule="K-13", text=command.rule)
    record.add(ev.Waived(audience=private(encounter, command.who), who=command.who, rule=command.rule))
    return None


def surprise(record: Record, command: cmd.Surprise) -> Refusal | None:
    """Surprise a side, or some, before the declarations of round 1 close (S-27)."""
    encounter = record.encounter
    round_ = encounter.round
    if round_.number > 1 or (round_.number == 1 and round_.stage != "declaring"):
        return Refusal(code="only-round-one", rule="S-27")
    if (unknown := known(record, *command.who)) is not None:
        return unknown
    members = [c.id for c in encounter.combatants if c.side == command.side]
    if not members and not command.who:
        return Refusal(code="unknown-combatant", rule="S-27", text=command.side)
    segments = encounter.settings.surprise_segments if command.segments is None else command.segments
    for who in dict.fromkeys((*members, *command.who)):
        record.add(ev.Surprised(audience=public(encounter, who), who=who, segments=segments))
    return None


def add_effect(record: Record, command: cmd.AddEffect) -> Refusal | None:
    """Note something that lasts, from this beat on (S-33, P-19)."""
    encounter, effect = record.encounter, command.effect
    if any(e.id == effect.id for e in encounter.effects):
        return Refusal(code="id-taken", text=effect.id)
    if effect.who is not None and (unknown := known(record, effect.who)) is not None:
        return unknown
    if effect.segments and encounter.ruleset == "phases":
        return Refusal(code="not-in-this-ruleset", rule="P-19")
    if not effect.rounds and not effect.segments:
        return Refusal(code="needs-duration", rule="S-33")
    if sum(e.status == "running" for e in encounter.effects) >= durations.MOST_EFFECTS:
        return Refusal(code="too-many-effects", number=durations.MOST_EFFECTS)
    now = {"round": encounter.round.number, "segment": encounter.round.segment, "status": "running"}
    begun = effect.model_copy(update=now)
    audience, segment = durations.audience_of(encounter, begun), begun.segment
    record.add(ev.EffectBegan(audience=audience, who=begun.who, segment=segment, effect=begun))
    return None


def end_effect(record: Record, command: cmd.EndEffect) -> Refusal | None:
    """End an effect before its time (S-33)."""
    effect = next((e for e in record.encounter.effects if e.id == command.effect), None)
    if effect is None:
        return Refusal(code="no-such-effect", rule="S-33", text=command.effect)
    if effect.status != "running":
        return Refusal(code="effect-over", rule="S-33", text=effect.name)
    durations.end_effect(record, effect)
    return None
