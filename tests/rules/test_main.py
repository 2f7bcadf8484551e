"""The command line: what it prints and how it ends."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.cases import CaseError, check
from rules.cases.parts import Toml
from rules.cases.reading import read_case

FILES = sorted((Path(__file__).parent / "cases").rglob("*.toml"))

ROUND = """
[given]
mira = { speed = '12"' }
orc = { side = "foes", weapon = { name = "axe", speed_factor = 3 }, engaged = ["mira"] }
[declare]
mira = { major = "cast", spell = "sleep", segments = 5, target = "orc" }
orc = { major = "melee", target = "mira" }
[dice]
"initiative/1/foes" = 4
[[during]]
judge = "struck"
"""

CASE = """
[[case]]
id = "segments.example.1"
title = "A potion takes two segments"
rules = ["S-3"]
[case.given]
mira = {}
[case.declare]
mira = { major = "potion", potion = "healing" }
[case.dice]
"initiative/1/heroes" = 3
[[case.expect]]
kind = "completed"
segment = 2
"""


def wrote(folder: Path, text: str) -> str:
    file = folder / "file.toml"
    file.write_text(text, "utf-8")
    return str(file)


def test_resolve_prints_the_round_segment_by_segment(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["resolve", wrote(tmp_path, ROUND)]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "Round 1"
    assert "Segment 3" in lines
    assert lines.index("Segment 3") < lines.index("lost: Mira: Cast a spell (sleep) at Orc (struck by Orc)")


def test_resolve_says_what_the_gm_is_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["resolve", wrote(tmp_path, ROUND.split("[[during]]", maxsplit=1)[0])]) == 0
    assert "the GM is asked about Orc" in capsys.readouterr().out


def test_resolve_gives_the_events_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["resolve", "--json", wrote(tmp_path, ROUND)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [event["kind"] for event in told[0]["events"]][-1] == "round_ended"


def test_resolve_is_the_same_every_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = wrote(tmp_path, ROUND)
    main(["resolve", file])
    first = capsys.readouterr().out
    main(["resolve", file])
    assert capsys.readouterr().out == first


def test_check_counts_what_passed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrote(tmp_path, CASE)
    assert main(["check", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("segment = 2", "segment = 3", "expected"),
        ('"initiative/1/heroes" = 3', "", "a roll the case does not list: initiative/1/heroes"),
        (
            '"initiative/1/heroes" = 3',
            '"initiative/1/heroes" = 3\n"delay/1/mira" = 1',
            "never made: delay/1/mira",
        ),
        (
            "[case.dice]",
            '[[case.during]]\nsegment = 1\ndisturb = "mira"\n[case.dice]',
            "refused unexpectedly",
        ),
        ("[case.dice]", '[[case.during]]\njudge = "struck"\n[case.dice]', "never had its moment"),
        ("segment = 2", "absent = true", "expected 0"),
        ("segment = 2", "count = 2", "expected 2"),
        ('kind = "completed"', 'refused = "is-down"\n[[case.expect]]\norder = ["orc"]', "expected the order"),
        ("segment = 2", 'segment = 2\n[[case.expect]]\nsecret = "healing"', "to stay secret"),
        ("mira = {}", "mira = { down = true }", "nobody-to-declare"),
    ],
)
def test_check_says_what_is_not_as_expected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, said: str
) -> None:
    assert main(["check", wrote(tmp_path, CASE.replace(old, new))]) == 1
    out = capsys.readouterr().out
    assert "segments.example.1" in out
    assert said in out
    assert out.endswith("0 passed, 1 failed\n")


@pytest.mark.parametrize("text", ["", "# nothing here\n"])
def test_check_fails_where_there_is_no_case(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    assert main(["check", wrote(tmp_path, text)]) == 1
    assert capsys.readouterr().out == "0 passed, 0 failed\n"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[[case]]", "[[case", "line 2"),
        ("[[case]]", "[[cases]]", "cases"),
        ("mira = {}", "mira = 3", "given.mira: a table is expected"),
        ("mira = {}", "mira = { speeed = 3 }", "speeed"),
        ("mira = {}", "mira = { speed = 12 }", "inches or feet"),
        ("mira = {}", 'mira = { speed = "fast" }', "feet per round or inches"),
        ("mira = {}", 'mira = { engaged = ["orc"] }', "not in the fight"),
        ("mira = {}", 'mira = { engaged = "orc" }', "engaged: a list is expected"),
        ("mira = {}", "", "given"),
        ('potion = "healing"', 'poison = "healing"', "declare.mira: poison"),
        ('rules = ["S-3"]', 'rules = ["three"]', "rules"),
        ('kind = "completed"', 'kind = "complete"', "no kind of event"),
        ("segment = 2", "segmant = 2", "segmant"),
        ("segment = 2", "slot = { tim = 2 }", "slot.tim"),
        ("segment = 2", 'refused = "because"', "no refusal's code"),
        ("[case.dice]", "[[case.during]]\nsegment = 1\n[case.dice]", "during 1: one of disturb"),
        ("[case.dice]", '[[case.during]]\ndisturb = "mira"\n[case.dice]', "segment is expected"),
        ("[case.dice]", '[[case.during]]\nsegment = 1\nlate = "mira"\n[case.dice]', "a table is expected"),
        ("[case.dice]", '[[case.during]]\nsegment = 1\nengage = ["mira"]\n[case.dice]', "engage"),
        ("[case.dice]", '[[case.during]]\nsegment = 12\ndown = "mira"\n[case.dice]', "segment"),
        ("[case.dice]", "[case.settings]\ndelay_die = 0\n[case.dice]", "settings: delay_die"),
        ("[case.dice]", "[case.settings]\ntimes = 3\n[case.dice]", "settings"),
        ('"initiative/1/heroes" = 3', '"initiative/1/heroes" = "high"', "dice"),
        ("[[case.expect]]", "[case.expect]", "a list of tables is expected"),
        ("[case.dice]", "[[case.round]]\ndeclared = {}\n[case.dice]", "unknown key 'declared'"),
    ],
)
def test_a_case_that_cannot_be_read_is_named_with_its_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, said: str
) -> None:
    file = wrote(tmp_path, CASE.replace(old, new))
    assert main(["check", file]) == 2
    err = capsys.readouterr().err
    assert file in err
    assert said in err


def damaged(value: Toml, junk: Toml) -> Iterator[Toml]:
    """The data with one part after another replaced by junk."""
    yield junk
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        for worse in damaged(part, junk):
            copy = dict(value) if isinstance(value, dict) else list(value)
            copy[key] = worse
            yield copy


@pytest.mark.parametrize(
    "junk", [3, -1, True, "", "junk", [], ["junk"], [{}], {}, {"junk": 1}, {"who": "mira"}]
)
def test_whatever_stands_in_a_case_is_read_or_named_and_never_raises(junk: Toml) -> None:
    texts = [*(file.read_text("utf-8") for file in FILES), CASE]
    for entry in (tomllib.loads(text)["case"][-1] for text in texts):
        for table in damaged(entry, junk):
            if isinstance(table, dict):
                with suppress(CaseError):
                    check(read_case(table, "a case"))


@pytest.mark.parametrize(
    "arguments",
    [
        ["resolve", "{missing}"],
        ["check", "{missing}"],
        ["resolve", "{case}"],
        ["check", "{round}"],
        ["resolve", "{bytes}"],
    ],
)
def test_what_cannot_be_read_ends_with_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    files = {name: tmp_path / f"{name}.toml" for name in ("missing", "case", "round", "bytes")}
    files["case"].write_text(CASE, "utf-8")
    files["round"].write_text(ROUND, "utf-8")
    files["bytes"].write_bytes(b"\xff\xfe\x00")
    assert main([argument.format(**files) for argument in arguments]) == 2
    assert ".toml: " in capsys.readouterr().err


def test_an_unknown_verb_ends_with_two(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["resolv"])
    assert ended.value.code == 2
    assert "resolve" in capsys.readouterr().err


def test_the_catalogue_lists_every_action_with_its_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["catalogue"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.split()[:1] == ["potion:"] and " 2 " in line for line in lines)
    assert len(lines) == 27


def test_an_ability_line_is_read_and_printed_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ability", "Web. [teatime; breath]  (declared;complex) Sticky."]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "declared: yes" in lines
    assert any("not understood" in line and "teatime" in line for line in lines)
    assert lines[-1] == "Web. [teatime; breath] (declared; complex) Sticky."


def test_what_is_no_ability_ends_with_two_and_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ability", "it", "stares"]) == 2
    assert "it stares" in capsys.readouterr().err
