"""Whether a fight in a file tells the declarations that were sealed: every round's sums done again."""

from __future__ import annotations

from rules.encounter import Encounter, apply
from rules.envelopes import Envelope, digest_of, seal_of, told_digest
from rules.events import DeclarationsClosed, DeclarationSealed
from rules.replay import FightRecord
from rules.value import Value
from rules.values import CombatantId


class Verified(Value):
    """What came of one round: its digest as it was posted, what differs, and what else is to be known."""

    round: int
    digest: str
    differs: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def verify(record: FightRecord) -> tuple[Verified, ...]:
    """Each round that was closed, or has an envelope, in order.

    Raises KeyError where an event speaks of who is not in the fight.
    """
    closed, late = _closed(record)
    counting = {e.round: e for e in record.envelopes if not e.taken_back}
    found = []
    for number in sorted({*closed, *counting}):
        envelope, encounter = counting.get(number), closed.get(number)
        notes = [
            f"an earlier seal, {told_digest(e.digest)}, was taken back with its close: the later one counts"
            for e in record.envelopes
            if e.round == number and e.taken_back
        ]
        names = [_name(encounter, who) for who in late.get(number, ()) if encounter is not None]
        notes += [f"{name} declared after the close, so not under this seal" for name in names]
        digest = told_digest(envelope.digest) if envelope is not None else ""
        differs = _differs(encounter, envelope)
        found.append(Verified(round=number, digest=digest, differs=differs, notes=tuple(notes)))
    return tuple(found)


def verified_lines(file: str, rounds: tuple[Verified, ...]) -> list[str]:
    """The outcome as lines to read."""
    lines = []
    for each in rounds:
        if not each.differs:
            lines.append(f"round {each.round}: as sealed. The channel must show: {each.digest}")
        lines += [f"{file}: round {each.round}: {what}" for what in each.differs]
        lines += [f"  round {each.round}: {note}" for note in each.notes]
    return lines


def _closed(record: FightRecord) -> tuple[dict[int, Encounter], dict[int, list[CombatantId]]]:
    """The fight as it was at each close, and who declared after it, by round."""
    encounter = record.start
    closed: dict[int, Encounter] = {}
    late: dict[int, list[CombatantId]] = {}
    for event in record.events:
        encounter = apply(encounter, event)
        number = encounter.round.number
        if isinstance(event, DeclarationsClosed):
            closed[number] = encounter
        elif isinstance(event, DeclarationSealed) and number in closed:
            late.setdefault(number, []).append(event.who)
    return closed, late


def _differs(encounter: Encounter | None, envelope: Envelope | None) -> tuple[str, ...]:
    if envelope is None:
        return ("its seal is missing from the file",)
    if encounter is None:
        return ("its events are missing from the file",)
    told = {d.who: d for d in encounter.round.declarations}
    number, found = envelope.round, []
    for seal in envelope.seals:
        name = _name(encounter, seal.who)
        if seal.declaration.who != seal.who or seal_of(number, seal.salt, seal.declaration) != seal.seal:
            found.append(f"{name}: the declaration or its salt is not what was sealed")
        elif seal.who not in told:
            found.append(f"{name}: sealed, but not in the events")
        elif told[seal.who] != seal.declaration:
            found.append(f"{name}: the events tell another declaration than was sealed")
    sealed = {seal.who for seal in envelope.seals}
    found += [f"{_name(encounter, who)}: in the events, but not sealed" for who in told if who not in sealed]
    if digest_of(number, envelope.salt, (seal.seal for seal in envelope.seals)) != envelope.digest:
        found.append("the seals do not come to its digest")
    return tuple(found)


def _name(encounter: Encounter | None, who: CombatantId) -> str:
    found = encounter.find(who) if encounter is not None else None
    return found.name if found is not None else who
