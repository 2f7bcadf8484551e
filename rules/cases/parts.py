"""The pieces of a case: from its flat tables to combatants, declarations and what is said meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import ValidationError

from rules import commands as cmd
from rules.abilities import as_ability, read_ability
from rules.cases.model import Intervention
from rules.rulesets.phases.steps import BEATS_BY_NAME
from rules.value import Value
from rules.values import Ability, Combatant, Declaration, SpeedUnclear, parse_speed

Toml = Any
"""What tomllib reads: text, numbers, lists and tables, not yet checked."""

Table = dict[str, Any]
"""A TOML table, not yet checked."""


class CaseError(ValueError):
    """A case that cannot be read: which case and key, and what was expected there."""


ValueT = TypeVar("ValueT", bound=Value)


def value(model: type[ValueT], data: Table, where: str) -> ValueT:
    """The data as that model; raises CaseError naming the keys that do not fit and why."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        keys = (f"{where}: {'.'.join(map(str, e['loc'])) or 'value'}: {e['msg']}" for e in error.errors())
        raise CaseError("; ".join(keys)) from error


def table_of_tables(data: Toml, where: str) -> dict[str, Table]:
    """A table of tables; raises CaseError for anything else."""
    return {key: table_of(row, f"{where}.{key}") for key, row in table_of(data, where).items()}


def table_of(data: Toml, where: str) -> Table:
    """A table of its own, to take from; raises CaseError for anything else."""
    if not isinstance(data, dict):
        raise CaseError(f"{where}: a table is expected, not {data!r}")
    return dict(data)


def list_of_tables(data: Toml, where: str) -> list[Any]:
    """A list of tables; raises CaseError for anything else."""
    if not isinstance(data, list) or not all(isinstance(row, dict) for row in data):
        raise CaseError(f"{where}: a list of tables is expected")
    return data


def _items(row: Table, key: str, where: str) -> list[Any]:
    found = row.get(key, [])
    if not isinstance(found, list):
        raise CaseError(f"{where}: {key}: a list is expected, not {found!r}")
    return found


def engaged_with(row: Table, where: str) -> list[Any]:
    """Whom a combatant is in melee with at the start."""
    return _items(row, "engaged", where)


def combatant(who: str, row: Table, where: str) -> Combatant:
    """One combatant: the name defaults to the id, the seat of a hero to the id as well."""
    data = {key: value for key, value in row.items() if key not in ("engaged", "weapon", "gm_run")}
    data = {"id": who, "name": who.replace("-", " ").capitalize(), "side": "heroes", **data}
    if "weapon" in row:
        data["weapons"] = [row["weapon"], *_items(row, "weapons", where)]
    if data["side"] == "heroes" and not row.get("gm_run", False):
        data.setdefault("seat", who)
    if "ability_lines" in row:
        del data["ability_lines"]
        lines = _items(row, "ability_lines", where)
        data["abilities"] = [
            *_items(row, "abilities", where),
            *(_ability(line, f"{where}.{who}") for line in lines),
        ]
    if "speed" in data:
        data["speed"] = _speed(data["speed"], f"{where}.{who}")
    return value(Combatant, data, f"{where}.{who}")


def _ability(said: Toml, where: str) -> Ability:
    line = read_ability(str(said))
    if line is None:
        raise CaseError(f"{where}: ability_lines: a name with a full stop is expected first, not {said!r}")
    return as_ability(line)


def _speed(said: Toml, where: str) -> int:
    try:
        return parse_speed(str(said))
    except SpeedUnclear as error:
        raise CaseError(f'{where}: speed: {said} could be inches or feet; write 12" or 120 ft') from error
    except ValueError as error:
        raise CaseError(f"{where}: speed: feet per round or inches are expected, not {said!r}") from error


_NAMED = ("spell", "item", "potion", "ability")
"""What a case may call the `name` of a declaration; beside a spell, `item` is where it comes from."""


def declaration(who: str, row: Table, where: str) -> Declaration:
    """A declaration from its flat form: `move`, `when` and `into` make a movement, `spell` names a spell."""
    named = [key for key in _NAMED if key in row and not (key == "item" and "spell" in row)]
    data = {key: value for key, value in row.items() if key not in ("move", "when", "into", *named)}
    data |= [("name", row[key]) for key in named]
    minors = [{"action": m} if isinstance(m, str) else m for m in _items(row, "minors", f"{where}.{who}")]
    if "move" in row:
        said = {"when": row.get("when", "before"), "into": row.get("into")}
        minors.insert(0, {"action": "move", "feet": row["move"], **said})
    return value(Declaration, {"who": who, **data, "minors": minors}, f"{where}.{who}")


def _added(rows: Toml, where: str) -> Table:
    return {"combatants": [combatant(who, row, where) for who, row in table_of_tables(rows, where).items()]}


def _edited(row: Toml, where: str) -> Table:
    return {"combatant": row}


def _who(said: Toml, where: str) -> Table:
    return {"who": said}


def _pair(said: Toml, where: str) -> Table:
    return {"who": said[0], "foe": said[1]} if isinstance(said, list) and len(said) == 2 else {"who": said}


def _late(row: Toml, where: str) -> Table:
    return {"declarations": [declaration(row.get("who", ""), {k: row[k] for k in row if k != "who"}, where)]}


