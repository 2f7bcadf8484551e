"""The state of one round, and what the GM is asked in it."""

from __future__ import annotations

from typing import Literal

from rules.events import SideDie
from rules.values import CombatantId, Declaration, Delay, Mark, Plan, SlotId, Stage, Value


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


class TurnQuestion(Value):
    """A combatant that chooses on its turn has come to it (P-5, P-23)."""

    kind: Literal["turn"] = "turn"
    who: CombatantId


Question = BlowQuestion | TimeQuestion | SpellTargetQuestion | TurnQuestion


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
    # In `phases` alone:
    in_melee: tuple[CombatantId, ...] = ()
    """Who began the round in melee (P-14)."""
    queued: tuple[Declaration, ...] = ()
    """What was not declared in time and takes place next round (P-3)."""
    hastened: tuple[CombatantId, ...] = ()
    """Whose complex action completes on their turn (P-3)."""
    surprised: tuple[CombatantId, ...] = ()
    marks: tuple[tuple[CombatantId, Mark], ...] = ()
    """What the GM lets go first or last (P-28)."""
