"""Sealed envelopes: one digest over all declarations of a round, and the proof that nothing was altered.

At close every sealed declaration is hashed with a salt of its own (its seal), and the seals together are
hashed into the round's digest, which is posted. The digest tells nothing: salts are secret, a round without
declarations has one as well, and the same declarations closed on anew give another. Once the fight is over
the salts are given out, and anybody can do the sums again.

All hashes are SHA-256 over canonical JSON: keys sorted, no spaces, ASCII, values as usual left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import blake2b, sha256

from rules.encounter import Encounter
from rules.value import Value
from rules.values import CombatantId, Declaration

_GROUPS = 8
"""Groups of four digits of a digest that are shown: 128 bits, which nobody can hit by trying."""


class Seal(Value):
    """One declaration in an envelope: `seal` is the hash of round, combatant, salt and what it says."""

    who: CombatantId
    salt: str
    declaration: Declaration
    seal: str


class Envelope(Value):
    """All that was sealed in one round, and the digest posted at its close.

    While the fight goes on only the digest is given out. `taken_back`: the close was undone, so this one does
    not count.
    """

    round: int
    digest: str
    salt: str = ""
    seals: tuple[Seal, ...] = ()
    taken_back: bool = False


def envelope(closed: Encounter, seed: str, close: int) -> Envelope:
    """What is sealed as the declarations close; `close` is a number that no other close of the fight has."""
    number = closed.round.number
    seals = []
    for declaration in sorted(closed.round.declarations, key=lambda d: d.who):
        salt = _salt(seed, number, close, declaration.who)
        seals.append(
            Seal(
                who=declaration.who,
                salt=salt,
                declaration=declaration,
                seal=seal_of(number, salt, declaration),
            )
        )
    salt = _salt(seed, number, close, "")
    digest = digest_of(number, salt, (seal.seal for seal in seals))
    return Envelope(round=number, digest=digest, salt=salt, seals=tuple(seals))


def seal_of(number: int, salt: str, declaration: Declaration) -> str:
    """The hash of one declaration of that round."""
    said = declaration.model_dump(mode="json", exclude_defaults=True)
    return _hash({"round": number, "who": declaration.who, "salt": salt, "declaration": said})


def digest_of(number: int, salt: str, seals: Iterable[str]) -> str:
    """The hash of a round's seals."""
    return _hash({"round": number, "salt": salt, "seals": sorted(seals)})


def told_digest(digest: str) -> str:
    """A digest as it is posted: `3f9a 77c1 …`, always as long."""
    return " ".join(digest[4 * n : 4 * n + 4] for n in range(_GROUPS))


def _salt(seed: str, number: int, close: int, who: str) -> str:
    """128 bits that cannot be guessed without the seed."""
    about = json.dumps([number, close, who]).encode()
    return blake2b(about, key=sha256(seed.encode()).digest(), digest_size=16, person=b"envelope").hexdigest()


def _hash(value: object) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(text.encode("ascii")).hexdigest()
