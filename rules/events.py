"""What happened. Every event says who may see it; how it reads is somebody else's business.

`audience` is who may be told at all: everyone, the owner of `who` and the GM, or the GM alone. What
an event shows to somebody who is neither GM nor owner has passed `rules.visibility.view` first.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from rules.settings import Settings
from rules.value import Value
from rules.values import (
    Combatant,
    CombatantId,
    Declaration,
    Delay,
    Effect,
    Mark,
    PersonId,
    Pin,
    Plan,
    Slot,
    SlotId,
    Step,
)

Audience = Literal["everyone", "owner", "gm"]
StepLoss = Literal["given-up", "delayed", "surprised"]
"""Why in `phases`: another mind (P-10), a delayed charge (P-20), surprise (P-27). What is given up is spent,
begun or not; in `segments` what is `changed` before it began is dropped, as if it had never been."""
Loss = (
    Literal[
        "struck",
        "disturbed",
        "down",
        "target-gone",
        "never-begun",
        "removed",
        "abandoned",
        "changed",
        "unused",
        "caught",
        "kept-in-melee",
    ]
    | StepLoss
)
"""Why an activity came to nothing; `never-begun` is one dropped before it started, `unused` a hold (S-26),
`caught` what cannot begin in melee (S-14, S-32), `kept-in-melee` a move the GM did not allow (S-28)."""


class Happened(Value):
    """Base of every event; `overruled`: the GM's word went before the rule (K-13)."""

    audience: Audience = "everyone"
    overruled: bool = False

    @property
    def owner(self) -> CombatantId | None:
        """The combatant whose owner may see it, where the audience is `owner`."""
        who = self.__dict__.get("who")
        return who if isinstance(who, str) else None


class Kept(Happened):
    """Base of events that `rules.keeping` folds."""


class CombatantAdded(Happened):
    """A creature entered the fight."""

    kind: Literal["combatant_added"] = "combatant_added"
    combatant: Combatant


class CombatantEdited(Happened):
    """A creature's particulars are now these."""

    kind: Literal["combatant_edited"] = "combatant_edited"
    combatant: Combatant


class CombatantRemoved(Happened):
    """A creature left the fight."""

    kind: Literal["combatant_removed"] = "combatant_removed"
    who: CombatantId
    name: str
    alias: str = ""
    """What those who did not play it knew it by; empty if by its name."""


class Revealed(Happened):
    """A hidden creature gave itself away, or the GM showed it, or told the name of one in sight (K-8).

    `name` and `alias` are new ones, where given. `known_as` is what everybody knew it by until its name came
    out; empty where it was not in sight.
    """

    kind: Literal["revealed"] = "revealed"
    who: CombatantId
    name: str = ""
    alias: str | None = None
    known_as: str = ""


class Engaged(Happened):
    """Two creatures are in melee with each other (K-16)."""

    kind: Literal["engaged"] = "engaged"
    who: CombatantId
    foe: CombatantId


class Disengaged(Happened):
    """Two creatures are no longer in melee with each other (K-16)."""

    kind: Literal["disengaged"] = "disengaged"
    who: CombatantId
    foe: CombatantId


class RoundOpened(Happened):
    """Declaring has begun for this round."""

    kind: Literal["round_opened"] = "round_opened"
    number: int


class DeclarationSealed(Happened):
    """A combatant's declaration is in (S-2); `draft`: sealed by the deadline, `late`: after it (S-25).

    `put_off`: it came too late for the round before, and is entered as this one opens (P-3).
    """

    kind: Literal["declaration_sealed"] = "declaration_sealed"
    audience: Audience = "owner"
    who: CombatantId
    declaration: Declaration
    draft: bool = False
    late: bool = False
    put_off: bool = False


class DeclarationWithdrawn(Happened):
    """A sealed declaration was taken back while declarations were open."""

    kind: Literal["declaration_withdrawn"] = "declaration_withdrawn"
    audience: Audience = "owner"
    who: CombatantId


class DelayCalled(Happened):
    """The GM called a Delay for dithering or coordinating; its die is rolled at close (S-21)."""

    kind: Literal["delay_called"] = "delay_called"
    who: CombatantId


class DelayPardoned(Happened):
    """The GM pardoned a combatant's Delay of this round (K-10)."""

    kind: Literal["delay_pardoned"] = "delay_pardoned"
    who: CombatantId


class DeclarationsClosed(Happened):
    """Declarations are closed; `missing` had none and are held to the clock (S-25)."""

    kind: Literal["declarations_closed"] = "declarations_closed"
    number: int
    missing: tuple[CombatantId, ...] = ()
    unseen: tuple[CombatantId, ...] = ()
    """Those of `missing` that are hidden."""
    grace: bool = False
    """Whether late declarations still count as segment 1 for a while (S-25)."""


