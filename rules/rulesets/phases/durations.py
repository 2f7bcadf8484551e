"""When an effect ends: by rounds alone, nobody counts segments (P-19)."""

from __future__ import annotations


def ends(begun: int, rounds: int) -> int:
    """The number of the round at whose end an effect begun in round `begun` is over (P-19).

    One round lasts to the end of the next one. Of more rounds the one begun is the first, even if it was
    spent casting; so "1 round" and "2 rounds" end together. Raises ValueError for less than one round.
    """
    if rounds < 1:
        raise ValueError(rounds)
    return begun + 1 if rounds == 1 else begun + rounds - 1
