"""The ruleset `segments`, Declare Intentions: all starts at segment 1; ten segments are called in turn."""

from __future__ import annotations

from rules import events as ev
from rules.catalogue import Action, action
from rules.declaration import check, check_minor, minors_used
from rules.dice import Dice
from rules.encounter import BlowQuestion, Encounter
from rules.record import Record
from rules.refusal import Refusal
from rules.timeline import beginning, key_of, landing, lay, simultaneous, slot_for, slots_for
from rules.values import (
    SEGMENTS_PER_ROUND,
    CombatantId,
    Declaration,
    Delay,
    DelayCause,
    Minor,
    Plan,
    Slot,
    SlotId,
)


class Segments:
    """Declare Intentions, called segment by segment."""

    last = SEGMENTS_PER_ROUND

    def check(self, encounter: Encounter, declaration: Declaration) -> Declaration | Refusal:
        """The declaration made complete, or why it cannot stand (K-11, S-2 to S-19)."""
        return check(encounter, declaration)

    def close(self, record: Record, dice: Dice) -> None:
        """Flag Delays, announce spells, place everything declared on the timeline (S-16, S-21, S-25)."""
        encounter = record.encounter
        held = tuple(c for c in encounter.declares if c.seat is not None or encounter.settings.gm_dithers)
        missing = tuple(
            c.id for c in held if encounter.declaration(c.id) is None and not encounter.carried(c.id)
        )
        unseen = tuple(c.id for c in held if c.id in missing and c.hidden)
        record.add(ev.DeclarationsClosed(number=encounter.round.number, missing=missing, unseen=unseen))
        for combatant in encounter.declares:
            if combatant.id in missing:
                _assess(record, combatant.id, "dithering", dice)
            if combatant.id in encounter.round.called:
                _assess(record, combatant.id, "called", dice)
        for combatant in encounter.declares:
            declaration = encounter.declaration(combatant.id)
            wait = record.encounter.delay(combatant.id)
            abandons = declaration is not None and declaration.carry == "abandon"
            if wait and not abandons and any(s.status == "planned" for s in encounter.carried(combatant.id)):
                self.shift(record, combatant.id, wait)
                wait = 0
            if declaration is not None:
                _place(record, declaration, base=1, wait=wait)

    def late(self, record: Record, declaration: Declaration, dice: Dice) -> Refusal | None:
        """Take a declaration after close: it begins in `m + d`; the GM's own without Delay (S-25, S-34)."""
        encounter = record.encounter
        who = declaration.who
        if encounter.declaration(who) is not None:
            return Refusal(code="already-declared", rule="S-20", who=who)
        combatant = encounter.combatant(who)
        record.add(
            ev.DeclarationSealed(
                audience=_private(encounter, who), who=who, declaration=declaration, late=True
            )
        )
        known = any(d.who == who for d in encounter.round.delays)
        if combatant.seat is not None and not known:
            _assess(record, who, "late", dice)
        base = encounter.round.segment + 1 if encounter.round.stage == "resolving" else 1
        wait = record.encounter.delay(who)
        plan = encounter.plan(who)
        minors = [s for s in plan.slots[plan.carried :] if s.status != "dropped"] if plan else []
        if minors:
            # An undeclared minor has served part of the Delay: what is declared still begins in `m + d`.
            wait = max(0, base + wait - max(base, *(s.end + 1 if s.time else s.start for s in minors)))
        _place(record, declaration, base=base, wait=wait)
        return None

    def roll_initiative(self, record: Record, dice: Dice) -> None:
        """One die for each side still standing, rerolled each round (S-22)."""
        encounter = record.encounter
        sides = dict.fromkeys(c.side for c in encounter.combatants if not c.down)
        rolled = tuple(
            ev.SideDie(
                side=side,
                die=dice.roll(
                    f"initiative/{encounter.round.number}/{side}", encounter.settings.initiative_die
                ),
                unseen=all(c.hidden for c in encounter.combatants if c.side == side),
            )
            for side in sides
        )
        record.add(ev.InitiativeRolled(dice=rolled))

    def call(self, record: Record) -> None:
        """Call the next segment: what begins, then what is completed, in order (S-22)."""
        segment = record.encounter.round.segment + 1
        record.add(ev.SegmentCalled(segment=segment))
        for slot in beginning(record.encounter, segment):
            _begin(record, slot)
        self.go_on(record)

    def go_on(self, record: Record) -> None:
        """Complete what is due on this segment, until it is done or the GM must be asked (K-14)."""
        segment = record.encounter.round.segment
        for slot in landing(record.encounter, segment):
            now = record.encounter.slot(slot.id)
            if now is None or now.status != "begun":
                continue
            _land(record, now)
            if _blow_question(record.encounter) is not None:
                return
        if segment >= self.last:
            _end_round(record)

    def judge(self, record: Record, struck: bool) -> None:
        """The blow struck, and the spell is lost, or it missed; then the segment goes on (K-14, S-23)."""
        question = _blow_question(record.encounter)
        assert question is not None
        _judged(record, question, struck)
        self.go_on(record)

    def delay(self, record: Record, who: CombatantId, dice: Dice) -> None:
        """A Delay called: its die waits for close; after it, it touches what has not begun (S-21)."""
        if record.encounter.round.stage in ("declaring", "grace"):
            record.add(ev.DelayCalled(audience=_public(record.encounter, who), who=who))
            return
        _assess(record, who, "called", dice)
        self.shift(record, who, record.encounter.round.delays[-1].segments)

    def set_time(self, record: Record, slot: SlotId, segments: int) -> None:
        """Set one activity's time and place what follows it again (K-5)."""
        found = record.encounter.slot(slot)
        assert found is not None
        record.add(
            ev.TimeSet(
                audience=_private(record.encounter, found.who), who=found.who, slot=slot, segments=segments
            )
        )
        _replan(record, found.who, found.model_copy(update={"time": segments, "rest": False}))
        now = record.encounter.slot(slot)
        over = now is not None and now.status == "begun" and now.end <= record.encounter.round.segment
        if now is not None and over and _blow_question(record.encounter) is None:
            _land(record, now)

    def shift(self, record: Record, who: CombatantId, segments: int) -> None:
        """Put off the first activity not yet begun, or bring it forward again (S-21)."""
        plan = record.encounter.plan(who)
        slot = next((s for s in plan.slots if s.status == "planned"), None) if plan else None
        if plan is None or slot is None:
            return
        by = max(segments, -slot.wait)
        moved = {"wait": slot.wait + by}
        if slot in plan.slots[: plan.carried]:
            moved["start"] = slot.start + by
        _replan(record, who, slot.model_copy(update=moved))

    def interrupt(self, record: Record, who: CombatantId, down: bool) -> None:
        """End a disturbed caster's spell, or everything of one that is down (K-15, S-23)."""
        encounter = record.encounter
        question = _blow_question(encounter)
        if down:
            record.add(ev.Downed(audience=_public(encounter, who), who=who, segment=encounter.round.segment))
        plan = encounter.plan(who)
        for slot in plan.unfinished if plan else ():
            spell = _is_spell(encounter, slot) and slot.status == "begun"
            if (down and not _with_the_blow(encounter, question, slot)) or (not down and spell):
                _lose(record, slot, "down" if down else "disturbed")
        if down:
            for foe in encounter.engaged_with(who):
                record.add(_apart(encounter, who, foe))
        if question is not None and _blow_question(record.encounter) is None:
            self.go_on(record)

    def leave(self, record: Record, who: CombatantId) -> None:
        """End as lost whatever the combatant has under way (K-16, K-17)."""
        plan = record.encounter.plan(who)
        for slot in plan.unfinished if plan else ():
            _lose(record, slot, "removed")

    def add_minor(self, record: Record, who: CombatantId, minor: Minor) -> Refusal | None:
        """Add an undeclared minor: it pushes back a major not begun, or waits until after it (S-8)."""
        encounter = record.encounter
        combatant = encounter.combatant(who)
        plan = encounter.plan(who) or Plan(who=who, base=encounter.round.segment + 1)
        major = next((s for s in plan.slots if s.major and s.open), None)
        refused = check_minor(encounter, combatant, minor, None)
        if refused is not None:
            return refused
        repeatable = minor.action in encounter.settings.repeatable_minors
        if not repeatable and minor.action in minors_used(encounter, who):
            return Refusal(code="minor-twice", rule="S-6", who=who, action=minor.action)
        slot = slot_for(encounter, combatant, minor, f"{encounter.round.number}.{who}.{len(plan.slots)}")
        at = len(plan.slots)
        if major is not None and minor.when != "after":
            begun = major.status == "begun"
            if not begun and _is_spell(encounter, major) and slot.time != 0:
                return Refusal(code="delays-a-spell", rule="S-8", who=who, action=minor.action)
            if not begun and (refused := _bars(major, minor)) is not None:
                return refused
            at = plan.slots.index(major) + (1 if begun else 0)
        elif not plan.slots:
            slot = slot.model_copy(update={"wait": encounter.delay(who)})
        _plan(record, _inserted(plan, slot, at, encounter.delay(who)))
        return None

    def stop(self, record: Record, slot: Slot) -> None:
        """End a movement where it is; what takes time after it keeps its place (S-10)."""
        encounter = record.encounter
        plan = encounter.plan(slot.who)
        assert plan is not None
        segment = encounter.round.segment
        cut = slot.model_copy(update={"time": segment - slot.start + 1, "end": segment, "target": None})
        plan = _with(plan, cut)
        timed = (s for s in plan.slots[plan.carried :] if s.status == "planned" and s.time != 0)
        if (following := next(timed, None)) is not None:
            waits = following.wait + slot.end - segment
            plan = _with(plan, following.model_copy(update={"wait": waits}))
        _plan(record, plan)
        _land(record, record.encounter.slot(slot.id) or cut)


