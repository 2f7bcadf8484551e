"""A sentence as tokens, and the small words of English that carry order but no action."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Kind = Literal["word", "number", "unit", "quote", "mark"]

_TOKEN = re.compile(
    r"""(?P<quote>(?<!\d)["“”][^"“”]+["”]|(?<!\w)['‘](?:[^'’]|['’](?=\w))+['’](?!\w))"""
    r"""|(?P<number>(?:(?<!\S)-)?\d+(?:[.,]\d+)?)"""
    r"""|(?P<unit>(?<=\d)(?:''|"|″|”|'|’|′))"""
    r"""|(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*)"""
    r"""|(?P<mark>[,.;:!?()&/+\n])"""
)
_KINDS: tuple[Kind, ...] = ("quote", "number", "unit", "word", "mark")


class Token(NamedTuple):
    """A word, number, unit sign, quotation or mark: as compared, and where it stands in the text."""

    low: str
    start: int
    end: int
    kind: Kind


def tokens(text: str) -> list[Token]:
    """The tokens of a text; a possessive counts as the word itself."""
    found = []
    for match in _TOKEN.finditer(text):
        kind = next(k for k in _KINDS if match[k] is not None)
        low = match[0].casefold().replace("’", "'")
        if kind == "word":
            low = low.removesuffix("'s") if low != "let's" else low
        found.append(Token(low, match.start(), match.end(), kind))
    return found


def stem(word: str) -> str:
    """A noun without its plural: orcs, wolves, harpies and lizardmen are orc, wolf, harpy and lizardman."""
    if len(word) <= 3:
        return word
    for ending, instead in (
        ("ves", "f"),
        ("fe", "f"),
        ("ies", "y"),
        ("men", "man"),
        ("sses", "ss"),
        ("xes", "x"),
        ("ches", "ch"),
        ("shes", "sh"),
    ):
        if word.endswith(ending):
            return word.removesuffix(ending) + instead
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def forms(verb: str) -> dict[str, bool]:
    """A verb as it may stand in a sentence, each with whether it is said of a third person."""
    es = verb.endswith(("s", "sh", "ch", "x", "o"))
    y = verb.endswith("y") and verb[-2:-1] not in "aeiou"
    third = verb[:-1] + "ies" if y else verb + ("es" if es else "s")
    found = {verb: False, third: True, verb + "ing": False}
    if verb.endswith("e"):
        found[verb[:-1] + "ing"] = False
    elif re.search(r"[^aeiou][aeiou][bdgmnpt]$", verb):
        found[verb + verb[-1] + "ing"] = False
    return found


def listed(words: str) -> frozenset[str]:
    """Words written in a row."""
    return frozenset(words.split())


DETERMINERS = listed("a an the my his her its their our your this these those some any one")
PLACES = listed(
    "behind near between beside beyond around over under above below before across past along "
    "next through by outside inside within from toward towards against in"
)
AIMS = listed("at on upon onto into targeting centred centered")
PREPOSITIONS = PLACES | AIMS | listed("of with to off for using down up out")
PRONOUNS = listed("him it them her that")
SELVES = listed("me myself self")
SUBJECTS = listed("i ill i'll i'm im i'd we we'll he she they character pc")
ORDER = listed(
    "and then n & + , . ; : / ( ) but or also now finally next afterwards afterward first firstly before "
    "beforehand after while as plus so that this which once immediately instead ! secondly otherwise"
)
INTENT = listed(
    "to will would going gonna want wants try tries trying attempt attempts please just quickly let let's "
    "lets like wanna begin start starts begins can ok okay well my use by am is be intend quietly slowly "
    "carefully continue turn round around go going"
)
LEADING = SUBJECTS | ORDER | INTENT | {"\n"}
"""What may stand before a verb without being about anything."""
NEGATIONS = listed("not don't dont won't wont never without cannot can't didn't instead rather")
FUNCTION = DETERMINERS | PREPOSITIONS | PRONOUNS | SELVES | LEADING | NEGATIONS
"""Words that name nobody and nothing."""


def said(text: str, part: list[Token]) -> str:
    """The words of some tokens as they were typed, without what brackets them."""
    return " ".join(text[part[0].start : part[-1].end].split()).strip(" ,.;:!?()&/+") if part else ""
