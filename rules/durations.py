"""When effects end (S-33, P-19)."""

from __future__ import annotations

from rules import events as ev
from rules.audience import private, public
from rules.encounter import Encounter
from rules.events import Audience
from rules.record import Record
from rules.values import BEATS, SEGMENTS_PER_ROUND, Effect
from rules.visibility import Viewer, view

MOST_EFFECTS = 200
"""Effects that may run in one fight."""


def last_round(begun: int, rounds: int) -> int:
    """The number of the round at whose end an effect begun in round `begun` is over (P-19).

    One round lasts to the end of the next one. Of more rounds the one begun is the first, even if it was
    spent casting; so "1 round" and "2 rounds" end together. Raises ValueError for less than one round.
    """
    if rounds < 1:
        raise ValueError(rounds)
    return begun + 1 if rounds == 1 else begun + rounds - 1


def ends(encounter: Encounter, effect: Effect) -> tuple[int, int]:
    """Round and beat at whose end it is over.

    `segments`: at the same segment `n` rounds later (S-33). `phases`: one round lasts to the end of the
    next, and of `n` the round begun is the first (P-19).
    """
    if encounter.ruleset == "phases" and effect.rounds:
        return last_round(effect.round, effect.rounds), BEATS["phases"]
    begun = effect.round * SEGMENTS_PER_ROUND + effect.segment
    last = begun + effect.rounds * SEGMENTS_PER_ROUND + effect.segments
    round_, segment = divmod(last - 1, SEGMENTS_PER_ROUND)
    if effect.rounds and encounter.settings.effects_end == "round-end":
        segment = SEGMENTS_PER_ROUND - 1
    return round_, segment + 1


def expire(record: Record) -> None:
    """End what is over by the end of the beat under way."""
    encounter = record.encounter
    now = (encounter.round.number, encounter.round.segment)
    for effect in encounter.effects:
        if effect.status == "running" and ends(encounter, effect) <= now:
            over = effect.model_copy(update={"status": "expired"})
            audience = audience_of(encounter, over)
            record.add(ev.EffectEnded(audience=audience, who=over.who, segment=now[1], effect=over))


def end_effect(record: Record, effect: Effect) -> None:
    """End an effect before its time, by the GM's word (K-13, S-33)."""
    over = effect.model_copy(update={"status": "ended"})
    record.add(
        ev.EffectEnded(
            audience=audience_of(record.encounter, over),
            overruled=True,
            who=over.who,
            segment=record.encounter.round.segment,
            effect=over,
        )
    )


def left(encounter: Encounter, effect: Effect) -> tuple[int, int]:
    """Whole rounds, and segments beside them, until it is over; in `phases` rounds, this one counted."""
    last, beat = ends(encounter, effect)
    now = encounter.round
    if encounter.ruleset == "phases":
        return last - now.number + (0 if now.stage == "ended" else 1), 0
    # Before segment 1 is called nothing of the round has passed.
    gone = now.number * SEGMENTS_PER_ROUND + now.segment
    return divmod(max(0, last * SEGMENTS_PER_ROUND + beat - gone), SEGMENTS_PER_ROUND)


def running(encounter: Encounter, viewer: Viewer) -> tuple[Effect, ...]:
    """The effects that have not ended and that this viewer may know of, the oldest first (K-8)."""
    began = (
        ev.EffectBegan(audience=audience_of(encounter, e), who=e.who, segment=e.segment, effect=e)
        for e in encounter.effects
        if e.status == "running"
    )
    return tuple(event.effect for event in began if view(event, viewer) is not None)


def audience_of(encounter: Encounter, effect: Effect) -> Audience:
    """Who may know of it; of one on a hidden creature the GM alone (K-8)."""
    if effect.seen == "public":
        return public(encounter, effect.who) if effect.who else "everyone"
    if effect.seen == "owner" and effect.who is not None:
        return private(encounter, effect.who)
    return "gm"