class Delayed(Happened):
    """A combatant starts later, by so many segments, for this cause (K-10, S-21)."""

    kind: Literal["delayed"] = "delayed"
    who: CombatantId
    delay: Delay


class SpellAnnounced(Happened):
    """A player's creature is casting: the table hears the casting time and no more (S-16).

    `fills_round`: it takes ten segments or more (S-29).
    """

    kind: Literal["spell_announced"] = "spell_announced"
    who: CombatantId
    segments: int | None
    fills_round: bool = False


class IntentionAnnounced(Happened):
    """A player chose to tell the table what the declaration is (S-18)."""

    kind: Literal["intention_announced"] = "intention_announced"
    who: CombatantId
    declaration: Declaration


class SideDie(Value):
    """One side's initiative die; `unseen` while every creature of the side is hidden (K-8)."""

    side: str
    die: int
    unseen: bool = False


class InitiativeRolled(Happened):
    """Each side's die for this round (S-22)."""

    kind: Literal["initiative_rolled"] = "initiative_rolled"
    dice: tuple[SideDie, ...]


class Planned(Happened):
    """All that one combatant has before it on the timeline, as of now. Replaces what was planned before."""

    kind: Literal["planned"] = "planned"
    audience: Audience = "owner"
    who: CombatantId
    plan: Plan


class TimeAsked(Happened):
    """An activity has no known time: the GM is asked, and the round waits (K-5)."""

    kind: Literal["time_asked"] = "time_asked"
    audience: Audience = "gm"
    who: CombatantId
    slot: SlotId


class TimeSet(Happened):
    """The GM, or the house default, set the time of one activity in segments (K-5)."""

    kind: Literal["time_set"] = "time_set"
    audience: Audience = "owner"
    who: CombatantId
    slot: SlotId
    segments: int


class SegmentCalled(Happened):
    """The next segment began."""

    kind: Literal["segment_called"] = "segment_called"
    segment: int
    step: Step | None = None
    """In `phases`, the step that is called."""


class OrderKey(Value):
    """What decides the order on one segment: side's die, then quickness (S-22).

    `together` numbers what the GM declared simultaneous. In `phases` it is the order within a step: who is
    ready for a charge, the delayed last, then in E the casting time, then the die, then on a tie between
    opponents the speed factor (P-4, P-6, P-9, P-16).
    """

    die: int
    segments: int
    speed_factor: int | None = None
    together: int | None = None
    by: Literal["segment", "step", "casting"] = "segment"
    late: bool = False
    ready: int = 0
    """What meets a charge comes before it: the lower first."""


class Began(Happened):
    """An activity began on this segment; `sealed` when the public may not know more than that (S-16)."""

    kind: Literal["began"] = "began"
    who: CombatantId
    segment: int
    slot: Slot
    sealed: bool = False
    unseen_target: bool = False


class BlowAsked(Happened):
    """A blow falls on a caster: the GM is asked whether it struck (K-14)."""

    kind: Literal["blow_asked"] = "blow_asked"
    audience: Audience = "gm"
    who: CombatantId
    segment: int
    blow: SlotId
    target: CombatantId
    spell: SlotId


class BlowJudged(Happened):
    """Whether a blow on a caster struck, by the GM's word or a house setting (K-14)."""

    kind: Literal["blow_judged"] = "blow_judged"
    who: CombatantId
    segment: int
    blow: SlotId
    target: CombatantId
    struck: bool


class Completed(Happened):
    """An activity was completed on this segment; `key` ordered it among others there (S-22)."""

    kind: Literal["completed"] = "completed"
    who: CombatantId
    segment: int
    slot: Slot
    key: OrderKey
    unseen_target: bool = False


class Lost(Happened):
    """An activity came to nothing; `sealed` when the public may not know what it was."""

    kind: Literal["lost"] = "lost"
    who: CombatantId
    segment: int
    slot: Slot
    reason: Loss
    by: CombatantId | None = None
    sealed: bool = False
    unseen_target: bool = False


class Downed(Happened):
    """A creature is down, asleep or held: what it had not finished is lost (K-15)."""

    kind: Literal["downed"] = "downed"
    who: CombatantId
    segment: int


class Risen(Happened):
    """A creature that was down can act again, by the GM's word; it declares from the next round on."""

    kind: Literal["risen"] = "risen"
    who: CombatantId


