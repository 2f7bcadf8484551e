"""What is said while steps are called: another mind, a target, a turn let go, a minor, the GM's word."""

from __future__ import annotations

from rules import commands as cmd
from rules import events as ev
from rules.activity import apart
from rules.asking import foes_in_sight, with_the_blow
from rules.audience import private, public
from rules.encounter import Encounter
from rules.nature import is_spell
from rules.record import Record
from rules.refusal import Refusal
from rules.rulesets.phases.calling import go_on
from rules.rulesets.phases.checking import check, check_minor, in_melee, undeclared
from rules.rulesets.phases.closing import assess, settle, take_turn, takes_no_action
from rules.rulesets.phases.landing import gone, judged, land
from rules.rulesets.phases.losing import lose
from rules.rulesets.phases.nature import is_incantation
from rules.rulesets.phases.ordering import key_of
from rules.rulesets.phases.placing import add, put, relay
from rules.rulesets.phases.ranks import chosen_delay
from rules.timeline import slot_for
from rules.values import CombatantId, Declaration, Minor, Plan, Slot, SlotId

A_STEP = 10
"""Feet left to one who gives up a spell (P-10)."""


def change(record: Record, who: CombatantId, declaration: Declaration) -> Refusal | None:
    """Do something else than declared: of a spell, in LOW, or in HIGH, each at its price (P-8, P-10)."""
    encounter = record.encounter
    plan = encounter.plan(who) or Plan(who=who)
    open_ = [s for s in plan.slots if s.major and s.open]
    if not open_:
        done = any(s.major for s in plan.slots)
        return Refusal(code="activity-over" if done else "not-declared", rule="P-10", who=who)
    if any(is_spell(encounter, s) for s in open_):
        return _give_up_spell(record, plan, declaration)
    free = chosen_delay(encounter, who) and encounter.settings.open_delay
    if not free and open_[0].rank != "high":
        for slot in open_:
            lose(record, slot, "given-up")
        settle(record, who)
        return None
    declaration = declaration.model_copy(update={"carry": "abandon" if encounter.carried(who) else None})
    checked = check(encounter, declaration)
    if isinstance(checked, Refusal):
        return checked
    if undeclared(encounter, checked):
        return Refusal(code="must-declare", rule="P-3", who=who, action=checked.major or "")
    for slot in open_:
        lose(record, slot, "never-begun" if free else "given-up")
    if not free:
        assess(record, who, "changed")
    settle(record, who)
    return take_turn(record, checked)


def _give_up_spell(record: Record, plan: Plan, declaration: Declaration) -> Refusal | None:
    """The magic fails, and of everything else ten feet of movement are left, in melee or not (P-10)."""
    encounter, who = record.encounter, plan.who
    steps = all(m.action == "move" and (m.feet or 0) <= A_STEP for m in declaration.minors)
    if declaration.major is not None or len(declaration.minors) > 1 or not steps:
        return Refusal(code="only-a-step-left", rule="P-10", who=who, number=A_STEP)
    for minor in declaration.minors:
        if (refused := check_minor(encounter, encounter.combatant(who), minor)) is not None:
            return refused
    for slot in plan.unfinished:
        lose(record, slot, "given-up")
    add(record, Declaration(who=who, minors=declaration.minors), declared=False)
    return None


def name_target(record: Record, who: CombatantId, target: CombatantId | None, at: str) -> Refusal | None:
    """Say at whom or what: of a spell when asked, of anything else while it is still open (P-5)."""
    encounter = record.encounter
    if target is None and not at:
        return Refusal(code="needs-aim", rule="P-5", who=who)
    if target is not None and encounter.find(target) is None:
        return Refusal(code="target-unknown", who=who, text=target)
    plan = encounter.plan(who) or Plan(who=who)
    free = chosen_delay(encounter, who) and encounter.settings.open_delay
    fixed = ("charge", "flee", "set-weapon")
    slots = [
        s
        for s in plan.unfinished
        if s.major and s.action not in fixed and (free or (s.target is None and not s.at))
    ]
    if not slots:
        return Refusal(code="nothing-to-aim", rule="P-5", who=who)
    if target == who and slots[0].action in ("melee", "missile"):
        return Refusal(code="target-itself", who=who, action=slots[0].action)
    for slot in slots:
        audience = private(encounter, who)
        record.add(ev.TargetNamed(audience=audience, who=who, slot=slot.id, target=target, at=at))
    go_on(record)
    return None


