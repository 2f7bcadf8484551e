"""Plain-language declarations: `I move 30 feet north behind the altar and then cast a 3-segment spell`.

Deterministic, from the catalogue's words, the combatant's own things and the names the speaker may know.
Nothing is guessed between two equal candidates: it is asked. What finds no place is kept as the note.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from rules.catalogue import CATALOGUE
from rules.encounter import Encounter
from rules.sentences.carrying import read_carry
from rules.sentences.clauses import Clause, clauses, in_order, verb_words
from rules.sentences.majors import Fields, read_major, used_thing
from rules.sentences.measures import measures
from rules.sentences.naming import Known
from rules.sentences.parting import part_with
from rules.sentences.reading import Ask, AskCode, Reading, Scene
from rules.sentences.small import read_minor
from rules.sentences.waiting import Waiting, read_waiting
from rules.sentences.words import tokens
from rules.values import Carry, CombatantId, Declaration, Hold, Minor, When

__all__ = ["Ask", "AskCode", "Reading", "read_as", "read_sentence"]

_LONGEST = 1000
_MOST_MINORS = 8
_NOTHING = re.compile(
    r"(?:i(?:'ll| will)?\s+|just\s+|do(?:es|ing)?\s+|stay\s+|stand\s+|keep\s+|on\s+|my\s+|the\s+|this\s+)*"
    r"(?:nothing|idles?|idling|pass|guard|hold|wait|holding|waiting|guarding|still|watch|skip)"
    r"(?:\s+(?:my|this|turn|round|action|actions|position|ground|here|still|fast|and|wait|watch|guard))*[\s.!]*",
    re.IGNORECASE,
)

_DELAY = re.compile(
    r"(?:i(?:'ll| will)?\s+)?(?:delay(?:s|ing)?|(?:wait|hold)(?:s|ing)?\s+(?:for|until|till|to)\s+low)"
    r"(?:\s+(?:my|this)?\s*(?:turn|action|round))?(?:\s+(?:for|until|till|to)\s+low)?[\s.!]*",
    re.IGNORECASE,
)
"""A Delay on purpose, with action and target left open till then (P-8)."""

_GUARD = re.compile(
    r"(?:i(?:'ll| will)?\s+)?(?:guard|watch|hold)\s+(?:the|my|our|this)\s[^,.;]{1,80}[\s.!]*", re.I
)


def read_sentence(
    text: str, encounter: Encounter, who: CombatantId, known: Collection[CombatantId]
) -> Reading:
    """Read what somebody says `who` will do; `known` are the combatants the speaker may know of.

    Raises nothing for any text. Combatants outside `known` do not exist for the reading, and no id of
    theirs is in it.
    """
    text = text[:_LONGEST].strip()
    me = encounter.find(who)
    if me is None or not text:
        return _unreadable(text)
    carry, text = read_carry(text, bool(encounter.carried(who)))
    if carry is not None:
        return _carrying(text, encounter, who, known, carry)
    if encounter.ruleset == "phases" and _DELAY.fullmatch(text):
        return Reading(declaration=Declaration(who=who, delay=True))
    if _NOTHING.fullmatch(text):
        return Reading(declaration=Declaration(who=who, note=_note(text)))
    rest, waiting = read_waiting(text, encounter.ruleset)
    found = tokens(rest)
    asking = [t for t in found if t.kind == "mark"][-1:]
    if asking and asking[0].low == "?" and asking[0] == found[-1]:
        return _unreadable(text)
    measured = measures(found)
    names = Known(encounter, known, verb_words(encounter.ruleset))
    mentions = names.mentions(found, {i for m in measured if m.of != "bare" for i in range(m.start, m.end)})
    scene = Scene(rest, found, mentions, measured, encounter, me, frozenset(known))
    said = clauses(found, mentions, me, encounter.ruleset)
    for clause in said:
        if not clause.denied:
            scene.use(clause.at, clause.start)
        if any(m.end == clause.lead_start and m.who == (who,) for m in mentions):
            scene.use(next(m.start for m in mentions if m.end == clause.lead_start), clause.at)
    scene.asks += waiting.asks
    hold = waiting.fields.get("hold")
    if isinstance(hold, Hold):
        scene.earlier = names.mentions(tokens(hold.trigger), set())
    order = _merged(scene, in_order([c for c in said if not c.denied]))
    if not order and _GUARD.fullmatch(text):
        return Reading(declaration=Declaration(who=who, note=_note(text)))
    if not order:
        return _unreadable(text)
    return _assembled(scene, order, waiting)


def _carrying(
    rest: str, encounter: Encounter, who: CombatantId, known: Collection[CombatantId], carry: Carry
) -> Reading:
    """What was begun goes on, or is given up, with what else is done."""
    if not rest:
        return Reading(declaration=Declaration(who=who, carry=carry))
    reading = read_sentence(rest, encounter, who, known)
    if reading.declaration is None:
        return reading
    made = reading.declaration.model_copy(update={"carry": carry})
    return reading.model_copy(update={"declaration": made})


def read_as(
    text: str, encounter: Encounter, who: CombatantId, known: Collection[CombatantId], major: str
) -> Reading:
    """Read a sentence that names two major actions for this one of them; the other is given up (S-2)."""
    return part_with(text[:_LONGEST], major, lambda part: read_sentence(part, encounter, who, known))


def _unreadable(text: str) -> Reading:
    return Reading(unplaced=_note(text), asks=(Ask(code="unreadable", text=text[:100]),))


def _note(text: str) -> str:
    return " ".join(text.split())[:300].strip(" .!")


def _merged(scene: Scene, order: list[Clause]) -> list[Clause]:
    """The clauses with each its catalogue key; what only says more about another is one with it."""
    keyed = [replace(c, key=used_thing(scene, c)) if c.key in ("use", "ready") else c for c in order]
    kept: list[Clause] = []
    for clause in (_going(scene, c, keyed) for c in keyed):
        one = next((k for k in kept if _same(scene, k, clause)), None)
        if one is None:
            kept.append(clause)
            continue
        both = replace(
            one if one.key else clause, start=min(one.start, clause.start), end=max(one.end, clause.end)
        )
        kept[kept.index(one)] = both
    return [c if c.key else replace(c, key="melee") for c in kept]


def _same(scene: Scene, one: Clause, other: Clause) -> bool:
    """Whether two clauses say one action: `charge … and attack`, `use my sword to hit`, `hit it hard`."""
    blows = ("melee", "missile", "charge")
    if not one.key or not other.key:
        return (one.key or other.key) in (*blows, "")
    if one.key == "charge" and other.key == "melee":
        return True
    if one.key != other.key or one.key not in (*blows, "cast"):
        return False
    ours, theirs = ({m.who for m in scene.named(c)} for c in (one, other))
    return other.start == other.end or (one.key != "cast" and (not ours or theirs <= ours))


def _going(scene: Scene, clause: Clause, beside: list[Clause]) -> Clause:
    """Movement as the minor it is beside a major, or when its distance is said (S-9, S-11, P-14)."""
    if clause.key not in ("full-move", "go"):
        return clause
    rows = CATALOGUE[scene.fight.ruleset]
    others = any(c.key and c is not clause and rows[c.key].major and c.key != clause.key for c in beside)
    far = any(m.of in ("feet", "bare") and clause.start <= m.start < clause.end for m in scene.measured)
    if others or (clause.key == "full-move" and far):
        return replace(clause, key="move")
    return clause


def _assembled(scene: Scene, order: list[Clause], waiting: Waiting) -> Reading:
    """The declaration of the clauses in order; two majors are a question, not a choice (S-2)."""
    rows = CATALOGUE[scene.fight.ruleset]
    majors = [n for n, c in enumerate(order) if rows[c.key].major]
    if len(majors) > 1:
        keys = tuple(order[n].key for n in majors)
        asked = Ask(code="two-majors", text=_note(scene.text)[:100], choices=keys)
        return Reading(unplaced=_note(scene.text), asks=(asked,))
    fields: Fields = {}
    minors: list[Minor] = []
    beside = any(c.during for c in order)
    for n, clause in enumerate(order):
        if n in majors:
            fields = read_major(scene, clause)
            continue
        when: When = "after" if majors and n > majors[0] else "before"
        if beside and majors and (clause.during or order[majors[0]].during) and clause.key != "move":
            when = "during"
        minors.append(read_minor(scene, clause, when))
    if len(minors) > _MOST_MINORS:
        return _unreadable(scene.text)
    hold = waiting.fields.get("hold")
    if isinstance(hold, Hold) and hold.melee:  # S-26: for whoever comes, so for nobody named
        fields["target"] = None
        scene.asks = [a for a in scene.asks if a.code not in ("needs-target", "which-target")]
    unplaced = "; ".join(part for part in (scene.unplaced(), waiting.unplaced) if part)[:300]
    if not majors and unplaced and scene.left_out():
        # Words about somebody that no verb was found for are more likely a deed than an aside.
        scene.ask("no-major", text=unplaced)
    note = "; ".join(part for part in (str(fields.pop("note", "")), unplaced) if part)[:300]
    if fields.get("major") == "parley":
        unplaced = ""  # What is said when talking is its note, and has its place there.
    declaration = Declaration.model_validate(
        {"who": scene.me.id, "minors": tuple(minors), "note": note, **fields, **waiting.fields}
    )
    return Reading(declaration=declaration, unplaced=unplaced, asks=tuple(scene.asks))
