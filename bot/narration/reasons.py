"""Why a round came out as it did: a line for each reason, and at its end the rule it rests on, in brackets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from bot.narration import steps
from bot.narration.phrases import doing
from bot.narration.summary import carried
from bot.narration.words import Names, count, escape, listed, long_spell, possessive, sentence
from rules import Event, Slot
from rules import events as ev
from rules.events import Loss, OrderKey

LOSSES: dict[Loss, tuple[str, str, str]] = {
    "struck": ("a blow struck before the spell was complete", "S-23", "P-17"),
    "disturbed": ("the caster was disturbed", "S-23", "P-17"),
    "down": ("down, asleep or held", "K-15", "K-15"),
    "target-gone": ("the target had fallen or was out of reach by then", "K-17", "K-17"),
    "never-begun": ("given up before it began", "S-24", "P-8"),
    "removed": ("whoever leaves the fight finishes nothing", "K-17", "K-17"),
    "abandoned": ("what was begun last round was given up", "S-24", "P-15"),
    "changed": ("something else was decided on instead", "S-20", "P-10"),
    "unused": ("what it was held for did not come about", "S-26", "P-5"),
    "caught": ("it cannot begin in melee", "S-14", "P-20"),
    "kept-in-melee": ("the GM says there was no getting away", "S-28", "S-28"),
    "given-up": ("another mind: what was declared is given up", "P-10", "P-10"),
    "delayed": ("a Delay left no time for it", "P-20", "P-20"),
    "surprised": ("the surprised do nothing", "P-27", "P-27"),
}
"""Why an activity came to nothing, in words, with the rule in `segments` and in `phases`."""

SHOTS: dict[Loss, tuple[str, str]] = {
    "disturbed": ("disturbed in the middle of the shot", "S-32"),
    "unused": ("nobody came to melee the shooter", "S-31"),
    "caught": ("the shot had not begun when melee came", "S-32"),
}
"""The same where it is a shot."""

DELAYS = {
    "dithering": ("did not declare in time", "S-25", "P-9"),
    "called": ("the GM called dithering", "S-21", "P-9"),
    "late": ("declared late", "S-25", "P-9"),
    "changed": ("decided on something else", "S-20", "P-10"),
    "chosen": ("chose to wait", "S-26", "P-8"),
    "surprise": ("was surprised", "S-27", "P-27"),
}
"""Causes of a Delay, in words after the name, with the rule in `segments` and in `phases`."""


@dataclass
class _Telling:
    """The reasons while they are gathered: what is completed waits until its segment is over."""

    names: Names
    lines: list[str] = field(default_factory=list)
    done: list[ev.Completed] = field(default_factory=list)
    slots: dict[str, Slot] = field(default_factory=dict)

    def add(self, text: str, rule: str) -> None:
        """One more reason, unless it has been given."""
        line = f"{sentence(text)} [{rule}]"
        if line not in self.lines:
            self.lines.append(line)

    def rule(self, segments: str, phases: str) -> str:
        """The rule of the ruleset that is played."""
        return phases if self.names.steps else segments

    def at(self, beat: int) -> str:
        """The segment, or the step, before what is said of it."""
        return f"{'' if self.names.steps else 'segment '}{self.names.beat(beat)}: " if beat > 0 else ""


def reasons(events: Iterable[Event], names: Names) -> tuple[str, ...]:
    """Why things came out so, of events as the reader may see them; the names are those the reader knows."""
    told = _Telling(names)
    finished: list[ev.Completed] = []
    for event in events:
        if isinstance(event, ev.SegmentCalled | ev.RoundEnded):
            _order(told)
        if isinstance(event, ev.Completed):
            told.done.append(event)
            finished.append(event)
        _reason(event, told)
    _order(told)
    if not names.steps:
        _weapons(finished, told)
    return tuple(told.lines)


def _reason(event: Event, told: _Telling) -> None:
    match event:
        case ev.Planned():
            told.slots |= {slot.id: slot for slot in event.plan.slots}
        case ev.Delayed():
            _delay(event, told)
        case ev.DelayPardoned():
            told.add(f"the GM pardons {possessive(told.names[event.who])} Delay", "K-10")
        case ev.SpellAnnounced():
            _announced(event, told)
        case ev.InitiativeRolled() if event.dice:
            dice = listed(f"{escape(side.side)} {side.die}" for side in event.dice)
            told.add(f"initiative: {dice}", told.rule("S-22", "P-6"))
        case ev.Lost():
            _loss(event, told)
        case ev.CarriedOver():
            told.add(carried(event, told.names), told.rule("S-24", "P-15"))
        case ev.TimeSet():
            time = count(event.segments, "segment")
            told.add(f"{_activity(event, told)} takes {time}: the GM says so", "K-5")
        case _:
            _turned(event, told)


def _turned(event: Event, told: _Telling) -> None:
    """What the GM or somebody's word, or a meeting, turned into something else."""
    names = told.names
    match event:
        case ev.BlowJudged():
            said = "struck" if event.struck else "missed"
            blow = f"{possessive(names[event.who])} blow at {names[event.target]}"
            told.add(f"{told.at(event.segment)}the GM, or the house, says that {blow} {said}", "K-14")
        case ev.Changed():
            die = f"the die shows {event.roll}" if event.roll is not None else "a fixed price"
            price = count(event.price, "segment")
            who = names[event.who]
            told.add(f"{told.at(event.segment)}{who} does something else, {price} later ({die})", "S-20")
        case ev.ChargesMet():
            who = f"the charges of {names[event.who]} and {names[event.foe]}"
            told.add(f"{told.at(event.segment)}{who} meet half-way", "S-14")
        case ev.BrokeOff() if event.allowed:
            told.add(f"{told.at(event.segment)}{names[event.who]} gets away from melee", "S-28")
        case ev.Retargeted() if names.named(event.target):
            slot = told.slots.get(event.slot)
            rule = "S-32" if slot is not None and slot.action == "missile" else "K-17"
            aim = f"{_activity(event, told)} goes at {names[event.target]}"
            told.add(aim, "K-13" if event.overruled else rule)
        case ev.Waived():
            told.add(f"the GM waives {escape(event.rule)} for {names[event.who]}", "K-13")
        case ev.WentOff():
            told.add(f"{told.at(event.segment)}{steps.went_off(event, names)}: an immediate ability", "P-18")
        case ev.TurnPassed():
            told.add(f"{told.at(event.segment)}{names[event.who]} lets the turn go by", "P-5")
        case ev.Queued():
            told.add(steps.queued(event, names), "P-3")
        case ev.OrderMarked():
            told.add(steps.private(event, names), "P-28")
        case ev.Hastened():
            told.add(steps.private(event, names), "P-3")
        case ev.ShotTimed():
            who = f"{possessive(names[event.who])} shot at {names[event.target]}"
            told.add(f"{who} falls in segment {event.falls}, after {event.feet} ft of the way", "P-12")
        case _:
            pass


