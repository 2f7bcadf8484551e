"""What a person or the clock can ask of the rules. `rules.decide` answers with events or a Refusal.

Who may ask is the shell's affair: each command says in its docstring whom it is meant for.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from rules.settings import Settings
from rules.value import Value
from rules.values import (
    BEATS,
    Combatant,
    CombatantId,
    Declaration,
    Effect,
    Mark,
    Minor,
    PersonId,
    SlotId,
)

MOST_COMBATANTS = 200
"""Creatures in one fight; hidden ones are counted apart, so that a full fight tells nothing of them (K-8)."""


class Asked(Value):
    """Base of every command."""


class AddCombatants(Asked):
    """Bring creatures into the fight; several at once for a group (GM; a player for the own character)."""

    kind: Literal["add_combatants"] = "add_combatants"
    combatants: tuple[Combatant, ...] = Field(min_length=1, max_length=MOST_COMBATANTS)


class EditCombatant(Asked):
    """Replace a creature's particulars; the id stays (GM, or the seat for its own)."""

    kind: Literal["edit_combatant"] = "edit_combatant"
    combatant: Combatant


class RemoveCombatant(Asked):
    """Take a creature out of the fight; unfinished activity is lost (GM)."""

    kind: Literal["remove_combatant"] = "remove_combatant"
    who: CombatantId


class Reveal(Asked):
    """Show a hidden creature to the table, or tell the name of one known by another (GM; K-8).

    `named`: show it by its name at once.
    """

    kind: Literal["reveal"] = "reveal"
    who: CombatantId
    named: bool = False


class Engage(Asked):
    """Put two creatures in melee with each other (GM; K-16)."""

    kind: Literal["engage"] = "engage"
    who: CombatantId
    foe: CombatantId


class Disengage(Asked):
    """Take two creatures out of melee with each other (GM; K-16)."""

    kind: Literal["disengage"] = "disengage"
    who: CombatantId
    foe: CombatantId


Change = Annotated[EditCombatant | Reveal | Engage | Disengage, Field(discriminator="kind")]
"""What can be done to several creatures in one go."""


class Arrange(Asked):
    """Several changes to who is in the fight, and how, at once: all or none (GM)."""

    kind: Literal["arrange"] = "arrange"
    changes: tuple[Change, ...] = Field(min_length=1, max_length=400)


class OpenRound(Asked):
    """Begin declaring for the next round (GM)."""

    kind: Literal["open_round"] = "open_round"


class Declare(Asked):
    """Seal a declaration for each of these combatants, all or none (seat, or GM; K-7, K-12).

    `round` guards against a button of another round; None takes the round that is open.
    """

    kind: Literal["declare"] = "declare"
    declarations: tuple[Declaration, ...] = Field(min_length=1, max_length=200)
    round: int | None = None


class Withdraw(Asked):
    """Take back a sealed declaration while declarations are open (seat, or GM)."""

    kind: Literal["withdraw"] = "withdraw"
    who: CombatantId
    round: int | None = None


class CallDelay(Asked):
    """Assess a Delay for dithering or coordinating (GM; K-10, S-21)."""

    kind: Literal["call_delay"] = "call_delay"
    who: CombatantId


class PardonDelay(Asked):
    """Forgive a combatant's Delay of this round (GM; K-10)."""

    kind: Literal["pardon_delay"] = "pardon_delay"
    who: CombatantId


class CloseDeclarations(Asked):
    """End declaring (the clock, or the GM). Complete drafts count as sealed (S-25)."""

    kind: Literal["close_declarations"] = "close_declarations"
    drafts: tuple[Declaration, ...] = ()
    round: int | None = None


class RollInitiative(Asked):
    """Roll each side's die (the clock, or the GM; S-22)."""

    kind: Literal["roll_initiative"] = "roll_initiative"


class CallSegment(Asked):
    """Call the next segment (automatic play, or the GM). `after` guards against a double press."""

    kind: Literal["call_segment"] = "call_segment"
    after: int | None = None


class JudgeBlow(Asked):
    """Say whether the blow in question struck the caster (GM; K-14)."""

    kind: Literal["judge_blow"] = "judge_blow"
    struck: bool
    blow: SlotId | None = None


class SetTime(Asked):
    """Set the time of one activity, in segments (GM; K-5)."""

    kind: Literal["set_time"] = "set_time"
    slot: SlotId
    segments: int = Field(ge=0, le=1000)


class Disturb(Asked):
    """A creature was struck or otherwise disturbed: a spell it is casting is lost (GM; S-23)."""

    kind: Literal["disturb"] = "disturb"
    who: CombatantId


class Down(Asked):
    """A creature falls, sleeps or is held: unfinished activity ends as lost (GM; K-15)."""

    kind: Literal["down"] = "down"
    who: CombatantId


class Rise(Asked):
    """A creature that was down can act again (GM)."""

    kind: Literal["rise"] = "rise"
    who: CombatantId


class AddMinor(Asked):
    """Add an undeclared minor action while segments are called (seat, or GM; S-8)."""

    kind: Literal["add_minor"] = "add_minor"
    who: CombatantId
    minor: Minor


class Steer(Asked):
    """Change the direction of movement under way, or stop (seat, or GM; S-10)."""

    kind: Literal["steer"] = "steer"
    who: CombatantId
    note: str = Field(default="", max_length=300)
    stop: bool = False


class EndGrace(Asked):
    """End the grace time after close: the dice are rolled (the clock, or the GM; S-25)."""

    kind: Literal["end_grace"] = "end_grace"
    round: int | None = None


