"""The ruleset `segments`, Declare Intentions: all starts at segment 1; ten segments are called in turn."""

from __future__ import annotations

from rules import commands as cmd
from rules.declaration import check
from rules.dice import Dice
from rules.encounter import Encounter
from rules.record import Record
from rules.refusal import Refusal
from rules.rulesets.segments import changing, closing, contact, landing, placing, turning, words
from rules.timeline import lay, slots_for
from rules.values import SEGMENTS_PER_ROUND, CombatantId, Declaration, Minor, Plan, Slot, SlotId


class Segments:
    """Declare Intentions, called segment by segment."""

    last = SEGMENTS_PER_ROUND

    def step(self, beat: int) -> None:
        """Segments have numbers, and no letters."""

    def free(self, encounter: Encounter, beat: int) -> tuple[CombatantId, ...]:
        """Nobody: a segment is nobody's turn."""
        return ()

    def opened(self, record: Record) -> None:
        """Nothing is said beyond the opening itself."""

    def laid(self, encounter: Encounter, declaration: Declaration) -> Plan:
        """Its slots in segments of this round, without any Delay, behind carried ones."""
        carried = encounter.plan(declaration.who)
        if carried is None or declaration.carry == "abandon":
            carried = Plan(who=declaration.who)
        new = slots_for(encounter, declaration, first=len(carried.slots))
        return lay(encounter, carried, new)

    def check(self, encounter: Encounter, declaration: Declaration) -> Declaration | Refusal:
        """The declaration made complete, or why it cannot stand (K-11, S-2 to S-19, S-24, S-30)."""
        return check(encounter, declaration)

    def close(self, record: Record, dice: Dice) -> None:
        """Flag Delays, announce spells, place everything declared on the timeline (S-16, S-21, S-25)."""
        closing.close(record, dice)

    def late(self, record: Record, declaration: Declaration, dice: Dice) -> Refusal | None:
        """Take a declaration after close: it begins in `m + d`; the GM's own without Delay (S-25, S-34)."""
        return closing.late(record, declaration, dice)

    def roll_initiative(self, record: Record, dice: Dice) -> None:
        """One die for each side still standing, rerolled each round (S-22)."""
        closing.roll_initiative(record, dice)

    def call(self, record: Record) -> None:
        """Call the next segment: what begins, then what is completed, in order (S-22)."""
        landing.call(record)

    def go_on(self, record: Record) -> None:
        """Complete what is due on this segment, until it is done or the GM must be asked (K-14)."""
        landing.go_on(record)

    def delay(self, record: Record, who: CombatantId, dice: Dice) -> None:
        """A Delay called: its die waits for close; after it, it touches what has not begun (S-21)."""
        closing.delay(record, who, dice)

    def judge(self, record: Record, struck: bool) -> None:
        """The blow struck, and the spell is lost, or it missed; then the segment goes on (K-14, S-23)."""
        landing.judge(record, struck)

    def stop(self, record: Record, slot: Slot) -> None:
        """End a movement where it is; what takes time after it keeps its place (S-10)."""
        changing.stop(record, slot)

    def set_time(self, record: Record, slot: SlotId, segments: int) -> None:
        """Set one activity's time and place what follows it again (K-5)."""
        changing.set_time(record, slot, segments)

    def shift(self, record: Record, who: CombatantId, segments: int) -> None:
        """Put off the first activity not yet begun, or bring it forward again (S-21)."""
        placing.shift(record, who, segments)

    def interrupt(self, record: Record, who: CombatantId, down: bool) -> None:
        """End a disturbed caster's spell, or everything of one that is down (K-15, S-23)."""
        changing.interrupt(record, who, down)

    def leave(self, record: Record, who: CombatantId) -> None:
        """End as lost whatever the combatant has under way (K-16, K-17)."""
        changing.leave(record, who)

    def add_minor(self, record: Record, who: CombatantId, minor: Minor) -> Refusal | None:
        """Add an undeclared minor: it pushes back a major not begun, or waits until after it (S-8)."""
        return changing.add_minor(record, who, minor)

    def word(self, record: Record, command: cmd.Word, dice: Dice) -> Refusal | None:
        """Take a change of mind, a trigger, a word on a target (S-20, S-22, S-26, S-28, K-17)."""
        return words.word(record, command, dice)

    def may_redirect(self, encounter: Encounter, slot: Slot) -> bool:
        """Whether its doer may turn it on somebody in melee at no cost (K-17, S-32)."""
        return words.may_redirect(encounter, slot)

    def price(self, encounter: Encounter, declaration: Declaration) -> turning.Price | Refusal:
        """The die as a range, and what is given up (S-20)."""
        return turning.price(encounter, declaration)

    def met(self, record: Record, who: CombatantId, foe: CombatantId) -> None:
        """A blow held for whoever comes into melee has its moment, on either side (S-26)."""
        contact.came(record, who, foe)
        contact.came(record, foe, who)
