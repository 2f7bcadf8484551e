"""The house settings as a table, for `docs/house-settings.md` and the command line."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from rules.catalogue import CATALOGUE
from rules.settings import Settings, rule_of, unit_of
from rules.value import Value

HEAD = ("setting", "what it means", "unit", "values", "default", "rule")


def rows(model: type[BaseModel | Value] = Settings) -> list[tuple[str, ...]]:
    """A row for each setting, in the order of the model."""
    return [
        (
            f"`{name}`",
            field.description or "",
            unit_of(field),
            values_of(field),
            f"`{told(field.default)}`",
            rule_of(field),
        )
        for name, field in model.model_fields.items()
    ]


def told(value: object) -> str:
    """A value as it is typed: `yes`, `none`, `3`, `shout, drop`, `potion 4`."""
    match value:
        case bool():
            return "yes" if value else "no"
        case None | ():
            return "none"
        case tuple():
            parts = (" ".join(map(str, part)) if isinstance(part, tuple) else str(part) for part in value)
            return ", ".join(parts)
        case _:
            return str(value)


S = TypeVar("S", bound=BaseModel | Value)


def with_setting(settings: S, name: str, typed: str) -> S | None:
    """The settings with one of them as it was typed; None if it cannot be that."""
    model = type(settings)
    field = model.model_fields.get(name)
    if field is None or (value := _typed(name, field.default, typed.strip())) is _UNREADABLE:
        return None
    try:
        return TypeAdapter(model).validate_python({**settings.model_dump(), name: value})
    except ValidationError:
        return None


_UNREADABLE = object()
_SAID = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


def _typed(name: str, default: object, typed: str) -> object:
    word = typed.casefold()
    if isinstance(default, bool):
        return _SAID.get(word, _UNREADABLE)
    if isinstance(default, tuple):
        return _listed(name, [] if word == "none" else [p.strip() for p in typed.split(",") if p.strip()])
    if default is None and word == "none":
        return None
    return typed if isinstance(default, str) else int(word) if word.isdecimal() else _UNREADABLE


def _listed(name: str, parts: list[str]) -> object:
    """Actions, or actions with their times: `shout`, `potion 4`; only those of a catalogue."""
    known = {key: row for table in CATALOGUE.values() for key, row in table.items()}
    found: list[object] = []
    for part in parts:
        key, _, time = part.rpartition(" ") if name == "times" else (part, "", "")
        row = known.get(key.strip())
        if row is None or (name == "times") != time.isdecimal() or (name != "times" and row.major):
            return _UNREADABLE
        found.append((row.key, int(time)) if time else row.key)
    return tuple(found)


def values_of(field: FieldInfo) -> str:
    """What a setting may be: a range, or the choices."""
    extra = field.json_schema_extra
    if isinstance(extra, dict) and "values" in extra:
        return str(extra["values"])
    kinds = _kinds(field.annotation)
    none = "none, or " if NoneType in kinds else ""
    if choices := [c for kind in kinds if get_origin(kind) is Literal for c in get_args(kind)]:
        return " · ".join(map(str, choices))
    if bool in kinds:
        return "yes · no"
    least = next((m.ge for m in field.metadata if hasattr(m, "ge")), None)
    most = next((m.le for m in field.metadata if hasattr(m, "le")), None)
    if least is not None:
        return f"{none}{least} to {most}"
    return "actions with their times" if unit_of(field) else "minor actions"


def _kinds(annotation: Any) -> tuple[Any, ...]:  # noqa: ANN401 - an annotation can be anything
    return get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)


def table() -> list[str]:
    """The rows as a Markdown table."""
    lines = [f"| {' | '.join(HEAD)} |", f"|{' --- |' * len(HEAD)}"]
    return lines + [f"| {' | '.join(row)} |" for row in rows()]
