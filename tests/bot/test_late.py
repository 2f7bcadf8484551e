"""Declaring after the close: the direct message does what `/declare` does in the channel."""

from __future__ import annotations

import pytest

from bot.ui.ids import parse
from rules import Declaration
from tests.bot.table import Person, Shown, Table, options_of, presses, text_of, walk


async def late(table: Table, name: str) -> Declaration | None:
    """What stands for the creature of that name."""
    return (await table.row()).encounter.declaration(await table.id(name))


def text(person: Person, shown: Shown) -> str:
    """A message as the person reads it."""
    return text_of(person.table.components(shown))


def closed(person: Person) -> Shown:
    """What has become of this person's panel."""
    return next(m for m in reversed(person.dms) if "declarations are closed" in text(person, m))


def can_seal(person: Person, shown: Shown) -> bool:
    """Whether there is a button to declare with that can be pressed."""
    for part in walk(person.table.components(shown)):
        press = parse(part.get("custom_id", ""))
        if press is not None and press.verb == "seal":
            return not part.get("disabled")
    return False


@pytest.fixture
async def resolving(called: Table) -> Table:
    """Called by segments, closed before anybody but Kesh has declared; no segment is called yet."""
    await called.declare(called.kesh, action="parry")
    await called.gm.slash("round close")
    return called


@pytest.fixture
async def steps(table: Table) -> Table:
    """The same by steps."""
    await table.begin(ruleset="phases", play="called")
    await table.open_round()
    await table.declare(table.kesh, action="flee")
    await table.gm.slash("round close")
    return table


# --- a sentence -----------------------------------------------------------------------------------------


async def test_a_sentence_after_the_close_is_read_back_with_its_start_and_declared_late(
    resolving: Table,
) -> None:
    mira = resolving.mira
    delay = (await resolving.row()).encounter.delay(await resolving.id("Mira"))
    assert delay
    shown = await mira.write("cast sleep, 3 segments, at the orcs")
    assert "Declarations are closed" in text(mira, shown)
    assert f"it begins in **segment {delay + 1}**" in text(mira, shown)
    assert await late(resolving, "Mira") is None
    mira.taps = 0
    placed = await mira.press(shown, "seal")
    assert mira.taps == 1
    assert "declared late" in placed.text
    assert f"segments {delay + 1} to {delay + 3}" in placed.text
    found = await late(resolving, "Mira")
    assert found is not None
    assert found.name == "sleep"


async def test_a_sentence_and_the_line_in_the_channel_make_the_same_plan(resolving: Table) -> None:
    shown = await resolving.mira.write("parry")
    by_words = (await resolving.mira.press(shown, "seal")).text
    assert not (await resolving.gm.slash("encounter undo")).refused
    await resolving.borin.slash("declare", action="parry")
    encounter = (await resolving.row()).encounter
    plans = [encounter.plan(await resolving.id(name)) for name in ("Mira", "Borin")]
    for name, plan in zip(("Mira", "Borin"), plans, strict=True):
        assert plan is not None
        assert plan.slots[0].start == 1 + encounter.delay(await resolving.id(name))
    assert "declared late" in by_words


async def test_what_is_unclear_is_asked_and_mended_after_the_close_too(resolving: Table) -> None:
    mira = resolving.mira
    shown = await mira.write("cast sleep")
    assert not can_seal(mira, shown)
    form = await mira.press(shown, "tell", "cast")
    await mira.fill(form, name="sleep", segments="3", at="the altar")
    assert can_seal(mira, shown)
    await mira.press(shown, "seal")
    assert await late(resolving, "Mira") is not None


async def test_the_later_it_is_the_later_it_begins(resolving: Table) -> None:
    delay = (await resolving.row()).encounter.delay(await resolving.id("Mira"))
    for _ in range(2):
        await resolving.gm.slash("round next")
    shown = await resolving.mira.write("parry")
    assert f"**segment {delay + 3}**" in text(resolving.mira, shown)
    await resolving.mira.press(shown, "seal")
    plan = (await resolving.row()).encounter.plan(await resolving.id("Mira"))
    assert plan is not None
    assert plan.slots[-1].start == delay + 3


async def test_who_has_declared_is_told_where_things_stand_and_nothing_changes(resolving: Table) -> None:
    before = (await resolving.row()).encounter
    shown = await resolving.kesh.write("attack Orc 2")
    assert "under way" in text(resolving.kesh, shown)
    assert not can_seal(resolving.kesh, shown)
    assert (await resolving.row()).encounter == before


# --- the panel ------------------------------------------------------------------------------------------


async def test_the_closed_panel_leads_to_one_that_declares_late(resolving: Table) -> None:
    mira = resolving.mira
    assert "[Declare late]" in text(mira, closed(mira))
    opened = await mira.press(closed(mira), "mine")
    assert "· late" in opened.text
    panel = opened.message
    await mira.pick(panel, "act", "parry")
    assert "[Declare it late]" in text(mira, panel)
    placed = await mira.press(panel, "seal")
    assert "declared late" in placed.text
    found = await late(resolving, "Mira")
    assert found is not None
    assert found.major == "parry"


async def test_declare_alone_opens_the_late_panel_in_the_channel_and_the_direct_message(
    resolving: Table,
) -> None:
    for opened in (await resolving.mira.slash("declare"), await resolving.borin.dm_slash("declare")):
        assert not opened.refused
        assert "Declarations are closed" in opened.text
        assert "act" in {p.verb for p in presses(opened.components)}


