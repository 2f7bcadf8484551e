"""House settings: every one has a rule, a unit where it counts something, and its row on the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from rules import Encounter, Refusal, SeededDice, Settings, decide, parse_speed
from rules import commands as cmd
from rules import events as ev
from rules.__main__ import main
from rules.housepage import HEAD, rows, table, told
from rules.settings import rule_of, unit_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "house-settings.md").read_text("utf-8")
RULES = (ROOT / "tests" / "rules" / "cases" / "README.md").read_text("utf-8")
FIELDS = Settings.model_fields


def test_the_page_holds_the_table_as_it_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings"]) == 0
    assert capsys.readouterr().out.strip() in PAGE
    assert len(table()) == len(FIELDS) + 2


def test_every_setting_says_what_it_means_and_to_which_rule_it_belongs() -> None:
    listed = set(re.findall(r"^\| ([KSP]-\d+) \|", RULES, re.MULTILINE))
    for name, field in FIELDS.items():
        assert field.description, name
        assert rule_of(field), name
        assert set(rule_of(field).split(", ")) <= listed, name


def test_every_number_has_a_unit_and_a_range() -> None:
    for name, _, unit, values, *_ in rows():
        if type(FIELDS[name.strip("`")].default) is int:
            assert unit, name
            assert re.fullmatch(r"\d+ to \d+", values), name


def test_every_row_of_a_table_has_a_setting_or_is_named_as_a_reading_without_a_choice() -> None:
    """K-19 counts no blows; every other rule with the basis `table` can be set otherwise."""
    table_rows = re.findall(r"^\| ([KS]-\d+) \|.*\|[^|]*\btable\b[^|]*\|$", RULES, re.MULTILINE)
    set_by = {rule for field in FIELDS.values() for rule in rule_of(field).split(", ")}
    without = set(re.findall(r"^\| ([KS]-\d+) \|", PAGE, re.MULTILINE))
    assert len(table_rows) > 20
    assert set(table_rows) - set_by == without


def test_every_setting_named_for_gms_exists() -> None:
    page = (ROOT / "docs" / "rules.md").read_text("utf-8")
    named = set(re.findall(r"`([a-z]+_[a-z_]+)`", page))
    assert named
    assert named <= set(FIELDS)


def test_a_value_out_of_its_range_is_refused() -> None:
    for wrong in (
        {"delay_die": 0},
        {"grace_seconds": -1},
        {"breaking_off": "never"},
        {"times": [["potion", -1]]},
    ):
        with pytest.raises(ValidationError):
            Settings.model_validate(wrong)


def test_values_are_told_as_they_are_typed() -> None:
    assert HEAD[0] == "setting"
    assert [told(v) for v in (True, None, 3, ("shout",), (("potion", 4),))] == [
        "yes",
        "none",
        "3",
        "shout",
        "potion 4",
    ]


def test_settings_change_between_rounds_and_the_event_names_what_changed() -> None:
    decided = decide(Encounter(), cmd.ChangeSettings(settings=Settings(delay_die=4)), SeededDice("s"))
    assert not isinstance(decided, Refusal)
    (event,) = decided
    assert isinstance(event, ev.SettingsChanged)
    assert event.changed == ("delay_die",)


def test_a_house_can_settle_what_a_bare_speed_is() -> None:
    assert unit_of(FIELDS["bare_speed"]) == ""
    assert parse_speed("12", "inches") == 120
    assert parse_speed("12", "feet") == 12
    assert parse_speed("120", "inches") == 120