def _delay(event: ev.Delayed, told: _Telling) -> None:
    delay = event.delay
    why, segments, phases = DELAYS[delay.cause]
    if told.names.steps:
        cost = "so acts in LOW"
    else:
        die = f"the die shows {delay.roll}" if delay.roll is not None else "no die"
        cost = f"starts {count(delay.segments, 'segment')} later ({die})"
    told.add(
        f"Delay: {told.names[event.who]} {why}{', ' if told.names.steps else ' and '}{cost}",
        told.rule(segments, phases),
    )


def _announced(event: ev.SpellAnnounced, told: _Telling) -> None:
    spell = f"{told.names[event.who]} is casting {long_spell(event.segments)}"
    if event.fills_round:
        told.add(f"{spell}, which fills the round", "S-29")
    else:
        told.add(f"{spell}: the table hears the time and no more", "S-16")


def _loss(event: ev.Lost, told: _Telling) -> None:
    slot, names = event.slot, told.names
    why, segments, phases = LOSSES[event.reason]
    rule = told.rule(segments, phases)
    if slot.action == "missile" and event.reason in SHOTS and not names.steps:
        why, rule = SHOTS[event.reason]
    what = "casting a spell" if event.sealed and not slot.name else doing(slot, names)
    if event.by is not None and names.named(event.by):
        why = f"{why} (by {names[event.by]})"
    if event.overruled:
        why, rule = f"{why}, by the GM's word", "K-13"
    ends = "does not finish" if slot.status == "begun" else "does not begin"
    told.add(f"{told.at(event.segment)}{names[event.who]} {ends} {what}: {why}", rule)


def _activity(event: ev.TimeSet | ev.Retargeted, told: _Telling) -> str:
    """What an event about a slot's id is about, as far as the reader knows."""
    slot = told.slots.get(event.slot)
    who = told.names[event.who]
    return f"{who} ({doing(slot, told.names)})" if slot is not None else f"what {who} does"


# --- order (S-22) --------------------------------------------------------------------------------------


