"""Text as people type it, read as values: weapons like `long sword 5, short bow`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rules.catalogue import Action
from rules.values import Ability, Minor, Weapon, When

_KINDS: tuple[tuple[str, str], ...] = (
    ("crossbow-reload", r"crossbow.*reload"),
    ("crossbow", r"crossbow"),
    ("bow", r"bow"),
    ("sling", r"sling"),
    ("thrown", r"thrown|throwing|javelin|dart|hurled"),
)

_WEAPON = re.compile(r"\s*(?P<name>[^\d(),]+?)\s*(?P<factor>\d{1,2})?\s*(?:\((?P<kind>[^)]*)\))?\s*")


def read_weapons(text: str) -> tuple[Weapon, ...] | None:
    """Weapons from a list with commas: name, speed factor, kind in brackets if it is not in the name.

    No two have one name: what is there twice counts once, and `dagger 2, dagger 2 (thrown)` is a dagger and
    a thrown dagger.

    None if a part cannot be read as a weapon.
    """
    found: dict[tuple[str, int | None, str | None], Weapon] = {}
    for part in (p for p in text.split(",") if p.strip()):
        match = _WEAPON.fullmatch(part)
        if match is None:
            return None
        words = f"{match['name']} {match['kind'] or ''}".lower()
        kind = next((kind for kind, pattern in _KINDS if re.search(pattern, words)), None)
        factor = int(match["factor"]) if match["factor"] else None
        if factor is not None and factor > 30:
            return None
        weapon = Weapon.model_validate({"name": match["name"][:60], "speed_factor": factor, "missile": kind})
        found.setdefault((weapon.name.casefold(), factor, kind), weapon)
    return _told_apart(tuple(found.values()))


_ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def _told_apart(weapons: tuple[Weapon, ...]) -> tuple[Weapon, ...] | None:
    """The weapons, each under a name of its own; None if too many are called the same.

    What is not for shooting or throwing keeps its name before what is.
    """
    names: dict[Weapon, str] = {}
    for weapon in sorted(weapons, key=lambda w: w.missile is not None):
        words = ("", weapon.missile or "", *_ORDINALS)
        possible = (f"{word} {weapon.name}".strip()[:60] for word in words)
        taken = {name.casefold() for name in names.values()}
        name = next((name for name in possible if name.casefold() not in taken), None)
        if name is None:
            return None
        names[weapon] = name
    return tuple(w.model_copy(update={"name": names[w]}) for w in weapons)


def told_weapons(weapons: tuple[Weapon, ...]) -> str:
    """Weapons as they are typed."""
    parts = []
    for w in weapons:
        factor = f" {w.speed_factor}" if w.speed_factor is not None else ""
        kind = f" ({w.missile})" if w.missile is not None else ""
        parts.append(f"{w.name}{factor}{kind}")
    return ", ".join(parts)


_WHEN = re.compile(r"[\s,]*\b(before|after|during)\b(?:\s+it|\s+that)?\s*$", re.IGNORECASE)


def read_minors(
    text: str, actions: Mapping[str, Action], abilities: Iterable[Ability] = ()
) -> tuple[Minor, ...] | str:
    """Minor actions from a list with commas or semicolons: `drop the torch, shout Down! after`.

    An ability that is minor goes by its name (P-21).
    Gives back the part that names no minor action, if there is one. Movement is declared on its own.
    """
    found: list[Minor] = []
    abilities = tuple(abilities)
    for part in (p.strip() for p in re.split(r"[,;]", text) if p.strip()):
        match = _WHEN.search(part)
        when = match[1].lower() if match else "before"
        words = part[: match.start()].strip() if match else part
        power = next((a for a in abilities if a.minor and a.name.casefold() == words.casefold()), None)
        if power is not None:
            found.append(Minor(action="use-minor", when=_when(when), name=power.name))
            continue
        key = _minor_named(words, actions)
        if key is None:
            return part
        row, said = key
        note = said if row.key not in ("shout", "other-minor") else said.strip("\"'“” ")
        found.append(Minor(action=row.key, when=_when(when), note=note[:300]))
    return tuple(found)


def _when(text: str) -> When:
    match text:
        case "after":
            return "after"
        case "during":
            return "during"
        case _:
            return "before"


def _minor_named(words: str, actions: Mapping[str, Action]) -> tuple[Action, str] | None:
    """The minor action whose name or word the text begins with, the longest first, and what follows it."""
    best: tuple[int, Action, str] | None = None
    for row in actions.values():
        if row.major or row.key == "move":
            continue
        for word in (row.name, row.key, *row.words):
            match = re.match(rf"{re.escape(word)}s?\b[:\s]*", words, re.IGNORECASE)
            if match and (best is None or len(word) > best[0]):
                best = (len(word), row, words[match.end() :])
    return (best[1], best[2]) if best else None


_MOVE = re.compile(
    r"""\s*(?:move\s+)?(?P<number>\d{1,4})\s*(?P<unit>feet|foot|ft\.?|'|"|inch(?:es)?|in\.?)?[\s,]*"""
    r"(?P<note>.*)",
    re.IGNORECASE | re.DOTALL,
)
_INTO = re.compile(r"\s*\b(?:into|in)\s+melee\s+(?:with\s+)?(?P<foe>.+)$", re.IGNORECASE)


def read_move(text: str) -> tuple[int, str, str] | None:
    """A movement as typed: feet, where to, and whose melee it enters; None if there is no distance.

    `30 ft north behind the altar` is 30 ft with a note; `20 ft into melee with the ogre` enters melee.
    """
    match = _MOVE.fullmatch(text)
    if match is None:
        return None
    inches = (match["unit"] or "").lower() in ('"', "inch", "inches", "in", "in.")
    feet = int(match["number"]) * (10 if inches else 1)
    note, foe = match["note"].strip(), ""
    if into := _INTO.search(note):
        foe, note = into["foe"].strip(), note[: into.start()].strip()
    return (feet, note[:300], foe) if 1 <= feet <= 5000 else None