def _row(encounter: Encounter, slot: Slot) -> Action:
    return action(encounter.ruleset, slot.action)


def _is_spell(encounter: Encounter, slot: Slot) -> bool:
    """Whether it is a spell, or an ability that is cast like one (S-16)."""
    if _row(encounter, slot).spell:
        return True
    combatant = encounter.find(slot.who)
    ability = combatant.ability(slot.name) if combatant and slot.name else None
    return slot.action in ("ability", "use-minor") and ability is not None and ability.magic == "spell-like"


def _public(encounter: Encounter, who: CombatantId) -> ev.Audience:
    return "gm" if encounter.combatant(who).hidden else "everyone"


def _private(encounter: Encounter, who: CombatantId) -> ev.Audience:
    return "gm" if encounter.combatant(who).seat is None else "owner"


def _unseen(encounter: Encounter, target: CombatantId | None) -> bool:
    foe = encounter.find(target) if target else None
    return foe is not None and foe.hidden


def _blow_question(encounter: Encounter) -> BlowQuestion | None:
    return next((q for q in encounter.round.questions if isinstance(q, BlowQuestion)), None)


def _with(plan: Plan, slot: Slot) -> Plan:
    slots = tuple(slot if s.id == slot.id else s for s in plan.slots)
    return plan.model_copy(update={"slots": slots})


