"""A sentence in clauses: each begins with a word for an action, and they are put in the order of doing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from rules.catalogue import CATALOGUE
from rules.sentences.naming import Mention
from rules.sentences.words import DETERMINERS, LEADING, NEGATIONS, PREPOSITIONS, Token, forms, listed, tokens
from rules.values import Combatant, RulesetName

_NOUNS = listed(
    "spell potion item wand staff scroll door tool spike lock shield ability power breath missile melee aura "
    "complex other quickly"
)
"""Words of the catalogue that name a thing: they follow a verb and begin nothing."""

_MORE: dict[str, str] = {
    "set-weapon": "brace",
    "melee": "hack,chop,bash,smite,punch,kick,whack,thrust,cleave,pummel,skewer,go for,lay into,lunge at",
    "missile": "lob,sling,toss",
    "move": "back off,back up,back away,fall back,head,dash,close with,engage,creep,sneak,stride",
    "full-move": "sprint",
    "potion": "swig,down a,gulp",
    "item": "zap,activate,read",
    "manipulate": "force,force open,pry open,push open,pull open,kick open,break down,close,shut,turn",
    "tool": "pick,unlock",
    "manipulate-complex": "tie,untie",
    "bind": "stanch,staunch",
    "search": "rifle",
    "retrieve": "recover",
    "shout": "scream,bellow,holler",
    "change-weapon": "unsheathe,pull out,swap",
    "sheathe": "sheath,stow",
    "shield": "raise shield,raise my shield,ready my shield,ready the shield,ready a shield",
    "drop": "let go of,discard",
    "other": "do something else",
    "use": "use,using,employ",
    "ready": "ready",
}
"""What people say beside the catalogue's words; `use` and `ready` are told by what follows."""

_EAGER = listed(
    "cast attack move shoot throw drop drink quaff sheathe shout yell charge parry retreat advance walk go "
    "draw hurl bind bandage search stab slash run sheath stow"
)
"""Verbs plain enough to begin a clause without a comma."""


@dataclass(frozen=True)
class Clause:
    """One action said: its key, its words, the tokens that say how; `during` lies beside the major."""

    key: str
    word: str
    at: int
    start: int
    end: int
    lead: frozenset[str]
    lead_start: int
    denied: bool = False
    during: bool = False


Verbs = dict[tuple[str, ...], tuple[str, bool, bool]]


@cache
def verbs(ruleset: RulesetName) -> Verbs:
    """Phrases that begin an action: the key, whether of a third person, whether without a comma."""
    found: Verbs = {}
    rows = [(key, row.words) for key, row in CATALOGUE[ruleset].items()]
    for key, more in _MORE.items():
        if key in CATALOGUE[ruleset] or key in ("use", "ready"):
            rows.append((key, tuple(more.split(","))))
    for key, words in rows:
        for phrase in words:
            first, *rest = phrase.split()
            if phrase in _NOUNS:
                continue
            for form, third in forms(first).items():
                found.setdefault((form, *rest), (key, third, first in _EAGER))
    return found


@cache
def verb_words(ruleset: RulesetName) -> frozenset[str]:
    """Single words that begin an action."""
    return frozenset(phrase[0] for phrase in verbs(ruleset))


def clauses(found: list[Token], mentions: list[Mention], me: Combatant, ruleset: RulesetName) -> list[Clause]:
    """The clauses of a sentence as they stand in it; an ability's whole name begins one too."""
    abilities = {tuple(t.low for t in tokens(a.name)) for a in me.abilities} - {()}
    known = dict.fromkeys(abilities, ("use", False, False)) | verbs(ruleset)
    who = me.id
    read: list[Clause] = []
    inside = {i for m in mentions for i in range(m.start, m.end)}
    last = -1
    i = 0
    while i < len(found):
        phrase = _phrase(found, i, known)
        if phrase is None or i in inside or not _begins(found, i, phrase, mentions, who, last, known):
            i += 1
            continue
        key, third, _ = known[phrase]
        lead = i
        while lead > 0 and lead > last and found[lead - 1].low in LEADING | NEGATIONS:
            lead -= 1
        words = frozenset(t.low for t in found[lead:i])
        other = third and any(m.end == i and who not in m.who for m in mentions)
        if read:
            read[-1] = replace(read[-1], end=lead)
        start = i if phrase in abilities and key == "use" else i + len(phrase)
        denied = other or bool(words & NEGATIONS)
        read.append(Clause(key, " ".join(phrase), i, start, len(found), words, lead, denied))
        i = last = i + len(phrase)
    return [c for n, c in enumerate(read) if not _empty_going(c, read[n + 1 :])]


def _empty_going(clause: Clause, following: list[Clause]) -> bool:
    """Whether it is the `go` of `go attack`."""
    return clause.word == "go" and bool(following) and clause.start >= following[0].lead_start


def _phrase(found: list[Token], i: int, known: Verbs) -> tuple[str, ...] | None:
    """The longest phrase for an action that begins with that token."""
    for length in (4, 3, 2, 1):
        words = tuple(t.low for t in found[i : i + length])
        if len(words) == length and words in known and found[i].kind == "word":
            return words
    return None


def _begins(
    found: list[Token],
    i: int,
    phrase: tuple[str, ...],
    mentions: list[Mention],
    who: str,
    last: int,
    known: Verbs,
) -> bool:
    """Whether a phrase stands where a verb does: not as part of a name, not after `the`."""
    if i == 0:
        return True
    before = found[i - 1].low
    if i == last:
        return found[i - 1].low in ("go", "going") or (phrase[0].endswith("ing") and before == "use")
    if before in (LEADING | NEGATIONS) - {"my", "that", "this"}:
        return True
    if any(m.end == i and who in m.who for m in mentions):
        return True
    return known[phrase][2] and before not in DETERMINERS | PREPOSITIONS


def in_order(read: list[Clause]) -> list[Clause]:
    """The clauses in the order they are to be done: `before`, `after`, `first` and `while` are heeded."""
    order: list[Clause] = []
    later: Clause | None = None
    for n, spoken in enumerate(read):
        clause, lead = spoken, spoken.lead
        pointing = bool(lead & {"that", "this", "which"})
        if lead & {"while", "as"}:
            clause = replace(clause, during=True)
        if n == 0 and "before" in lead and len(read) > 1:
            later = clause
            continue
        if lead & {"first", "firstly", "beforehand"} or ("before" in lead and pointing):
            order.insert(0, clause)
        elif "after" in lead and not pointing and "then" not in lead and order:
            order.insert(len(order) - 1, clause)
        else:
            order.append(clause)
        if later is not None:
            order.append(later)
            later = None
    return order
