"""Whom a clause is aimed at: one combatant, a place, or a question. Never a guess between two."""

from __future__ import annotations

from rules.sentences.clauses import Clause
from rules.sentences.naming import Mention
from rules.sentences.reading import Scene
from rules.sentences.words import AIMS, DETERMINERS, FUNCTION, PLACES, PRONOUNS, SELVES
from rules.values import CombatantId

AIMING = (AIMS | PLACES) - {"by", "next", "from", "with"}
"""Words that begin the aim of a spell: what follows is not its name."""

Aim = tuple[CombatantId | None, str]
"""A combatant, or else a place or description in the speaker's words."""


def foe(scene: Scene, clause: Clause) -> CombatantId | None:
    """Whom a blow is for. Where several may be meant, the only one in melee, or a question."""
    spoken = scene.named(clause)
    if not spoken:
        return _unnamed(scene, clause)
    first, *others = spoken
    scene.use(first.start, first.end)
    meant = scene.fallen_aside(first.who)
    if first.who and not meant and len(others) == 0:
        return None if not _me(scene, clause) else scene.me.id
    for other in others:
        if other.who != first.who and _joined(scene, first, other):
            meant = tuple(dict.fromkeys((*meant, *scene.fallen_aside(other.who))))
            scene.use(other.start, other.end)
            scene.ask("which-target", clause.key, scene.words(first.start, other.end), meant)
            return None
    return one_of(scene, clause, first, meant)


def one_of(
    scene: Scene, clause: Clause, mention: Mention, meant: tuple[CombatantId, ...]
) -> CombatantId | None:
    """The one that is meant, the only one of them in melee, or a question which."""
    words = scene.words(mention.start, mention.end)
    if len(meant) == 1:
        return meant[0]
    if not meant:
        scene.ask("unknown-target", clause.key, words)
        return None
    near = tuple(w for w in scene.in_melee() if w in meant)
    if len(near) == 1 and clause.key in ("melee", "missile"):
        return near[0]
    scene.ask("which-target", clause.key, words, meant)
    return None


def _me(scene: Scene, clause: Clause) -> bool:
    return any(scene.me.id in m.who for m in scene.named(clause))


def _joined(scene: Scene, one: Mention, other: Mention) -> bool:
    """Whether two are named in one breath: `the orc or the goblin`."""
    between = {t.low for t in scene.found[one.end : other.start]}
    return bool(between) and between <= {"and", "or", "&", "+", "/", ",", "the", "a", "then", "either"}


def _unnamed(scene: Scene, clause: Clause) -> CombatantId | None:
    """A pronoun for whoever was named before, the only foe in melee, or a question."""
    free = [i for i in range(clause.start, clause.end) if i not in scene.used]
    rest = [i for i in free if scene.found[i].low not in FUNCTION and scene.found[i].kind == "word"]
    earlier = scene.spoken_of(clause)
    pointing = any(scene.found[i].low in PRONOUNS for i in free)
    if pointing and not rest and earlier:
        return one_of(scene, clause, earlier[-1], scene.fallen_aside(earlier[-1].who))
    with_ = any(scene.found[i].low == "with" for i in free[:2])
    if rest and not with_ and rest[0] - clause.start <= 3 and _noun(scene, clause, rest[0]):
        end = next((i for i in range(rest[0], clause.end) if scene.found[i].kind == "mark"), clause.end)
        scene.ask("unknown-target", clause.key, scene.words(rest[0], end))
        return None
    near = tuple(w for w in scene.in_melee() if not scene.fight.combatant(w).down)
    if len(near) == 1 and (not pointing or with_):
        return near[0]
    scene.ask("needs-target", clause.key, choices=near)
    return None


def _noun(scene: Scene, clause: Clause, i: int) -> bool:
    """Whether a word stands as the object of the clause: right behind the verb, or behind `the` or `at`."""
    return i == clause.start or scene.found[i - 1].low in DETERMINERS | {"at", "on", "to", "against"}


def aim(scene: Scene, clause: Clause, start: int) -> Aim:
    """Where something that needs no single target goes: whoever is named, else the words themselves."""
    end = clause.end
    while start < end and scene.found[start].low in (",", "at", "on", "upon", "onto", "to", "targeting", "("):
        start += 1
    if start >= end:
        return None, ""
    end = next((i for i in range(start, end) if i in scene.used), end)
    words = [t.low for t in scene.found[start:end]]
    if not words:
        return None, ""
    spoken = [m for m in scene.named(clause) if m.start >= start]
    if any(w in SELVES for w in words[:2]):
        scene.use(clause.start, end)
        mine = scene.me.id in scene.known
        return (scene.me.id, "") if mine else (None, scene.words(start, end)[:100])
    if words[0] in PRONOUNS and len(words) == 1:
        spoken = scene.spoken_of(clause)[-1:]
    first = spoken[0] if spoken else None
    if first is None or first.many or len(spoken) > 1 or words[0] in PLACES:
        scene.use(start, end)
        return None, scene.words(start, end)[:100]
    scene.use(first.start, first.end)
    if first.who == (scene.me.id,):
        return scene.me.id, ""
    return one_of(scene, clause, first, scene.fallen_aside(first.who)), ""
