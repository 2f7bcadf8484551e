"""The words of the game as frozen values: ids, speeds, weapons, combatants, declarations, slots.

Everything here is data. Nothing in this module decides anything, knows a clock or rolls a die.
"""

from __future__ import annotations

import re
from typing import Literal

from pydantic import Field

from rules.value import Value

SEGMENTS_PER_ROUND = 10
"""Segments in one round; a segment is six seconds (K-1)."""

ROUNDS_PER_TURN = 10
"""Rounds in one turn (K-1)."""

BEATS: dict[str, int] = {"segments": SEGMENTS_PER_ROUND, "phases": 16}
"""Beats in one round by ruleset: segments, or lettered steps."""

CombatantId = str
PersonId = str
"""Who sits at the table, opaque to the rules."""
SlotId = str

RulesetName = Literal["segments", "phases"]
Play = Literal["automatic", "called"]
Stage = Literal["declaring", "grace", "locked", "resolving", "ended"]
Missile = Literal["bow", "thrown", "sling", "crossbow", "crossbow-reload"]
Size = Literal["small", "man-sized", "large", "huge"]
When = Literal["before", "after", "during"]
Carry = Literal["continue", "abandon"]
DelayCause = Literal["dithering", "called", "late", "changed", "chosen", "surprise"]
Status = Literal["planned", "begun", "done", "lost", "dropped"]
Rank = Literal["high", "low", "late"]
"""When a combatant acts in `phases`: HIGH, LOW, or after the others in LOW (P-6, P-9)."""
Mark = Literal["first", "last"]
"""What goes before, or after, everything else in its ruleset `phases` (P-28)."""


class SpeedUnclear(ValueError):
    """A bare number under 30 could be inches or feet: it is asked about, not guessed (K-2)."""


_INCHES = re.compile(r"""\s*(\d{1,3})\s*(?:"|''|″|”|in(?:ch(?:es)?)?\.?)\s*""", re.IGNORECASE)
_FEET = re.compile(r"""\s*(\d{1,4})\s*(?:'|ft\.?|feet)?\s*""", re.IGNORECASE)


def parse_speed(text: str, bare: Literal["ask", "feet", "inches"] = "ask") -> int:
    """Read a speed as feet per round: ``12"`` is 120, ``120`` and ``120 ft`` are 120 (K-2).

    A bare number under 30 raises SpeedUnclear, unless the house has settled what `bare` numbers are;
    anything that is not a speed raises ValueError.
    """
    if match := _INCHES.fullmatch(text):
        return int(match[1]) * 10
    match = _FEET.fullmatch(text)
    if match is None:
        raise ValueError(text)
    feet = int(match[1])
    if 0 < feet < 30 and match[0].strip() == match[1] and bare != "feet":
        if bare == "ask":
            raise SpeedUnclear(text)
        return feet * 10
    return feet


