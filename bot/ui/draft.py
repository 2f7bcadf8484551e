"""A declaration in the making: what has been picked in a panel so far, and how each pick changes it."""

from __future__ import annotations

import hashlib
import re

from pydantic import BaseModel, ConfigDict

from rules import (
    Ability,
    Ask,
    Combatant,
    Declaration,
    Encounter,
    Minor,
    Refusal,
    action,
    is_immediate,
    preview,
)
from rules.values import RulesetName

NOTHING = "nothing"
"""The choice of doing nothing in particular: it counts as declared."""

TRAVELS = ("charge", "full-move", "go", "flee")
"""Major actions that are movement themselves: no other goes with them."""

SPOKEN = ("shout", "other-minor")
"""Minor actions that are said in words of their own."""


def nothing_label(ruleset: RulesetName) -> str:
    """What having no major action is called; by steps one may still choose on one's turn (P-23)."""
    return "I choose on my turn, or nothing" if ruleset == "phases" else "Only move, or nothing"


class Spoken(BaseModel):
    """What somebody said in plain words, what of it found no place, and what is still to be asked."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    said: str
    unplaced: str = ""
    asks: tuple[Ask, ...] = ()


class Draft(BaseModel):
    """A half-made declaration.

    `picked` is set once an action, or none, has been chosen; `editing` while it is to replace one sealed.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    declaration: Declaration
    picked: bool = False
    editing: bool = False
    spoken: Spoken | None = None

    def complete(self, encounter: Encounter) -> Declaration | None:
        """The declaration, if it could be sealed as it is."""
        if not self.picked or isinstance(preview(encounter, self.declaration), Refusal):
            return None
        return self.declaration

    def of(self, who: str) -> Draft:
        """The same as one member's of the group it is for."""
        return self.model_copy(update={"declaration": for_member(self.declaration, who)})

    @property
    def mark(self) -> str:
        """A short mark of what the draft holds: a button made for another is not pressed for this one."""
        return mark(self.declaration)

    def changed(self, **fields: object) -> Draft:
        """The draft with some fields of its declaration replaced, validated anew."""
        merged = {**self.declaration.model_dump(), **fields}
        return self.model_copy(update={"declaration": Declaration.model_validate(merged)})


def misfit(encounter: Encounter, who: str, draft: Draft) -> Combatant | None:
    """Of those the plan is for, the first for whom it could not be sealed as it is; None if there is none."""
    members = group_members(encounter, who)
    return next((m for m in members if draft.of(m.id).complete(encounter) is None), None)


def mark(declaration: Declaration) -> str:
    """A short mark of a declaration: a button made for one thing does not do another."""
    return hashlib.blake2b(declaration.model_dump_json().encode(), digest_size=4).hexdigest()


def fresh(who: str) -> Draft:
    """A draft with nothing picked."""
    return Draft(declaration=Declaration(who=who))


def with_action(draft: Draft, encounter: Encounter, key: str) -> Draft:
    """The draft with another major action; what no longer fits is dropped, movement and minors stay."""
    kept = {
        "who": draft.declaration.who,
        "minors": draft.declaration.minors,
        "carry": draft.declaration.carry,
        "delay": draft.declaration.delay,
    }
    if key in TRAVELS:
        kept["minors"] = tuple(m for m in draft.declaration.minors if m.action != "move")
    major = None if key == NOTHING else key
    changed = Declaration(major=major, **kept)  # type: ignore[arg-type]
    if key == draft.declaration.major:
        changed = draft.declaration
    if key == "melee":
        # A hidden foe in melee is not picked for anybody: that would tell of it (K-8).
        foes = encounter.engaged_with(changed.who)
        engaged = [foe for foe in foes if not encounter.combatant(foe).hidden]
        if len(engaged) == 1 and changed.target is None:
            changed = changed.model_copy(update={"target": engaged[0]})
    return draft.model_copy(update={"declaration": changed, "picked": True})


def move_of(draft: Draft) -> Minor | None:
    """The movement in the draft, if any."""
    return next((m for m in draft.declaration.minors if m.action == "move"), None)


def with_move(draft: Draft, move: Minor | None) -> Draft:
    """The draft with this movement instead of any it had."""
    others = tuple(m for m in draft.declaration.minors if m.action != "move")
    minors = (move, *others) if move is not None else others
    return draft.changed(minors=[m.model_dump() for m in minors])


def with_minors(draft: Draft, chosen: list[str]) -> Draft:
    """The draft with these minors chosen (`drop:before`); movement and what has words of its own stay."""
    kept = [m for m in draft.declaration.minors if m.action == "move" or m.action in SPOKEN]
    made = []
    for value in chosen:
        key, _, rest = value.partition(":")
        when, _, name = rest.partition(":")
        made.append(Minor.model_validate({"action": key, "when": when, "name": name}))
    return draft.changed(minors=[m.model_dump() for m in (*kept, *made)])


