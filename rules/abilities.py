"""Ability lines of the documents, read and printed (P-21).

`Name. <limits> [phase; magic type] (activity) and/or (declared; grants delay; type, time; attributes) text`

`read_ability` and `told_ability` are each other's reverse: what is printed reads as what was printed. The
grammar is in `abilities.lark`. Nothing is dropped: what cannot be read stays as text, and `unread` names it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Literal

from lark import Lark, Token, UnexpectedInput
from pydantic import Field

from rules.value import Value
from rules.values import SEGMENTS_PER_ROUND, Ability, Mark

Kind = Literal["simple", "delaying", "complex"]
_SORTS: tuple[Kind, ...] = ("simple", "delaying", "complex")
NAME = 60
"""Characters a name may have; what is longer is a sentence."""

_MARKS: dict[str, Mark] = {"first": "first", "go first": "first", "last": "last", "go last": "last"}
_BREATH = frozenset({"breath", "breath weapon"})
_SPELLS = frozenset({"spell", "spells"})
_SPELL_LIKE = _SPELLS | {"spell like", "spell like ability"}
_PHASES = (
    _MARKS.keys()
    | _SPELLS
    | frozenset(
        [
            "immediate",
            "innate",
            "missile",
            "missiles",
            "melee",
            "movement",
            "other",
            "parley",
            "flee",
            "charge",
        ]
    )
)
"""What a line can say of when: the steps of `phases`, and outside the order (P-18, P-28)."""
_MAGIC = _BREATH | _SPELL_LIKE | frozenset({"innate", "gaze"})
_ANSWERS = frozenset({"yes", "no", "y", "n"})
_COUNTS = {
    word: count
    for count, word in enumerate(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 1
    )
} | {"a": 1}


class Unread(Value):
    """A piece that was kept as text because it could not be read as what stands in its place."""

    part: Literal["phase", "magic", "activity", "time", "text"]
    text: str


class AbilityLine(Value):
    """An ability line with all its parts; empty or None where the line says nothing."""

    name: str = Field(min_length=1, max_length=NAME)
    limits: str = ""
    phase: str = ""
    magic: tuple[str, ...] = ()
    activity: str = ""
    declared: bool | None = None
    delay: bool | None = None
    """Whether it grants a Delay."""
    kind: Kind | None = None
    time: str = ""
    attributes: tuple[str, ...] = ()
    text: str = ""

    @property
    def segments(self) -> int | None:
        """Its time in segments, where it says one."""
        if not self.time:
            return None
        said = self.time.casefold()
        digits = "".join(c for c in said if c.isdigit())
        number = int(digits) if digits else _COUNTS[said.split()[0]]
        unit = said.removeprefix(digits).split()[-1]
        return number * (SEGMENTS_PER_ROUND if unit.startswith("r") else 1)

    @property
    def minor(self) -> bool:
        """Whether it leaves the major free: as it says, else what is simple or immediate (P-15, P-18)."""
        if (activity := _activity(self.activity)) is not None:
            return activity == "minor"
        return self.kind == "simple" or _plain(self.phase) == "immediate"

    @property
    def unread(self) -> tuple[Unread, ...]:
        """What was kept as text because it could not be read."""
        return tuple(self._unread())

    def _unread(self) -> Iterator[Unread]:
        if self.phase and _plain(self.phase) not in _PHASES:
            yield Unread(part="phase", text=self.phase)
        for magic in self.magic:
            if _plain(magic) not in _MAGIC:
                yield Unread(part="magic", text=magic)
        if self.activity and _activity(self.activity) is None:
            yield Unread(part="activity", text=self.activity)
        for attribute in self.attributes:
            if any(word in _plain(attribute) for word in ("segment", "round")) or attribute[0].isdigit():
                yield Unread(part="time", text=attribute)
        if self.text[:1] in ("<", "[", "("):
            yield Unread(part="text", text=self.text)


def _plain(text: str) -> str:
    """The words alone: no capitals, no hyphens."""
    return " ".join(text.casefold().replace("-", " ").split())


def _activity(text: str) -> str | None:
    word = _plain(text).removesuffix(" action").removesuffix(" activity")
    return word if word in ("minor", "major") else None


_PARSER = Lark(
    (Path(__file__).parent / "abilities.lark").read_text("utf-8"),
    parser="lalr",
    start=["line", "details", "nature"],
)


def read_ability(text: str) -> AbilityLine | None:
    """The ability line in the text; None if there is no name with a full stop or a bracket after it."""
    source = " ".join(text.split())
    try:
        name, *rest = _PARSER.parse(source, start="line").children
    except UnexpectedInput:
        return None
    told = str(name).strip()
    if len(told) > NAME or not any(c.isalnum() for c in told):
        return None
    reading = _Reading()
    for token in rest:
        assert isinstance(token, Token)
        if not reading.take(token):
            # Nothing is left that it could be: here the description begins.
            reading.fields["text"] = source[token.start_pos :]
            break
    return AbilityLine.model_validate({"name": told, **reading.fields})


class _Reading:
    """The parts found so far; each is read once, the first time it comes."""

    def __init__(self) -> None:
        self.fields: dict[str, object] = {}

    def take(self, token: Token) -> bool:
        """Read a group, unless its place is taken; what is empty is passed over."""
        match token.type:
            case "LIMITS":
                return self._set("limits", token[1:-1].strip())
            case "NATURE":
                return self._nature(token[1:-1])
            case "PAREN":
                return self._paren(token[token.index("(") + 1 : -1])
            case "STARS":
                return True
            case _:
                return False

    def _set(self, field: str, said: object) -> bool:
        """Whether it was said for the first time, or is nothing."""
        if said in ("", ()):
            return True
        if field in self.fields:
            return False
        self.fields[field] = said
        return True

    def _nature(self, inside: str) -> bool:
        """`phase; magic type`: a magic type alone is known as one."""
        words = _slots(inside, "nature")
        said = [word.strip() if word else "" for word in words]
        if not any(said):
            return True
        if "phase" in self.fields or "magic" in self.fields:
            return False
        if _plain(said[0]) in _MAGIC - _PHASES:
            said.insert(0, "")
        self._set("phase", said[0])
        self._set("magic", tuple(word for word in said[1:] if word))
        return True

    def _paren(self, inside: str) -> bool:
        """The activity, or the details: one word of its own is the activity."""
        slots = _slots(inside, "details")
        said = [token for token in slots if token is not None and token.type != "BLANK"]
        if not said:
            return True
        detailed = not self.fields.keys().isdisjoint(_DETAILS)
        named = said[0].type == "ACTIVITY" or (said[0].type == "OTHER" and not detailed)
        if len(said) == 1 and named and "activity" not in self.fields:
            return self._set("activity", said[0].strip())
        if detailed:
            return False
        self._details(slots)
        return True

    def _details(self, slots: list[Token | None]) -> None:
        """Each by what it says, whatever the order; a bare yes or no by its place."""
        places = ["declared", "delay"]
        attributes: list[str] = []
        for token in slots:
            if token is None or token.type == "BLANK":
                del places[:1]
                continue
            field, said = _meaning(token, places)
            if field in places:
                places.remove(field)
            if field is None or field in self.fields:
                attributes.append(token.strip())
            else:
                self.fields[field] = said
        self._set("attributes", tuple(attributes))


_DETAILS = ("declared", "delay", "kind", "time", "attributes")


def _slots(inside: str, start: Literal["details", "nature"]) -> list[Token | None]:
    found: list[Token | None] = []
    for slot in _PARSER.parse(inside, start=start).children:
        assert not isinstance(slot, Token)
        token = slot.children[0] if slot.children else None
        assert token is None or isinstance(token, Token)
        found.append(token)
    return found


def _meaning(token: Token, places: list[str]) -> tuple[str | None, object]:
    """Which part of the details it is, and what it says; None if it is an attribute."""
    match token.type:
        case "DECLARED" | "UNDECLARED":
            return "declared", token.type == "DECLARED"
        case "DELAY" | "NO_DELAY":
            return "delay", token.type == "DELAY"
        case "ANSWER":
            return (places[0] if places else None), token.casefold().startswith("y")
        case "ACTIVITY":
            return "activity", token.strip()
        case "KIND":
            return "kind", next(kind for kind in _SORTS if token.casefold().startswith(kind))
        case "TIME":
            return "time", token.strip()
        case _:
            return None, None


def told_ability(line: AbilityLine) -> str:
    """The line printed in the documents' order; it reads as the same again."""
    limits = f"<{line.limits}>" if line.limits else ""
    nature = "; ".join((line.phase, *line.magic)) if line.phase or line.magic else ""
    kind = ", ".join(word for word in (line.kind, line.time) if word)
    # A bare answer among the attributes would be taken for what was not said before it.
    unsaid = "-" if any(a.casefold() in _ANSWERS for a in line.attributes) else ""
    details = (
        _yes_or_no(line.declared, "declared", "not declared") or unsaid,
        _yes_or_no(line.delay, "grants delay", "no delay") or unsaid,
        kind,
        *line.attributes,
    )
    inside = "; ".join(word for word in details if word)
    groups = (
        f"{line.name}.",
        limits,
        f"[{nature}]" if nature else "",
        f"({line.activity})" if line.activity else "",
        f"({inside})" if inside else "",
        line.text,
    )
    return " ".join(group for group in groups if group)