def _bars(major: Slot, minor: Minor) -> Refusal | None:
    """Why no such minor comes before that major: no attack after entering or leaving (S-13, S-28)."""
    if major.action in ("melee", "missile") and minor.into is not None:
        return Refusal(code="enters-melee", rule="S-13", who=major.who, target=minor.into)
    if major.action == "melee" and minor.action == "move":
        return Refusal(code="leaves-melee", rule="S-28", who=major.who, target=major.target)
    return None


def _inserted(plan: Plan, slot: Slot, at: int, delay: int) -> Plan:
    """The plan with one more slot; put first of what waits out a Delay, it waits in its stead (S-21)."""
    before, after = plan.slots[:at], plan.slots[at:]
    if at < plan.carried:
        return plan.model_copy(update={"carried": plan.carried + 1, "slots": (*before, slot, *after)})
    if after and after[0].status == "planned" and not slot.wait:
        served = min(after[0].wait, delay)
        slot = slot.model_copy(update={"wait": served})
        after = (after[0].model_copy(update={"wait": after[0].wait - served}), *after[1:])
    return plan.model_copy(update={"slots": (*before, slot, *after)})


def _assess(record: Record, who: CombatantId, cause: DelayCause, dice: Dice) -> None:
    """Flag a Delay; one die for each combatant and round, whatever the causes (S-21)."""
    settings = record.encounter.settings
    if settings.delay_fixed is not None:
        segments, roll = settings.delay_fixed, None
    else:
        roll = dice.roll(f"delay/{record.encounter.round.number}/{who}", settings.delay_die)
        segments = roll
    delay = Delay(who=who, cause=cause, segments=segments, roll=roll)
    record.add(ev.Delayed(audience=_public(record.encounter, who), who=who, delay=delay))


def _place(record: Record, declaration: Declaration, base: int, wait: int) -> None:
    """Announce what must be announced, and put the declaration's activities on the timeline."""
    encounter = record.encounter
    who = declaration.who
    plan = encounter.plan(who) or Plan(who=who, base=base)
    if declaration.carry == "abandon":
        for slot in encounter.carried(who):
            _lose(record, slot, "abandoned" if slot.status == "begun" else "never-begun")
        # What is abandoned no longer stands in the way of what is declared in its stead (S-24).
        plan = record.encounter.plan(who) or plan
        ended = {"end": encounter.round.segment}
        freed = [s.model_copy(update=ended) if s.status == "lost" else s for s in plan.slots[: plan.carried]]
        plan = plan.model_copy(update={"slots": (*freed, *plan.slots[plan.carried :])})
    new = slots_for(encounter, declaration, first=len(plan.slots))
    if new:
        new = (new[0].model_copy(update={"wait": wait}), *new[1:])
    _announce(record, declaration, new)
    if new or plan.slots:
        _plan(record, plan.model_copy(update={"base": base, "slots": (*plan.slots, *new)}))


