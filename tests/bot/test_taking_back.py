"""Undo and redo: anything, named first, told truly, and never at the cost of what somebody has sealed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import table as door
from bot.store import Store
from bot.table import Person as Asker
from rules import Command, Declaration, Effect, Encounter, Settings
from rules import commands as cmd
from rules.values import Play
from tests.bot.fight import (
    ANN,
    BEN,
    CREEP,
    GM,
    KESH,
    KEY,
    LISTEN,
    LURKER,
    MIRA,
    ORC,
    POLICY,
    SLEEP,
    asked,
    at,
    begin,
    folded,
    row_of,
    seal,
)
from tests.bot.table import Answer, Person, Table, presses
from tests.bot.test_presses import forged
from tests.share import shared


async def undo(table: Table, times: int = 1) -> Answer:
    """The GM takes back the last thing, so many times."""
    for _ in range(times):
        asked = await table.gm.slash("encounter undo")
        assert not asked.refused, asked.text
        done = await table.gm.press(asked.message, "undone")
        assert not done.refused, done.text
    return done


async def redo(table: Table, times: int = 1) -> Answer:
    """The GM brings back what was taken back last."""
    for _ in range(times):
        asked = await table.gm.slash("encounter redo")
        assert not asked.refused, asked.text
        done = await table.gm.press(asked.message, "redone")
        assert not done.refused, done.text
    return done


async def true(table: Table) -> None:
    """The state is the fold of what stands, from the start and from the round's snapshot."""
    row = await table.row()
    assert await folded(table.store, row.id) == (row.encounter, row.encounter)


async def test_what_is_taken_back_is_named_first_and_nothing_happens_before_it_is_confirmed(
    called: Table,
) -> None:
    await called.all_declare()
    await called.gm.slash("round close")
    await called.gm.slash("round next")
    before, posts = await called.row(), called.posts()
    asked = await called.gm.slash("encounter undo")
    assert asked.private
    assert "the call of segment 1" in asked.text
    assert await called.row() == before
    assert called.posts() == posts
    await called.gm.press(asked.message, "undone")
    assert (await called.row()).encounter.round.segment == 0
    await true(called)


async def test_the_channel_is_told_plainly_what_was_taken_back(called: Table) -> None:
    await called.all_declare()
    await called.gm.slash("round close")
    for _ in range(2):
        await called.gm.slash("round next")
    assert "listens" in called.posts()[-1]
    await undo(called)
    assert "segment 2" in called.posts()[-1]
    assert "Correction" in called.posts()[-1]
    assert "listens" not in called.posts()[-1]


async def test_the_close_taken_back_gives_time_and_loses_nothing_sealed_or_drafted(declaring: Table) -> None:
    await declaring.declare(declaring.mira, action="parry")
    await declaring.kesh.pick(declaring.kesh.panel, "act", "parry")
    await declaring.advance(91)
    row = await declaring.row()
    assert row.encounter.round.stage == "ended"
    assert len(row.encounter.round.declarations) == 2
    await declaring.advance(3600)
    await undo(declaring)
    await declaring.restart(down=5)
    row = await declaring.row()
    assert row.encounter.round.stage == "declaring"
    assert [d.who for d in row.encounter.round.declarations] == [await declaring.id("Mira")]
    await declaring.advance(20)
    assert (await declaring.row()).encounter.round.stage == "declaring"
    assert "open again" in declaring.posts()[-1]
    assert any(p.verb == "mine" for p in presses(declaring.components(declaring.messages()[-1])))
    assert any("Borin" in text and "nothing sealed" in text for text in declaring.borin.dm_texts)
    await true(declaring)
    # The draft that had counted at the deadline counts again.
    await declaring.advance(60)
    row = await declaring.row()
    assert row.encounter.round.stage == "ended"
    assert await declaring.id("Kesh") in [d.who for d in row.encounter.round.declarations]