class Surprise(Asked):
    """Surprise a side, or single creatures, in round 1 (GM; S-27, P-27).

    `segments` None takes the house's; in `phases` there are none to name.
    """

    kind: Literal["surprise"] = "surprise"
    side: str = Field(default="", max_length=40)
    who: tuple[CombatantId, ...] = Field(default=(), max_length=50)
    segments: int | None = Field(default=None, ge=0, le=10)


class ChangeAction(Asked):
    """Do something else than was declared, from the beat about to be called on (seat, or GM; S-20, P-10)."""

    kind: Literal["change_action"] = "change_action"
    declaration: Declaration
    round: int | None = None


class Trigger(Asked):
    """What a held activity waits for has come about (seat, or GM; S-26)."""

    kind: Literal["trigger"] = "trigger"
    who: CombatantId


class Redirect(Asked):
    """Turn a blow whose target is gone, or a caught shot, on a foe in melee (seat, or GM; K-17, S-32).

    `target` None is nobody: the blow is lost.
    """

    kind: Literal["redirect"] = "redirect"
    who: CombatantId
    target: CombatantId | None
    slot: SlotId | None = None


class Retarget(Asked):
    """Say at whom an activity goes, or that it reaches nobody (GM; K-13, S-14)."""

    kind: Literal["retarget"] = "retarget"
    slot: SlotId
    target: CombatantId | None


class BreakOff(Asked):
    """Say whether the combatant that moves out of melee gets away (GM; S-28)."""

    kind: Literal["break_off"] = "break_off"
    who: CombatantId
    allowed: bool


class Together(Asked):
    """Declare what lands on one segment simultaneous (GM; S-22)."""

    kind: Literal["together"] = "together"
    slots: tuple[SlotId, ...] = Field(min_length=2, max_length=50)


class Waive(Asked):
    """Waive a limit for what one combatant declares this round (GM; K-13)."""

    kind: Literal["waive"] = "waive"
    who: CombatantId
    rule: str = Field(pattern=r"^[KSP]-\d+$")


class AddEffect(Asked):
    """Note something that lasts; it begins now (GM; S-33)."""

    kind: Literal["add_effect"] = "add_effect"
    effect: Effect


class EndEffect(Asked):
    """End an effect before its time (GM; S-33)."""

    kind: Literal["end_effect"] = "end_effect"
    effect: str


class AddPin(Asked):
    """Pin something to a beat that has yet to be called, to be told to all when it is (GM; K-13).

    `round` is the one under way or the next; None: the one under way, else the next.
    """

    kind: Literal["add_pin"] = "add_pin"
    id: str = Field(min_length=1, max_length=24, pattern=r"^[A-Za-z0-9_-]+$")
    text: str = Field(min_length=1, max_length=200)
    segment: int = Field(ge=1, le=max(BEATS.values()))
    round: int | None = None


class RemovePin(Asked):
    """Take away something pinned that has not come yet (GM)."""

    kind: Literal["remove_pin"] = "remove_pin"
    pin: str


class ChangeSettings(Asked):
    """Change the house settings, between rounds (GM)."""

    kind: Literal["change_settings"] = "change_settings"
    settings: Settings


class NameTarget(Asked):
    """Say whom or what an activity is aimed at, a spell above all (seat, or GM; P-5)."""

    kind: Literal["name_target"] = "name_target"
    who: CombatantId
    target: CombatantId | None = None
    at: str = Field(default="", max_length=100)


class Pass(Asked):
    """Let one's turn go by (seat, or GM; P-5)."""

    kind: Literal["pass"] = "pass"
    who: CombatantId


class SetOff(Asked):
    """An immediate ability goes off, outside the order (GM; P-18)."""

    kind: Literal["set_off"] = "set_off"
    who: CombatantId
    name: str = Field(min_length=1, max_length=100)
    target: CombatantId | None = None
    note: str = Field(default="", max_length=300)


class MarkOrder(Asked):
    """Let what a combatant does go first, or last, or in its usual place (GM; P-28)."""

    kind: Literal["mark_order"] = "mark_order"
    who: CombatantId
    mark: Mark | None = None


class Hasten(Asked):
    """Let a complex action complete on its owner's turn instead of at the end of the round (GM; P-3)."""

    kind: Literal["hasten"] = "hasten"
    who: CombatantId


class ChangeGms(Asked):
    """Let others run the fight too, or no longer; both at once hand it over (GM; K-13)."""

    kind: Literal["change_gms"] = "change_gms"
    add: tuple[PersonId, ...] = ()
    remove: tuple[PersonId, ...] = ()


class EndEncounter(Asked):
    """End the fight (GM)."""

    kind: Literal["end_encounter"] = "end_encounter"


Command = Annotated[
    AddCombatants
    | EditCombatant
    | RemoveCombatant
    | Reveal
    | Engage
    | Disengage
    | Arrange
    | OpenRound
    | Declare
    | Withdraw
    | CallDelay
    | PardonDelay
    | CloseDeclarations
    | RollInitiative
    | CallSegment
    | JudgeBlow
    | SetTime
    | Disturb
    | Down
    | Rise
    | AddMinor
    | Steer
    | EndGrace
    | Surprise
    | ChangeAction
    | Trigger
    | Redirect
    | Retarget
    | BreakOff
    | Together
    | Waive
    | AddEffect
    | EndEffect
    | AddPin
    | RemovePin
    | ChangeSettings
    | NameTarget
    | Pass
    | SetOff
    | MarkOrder
    | Hasten
    | ChangeGms
    | EndEncounter,
    Field(discriminator="kind"),
]

Word = ChangeAction | Trigger | Redirect | Retarget | BreakOff | Together
"""What is said while beats are called, and what each ruleset takes in its own way."""

COMMAND: TypeAdapter[Command] = TypeAdapter(Command)
"""Reads and writes one command as JSON."""