def _yes_or_no(said: bool | None, yes: str, no: str) -> str:
    return "" if said is None else yes if said else no


def as_ability(line: AbilityLine) -> Ability:
    """The ability as the rules use it.

    Immediate takes no time of the round (P-18), simple a segment, complex the whole round (P-15), unless the
    line says a time; else the house's time for its magic (S-19). Its mark is its phase's or an attribute's.
    The whole line stays with it: `read_ability(ability.line)` is the line again.
    """
    words = {_plain(word) for word in (line.phase, *line.magic)}
    magic = "breath" if words & _BREATH else "spell-like" if words & _SPELL_LIKE else "innate"
    segments = line.segments
    if segments is None and _plain(line.phase) == "immediate":
        segments = 0
    elif segments is None and line.kind in ("simple", "complex"):
        segments = 1 if line.kind == "simple" else SEGMENTS_PER_ROUND
    marks = [_MARKS[word] for word in map(_plain, (line.phase, *line.attributes)) if word in _MARKS]
    return Ability.model_validate(
        {
            "name": line.name,
            "magic": magic,
            "minor": line.minor,
            "segments": segments,
            "mark": marks[0] if marks else None,
            "line": told_ability(line),
        }
    )


@lru_cache(maxsize=1024)
def _said_immediate(text: str) -> bool:
    line = read_ability(text)
    return line is not None and _plain(line.phase) == "immediate"


def is_immediate(ability: Ability) -> bool:
    """Whether it triggers outside the order, as its line says: it is set off, never declared (P-18)."""
    return _said_immediate(ability.line)