FIGHT: tuple[tuple[Command, Asker], ...] = (
    (cmd.AddCombatants(combatants=(MIRA, KESH, ORC, LURKER)), GM),
    (cmd.Engage(who="mira", foe="orc"), GM),
    (cmd.OpenRound(), GM),
    (seal(SLEEP.model_copy(update={"segments": 7})), ANN),
    (cmd.Withdraw(who="mira"), ANN),
    (seal(SLEEP.model_copy(update={"segments": 7})), ANN),
    (seal(Declaration(who="orc", major="melee", target="mira")), GM),
    (seal(CREEP), GM),
    (cmd.CallDelay(who="kesh"), GM),
    (cmd.AddPin(id="roof", text="the ceiling falls", segment=3), GM),
    (cmd.AddPin(id="rain", text="rain", segment=2, round=2), GM),
    (cmd.AddPin(id="snow", text="snow", segment=8), GM),
    (cmd.RemovePin(pin="snow"), GM),
    (cmd.ChangeGms(add=("77",)), GM),
    (cmd.EditCombatant(combatant=KESH.model_copy(update={"speed": 60})), GM),
    (cmd.CloseDeclarations(), GM),
    *((cmd.CallSegment(), GM) for _ in range(4)),
    (cmd.PardonDelay(who="kesh"), GM),
    (cmd.Reveal(who="lurker"), GM),
    *((cmd.CallSegment(), GM) for _ in range(6)),
    (cmd.JudgeBlow(struck=True), GM),
    *((cmd.CallSegment(), GM) for _ in range(6)),
    (cmd.AddEffect(effect=Effect(id="bless", name="Bless", who="kesh", rounds=1)), GM),
    (cmd.ChangeSettings(settings=Settings(delay_die=4)), GM),
    (cmd.OpenRound(), GM),
    (seal(LISTEN), BEN),
    (cmd.CloseDeclarations(), GM),
    *((cmd.CallSegment(), GM) for _ in range(11)),
    (cmd.Down(who="mira"), GM),
    (cmd.RemoveCombatant(who="orc"), GM),
    (cmd.EndEncounter(), GM),
)
"""A fight of two rounds; what the rules refuse is passed over."""


@pytest.mark.parametrize("play", ["called", "automatic"])
async def test_what_is_taken_back_and_brought_back_is_as_it_was_through_a_whole_fight(
    tmp_path: Path, play: Play
) -> None:
    store = await Store.open(tmp_path / "d.sqlite3")
    try:
        await begin(store, play=play)
        rows = [await row_of(store)]
        for command, by in FIGHT:
            if (await asked(store, command, by)).refusal is None:
                rows.append(await row_of(store))
        assert len(rows) > 15
        for before in rows[-2::-1]:
            await once(store, "undo")
            row = await row_of(store)
            assert row.encounter == before.encounter
            assert await folded(store) == (row.encounter, row.encounter)
            assert row.ended_at is None
            assert (row.deadline is None) == (before.deadline is None)
            assert row.held_from == before.held_from
        for after in rows[1:]:
            await once(store, "redo")
            row = await row_of(store)
            assert row.encounter == after.encounter
            assert await folded(store) == (row.encounter, row.encounter)
            assert (row.deadline, row.held_from) == (after.deadline, after.held_from)
    finally:
        await store.close()


@settings(max_examples=shared(8), deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(["go", "go", "go", "undo", "undo", "redo"]), max_size=40))
async def test_however_one_goes_back_and_forth_the_state_is_what_stands(
    tmp_path_factory: pytest.TempPathFactory, steps: list[str]
) -> None:
    store = await Store.open(tmp_path_factory.mktemp("back") / "d.sqlite3")
    try:
        await begin(store, play="called")
        stands, taken = [(await row_of(store)).encounter], list[Encounter]()
        pending = list(FIGHT)
        for step in steps:
            if step == "go" and pending:
                if (await asked(store, *pending.pop(0))).refusal is None:
                    stands.append((await row_of(store)).encounter)
                    taken = []
            elif step == "undo" and len(stands) > 1:
                await once(store, "undo")
                taken.append(stands.pop())
            elif step == "redo" and taken:
                await once(store, "redo")
                stands.append(taken.pop())
            assert (await row_of(store)).encounter == stands[-1]
        assert await folded(store) == (stands[-1], stands[-1])
    finally:
        await store.close()


async def once(store: Store, which: str) -> None:
    """The GM takes back, or brings back, one act."""
    async with store.reading() as reading:
        act = await (reading.last_act(KEY) if which == "undo" else reading.next_act(KEY))
    assert act is not None
    do = door.undo if which == "undo" else door.redo
    outcome = await do(store, KEY, GM, act.number, at(0), POLICY)
    assert outcome.refusal is None


async def test_undo_at_the_beginning_says_so_and_changes_nothing(table: Table) -> None:
    await table.gm.slash("encounter begin")
    for command in ("encounter undo", "encounter redo"):
        nothing = await table.gm.slash(command)
        assert nothing.refused
        assert nothing.private
    await table.mira.slash("join", name="Mira")
    await table.gm.slash("combatant add", name="Orc")
    await undo(table, 2)
    assert (await table.row()).encounter.combatants == ()
    assert "nothing to take back" in (await table.gm.slash("encounter undo")).text
    await table.kill()
    await redo(table, 2)
    assert len((await table.row()).encounter.combatants) == 2
    await true(table)


async def test_after_something_new_nothing_is_brought_back(called: Table) -> None:
    await called.all_declare(called.kesh)
    await called.gm.slash("round close")
    await undo(called)
    asked = await called.gm.slash("encounter redo")
    await called.declare(called.mira, action="parry")
    late = await called.gm.press(asked.message, "redone")
    assert late.refused
    assert (await called.gm.slash("encounter redo")).refused
    assert (await called.row()).encounter.round.stage == "declaring"