def segments_to_cover(feet: int, speed: int, part: Literal["up", "nearest", "down"] = "up") -> int:
    """Segments needed for a distance in feet at a speed in feet per round; a part is a whole (K-2, K-3)."""
    tenths = feet * SEGMENTS_PER_ROUND
    extra = {"up": speed - 1, "nearest": speed // 2, "down": 0}[part]
    return max(1, (tenths + extra) // speed)


class Step(Value):
    """One lettered step of a round in `phases`: `D2`, missiles, in HIGH."""

    letter: str
    name: str
    rank: Literal["", "high", "low"] = ""


class Weapon(Value):
    """A weapon as the rules need it: its true speed factor settles ties, its kind of missile its time."""

    name: str = Field(min_length=1, max_length=60)
    speed_factor: int | None = Field(default=None, ge=0, le=30)
    missile: Missile | None = None

    @property
    def two_handed_missile(self) -> bool:
        """Whether a shot with it allows no other act inside it (S-15)."""
        return self.missile in ("bow", "crossbow", "crossbow-reload")


class Ability(Value):
    """An innate or spell-like ability; `minor` leaves a major action free (S-19)."""

    name: str = Field(min_length=1, max_length=60)
    magic: Literal["innate", "breath", "spell-like"] = "innate"
    minor: bool = False
    segments: int | None = Field(default=None, ge=0, le=1000)
    mark: Mark | None = None
    """Whether it goes first or last (P-28)."""
    line: str = ""
    """The whole line it was read from, with what only people go by: limits, text. Empty if none (P-21)."""


class Combatant(Value):
    """One creature in the fight.

    `speed` is in feet per round; `seat` is who may declare for it, None meaning the GM runs it;
    `since` is the first round it declares in (K-18); `charged` the round of its last charge (S-14).
    """

    id: CombatantId = Field(min_length=1, max_length=24, pattern=r"^[A-Za-z0-9_-]+$")
    name: str = Field(min_length=1, max_length=80)
    side: str = Field(default="heroes", min_length=1, max_length=40)
    seat: PersonId | None = None
    group: str = Field(default="", max_length=80)
    speed: int = Field(default=120, ge=0, le=5000)
    dexterity: int = Field(default=0, ge=-5, le=5)
    size: Size = "man-sized"
    weapons: tuple[Weapon, ...] = Field(default=(), max_length=12)
    natural: bool = False
    alias: str = Field(default="", max_length=80)
    """What those who do not play it know it by until its name comes out; empty if by its name (K-8)."""
    abilities: tuple[Ability, ...] = Field(default=(), max_length=24)
    encumbered: bool = False
    """Whether it carries too much for its Dexterity to help a shot (P-7)."""
    hidden: bool = False
    down: bool = False
    since: int = 1
    charged: int | None = None

    @property
    def known_as(self) -> str:
        """What everybody may call it."""
        return self.alias or self.name

    def weapon(self, name: str) -> Weapon | None:
        """The weapon of that name, whatever its capitals."""
        return next((w for w in self.weapons if w.name.casefold() == name.casefold()), None)

    def ability(self, name: str) -> Ability | None:
        """The ability of that name, whatever its capitals."""
        return next((a for a in self.abilities if a.name.casefold() == name.casefold()), None)


class Minor(Value):
    """One minor action of a declaration, in the order it is to be done (S-4).

    `feet` and `into` are for moving: how far, and whose melee it enters. `segments` is a time the
    player or the GM set; None takes the catalogue's.
    """

    action: str
    when: When = "before"
    feet: int | None = Field(default=None, ge=1, le=5000)
    into: CombatantId | None = None
    name: str = Field(default="", max_length=60)
    segments: int | None = Field(default=None, ge=0, le=1000)
    note: str = Field(default="", max_length=300)


class Hold(Value):
    """A chosen Delay: until a named segment, for a stated trigger, or for whoever comes to melee (S-26)."""

    until: int | None = Field(default=None, ge=1, le=2 * SEGMENTS_PER_ROUND)
    trigger: str = Field(default="", max_length=100)
    melee: bool = False

    @property
    def waits(self) -> bool:
        """Whether nobody knows yet when it ends."""
        return self.until is None


class Declaration(Value):
    """What one combatant will do this round: at most one major, and minors in order. Sealed until revealed.

    `name` is the spell, ability, item or potion; `at` a place or a description where no combatant is the
    target; `segments` the time where the action has none of its own, `rounds` ten of them each (S-29);
    `feet` the distance of a charge or a full move; `hold` what the major waits for (S-26); `carry` the
    answer to what is left from the round before (S-24).
    """

    who: CombatantId
    major: str | None = None
    target: CombatantId | None = None
    at: str = Field(default="", max_length=100)
    weapon: str = Field(default="", max_length=60)
    name: str = Field(default="", max_length=100)
    segments: int | None = Field(default=None, ge=0, le=1000)
    rounds: int | None = Field(default=None, ge=1, le=100)
    feet: int | None = Field(default=None, ge=1, le=5000)
    hold: Hold | None = None
    minors: tuple[Minor, ...] = Field(default=(), max_length=8)
    note: str = Field(default="", max_length=300)
    announce: bool = False
    carry: Carry | None = None
    # In `phases` alone:
    delay: bool = False
    """Whether to wait for LOW on purpose (P-8)."""
    item: str = Field(default="", max_length=100)
    """The item a spell comes from (P-2, P-17)."""
    mark: Mark | None = None
    routines: int = Field(default=1, ge=1, le=5)
    """Attack routines in the round (P-22)."""


class Delay(Value):
    """Segments by which a combatant's first activity not yet begun is put off, and why (K-10, S-21)."""

    who: CombatantId
    cause: DelayCause
    segments: int
    roll: int | None = None
    pardoned: bool = False

    def counts(self, who: CombatantId, *causes: DelayCause) -> bool:
        """Whether it is this combatant's, in force, and of one of these causes."""
        return self.who == who and not self.pardoned and self.cause in causes


class Slot(Value):
    """One activity placed on the timeline.

    `start` and `end` are segments of the current round, both inclusive; above 10 they lie in a later
    round, at or below 0 the activity began in an earlier one. `time` is its length in segments, 0 for what
    takes no time, None while the GM has yet to set it (K-5).
    """

    id: SlotId
    who: CombatantId
    action: str
    major: bool
    time: int | None
    rest: bool = False
    """Whether it lasts from its start, wherever that comes to be, to the end of the round."""
    wait: int = 0
    """Segments it waits after what precedes it: a Delay (S-21), or the place kept by S-10."""
    start: int = 1
    end: int = 1
    status: Status = "planned"
    speed_factor: int | None = None
    target: CombatantId | None = None
    at: str = ""
    weapon: str = ""
    name: str = ""
    feet: int | None = None
    note: str = ""
    hold: Hold | None = None
    """What it waits for before it begins (S-26)."""
    aimed: bool = False
    """Whether it is a shot held for the first that comes to melee the shooter (S-31)."""
    # In `phases`, where `start` and `end` count steps:
    rank: Rank | None = None
    mark: Mark | None = None
    item: str = ""
    declared: bool = False
    """Whether it was declared before the round began, and not chosen on one's turn (P-4, P-7)."""
    routine: int = 0
    """Which of several attack routines it is, from 1; 0 for a single one (P-22)."""
    ready: bool = False
    """Whether it meets a charge (P-4)."""
    falls: int | None = None
    """The segment it falls in, where the rules want one (P-11, P-14)."""

    @property
    def waits(self) -> bool:
        """Whether nobody knows yet when it begins (S-26)."""
        return self.status == "planned" and self.hold is not None and self.hold.waits

    @property
    def open(self) -> bool:
        """Whether it is still to begin or to end."""
        return self.status in ("planned", "begun")


class Plan(Value):
    """All slots of one combatant in this round, in the order it does them.

    `base` is the segment from which it may begin; `carried` how many slots at the front came over from
    the round before (S-24).
    """

    who: CombatantId
    base: int = 1
    carried: int = 0
    slots: tuple[Slot, ...] = ()

    @property
    def unfinished(self) -> tuple[Slot, ...]:
        """The slots still to begin or to end."""
        return tuple(slot for slot in self.slots if slot.open)

    def with_slot(self, slot: Slot) -> Plan:
        """The plan with this in place of the slot of its id."""
        slots = tuple(slot if s.id == slot.id else s for s in self.slots)
        return self.model_copy(update={"slots": slots})


class Effect(Value):
    """Something that lasts: on whom, since when, how long, and who may know (S-33, P-19).

    `who` None is a place or the whole field. It is over, never deleted: `status` says how it stands. `by` is
    who noted it: a player may end what that player noted, and nothing of the GM's.
    """

    id: str = Field(min_length=1, max_length=24, pattern=r"^[A-Za-z0-9_-]+$")
    name: str = Field(min_length=1, max_length=80)
    who: CombatantId | None = None
    round: int = Field(default=0, ge=0)
    segment: int = Field(default=0, ge=0, le=max(BEATS.values()))
    """The beat it began in: a segment, or a step."""
    rounds: int = Field(default=0, ge=0, le=10000)
    segments: int = Field(default=0, ge=0, le=1000)
    by: PersonId = Field(default="", max_length=100)
    seen: Literal["public", "owner", "gm"] = "public"
    status: Literal["running", "expired", "ended"] = "running"


class Pin(Value):
    """Something the GM has set for a beat of a round, and nobody else knows of before it comes (K-13)."""

    id: str = Field(min_length=1, max_length=24, pattern=r"^[A-Za-z0-9_-]+$")
    text: str = Field(min_length=1, max_length=200)
    round: int = Field(ge=1)
    segment: int = Field(ge=1, le=max(BEATS.values()))
    """The beat: a segment, or a step."""
