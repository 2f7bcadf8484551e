"""A question to the GM, and its answer: private, kept, and without cost (K-9).

While a player's question is open the deadline is put off, at most by `ask_wait_seconds` in a round; with the
answer what was not needed of that is taken back. So whoever asks has as much time after the answer as before
the question, and nobody dithers by waiting for the GM.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from bot.store import EncounterRow, QuestionRow, Say, Store, Transaction
from bot.store.rows import whole_ms
from bot.table.rights import Person
from bot.table.saying import of_the_clock
from bot.table.timing import Policy

MOST_OPEN = 3
"""Questions of one person that may be open at a time."""

NotAsked = Literal["no-such-encounter", "over", "not-seated", "too-many", "is-gm"]
NotAnswered = Literal["no-such-question", "not-gm", "answered"]


async def ask(
    store: Store, key: str, by: Person, words: str, now: datetime, policy: Policy
) -> QuestionRow | NotAsked:
    """Keep the question, tell every GM, and let the clock wait for the answer."""
    now = whole_ms(now)
    async with store.transaction() as tx:
        row = await tx.encounter(key)
        if (refused := await not_asked(tx, row, by)) is not None:
            return refused
        assert row is not None
        encounter, number = row.encounter, row.encounter.round.number
        before = await tx.questions(key, number)
        hold = _hold(row, before, by, now, policy)
        asked = await tx.add_question(key, number, by.id, words, now, hold)
        for gm in encounter.gms:
            await tx.queue(key, Say("asked", number, gm, asked, asked), now)
        await _move(tx, row, hold, now)
        return QuestionRow(asked, key, number, by.id, words, now, hold)


async def not_asked(tx: Transaction, row: EncounterRow | None, by: Person) -> NotAsked | None:
    """Why this person cannot ask anything in the fight now; None who can."""
    if row is None:
        return "no-such-encounter"
    encounter = row.encounter
    if encounter.over:
        return "over"
    if by.id in encounter.gms:
        return "is-gm"
    if all(c.seat != by.id for c in encounter.combatants):
        return "not-seated"
    asked = await tx.questions(row.id, encounter.round.number)
    open_ = sum(q.person == by.id and q.answer is None for q in asked)
    return "too-many" if open_ >= MOST_OPEN else None


async def reply(
    store: Store, key: str, by: Person, number: int, words: str, now: datetime
) -> QuestionRow | NotAnswered:
    """Keep the answer, tell who asked, and let the clock go on."""
    now = whole_ms(now)
    async with store.transaction() as tx:
        row, question = await tx.encounter(key), await tx.question(key, number)
        if row is not None and by.id not in row.encounter.gms:
            return "not-gm"
        if row is None or question is None:
            return "no-such-question"
        if question.answer is not None:
            return "answered"
        waited = min(question.held, now - question.asked_at)
        await tx.answer_question(question, words, now, waited)
        await tx.queue(key, Say("answer", question.round, question.person, number, number), now)
        if question.round == row.encounter.round.number:
            await _move(tx, row, waited - question.held, now)
        return replace(question, answer=words)


def _hold(
    row: EncounterRow, before: tuple[QuestionRow, ...], by: Person, now: datetime, policy: Policy
) -> timedelta:
    """For how long the deadline is put off: not twice at once, for nobody who has declared, within bounds."""
    waits = any(c.seat == by.id for c in row.encounter.awaited)
    if row.deadline is None or row.deadline <= now or row.encounter.round.stage != "declaring" or not waits:
        return timedelta()
    if any(q.answer is None and q.held and q.asked_at + q.held > now for q in before):
        return timedelta()
    most = min(policy.ask_wait_seconds, row.declaration_seconds // 2)
    return max(timedelta(), timedelta(seconds=most) - sum((q.held for q in before), timedelta()))


async def _move(tx: Transaction, row: EncounterRow, by: timedelta, now: datetime) -> None:
    """Move the deadline, and draw anew what shows it."""
    if not by or row.deadline is None or row.encounter.round.stage != "declaring":
        return
    number = row.encounter.round.number
    await tx.save_encounter(replace(row, deadline=max(now, row.deadline + by)))
    panels = [message.person for message in await tx.messages(row.id, number, "panel")]
    for say in of_the_clock(None, number, panels):
        await tx.queue(row.id, say, now)
