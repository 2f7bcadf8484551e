"""Rules in a few words, and the reasons of a round: private answers, in pages where they are long."""

from __future__ import annotations

from collections.abc import Sequence

from bot.narration.reasons import reasons
from bot.narration.words import Names, escape
from bot.render import Card, pages
from rules import Encounter, Event, Rule, Viewer, views

_BASIS = (
    "doc: the documents say so; site: a page beside them does; table: our default; ours: how the bot works"
)


def rule_cards(found: Sequence[Rule], asked: str, more: bool) -> tuple[Card, ...]:
    """One rule with what it rests on, or all that were found; `more` says that there are others."""
    if len(found) == 1:
        rule = found[0]
        lines = [rule.text, f"Rests on {rule.basis}. ({_BASIS})"]
        return pages(f"### {rule.id}", [*lines, "“You” is the GM."], "private")
    lines = [f"**{rule.id}** {rule.text}" for rule in found]
    if more:
        lines.append("There are more: add a word, or name a rule, like `S-20`.")
    return pages(f"### Rules with “{escape(asked)}”", [*lines, "“You” is the GM."], "private")


def why_cards(
    encounter: Encounter, viewer: Viewer, round_: int, events: Sequence[Event], departed: Sequence[Event]
) -> tuple[Card, ...]:
    """The reasons of a round's events, as far as this viewer may know; `departed` are names of old."""
    lines = reasons(views(events, viewer), Names(encounter, viewer, views(departed, viewer)))
    if not lines:
        lines = ("Nothing in it needed a reason, as far as you may know.",)
    else:
        lines = (*lines, "`/rules` tells you what a rule in brackets says.")
    return pages(f"### Round {round_} — why", lines, "private")
