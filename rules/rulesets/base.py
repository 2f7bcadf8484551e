"""What a ruleset must answer. A round is called beat by beat: segments here, lettered steps in `phases`."""

from __future__ import annotations

from typing import Protocol

from rules import commands as cmd
from rules.dice import Dice
from rules.encounter import Encounter
from rules.record import Record
from rules.refusal import Refusal
from rules.rulesets.phases.pricing import StepPrice
from rules.rulesets.segments.turning import Price
from rules.values import CombatantId, Declaration, Minor, Plan, Slot, SlotId, Step


class Ruleset(Protocol):
    """One document's system. Methods that take a Record add events to it, or refuse and add none."""

    @property
    def last(self) -> int:
        """The number of the round's last beat."""
        ...

    def step(self, beat: int) -> Step | None:
        """The lettered step of a beat; None where beats are segments."""
        ...

    def free(self, encounter: Encounter, beat: int) -> tuple[CombatantId, ...]:
        """Who has declared nothing major and may choose in that beat, as things stand; none in `segments`."""
        ...

    def opened(self, record: Record) -> None:
        """A round has opened for declarations."""
        ...

    def laid(self, encounter: Encounter, declaration: Declaration) -> Plan:
        """What a checked declaration would come to if declarations closed now, behind carried work."""
        ...

    def check(self, encounter: Encounter, declaration: Declaration) -> Declaration | Refusal:
        """The declaration made complete, or why it cannot stand."""
        ...

    def close(self, record: Record, dice: Dice) -> None:
        """Declarations are closed: flag Delays, announce what is public, place what is declared."""
        ...

    def late(self, record: Record, declaration: Declaration, dice: Dice) -> Refusal | None:
        """Take a declaration that came after close."""
        ...

    def roll_initiative(self, record: Record, dice: Dice) -> None:
        """Roll each side's die."""
        ...

    def call(self, record: Record) -> None:
        """Call the next beat, stopping where the GM must be asked; end the round after the last."""
        ...

    def go_on(self, record: Record) -> None:
        """Go on with the beat that was under way when the GM was asked."""
        ...

    def delay(self, record: Record, who: CombatantId, dice: Dice) -> None:
        """Take the GM's call of a Delay on one combatant."""
        ...

    def judge(self, record: Record, struck: bool) -> None:
        """Take the GM's word on the blow in question and go on with the beat."""
        ...

    def stop(self, record: Record, slot: Slot) -> None:
        """End a movement where it is."""
        ...

    def set_time(self, record: Record, slot: SlotId, segments: int) -> None:
        """Set one activity's time and place what follows it again."""
        ...

    def shift(self, record: Record, who: CombatantId, segments: int) -> None:
        """Put off, or bring forward, the first activity not yet begun by so many segments."""
        ...

    def interrupt(self, record: Record, who: CombatantId, down: bool) -> None:
        """End what the combatant has under way: its spell if disturbed, everything if down."""
        ...

    def leave(self, record: Record, who: CombatantId) -> None:
        """End as lost whatever the combatant has under way: it is leaving the fight."""
        ...

    def add_minor(self, record: Record, who: CombatantId, minor: Minor) -> Refusal | None:
        """Add an undeclared minor action while beats are called."""
        ...

    def word(self, record: Record, command: cmd.Word, dice: Dice) -> Refusal | None:
        """Take what is said while beats are called."""
        ...

    def may_redirect(self, encounter: Encounter, slot: Slot) -> bool:
        """Whether its doer may turn a blow on somebody else in melee, at no cost (K-17)."""
        ...

    def price(self, encounter: Encounter, declaration: Declaration) -> Price | StepPrice | Refusal:
        """What it would cost to do this instead while beats are called; or why it cannot be."""
        ...

    def met(self, record: Record, who: CombatantId, foe: CombatantId) -> None:
        """Two have been put in melee by the GM's word: whoever held a blow for that may strike."""
        ...
