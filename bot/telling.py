"""What a post says, drawn when it is sent from what is stored then; nothing where it has become pointless."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.narration.chart import chart
from bot.narration.words import Names
from bot.render import Card, text_card
from bot.store import EncounterRow, Post, Say, Transaction
from bot.ui.board import (
    board,
    close_cards,
    news_cards,
    reminder_card,
    reopened_card,
    summary_cards,
    waiting_card,
)
from bot.ui.console import console, question_card
from bot.ui.desk import Desk
from bot.ui.draft import Draft, fresh
from bot.ui.panel import closed_panel, panel
from rules import EVERYONE, Event, view
from rules import events as ev


async def cards_for(tx: Transaction, row: EncounterRow, post: Post) -> tuple[Card, ...]:
    """What to say, drawn from what is stored now; nothing where it has become pointless."""
    say, encounter = post.say, row.encounter
    match say.kind:
        case "board":
            return (board(row.id, encounter, row.closes_at),) if say.round == encounter.round.number else ()
        case "panel":
            return await _panel(tx, row, post)
        case "console":
            closed = await tx.dm_closed([c.seat for c in encounter.combatants if c.seat])
            return (console(row.id, encounter, row.closes_at, tuple(closed), asks=False),)
        case "question":
            asked = await tx.events(row.id, say.first or 0, say.first or 0)
            card = question_card(row.id, encounter, _about(asked))
            return (card,) if card is not None else ()
        case "reminder":
            waiting = [c for c in encounter.awaited if c.seat == say.person]
            open_ = encounter.round.stage == "declaring" and encounter.round.number == say.round
            return (reminder_card(row.id, encounter, row.closes_at, waiting),) if waiting and open_ else ()
        case "reopened":
            mine = [c for c in encounter.awaited if c.seat == say.person]
            open_ = encounter.round.stage == "declaring" and encounter.round.number == say.round
            return (reopened_card(row.id, encounter, row.closes_at, mine),) if mine and open_ else ()
        case "extended":
            return _extended(row)
        case "waiting":
            return (waiting_card(),) if encounter.round.questions else ()
        case "ended":
            return (text_card("## The fight is over", tone="calm"),)
        case _:
            events = await tx.events(row.id, say.first or 0, say.last or 0)
            if say.kind == "close":
                return close_cards(encounter, say.round, events)
            if say.kind == "summary":
                return await _with_picture(tx, row, say, events)
            return news_cards(encounter, events)


async def _with_picture(
    tx: Transaction, row: EncounterRow, say: Say, events: Sequence[Event]
) -> tuple[Card, ...]:
    """The summary; with that of a round's end comes a picture of the whole round."""
    cards = summary_cards(row.id, row.encounter, say.round, events)
    ended = any(isinstance(event, ev.RoundEnded) for event in events)
    if not (cards and ended and row.options.picture):
        return cards
    seen = [shown for event in await tx.events_of(row.id, say.round) if (shown := view(event, EVERYONE))]
    picture = chart(say.round, seen, Names(row.encounter, EVERYONE, seen))
    return (*cards[:-1], replace(cards[-1], chart=picture))


async def _panel(tx: Transaction, row: EncounterRow, post: Post) -> tuple[Card, ...]:
    encounter, person = row.encounter, post.say.person
    if post.say.round != encounter.round.number:
        return ()
    desk = Desk(row.id, encounter, person, row.closes_at)
    if encounter.round.stage != "declaring" or encounter.over:
        return (closed_panel(desk),)
    who = desk.first()
    if who is None:
        return ()
    kept = await tx.draft(row.id, encounter.round.number, person, who)
    draft = Draft.model_validate(kept.body) if kept is not None else fresh(who.removeprefix("*"))
    return (panel(desk, who, draft),)


def _about(asked: Sequence[Event]) -> str | None:
    """The slot a question is about."""
    match asked:
        case [ev.BlowAsked() as event]:
            return event.blow
        case [ev.TimeAsked() as event]:
            return event.slot
        case _:
            return None


def _extended(row: EncounterRow) -> tuple[Card, ...]:
    if row.closes_at is None:
        return ()
    stamp = int(row.closes_at.timestamp())
    return (text_card(f"⏳ The GM gives more time: declarations close <t:{stamp}:R>.", tone="declare"),)
