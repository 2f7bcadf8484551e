"""docs/failure-kinds.md is whole: every id has a row, and every test named there exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/failure-kinds.md").read_text(encoding="utf-8")

IDS: dict[str, tuple[int, ...]] = {
    "D": (1, 2, 4, 5, 7, 8, 10),
    "T": (1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29),
    "I": (1, 2, 4, 5, 7, 8, 10, 11),
    "V": (1, 2, 4, 5, 7, 8),
    "L": (1, 2, 4, 5, 7, 8, 10),
    "R": (1, 2, 4, 5, 7, 8),
    "H": (1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20),
    "N": (1, 2, 4, 5, 7, 8, 10, 11),
    "M": (1, 2, 4, 5, 7, 8),
    "P": (1, 2, 4, 5, 7, 8, 10, 11),
    "C": (1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17),
    "E": (1, 2, 4, 5, 7, 8),
    "O": (1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16),
    "G": (1, 2, 4, 5),
    "S": (1, 2, 4, 5, 7, 8, 10),
}
"""The kinds that are known, by their letter."""

ROW = re.compile(r"^\| (FK-[A-Z]\d+) \| (.+) \|$", re.MULTILINE)


@cache
def named_in(file: str) -> frozenset[str]:
    """The tests of a file, by name."""
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    found = (node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(name for name in found if name.startswith("test_"))


def rows() -> list[tuple[str, list[str]]]:
    """Every row: its id, and its cells."""
    return [(kind, cells.split(" | ")) for kind, cells in ROW.findall(PAGE)]


def test_every_known_kind_has_one_row() -> None:
    wanted = [f"FK-{letter}{number}" for letter, numbers in IDS.items() for number in numbers]
    assert sorted(kind for kind, _ in rows()) == sorted(wanted)


def test_every_row_says_what_it_is_and_names_a_test_that_exists_or_why_there_is_none() -> None:
    for kind, cells in rows():
        assert len(cells) == 2, kind
        _, proof = cells
        if proof.startswith("Cannot happen: "):
            continue
        names = re.findall(r"`([^`]+)`", proof)
        assert names, kind
        for name in names:
            file, _, test = name.partition("::")
            assert (ROOT / "tests" / file).exists(), (kind, file)
            assert not test or test in named_in(file), (kind, name)


def test_the_page_stands_alone() -> None:
    assert "shared" not in PAGE
    assert PAGE.count("|\n") > len(rows())
