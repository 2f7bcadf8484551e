"""The ruleset `phases`, Declare Actions: sixteen lettered steps are called in turn, HIGH before LOW."""

from __future__ import annotations

from rules import commands as cmd
from rules.dice import Dice
from rules.encounter import Encounter
from rules.record import Record
from rules.refusal import Refusal
from rules.rulesets.phases import calling, changing, checking, closing, placing, pricing, steps
from rules.values import CombatantId, Declaration, Minor, Plan, Slot, SlotId, Step


class Phases:
    """Declare Actions, called step by step; a beat is a step."""

    last = steps.LAST

    def step(self, beat: int) -> Step | None:
        """The lettered step of a beat."""
        return steps.step_of(beat) if 1 <= beat <= steps.LAST else None

    def free(self, encounter: Encounter, beat: int) -> tuple[CombatantId, ...]:
        """Who may choose as the group's turn comes, in D1 (P-5)."""
        return calling.free(encounter, beat)

    def opened(self, record: Record) -> None:
        """Enter what was put off to this round; remind the GM whose intentions are wanting (P-1, P-3)."""
        closing.opened(record)

    def laid(self, encounter: Encounter, declaration: Declaration) -> Plan:
        """Its slots in steps of this round, as if its group had won, behind carried ones."""
        return placing.laid(encounter, declaration)

    def check(self, encounter: Encounter, declaration: Declaration) -> Declaration | Refusal:
        """The declaration made complete, or why it cannot stand (K-11, P-2 to P-28)."""
        return checking.check(encounter, declaration)

    def close(self, record: Record, dice: Dice) -> None:
        """Flag Delays, place what is declared, list the spells for the GM (P-1, P-8, P-9, P-23)."""
        closing.close(record, dice)

    def late(self, record: Record, declaration: Declaration, dice: Dice) -> Refusal | None:
        """Take what is chosen on one's turn, or put it off to the next round (P-3 to P-5)."""
        refused = closing.late(record, declaration)
        if refused is None:
            calling.go_on(record)
        return refused

    def roll_initiative(self, record: Record, dice: Dice) -> None:
        """One die for each side still standing; it gives everybody HIGH or LOW (P-6)."""
        closing.roll_initiative(record, dice)

    def call(self, record: Record) -> None:
        """Call the next step: what begins, who is asked, then what is done, in order."""
        calling.call(record)

    def go_on(self, record: Record) -> None:
        """Go on with the step under way, until it is done or somebody must be asked (K-14, P-5)."""
        calling.go_on(record)

    def delay(self, record: Record, who: CombatantId, dice: Dice) -> None:
        """A Delay called: HIGH becomes LOW, LOW comes after the others there (P-9)."""
        closing.delay(record, who)

    def judge(self, record: Record, struck: bool) -> None:
        """The blow struck, and the spell is lost, or it missed; then the step goes on (K-14, P-17)."""
        changing.judge(record, struck)

    def stop(self, record: Record, slot: Slot) -> None:
        """End a movement where it is."""
        changing.stop(record, slot)

    def set_time(self, record: Record, slot: SlotId, segments: int) -> None:
        """Set one activity's time; from ten segments on it may be complex (K-5, P-15)."""
        changing.set_time(record, slot, segments)

    def shift(self, record: Record, who: CombatantId, segments: int) -> None:
        """Place anew what a pardon has freed: a Delay is no number of segments here (K-10, P-9)."""
        placing.relay(record, who)

    def interrupt(self, record: Record, who: CombatantId, down: bool) -> None:
        """End a disturbed caster's incantation, or everything of one that is down (K-15, P-17)."""
        changing.interrupt(record, who, down)

    def leave(self, record: Record, who: CombatantId) -> None:
        """End as lost whatever the combatant has under way (K-16, K-17)."""
        changing.leave(record, who)

    def add_minor(self, record: Record, who: CombatantId, minor: Minor) -> Refusal | None:
        """Add an undeclared minor on one's turn (P-14, P-15)."""
        return changing.add_minor(record, who, minor)

    def word(self, record: Record, command: cmd.Word, dice: Dice) -> Refusal | None:
        """Take a change of mind (P-10), or a blow's new target (K-17); holds and the like are not here."""
        if isinstance(command, cmd.ChangeAction):
            return changing.change(record, command.declaration.who, command.declaration)
        if isinstance(command, cmd.Redirect):
            return changing.redirect(record, command)
        return Refusal(code="not-in-this-ruleset")

    def may_redirect(self, encounter: Encounter, slot: Slot) -> bool:
        """Whether its doer may turn it on somebody in melee at no cost (K-17)."""
        return changing.may_redirect(encounter, slot)

    def price(self, encounter: Encounter, declaration: Declaration) -> pricing.StepPrice | Refusal:
        """What is given up, and when the new action would be done (P-8, P-10)."""
        return pricing.price(encounter, declaration)

    def met(self, record: Record, who: CombatantId, foe: CombatantId) -> None:
        """Nothing waits for somebody to come into melee: there are no holds here."""