class Steered(Happened):
    """A creature on the move goes on elsewhere, or stops (S-10)."""

    kind: Literal["steered"] = "steered"
    who: CombatantId
    segment: int
    note: str = ""
    stopped: bool = False


class GraceEnded(Kept):
    """The grace time after close is over (S-25)."""

    kind: Literal["grace_ended"] = "grace_ended"
    number: int


class Surprised(Kept):
    """A creature is surprised in round 1: it starts so many segments late (S-27).

    In `phases` none are counted: the surprise is for the round (P-27).
    """

    kind: Literal["surprised"] = "surprised"
    who: CombatantId
    segments: int = 0


class Changed(Kept):
    """A combatant turns to something else from that segment on, for a price in segments (S-20)."""

    kind: Literal["changed"] = "changed"
    who: CombatantId
    segment: int
    price: int
    roll: int | None = None


class Triggered(Kept):
    """What a held activity waited for has come about (S-26, S-31)."""

    kind: Literal["triggered"] = "triggered"
    audience: Audience = "owner"
    who: CombatantId
    segment: int
    slot: SlotId
    target: CombatantId | None = None


class Retargeted(Kept):
    """An activity goes at somebody else, or at nobody (K-13, K-17, S-32)."""

    kind: Literal["retargeted"] = "retargeted"
    audience: Audience = "owner"
    who: CombatantId
    slot: SlotId
    target: CombatantId | None


class TargetAsked(Kept):
    """The target of a blow is gone, and there is another foe in melee: at whom does it go (K-17)?"""

    kind: Literal["target_asked"] = "target_asked"
    audience: Audience = "owner"
    who: CombatantId
    slot: SlotId


class BreakAsked(Kept):
    """A combatant is about to move out of melee: the GM is asked, and the round waits (S-28)."""

    kind: Literal["break_asked"] = "break_asked"
    audience: Audience = "gm"
    who: CombatantId
    slot: SlotId


class BrokeOff(Kept):
    """A combatant moves out of melee, or the GM kept it there (S-28)."""

    kind: Literal["broke_off"] = "broke_off"
    who: CombatantId
    segment: int
    slot: SlotId
    allowed: bool


class ChargesMet(Kept):
    """Two that charge each other meet (S-14)."""

    kind: Literal["charges_met"] = "charges_met"
    who: CombatantId
    foe: CombatantId
    segment: int


class SetTogether(Kept):
    """The GM declared these simultaneous where they land on one segment (S-22, K-13)."""

    kind: Literal["set_together"] = "set_together"
    audience: Audience = "gm"
    overruled: bool = True
    slots: tuple[SlotId, ...]


class Waived(Kept):
    """The GM waived a limit for what one combatant declares this round (K-13)."""

    kind: Literal["waived"] = "waived"
    audience: Audience = "owner"
    overruled: bool = True
    who: CombatantId
    rule: str


class EffectBegan(Kept):
    """Something that lasts has begun (S-33)."""

    kind: Literal["effect_began"] = "effect_began"
    who: CombatantId | None
    segment: int
    effect: Effect


class EffectEnded(Kept):
    """An effect is over: it has expired, or was ended before its time (S-33)."""

    kind: Literal["effect_ended"] = "effect_ended"
    who: CombatantId | None
    segment: int
    effect: Effect


class PinAdded(Kept):
    """The GM pinned something to a beat to come."""

    kind: Literal["pin_added"] = "pin_added"
    audience: Audience = "gm"
    pin: Pin


class PinRemoved(Kept):
    """The GM thought better of something pinned: it will not come about."""

    kind: Literal["pin_removed"] = "pin_removed"
    audience: Audience = "gm"
    pin: Pin


class Befell(Kept):
    """The beat of something pinned was called: it comes about, before anything else there."""

    kind: Literal["befell"] = "befell"
    segment: int
    pin: Pin


class SettingsChanged(Kept):
    """The house settings are now these; `changed` names those that are new."""

    kind: Literal["settings_changed"] = "settings_changed"
    changed: tuple[str, ...]
    settings: Settings


class CarriedOver(Happened):
    """An activity runs into the next round, with `left` segments to go (S-24)."""

    kind: Literal["carried_over"] = "carried_over"
    who: CombatantId
    slot: Slot
    left: int
    sealed: bool = False
    unseen_target: bool = False


class IntentionsWanted(Happened):
    """Creatures of the GM's that have no intention noted yet, as the players' window opens (P-1)."""

    kind: Literal["intentions_wanted"] = "intentions_wanted"
    audience: Audience = "gm"
    combatants: tuple[CombatantId, ...]


