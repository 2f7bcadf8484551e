"""Every rule can be explained, and the page for GMs says the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.explain import RULES, explain

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8")


def test_the_page_for_gms_has_the_same_rows() -> None:
    rows = re.findall(r"^\| ([KSP]-\d+) \| (.*?) \| ([^|]*) \|$", PAGE, re.MULTILINE)
    assert [(r.id, r.text, r.basis) for r in RULES.values()] == rows


@pytest.mark.parametrize("asked", ["S-20", "s-20", "s20", " S 20 "])
def test_a_rule_is_found_by_its_id_however_it_is_typed(asked: str) -> None:
    assert [rule.id for rule in explain(asked)] == ["S-20"]


def test_a_rule_is_found_by_its_words() -> None:
    assert "S-14" in {rule.id for rule in explain("charge")}
    assert {rule.id for rule in explain("charge reach")} <= {rule.id for rule in explain("charge")}


@pytest.mark.parametrize("asked", ["", "S-999", "X-1", "there is no such word anywhere"])
def test_what_is_no_rule_finds_none(asked: str) -> None:
    assert explain(asked) == ()


def test_no_more_are_found_than_asked_for() -> None:
    assert len(explain("the", most=3)) == 3
