"""What a combatant is about to do, read back with its segments: for panels, receipts and the GM."""

from __future__ import annotations

from bot.narration.phrases import doing
from bot.narration.words import Names, count, escape, long_spell, segment_name, sentence
from rules import Encounter, Plan, Slot, action

_LAST = 10
_STEPS = 16


def slot_line(slot: Slot, names: Names) -> str:
    """One activity with the segments it takes."""
    what = sentence(doing(slot, names))
    if names.steps:
        return f"{what}: {names.beat((slot.end - 1) % _STEPS + 1)}{'' if slot.end <= _STEPS else ' of the next round'}"
    if slot.waits and slot.hold is not None:
        until = escape(slot.hold.trigger) or "somebody comes into melee"
        return f"{what}: held, waiting for this: {until}"
    if slot.aimed:
        return f"{what}: from segment {segment_name(slot.start)}, held for the first that comes"
    if slot.time is None:
        return f"{what}: from segment {slot.start}, the GM sets the time"
    if slot.time == 0:
        return f"{what}: in segment {segment_name(slot.end)}, takes no time"
    if slot.start == slot.end:
        return f"{what}: segment {segment_name(slot.end)}"
    if slot.end > _LAST:
        return f"{what}: segment {segment_name(slot.start)} to segment {segment_name(slot.end)}"
    return f"{what}: segments {segment_name(slot.start)} to {segment_name(slot.end)}"


def plan_lines(plan: Plan, names: Names) -> tuple[str, ...]:
    """The whole plan, a line for each activity."""
    return tuple(slot_line(slot, names) for slot in plan.slots if slot.open or slot.status == "done")


def outcome_line(plan: Plan) -> str:
    """When the plan is done, in one sentence."""
    slots = plan.unfinished
    if not slots:
        return "No action this round."
    if any(slot.waits or slot.aimed for slot in slots):
        return "Held: when it is done depends on what comes."
    if any(slot.time is None for slot in slots):
        return "When it is done depends on the GM."
    end = max(slot.end for slot in slots)
    if end > _LAST:
        return f"Not done this round: it runs on until segment {segment_name(end)}."
    return f"Done at the end of **segment {end}**, if nothing comes between."


def heard_line(encounter: Encounter, plan: Plan, names: Names) -> str:
    """What the table will hear when declarations close, if anything (S-16, S-18)."""
    combatant = encounter.combatant(plan.who)
    for slot in plan.unfinished:
        row = action(encounter.ruleset, slot.action)
        ability = combatant.ability(slot.name) if slot.name else None
        if combatant.seat is not None and (row.spell or (ability and ability.magic == "spell-like")):
            spell = long_spell(slot.time)
            return f"🔒 The table hears only: “{names[plan.who]} is casting {spell}.” The rest shows when it happens."
    return "🔒 The table hears nothing of this until it happens."


def carried_line(encounter: Encounter, who: str, names: Names) -> str:
    """What a combatant still has to do from the round before; empty if nothing (S-24)."""
    slots = encounter.carried(who)
    if not slots:
        return ""
    told = [f"{doing(s, names)} ({count(s.end - max(s.start, 1) + 1, 'segment')} to go)" for s in slots]
    return f"From last round, {names[who]} is still {', then '.join(told)}."
