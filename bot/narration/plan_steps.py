"""What a declaration comes to where a round goes by lettered steps: its steps, its turn, what can still go wrong."""

from __future__ import annotations

from collections.abc import Sequence

from bot.narration.phrases import deed, doing
from bot.narration.rounds import intention
from bot.narration.steps import queued
from bot.narration.words import Names, count, escape, listed, sentence
from rules import RULESETS, Declaration, Encounter, Event, Plan, Slot, action, is_spell_named
from rules import events as ev

_LAST = 16
_SPELLS = 15


def read_back(encounter: Encounter, declaration: Declaration, plan: Plan, names: Names) -> str:
    """The plan in its steps, whose turn that is, what may come of it, and what the table hears."""
    who = declaration.who
    rolled = bool(encounter.round.initiative)
    lines = [f"▸ {slot_line(encounter, slot, names, rolled)}" for slot in plan.slots if slot.open]
    if declaration.major is None and not any(slot.major for slot in plan.unfinished):
        lines.append(_choosing(declaration.delay))
    elif declaration.delay:
        lines.append(_waiting(encounter, declaration, plan))
    elif not rolled and any(_on_turn(slot) for slot in plan.unfinished):
        die = f"your side's die{_raised(encounter, plan)}"
        lines.append(f"Your turn is **HIGH** if {die} wins or ties, else **LOW**.")
    lines += _cautions(encounter, plan)
    if who in encounter.round.called:
        lines.append(
            "🐢 The GM called a Delay on you: HIGH becomes LOW, and whoever is in LOW acts last there."
        )
    return "\n".join([*lines, heard_line(encounter, declaration, names)])


def chosen_lines(encounter: Encounter, events: Sequence[Event], who: str, names: Names) -> list[str]:
    """What came of declaring after the close: done on one's turn, or put off to the next round (P-3 to P-5)."""
    put_off = next((e for e in events if isinstance(e, ev.Queued) and e.who == who), None)
    if put_off is not None:
        return [
            f"⏭️ {sentence(queued(put_off, names))}.",
            put_off_line(put_off.declaration, encounter.round.number + 1, names),
            "You find it sealed when that round opens, and can change it. This round you may still choose "
            "something that need not be declared.",
        ]
    plan = encounter.plan(who)
    open_ = [slot for slot in plan.slots if slot.open] if plan else []
    lines = [f"▸ {slot_line(encounter, slot, names, rolled=True)}" for slot in open_]
    done = [slot for slot in plan.slots if slot.status == "done"] if plan else []
    return (
        lines
        or [f"✅ {names[who]} {deed(slot, names)}." for slot in done[-1:]]
        or ["Nothing is left to do this round."]
    )


def put_off_line(declaration: Declaration, round_: int, names: Names) -> str:
    """What is put off to the round of that number (P-3)."""
    return f"**Put off to round {round_}:** {intention(declaration, names)}."


def _choosing(waits: bool) -> str:
    """What having declared no action means (P-4, P-5, P-23)."""
    when = "in LOW" if waits else "on your side's turn"
    return (
        f"You choose {when}; the round asks you then. "
        "Too late by then: spells, charging, fleeing, parley, and what takes the whole round."
    )


def _waiting(encounter: Encounter, declaration: Declaration, plan: Plan) -> str:
    """What a Delay on purpose means for what is declared (P-8, P-10, P-20)."""
    waits = "🐢 You wait for **LOW**, whoever wins."
    if declaration.major in ("charge", "flee"):
        return f"{waits} Delayed, that is a move and no more: no attack, no head start."
    if any(_is_spell(encounter, slot) for slot in plan.unfinished):
        return f"{waits} The spell takes effect after those not delayed."
    free = " Until then you may choose another target or action." if encounter.settings.open_delay else ""
    return waits + free


def _raised(encounter: Encounter, plan: Plan) -> str:
    """What Dexterity adds to the die of a declared shot (P-7)."""
    shooter = encounter.combatant(plan.who)
    shoots = any(slot.action == "missile" for slot in plan.unfinished)
    helps = shoots and shooter.dexterity > 0 and not shooter.encumbered
    return f" +{shooter.dexterity} for Dexterity" if helps else ""


def slot_line(encounter: Encounter, slot: Slot, names: Names, rolled: bool) -> str:
    """One activity and when it is done; before the dice are cast, HIGH is only a hope."""
    what = sentence(doing(slot, names)) + (f" from {escape(slot.item)}" if slot.item else "")
    if slot.action in ("go", "move") and slot.target:
        what += f", into melee with {names[slot.target]}"
    return f"{what}: {_when(encounter, slot, rolled)}"