async def test_who_has_declared_has_no_late_panel_and_is_told_what_there_is(resolving: Table) -> None:
    kesh = resolving.kesh
    assert "Declare late" not in text(kesh, closed(kesh))
    for answer in (await kesh.slash("declare"), await kesh.dm_slash("declare")):
        assert answer.refused
        assert "/change" in answer.text


async def test_a_late_panel_that_comes_too_late_is_answered_with_what_is_so(resolving: Table) -> None:
    mira = resolving.mira
    opened = await mira.press(closed(mira), "mine")
    await mira.pick(opened.message, "act", "parry")
    for _ in range(10):
        await resolving.gm.slash("round next")
    assert (await resolving.row()).encounter.round.stage == "ended"
    answer = await mira.press(opened.message, "seal")
    assert answer.refused
    assert "closed" in answer.text
    assert await late(resolving, "Mira") is None


async def test_the_gm_declares_late_for_the_own_creatures_without_a_delay(resolving: Table) -> None:
    opened = await resolving.gm.dm_slash("declare")
    assert "2 × Orc" in opened.text
    read = await resolving.gm.pick(opened.message, "act", "parry")
    assert "Late: it begins in **segment 1**" in read.text
    await resolving.gm.press(opened.message, "seal")
    assert await late(resolving, "Orc 1") is not None
    assert await late(resolving, "Orc 2") is not None


async def test_small_things_alone_are_put_in_late(resolving: Table) -> None:
    mira = resolving.mira
    opened = await mira.press(closed(mira), "mine")
    await mira.pick(opened.message, "act", "nothing")
    await mira.pick(opened.message, "minors", "drop:before")
    answer = await mira.press(opened.message, "seal")
    assert not answer.refused
    plan = (await resolving.row()).encounter.plan(await resolving.id("Mira"))
    assert plan is not None
    assert [slot.action for slot in plan.slots] == ["drop"]


async def test_in_the_grace_time_a_direct_message_counts_as_segment_one(table: Table) -> None:
    await table.begin(play="called")
    await table.gm.slash("encounter settings", setting="grace_seconds", value="60")
    await table.open_round()
    await table.gm.slash("round close")
    assert (await table.row()).encounter.round.stage == "grace"
    shown = await table.mira.write("parry")
    assert "grace time" in text(table.mira, shown)
    assert not (await table.mira.press(shown, "seal")).refused
    assert await late(table, "Mira") is not None


# --- by steps -------------------------------------------------------------------------------------------


async def test_by_steps_what_had_to_be_declared_is_read_back_as_put_off(steps: Table) -> None:
    mira = steps.mira
    shown = await mira.write("cast sleep, 3 segments, at the orcs")
    assert "put off to **round 2**" in text(mira, shown)
    answer = await mira.press(shown, "seal")
    assert "Put off to round 2:** casting sleep" in answer.text
    opened = await mira.dm_slash("declare")
    assert "nothing" in options_of(opened.components, "act")
    assert "Put off to round 2:** casting sleep" in opened.text
    read = await mira.pick(opened.message, "act", "melee")
    assert "on your side's turn" in read.text
    assert not (await mira.press(opened.message, "seal")).refused
    found = await late(steps, "Mira")
    assert found is not None
    assert found.major == "melee"


async def test_by_steps_who_chooses_on_the_turn_can_say_it_in_a_direct_message(table: Table) -> None:
    await table.begin(ruleset="phases", play="called")
    await table.open_round()
    await table.declare(table.mira, action="nothing")
    await table.gm.slash("round close")
    shown = await table.mira.write("attack Orc 1")
    assert not (await table.mira.press(shown, "seal")).refused
    found = await late(table, "Mira")
    assert found is not None
    assert found.major == "melee"


# --- what may not be told -------------------------------------------------------------------------------


async def test_a_round_that_waits_over_a_hidden_creature_offers_nothing_late(table: Table) -> None:
    await table.begin()
    await table.gm.slash("combatant add", name="Lurker", hidden=True)
    await table.gm.slash("combatant engage", combatant="Lurker", foe="Orc 2")
    await table.open_round()
    cast = {"as": "Lurker", "action": "cast", "text": "fear", "segments": 9, "target": "Orc 2"}
    await table.declare(table.gm, **cast)
    await table.declare(table.gm, **{"as": "Orc 2", "action": "melee", "target": "Lurker"})
    await table.gm.slash("round close")
    round_ = (await table.row()).encounter.round
    assert round_.stage == "resolving"
    assert round_.questions
    assert "Declare late" not in text(table.mira, closed(table.mira))


async def test_whose_time_ran_out_is_told_by_a_message_of_its_own_with_the_way_to_declare(
    called: Table,
) -> None:
    await called.declare(called.mira, action="parry")
    await called.declare(called.borin, action="parry")
    people = (called.mira, called.borin, called.kesh)
    before = [len(person.dms) for person in people]
    await called.gm.slash("round close")
    assert [len(person.dms) - n for person, n in zip(people, before, strict=True)] == [0, 0, 1]
    told = called.kesh.dms[-1]
    assert "Declarations are closed" in text(called.kesh, told)
    assert "Kesh has not declared" in text(called.kesh, told)
    opened = await called.kesh.press(told, "mine")
    assert "Declare it late" in opened.text


async def test_where_the_round_is_told_at_once_nobody_is_sent_to_declare_late(declaring: Table) -> None:
    await declaring.declare(declaring.mira, action="parry")
    before = len(declaring.kesh.dms)
    await declaring.gm.slash("round close")
    assert len(declaring.kesh.dms) == before
