"""What the rules make, change and copy without checks would have passed them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

import rules
from rules import Encounter
from rules.cases import check
from rules.events import EVENT, Event
from rules.record import Record
from rules.value import trusted
from rules.values import Plan
from tests.rules.conftest import KINDS
from tests.rules.test_cases import ALL

SOURCES = sorted(Path(rules.__file__).parent.rglob("*.py"))


def test_everything_made_on_trust_is_made_in_a_case_and_compared_with_the_same_made_with_checks() -> None:
    KINDS.clear()
    for _, case in ALL:
        assert check(case) == ()
    trusting = re.compile(r"trusted\((?:\w+\.)?([A-Z]\w+)\)")
    named = {kind for file in SOURCES for kind in trusting.findall(file.read_text("utf-8"))}
    assert len(named) > 5
    assert named == KINDS


@pytest.mark.parametrize("wrong", [{"who": 3}, {"who": "orc", "slots": []}, {"who": "orc", "bass": 1}, {}])
def test_a_value_that_would_not_pass_the_checks_fails_any_test_it_is_made_in(wrong: dict[str, Any]) -> None:
    with pytest.raises((ValidationError, AssertionError)):
        trusted(Plan)(**wrong)


def test_every_event_and_every_state_of_the_cases_is_the_same_when_written_and_read_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    add, seen = Record.add, 0

    def added(record: Record, event: Event) -> None:
        nonlocal seen
        seen += 1
        add(record, event)
        assert repr(EVENT.validate_json(event.model_dump_json())) == repr(event)
        after = record.encounter
        assert repr(Encounter.model_validate_json(after.model_dump_json())) == repr(after)

    monkeypatch.setattr(Record, "add", added)
    for _, case in ALL:
        assert check(case) == ()
    assert seen > len(ALL)
