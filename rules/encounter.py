"""The state of one fight, and `apply`: the only thing that changes it."""

from __future__ import annotations

from rules import events as ev
from rules.keeping import answered, keep, marked, next_round, replace_plan
from rules.places import foes_in, place_of_declaration, place_of_plan, places_in
from rules.round import BlowQuestion, Question, Round, TimeQuestion
from rules.settings import Settings
from rules.stepping import entered, stepped, turn_over
from rules.value import Value
from rules.values import (
    Combatant,
    CombatantId,
    Declaration,
    DelayCause,
    Effect,
    PersonId,
    Pin,
    Plan,
    Play,
    RulesetName,
    Slot,
    SlotId,
)


class Encounter(Value):
    """One fight: its ruleset and settings, its combatants, who is in melee with whom, and the round."""

    ruleset: RulesetName = "segments"
    play: Play = "automatic"
    settings: Settings = Settings()
    gms: tuple[PersonId, ...] = ()
    combatants: tuple[Combatant, ...] = ()
    engagements: tuple[tuple[CombatantId, CombatantId], ...] = ()
    effects: tuple[Effect, ...] = ()
    pins: tuple[Pin, ...] = ()
    """What is pinned and has yet to come, in the order it was."""
    round: Round = Round()
    over: bool = False

    def find(self, who: CombatantId) -> Combatant | None:
        """The combatant of that id, if it is in the fight."""
        at = places_in(self.combatants).get(who)
        return None if at is None else self.combatants[at]

    def at_turn(self, who: CombatantId) -> bool:
        """Whether the combatant's turn has come and the round waits for what it does (P-4, P-5)."""
        return any(q.kind == "turn" and q.who == who for q in self.round.questions)

    def combatant(self, who: CombatantId) -> Combatant:
        """The combatant of that id; raises KeyError if it is not in the fight."""
        return self.combatants[places_in(self.combatants)[who]]

    def engaged_with(self, who: CombatantId) -> tuple[CombatantId, ...]:
        """Who is in melee with this combatant (K-16)."""
        return foes_in(self.engagements).get(who, ())

    def declaration(self, who: CombatantId) -> Declaration | None:
        """This round's sealed declaration of the combatant."""
        declarations = self.round.declarations
        at = place_of_declaration(declarations, who)
        return None if at is None else declarations[at]

    def plan(self, who: CombatantId) -> Plan | None:
        """What the combatant has on this round's timeline."""
        plans = self.round.plans
        at = place_of_plan(plans, who)
        return None if at is None else plans[at]

    def slot(self, slot: SlotId) -> Slot | None:
        """The slot of that id on this round's timeline."""
        return next((s for p in self.round.plans for s in p.slots if s.id == slot), None)

    def now(self, slot: Slot) -> Slot | None:
        """A slot as it has become, if its doer still has it."""
        plan = self.plan(slot.who)
        for known in plan.slots if plan else ():
            if known.id == slot.id:
                return known
        return None

    def carried(self, who: CombatantId) -> tuple[Slot, ...]:
        """Unfinished activity that came over from the round before (S-24)."""
        plan = self.plan(who)
        return tuple(s for s in plan.slots[: plan.carried] if s.open) if plan else ()

    def delay(self, who: CombatantId) -> int:
        """Segments of Delay in force: assessed ones count once, surprise and changes add (S-21)."""
        if not self.round.delays:
            return 0
        return self.assessed(who) + self.added_delay(who, "surprise") + self.added_delay(who, "changed")

    def assessed(self, who: CombatantId) -> int:
        """The largest Delay for dithering, lateness or the GM's call: they do not add (S-21)."""
        counted = (d for d in self.round.delays if d.counts(who, "dithering", "called", "late"))
        return max((d.segments for d in counted), default=0)

    def owed(self, who: CombatantId, now: int) -> int:
        """Segments to wait for one who first acts from segment `now` on; of surprise what is left (S-27)."""
        surprised = 1 + self.added_delay(who, "surprise") - now
        return max(0, surprised) + self.assessed(who) + self.added_delay(who, "changed")

    def added_delay(self, who: CombatantId, cause: DelayCause) -> int:
        """Segments of that cause, which adds to others (S-21)."""
        return sum(d.segments for d in self.round.delays if d.counts(who, cause))

    def waives(self, who: CombatantId, rule: str) -> bool:
        """Whether the GM waived that limit for what this combatant declares this round (K-13)."""
        return (who, rule) in self.round.waived

    def delayed(self, who: CombatantId) -> bool:
        """Whether a Delay is in force, whatever it comes to (K-10); a hold until a segment is none (S-26)."""
        mine = (d for d in self.round.delays if d.who == who and not d.pardoned)
        return any(d.cause != "chosen" or not d.segments for d in mine)

    def die(self, side: str) -> int:
        """The side's initiative die this round; 0 before it is rolled."""
        for rolled in self.round.initiative:
            if rolled.side == side:
                return rolled.die
        return 0

    @property
    def declares(self) -> tuple[Combatant, ...]:
        """Combatants who may declare in this round: not down, and here since its start (K-15, K-18)."""
        return tuple(c for c in self.combatants if not c.down and c.since <= self.round.number)

    @property
    def awaited(self) -> tuple[Combatant, ...]:
        """Who has yet to declare: no declaration, and no carried work that silence continues (S-24, S-25).

        Hidden creatures are never awaited, so nothing waits on what players may not know of; and the GM's
        are awaited whatever they carry, which players may not know of either (K-8).
        """
        return tuple(
            c
            for c in self.declares
            if not c.hidden
            and self.declaration(c.id) is None
            and not (c.seat is not None and self.carried(c.id))
        )