async def test_a_confirmation_pressed_twice_or_late_takes_back_one_thing(called: Table) -> None:
    await called.gm.slash("round delay", combatant="Mira")
    asked = await called.gm.slash("encounter undo")
    custom_id = next(str(p) for p in presses(asked.components) if p.verb == "undone")
    assert not (await forged(called.gm, custom_id)).refused
    again = await forged(called.gm, custom_id)
    assert again.refused
    assert (await called.row()).encounter.round.number == 1


async def test_nobody_but_the_gm_takes_anything_back(called: Table) -> None:
    asked = await called.gm.slash("encounter undo")
    custom_id = next(str(p) for p in presses(asked.components) if p.verb == "undone")
    before = await called.row()
    for person in (called.mira, called.bystander):
        for answer in (
            await person.slash("encounter undo"),
            await person.slash("encounter redo"),
            await forged(person, custom_id),
            await forged(person, custom_id.replace("undone", "undo")),
        ):
            assert answer.refused
            assert answer.private
    assert await called.row() == before


async def test_a_round_that_was_not_opened_after_all_says_so_on_its_board_and_panels(fight: Table) -> None:
    await fight.open_round()
    board, panel = fight.board, fight.mira.panel
    await undo(fight)
    for message in (board, panel):
        shown = "".join(str(c) for c in fight.components(message))
        assert "taken back" in shown
        assert not presses(fight.components(message))
    assert "opening of round 1" in fight.posts()[-1]
    await redo(fight)
    assert fight.board.id != board.id
    assert fight.mira.panel.id != panel.id
    assert "Waiting" in fight.board_text


async def test_a_question_answered_and_taken_back_is_asked_again(declaring: Table) -> None:
    await declaring.declare(declaring.borin, action="cast", text="sleep", segments=9, target="the altar")
    await declaring.declare(declaring.gm, **{"as": "Orc 1", "action": "melee", "target": "Borin"})
    await declaring.gm.slash("round close")
    await declaring.gm.press(question(declaring.gm), "judge")
    assert (await declaring.row()).encounter.round.stage == "ended"
    dms = len(declaring.gm.dms)
    await undo(declaring)
    assert (await declaring.row()).encounter.round.questions
    assert len(declaring.gm.dms) == dms + 1
    answer = await declaring.gm.press(question(declaring.gm), "judge")
    assert not answer.refused
    await true(declaring)


def question(gm: Person) -> object:
    """The newest message that asks about a blow."""
    for message in reversed(gm.dms):
        if any(p.verb == "judge" for p in presses(gm.table.components(message))):
            return message
    raise AssertionError(gm.dm_texts)


async def test_what_a_hidden_creature_did_is_taken_back_without_a_trace(called: Table) -> None:
    await called.gm.slash("combatant add", name="Umbravex", hidden=True)
    await called.gm.slash("declare", **{"as": "Umbravex", "action": "parry"})
    sent = len(called.env.http_requests)
    await undo(called, 2)
    await redo(called, 2)
    public = [
        r.path
        for r in called.env.http_requests[sent:]
        if f"/channels/{called.channel.id}/" in r.path and "typing" not in r.path
    ]
    assert public == []
    await true(called)


async def test_the_end_of_a_fight_is_taken_back_unless_another_has_begun(declaring: Table) -> None:
    gm = declaring.gm
    await gm.press((await gm.slash("encounter end")).message, "end")
    await undo(declaring)
    row = await declaring.row()
    assert not row.encounter.over
    assert row.encounter.round.stage == "declaring"
    assert row.deadline is not None
    assert "end of the fight" in declaring.posts()[-1]
    await gm.press((await gm.slash("encounter end")).message, "end")
    asked = await gm.slash("encounter undo")
    await declaring.mira.slash("encounter begin")
    late = await gm.press(asked.message, "undone")
    assert late.refused
    assert "already" in late.text


async def test_more_time_taken_back_still_leaves_time(declaring: Table) -> None:
    start = (await declaring.row()).deadline
    await declaring.gm.slash("round extend", time="10m")
    await declaring.advance(80)
    await undo(declaring)
    row = await declaring.row()
    assert start is not None
    assert row.deadline is not None
    assert 15 < (row.deadline - start).total_seconds() < 25
    assert "more time" in (await declaring.gm.slash("encounter redo")).text


async def test_a_post_that_was_taken_back_before_it_could_be_sent_is_never_sent(called: Table) -> None:
    await called.all_declare()
    await called.gm.slash("round close")
    called.bot._outbox._stopped = True  # type: ignore[union-attr]
    await called.gm.slash("round next")
    await undo(called)
    await called.kill()
    await called.advance(1)
    assert not any("— segment 1" in post for post in called.posts())
