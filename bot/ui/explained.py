"""Rules in a few words, and the reasons of a round: private answers, in pages where they are long."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.narration.reasons import reasons
from bot.narration.words import Names, escape
from bot.render import Card, pages
from rules import Encounter, Event, Rule, Viewer, views

_BASIS = {
    "doc": "the documents",
    "site": "a page beside the documents",
    "table": "our default",
    "ours": "how the bot works",
}
_BASE = re.compile(rf"\b(?:{'|'.join(_BASIS)})\b")
_YOU = re.compile(r"\byour?\b", re.IGNORECASE)


def rule_cards(found: Sequence[Rule], asked: str, more: bool) -> tuple[Card, ...]:
    """One rule with what it rests on, or all that were found; `more` says that there are others."""
    if len(found) == 1:
        rule = found[0]
        return pages(f"### {rule.id}", [rule.text, _source(rule), *_who_is_meant(found)], "private")
    lines = [f"**{rule.id}** {rule.text}" for rule in found]
    if more:
        lines.append("There are more: add a word, or name a rule, like `S-20`.")
    return pages(f"### Rules with “{escape(asked)}”", [*lines, *_who_is_meant(found)], "private")


def _source(rule: Rule) -> str:
    """What a rule rests on, and its numbers where they rest on something else."""
    return f"-# From {_BASE.sub(lambda found: _BASIS[found[0]], rule.basis)}."


def _who_is_meant(found: Sequence[Rule]) -> tuple[str, ...]:
    """Whom the rules call “you”, where one does."""
    return ("-# “You” is the GM.",) if any(_YOU.search(rule.text) for rule in found) else ()


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
