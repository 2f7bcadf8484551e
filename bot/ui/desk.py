"""One person's view of one round: what a panel is drawn from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.narration.words import Names, escape
from bot.ui.draft import group_members
from bot.ui.ids import Press
from rules import Combatant, Encounter, as_seen, viewer_for

HIDDEN = "hidden: the round does not wait for it, so declare it first"
"""What the GM is told of a hidden creature."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What a panel is drawn from: one person's view of one round of one encounter.

    In it everybody has the name this person knows; the hidden are still in it, for the rules to go by.
    """

    key: str
    encounter: Encounter
    person: str
    deadline: datetime | None
    orders: Mapping[str, str] = field(default_factory=dict)
    """Standing orders in force, by combatant."""

    def __post_init__(self) -> None:
        known = as_seen(self.encounter, viewer_for(self.encounter, self.person))
        object.__setattr__(self, "encounter", known)

    @property
    def names(self) -> Names:
        """What this person may call everybody."""
        return Names(self.encounter, viewer_for(self.encounter, self.person))

    @property
    def runs(self) -> tuple[Combatant, ...]:
        """The combatants this person declares for in this round: the own ones; the GM's, for a GM."""
        gm = self.person in self.encounter.gms
        return tuple(c for c in self.encounter.declares if c.seat == self.person or (gm and c.seat is None))

    @property
    def late(self) -> bool:
        """Whether declarations are closed and the round goes on: what is declared now is late."""
        return self.encounter.round.stage in ("grace", "resolving") and not self.encounter.over

    @property
    def choice(self) -> tuple[Combatant, ...]:
        """Those of them who can still be declared for: after the close, who has not (S-25, P-4)."""
        if not self.late:
            return self.runs
        declared = {d.who: d for d in self.encounter.round.declarations}
        by_steps = self.encounter.ruleset == "phases"
        return tuple(
            c for c in self.runs if (made := declared.get(c.id)) is None or (by_steps and made.major is None)
        )

    def press(self, verb: str, who: str, extra: str = "") -> str:
        """The id of a button or menu of this panel."""
        return str(Press(verb, self.key, self.encounter.round.number, who, extra))

    def first(self) -> str | None:
        """Whom to begin with: the first, or its whole group, that has yet to declare."""
        # Hidden ones first: the round waits for everybody else.
        for combatant in sorted(self.choice, key=lambda c: not c.hidden):
            if self.encounter.declaration(combatant.id) is None:
                return _whole(self, combatant)
        return _whole(self, self.choice[0]) if self.choice else None


def _whole(desk: Desk, combatant: Combatant) -> str:
    members = group_members(desk.encounter, f"*{combatant.id}")
    return f"*{members[0].id}" if len(members) > 1 else combatant.id


def title_of(desk: Desk, who: str) -> str:
    """Whom the panel is for."""
    members = group_members(desk.encounter, who)
    if len(members) > 1:
        return f"{len(members)} × {escape(members[0].group)}"
    return desk.names[who.removeprefix("*")]
