"""Dice by label: the same seed and label always give the same roll, whatever else was rolled (K-6)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Protocol


class Dice(Protocol):
    """What the rules need of dice."""

    def roll(self, label: str, sides: int) -> int:
        """A number from 1 to `sides` for this label."""
        ...


class SeededDice:
    """Dice keyed by seed and label, so one person's changed mind never shifts another's roll."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def roll(self, label: str, sides: int) -> int:
        """A number from 1 to `sides`, fixed by the seed and the label."""
        digest = hashlib.blake2b(f"{self._seed}/{label}/d{sides}".encode(), digest_size=8).digest()
        return int.from_bytes(digest) % sides + 1


class UnlistedRoll(LookupError):
    """A roll was asked for that the script does not list."""


class ScriptedDice:
    """Dice that fall as written down, for rule cases; an unlisted roll raises UnlistedRoll."""

    def __init__(self, rolls: Mapping[str, int]) -> None:
        self._rolls = dict(rolls)
        self._asked: set[str] = set()

    def roll(self, label: str, sides: int) -> int:
        """The number written down for this label; raises UnlistedRoll if there is none that fits."""
        if label not in self._rolls:
            raise UnlistedRoll(label)
        value = self._rolls[label]
        if not 1 <= value <= sides:
            raise UnlistedRoll(f"{label}: {value} is not on a d{sides}")
        self._asked.add(label)
        return value

    @property
    def unused(self) -> tuple[str, ...]:
        """Labels that were written down and never rolled."""
        return tuple(sorted(self._rolls.keys() - self._asked))