def _order(told: _Telling) -> None:
    """Why what was completed on one segment came in that order: those alike together, then from one to the next."""
    names = told.names
    for segment, here in groupby(told.done, lambda event: event.segment):
        runs = [list(run) for _, run in groupby(here, lambda event: event.key)]
        for run in runs:
            if len({event.who for event in run}) > 1:
                why, rule = _together(run[0].key, told)
                told.add(f"{told.at(segment)}{_who(run, names)} act together: {why}", rule)
        for before, after in pairwise(runs):
            if before[-1].who == after[0].who:
                continue
            why, rule, same = _between(before[-1].key, after[0].key, told)
            word = "and" if same else "before"
            also = " act together" if same else ""
            told.add(
                f"{told.at(segment)}{_who(before, names)} {word} {_who(after, names)}{also}: {why}", rule
            )
    told.done = []


def _who(run: Sequence[ev.Completed], names: Names) -> str:
    """Those of a run, each once; several of a group as a number."""
    ids = dict.fromkeys(event.who for event in run)
    known = [combatant for who in ids if (combatant := names.combatant(who)) is not None]
    others = [names[who] for who in ids if names.combatant(who) is None]
    return listed([*names.several(known), *others])


def _together(key: OrderKey, told: _Telling) -> tuple[str, str]:
    """What is the same for all of them."""
    if key.together is not None:
        return "the GM says so", "S-22"
    equal = [f"initiative {key.die}"]
    if key.speed_factor is not None:
        equal.append(f"speed factor {key.speed_factor}")
    elif key.by != "step" and key.segments:
        equal.append(count(key.segments, "segment"))
    return f"{listed(equal)} each", told.rule("S-22", "P-16" if key.by == "casting" else "P-6")


def _between(before: OrderKey, after: OrderKey, told: _Telling) -> tuple[str, str, bool]:
    """What decides between two keys, its rule, and whether it leaves them together."""
    if before.together is not None and before.together == after.together:
        return "the GM says so", "S-22", True
    if before.by != "segment":
        return _in_step(before, after)
    del told
    if before.die != after.die:
        return f"initiative {before.die} against {after.die}", "S-22", False
    tie = f"initiative {before.die} each, "
    if before.speed_factor is not None and after.speed_factor is not None:
        same = before.speed_factor == after.speed_factor
        return f"{tie}speed factor {_against(before.speed_factor, after.speed_factor)}", "S-22", same
    same = before.segments == after.segments
    return f"{tie}{count(before.segments, 'segment')} {_rest(before.segments, after.segments)}", "S-22", same


def _in_step(before: OrderKey, after: OrderKey) -> tuple[str, str, bool]:
    if before.ready != after.ready:
        return "what is ready for a charge comes first", "P-4", False
    if before.late != after.late:
        return "the delayed come after", "P-16" if after.by == "casting" else "P-9", False
    # Where the house lets initiative order the spells, the longer may come first (P-16).
    if after.by == "casting" and before.segments < after.segments:
        return f"{count(before.segments, 'segment')} of casting against {after.segments}", "P-16", False
    if before.die != after.die:
        return f"initiative {before.die} against {after.die}", "P-6", False
    tie = f"initiative {before.die} each"
    factors = (before.speed_factor, after.speed_factor)
    if None not in factors and factors[0] != factors[1]:
        return f"{tie}, speed factor {factors[0]} against {factors[1]}", "P-13", False
    return tie, "P-6", True


def _against(one: int, other: int) -> str:
    return f"{one} {_rest(one, other)}"


def _rest(one: int, other: int) -> str:
    return "each" if one == other else f"against {other}"


# --- times (S-3, K-5) ----------------------------------------------------------------------------------


_ATTACKS = {"melee": "blow", "missile": "shot"}


def _weapons(finished: Sequence[ev.Completed], told: _Telling) -> None:
    """Where the time of a blow came from: its weapon, else the house."""
    blows: dict[tuple[str, str, int | None, int], list[ev.Completed]] = {}
    for event in finished:
        slot = event.slot
        if slot.action in _ATTACKS and slot.time is not None:
            factor = slot.speed_factor if slot.action == "melee" else None
            blows.setdefault((_ATTACKS[slot.action], slot.weapon, factor, slot.time), []).append(event)
    for (attack, weapon, factor, time), events in blows.items():
        who = f"{_who(events, told.names)}{f' ({escape(weapon)})' if weapon else ''}"
        lasts = f"the {attack} takes {count(time, 'segment')}"
        if factor is not None and time == max(1, min(factor, 7)):
            told.add(f"{who}: speed factor {factor}, so {lasts}", "S-3")
        else:
            told.add(f"{who}: {lasts}, by the table's settings or the GM's word", "K-5")
