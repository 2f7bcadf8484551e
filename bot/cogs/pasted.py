"""Creatures as people paste them, one a line, or as a file holds them: read into newcomers, or why not."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.cogs.newcomers import MOST_AT_ONCE, Newcomers
from bot.cogs.particulars import Unreadable, read_abilities, read_armoury, read_name, read_speed
from bot.narration.abilities import unread_parts
from bot.narration.words import clean, count, escape
from bot.render import cut
from rules import NAMINGS, Ability, Settings, read_weapons

MOST_LINES = 100
"""Lines, or creatures of a file, that are read at once."""

SIZES = ("small", "man-sized", "large", "huge")
LINE = 'Orc x8, speed 9", scimitar 4, short bow (bow), hidden'
"""A line as it may be."""

_FIRST = re.compile(
    r"(?P<name>.+?)(?:\s+[x×*]\s*(?P<many>\d{1,4})|\s*[×]\s*(?P<times>\d{1,4}))?", re.IGNORECASE
)
_WORDS = re.compile(
    r"(?P<word>speed|dexterity|dex|side|size|alias|naming)\b[\s:=]*(?P<rest>.*)", re.IGNORECASE
)
_KEYS = (
    *("name", "count", "side", "speed", "weapons", "dexterity", "size", "hidden", "encumbered"),
    *("alias", "naming", "abilities"),
)


@dataclass(frozen=True)
class Pasted:
    """What was read: who would come in, and what is wrong, each behind where it is."""

    found: tuple[Newcomers, ...] = ()
    faults: tuple[str, ...] = ()


def as_text(data: bytes) -> str:
    """A file's text; raises Unreadable where it is none."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(_unusable(error)) from None