class SpellsListed(Happened):
    """The spells declared for step E, for the GM alone (P-1)."""

    kind: Literal["spells_listed"] = "spells_listed"
    audience: Audience = "gm"
    spells: tuple[Slot, ...]


class DelayProposed(Happened):
    """A player was silent at close: the GM may call a Delay (P-23)."""

    kind: Literal["delay_proposed"] = "delay_proposed"
    audience: Audience = "gm"
    who: CombatantId


class OrderMarked(Happened):
    """What a combatant does goes first, last, or in its usual place, by the GM's word (P-28)."""

    kind: Literal["order_marked"] = "order_marked"
    audience: Audience = "owner"
    who: CombatantId
    mark: Mark | None


class Hastened(Happened):
    """A complex action may complete on its owner's turn, by the GM's word (P-3)."""

    kind: Literal["hastened"] = "hastened"
    audience: Audience = "owner"
    who: CombatantId


class Queued(Happened):
    """What had to be declared and was not takes place next round, and is entered there (P-3)."""

    kind: Literal["queued"] = "queued"
    audience: Audience = "owner"
    who: CombatantId
    declaration: Declaration


class SpellTargetAsked(Happened):
    """A spell's target must be named now: the caster and the GM are asked (P-5)."""

    kind: Literal["spell_target_asked"] = "spell_target_asked"
    audience: Audience = "owner"
    who: CombatantId
    slot: SlotId


class TargetNamed(Happened):
    """Whom, or what, an activity is aimed at (P-5)."""

    kind: Literal["target_named"] = "target_named"
    audience: Audience = "owner"
    who: CombatantId
    slot: SlotId
    target: CombatantId | None = None
    at: str = ""


class FreeToAct(Happened):
    """A combatant with nothing declared may choose now; `asked`: the round waits for it (P-5)."""

    kind: Literal["free_to_act"] = "free_to_act"
    who: CombatantId
    segment: int
    asked: bool = False


class TurnPassed(Happened):
    """A combatant lets its turn go by (P-5)."""

    kind: Literal["turn_passed"] = "turn_passed"
    who: CombatantId
    segment: int


class ShotTimed(Happened):
    """A shot at somebody moving falls in a segment, by which so many feet were covered (P-12)."""

    kind: Literal["shot_timed"] = "shot_timed"
    who: CombatantId
    segment: int
    target: CombatantId
    falls: int
    feet: int
    distance: int


class WentOff(Happened):
    """An immediate ability went off, outside the order (P-18)."""

    kind: Literal["went_off"] = "went_off"
    who: CombatantId
    segment: int
    name: str
    target: CombatantId | None = None
    note: str = ""
    unseen_target: bool = False


class RoundEnded(Happened):
    """The round is over."""

    kind: Literal["round_ended"] = "round_ended"
    number: int


class GmsChanged(Happened):
    """Who runs the fight has changed: these came to it, and those run it no more (K-13)."""

    kind: Literal["gms_changed"] = "gms_changed"
    added: tuple[PersonId, ...] = ()
    removed: tuple[PersonId, ...] = ()


class EncounterEnded(Happened):
    """The fight is over."""

    kind: Literal["encounter_ended"] = "encounter_ended"


Event = Annotated[
    CombatantAdded
    | CombatantEdited
    | CombatantRemoved
    | Revealed
    | Engaged
    | Disengaged
    | RoundOpened
    | DeclarationSealed
    | DeclarationWithdrawn
    | DelayCalled
    | DelayPardoned
    | DeclarationsClosed
    | Delayed
    | SpellAnnounced
    | IntentionAnnounced
    | InitiativeRolled
    | Planned
    | TimeAsked
    | TimeSet
    | SegmentCalled
    | Began
    | BlowAsked
    | BlowJudged
    | Completed
    | Lost
    | Downed
    | Risen
    | Steered
    | GraceEnded
    | Surprised
    | Changed
    | Triggered
    | Retargeted
    | TargetAsked
    | BreakAsked
    | BrokeOff
    | ChargesMet
    | SetTogether
    | Waived
    | EffectBegan
    | EffectEnded
    | PinAdded
    | PinRemoved
    | Befell
    | SettingsChanged
    | CarriedOver
    | IntentionsWanted
    | SpellsListed
    | DelayProposed
    | OrderMarked
    | Hastened
    | Queued
    | SpellTargetAsked
    | TargetNamed
    | FreeToAct
    | TurnPassed
    | ShotTimed
    | WentOff
    | RoundEnded
    | GmsChanged
    | EncounterEnded,
    Field(discriminator="kind"),
]

EVENT: TypeAdapter[Event] = TypeAdapter(Event)
"""Reads and writes one event as JSON."""
