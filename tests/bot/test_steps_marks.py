"""By steps: what is never declared, and what the GM lets go first or last, as the panel shows them."""

from __future__ import annotations

import pytest

from bot.ui.ids import parse
from rules import Declaration
from tests.bot.steps import made, part, ready
from tests.bot.table import Table, options_of, text_of
from tests.bot.test_presses import forged
from tests.bot.test_spoken import ready as can_be_sealed

HUG = "Hug. [immediate] Where a claw strikes with a natural 18, the bear holds on."
CRUSH = "Crush. [immediate] (major) What is held is crushed."
STARE = "Stare. [innate; gaze] (minor) Cold."
FIRST = "Blink. [go first] (major) (simple, 1 segment) Gone."


@pytest.fixture
async def before(table: Table) -> Table:
    """A fight by lettered steps before its first round: Mira and the orcs have abilities of all sorts."""
    await table.begin(ruleset="phases")
    for who in ("Mira", "Orc 1", "Orc 2"):
        for line in (HUG, CRUSH, STARE, FIRST):
            await table.gm.slash("combatant ability", combatant=who, line=line)
    return table


@pytest.fixture
async def steps(before: Table) -> Table:
    """The same with its first round open."""
    await before.open_round()
    return before


async def sealed(table: Table, name: str) -> Declaration:
    """What is sealed for the creature of that name."""
    found = (await table.row()).encounter.declaration(await table.id(name))
    assert found is not None
    return found


# --- immediate ------------------------------------------------------------------------------------------


async def test_the_panel_tells_of_immediate_abilities_and_offers_none_to_declare(steps: Table) -> None:
    told = steps.mira.panel_text
    assert "Immediate, never declared:** Hug and Crush" in told
    assert "tell the GM" in told
    assert "/round setoff" in steps.gm.panel_text
    assert "Immediate" not in steps.borin.panel_text
    await steps.mira.pick(steps.mira.panel, "act", "ability")
    components = steps.components(steps.mira.panel)
    assert set(options_of(components, "ability")) == {"Blink", "words"}
    minors = options_of(components, "minors")
    assert not any("Hug" in value or "Crush" in value for value in minors)
    assert any(value.endswith("Stare") for value in minors)


async def test_while_typing_no_immediate_ability_is_offered(steps: Table) -> None:
    offered = await steps.mira.typing("declare", "action")
    assert {"Stare", "Blink"} <= set(offered.values())
    assert not {"Hug", "Crush"} & set(offered.values())


@pytest.mark.parametrize(
    "options",
    [{"action": "hug"}, {"action": "ability", "text": "crush"}, {"action": "melee", "minors": "hug"}],
)
async def test_an_immediate_ability_that_is_declared_is_refused_with_what_to_do(
    steps: Table, options: dict[str, str]
) -> None:
    answer = await steps.mira.slash("declare", **options)
    assert answer.refused
    assert answer.private
    assert "immediate" in answer.text
    assert "tell the GM" in answer.text
    assert (await steps.row()).encounter.declaration(await steps.id("Mira")) is None


async def test_an_immediate_ability_said_in_words_is_read_back_as_never_declared(steps: Table) -> None:
    shown = await steps.mira.write("hug Orc 1")
    assert "is immediate" in text_of(steps.components(shown))
    assert not can_be_sealed(steps.mira, shown)


async def test_in_segments_an_immediate_ability_is_a_minor_one_that_takes_no_time(fight: Table) -> None:
    await fight.mira.slash("combatant ability", combatant="Mira", line=HUG)
    await fight.open_round()
    assert "Immediate" not in fight.mira.panel_text
    assert not (await fight.declare(fight.mira, action="hug")).refused


# --- first and last -------------------------------------------------------------------------------------


async def test_the_gm_lets_the_own_creatures_go_first_or_last_from_the_panel(steps: Table) -> None:
    gm = steps.gm
    await made(gm, "melee", await steps.id("Mira"))
    assert "First · what goes first" in (await gm.press(gm.panel, "mark", "first")).text
    assert "Last · what goes last" in (await gm.press(gm.panel, "mark", "last")).text
    usual = await gm.press(gm.panel, "mark", "usual")
    assert "D3 · melee" in usual.text
    await gm.press(gm.panel, "mark", "first")
    await gm.press(gm.panel, "seal")
    assert [(await sealed(steps, name)).mark for name in ("Orc 1", "Orc 2")] == ["first", "first"]


async def test_what_has_its_place_has_no_button_for_another(steps: Table) -> None:
    gm = steps.gm
    for key, said in (("cast", {"name": "sleep", "segments": "3"}), ("tool", {"at": "the lock"})):
        form = await gm.pick(gm.panel, "act", key)
        await gm.fill(form, **said)
        assert part(gm, "mark") is None, key
    await gm.pick(gm.panel, "act", "nothing")
    assert part(gm, "mark") is None


async def test_a_mark_is_dropped_with_the_action_it_was_for(steps: Table) -> None:
    gm = steps.gm
    await made(gm, "melee", await steps.id("Mira"))
    await gm.press(gm.panel, "mark", "first")
    await gm.press(gm.panel, "mark", "last")
    await gm.pick(gm.panel, "act", "flee")
    assert "Last · what goes last" not in gm.panel_text
    assert ready(gm)


async def test_a_player_has_the_mark_of_the_ability_and_gives_none(steps: Table) -> None:
    mira = steps.mira
    await mira.pick(mira.panel, "act", "ability")
    read = await mira.pick(mira.panel, "ability", "Blink")
    assert "First · what goes first" in read.text
    assert part(mira, "mark") is None
    await mira.press(mira.panel, "seal")
    assert (await sealed(steps, "Mira")).mark == "first"
    await mira.press(mira.panel, "change")
    await mira.pick(mira.panel, "act", "melee")
    press = part(mira, "seal")
    assert press is not None
    made_up = parse(press["custom_id"])
    assert made_up is not None
    for said in ("first", "last", "usual", "sometimes"):
        await forged(mira, str(made_up.to("mark", said)))
    await mira.press(mira.panel, "seal")
    assert (await sealed(steps, "Mira")).mark is None
