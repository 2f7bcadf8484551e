"""What the command line prints of a round and of the catalogue. The bot's own sentences live in the bot."""

from __future__ import annotations

from collections.abc import Iterable

from rules import events as ev
from rules.abilities import AbilityLine, as_ability
from rules.cases.trial import Played
from rules.catalogue import Action, action
from rules.encounter import Encounter
from rules.rulesets.phases.steps import step_of
from rules.values import CombatantId, Slot

SILENT = (ev.RoundEnded, ev.DeclarationsClosed, ev.DeclarationSealed, ev.Planned, ev.RoundOpened)
"""Events that say nothing a reader of the timeline would miss."""


_QUESTIONS = {
    "blow": "did the blow strike?",
    "time": "how many segments does it take?",
    "target": "the target is gone: at whom does the blow go?",
    "break": "does it get out of melee?",
    "spell-target": "at whom does the spell go? (or the player)",
    "turn": "what does it do on its turn? (or the player)",
}


def timeline(rounds: Iterable[Played]) -> list[str]:
    """All rounds as lines: dice, Delays, what begins and ends on each segment and why in that order."""
    lines: list[str] = []
    for played in rounds:
        lines.append(f"Round {played.encounter.round.number}")
        told = [event for event in played.events if not isinstance(event, SILENT)]
        lines += [f"  {_line(played.encounter, event)}" for event in told]
        lines += [f"  refused: {r.model_dump_json(exclude_defaults=True)}" for r in played.refusals]
        if played.waiting is not None:
            about = _name(played.encounter, played.waiting.who)
            lines.append(f"  the GM is asked about {about}: {_QUESTIONS[played.waiting.kind]}")
    return lines


def _name(encounter: Encounter, who: CombatantId | None) -> str:
    found = encounter.find(who) if who else None
    return found.name if found else who or ""


def _deed(encounter: Encounter, slot: Slot) -> str:
    """One activity in a few words: `Melee attack (axe) at Mira, 3 segments`."""
    words = action(encounter.ruleset, slot.action).name
    if what := slot.name or slot.weapon or slot.note:
        words += f" ({what})"
    if aim := _name(encounter, slot.target) or slot.at:
        words += f" at {aim}"
    if slot.feet:
        words += f", {slot.feet} ft"
    return words


def _step_line(encounter: Encounter, event: ev.Event, who: str) -> str:
    """One event as a line, where it reads otherwise in steps; else nothing."""
    match event:
        case ev.SegmentCalled() if event.step is not None:
            rank = f" ({event.step.rank})" if event.step.rank else ""
            return f"{event.step.letter} · {event.step.name}{rank}"
        case ev.IntentionsWanted():
            return "no intention yet: " + ", ".join(_name(encounter, c) for c in event.combatants)
        case ev.SpellsListed():
            told = (f"{_name(encounter, s.who)}: {_deed(encounter, s)}" for s in event.spells)
            return "spells for E: " + "; ".join(told)
        case ev.Delayed():
            return f"Delay: {who} ({event.delay.cause})"
        case ev.Began():
            return f"  begins: {who}: {_deed(encounter, event.slot)}"
        case ev.Completed():
            return f"  done: {who}: {_deed(encounter, event.slot)} [{_step_key(event.key)}]"
        case ev.ShotTimed():
            target = _name(encounter, event.target)
            return f"  shot: {who}, in segment {event.falls}: {target} at {event.feet} of {event.distance} ft"
        case _:
            return ""


def _step_key(key: ev.OrderKey) -> str:
    """Why it comes where it does in its step."""
    said = [f"die {key.die}"]
    said += [f"casting time {key.segments}"] if key.by == "casting" else []
    said += [f"speed factor {key.speed_factor}"] if key.speed_factor is not None else []
    said += ["delayed"] if key.late else []
    return ", ".join(said)