def read_pasted(text: str, house: Settings) -> Pasted:
    """The creatures of pasted lines."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if clean(line)]
    return _all([(f"Line {n}", lambda line=line: read_line(line, house)) for n, line in lines])  # type: ignore[misc]


def read_file(name: str, text: str, house: Settings) -> Pasted:
    """The creatures of a JSON or TOML file."""
    try:
        held: object = tomllib.loads(text) if name.lower().endswith(".toml") else json.loads(text)
    except (ValueError, RecursionError) as error:
        return Pasted(faults=(_unusable(error),))
    if isinstance(held, dict):
        held = held.get("creatures", held.get("creature"))
    if not isinstance(held, list):
        none = (
            'The file holds no creatures. In JSON it is a list, like [{"name": "Orc", "count": 8}]; in TOML '
            "each begins with [[creatures]]."
        )
        return Pasted(faults=(none,))
    made: list[tuple[str, Callable[[], Newcomers]]] = [
        (f"Creature {n}", lambda each=each: _read_table(each, house))  # type: ignore[misc]
        for n, each in enumerate(held, 1)
    ]
    return _all(made)


def _unusable(error: Exception) -> str:
    return f"The file cannot be read: {escape(cut(clean(str(error)), 200))}."


def _all(asked: list[tuple[str, Callable[[], Newcomers]]]) -> Pasted:
    """All that can be read of them, and every fault, each behind where it is."""
    if not asked:
        return Pasted(faults=(f"There is nobody in it. Write one creature a line, like: {LINE}",))
    if len(asked) > MOST_LINES:
        many = f"These are {count(len(asked), 'line')}; at most {MOST_LINES} are read at once."
        return Pasted(faults=(many,))
    found, faults = [], []
    for where, read in asked:
        try:
            found.append(read())
        except Unreadable as error:
            faults.append(f"**{where}:** {error}")
    return Pasted(tuple(found), tuple(faults))


def read_line(line: str, house: Settings) -> Newcomers:
    """One creature, or several of a name; raises Unreadable."""
    first, *parts = (clean(part) for part in line.split(","))
    match = _FIRST.fullmatch(first)
    if match is None:
        raise Unreadable(f"It begins with no name. Write it like: {LINE}")
    fields: dict[str, object] = {"name": match["name"]}
    if many := match["many"] or match["times"]:
        fields["count"] = int(many)
    weapons = []
    for part in filter(None, parts):
        word, value = _part(part)
        if word == "weapon":
            weapons.append(value)
        elif word in fields:
            raise Unreadable(f"{word.capitalize()} is given twice.")
        else:
            fields[word] = value
    return _read_table({**fields, **({"weapons": weapons} if weapons else {})}, house)


def _part(part: str) -> tuple[str, object]:
    """One part of a line: which field it is, and what it says."""
    low = part.casefold()
    if low in ("hidden", "encumbered"):
        return low, True
    if low in NAMINGS:
        return "naming", low
    if low in SIZES:
        return "size", low
    if match := _WORDS.fullmatch(part):
        word = match["word"].lower()
        return {"dex": "dexterity"}.get(word, word), match["rest"].strip(
            ' “”"'
        ) if word != "speed" else match["rest"]
    read = read_weapons(part)
    # A bare word could be anything: a weapon has a speed factor, or is one to shoot or throw.
    if not read or all(w.speed_factor is None and w.missile is None for w in read):
        raise Unreadable(
            f"“{escape(cut(part, 60))}” is no weapon with its speed factor, like scimitar 4 or short bow "
            "(bow), and none of: speed, side, dexterity, size, alias, naming, hidden, encumbered."
        )
    return "weapon", part


def _read_table(held: object, house: Settings) -> Newcomers:
    """One creature of a file, or of a line already taken apart; raises Unreadable."""
    if not isinstance(held, Mapping):
        raise Unreadable('It is not a creature. Write it like {"name": "Orc", "count": 8}.')
    if unknown := [str(key) for key in held if key not in _KEYS]:
        raise Unreadable(f"“{escape(cut(unknown[0], 60))}” is not known. It can be: {', '.join(_KEYS)}.")
    given: dict[str, Any] = {}
    if "speed" in held:
        given["speed"] = read_speed(_text(held, "speed"), house)
        if given["speed"] > 5000:
            raise Unreadable("A speed is at most 5000 feet a round.")
    if "weapons" in held:
        given["weapons"] = read_armoury(_listed(held["weapons"]))
    if "dexterity" in held:
        given["dexterity"] = _number(held, "dexterity", -5, 5)
    if "size" in held:
        given["size"] = _one_of(held, "size", SIZES)
    if "encumbered" in held:
        given["encumbered"] = _truth(held, "encumbered")
    abilities, unread = tuple[Ability, ...](), list[str]()
    lines = held.get("abilities", [])
    for each in lines if isinstance(lines, list) else [lines]:
        line, abilities = read_abilities(str(each)[:1500], abilities)
        unread += unread_parts(line)
    if abilities:
        given["abilities"] = abilities
    naming = _one_of(held, "naming", NAMINGS) if "naming" in held else None
    return Newcomers(
        name=_name(held, "name", 60),
        count=_number(held, "count", 1, MOST_AT_ONCE) if "count" in held else 1,
        side=_name(held, "side", 40) if "side" in held else "foes",
        naming=next((n for n in NAMINGS if n == naming), None),
        hidden=_truth(held, "hidden") if "hidden" in held else None,
        alias=_name(held, "alias", 60) if "alias" in held else "",
        given=given,
        unread=tuple(unread),
    )


def _text(held: Mapping[str, object], key: str) -> str:
    value = held.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise Unreadable(f"{key.capitalize()} is no word or number.")
    return str(value)


def _name(held: Mapping[str, object], key: str, most: int) -> str:
    if key not in held:
        raise Unreadable("It has no name.")
    name = read_name(_text(held, key))
    if len(name) > most:
        raise Unreadable(f"“{escape(cut(name, 40))}” is longer than {most} letters; give a shorter {key}.")
    return name


def _number(held: Mapping[str, object], key: str, least: int, most: int) -> int:
    typed = _text(held, key).strip().replace("−", "-")
    if not re.fullmatch(r"[+-]?\d{1,6}", typed, re.ASCII) or not least <= int(typed) <= most:
        raise Unreadable(
            f"“{escape(cut(typed, 40))}” cannot be the {key}. It is a number from {least} to {most}."
        )
    return int(typed)


def _one_of(held: Mapping[str, object], key: str, known: tuple[str, ...]) -> str:
    typed = _text(held, key).strip().casefold()
    if typed not in known:
        raise Unreadable(f"“{escape(cut(typed, 40))}” cannot be the {key}. It is one of: {', '.join(known)}.")
    return typed


def _truth(held: Mapping[str, object], key: str) -> bool:
    value = held[key]
    if not isinstance(value, bool):
        raise Unreadable(f"{key.capitalize()} is true or false.")
    return value


def _listed(value: object) -> str:
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ", ".join(value)
    if isinstance(value, str):
        return value
    raise Unreadable('Weapons are words, like "scimitar 4, short bow (bow)".')