def with_spoken(draft: Draft, key: str, words: str) -> Draft:
    """The draft with a shout, or something small, in these words; without it if there are none."""
    others = [m for m in draft.declaration.minors if m.action != key]
    made = [Minor(action=key, note=words)] if words else []
    return draft.changed(minors=[m.model_dump() for m in (*others, *made)])


def for_member(declaration: Declaration, who: str) -> Declaration:
    """The same declaration for another member of the group (K-12)."""
    return declaration.model_copy(update={"who": who})


def needs_words(encounter: Encounter, key: str, who: str) -> tuple[str, ...]:
    """What has to be typed for an action, in the order it is asked; with `?` what may be left out.

    The GM's own creatures need their time at once where it is not set: nobody else would say it (K-5).
    Abilities a creature has are picked by name, and their time is known (P-21).
    """
    row = action(encounter.ruleset, key)
    combatant = encounter.find(who)
    if key == "ability" and combatant is not None and major_abilities(encounter, combatant):
        return ()
    typed: list[str] = [need for need in row.needs if need in ("name", "segments", "feet", "at", "note")]
    if row.time == "asked" and combatant is not None and combatant.seat is None:
        typed.append("segments")
    if encounter.ruleset == "phases":
        return (*typed, *_BY_STEPS.get(key, ()))
    if row.time in ("item", "ability"):
        typed.append("segments?")
    if "aim" in row.needs and typed:
        typed.append("at?")
    return tuple(typed)


_BY_STEPS: dict[str, tuple[str, ...]] = {
    "cast": ("item?",),
    "ability": ("segments?",),
    "item": ("segments?",),
    "go": ("note?",),
    "flee": ("note?",),
    "parley": ("note?",),
}
"""What else may be typed where a round goes by lettered steps; targets are picked there, or left open."""


def declarable(encounter: Encounter, combatant: Combatant) -> tuple[Ability, ...]:
    """The abilities that are declared; by steps the immediate ones are not (P-18)."""
    by_steps = encounter.ruleset == "phases"
    return tuple(a for a in combatant.abilities if not (by_steps and is_immediate(a)))


def major_abilities(encounter: Encounter, combatant: Combatant) -> tuple[Ability, ...]:
    """Those of them that are major actions, or cast like spells."""
    return tuple(a for a in declarable(encounter, combatant) if not a.minor or a.magic == "spell-like")


_NUMBER = re.compile(r"\s*(\d{1,4})\s*(segments?|seg\.?|s|rounds?|r)?\s*", re.IGNORECASE)


def read_segments(text: str) -> int:
    """Segments from what was typed: `3`, `3 segments`, `1 round` (10). Raises ValueError otherwise."""
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise ValueError(text)
    number = int(match[1]) * (10 if (match[2] or "").lower().startswith("r") else 1)
    if number > 1000:
        raise ValueError(text)
    return number


_FEET = re.compile(r"""\s*(\d{1,4})\s*(?:(feet|foot|ft\.?|')|("|inch(?:es)?|in\.?))?\s*""", re.IGNORECASE)


def read_feet(text: str) -> int:
    """Feet from what was typed: `30`, `30 ft`, `3"` (30). Raises ValueError otherwise."""
    match = _FEET.fullmatch(text)
    if match is None:
        raise ValueError(text)
    feet = int(match[1]) * (10 if match[3] else 1)
    if not 1 <= feet <= 5000:
        raise ValueError(text)
    return feet


def whole_group(encounter: Encounter, who: str) -> tuple[Combatant, ...]:
    """One creature, or with `*` all of its group that can declare and have the same seat."""
    found = encounter.find(who.removeprefix("*"))
    if found is None:
        return ()
    if not who.startswith("*") or not found.group:
        return (found,)
    return tuple(c for c in encounter.declares if c.group == found.group and c.seat == found.seat)


def group_members(encounter: Encounter, who: str) -> tuple[Combatant, ...]:
    """Whom a panel's choice stands for: one creature, or with `*` those of its group that go together.

    That is those yet to declare; once all have, those whose declaration is the same. So who has one of
    its own keeps it (K-12).
    """
    members = whole_group(encounter, who)
    open_ = tuple(m for m in members if encounter.declaration(m.id) is None)
    if open_ or len(members) < 2:
        return open_ or members
    shared = encounter.declaration(who.removeprefix("*"))
    assert shared is not None
    return tuple(m for m in members if encounter.declaration(m.id) == for_member(shared, m.id))
