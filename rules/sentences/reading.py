"""What a sentence came to, what must be asked, and what is looked at while it is read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from rules.encounter import Encounter
from rules.refusal import Unsaid
from rules.sentences.clauses import Clause
from rules.sentences.measures import Measure, Of
from rules.sentences.naming import Mention, find_thing
from rules.sentences.words import FUNCTION, PLACES, Token, said
from rules.value import Value
from rules.values import Combatant, CombatantId, Declaration

AskCode = Literal[
    "unreadable",
    "two-majors",
    "no-major",
    "which-target",
    "unknown-target",
    "which-weapon",
    "unknown-weapon",
    "which-ability",
    "out-of-range",
    Unsaid,
]


class Ask(Value):
    """A question to the speaker: about which action, over which words, and between what."""

    code: AskCode
    action: str = ""
    text: str = ""
    choices: tuple[str, ...] = ()
    """Ids of combatants, or names of own things."""


class Reading(Value):
    """A sentence read: the declaration, if it says one, what has no place in it, and what to ask first.

    The declaration is ready to be declared where nothing is asked; it is None where nothing, or two
    majors, could be read. `unplaced` stands in its note too, so that nothing said is lost.
    """

    declaration: Declaration | None = None
    unplaced: str = ""
    asks: tuple[Ask, ...] = ()

    @property
    def clear(self) -> bool:
        """Whether it can be declared as it is."""
        return self.declaration is not None and not self.asks


class Scene:
    """One sentence while it is read: its tokens, whom they name, and which of them have found a place."""

    def __init__(
        self,
        text: str,
        found: list[Token],
        mentions: list[Mention],
        measured: list[Measure],
        fight: Encounter,
        me: Combatant,
        known: frozenset[CombatantId],
    ) -> None:
        self.text, self.found, self.fight, self.me, self.known = text, found, fight, me, known
        self.mentions, self.measured = mentions, measured
        self.used: set[int] = set()
        self.asks: list[Ask] = []
        self.earlier: list[Mention] = []

    def ask(self, code: AskCode, action: str = "", text: str = "", choices: Iterable[str] = ()) -> None:
        """Put a question, once."""
        asked = Ask(code=code, action=action, text=text[:100], choices=tuple(choices))
        if asked not in self.asks:
            self.asks.append(asked)

    def use(self, start: int, end: int) -> None:
        """These tokens have found their place."""
        self.used.update(range(start, end))

    def words(self, start: int, end: int) -> str:
        """The words of these tokens as typed."""
        return said(self.text, self.found[start:end])

    def measure(self, clause: Clause, *of: Of) -> Measure | None:
        """The clause's first measure of these sorts, asking about it if it is out of range.

        A sort named earlier goes before one named later, and the number of `orc 2` is none.
        """
        inside = [m for m in self.measured if clause.start <= m.start < clause.end]
        for m in sorted(inside, key=lambda m: of.index(m.of) if m.of in of else len(of)):
            if m.of not in of or m.start in self.used or (m.of == "bare" and self._of_a_name(m)):
                continue
            self.use(m.start, m.end)
            if m.number is None:
                self.ask("out-of-range", clause.key, self.words(m.start, m.end))
            return m
        return None

    def _of_a_name(self, measure: Measure) -> bool:
        return any(m.start < measure.start < m.end for m in self.mentions)

    def named(self, clause: Clause) -> list[Mention]:
        """Who is named in the clause as the one it is about: not `behind the orc`, not `with the orc`."""
        return [m for m in self.mentions if clause.start <= m.start < clause.end and not self._beside(m)]

    def spoken_of(self, clause: Clause) -> list[Mention]:
        """Who was named before the clause, in what is waited for too: whom `him` and `it` may mean."""
        before = [m for m in self.mentions if m.end <= clause.at]
        return [m for m in (*self.earlier, *before) if self.me.id not in m.who]

    def _beside(self, mention: Mention) -> bool:
        i = mention.start - 1
        while i >= 0 and self.found[i].low in ("the", "a", "an", "my", "that", "this", "of", "to"):
            i -= 1
        word = self.found[i].low if i >= 0 else ""
        return word in PLACES - {"against", "toward", "towards"} or word in ("with", "front")

    def fallen_aside(self, who: Iterable[CombatantId]) -> tuple[CombatantId, ...]:
        """Of several that may be meant, those still up, if any is; never the speaker."""
        others = tuple(w for w in who if w != self.me.id)
        return tuple(w for w in others if not self.fight.combatant(w).down) or others

    def left_out(self) -> bool:
        """Whether somebody else is named in words that have found no place."""
        return any(m.start not in self.used and self.me.id not in m.who for m in self.mentions)

    def in_melee(self) -> tuple[CombatantId, ...]:
        """Whom the speaker knows to be in melee with the own combatant."""
        return tuple(w for w in self.fight.engaged_with(self.me.id) if w in self.known)

    def thing(self, clause: Clause, things: Iterable[str]) -> tuple[str, ...]:
        """Which of one's things the clause names; all that fit the words equally."""
        rest = self.found[clause.start : clause.end]
        hit = find_thing(rest, things)
        if hit is None:
            return ()
        names, start, end = hit
        start, end = start + clause.start, end + clause.start
        while start > clause.start and self.found[start - 1].low in ("with", "my", "the", "a", "an", "his"):
            start -= 1
        self.use(start, end)
        return names

    def unplaced(self) -> str:
        """What has found no place, but for the words that carry order."""
        parts: list[str] = []
        start: int | None = None
        for i in range(len(self.found) + 1):
            free = i < len(self.found) and i not in self.used
            if free and start is None:
                start = i
            elif not free and start is not None:
                if any(t.low not in FUNCTION for t in self.found[start:i] if t.kind != "mark"):
                    parts.append(self.words(start, i))
                start = None
        return "; ".join(p for p in parts if p)[:300].strip()
