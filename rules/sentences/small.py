"""Clauses of minor actions: movement, a shout, a weapon drawn or dropped."""

from __future__ import annotations

import re

from rules.catalogue import CATALOGUE
from rules.sentences.aiming import one_of
from rules.sentences.clauses import Clause
from rules.sentences.reading import Scene
from rules.sentences.words import said
from rules.values import CombatantId, Minor, When

_MINE = re.compile(r"^(?:my|his|her|their)\s+", re.IGNORECASE)

_COMPASS = {
    "n": "north",
    "s": "south",
    "e": "east",
    "w": "west",
    "ne": "northeast",
    "nw": "northwest",
    "se": "southeast",
    "sw": "southwest",
}


def read_minor(scene: Scene, clause: Clause, when: When) -> Minor:
    """The minor action of a clause; all its words are its own."""
    if clause.key == "move":
        return _move(scene, clause, when)
    quote = next(
        (t for t in scene.found[clause.start : clause.end] if t.kind == "quote" and clause.key == "shout"),
        None,
    )
    note = (
        scene.text[quote.start + 1 : quote.end - 1] if quote else scene.words(clause.start, clause.end)
    ).strip()
    if clause.key != "shout":
        note = _MINE.sub("", note)
    name = ""
    if clause.key == "use-minor":
        names = scene.thing(clause, (a.name for a in scene.me.abilities if a.minor))
        if len(names) > 1:
            scene.ask("which-ability", clause.key, choices=names)
        name = names[0] if len(names) == 1 else ""
    needs = CATALOGUE[scene.fight.ruleset][clause.key].needs
    if "note" in needs and not note:
        scene.ask("needs-note", clause.key)
    scene.use(clause.start, clause.end)
    return Minor(action=clause.key, when=when, note=note[:300], name=name[:60])


def _move(scene: Scene, clause: Clause, when: When) -> Minor:
    feet = scene.measure(clause, "feet", "bare")
    if feet is None:
        scene.ask("needs-feet", "move")
    skip = range(feet.start, feet.end) if feet else range(0)
    into, melee = _into(scene, clause)
    kept = [i for i in range(clause.start, melee) if i not in skip]
    parts = [_direction(scene, i) for i in kept]
    note = " ".join(" ".join(p for p in parts if p).split()).strip(" ,.;:!?()&/+")
    scene.use(clause.start, clause.end)
    number = feet.number if feet else None
    return Minor(action="move", when=when, feet=number, into=into, note=note[:300])


def _direction(scene: Scene, i: int) -> str:
    token = scene.found[i]
    if token.kind == "mark" and token.low != ",":
        return ""
    return _COMPASS.get(token.low, said(scene.text, [token]))


def _into(scene: Scene, clause: Clause) -> tuple[CombatantId | None, int]:
    """Whose melee the movement enters, and the token at which that is said."""
    for i in range(clause.start, clause.end):
        entering = scene.found[i].low == "melee" and scene.found[i - 1].low in ("into", "in", "to")
        engaging = i == clause.start and clause.word.startswith(("engag", "clos"))
        if not entering and not engaging:
            continue
        foes = [m for m in scene.mentions if i <= m.start < clause.end]
        begins = i - 1 if entering else i
        if not foes:
            scene.ask(
                "unknown-target" if clause.end - i > 2 else "needs-target", "move", scene.words(i, clause.end)
            )
            return None, begins
        return one_of(scene, clause, foes[0], scene.fallen_aside(foes[0].who)), begins
    return None, clause.end