def _lost(round_: Round, event: ev.Lost) -> Round:
    """What is lost takes no more time: it ends where it was lost."""
    slot = event.slot
    unbegun = event.reason == "changed" and slot.status == "planned"
    status = "dropped" if event.reason == "never-begun" or unbegun else "lost"
    until = max(slot.start, min(slot.end, event.segment))
    round_ = marked(round_, slot, status=status, end=until)
    return round_.model_copy(update={"questions": _unanswered(round_, slot.id)})


def _unanswered(round_: Round, answered: SlotId) -> tuple[Question, ...]:
    return tuple(q for q in round_.questions if answered not in _subjects(q))


def _subjects(question: Question) -> tuple[SlotId, ...]:
    """The activities a question is about; one's turn is about none."""
    match question.kind:
        case "blow":
            return (question.blow, question.spell)
        case "turn":
            return ()
        case _:
            return (question.slot,)


def _combatant(encounter: Encounter, combatant: Combatant) -> Encounter:
    return encounter.model_copy(
        update={"combatants": tuple(combatant if c.id == combatant.id else c for c in encounter.combatants)}
    )


def _shown(combatant: Combatant, event: ev.Revealed) -> Combatant:
    named = {"name": event.name} if event.name else {}
    called = {"alias": event.alias} if event.alias is not None else {}
    return combatant.model_copy(update={"hidden": False, **named, **called})


def _without(encounter: Encounter, who: CombatantId) -> Encounter:
    round_ = encounter.round
    return encounter.model_copy(
        update={
            "combatants": tuple(c for c in encounter.combatants if c.id != who),
            "engagements": tuple(pair for pair in encounter.engagements if who not in pair),
            "effects": tuple(
                e.model_copy(update={"who": None, "status": "ended"}) if e.who == who else e
                for e in encounter.effects
            ),
            "round": round_.model_copy(
                update={
                    "declarations": tuple(d for d in round_.declarations if d.who != who),
                    "plans": tuple(p for p in round_.plans if p.who != who),
                    "queued": tuple(d for d in round_.queued if d.who != who),
                    "put_off": tuple(one for one in round_.put_off if one != who),
                    "questions": tuple(
                        q
                        for q in round_.questions
                        if q.who != who and not (isinstance(q, BlowQuestion) and q.target == who)
                    ),
                }
            ),
        }
    )


def _pair(a: CombatantId, b: CombatantId) -> tuple[CombatantId, CombatantId]:
    return (a, b) if a < b else (b, a)


