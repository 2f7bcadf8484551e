"""Every rule case is a test of its own, and every rule listed has one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.cases import Case, check, read_cases

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.rglob("*.toml"))
ALL = [(file, case) for file in FILES for case in read_cases(file.read_text("utf-8"))]
DOCS = Path(__file__).parents[2] / "docs"


def listed(page: Path) -> list[str]:
    return re.findall(r"^\| ([KSP]-\d+) \|", page.read_text("utf-8"), re.MULTILINE)


LISTED = listed(CASES / "README.md")


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for _, case in ALL])
def test_the_case_comes_out_as_written(case: Case) -> None:
    assert check(case) == ()


def test_every_rule_listed_has_a_case_and_every_case_a_listed_rule() -> None:
    named = {rule for _, case in ALL for rule in case.rules}
    assert len(LISTED) == len(set(LISTED)) > 0
    assert named == set(LISTED)


def test_the_page_for_gms_lists_the_same_rules() -> None:
    assert listed(DOCS / "rules.md") == LISTED


def test_case_ids_are_unique_and_tell_their_file() -> None:
    ids = [case.id for _, case in ALL]
    assert len(ids) == len(set(ids))
    for file, case in ALL:
        assert case.id.rpartition(".")[0] == f"{file.parent.name}.{file.stem}"


def test_case_titles_are_sentences_of_their_own() -> None:
    titles = [case.title for _, case in ALL]
    assert len(titles) == len(set(titles))
    assert all(title[0].isupper() and not title.endswith(".") for title in titles)
