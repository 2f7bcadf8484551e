"""What was sealed at each close: its digest kept at once, its contents given out once the fight is over."""

from __future__ import annotations

from collections.abc import Sequence

from bot.store import EncounterRow, Transaction
from rules import Encounter, Envelope, Event, apply, envelope
from rules import events as ev


async def keep_digest(tx: Transaction, before: EncounterRow, events: Sequence[Event]) -> None:
    """Keep the digest of what is sealed where these events, the next of the fight, close declarations."""
    closes = [place for place, event in enumerate(events) if isinstance(event, ev.DeclarationsClosed)]
    if not closes:
        return
    encounter = before.encounter
    for seq, event in enumerate(events[: closes[-1] + 1], before.seq + 1):
        encounter = apply(encounter, event)
        if isinstance(event, ev.DeclarationsClosed):
            made = envelope(encounter, before.seed, seq)
            await tx.save_digest(before.id, seq, made.round, made.digest)


async def envelopes(
    tx: Transaction, row: EncounterRow, start: Encounter, numbered: Sequence[tuple[int, Event]]
) -> tuple[Envelope, ...]:
    """Every envelope of the fight, of which these are the start and all events with their numbers.

    While it goes on with the digest alone, for the salts are secret.
    """
    kept = await tx.digests(row.id)
    opened: dict[int, Envelope] = {}
    if row.encounter.over:
        encounter = start
        for seq, event in numbered:
            encounter = apply(encounter, event)
            if isinstance(event, ev.DeclarationsClosed):
                opened[seq] = envelope(encounter, row.seed, seq)
    # The digest is the one that was kept, and posted: never one made afterwards.
    return tuple(
        opened.get(each.seq, Envelope(round=each.round, digest="")).model_copy(
            update={"digest": each.digest, "taken_back": each.taken_back}
        )
        for each in kept
    )
