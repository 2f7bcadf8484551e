"""Clauses of major actions as the fields of a declaration."""

from __future__ import annotations

from rules.catalogue import CATALOGUE, Action
from rules.sentences.aiming import AIMING, aim, foe
from rules.sentences.clauses import Clause
from rules.sentences.reading import AskCode, Scene
from rules.sentences.words import DETERMINERS, FUNCTION, listed
from rules.timeline import melee_weapon, melee_weapons, missile_weapon

Fields = dict[str, object]

_ITEMS = listed("wand staff scroll rod ring amulet horn orb item")
_NAMELESS = ("potion", "item", "magic item", "wand", "scroll", "ability", "power")
_TOOLS = listed("tool tools hammer spike lockpick lockpicks crowbar rope")


def used_thing(scene: Scene, clause: Clause) -> str:
    """The action meant by `use …` or `ready …`, told by the thing; empty for a weapon named for a blow."""
    words = [t.low for t in scene.found[clause.start : clause.end]]
    keys = CATALOGUE[scene.fight.ruleset]
    before = set(scene.used)
    abilities = scene.thing(clause, (a.name for a in scene.me.abilities))
    weapons = scene.thing(clause, (w.name for w in scene.me.weapons))
    scene.used = before
    if clause.key == "ready":
        return "shield" if "shield" in words else "change-weapon"
    if _ITEMS & set(words) and not any(a.casefold() in scene.text.casefold() for a in abilities):
        return "scroll" if "scroll" in words and "scroll" in keys else "item"
    if abilities:
        minor = all((a := scene.me.ability(name)) is not None and a.minor for name in abilities)
        return "use-minor" if minor else "ability"
    if "potion" in words or "elixir" in words:
        return "potion"
    if weapons:
        return ""
    if "ability" in words or "power" in words or "breath" in words:
        return "ability"
    return "tool" if _TOOLS & set(words) else "other"


def read_major(scene: Scene, clause: Clause) -> Fields:
    """The fields one major's clause fills, asking for what the catalogue needs and it does not say."""
    row = CATALOGUE[scene.fight.ruleset][clause.key]
    fields: Fields = {"major": row.key}
    if row.key in ("melee", "charge", "missile"):
        fields |= _blow(scene, clause, row)
    elif row.key == "set-weapon":
        fields["weapon"] = _set_weapon(scene, clause, row)
    elif row.key in ("go", "full-move", "flee"):
        fields |= _going(scene, clause)
    elif row.spell or row.key in ("potion", "item", "ability"):
        fields |= _by_name(scene, clause, row)
    elif row.key in ("other", "slow"):
        scene.use(clause.start, clause.end)
        fields["note"] = scene.words(clause.at, clause.end)[:300]
        fields |= _time(scene, clause, row)
    else:
        fields |= _time(scene, clause, row)
        fields |= _at(scene, clause, row)
    _ask_missing(scene, row, fields)
    return fields


def _blow(scene: Scene, clause: Clause, row: Action) -> Fields:
    fields: Fields = {}
    if row.key == "charge" and (feet := scene.measure(clause, "feet", "bare")) is not None:
        fields["feet"] = feet.number
    fields["weapon"] = _weapon(scene, clause, row)
    asked = len(scene.asks)
    fields["target"] = foe(scene, clause)
    if row.key == "missile" and scene.asks[asked:] and scene.asks[-1].code == "unknown-target":
        fields["at"] = scene.asks[-1].text
    if "target" not in row.needs and "aim" not in row.needs:
        scene.asks = [a for a in scene.asks if a.code != "needs-target"]  # P-5: whom can stay open
    return fields