def _announce(record: Record, declaration: Declaration, slots: tuple[Slot, ...]) -> None:
    combatant = record.encounter.combatant(declaration.who)
    if combatant.seat is None or combatant.hidden:
        return
    for slot in slots:
        if _is_spell(record.encounter, slot):
            record.add(ev.SpellAnnounced(who=combatant.id, segments=slot.time))
    if declaration.announce:
        told = _told(record.encounter, declaration, slots)
        record.add(ev.IntentionAnnounced(who=combatant.id, declaration=told))


def _told(encounter: Encounter, declaration: Declaration, slots: tuple[Slot, ...]) -> Declaration:
    """The declaration as the table may hear it: nothing of a spell, and no hidden creature (S-16, K-8)."""
    sealed = {slot.name for slot in slots if _is_spell(encounter, slot)}
    told: dict[str, object] = {
        "minors": tuple(
            m.model_copy(
                update={
                    "into": None if _unseen(encounter, m.into) else m.into,
                    **({"name": "", "note": ""} if m.name in sealed else {}),
                }
            )
            for m in declaration.minors
        )
    }
    if declaration.name in sealed:
        told |= {"name": "", "target": None, "at": "", "note": ""}
    elif _unseen(encounter, declaration.target):
        told |= {"target": None}
    return declaration.model_copy(update=told)


def _plan(record: Record, plan: Plan) -> None:
    """Lay the plan, and ask the GM for every time that is not known (K-5)."""
    plan = lay(record.encounter, plan)
    record.add(ev.Planned(audience=_private(record.encounter, plan.who), who=plan.who, plan=plan))
    asked = {q.slot for q in record.encounter.round.questions if q.kind == "time"}
    for slot in plan.slots:
        if slot.open and slot.time is None and slot.id not in asked:
            record.add(ev.TimeAsked(who=plan.who, slot=slot.id))


def _replan(record: Record, who: CombatantId, slot: Slot) -> None:
    plan = record.encounter.plan(who)
    assert plan is not None
    _plan(record, _with(plan, slot))


def _reveal(record: Record, slot: Slot) -> None:
    """A hidden creature gives itself away by an act that others cannot miss (K-8)."""
    if record.encounter.combatant(slot.who).hidden and _row(record.encounter, slot).reveals:
        record.add(ev.Revealed(who=slot.who))


def _begin(record: Record, slot: Slot) -> None:
    row = _row(record.encounter, slot)
    spell = _is_spell(record.encounter, slot)
    if row.shown == "start" and not spell:
        _reveal(record, slot)
    encounter = record.encounter
    announced = spell and encounter.combatant(slot.who).seat is not None
    audience = _public(encounter, slot.who)
    if row.shown != "start" and not announced and audience == "everyone":
        audience = _private(encounter, slot.who)
    record.add(
        ev.Began(
            audience=audience,
            who=slot.who,
            segment=encounter.round.segment,
            slot=slot,
            sealed=announced,
            unseen_target=_unseen(encounter, slot.target),
        )
    )
    if slot.action in ("move", "full-move"):
        for foe in encounter.engaged_with(slot.who):
            record.add(_apart(encounter, slot.who, foe))


def _apart(encounter: Encounter, who: CombatantId, foe: CombatantId) -> ev.Disengaged:
    seen = not (encounter.combatant(who).hidden or encounter.combatant(foe).hidden)
    return ev.Disengaged(audience="everyone" if seen else "gm", who=who, foe=foe)


def _land(record: Record, slot: Slot) -> None:
    """Complete one activity on this segment, with what follows from it."""
    row = _row(record.encounter, slot)
    if row.blow and slot.target is not None and _out_of_reach(record.encounter, slot):
        _lose(record, slot, "target-gone")
        return
    _reveal(record, slot)
    encounter = record.encounter
    spell = _spell_at_risk(encounter, slot) if row.blow else None
    record.add(
        ev.Completed(
            audience=_public(encounter, slot.who),
            who=slot.who,
            segment=encounter.round.segment,
            slot=slot,
            key=key_of(encounter, slot),
            unseen_target=_unseen(encounter, slot.target),
        )
    )
    _arrive(record, slot)
    if spell is None or slot.target is None:
        return
    question = BlowQuestion(blow=slot.id, who=slot.who, target=slot.target, spell=spell.id)
    if encounter.settings.blows == "ask":
        record.add(
            ev.BlowAsked(
                who=slot.who,
                segment=encounter.round.segment,
                blow=slot.id,
                target=slot.target,
                spell=spell.id,
            )
        )
    else:
        _judged(record, question, encounter.settings.blows == "struck")


