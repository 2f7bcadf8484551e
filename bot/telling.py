"""What a post says, drawn when it is sent from what is stored then; nothing where it has become pointless."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.narration.chart import chart
from bot.narration.orders import changed_lines
from bot.narration.words import Names, escape, have, listed
from bot.render import Card, relative, text_card
from bot.store import EncounterRow, Post, PostKind, Say, Transaction
from bot.ui.astray import astray_card
from bot.ui.board import (
    board,
    close_cards,
    news_cards,
    reminder_card,
    reopened_card,
    status_card,
    summary_cards,
    waiting_card,
)
from bot.ui.console import NO_GM, console, question_card
from bot.ui.corrected import UNOPENED, correction_card
from bot.ui.desk import Desk
from bot.ui.draft import Draft, fresh
from bot.ui.lasting import effect_word
from bot.ui.notes import note_cards
from bot.ui.panel import closed_panel, panel
from bot.ui.questions import answer_for_asker, question_for_gm
from bot.ui.waiting import held_card
from rules import EVERYONE, Combatant, Encounter, Event, viewer_for, views
from rules import events as ev

_PLAIN = {
    "ended": text_card("## The fight is over", tone="calm"),
    "late": text_card(
        "⏰ I was away when the time to declare ran out. It ends now, with what was sealed before; "
        "nothing that was sealed is lost.",
        tone="problem",
    ),
}
"""What always reads the same."""


async def cards_for(tx: Transaction, row: EncounterRow, post: Post) -> tuple[Card, ...]:
    """What to say, drawn from what is stored now; nothing where it has become pointless."""
    say, encounter = post.say, row.encounter
    match say.kind:
        case "board":
            return await _board(tx, row, say)
        case "panel":
            return await _panel(tx, row, post)
        case "console":
            return (await _console(tx, row, say.person),)
        case "question":
            asked = await tx.events(row.id, say.first or 0, say.first or 0)
            viewer = viewer_for(encounter, say.person)
            card = question_card(row.id, encounter, _about(asked), viewer)
            return (card,) if card is not None else ()
        case "reminder" | "reopened":
            mine = still_awaited(encounter, say)
            card_of = reminder_card if say.kind == "reminder" else reopened_card
            return (card_of(row.id, encounter, row.closes_at, mine),) if mine else ()
        case "extended" | "regained" | "paused" | "resumed" | "retimed":
            return _clock(row, say.kind)
        case "standing":
            return (status_card(encounter, row.closes_at, paused=row.paused),)
        case "held" | "astray" | "asked" | "answer" | "ordered" | "unthreaded":
            return await _to_one(tx, row, post)
        case "waiting":
            return (waiting_card(encounter),) if encounter.round.questions else ()
        case "ended" if not encounter.over:
            return ()
        case "late" | "ended":
            return (_PLAIN[say.kind],)
        case _:
            return await _told(tx, row, say)


async def _console(tx: Transaction, row: EncounterRow, person: str) -> Card:
    encounter = row.encounter
    if person not in encounter.gms:
        return text_card("### You are not GM of this fight now", (NO_GM,), "calm")
    closed = await tx.dm_closed([c.seat for c in encounter.combatants if c.seat])
    away = await tx.orders(row.id)
    return console(row.id, encounter, row.closes_at, tuple(closed), asks=False, paused=row.paused, away=away)


async def _told(tx: Transaction, row: EncounterRow, say: Say) -> tuple[Card, ...]:
    """What tells of events."""
    first, last = say.first or 0, say.last or 0
    if say.kind == "correction":
        taken = await tx.taken_back(row.id, first, last)
        return (correction_card(row.id, row.encounter, row.closes_at, say.round, taken),)
    events = await tx.events(row.id, first, last)
    if not events:
        return ()  # Taken back before it was said.
    if say.kind == "note":
        return note_cards(row.id, row.encounter, say.person, events)
    if say.kind == "close":
        sealed = await tx.digests(row.id, first, last) if row.options.digest else ()
        return close_cards(row.encounter, say.round, events, sealed[0].digest if sealed else "")
    if say.kind == "summary":
        return await _with_picture(tx, row, say, events)
    if say.kind == "vacated":
        return _vacated(row.encounter, events)
    if say.kind == "effect":
        return effect_word(row.encounter, say.person, events)
    return news_cards(row.encounter, events)


def still_awaited(encounter: Encounter, say: Say) -> list[Combatant]:
    """For whom this person has yet to declare in the round of which is spoken."""
    open_ = encounter.round.stage == "declaring" and encounter.round.number == say.round
    return [c for c in encounter.awaited if c.seat == say.person] if open_ else []


async def _with_picture(
    tx: Transaction, row: EncounterRow, say: Say, events: Sequence[Event]
) -> tuple[Card, ...]:
    """The summary; with that of a round's end comes a picture of the whole round."""
    cards = summary_cards(row.id, row.encounter, say.round, events)
    ended = any(isinstance(event, ev.RoundEnded) for event in events)
    if not (cards and ended and row.options.picture):
        return cards
    seen = views(await tx.events_of(row.id, say.round), EVERYONE)
    picture = chart(say.round, seen, Names(row.encounter, EVERYONE, seen))
    return (*cards[:-1], replace(cards[-1], chart=picture))


