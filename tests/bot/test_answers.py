"""Every command and press is acknowledged once, in time and in private, whatever is slow or fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest
from discord import app_commands

from bot.client import cogs
from bot.cogs.host import Host
from bot.store import Transaction
from tests.bot.conftest import Opener
from tests.bot.table import DEFERRED, DEFERRED_UPDATE, MESSAGE, Answer, Json, Person, Table, id_of, text_of


def commands(table: Table) -> dict[str, app_commands.Command[Any, ..., Any]]:
    """Every slash command of the bot, by its whole name."""
    return {
        command.qualified_name: command
        for command in table.bot.tree.walk_commands()
        if isinstance(command, app_commands.Command)
    }


def plain_options(table: Table, command: app_commands.Command[Any, ..., Any]) -> dict[str, Any]:
    """The required options of a command, with something plain in each."""
    plain = {"integer": 3, "user": table.borin.member}
    return {
        p.display_name: p.choices[0].value if p.choices else plain.get(p.type.name, "Mira")
        for p in command.parameters
        if p.required
    }


def people(table: Table) -> Iterator[Person]:
    """One of each kind."""
    yield table.bystander
    yield table.mira
    yield table.gm


async def test_every_command_is_answered_once_and_in_private_at_every_stage(table: Table) -> None:
    names = set(commands(table))
    assert len(names) > 20
    for step in ("nothing", "begun", "declaring", "resolving"):
        if step == "begun":
            await table.begin(play="called")
        if step == "declaring" and (await table.row()).encounter.round.number == 0:
            await table.open_round()
        if step == "resolving" and (await table.row()).encounter.round.stage == "declaring":
            await table.gm.slash("round close")
        for name in sorted(names - {"encounter begin", "encounter end", "round close", "combatant remove"}):
            command = commands(table)[name]
            for person in people(table):
                if person is table.gm and name == "encounter gm hand-over":
                    continue  # There would be another GM for the rest of the story.
                answer = await person.slash(name, **plain_options(table, command))
                assert answer.private or answer.form, (step, name)
                assert answer.text, (step, name)
                assert answer.result.acknowledged
    for name in ("round close", "combatant remove", "encounter begin", "encounter end"):
        for person in (table.bystander, table.mira):
            answer = await person.slash(name, **plain_options(table, commands(table)[name]))
            assert answer.private, name
    # That each was acknowledged exactly once is checked at the end of every story.


MORE_WORDS = {
    "ask": {"question": "How far is the door?"},
    "minor": {"what": "shout"},
    "effect add": {"name": "Bless", "lasts": "1 round"},
    "effect end": {"effect": "Bless"},
    "event add": {"what": "rain", "when": "5"},
    "event remove": {"event": "rain"},
}
"""What some of them must be given."""


async def test_the_commands_for_direct_messages_answer_there_too(declaring: Table) -> None:
    there = declaring.mira.member.user.available_commands()
    assert set(there) == {
        "declare",
        "withdraw",
        "rules",
        "excuse",
        "help",
        "preset save",
        "preset use",
        "preset list",
        "preset delete",
        "ask",
        "change",
        "minor",
        "steer",
        "delay",
        "effect add",
        "effect list",
        "effect end",
        "event add",
        "event list",
        "event remove",
        "privacy",
    }
    for name in there:
        for person in (declaring.mira, declaring.kesh):
            named = {"name": "x"} if name in ("preset save", "preset use", "preset delete") else {}
            typed = {"query": "S-1"} if name == "rules" else named
            typed |= MORE_WORDS.get(name, {})
            assert (await person.dm_slash(name, **typed)).private


async def test_every_command_and_option_says_what_it_is_for(table: Table) -> None:
    for name, command in commands(table).items():
        assert command.description != "…", name
        for parameter in command.parameters:
            assert str(parameter.description) != "…", (name, parameter.name)


def test_every_cog_is_listed_once() -> None:
    host = Host.__new__(Host)
    names = [type(cog).__name__ for cog in cogs(host)]
    assert len(names) == len(set(names))


SLOW = 2.5
"""Seconds after which an answer is promised instead of given; longer than settling waits in real time."""

# --- slow work ------------------------------------------------------------------------------------------


def _slowed(
    table: Table, quick: Callable[[], AbstractAsyncContextManager[Transaction]], gate: asyncio.Event
) -> Callable[[], AbstractAsyncContextManager[Transaction]]:
    """The same, once the gate is open."""

    @asynccontextmanager
    async def slow() -> AsyncIterator[Transaction]:
        await table.env.external_wait(gate.wait(), reason="the disk is slow")
        async with quick() as transaction:
            yield transaction

    return slow


async def held(table: Table, monkeypatch: pytest.MonkeyPatch, work: Awaitable[Answer]) -> Answer:
    """Do something while the disk is so slow that nobody can wait for it, then let it come round."""
    gate = asyncio.Event()
    for name in ("transaction", "reading"):
        monkeypatch.setattr(table.store, name, _slowed(table, getattr(table.store, name), gate))
    answer = await work
    since = len(table.env.http_requests)
    await table.advance(SLOW + 0.1)
    assert len(callbacks(table, since)) == 1
    monkeypatch.undo()
    gate.set()
    await table.env.settle()
    return answer


def callbacks(table: Table, since: int) -> list[int]:
    """The kinds of acknowledgement since a request."""
    bodies: list[Json] = [r.json for r in table.env.http_requests[since:] if r.path.endswith("/callback")]
    return [body["type"] for body in bodies]


async def test_a_slow_command_is_deferred_in_private_and_answered_after(
    open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(answer_seconds=SLOW)
    await table.begin()
    await table.open_round()
    since = len(table.env.http_requests)
    answer = await held(table, monkeypatch, table.mira.slash("declare", action="parry"))
    assert callbacks(table, since) == [DEFERRED]
    assert answer.private
    assert "Sealed" in answer.text
    assert len((await table.row()).encounter.round.declarations) == 1


async def test_a_slow_press_in_a_panel_is_deferred_and_redraws_it(
    open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(answer_seconds=SLOW)
    await table.begin()
    await table.open_round()
    panel = table.mira.panel
    since = len(table.env.http_requests)
    answer = await held(table, monkeypatch, table.mira.pick(panel, "act", "parry"))
    assert callbacks(table, since) == [DEFERRED_UPDATE]
    assert "[Seal it]" in answer.text


async def test_a_slow_refusal_leaves_the_board_as_it_is(
    open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(answer_seconds=SLOW)
    await table.begin()
    await table.open_round()
    board = table.board_text
    since = len(table.env.http_requests)
    answer = await held(table, monkeypatch, table.bystander.press(table.board, "mine"))
    assert callbacks(table, since) == [DEFERRED]
    assert answer.private
    assert answer.refused
    assert table.board_text == board


async def test_a_slow_refusal_in_a_panel_leaves_the_panel_to_be_pressed_again(
    open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(answer_seconds=SLOW)
    await table.begin()
    await table.open_round()
    reply = (await table.mira.press(table.board, "mine")).message
    await table.mira.pick(reply, "act", "parry")
    await table.gm.slash("round close")
    answer = await held(table, monkeypatch, table.mira.press(reply, "seal"))
    assert id_of(table.components(reply), "seal")
    (followup,) = answer.result.followups
    assert followup.ephemeral
    assert "closed" in text_of(followup.components)


async def test_a_form_that_came_too_late_is_explained(
    open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(answer_seconds=SLOW)
    await table.begin()
    await table.open_round()
    panel = table.mira.panel
    await held(table, monkeypatch, table.mira.pick(panel, "act", "cast"))
    # The panel is still there to be pressed once more.
    assert (await table.mira.pick(panel, "act", "cast")).form


async def test_a_quick_command_is_one_request(declaring: Table) -> None:
    since = len(declaring.env.http_requests)
    await declaring.mira.slash("encounter status")
    assert callbacks(declaring, since) == [MESSAGE]
    assert len(declaring.env.http_requests) == since + 1


async def test_an_acknowledgement_discord_refuses_loses_nothing(declaring: Table) -> None:
    declaring.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    declaring.acknowledges = False
    await declaring.mira.member.slash(declaring.channel, "declare", action="parry")
    assert len((await declaring.row()).encounter.round.declarations) == 1
    assert "Mira" in declaring.board_text.split("Waiting")[0]
    assert "Sealed" in declaring.mira.panel_text


async def test_a_fault_of_ours_is_confessed_in_private_and_logged(
    declaring: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr("bot.cogs.host.act", broken)
    answer = await declaring.mira.slash("declare", action="parry")
    assert answer.private
    assert answer.refused
    assert "on purpose" not in answer.text
    assert any(r.levelno == logging.ERROR and r.name == "bot.cogs.host" for r in caplog.records)
    caplog.clear()


async def test_what_was_saved_is_saved_though_the_late_answer_cannot_be_delivered(
    open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(answer_seconds=SLOW)
    await table.begin()
    await table.open_round()
    table.env.inject_error("PATCH", "/webhooks/*", status=404, code=10015)
    await held(table, monkeypatch, table.mira.slash("declare", action="parry"))
    assert "Mira" in table.board_text.split("Waiting")[0]