def redirect(record: Record, command: cmd.Redirect) -> Refusal | None:
    """Turn a blow whose target is gone on another foe in melee, or on nobody: it is lost (K-17)."""
    encounter, who = record.encounter, command.who
    plan = encounter.plan(who)
    slots = [s for s in plan.unfinished if command.slot in (None, s.id)] if plan else []
    slot = next((s for s in slots if may_redirect(encounter, s)), None)
    if slot is None:
        return Refusal(code="not-redirected", rule="K-17", who=who)
    if command.target is None:
        lose(record, slot, "target-gone")
    elif command.target not in foes_in_sight(encounter, who):
        return Refusal(code="not-in-melee", rule="K-17", who=who, target=command.target)
    else:
        audience = private(encounter, who)
        record.add(ev.Retargeted(audience=audience, who=who, slot=slot.id, target=command.target))
    if encounter.round.questions:
        go_on(record)
    return None


def may_redirect(encounter: Encounter, slot: Slot) -> bool:
    """Whether its doer may turn it on somebody in melee at no cost (K-17)."""
    return slot.action == "melee" and slot.open and slot.target is not None and gone(encounter, slot)


def let_go(record: Record, who: CombatantId) -> Refusal | None:
    """Let one's turn go by (P-5)."""
    if not record.encounter.at_turn(who):
        return Refusal(code="not-your-turn", rule="P-5", who=who)
    segment = record.encounter.round.segment
    record.add(ev.TurnPassed(audience=public(record.encounter, who), who=who, segment=segment))
    go_on(record)
    return None


def add_minor(record: Record, who: CombatantId, minor: Minor) -> Refusal | None:
    """Add an undeclared minor on one's turn: before the major if it is not a step, else after it (P-14)."""
    encounter = record.encounter
    combatant = encounter.combatant(who)
    if takes_no_action(encounter, who):
        return Refusal(code="is-surprised", rule="P-27", who=who)
    plan = encounter.plan(who) or Plan(who=who)
    if (refused := check_minor(encounter, combatant, minor)) is not None:
        return refused
    used = {s.action for s in plan.slots if not s.major and s.status != "dropped"}
    if minor.action in used and minor.action not in encounter.settings.repeatable_minors:
        return Refusal(code="minor-twice", rule="P-15", who=who, action=minor.action)
    majors = [s for s in plan.slots if s.major and s.status != "dropped"]
    if minor.action == "move" and majors and who in in_melee(encounter):
        return Refusal(code="step-from-melee", rule="P-14", who=who)
    waiting = next((s for s in majors if s.status == "planned"), None)
    at = len(plan.slots)
    if waiting is not None and minor.when != "after" and minor.action != "move":
        at = plan.slots.index(waiting)
    slot = slot_for(encounter, combatant, minor, f"{encounter.round.number}.{who}.{len(plan.slots)}")
    put(record, plan.model_copy(update={"slots": (*plan.slots[:at], slot, *plan.slots[at:])}))
    go_on(record)
    return None


def set_time(record: Record, slot: SlotId, segments: int) -> None:
    """Set one activity's time; from ten segments on something else is complex (K-5, P-15)."""
    found = record.encounter.slot(slot)
    assert found is not None
    audience = private(record.encounter, found.who)
    record.add(ev.TimeSet(audience=audience, who=found.who, slot=slot, segments=segments))
    plan = record.encounter.plan(found.who)
    assert plan is not None
    put(record, plan.with_slot(found.model_copy(update={"time": segments})))
    go_on(record)


def stop(record: Record, slot: Slot) -> None:
    """End a movement where it is."""
    land(record, slot.model_copy(update={"end": record.encounter.round.segment, "target": None}))
    relay(record, slot.who)


def judge(record: Record, struck: bool) -> None:
    """The blow struck, and the spell is lost, or it missed; then the step goes on (K-14, P-17)."""
    question = record.encounter.round.blow
    assert question is not None
    judged(record, question, struck)
    go_on(record)


def interrupt(record: Record, who: CombatantId, down: bool) -> None:
    """End a disturbed caster's incantation, or everything of one that is down (K-15, P-17)."""
    encounter = record.encounter
    asked = bool(encounter.round.questions)
    question = encounter.round.blow
    if down:
        record.add(ev.Downed(audience=public(encounter, who), who=who, segment=encounter.round.segment))
    plan = encounter.plan(who)
    for slot in plan.unfinished if plan else ():
        spell = is_incantation(encounter, slot) and slot.status == "begun"
        if (down and not with_the_blow(encounter, question, slot, key_of)) or (not down and spell):
            lose(record, slot, "down" if down else "disturbed")
    if down:
        for foe in encounter.engaged_with(who):
            record.add(apart(encounter, who, foe))
    if asked:
        go_on(record)


def leave(record: Record, who: CombatantId) -> None:
    """End as lost whatever the combatant has under way (K-16, K-17)."""
    plan = record.encounter.plan(who)
    for slot in plan.unfinished if plan else ():
        lose(record, slot, "removed")