def _added_minor(row: Toml, where: str) -> Table:
    return {"who": row.get("who"), "minor": {key: value for key, value in row.items() if key != "who"}}


def _changed(row: Toml, where: str) -> Table:
    said = {key: value for key, value in row.items() if key != "who"}
    return {"declaration": declaration(row.get("who", ""), said, where)}


def _as_it_is(row: Toml, where: str) -> Table:
    return dict(row)


def _redirected(row: Toml, where: str) -> Table:
    return {"target": None, **row}


def _retargeted(row: Toml, where: str) -> Table:
    return {"target": None, **row}


def _slots(said: Toml, where: str) -> Table:
    return {"slots": said}


def _effect(row: Toml, where: str) -> Table:
    return {"effect": row}


def _effect_id(said: Toml, where: str) -> Table:
    return {"effect": said}


def _pin(row: Toml, where: str) -> Table:
    return {"id": "pin", **at_step(row, where)}


def _pin_id(said: Toml, where: str) -> Table:
    return {"pin": said}


def _settings(row: Toml, where: str) -> Table:
    return {"settings": row}


def _nothing(said: Toml, where: str) -> Table:
    return {}


_TABLES = (
    _late,
    _added_minor,
    _as_it_is,
    _edited,
    _changed,
    _redirected,
    _retargeted,
    _effect,
    _pin,
    _settings,
)
"""Verbs that are said with a table, and not with an id."""

_VERBS: dict[str, tuple[type[cmd.Asked], Callable[[Any, str], Table]]] = {
    "disturb": (cmd.Disturb, _who),
    "down": (cmd.Down, _who),
    "rise": (cmd.Rise, _who),
    "delay": (cmd.CallDelay, _who),
    "pardon": (cmd.PardonDelay, _who),
    "reveal": (cmd.Reveal, _who),
    "remove": (cmd.RemoveCombatant, _who),
    "withdraw": (cmd.Withdraw, _who),
    "engage": (cmd.Engage, _pair),
    "disengage": (cmd.Disengage, _pair),
    "late": (cmd.Declare, _late),
    "minor": (cmd.AddMinor, _added_minor),
    "steer": (cmd.Steer, _as_it_is),
    "change": (cmd.ChangeAction, _changed),
    "trigger": (cmd.Trigger, _who),
    "redirect": (cmd.Redirect, _redirected),
    "retarget": (cmd.Retarget, _retargeted),
    "together": (cmd.Together, _slots),
    "waive": (cmd.Waive, _as_it_is),
    "surprise": (cmd.Surprise, _as_it_is),
    "effect": (cmd.AddEffect, _effect),
    "end_effect": (cmd.EndEffect, _effect_id),
    "pin": (cmd.AddPin, _pin),
    "unpin": (cmd.RemovePin, _pin_id),
    "settings": (cmd.ChangeSettings, _settings),
    "end_grace": (cmd.EndGrace, _nothing),
    "add": (cmd.AddCombatants, _added),
    "edit": (cmd.EditCombatant, _edited),
    "target": (cmd.NameTarget, _as_it_is),
    "pass": (cmd.Pass, _who),
    "set_off": (cmd.SetOff, _as_it_is),
    "mark": (cmd.MarkOrder, _as_it_is),
    "hasten": (cmd.Hasten, _who),
}
"""What can be said during a round, and the command it becomes."""


_ANSWERS = ("judge", "time", "breaks", "turn")
"""What answers a question; with `time` alone a segment may be named as well."""


def at_step(row: Table, where: str) -> Table:
    """The table with a step by name, `step = "high D2"`, turned into its beat."""
    if "step" not in row or isinstance(row["step"], dict):
        return row
    if str(row["step"]) not in BEATS_BY_NAME:
        raise CaseError(f"{where}: step: one of {', '.join(BEATS_BY_NAME)} is expected, not {row['step']!r}")
    told = {key: value for key, value in row.items() if key not in ("step", "until")}
    return {**told, "until" if "secret" in row else "segment": BEATS_BY_NAME[str(row["step"])]}


def intervention(row: Table, where: str) -> Intervention:
    """What somebody says during the round; raises CaseError for anything but one known verb."""
    row = at_step(row, where)
    verbs = [key for key in row if key != "segment"]
    if len(verbs) != 1 or verbs[0] not in (*_VERBS, *_ANSWERS):
        known = ", ".join((*_VERBS, *_ANSWERS))
        raise CaseError(f"{where}: one of {known} is expected, not {', '.join(verbs) or 'nothing'}")
    verb = verbs[0]
    if verb not in _VERBS:
        return value(Intervention, row, where)
    if "segment" not in row and verb not in ("late", "target", "pass"):
        raise CaseError(f"{where}: segment is expected: the one about to be called, or 0 while declaring")
    model, table_of = _VERBS[verb]
    said = row[verb]
    wants_table = table_of in _TABLES
    if wants_table != isinstance(said, dict) and table_of is not _added:
        raise CaseError(f"{where}: {verb}: {'a table' if wants_table else 'an id'} is expected, not {said!r}")
    command = value(model, table_of(said, where), f"{where}: {verb}")
    return value(Intervention, {"segment": row.get("segment"), "command": command}, where)
