"""What every value of the rules is made of: frozen, closed against misspelt keys, checked by pydantic.

A value is a pydantic dataclass and not a pydantic model: each attribute of a model is read by way of
`BaseModel.__getattr__`, which costs several times the reading, and deciding a round reads tens of thousands
(`docs/adr/0012-values-are-dataclasses.md`). What the rest of the code says to a value has the names it
would have on a model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal, ParamSpec, Self, TypeVar, dataclass_transform

from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass
from pydantic.fields import FieldInfo

P = ParamSpec("P")
V = TypeVar("V")

_new = object.__new__


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(Field,))
class Value:
    """Base of every value: made by keywords, frozen, and closed against misspelt keys."""

    __pydantic_serializer__: ClassVar[Any]
    __pydantic_validator__: ClassVar[Any]
    __pydantic_fields__: ClassVar[dict[str, FieldInfo]]
    model_fields: ClassVar[dict[str, FieldInfo]]
    """What it consists of, by name, in order."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(frozen=True, kw_only=True, config=ConfigDict(extra="forbid"))(cls)
        cls.model_fields = cls.__pydantic_fields__
        # Defaults left in the class would be looked at first, whenever the field of a value is read.
        for name in cls.model_fields.keys() & cls.__dict__.keys():
            delattr(cls, name)

    @classmethod
    def model_validate(cls, given: object) -> Self:
        """The value that these keys make; raises ValidationError where they make none."""
        made: Self = cls.__pydantic_validator__.validate_python(given)
        return made

    @classmethod
    def model_validate_json(cls, text: str | bytes) -> Self:
        """The value written as JSON; raises ValidationError where it is none."""
        made: Self = cls.__pydantic_validator__.validate_json(text)
        return made

    def model_copy(self, *, update: Mapping[str, Any] | None = None) -> Self:
        """The value with these changes, which are not checked."""
        copied = _new(self.__class__)
        fields = copied.__dict__
        fields |= self.__dict__
        if update:
            fields |= update
        return copied

    def model_dump(
        self,
        *,
        mode: Literal["python", "json"] = "python",
        include: set[str] | None = None,
        exclude: set[str] | None = None,
        exclude_defaults: bool = False,
    ) -> dict[str, Any]:
        """What it consists of, and what that consists of, as plain data."""
        plain: dict[str, Any] = self.__pydantic_serializer__.to_python(
            self, mode=mode, include=include, exclude=exclude, exclude_defaults=exclude_defaults
        )
        return plain

    def model_dump_json(self, *, indent: int | None = None, exclude_defaults: bool = False) -> str:
        """The value as JSON."""
        text: bytes = self.__pydantic_serializer__.to_json(
            self, indent=indent, exclude_defaults=exclude_defaults
        )
        return text.decode()


_TRUSTED: dict[Callable[..., Any], Callable[..., Any]] = {}
"""The constructors without checks, each made when it is first asked for."""


def trusted(kind: Callable[P, V]) -> Callable[P, V]:
    """The constructor of a kind of value without its checks, in less than half the time.

    For what the rules make themselves, and often, of parts that have been checked: slots of a checked
    declaration, events about them. Never for what comes from outside, by a command or from a file. mypy
    checks keys and types as ever, and the tests make each of them with checks as well and compare the two.
    """
    make: Callable[P, V] | None = _TRUSTED.get(kind)
    return make or _TRUSTED.setdefault(kind, unchecked(kind))


def unchecked(kind: Any) -> Callable[..., Any]:  # noqa: ANN401 - a class of values, which `trusted` has as a Callable
    """A new constructor that gives the value these keys, and defaults for the rest."""
    defaults = {name: field.default for name, field in kind.model_fields.items()}

    def make(**given: object) -> object:
        made = _new(kind)
        fields = made.__dict__
        fields |= defaults
        fields |= given
        return made

    return make
