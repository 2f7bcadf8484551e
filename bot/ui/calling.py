"""What the GM calls next, and what will happen in it: segments by number, steps by their letters."""

from __future__ import annotations

from bot.narration.phrases import doing
from bot.narration.words import Names, escape, listed, row
from bot.render import MOST_CHOICES, Button, Choice, Menu, Part, cut
from bot.ui.ids import Press
from rules import CATALOGUE, RULESETS, Encounter, Slot

_TEXT = 700
"""Characters for what happens in the next step."""


def next_parts(encounter: Encounter, names: Names, press: Press) -> list[Part]:
    """The button for the next beat; in `phases` with what happens there, and the way past empty steps."""
    now = encounter.round.segment
    following = now + 1
    if not names.steps:
        return [(Button(f"Next segment ({following})", press.to("next", str(now)), "primary"),)]
    coming = in_step(encounter, names, following)
    told = row(coming, _TEXT, " · ") or "nothing, as things stand"
    buttons = [Button(cut(f"Next: {names.beat(following)}", 80), press.to("next", str(now)), "primary")]
    ahead = next((b for b in range(following, names.last) if in_step(encounter, names, b)), names.last)
    if not coming and ahead > following:
        label = cut(f"On to {names.beat(ahead)}", 80)
        buttons.append(Button(label, press.to("onto", f"{now}.{ahead}")))
    return [f"**Next, {names.beat(following)}:** {told}.", tuple(buttons)]


def in_step(encounter: Encounter, names: Names, beat: int) -> list[str]:
    """What is pinned to that step, and what happens as things stand: begun in sight, asked for, done."""
    slots = [s for p in encounter.round.plans for s in p.unfinished]
    now = (encounter.round.number, beat)
    told = [f"📍 {escape(pin.text)}" for pin in encounter.pins if (pin.round, pin.segment) == now]
    told += [f"{names[s.who]} {doing(s, names)}" for s in slots if _shows(encounter, s, beat)]
    free = RULESETS[encounter.ruleset].free(encounter, beat)
    told += [
        f"{names[s.who]} names the target of {_named(s)}" for s in slots if _wants_target(s, beat, names)
    ]
    if free:
        told.append(f"free to act: {names.all_of(free)}")
    last_round = beat == names.last
    return [*told, "the round ends"] if last_round else told


def _shows(encounter: Encounter, slot: Slot, beat: int) -> bool:
    starts = slot.status == "planned" and slot.start == beat
    return slot.end == beat or (starts and CATALOGUE[encounter.ruleset][slot.action].shown == "start")


def _wants_target(slot: Slot, beat: int, names: Names) -> bool:
    """Whether this step is where its caster names whom it is for (P-5)."""
    open_ = slot.action in ("cast", "scroll") and slot.target is None and not slot.at
    turn = "HIGH D1" if slot.rank == "high" else "LOW D1"
    return open_ and names.short(beat) == turn


def _named(slot: Slot) -> str:
    return f"**{escape(slot.name)}**" if slot.name else "a spell"


def act_menu(encounter: Encounter, names: Names, press: Press) -> Menu | None:
    """Who has nothing to do yet, and may be given something now (P-4)."""
    idle = [c for c in encounter.combatants if _idle(encounter, c.id)]
    if not names.steps or not idle:
        return None
    choices = tuple(Choice(c.name, c.id, c.side) for c in idle[:MOST_CHOICES])
    return Menu(press.to("someone"), "Somebody acts on the turn", choices)


def _idle(encounter: Encounter, who: str) -> bool:
    combatant, plan = encounter.combatant(who), encounter.plan(who)
    away = combatant.down or combatant.since > encounter.round.number
    return not away and not any(s.major and s.status != "dropped" for s in (plan.slots if plan else ()))


def marks_line(encounter: Encounter, names: Names) -> str:
    """Whom the GM lets go first, or last, and whose long work is done on the turn; empty if nobody."""
    told = [f"{names[who]} goes {mark}" for who, mark in encounter.round.marks]
    told += [f"{names[who]} is done on the turn" for who in encounter.round.hastened]
    return f"**By your word:** {listed(told)}." if told else ""
