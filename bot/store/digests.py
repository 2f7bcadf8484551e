"""The digests of what was sealed at each close. One counts as long as its close is not taken back."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store.statements import Statements


@dataclass(frozen=True)
class DigestRow:
    """The digest of one close: the number of its event, the round, and whether the close was taken back."""

    seq: int
    round: int
    digest: str
    taken_back: bool


class Digests(Statements):
    """Digests, in one transaction."""

    async def save_digest(self, key: str, seq: int, round_: int, digest: str) -> None:
        """Keep the digest of a close; it never changes after that."""
        await self._rows(
            "INSERT INTO digests (encounter_id, seq, round, digest) VALUES (?, ?, ?, ?)",
            key,
            seq,
            round_,
            digest,
        )

    async def digests(self, key: str, first: int = 0, last: int | None = None) -> tuple[DigestRow, ...]:
        """The digests of the closes among the events with these numbers, in order; without, all."""
        rows = await self._rows(
            "SELECT seq, digests.round, digest, undone FROM digests JOIN events USING (encounter_id, seq)"
            " WHERE encounter_id = ? AND seq BETWEEN ? AND ifnull(?, seq) ORDER BY seq",
            key,
            first,
            last,
        )
        return tuple(DigestRow(seq, number, digest, bool(undone)) for seq, number, digest, undone in rows)