def _when(encounter: Encounter, slot: Slot, rolled: bool) -> str:
    if _is_spell(encounter, slot):
        return _of_spell(slot)
    if slot.end > _LAST:
        return "takes the whole round; delayed, it is done on your side's turn **next round**"
    if slot.action == "set-weapon" and not slot.ready:
        return f"meets whoever charges you, in step **{_named(3)}**"
    if slot.major and slot.end == _LAST and slot.mark is None:
        return "takes the **whole round**, done at its end"
    said = f"step **{_named(slot.end)}**" + _turn(slot, rolled)
    if slot.major and slot.time is None:
        said += "; the GM says how long it takes, and from 10 segments on it takes the whole round"
    if slot.falls is not None:
        said += f", in {_segment(slot, rolled)}"
    if slot.action == "go" and slot.start < slot.end:
        said = f"sets off on segment 1, there in {said}"
    waits = encounter.delayed(slot.who) or (slot.rank == "low" and not rolled)
    if slot.action == "missile" and slot.target and slot.declared and not (slot.routine or waits):
        said += "; should the target charge, before the charge ends"
    return said


def _of_spell(slot: Slot) -> str:
    """Where a spell takes effect; it begins before anything else (P-16)."""
    rounds = -(-slot.end // _LAST)
    if rounds > 1:
        later = "next round" if rounds == 2 else f"{count(rounds - 1, 'round')} on"
        return f"begins on segment 1, takes effect at the end of the round, **{later}**"
    if slot.end == _LAST:
        return "begins on segment 1, takes effect **last of all**, when the round ends"
    time = f" ({count(slot.time, 'segment')})" if slot.time is not None else ""
    return f"begins on segment 1, takes effect in step **{_named(_SPELLS)}**{time}"


def _named(beat: int) -> str:
    step = RULESETS["phases"].step(beat)
    assert step is not None
    return f"{step.letter} · {step.name}"


def _turn(slot: Slot, rolled: bool) -> str:
    step = RULESETS["phases"].step(slot.end)
    if step is None or not step.rank:
        return ""
    if step.rank == "low":
        return ", in **LOW**"
    return ", in **HIGH**" if rolled else ", on your side's turn"


def _segment(slot: Slot, rolled: bool) -> str:
    """The segment an innate ability falls in: the first, or the opponents' die (P-11)."""
    if slot.falls == 1 and slot.rank == "high":
        return "segment 1"
    return f"segment {slot.falls}" if rolled else "the segment of the opponents' die"


def _on_turn(slot: Slot) -> bool:
    step = RULESETS["phases"].step(slot.end)
    return step is not None and step.rank == "high"


def _is_spell(encounter: Encounter, slot: Slot) -> bool:
    combatant = encounter.combatant(slot.who)
    return slot.major and is_spell_named(combatant, action(encounter.ruleset, slot.action), slot.name)


def _cautions(encounter: Encounter, plan: Plan) -> list[str]:
    """What a caster must know: the target can wait, and a blow can cost the spell (P-5, P-17)."""
    said = []
    for slot in plan.unfinished:
        if not _is_spell(encounter, slot):
            continue
        if slot.target is None and not slot.at:
            turn = "on your side's turn" if slot.rank == "high" else "in LOW"
            said.append(f"🎯 At whom can wait: you are asked {turn}, in step D1.")
        if slot.item and slot.action != "scroll":
            said.append("From an item: no blow can disturb it.")
        else:
            said.append("Struck before it takes effect, the spell is lost. Changing your mind loses it too.")
    return said


def heard_line(encounter: Encounter, declaration: Declaration, names: Names) -> str:
    """What the table will hear when declarations close, if anything (P-25)."""
    combatant = encounter.combatant(declaration.who)
    stated = encounter.settings.declarations == "stated" or declaration.announce
    if not stated or combatant.seat is None or combatant.hidden:
        return "🔒 The table hears nothing of this until it happens."
    row = action(encounter.ruleset, declaration.major) if declaration.major else None
    if row is not None and is_spell_named(combatant, row, declaration.name):
        bare = {"name": "", "target": None, "at": "", "note": "", "item": "", "segments": None}
        declaration = declaration.model_copy(update=bare)
    return f"📣 At the close the table hears: “{names[declaration.who]}: {intention(declaration, names)}.”"


def carried_line(encounter: Encounter, who: str, names: Names) -> str:
    """What a combatant still has to do from the round before; empty if nothing (P-15, P-16)."""
    told = []
    for slot in encounter.carried(who):
        if _is_spell(encounter, slot):
            left = -(-slot.end // _LAST)
            when = "it takes effect at the end of this round" if left < 2 else f"{count(left, 'round')} to go"
        else:
            when = "it is done on your side's turn, in step D4"
        told.append(f"{doing(slot, names)} ({when})")
    return f"From last round, {names[who]} is still {listed(told)}." if told else ""
