"""The house settings as a table, for `docs/house-settings.md` and the command line."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from rules.settings import Settings, rule_of, unit_of

HEAD = ("setting", "what it means", "unit", "values", "default", "rule")


def rows() -> list[tuple[str, ...]]:
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
        for name, field in Settings.model_fields.items()
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


def values_of(field: FieldInfo) -> str:
    """What a setting may be: a range, or the choices."""
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
