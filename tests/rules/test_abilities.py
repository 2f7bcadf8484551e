"""Ability lines: read by their parts, printed back, nothing dropped (P-21)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules import Ability
from rules.abilities import NAME, AbilityLine, as_ability, read_ability, told_ability
from tests.share import shared

HUG = "Hug. [immediate] Where a claw strikes with a natural 18, the bear holds on: 2d6 (rending)."
STARE = "Stone Stare. [innate; gaze] (minor) Whoever meets it within 30-ft. saves or is stone."

LINES: list[tuple[str, dict[str, Any]]] = [
    (HUG, {"name": "Hug", "phase": "immediate"}),
    (STARE, {"name": "Stone Stare", "phase": "innate", "magic": ("gaze",), "activity": "minor"}),
    ("Roar.", {"name": "Roar"}),
    ("Roar. It is loud (very).", {"text": "It is loud (very)."}),
    ("Roar. <1/day; at night> It is loud.", {"limits": "1/day; at night", "text": "It is loud."}),
    ("Roar [innate] Loud", {"name": "Roar", "phase": "innate", "text": "Loud"}),
    ("Roar: [breath] Fire.", {"name": "Roar", "phase": "", "magic": ("breath",)}),
    ("• **Roar.** [innate] Loud.", {"name": "Roar", "phase": "innate", "text": "Loud."}),
    ("Song v1.5. [Innate;  sonic; charm]", {"name": "Song v1.5", "magic": ("sonic", "charm")}),
    (
        "Web. (major) and/or (declared; grants delay; complex, 1 round; touch; go last) Sticky.",
        {
            "activity": "major",
            "declared": True,
            "delay": True,
            "kind": "complex",
            "time": "1 round",
            "attributes": ("touch", "go last"),
            "text": "Sticky.",
        },
    ),
    ("Web. (no; no; simple, 1 segment)", {"declared": False, "delay": False, "kind": "simple"}),
    ("Web. (-; yes; delaying)", {"declared": None, "delay": True, "kind": "delaying"}),
    ("Web. (; yes; 3 segs)", {"declared": None, "delay": True, "time": "3 segs"}),
    ("Web. (3 segments,simple;must be declared)", {"kind": "simple", "declared": True}),
    ("Web. (declared; worth 1,000 gp, cold)", {"attributes": ("worth 1,000 gp", "cold")}),
    ("Web. (declared; x) (minor)", {"activity": "minor", "declared": True, "attributes": ("x",)}),
    ("Web. (simple) and (the rest) of it", {"kind": "simple", "text": "and (the rest) of it"}),
    ("Web. (minor) [innate] <2/day> x", {"limits": "2/day", "phase": "innate", "activity": "minor"}),
    ("Web. (minor [innate x", {"activity": "", "text": "(minor [innate x"}),
    ("Web. <> [;] () (-) x", {"text": "x"}),
    ("Web. <1> <1> x", {"limits": "1", "text": "<1> x"}),
    ("Web.\n[innate]\t(minor)\nx", {"phase": "innate", "activity": "minor", "text": "x"}),
    ("Web. (-; -; no; simple)", {"declared": None, "delay": None, "attributes": ("no",)}),
]


@pytest.mark.parametrize(("typed", "parts"), LINES, ids=lambda value: value if isinstance(value, str) else "")
def test_a_line_is_read_by_its_parts_and_printed_so_that_it_reads_the_same(
    typed: str, parts: dict[str, Any]
) -> None:
    line = read_ability(typed)
    assert line is not None
    assert {key: getattr(line, key) for key in parts} == parts
    assert read_ability(told_ability(line)) == line


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        ".",
        "Hug",
        "[immediate]",
        "(minor) x",
        ". [innate]",
        "the bear hugs you",
        f"{'x' * 61}. y",
        "!. [a]",
    ],
)
def test_what_has_no_name_is_no_ability(typed: str) -> None:
    assert read_ability(typed) is None


@pytest.mark.parametrize(
    ("typed", "unread"),
    [
        (HUG, []),
        (STARE, []),
        ("Web. [Missiles; spell-like] (Major action) (declared; go first)", []),
        ("Web. [teatime; gaze]", [("phase", "teatime")]),
        ("Web. [innate; psionic]", [("magic", "psionic")]),
        ("Web. (sometimes) x", [("activity", "sometimes")]),
        ("Web. (simple, half a segment; 2d4 rounds)", [("time", "half a segment"), ("time", "2d4 rounds")]),
        ("Web. [innate] [gaze] x", [("text", "[gaze] x")]),
        ("Web. (minor x", [("text", "(minor x")]),
    ],
)
def test_what_cannot_be_read_is_kept_and_named(typed: str, unread: list[tuple[str, str]]) -> None:
    line = read_ability(typed)
    assert line is not None
    assert [(piece.part, piece.text) for piece in line.unread] == unread
    assert all(text in told_ability(line) for _, text in unread)


@pytest.mark.parametrize(
    ("typed", "ability"),
    [
        (HUG, {"name": "Hug", "magic": "innate", "minor": True, "segments": 0}),
        (STARE, {"name": "Stone Stare", "magic": "innate", "minor": True, "segments": None}),
        ("Fire. [innate; breath weapon] (3/day)", {"magic": "breath", "minor": False}),
        ("Fire. [spells; spell-like] (declared; complex)", {"magic": "spell-like", "segments": 10}),
        ("Fire. (simple)", {"minor": True, "segments": 1}),
        ("Fire. (major) (simple, two segments)", {"minor": False, "segments": 2}),
        ("Fire. (A round)", {"segments": 10}),
        ("Fire. (declared; 2 ROUNDS; go last)", {"segments": 20, "mark": "last"}),
        ("Fire. [first]", {"mark": "first"}),
    ],
)
def test_an_ability_has_what_the_rules_use_of_its_line(typed: str, ability: dict[str, Any]) -> None:
    line = read_ability(typed)
    assert line is not None
    made = as_ability(line)
    assert {key: getattr(made, key) for key in ability} == ability


PIECES = st.sampled_from(
    [
        *"<>[]();,.:*-–• \n0aſıK",
        *(
            "Web. ",
            "[innate",
            "gaze",
            "breath",
            "minor",
            "major action",
            "declared",
            "not declared",
            "yes",
            "no",
        ),
        *("grants delay", "no delay", "simple", "COMPLEX", "1 segment", "a round", "go last", "and/or ", "x"),
        *("; ", ", ", ") (", "] (", "1,000", "fıve segments", "ſimple"),
    ]
)
TYPED = st.one_of(
    st.lists(PIECES, max_size=25).map("".join),
    st.lists(PIECES, max_size=25).map(lambda p: "Web. " + "".join(p)),
)


@settings(max_examples=shared(150), deadline=None)
@given(st.one_of(st.text(max_size=200), TYPED))
@example("Web. [] ** x")
@example("Web. (- -)")
@example("Web. (1 segment; simple; no)")
@example("Web. (a (b; declared; c) d)")
@example("Web. " + "(" * 3000)
@example("Web. (" + "a, " * 2000 + ")")
def test_whatever_is_typed_reads_or_does_not_and_what_was_read_reads_the_same_again(typed: str) -> None:
    line = read_ability(typed)
    if line is None:
        return
    printed = told_ability(line)
    assert read_ability(printed) == line
    assert told_ability(line) == told_ability(read_ability(printed) or line)
    assert all(piece.text in printed for piece in line.unread)
    made = as_ability(line)
    assert made.name == line.name
    assert read_ability(made.line) == line
    assert Ability.model_validate_json(made.model_dump_json()) == made


def test_an_ability_stored_before_its_line_was_kept_still_loads() -> None:
    assert Ability.model_validate({"name": "Web", "minor": True}).line == ""


WORD = st.from_regex(r"[a-z]{3,8}", fullmatch=True).filter(lambda word: word not in ("yes", "delay"))


@settings(max_examples=shared(60), deadline=None)
@given(
    st.builds(
        AbilityLine,
        name=st.from_regex(r"[A-Z][a-z]{0,9}( [A-Z][a-z]{0,9})?", fullmatch=True),
        limits=st.sampled_from(("", "1/day", "at will")),
        phase=st.sampled_from(("", "innate", "immediate", "missiles")),
        magic=st.sampled_from(((), ("gaze",), ("breath", "fire"))),
        activity=st.sampled_from(("minor", "major")),
        declared=st.sampled_from((None, True, False)),
        delay=st.sampled_from((None, True, False)),
        kind=st.sampled_from((None, "simple", "delaying", "complex")),
        time=st.sampled_from(("", "1 segment", "2 rounds", "ten segs")),
        attributes=st.lists(WORD.map(lambda word: f"of {word}"), max_size=3).map(tuple),
        text=WORD.map(lambda word: f"It {word}s."),
    )
)
def test_every_line_that_can_be_built_is_read_from_its_print(line: AbilityLine) -> None:
    assert read_ability(told_ability(line)) == line


def test_a_name_is_as_long_as_names_may_be() -> None:
    line = read_ability(f"{'x' * NAME}. y")
    assert line is not None
    assert len(as_ability(line).name) == NAME
