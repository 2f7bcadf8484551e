"""How a round of lettered steps reads, and that no refusal is without a sentence."""

from __future__ import annotations

from typing import get_args

import pytest

from bot.narration.refusals import refusal
from bot.narration.rounds import close_lines
from bot.narration.summary import summary_lines
from bot.narration.words import Names
from rules import EVERYONE, GAMEMASTER, Combatant, Declaration, Encounter, Refusal, Weapon, view
from rules import commands as cmd
from rules.refusal import Code
from tests.rules.stories import said, to_the_end

KESH = Combatant(id="kesh", name="Kesh", seat="kesh", weapons=(Weapon(name="bow", missile="bow"),))
MIRA = Combatant(id="mira", name="Mira", seat="mira")
OGRE = Combatant(id="ogre", name="the ogre", side="foes")


@pytest.mark.parametrize("code", get_args(Code))
def test_every_refusal_has_a_sentence(code: str) -> None:
    refused = Refusal.model_validate({"code": code})
    for ruleset in ("segments", "phases"):
        fight = Encounter.model_validate({"ruleset": ruleset})
        assert refusal(refused, fight, Names(fight, GAMEMASTER)).endswith((".", "?"))


def told() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is heard of one round: at close, and then step by step."""
    fight = Encounter(ruleset="phases", play="called")
    fight, _ = said(fight, cmd.AddCombatants(combatants=(KESH, MIRA, OGRE)), cmd.OpenRound())
    shot = Declaration(who="kesh", major="missile", target="ogre")
    fight, closing = said(fight, cmd.Declare(declarations=(shot,)), cmd.CloseDeclarations())
    fight, calling = to_the_end(fight)
    names = Names(fight, EVERYONE)
    public = [[e for event in events if (e := view(event, EVERYONE))] for events in (closing, calling)]
    return close_lines(public[0], names), summary_lines(public[1], names)


def test_a_steps_line_names_its_letter_and_whether_it_is_high_or_low() -> None:
    _, summary = told()
    shots = [line for line in summary if "Kesh shoots" in line]
    assert shots in (
        ["**HIGH D2 · missiles** Kesh shoots at the ogre (bow)"],
        ["**LOW D2 · missiles** Kesh shoots at the ogre (bow)"],
    )
    assert any(line.endswith("Mira has declared nothing and is free to act") for line in summary)


def test_a_delay_by_steps_costs_a_place_and_no_segments() -> None:
    close, _ = told()
    (delay,) = (line for line in close if "Delay" in line)
    assert "LOW" in delay
    assert "segment" not in delay
    assert any("HIGH" in line for line in close)


def test_in_segments_a_beat_is_a_number() -> None:
    assert Names(Encounter(), EVERYONE).beat(7) == "7"
