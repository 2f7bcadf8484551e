"""The one door: who may, the deadline, early close, drafts, and what is queued to be said."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from bot import table
from bot.store import DraftRow, MessageRow, Store
from bot.table import Denial, Person, Policy
from rules import Combatant, Command, Declaration, Effect, Minor, Refusal, Settings, Weapon
from rules import commands as cmd
from rules import events as ev
from rules.values import Ability
from tests.bot.fight import (
    ANN,
    BEN,
    CREEP,
    GM,
    GROWL,
    KESH,
    KEY,
    LISTEN,
    LURKER,
    MIRA,
    NOON,
    ORC,
    POLICY,
    SLEEP,
    asked,
    at,
    begin,
    declaring,
    done,
    folded,
    kinds,
    posts,
    row_of,
    seal,
)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(tmp_path / "d.sqlite3")
    yield opened
    await opened.close()


def codes(outcome: table.Outcome) -> str | None:
    return None if outcome.refusal is None else outcome.refusal.code


async def draft(store: Store, declaration: Declaration, by: Person = ANN) -> None:
    async with store.transaction() as transaction:
        await transaction.save_draft(DraftRow(KEY, 1, by.id, declaration.who, {}, declaration))


async def panel(store: Store, person: Person, round_: int = 1) -> None:
    async with store.transaction() as transaction:
        await transaction.save_message(MessageRow(KEY, round_, "panel", person.id, 1, 1))


# --- beginning ----------------------------------------------------------------------------------------


async def test_a_second_fight_in_a_channel_is_refused_until_the_first_ends(store: Store) -> None:
    await begin(store)

    async def again() -> table.Outcome:
        return await table.begin(
            store,
            guild_id=5,
            channel_id=100,
            gm=ANN,
            ruleset="segments",
            play="called",
            declaration_seconds=60,
            seed="s",
            key="second",
            now=NOON,
        )

    refused = await again()
    assert (refused.refusal, refused.row) == (Denial("channel-taken"), None)
    ended = await table.end(store, KEY, GM, at(9), POLICY)
    assert ended.row is not None
    assert ended.row.ended_at == at(9)
    begun = await again()
    assert begun.row == await row_of(store, "second")
    assert begun.after.gms == (ANN.id,)


@pytest.mark.parametrize(
    ("ruleset", "seconds", "code"),
    [
        ("segments", 14, "too-short"),
        ("segments", 14 * 86400 + 1, "too-long"),
        ("chess", 60, "no-such-ruleset"),
    ],
)
async def test_a_fight_needs_a_known_ruleset_and_a_window_within_bounds(
    store: Store, ruleset: str, seconds: int, code: str
) -> None:
    outcome = await table.begin(
        store,
        guild_id=5,
        channel_id=100,
        gm=GM,
        ruleset=ruleset,
        play="automatic",
        declaration_seconds=seconds,
        seed="s",
        key=KEY,
        now=NOON,
    )
    assert codes(outcome) == code


async def test_an_unknown_encounter_is_refused_not_raised(store: Store) -> None:
    for outcome in (
        await table.act(store, "none", cmd.OpenRound(), GM, NOON, POLICY),
        await table.extend(store, "none", GM, 30, NOON, POLICY),
        await table.open_round(store, "none", GM, None, NOON, POLICY),
        await table.end(store, "none", GM, NOON, POLICY),
    ):
        assert (outcome.refusal, outcome.row) == (Denial("no-such-encounter"), None)
    assert await table.tick(store, "none", NOON, POLICY) is None


# --- who may ------------------------------------------------------------------------------------------


COMMANDS: dict[type[cmd.Asked], Command] = {
    type(command): command
    for command in (
        cmd.AddCombatants(combatants=(KESH.model_copy(update={"id": "new", "name": "New"}),)),
        cmd.EditCombatant(combatant=MIRA.model_copy(update={"speed": 90})),
        cmd.RemoveCombatant(who="mira"),
        cmd.Reveal(who="lurker"),
        cmd.Engage(who="mira", foe="orc"),
        cmd.Disengage(who="mira", foe="orc"),
        cmd.Arrange(changes=(cmd.Reveal(who="lurker"), cmd.Engage(who="mira", foe="orc"))),
        cmd.OpenRound(),
        seal(SLEEP),
        cmd.Withdraw(who="mira"),
        cmd.CallDelay(who="mira"),
        cmd.PardonDelay(who="mira"),
        cmd.CloseDeclarations(),
        cmd.RollInitiative(),
        cmd.CallSegment(),
        cmd.JudgeBlow(struck=True),
        cmd.SetTime(slot="1.mira.0", segments=3),
        cmd.Disturb(who="mira"),
        cmd.Down(who="mira"),
        cmd.Rise(who="mira"),
        cmd.AddMinor(who="mira", minor=Minor(action="shout", note="Down!")),
        cmd.Steer(who="mira"),
        cmd.EndGrace(),
        cmd.Surprise(side="heroes"),
        cmd.ChangeAction(declaration=Declaration(who="mira", major="parry")),
        cmd.Trigger(who="mira"),
        cmd.Redirect(who="mira", target="orc"),
        cmd.Retarget(slot="1.mira.0", target="orc"),
        cmd.BreakOff(who="mira", allowed=True),
        cmd.Together(slots=("1.mira.0", "1.orc.0")),
        cmd.Waive(who="mira", rule="S-14"),
        cmd.AddEffect(effect=Effect(id="bless", name="Bless", rounds=2)),
        cmd.EndEffect(effect="bless"),
        cmd.AddPin(id="roof", text="the ceiling falls", segment=5),
        cmd.RemovePin(pin="roof"),
        cmd.ChangeSettings(settings=Settings()),
        cmd.NameTarget(who="mira", target="orc"),
        cmd.Pass(who="mira"),
        cmd.SetOff(who="mira", name="hug"),
        cmd.MarkOrder(who="mira", mark="last"),
        cmd.Hasten(who="mira"),
        cmd.ChangeGms(add=("77",)),
        cmd.EndEncounter(),
    )
}

SHELL = set(get_args(table.ShellCode))


def test_every_command_says_who_may_give_it() -> None:
    union = set(get_args(get_args(Command)[0]))
    assert set(table.WHO_MAY) == union
    assert set(COMMANDS) == union


@pytest.mark.parametrize("command", COMMANDS.values(), ids=lambda command: command.kind)
async def test_each_command_reaches_the_rules_from_those_who_may_give_it_only(
    store: Store, command: Command
) -> None:
    right = table.WHO_MAY[type(command)]
    stranger = Person("99")
    allowed = {
        GM: True,
        table.CLOCK: right == "clock-or-gm",
        ANN: right in ("own", "own-particulars"),
        BEN: False,
        stranger: False,
    }
    for person, may in allowed.items():
        key = f"k{person.id}"
        await begin(store, MIRA, ORC, LURKER, key=key, channel=int(person.id, 36))
        await done(store, cmd.OpenRound(), key=key)
        outcome = await asked(store, command, person, key=key)
        joins = right == "join" and person == BEN
        if right == "own-effect" and person != GM and codes(outcome) == "no-such-effect":
            continue  # Somebody else's effect is answered as one that does not exist.
        assert (codes(outcome) not in SHELL) == (may or joins), (person, outcome.refusal)


async def test_the_clock_is_not_whoever_has_its_name(store: Store) -> None:
    await declaring(store, MIRA)
    assert codes(await asked(store, cmd.CloseDeclarations(), Person("clock"))) == "not-gm"


async def test_a_player_joins_with_one_creature_of_the_own_seat_in_plain_sight(store: Store) -> None:
    await begin(store)

    async def join(*combatants: Combatant) -> str | None:
        return codes(await asked(store, cmd.AddCombatants(combatants=combatants), ANN))

    assert await join(MIRA, ORC) == "not-gm"
    assert await join(KESH) == "not-gm"
    assert await join(MIRA.model_copy(update={"hidden": True})) == "not-gm"
    assert await join(MIRA) is None
    assert await join(MIRA.model_copy(update={"id": "twin", "name": "Twin"})) == "already-joined"
    await done(store, cmd.AddCombatants(combatants=(ORC.model_copy(update={"seat": ANN.id}),)))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"name": "Mira the Bold", "speed": 90, "dexterity": 2, "size": "small"}, None),
        ({"weapons": (Weapon(name="dagger"),), "abilities": (Ability(name="leap"),)}, None),
        ({"side": "foes"}, "not-yours-to-change"),
        ({"seat": None}, "not-yours-to-change"),
        ({"hidden": True}, "not-yours-to-change"),
        ({"down": True}, "not-yours-to-change"),
        ({"since": 9}, "not-yours-to-change"),
        ({"charged": 1}, "not-yours-to-change"),
        ({"natural": True}, "not-yours-to-change"),
    ],
)
async def test_a_player_changes_only_the_own_characters_particulars(
    store: Store, changes: dict[str, object], code: str | None
) -> None:
    await begin(store, MIRA)
    mira = (await row_of(store)).encounter.combatant("mira")
    edit = cmd.EditCombatant(combatant=mira.model_copy(update=changes))
    assert codes(await asked(store, edit, ANN)) == code
    assert codes(await asked(store, edit, GM)) is None


async def test_a_visible_creature_of_another_is_not_yours(store: Store) -> None:
    await declaring(store, MIRA, KESH)
    outcome = await asked(store, seal(SLEEP), BEN)
    assert outcome.refusal == Denial("not-yours", who="mira")


GUESSES: list[tuple[Command, str]] = [
    (seal(Declaration(who="X", major="other", note="n", segments=1)), "X"),
    (cmd.Withdraw(who="X"), "X"),
    (cmd.AddMinor(who="X", minor=Minor(action="shout", note="n")), "X"),
    (cmd.Steer(who="X"), "X"),
    (cmd.ChangeAction(declaration=SLEEP.model_copy(update={"who": "X"})), "X"),
    (cmd.NameTarget(who="X", at="there"), "X"),
    (cmd.Pass(who="X"), "X"),
    (cmd.RemoveCombatant(who="X"), "X"),
    (cmd.Reveal(who="X"), ""),
    (cmd.Down(who="X"), ""),
    (cmd.EditCombatant(combatant=Combatant(id="X", name="N")), "X"),
    (seal(SLEEP.model_copy(update={"major": "melee", "name": "", "segments": None, "target": "X"})), "X"),
    (seal(SLEEP.model_copy(update={"target": "X"})), "X"),
    (seal(Declaration(who="mira", minors=(Minor(action="move", feet=20, into="X"),))), "X"),
    (seal(Declaration(who="mira", major="nonsense", target="X")), "nonsense"),
]


@pytest.mark.parametrize(("command", "text"), GUESSES)
async def test_a_hidden_creatures_id_is_answered_like_one_made_up(
    store: Store, command: Command, text: str
) -> None:
    await declaring(store, MIRA, LURKER)

    async def answer(who: str) -> str:
        named = cmd.COMMAND.validate_json(command.model_dump_json().replace('"X"', f'"{who}"'))
        refusal = (await asked(store, named, ANN)).refusal
        assert refusal is not None
        if isinstance(refusal, Refusal):
            assert refusal.text == text.replace("X", who)
        return repr(refusal).replace(who, "X")

    assert await answer("lurker") == await answer("nobody")


async def test_a_seat_may_use_its_own_hidden_creature(store: Store) -> None:
    await declaring(store, MIRA.model_copy(update={"hidden": True}), ORC)
    await done(store, seal(SLEEP), ANN)


# --- state and events ---------------------------------------------------------------------------------


@pytest.mark.parametrize("play", ["automatic", "called"])
async def test_the_state_is_the_fold_of_the_events(store: Store, play: str) -> None:
    await declaring(store, MIRA, KESH, ORC, LURKER, play="called" if play == "called" else "automatic")
    await done(store, cmd.Engage(who="mira", foe="orc"))
    await done(store, seal(SLEEP), ANN)
    await done(store, seal(CREEP, GROWL))
    await done(store, cmd.CallDelay(who="mira"))
    first = (await row_of(store)).seq + 1
    closed = await done(store, cmd.CloseDeclarations())
    while (await row_of(store)).encounter.round.stage == "resolving":
        await done(store, cmd.CallSegment())
    await done(store, cmd.OpenRound(), seconds=500)
    await done(store, seal(LISTEN), BEN, seconds=510)
    row = await row_of(store)
    assert await folded(store) == (row.encounter, row.encounter)
    assert row.encounter.round.number == 2
    async with store.reading() as reading:
        assert await reading.events(KEY, first, first + len(closed.events) - 1) == closed.events


async def test_two_hundred_declarations_at_once_are_all_sealed(store: Store) -> None:
    people = [Combatant(id=f"c{n}", name=f"C {n}", seat=str(100 + n)) for n in range(200)]
    await begin(store)
    for some in range(0, 200, 50):
        await done(store, cmd.AddCombatants(combatants=tuple(people[some : some + 50])))
    await done(store, cmd.OpenRound())
    outcomes = await asyncio.gather(
        *(asked(store, seal(Declaration(who=c.id, major="parry")), Person(c.seat or ""), 1) for c in people)
    )
    assert {outcome.refusal for outcome in outcomes} == {None}
    row = await row_of(store)
    assert len(row.encounter.round.declarations) == 200
    assert row.seq == 200 + 1 + 200
    assert await folded(store) == (row.encounter, row.encounter)
    assert row.close_at == at(6)


async def test_fifty_closes_at_once_close_once(store: Store) -> None:
    await declaring(store, MIRA, ORC)
    await kinds(store)
    ticks = [table.tick(store, KEY, at(120), POLICY) for _ in range(25)]
    presses = [asked(store, cmd.CloseDeclarations(round=1), GM, 120) for _ in range(25)]
    outcomes = await asyncio.gather(*ticks, *presses)
    closed = [o for o in outcomes if o is not None and o.refusal is None]
    assert len(closed) == 1
    said = await kinds(store)
    assert said.count(("close", "")) == 1
    assert said.count(("summary", "")) == 1
    row = await row_of(store)
    assert await folded(store) == (row.encounter, row.encounter)


async def test_a_cancelled_command_has_happened_whole_or_not_at_all(store: Store) -> None:
    await declaring(store, MIRA, KESH, ORC)
    tasks = [asyncio.create_task(asked(store, seal(SLEEP), ANN, n)) for n in range(50)]
    await asyncio.sleep(0.02)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    row = await row_of(store)
    assert await folded(store) == (row.encounter, row.encounter)


# --- the deadline -------------------------------------------------------------------------------------


async def test_a_round_opens_with_its_deadline_and_its_reminder(store: Store) -> None:
    await begin(store, MIRA)
    row = (await done(store, cmd.OpenRound())).row
    assert row is not None
    assert (row.opened_at, row.deadline, row.remind_at, row.close_at) == (NOON, at(120), at(60), None)
    assert row == await row_of(store)


@pytest.mark.parametrize(
    ("seconds", "share", "remind"), [(20, 0.5, 10), (19, 0.5, None), (300, 0.25, 75), (300, 0.0, None)]
)
async def test_a_reminder_comes_at_its_share_of_the_window_and_not_within_ten_seconds(
    store: Store, seconds: int, share: float, remind: float | None
) -> None:
    await begin(store, MIRA)
    outcome = await table.open_round(store, KEY, GM, seconds, NOON, Policy(reminder_share=share))
    assert outcome.row is not None
    assert outcome.row.deadline == at(seconds)
    assert outcome.row.remind_at == (None if remind is None else at(remind))


@pytest.mark.parametrize(("seconds", "code"), [(14, "too-short"), (10**12, "too-long"), (15, None)])
async def test_a_window_stays_within_bounds(store: Store, seconds: int, code: str | None) -> None:
    await begin(store, MIRA)
    assert codes(await table.open_round(store, KEY, GM, seconds, NOON, POLICY)) == code
    assert codes(await table.open_round(store, KEY, ANN, 60, NOON, POLICY)) == "not-gm"


async def test_a_declaration_before_the_deadline_counts_though_others_are_missing(store: Store) -> None:
    await declaring(store, MIRA, KESH, ORC)
    outcome = await done(store, seal(SLEEP), ANN, 119.999)
    assert [event.kind for event in outcome.events] == ["declaration_sealed"]


async def test_a_declaration_at_the_deadline_is_late_though_the_clock_is_later(store: Store) -> None:
    await declaring(store, MIRA, KESH, ORC)
    await draft(store, LISTEN, BEN)
    outcome = await asked(store, seal(SLEEP), ANN, 120)
    assert codes(outcome) == "no-round-open"
    closed = next(e for e in outcome.events if isinstance(e, ev.DeclarationsClosed))
    assert closed.missing == ("mira",)
    row = await row_of(store)
    assert (row.encounter, row.deadline) == (outcome.after, None)
    assert row.encounter.round.stage == "ended"
    assert await table.tick(store, KEY, at(120), POLICY) is None


async def test_in_called_play_a_late_declaration_is_taken_with_its_delay(store: Store) -> None:
    await declaring(store, MIRA, ORC, play="called")
    outcome = await done(store, seal(SLEEP), ANN, 120)
    sealed = [e for e in outcome.events if isinstance(e, ev.DeclarationSealed)]
    assert [event.late for event in sealed] == [True]
    async with store.reading() as reading:
        assert await reading.events(KEY, 4, 99) == outcome.events


async def test_a_withdrawal_at_the_deadline_comes_too_late(store: Store) -> None:
    await declaring(store, MIRA, ORC, play="called")
    await done(store, seal(SLEEP), ANN)
    outcome = await asked(store, cmd.Withdraw(who="mira"), ANN, 121)
    assert codes(outcome) == "already-closed"
    assert outcome.after.declaration("mira") == SLEEP


async def test_an_extension_moves_the_deadline_and_is_the_gms(store: Store) -> None:
    await declaring(store, MIRA, ORC)
    await panel(store, ANN)
    await kinds(store)
    assert codes(await table.extend(store, KEY, ANN, 30, at(5), POLICY)) == "not-gm"
    outcome = await table.extend(store, KEY, GM, 30, at(5), POLICY)
    assert outcome.row == await row_of(store)
    assert outcome.row.deadline == at(150)
    assert await kinds(store) == [("extended", ""), ("board", ""), ("panel", ANN.id)]
    assert codes(await table.extend(store, KEY, GM, 0, at(5), POLICY)) == "too-short"
    assert codes(await table.extend(store, KEY, GM, 2**53, at(5), POLICY)) == "too-long"


async def test_after_the_deadline_there_is_nothing_to_extend(store: Store) -> None:
    await declaring(store, MIRA, ORC, play="called")
    assert codes(await table.extend(store, KEY, GM, 30, at(120), POLICY)) == "already-closed"
    await table.tick(store, KEY, at(120), POLICY)
    assert codes(await table.extend(store, KEY, GM, 30, at(121), POLICY)) == "already-closed"
    while (await row_of(store)).encounter.round.stage == "resolving":
        await done(store, cmd.CallSegment())
    assert codes(await table.extend(store, KEY, GM, 30, at(122), POLICY)) == "no-round-open"


@pytest.mark.parametrize("moment", [119.999, 120])
async def test_of_extending_and_expiring_one_wins(store: Store, moment: float) -> None:
    await declaring(store, MIRA, ORC)
    await table.tick(store, KEY, at(60), POLICY)
    extended, ticked, *_ = await asyncio.gather(
        table.extend(store, KEY, GM, 60, at(moment), POLICY), table.tick(store, KEY, at(moment), POLICY)
    )
    assert (extended.refusal is None) != (ticked is not None)


async def test_a_tick_before_anything_is_due_does_nothing(store: Store) -> None:
    await declaring(store, MIRA, ORC)
    await kinds(store)
    assert await table.tick(store, KEY, at(59.999), POLICY) is None
    assert await kinds(store) == []


async def test_a_reminder_goes_once_to_each_player_awaited(store: Store) -> None:
    hidden = KESH.model_copy(update={"id": "shade", "name": "Shade", "seat": "13", "hidden": True})
    await declaring(store, MIRA, KESH, ORC, hidden)
    await done(store, seal(SLEEP), ANN)
    await kinds(store)
    assert await table.tick(store, KEY, at(60), POLICY) is not None
    assert await kinds(store) == [("reminder", BEN.id)]
    assert await table.tick(store, KEY, at(60), POLICY) is None
    assert (await row_of(store)).deadline == at(120)


async def test_a_deadline_days_past_closes_like_any_other(store: Store) -> None:
    await declaring(store, MIRA, ORC)
    await kinds(store)
    outcome = await table.tick(store, KEY, at(3 * 86400), POLICY)
    assert outcome is not None
    assert outcome.after.round.stage == "ended"
    assert ("reminder", ANN.id) not in await kinds(store)


async def test_declarations_that_cannot_close_are_not_due_for_ever(store: Store) -> None:
    await begin(store, MIRA)
    async with store.transaction() as transaction:
        row = await transaction.encounter(KEY)
        assert row is not None
        await transaction.save_encounter(replace(row, deadline=at(1)))
    outcome = await table.tick(store, KEY, at(2), POLICY)
    assert outcome is not None
    assert codes(outcome) == "no-round-open"
    async with store.reading() as reading:
        assert await reading.next_due() is None


# --- drafts -------------------------------------------------------------------------------------------


async def test_a_complete_draft_counts_as_sealed_at_the_deadline(store: Store) -> None:
    await declaring(store, MIRA, KESH, ORC)
    await draft(store, LISTEN, BEN)
    await draft(store, SLEEP)
    outcome = await table.tick(store, KEY, at(120), POLICY)
    assert outcome is not None
    sealed = [e for e in outcome.events if isinstance(e, ev.DeclarationSealed)]
    assert [(e.who, e.draft) for e in sealed] == [("mira", True), ("kesh", True)]


async def test_a_draft_of_somebody_without_the_seat_counts_for_nothing(store: Store) -> None:
    await declaring(store, MIRA, KESH, ORC)
    await draft(store, SLEEP, BEN)
    await draft(store, SLEEP.model_copy(update={"name": "web"}), GM)
    outcome = await done(store, cmd.CloseDeclarations(drafts=(LISTEN,)))
    sealed = [e for e in outcome.events if isinstance(e, ev.DeclarationSealed)]
    assert [(e.who, e.declaration.name) for e in sealed] == [("mira", "web")]


async def test_a_draft_at_a_creature_its_maker_cannot_know_of_is_no_declaration(store: Store) -> None:
    await declaring(store, MIRA, ORC, LURKER)
    await draft(store, SLEEP.model_copy(update={"target": "lurker"}))
    outcome = await done(store, cmd.CloseDeclarations())
    assert not any(isinstance(e, ev.DeclarationSealed) for e in outcome.events)


async def test_what_was_taken_back_is_not_sealed_by_its_old_draft(store: Store) -> None:
    await declaring(store, MIRA, ORC)
    await draft(store, SLEEP)
    await done(store, seal(SLEEP), ANN)
    await done(store, cmd.Withdraw(who="mira"), ANN)
    outcome = await done(store, cmd.CloseDeclarations())
    assert not any(isinstance(e, ev.DeclarationSealed) for e in outcome.events)


# --- early close --------------------------------------------------------------------------------------


async def test_declarations_close_early_once_nobody_is_awaited(store: Store) -> None:
    await declaring(store, MIRA, KESH)
    first = await done(store, seal(SLEEP.model_copy(update={"target": None, "at": "the door"})), ANN, 10)
    assert first.row is not None
    assert first.row.close_at is None
    await done(store, seal(LISTEN), BEN, 20)
    assert (await row_of(store)).close_at == at(25)
    assert await table.tick(store, KEY, at(24.9), POLICY) is None
    outcome = await table.tick(store, KEY, at(25), POLICY)
    assert outcome is not None
    assert outcome.events[0].kind == "declarations_closed"


async def test_a_withdrawal_calls_the_early_close_off(store: Store) -> None:
    await declaring(store, MIRA, ORC)
    await done(store, seal(SLEEP), ANN, 10)
    await done(store, seal(GROWL), GM, 11)
    await done(store, cmd.Withdraw(who="mira"), ANN, 12)
    assert (await row_of(store)).close_at is None
    await done(store, seal(SLEEP), ANN, 13)
    assert (await row_of(store)).close_at == at(18)


async def test_a_second_thought_does_not_put_the_early_close_off(store: Store) -> None:
    await declaring(store, MIRA)
    listen = LISTEN.model_copy(update={"who": "mira"})
    await done(store, seal(listen), ANN, 10)
    await done(store, seal(listen.model_copy(update={"note": "sniffs"})), ANN, 12)
    assert (await row_of(store)).close_at == at(15)


async def test_a_declaration_after_the_early_close_is_late(store: Store) -> None:
    await declaring(store, MIRA)
    listen = LISTEN.model_copy(update={"who": "mira"})
    await done(store, seal(listen), ANN, 10)
    assert codes(await asked(store, seal(listen), ANN, 15)) == "no-round-open"


async def test_the_early_close_never_comes_after_the_deadline(store: Store) -> None:
    await declaring(store, MIRA)
    await done(store, seal(LISTEN.model_copy(update={"who": "mira"})), ANN, 118)
    assert (await row_of(store)).close_at == at(120)


async def test_early_close_can_be_off(store: Store) -> None:
    await declaring(store, MIRA)
    listen = LISTEN.model_copy(update={"who": "mira"})
    await done(store, seal(listen), ANN, 1, Policy(early_close_seconds=-1))
    assert (await row_of(store)).close_at is None
    await done(store, seal(listen), ANN, 2, Policy(early_close_seconds=0))
    assert (await row_of(store)).close_at == at(2)


async def test_an_extension_calls_the_early_close_off_until_the_next_seal(store: Store) -> None:
    await declaring(store, MIRA, LURKER)
    listen = LISTEN.model_copy(update={"who": "mira"})
    await done(store, seal(listen), ANN, 10)
    await table.extend(store, KEY, GM, 60, at(12), POLICY)
    await done(store, seal(CREEP), GM, 13)
    await done(store, cmd.CallDelay(who="mira"), GM, 13)
    assert (await row_of(store)).close_at is None
    await done(store, seal(listen), ANN, 14)
    assert (await row_of(store)).close_at == at(19)


async def test_the_early_close_neither_waits_for_hidden_creatures_nor_heeds_them(store: Store) -> None:
    await declaring(store, MIRA, LURKER)
    await done(store, seal(CREEP), GM, 5)
    assert (await row_of(store)).close_at is None
    await done(store, cmd.Withdraw(who="lurker"), GM, 6)
    await done(store, seal(LISTEN.model_copy(update={"who": "mira"})), ANN, 10)
    await done(store, seal(CREEP), GM, 12)
    await done(store, cmd.Withdraw(who="lurker"), GM, 13)
    assert (await row_of(store)).close_at == at(15)


async def test_a_round_of_hidden_creatures_alone_does_not_close_early(store: Store) -> None:
    await declaring(store, LURKER)
    await done(store, seal(CREEP), GM, 5)
    assert (await row_of(store)).close_at is None


async def test_the_last_one_awaited_leaving_lets_declarations_close(store: Store) -> None:
    await declaring(store, MIRA, KESH)
    await done(store, seal(LISTEN), BEN, 10)
    await done(store, cmd.RemoveCombatant(who="mira"), ANN, 20)
    assert (await row_of(store)).close_at == at(25)


# --- what is queued -----------------------------------------------------------------------------------


async def test_a_new_round_brings_a_board_and_a_panel_for_everyone_who_declares(store: Store) -> None:
    late = KESH.model_copy(update={"id": "late", "name": "Late", "seat": "13"})
    await begin(store, MIRA, KESH, ORC)
    await done(store, cmd.Down(who="kesh"))
    await kinds(store)
    await done(store, cmd.OpenRound())
    assert await kinds(store) == [("board", ""), ("panel", ANN.id), ("panel", GM.id)]
    await done(store, cmd.AddCombatants(combatants=(late,)))
    assert await kinds(store) == [("news", ""), ("board", ""), ("panel", "13")]


async def test_a_gm_with_no_creature_to_declare_for_gets_no_panel(store: Store) -> None:
    await begin(store, MIRA)
    await kinds(store)
    await done(store, cmd.OpenRound())
    assert await kinds(store) == [("board", ""), ("panel", ANN.id)]


async def test_a_seal_changes_the_board_and_the_owners_panel(store: Store) -> None:
    await declaring(store, MIRA, ORC)
    await kinds(store)
    await done(store, seal(SLEEP), GM)
    assert await kinds(store) == [("board", ""), ("panel", ANN.id)]
    await done(store, cmd.Withdraw(who="mira"), ANN)
    assert await kinds(store) == [("board", ""), ("panel", ANN.id)]
    await done(store, seal(GROWL), GM)
    assert await kinds(store) == [("board", ""), ("panel", GM.id)]


async def test_automatic_play_tells_the_close_and_the_round_in_one_post_each(store: Store) -> None:
    await declaring(store, MIRA, KESH, ORC)
    await done(store, seal(SLEEP), ANN)
    await panel(store, ANN)
    await kinds(store)
    outcome = await done(store, cmd.CloseDeclarations())
    said = [(p.say.kind, p.say.person, p.say.first, p.say.last) for p in await posts(store)]
    first = outcome.row.seq - len(outcome.events) + 1 if outcome.row else 0
    dice = first + [event.kind for event in outcome.events].index("initiative_rolled")
    assert said == [
        ("close", "", first, dice),
        ("summary", "", dice + 1, first + len(outcome.events) - 1),
        ("board", "", None, None),
        ("panel", ANN.id, None, None),
    ]


async def test_called_play_tells_one_segment_a_post_and_keeps_the_console(store: Store) -> None:
    await declaring(store, MIRA, ORC, play="called")
    await done(store, seal(SLEEP), ANN)
    await kinds(store)
    await done(store, cmd.CloseDeclarations())
    assert await kinds(store) == [("close", ""), ("board", ""), ("console", GM.id)]
    for _ in range(9):
        await done(store, cmd.CallSegment())
        assert await kinds(store) == [("summary", ""), ("console", GM.id)]
    await done(store, cmd.CallSegment())
    assert await kinds(store) == [("summary", ""), ("board", ""), ("console", GM.id)]


async def test_a_question_goes_to_the_gm_and_its_answer_is_told_on(store: Store) -> None:
    await begin(store, MIRA, ORC)
    await done(store, cmd.Engage(who="mira", foe="orc"))
    await done(store, cmd.OpenRound())
    await done(store, seal(SLEEP.model_copy(update={"segments": 9})), ANN)
    await done(store, seal(Declaration(who="orc", major="melee", target="mira")))
    await kinds(store)
    stopped = await done(store, cmd.CloseDeclarations())
    assert stopped.events[-1].kind == "blow_asked"
    assert await kinds(store, clear=False) == [
        ("close", ""),
        ("summary", ""),
        ("board", ""),
        ("question", GM.id),
    ]
    question = (await posts(store, clear=True))[-1].say
    assert stopped.row is not None
    assert question.first == question.last == stopped.row.seq
    judged = await done(store, cmd.JudgeBlow(struck=True))
    assert judged.events[0].kind == "blow_judged"
    assert await kinds(store) == [("summary", ""), ("board", "")]


async def test_a_late_seal_is_told_only_by_what_the_public_may_hear(store: Store) -> None:
    await declaring(store, MIRA, KESH, ORC, play="called")
    await done(store, cmd.CloseDeclarations())
    await kinds(store)
    await done(store, seal(LISTEN), BEN)
    assert ("news", "") not in await kinds(store)
    await done(store, seal(SLEEP), ANN)
    assert ("news", "") in await kinds(store)


async def test_the_end_is_told_and_shown(store: Store) -> None:
    await declaring(store, MIRA)
    await panel(store, ANN)
    await kinds(store)
    outcome = await table.end(store, KEY, GM, at(3), POLICY)
    assert await kinds(store) == [("ended", ""), ("board", ""), ("panel", ANN.id)]
    assert outcome.row is not None
    assert (outcome.row.ended_at, outcome.row.closes_at) == (at(3), None)
    assert codes(await asked(store, cmd.OpenRound())) == "encounter-over"
