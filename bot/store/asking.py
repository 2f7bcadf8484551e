"""Questions to the GM and their answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.store.rows import Json, QuestionRow, from_ms, span_ms, to_ms
from bot.store.statements import Statements

_QUESTION = "SELECT id, encounter_id, round, person, words, asked_at, held, answer FROM questions"


class Asking(Statements):
    """Questions, in one transaction."""

    async def add_question(
        self, key: str, round_: int, person: str, words: str, now: datetime, held: timedelta
    ) -> int:
        """Keep a question; gives its number."""
        rows = await self._rows(
            "INSERT INTO questions (encounter_id, round, person, words, asked_at, held)"
            " VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
            key,
            round_,
            person,
            words,
            to_ms(now),
            span_ms(held),
        )
        number = rows[0][0]
        assert isinstance(number, int)
        return number

    async def question(self, key: str, number: int) -> QuestionRow | None:
        """The question of that number, if it is of that fight."""
        rows = await self._rows(f"{_QUESTION} WHERE encounter_id = ? AND id = ?", key, number)
        return _question(rows[0]) if rows else None

    async def questions(self, key: str, round_: int) -> tuple[QuestionRow, ...]:
        """All questions of a round, in order."""
        rows = await self._rows(f"{_QUESTION} WHERE encounter_id = ? AND round = ? ORDER BY id", key, round_)
        return tuple(_question(row) for row in rows)

    async def answer_question(
        self, question: QuestionRow, answer: str, now: datetime, held: timedelta
    ) -> None:
        """Keep the answer, and how long the clock has waited for it."""
        await self._rows(
            "UPDATE questions SET answer = ?, answered_at = ?, held = ? WHERE id = ?",
            answer,
            to_ms(now),
            span_ms(held),
            question.id,
        )


def _question(row: Sequence[Json]) -> QuestionRow:
    number, key, round_, person, words, asked_at, held, answer = row
    return QuestionRow(
        id=number,
        key=key,
        round=round_,
        person=person,
        words=words,
        asked_at=from_ms(asked_at),
        held=timedelta(milliseconds=held),
        answer=answer,
    )
