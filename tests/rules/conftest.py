"""What every test of the rules shares: whatever they make without checks is checked after all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rules import value
from rules.value import unchecked

KINDS: set[str] = set()
"""The kinds of value that were made without checks in these tests so far."""


def doubted(kind: Any) -> Callable[..., object]:  # noqa: ANN401 - a class of values
    """Makes the value without checks and with them, and compares all there is to the two."""
    without = unchecked(kind)

    def make(**given: object) -> object:
        made, checked = without(**given), kind(**given)
        KINDS.add(kind.__name__)
        assert made == checked
        # Equal values may be of different types: 1 and True.
        assert repr(made) == repr(checked)
        assert vars(made).keys() == vars(checked).keys()
        return made

    return make


@pytest.fixture(scope="session", autouse=True)
def _nothing_is_taken_on_trust() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(value, "_TRUSTED", {})
        patch.setattr(value, "unchecked", doubted)
        yield
