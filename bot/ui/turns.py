"""What a player is asked in `phases`: at whom a spell goes, and what to do on one's turn (P-5, P-23)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.narration.words import Names, clean, escape
from bot.render import MOST_CHOICES, Button, Card, Choice, Field, Form, Menu, Part, cut
from bot.ui.ids import Press
from rules import CATALOGUE, Combatant, Declaration, Encounter, Refusal, Slot, Viewer, preview

_MOST_FOES = 8
"""Foes offered by name to be attacked or shot at; words reach the others."""

_LATER = (
    "Spells, charges and what takes the whole round had to be declared before: "
    "chosen now, they come in the next round."
)

_SAID = f"It is your turn, and the round waits for your choice. {_LATER}"

_LATEST_HIGH = 9
"""The last step of HIGH: until it is over, one may still wait for LOW (P-8)."""


def target_card(press: Press, encounter: Encounter, who: str, slot: Slot | None, viewer: Viewer) -> Card:
    """At whom, or where, a spell goes; foes first."""
    names = Names(encounter, viewer)
    spell = f"**{escape(slot.name)}**" if slot is not None and slot.name else "the spell"
    me = encounter.combatant(who)
    seen = _seen(encounter, names, me)
    choices = [Choice(c.name, c.id, _hint(encounter, c, me)) for c in seen]
    parts: list[Part] = [
        f"### {names.short(encounter.round.segment)}: at whom does the spell go?",
        f"**{names[who]}** casts {spell}. Name its target now; it takes effect in step E. The round waits.",
        Menu(_to(press, "aim", who), "At whom?", tuple(choices[:MOST_CHOICES])),
        (Button("A place, or several…", _to(press, "aimform", who), "primary"),),
    ]
    return Card(tuple(parts), "private")


def turn_card(
    press: Press, encounter: Encounter, who: str, viewer: Viewer, *, waits: bool = True, notice: str = ""
) -> Card:
    """What to do on one's turn; `waits` says that the round stands still for it."""
    names = Names(encounter, viewer)
    beat = encounter.round.segment
    choices = tuple(choice for choice, _ in turn_choices(encounter, who, viewer))
    buttons = [Button("In your own words…", _to(press, "sayform", who), "primary")]
    if beat <= _LATEST_HIGH and not encounter.delayed(who):
        buttons.append(Button("Wait for LOW", _to(press, "low", who)))
    if waits:
        buttons.append(Button("Let the turn go by", _to(press, "pass", who)))
    parts: list[Part] = [
        f"### {names.short(beat)}: what does {names[who]} do?",
        notice or (_SAID if waits else _LATER),
        Menu(_to(press, "do", who), "What now?", choices),
        tuple(buttons),
    ]
    return Card(tuple(parts), "private")


def turn_choices(encounter: Encounter, who: str, viewer: Viewer) -> list[tuple[Choice, Declaration]]:
    """Deeds that can be chosen with one tap, each as the declaration it makes; only such as can stand."""
    names, me = Names(encounter, viewer), encounter.combatant(who)
    foes = [c for c in _seen(encounter, names, me) if c.side != me.side and not c.down][:_MOST_FOES]
    offered = [*_attacks(me, foes), *_abilities(encounter, me)]
    stand = [(c, d) for c, d in offered if not isinstance(preview(encounter, d), Refusal)]
    return stand[:MOST_CHOICES]


def _attacks(me: Combatant, foes: list[Combatant]) -> Iterator[tuple[Choice, Declaration]]:
    """Each foe with each weapon that fits."""
    for weapon in (w.name for w in me.weapons if w.missile is None or w.missile == "thrown"):
        for foe in foes:
            made = Declaration(who=me.id, major="melee", target=foe.id, weapon=weapon)
            yield Choice(f"Attack {foe.name}", f"m.{weapon}.{foe.id}"[:100], weapon), made
    if not any(w.missile is None or w.missile == "thrown" for w in me.weapons):
        for foe in foes:
            made = Declaration(who=me.id, major="melee", target=foe.id)
            yield Choice(f"Attack {foe.name}", f"m..{foe.id}"), made
    for weapon in (w.name for w in me.weapons if w.missile is not None):
        for foe in foes:
            made = Declaration(who=me.id, major="missile", target=foe.id, weapon=weapon)
            yield Choice(f"Shoot at {foe.name}", f"s.{weapon}.{foe.id}"[:100], weapon), made


def _abilities(encounter: Encounter, me: Combatant) -> Iterator[tuple[Choice, Declaration]]:
    """Innate abilities that need no declaring."""
    if "ability" not in CATALOGUE[encounter.ruleset]:
        return
    for ability in me.abilities:
        if ability.magic != "spell-like" and not ability.minor:
            made = Declaration(who=me.id, major="ability", name=ability.name)
            yield Choice(f"Use {ability.name}", f"a.{ability.name}"[:100]), made


def place_words(press: Press, who: str) -> Form:
    """The form for a target that is no single creature."""
    field = Field("at", "Where, or at whom?", "", "the orcs by the altar")
    return Form(_to(press, "aimed", who), "The spell's target", (field,))


def own_words(press: Press, who: str) -> Form:
    """The form for a deed in words."""
    hint = "I move 30 ft to the door · I drink the healing potion"
    return Form(
        _to(press, "said", who), "What now?", (Field("text", "In your words", "", hint, long=True, most=300),)
    )


def _to(press: Press, verb: str, who: str) -> str:
    return str(Press(verb, press.key, press.round, who))


def _seen(encounter: Encounter, names: Names, me: Combatant) -> list[Combatant]:
    """Whom the reader may know of: foes in melee first, then other foes, then friends; the fallen last."""
    near = encounter.engaged_with(me.id)
    known = [c for one in encounter.combatants if (c := names.combatant(one.id)) is not None]
    return sorted(known, key=lambda c: (c.down, c.side == me.side, c.id not in near, c.id == me.id))


def _hint(encounter: Encounter, c: Combatant, me: Combatant) -> str:
    marks = [cut(clean(c.side), 40)]
    marks += ["in melee with you"] if c.id in encounter.engaged_with(me.id) else []
    marks += ["down"] if c.down else []
    return ", ".join(marks)
