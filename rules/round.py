"""The state of one round, and what the GM is asked in it."""

from __future__ import annotations

from typing import Literal

from rules.events import SideDie
from rules.value import Value
from rules.values import CombatantId, Declaration, Delay, Mark, Plan, SlotId, Stage


class BlowQuestion(Value):
    """A blow has fallen on a caster and the GM has yet to say whether it struck (K-14)."""

    kind: Literal["blow"] = "blow"
    blow: SlotId
    who: CombatantId
    target: CombatantId
    spell: SlotId


class TimeQuestion(Value):
    """An activity waits for the GM to set its time (K-5)."""

    kind: Literal["time"] = "time"
    slot: SlotId
    who: CombatantId


class SpellTargetQuestion(Value):
    """A spell waits for its caster, or the GM, to name its target (P-5)."""

    kind: Literal["spell-target"] = "spell-target"
    slot: SlotId
    who: CombatantId


class TargetQuestion(Value):
    """A blow's target is gone; its doer, or the GM, says at whom it goes (K-17)."""

    kind: Literal["target"] = "target"
    slot: SlotId
    who: CombatantId


class BreakQuestion(Value):
    """A combatant is about to move out of melee, and the GM has yet to say what comes of it (S-28)."""

    kind: Literal["break"] = "break"
    slot: SlotId
    who: CombatantId


class TurnQuestion(Value):
    """A combatant that chooses on its turn has come to it (P-5, P-23)."""

    kind: Literal["turn"] = "turn"
    who: CombatantId


Question = BlowQuestion | TimeQuestion | TargetQuestion | BreakQuestion | SpellTargetQuestion | TurnQuestion

ASKED_BY = {
    "blow": "K-14",
    "time": "K-5",
    "target": "K-17",
    "break": "S-28",
    "spell-target": "P-5",
    "turn": "P-5",
}
"""The rule by which each kind of question is asked."""


class Round(Value):
    """One round: where it is in its life, and what is known in it."""

    number: int = 0
    stage: Stage = "ended"
    segment: int = 0
    declarations: tuple[Declaration, ...] = ()
    called: tuple[CombatantId, ...] = ()
    """Those the GM called a Delay on while declaring."""
    delays: tuple[Delay, ...] = ()
    initiative: tuple[SideDie, ...] = ()
    plans: tuple[Plan, ...] = ()
    questions: tuple[Question, ...] = ()
    judged: tuple[SlotId, ...] = ()
    """Blows on casters the GM has judged this round."""
    surprised: tuple[tuple[CombatantId, int], ...] = ()
    """Who is surprised, and by how many segments; in `phases` none are counted (S-27, P-27)."""
    broken: tuple[SlotId, ...] = ()
    """Movements out of melee that may go on (S-28)."""
    together: tuple[tuple[SlotId, ...], ...] = ()
    """What the GM declared simultaneous (S-22)."""
    waived: tuple[tuple[CombatantId, str], ...] = ()
    """Limits the GM waived (K-13)."""
    # In `phases` alone:
    in_melee: tuple[CombatantId, ...] = ()
    """Who began the round in melee (P-14)."""
    queued: tuple[Declaration, ...] = ()
    """What was not declared in time and takes place next round (P-3)."""
    put_off: tuple[CombatantId, ...] = ()
    """Whose declaration is the one put off to this round, untouched since (P-3)."""
    hastened: tuple[CombatantId, ...] = ()
    """Whose complex action completes on their turn (P-3)."""
    marks: tuple[tuple[CombatantId, Mark], ...] = ()
    """What the GM lets go first or last (P-28)."""

    @property
    def blow(self) -> BlowQuestion | None:
        """The blow the GM has yet to judge, if there is one (K-14)."""
        return next((q for q in self.questions if isinstance(q, BlowQuestion)), None)

    def is_surprised(self, who: CombatantId) -> bool:
        """Whether this combatant is surprised (S-27, P-27)."""
        return any(one == who for one, _ in self.surprised)