async def _board(tx: Transaction, row: EncounterRow, say: Say) -> tuple[Card, ...]:
    number = row.encounter.round.number
    if say.round > number:
        return (text_card(f"## Round {say.round} — taken back", (UNOPENED,), "calm"),)
    if say.round != number:
        return ()
    asked = await tx.questions(row.id, number)
    answering = any(q.held and q.answer is None for q in asked)
    return (board(row.id, row.encounter, row.closes_at, paused=row.paused, answering=answering),)


async def _to_one(tx: Transaction, row: EncounterRow, post: Post) -> tuple[Card, ...]:
    """What concerns one person alone: something held or astray, a question, an answer, an order."""
    say, encounter = post.say, row.encounter
    if say.kind == "unthreaded":
        return (_unthreaded(row, say.round),)
    if say.kind in ("held", "astray"):
        card = held_card if say.kind == "held" else astray_card
        return card(row.id, encounter, say.person) if say.round == encounter.round.number else ()
    if say.kind == "ordered":
        return () if encounter.over else _ordered(encounter, say.person, await tx.orders(row.id))
    question = await tx.question(row.id, say.first or 0)
    if question is None:
        return ()
    asked = say.kind == "asked"
    return (question_for_gm(encounter, question) if asked else answer_for_asker(question),)


async def _panel(tx: Transaction, row: EncounterRow, post: Post) -> tuple[Card, ...]:
    encounter, person = row.encounter, post.say.person
    if post.say.round > encounter.round.number:
        return (text_card(f"### Round {post.say.round} — taken back", (UNOPENED,), "calm"),)
    if post.say.round != encounter.round.number:
        return ()
    desk = Desk(row.id, encounter, person, row.closes_at, await tx.orders(row.id))
    if encounter.round.stage != "declaring" or encounter.over:
        return (closed_panel(desk),)
    who = desk.first()
    if who is None:
        return (text_card("", ("You declare for nobody in this round now.",), "calm"),)
    kept = await tx.draft(row.id, encounter.round.number, person, who)
    draft = Draft.model_validate(kept.body) if kept is not None else fresh(who.removeprefix("*"))
    return (panel(desk, who, draft),)


def _ordered(encounter: Encounter, person: str, orders: Mapping[str, str]) -> tuple[Card, ...]:
    """For a player whose standing orders the GM has changed: how they stand now."""
    mine = [c for c in encounter.combatants if c.seat == person]
    names = Names(encounter, viewer_for(encounter, person))
    return (text_card("", changed_lines(mine, orders, names), "private"),) if mine else ()


def _about(asked: Sequence[Event]) -> str | None:
    """The slot a question is about."""
    match asked:
        case [ev.BlowAsked() as event]:
            return event.blow
        case [ev.TimeAsked() | ev.TargetAsked() | ev.BreakAsked() | ev.SpellTargetAsked() as event]:
            return event.slot
        case [ev.FreeToAct() as event]:
            return event.who
        case _:
            return None


def _vacated(encounter: Encounter, events: Sequence[Event]) -> tuple[Card, ...]:
    names = [escape(e.combatant.name) for e in events if isinstance(e, ev.CombatantEdited)]
    if encounter.over or not names:
        return ()
    lines = (
        f"🪑 {listed(names)} {have(len(names))} no player any more: "
        "whoever it was has had everything about them deleted.",
        "You declare until you give the seat to somebody: `/combatant seat`.",
    )
    return (text_card("", lines, "private"),)


def _unthreaded(row: EncounterRow, number: int) -> Card:
    """For the GM, where a round that should have a thread is told in the channel."""
    lines = (
        f"I could not write in a thread for it in <#{row.channel_id}>. For that I need *Create Public "
        "Threads* and *Send Messages in Threads* there, that nobody locks or deletes the thread, and room in "
        "the server for one more: Discord allows 1,000 open ones.",
        "`/doctor` there says what is missing. Nothing is lost, each round is tried anew, and you hear no "
        "more of it until one has worked.",
    )
    return text_card(f"### Round {number} is told in the channel", lines, "problem")


def _clock(row: EncounterRow, kind: PostKind) -> tuple[Card, ...]:
    """What the channel hears of the clock; nothing where it is no longer so."""
    if row.paused and kind != "resumed":
        more = (
            "⏳ There is more time. "
            if kind in ("extended", "regained")
            else "⏸️ The GM has stopped the clock. "
        )
        return (text_card(f"{more}You can still declare; nothing closes until the clock runs again."),)
    if row.closes_at is None or kind == "paused":
        return ()
    word = {
        "extended": "⏳ There is more time",
        "regained": "⏰ I was away when the time to declare ran out, so there is time anew",
        "resumed": "▶️ The clock runs again",
    }.get(kind, "↩️ **Correction**")
    return (text_card(f"{word}: declarations close {relative(row.closes_at)}.", tone="declare"),)