def apply(encounter: Encounter, event: ev.Event) -> Encounter:
    """The encounter after the event. Total and pure; nothing else changes an encounter."""
    round_ = encounter.round
    match event:
        # First what most events are: each case that does not fit costs a look at the class.
        case ev.Completed():
            return encounter.model_copy(update={"round": marked(round_, event.slot, status="done")})
        case ev.Began():
            begun = encounter.model_copy(update={"round": marked(round_, event.slot, status="begun")})
            if event.slot.action != "charge":
                return begun
            return _combatant(begun, begun.combatant(event.who).model_copy(update={"charged": round_.number}))
        case ev.Planned():
            return encounter.model_copy(update={"round": replace_plan(round_, event.plan)})
        case ev.SegmentCalled() | ev.Lost():
            return encounter.model_copy(update={"round": _in_round(round_, event)})
        case ev.CombatantAdded():
            return encounter.model_copy(update={"combatants": (*encounter.combatants, event.combatant)})
        case ev.CombatantEdited():
            return _combatant(encounter, event.combatant)
        case ev.CombatantRemoved():
            return _without(encounter, event.who)
        case ev.Revealed():
            return _combatant(encounter, _shown(encounter.combatant(event.who), event))
        case ev.Engaged():
            pair = _pair(event.who, event.foe)
            pairs = tuple(p for p in encounter.engagements if p != pair)
            return encounter.model_copy(update={"engagements": (*pairs, pair)})
        case ev.Disengaged():
            pair = _pair(event.who, event.foe)
            return encounter.model_copy(
                update={"engagements": tuple(p for p in encounter.engagements if p != pair)}
            )
        case ev.Downed():
            fallen = encounter.combatant(event.who).model_copy(update={"down": True})
            return _combatant(encounter, fallen).model_copy(
                update={"round": turn_over(encounter.round, event.who)}
            )
        case ev.Risen():
            risen = encounter.combatant(event.who).model_copy(
                update={"down": False, "since": round_.number + 1}
            )
            return _combatant(encounter, risen)
        case ev.RoundOpened():
            return encounter.model_copy(update={"round": next_round(encounter, event.number)})
        case ev.GmsChanged():
            stay = tuple(gm for gm in encounter.gms if gm not in event.removed)
            new = tuple(gm for gm in event.added if gm not in stay)
            return encounter.model_copy(update={"gms": (*stay, *new)})
        case ev.EncounterEnded():
            return encounter.model_copy(update={"over": True})
        case ev.Kept():
            return keep(encounter, event)
        case _:
            return encounter.model_copy(update={"round": _in_round(round_, event)})


def _in_round(round_: Round, event: ev.Event) -> Round:
    """The round after an event that touches nothing else."""
    match event:
        case ev.SegmentCalled():
            return round_.model_copy(update={"segment": event.segment})
        case ev.Lost():
            return _lost(round_, event)
        case ev.DeclarationSealed():
            others = tuple(d for d in round_.declarations if d.who != event.who)
            declared = turn_over(round_, event.who)
            if round_.stage == "declaring":
                declared = entered(declared, event.who, event.put_off)
            return declared.model_copy(update={"declarations": (*others, event.declaration)})
        case ev.DeclarationWithdrawn():
            others = tuple(d for d in round_.declarations if d.who != event.who)
            return entered(round_, event.who).model_copy(update={"declarations": others})
        case ev.DelayCalled():
            return round_.model_copy(update={"called": (*round_.called, event.who)})
        case ev.DelayPardoned():
            return round_.model_copy(
                update={
                    "called": tuple(who for who in round_.called if who != event.who),
                    "delays": tuple(
                        d.model_copy(update={"pardoned": True}) if d.who == event.who else d
                        for d in round_.delays
                    ),
                }
            )
        case ev.DeclarationsClosed():
            stage = "grace" if event.grace else "locked"
            return round_.model_copy(update={"stage": stage, "queued": ()})
        case ev.Delayed():
            return round_.model_copy(update={"delays": (*round_.delays, event.delay)})
        case ev.InitiativeRolled():
            return round_.model_copy(update={"initiative": event.dice, "stage": "resolving"})
        case ev.TimeAsked():
            asked = TimeQuestion(slot=event.slot, who=event.who)
            return round_.model_copy(update={"questions": (*round_.questions, asked)})
        case ev.TimeSet():
            return answered(round_, event.slot, "time")
        case ev.BlowAsked():
            blow = BlowQuestion(blow=event.blow, who=event.who, target=event.target, spell=event.spell)
            return round_.model_copy(update={"questions": (*round_.questions, blow)})
        case ev.BlowJudged():
            return round_.model_copy(
                update={
                    "questions": _unanswered(round_, event.blow),
                    "judged": (*round_.judged, event.blow),
                }
            )
        case ev.RoundEnded():
            return round_.model_copy(update={"stage": "ended", "questions": ()})
        case ev.SpellAnnounced() | ev.IntentionAnnounced() | ev.Steered() | ev.CarriedOver():
            return round_
        case (
            ev.Kept()
            | ev.Completed()
            | ev.Began()
            | ev.Planned()
            | ev.CombatantAdded()
            | ev.CombatantEdited()
            | ev.CombatantRemoved()
            | ev.Revealed()
            | ev.Engaged()
            | ev.Disengaged()
            | ev.Downed()
            | ev.Risen()
            | ev.RoundOpened()
            | ev.GmsChanged()
            | ev.EncounterEnded()
        ):
            return round_
        case _:
            return stepped(round_, event)
