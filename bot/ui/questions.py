"""Questions to the GM, and answers, as those see them whom they concern."""

from __future__ import annotations

from collections.abc import Sequence

from bot.narration.words import escape, listed
from bot.render import Button, Card, Field, Form, text_card
from bot.store import QuestionRow
from bot.ui.ids import Press
from rules import Encounter

MOST_WORDS = 300
"""Characters of a question, and of an answer."""


def ask_form(press: Press) -> Form:
    """The form for a question."""
    hint = "Is the door open? How far is the ogre?"
    field = Field("words", "Your question", "", hint, long=True, most=MOST_WORDS)
    return Form(press.to("asked"), "Ask the GM", (field,))


def reply_form(press: Press) -> Form:
    """The form for an answer."""
    field = Field("words", "Your answer", "", "Only who asked reads it.", long=True, most=MOST_WORDS)
    return Form(press.to("replied", press.extra), "Answer", (field,))


def question_for_gm(encounter: Encounter, question: QuestionRow) -> Card:
    """The question, with the button to answer it."""
    who = listed(escape(c.name) for c in encounter.combatants if c.seat == question.person) or "A player"
    press = Press("reply", question.key, question.round, extra=str(question.id))
    said = f"❓ **{who}** asks: {escape(question.words)}"
    if question.answer is not None:
        return text_card("", (said, f"💬 Answered: {escape(question.answer)}"), "calm")
    return Card((said, (Button("Answer", str(press), "primary"),)), "private")


def answer_for_asker(question: QuestionRow) -> Card:
    """The answer, for who asked."""
    lines = (f"❓ You asked: {escape(question.words)}", f"💬 **The GM:** {escape(question.answer or '')}")
    return text_card("", lines, "private")


def mine_card(questions: Sequence[QuestionRow]) -> Card:
    """What one person has asked this round, with the answers there are."""
    lines = [
        f"❓ {escape(q.words)}\n💬 {escape(q.answer) if q.answer is not None else 'No answer yet.'}"
        for q in questions
    ]
    advice = "Ask something with `/ask` and your words; it costs nothing, and only the GM reads it."
    return text_card("### What you have asked this round", lines or (advice,), "private")