def _out_of_reach(encounter: Encounter, slot: Slot) -> bool:
    """Whether the target has fallen or left before the blow (K-17)."""
    foe = encounter.find(slot.target or "")
    if foe is None or foe.down:
        return True
    return slot.action == "melee" and foe.id not in encounter.engaged_with(slot.who)


def _arrive(record: Record, slot: Slot) -> None:
    """Movement into melee, and a charge, end in melee with the foe (K-16)."""
    encounter = record.encounter
    foe = encounter.find(slot.target) if slot.target and slot.action in ("move", "charge") else None
    if foe is None or foe.down or foe.id in encounter.engaged_with(slot.who):
        return
    seen = not (encounter.combatant(slot.who).hidden or foe.hidden)
    record.add(ev.Engaged(audience="everyone" if seen else "gm", who=slot.who, foe=foe.id))


def _spell_at_risk(encounter: Encounter, blow: Slot) -> Slot | None:
    """The target's spell that this blow could cost it: begun, not complete, not simultaneous (S-23)."""
    plan = encounter.plan(blow.target or "")
    for slot in plan.slots if plan else ():
        if slot.status != "begun" or not _is_spell(encounter, slot):
            continue
        together = slot.end <= encounter.round.segment and simultaneous(
            key_of(encounter, blow), key_of(encounter, slot)
        )
        if not together:
            return slot
    return None


def _with_the_blow(encounter: Encounter, question: BlowQuestion | None, slot: Slot) -> bool:
    """Whether the slot completes simultaneously with the blow that brings its doer down (K-15)."""
    blow = encounter.slot(question.blow) if question else None
    if blow is None or slot.status != "begun" or slot.end != encounter.round.segment:
        return False
    return simultaneous(key_of(encounter, blow), key_of(encounter, slot))


def _judged(record: Record, question: BlowQuestion, struck: bool) -> None:
    encounter = record.encounter
    target = encounter.combatant(question.target)
    announced = target.seat is not None and not target.hidden
    record.add(
        ev.BlowJudged(
            audience="everyone" if announced else "gm",
            who=question.who,
            segment=encounter.round.segment,
            blow=question.blow,
            target=question.target,
            struck=struck,
        )
    )
    spell = record.encounter.slot(question.spell)
    if struck and spell is not None and spell.open:
        _lose(record, spell, "struck", by=question.who)


def _lose(record: Record, slot: Slot, reason: ev.Loss, by: CombatantId | None = None) -> None:
    encounter = record.encounter
    row = _row(encounter, slot)
    announced = _is_spell(encounter, slot) and encounter.combatant(slot.who).seat is not None
    shown = announced or reason == "target-gone" or (row.shown == "start" and slot.status == "begun")
    audience = _public(encounter, slot.who)
    if audience == "everyone" and not shown:
        audience = _private(encounter, slot.who)
    record.add(
        ev.Lost(
            audience=audience,
            who=slot.who,
            segment=encounter.round.segment,
            slot=slot,
            reason=reason,
            by=by,
            sealed=announced,
            unseen_target=_unseen(encounter, slot.target),
        )
    )


def _end_round(record: Record) -> None:
    """Name what runs on, then end the round (S-24)."""
    encounter = record.encounter
    for plan in encounter.round.plans:
        for slot in plan.unfinished:
            spell = _is_spell(encounter, slot)
            seat = encounter.combatant(plan.who).seat
            audience = _public(encounter, plan.who)
            shown = _row(encounter, slot).shown == "start" and slot.status == "begun"
            if audience == "everyone" and seat is None and not shown:
                audience = "gm"
            left = slot.end - SEGMENTS_PER_ROUND if slot.status == "begun" else slot.time or 0
            record.add(
                ev.CarriedOver(
                    audience=audience,
                    who=plan.who,
                    slot=slot,
                    left=left,
                    sealed=spell,
                    unseen_target=_unseen(encounter, slot.target),
                )
            )
    record.add(ev.RoundEnded(number=encounter.round.number))
