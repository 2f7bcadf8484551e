"""What is said in `phases` beyond what one case can show."""

from __future__ import annotations

import pytest

from rules import RULESETS, Combatant, Declaration, Encounter, Refusal, SeededDice, Settings, preview
from rules import commands as cmd
from rules.durations import last_round
from rules.phases_settings import PhasesSettings
from rules.rulesets.phases.steps import BEATS_BY_NAME, STEPS, step_of
from rules.values import BEATS
from tests.rules.stories import code, said

DICE = SeededDice("stepping")
MIRA = Combatant(id="mira", name="Mira", seat="mira")
ORC = Combatant(id="orc", name="Orc", side="foes")


def fight(*combatants: Combatant, ruleset: str = "phases") -> Encounter:
    begun = Encounter.model_validate({"ruleset": ruleset, "play": "called"})
    return said(begun, cmd.AddCombatants(combatants=combatants), cmd.OpenRound())[0]


@pytest.mark.parametrize(("rounds", "over"), [(1, 4), (2, 4), (3, 5), (10, 12)])
def test_one_round_lasts_through_the_next_and_more_count_the_one_begun(rounds: int, over: int) -> None:
    assert last_round(3, rounds) == over


def test_an_effect_of_no_rounds_has_no_end() -> None:
    with pytest.raises(ValueError, match="0"):
        last_round(3, 0)


def test_every_step_has_a_beat_and_a_name_in_writing() -> None:
    assert len(STEPS) == RULESETS["phases"].last == BEATS["phases"]
    assert sorted(BEATS_BY_NAME.values()) == list(range(1, len(STEPS) + 1))
    for name, beat in BEATS_BY_NAME.items():
        assert step_of(beat).letter in name.removesuffix(" again").removeprefix(f"{step_of(beat).rank} ")
    assert RULESETS["phases"].step(0) is RULESETS["phases"].step(17) is None
    assert RULESETS["segments"].step(3) is None


@pytest.mark.parametrize(
    "extra", [{"delay": True}, {"item": "wand"}, {"mark": "first"}, {"routines": 2}], ids=min
)
def test_what_belongs_to_steps_is_refused_where_segments_are_counted(extra: dict[str, object]) -> None:
    potion = Declaration(who="mira", major="potion", name="speed").model_copy(update=extra)
    there = fight(MIRA, ruleset="segments")
    assert code(there, cmd.Declare(declarations=(potion,))) == "only-in-phases"


@pytest.mark.parametrize(
    "command",
    [
        cmd.NameTarget(who="mira", at="there"),
        cmd.Pass(who="mira"),
        cmd.SetOff(who="mira", name="hug"),
        cmd.MarkOrder(who="mira", mark="last"),
        cmd.Hasten(who="mira"),
    ],
    ids=lambda command: command.kind,
)
def test_words_of_the_steps_are_refused_where_segments_are_counted(command: cmd.Command) -> None:
    assert code(fight(MIRA, ruleset="segments"), command) == "only-in-phases"


def test_a_preview_places_a_declaration_as_if_its_group_had_won() -> None:
    plan = preview(fight(MIRA, ORC), Declaration(who="mira", major="potion", name="speed"))
    assert not isinstance(plan, Refusal)
    assert [slot.end for slot in plan.slots] == [BEATS_BY_NAME["high D4"]]


def test_a_preview_is_refused_where_the_declaration_is() -> None:
    refused = preview(fight(MIRA), Declaration(who="mira", major="cast", segments=3))
    assert isinstance(refused, Refusal)
    assert refused.code == "needs-name"


def test_a_changed_mind_is_for_the_round_it_was_meant_for() -> None:
    melee = Declaration(who="mira", major="melee")
    begun, _ = said(fight(MIRA), cmd.Declare(declarations=(melee,)), cmd.CloseDeclarations())
    assert code(begun, cmd.ChangeAction(declaration=melee, round=2)) == "wrong-round"
    assert code(begun, cmd.ChangeAction(declaration=melee, round=1)) is None


def test_a_lost_turn_question_lets_the_step_go_on() -> None:
    begun, _ = said(
        fight(MIRA), cmd.Declare(declarations=(Declaration(who="mira"),)), cmd.CloseDeclarations()
    )
    while not begun.round.questions:
        begun, _ = said(begun, cmd.CallSegment())
    assert code(begun, cmd.CallSegment()) == "waiting-for-player"
    for word in (cmd.Down(who="mira"), cmd.RemoveCombatant(who="mira"), cmd.Pass(who="mira")):
        freed, _ = said(begun, word)
        assert freed.round.questions == ()


def test_every_setting_says_what_it_means_and_names_its_rule() -> None:
    for name, field in PhasesSettings.model_fields.items():
        assert field.description, name
        assert isinstance(field.json_schema_extra, dict)
        assert str(field.json_schema_extra["rule"]).startswith("P-"), name
    assert set(PhasesSettings.model_fields) <= set(Settings.model_fields)