def _weapon(scene: Scene, clause: Clause, row: Action) -> str:
    """The weapon named, the only one the verb leaves, or a question; empty where only one fits anyway."""
    me = scene.me
    named = scene.thing(clause, (w.name for w in me.weapons))
    shot = row.key == "missile"
    fit = (
        [w.name for w in me.weapons if w.missile is not None] if shot else [w.name for w in melee_weapons(me)]
    )
    if shot and not named:
        thrown = clause.word.split()[0].startswith(("throw", "hurl", "lob", "toss"))
        fit = [w.name for w in me.weapons if w.missile and (w.missile == "thrown") == thrown]
    if len(named) > 1 and len(both := [n for n in named if n in fit]) >= 1:
        named = tuple(both)
    if len(named) == 1:
        return named[0]
    if len(named) > 1:
        scene.ask("which-weapon", row.key, choices=named)
        return ""
    for i in range(clause.start, clause.end - 1):
        if scene.found[i].low == "with" and scene.found[i + 1].low in DETERMINERS:
            words = scene.words(i + 2, min(i + 4, clause.end))
            scene.use(i, min(i + 4, clause.end))
            scene.ask("unknown-weapon", row.key, words, fit)
            return ""
    if shot and (thing := _thrown(scene, clause)):
        scene.ask("unknown-weapon", row.key, thing, fit)
        return ""
    if len(fit) == 1:
        return fit[0] if shot else ""
    one = missile_weapon(me, "") if shot else melee_weapon(me, "")
    if one is None and (shot or len(fit) > 1):
        scene.ask("needs-weapon", row.key, choices=fit)
    return ""


def _set_weapon(scene: Scene, clause: Clause, row: Action) -> str:
    """What is set against a charge: named, or a question where it is none of the speaker's (P-4)."""
    for i in range(clause.start, clause.end):
        end = next(
            (j for j in range(i + 1, min(i + 4, clause.end)) if scene.found[j].low.startswith("charg")), 0
        )
        if scene.found[i].low == "against" and end:
            scene.use(i, end + 1)
    fit = [w.name for w in melee_weapons(scene.me)]
    if scene.thing(clause, fit):
        return _weapon(scene, clause, row)
    rest = [i for i in range(clause.start, clause.end) if i not in scene.used]
    things = [
        i for i in rest if scene.found[i].low not in DETERMINERS | FUNCTION and scene.found[i].kind != "mark"
    ]
    if things and things[0] == min(i for i in rest if scene.found[i].low not in DETERMINERS):
        scene.use(rest[0], things[0] + 1)
        scene.ask("unknown-weapon", row.key, scene.words(things[0], things[0] + 1), fit)
        return ""
    return _weapon(scene, clause, row)


def _thrown(scene: Scene, clause: Clause) -> str:
    """What the speaker throws that is none of the own weapons: `throw a rock at …`."""
    end = next(
        (i for i in range(clause.start, clause.end) if scene.found[i].low in FUNCTION - DETERMINERS), None
    )
    if end is None or end == clause.start or any(m.start < end for m in scene.named(clause)):
        return ""
    scene.use(clause.start, end)
    return scene.words(clause.start, end)


def _going(scene: Scene, clause: Clause) -> Fields:
    feet = scene.measure(clause, "feet", "bare")
    words = scene.words(feet.end if feet else clause.start, clause.end)
    scene.use(clause.start, clause.end)
    return {"feet": feet.number if feet else None, "at": words[:100]}


def _time(scene: Scene, clause: Clause, row: Action) -> Fields:
    """Segments or rounds said, where the action's time is the speaker's to say."""
    if row.time not in ("typed", "item", "asked", "ability"):
        return {}
    fields: Fields = {}
    for measure in (scene.measure(clause, "segments"), scene.measure(clause, "rounds")):
        if measure is not None:
            fields[measure.of] = measure.number
    if not fields and row.spell:
        for m in scene.measured:
            i = m.start
            if m.of == "bare" and clause.start < i < clause.end and scene.found[i - 1].low == "(":
                scene.use(i, m.end)
                fields["segments"] = m.number
    return fields