def _line(encounter: Encounter, event: ev.Event) -> str:
    """One event as a line."""
    who = _name(encounter, event.owner)
    if encounter.ruleset == "phases" and (told := _step_line(encounter, event, who)):
        return told
    match event:
        case ev.SegmentCalled():
            return f"Segment {event.segment}"
        case ev.InitiativeRolled():
            return "initiative: " + ", ".join(f"{d.side} {d.die}" for d in event.dice)
        case ev.Delayed():
            return f"Delay: {who}, {event.delay.segments} segments ({event.delay.cause})"
        case ev.SpellAnnounced():
            return f"announced: {who} casts a {event.segments}-segment spell"
        case ev.Began():
            return f"  begins: {who}: {_deed(encounter, event.slot)}, to the end of segment {event.slot.end}"
        case ev.Completed():
            factor = event.key.speed_factor
            quick = f"speed factor {factor}" if factor is not None else f"{event.key.segments} segments"
            return f"  done: {who}: {_deed(encounter, event.slot)} [die {event.key.die}, {quick}]"
        case ev.Lost():
            by = f" by {_name(encounter, event.by)}" if event.by else ""
            return f"  lost: {who}: {_deed(encounter, event.slot)} ({event.reason}{by})"
        case ev.BlowJudged():
            return f"  {who} {'struck' if event.struck else 'missed'} {_name(encounter, event.target)}"
        case ev.Engaged() | ev.Disengaged():
            return f"  {event.kind}: {who} and {_name(encounter, event.foe)}"
        case ev.CarriedOver():
            return f"goes on next round: {who}: {_deed(encounter, event.slot)}, {event.left} to go"
        case _:
            return _turn(encounter, event, who)


def _beat(encounter: Encounter, beat: int) -> str:
    """A beat in the middle of a sentence: `segment 5`, `D2 (high)`."""
    if encounter.ruleset == "segments":
        return f"segment {beat}"
    step = step_of(beat)
    return f"{step.letter} ({step.rank})" if step.rank else step.letter


def _turn(encounter: Encounter, event: ev.Event, who: str) -> str:
    """What turned out otherwise, and what is told by its kind alone."""
    match event:
        case ev.Changed():
            return f"  changes: {who}, {event.price} segments later"
        case ev.ChargesMet():
            return f"  the charges of {who} and {_name(encounter, event.foe)} meet"
        case ev.BrokeOff():
            return f"  {who} {'breaks off' if event.allowed else 'is kept in melee'}"
        case ev.PinAdded() | ev.PinRemoved():
            said = "pinned to" if isinstance(event, ev.PinAdded) else "no longer pinned to"
            return (
                f"{said} {_beat(encounter, event.pin.segment)} of round {event.pin.round}: {event.pin.text}"
            )
        case ev.Befell():
            return f"  befalls: {event.pin.text}"
        case ev.EffectBegan() | ev.EffectEnded():
            return f"  effect {'begins' if event.effect.status == 'running' else 'ends'}: {event.effect.name}"
        case _:
            return f"  {event.kind.replace('_', ' ')}: {who}".rstrip(": ")


def catalogue(rows: Iterable[Action]) -> list[str]:
    """The table of actions: majors, then minors; name, time, what must be said, when it shows."""
    shown = {"start": "as it starts", "end": "when complete", "spell": "sealed to the end"}
    rows = sorted(rows, key=lambda r: r.kind)
    wide = 26 if any(row.step for row in rows) else 10
    lines = [_columns("action", "kind", "step" if wide > 10 else "time", "must say", "shown", wide)]
    for row in rows:
        time = f"{row.default} ({row.time})" if row.default is not None else str(row.time)
        if row.step:
            must = row.declared or row.spell or row.activity == "complex"
            time = f"{row.step}{f' {row.activity}' if row.activity else ''}{' (declared)' if must else ''}"
        lines.append(
            _columns(f"{row.key}: {row.name}", row.kind, time, ", ".join(row.needs), shown[row.shown], wide)
        )
    return lines


def _columns(name: str, kind: str, time: str, needs: str, shown: str, wide: int) -> str:
    return f"{name:<44}{kind:<7}{time:<{wide}}{needs:<23}{shown}".rstrip()


def ability_parts(line: AbilityLine) -> list[str]:
    """What was read of an ability line, what the rules make of it, and what could not be read."""
    made = as_ability(line)
    read = {field: getattr(line, field) for field in line.model_fields}
    told = [f"{field}: {_part(said)}" for field, said in read.items() if said not in ("", (), None)]
    time = "the house's" if made.segments is None else f"{made.segments}"
    kind = "minor" if made.minor else "major"
    told.append(f"for the rules: {made.magic}, {kind}, segments: {time}, mark: {made.mark or 'none'}")
    return told + [f"not understood, kept as text: {piece.part}: {piece.text}" for piece in line.unread]


def _part(said: object) -> str:
    match said:
        case bool():
            return "yes" if said else "no"
        case tuple():
            return "; ".join(said)
        case _:
            return str(said)