def _by_name(scene: Scene, clause: Clause, row: Action) -> Fields:
    """A spell, ability, item or potion: its name, its time, and where it goes."""
    fields = _time(scene, clause, row)
    start, skipped = clause.start, {"called", "named", "spell", ",", ":", "(", ")", "casting", "cast"}
    skipped |= DETERMINERS | ({row.key} if row.key in ("item", "ability") else set())
    if row.key == "ability" and scene.me.abilities:
        fields |= _ability(scene, clause)
    while start < clause.end and (start in scene.used or scene.found[start].low in skipped):
        scene.use(start, start + 1)
        start += 1
    end = next(
        (i for i in range(start, clause.end) if _ends_name(scene, clause, i, start)),
        clause.end,
    )
    name = _spoken(scene, start, end)
    if not fields.get("name"):
        fields["name"] = "" if name.casefold() in _NAMELESS else name[:100]
    scene.use(start, end)
    target, at = aim(scene, clause, _past_time(scene, clause, end))
    return fields | {"target": target, "at": at}


def _past_time(scene: Scene, clause: Clause, i: int) -> int:
    """Where the aim begins: behind the time and what brackets it."""
    while i < clause.end and (i in scene.used or scene.found[i].kind == "mark"):
        i += 1
    return i


def _ends_name(scene: Scene, clause: Clause, i: int, start: int) -> bool:
    token = scene.found[i]
    if i in scene.used or token.kind == "mark" or token.low in AIMING or token.low == "spell":
        return True
    return i > start and any(m.start == i for m in scene.named(clause)) and token.low not in FUNCTION


def _spoken(scene: Scene, start: int, end: int) -> str:
    """A name as typed, without `the` and `for` at its ends."""
    while end > start and scene.found[end - 1].low in FUNCTION:
        end -= 1
    return scene.words(start, end)


def _ability(scene: Scene, clause: Clause) -> Fields:
    names = scene.thing(clause, (a.name for a in scene.me.abilities))
    if not names and clause.word.startswith("breath"):
        names = tuple(a.name for a in scene.me.abilities if a.magic == "breath")
    if len(names) > 1:
        scene.ask("which-ability", clause.key, choices=names)
    return {"name": names[0]} if len(names) == 1 else {}


def _at(scene: Scene, clause: Clause, row: Action) -> Fields:
    """What is worked at, in the speaker's words, or whom it is done to."""
    start, rest = clause.start, clause.word.split()[1:]
    while start < clause.end and scene.found[start].low in ("in", "at", "up", "down", "for", "to", ","):
        start += 1
    if not {"at", "aim"} & set(row.needs):
        return {}
    if "aim" in row.needs or any(m.start <= start + 2 for m in scene.named(clause)):
        target, at = aim(scene, clause, start)
        for i in range(start, clause.end):
            if scene.found[i].low in ("wound", "wounds", "body"):
                scene.use(i, i + 1)
    else:
        target, at = None, scene.words(start, clause.end)[:100]
        scene.use(start, clause.end)
    return {"target": target, "at": at or (" ".join(rest) if target is None else "")}


def _ask_missing(scene: Scene, row: Action, fields: Fields) -> None:
    """Ask for what the catalogue needs (K-11), unless a question stands about it already."""
    asked = {a.code for a in scene.asks if a.action == row.key}
    aimless = not (asked & {"which-target", "unknown-target", "needs-target"})
    ask: list[AskCode] = []
    for need in row.needs:
        if need == "target" and not fields.get("target") and aimless:
            ask.append("needs-target")
        elif need == "aim" and not (fields.get("target") or fields.get("at")) and aimless:
            ask.append("needs-aim")
        elif need == "at" and not (fields.get("at") or fields.get("target")) and aimless:
            ask.append("needs-at")
        elif need == "name" and not fields.get("name") and "which-ability" not in asked:
            ask.append("needs-name")
        elif need == "segments" and not (fields.get("segments") or fields.get("rounds")):
            ask += [] if "out-of-range" in asked else ["needs-segments"]
        elif need == "feet" and not fields.get("feet"):
            ask += [] if "out-of-range" in asked else ["needs-feet"]
        elif need == "note" and not fields.get("note"):
            ask.append("needs-note")
    for code in ask:
        scene.ask(code, row.key)
