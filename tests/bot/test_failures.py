"""Kinds of fault that others had, and that no story of its own would show: see docs/failure-kinds.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cogs.common import choices
from bot.ui.ids import LIMIT, Press, parse
from tests.bot.conftest import Opener
from tests.bot.table import Table

BOT = Path(__file__).parents[2] / "bot"
LONG = {"early_close_seconds": 3600, "declaration_seconds": 7200}


def modules(*, but: tuple[str, ...] = ()) -> Iterator[tuple[Path, ast.Module]]:
    """The source of the bot, without the practice table and those."""
    for file in sorted(BOT.rglob("*.py")):
        if "practice" not in file.parts and file.name not in but:
            yield file, ast.parse(file.read_text(encoding="utf-8"))


async def played(table: Table) -> None:
    """A whole fight of one round."""
    await table.begin()
    await table.open_round()
    await table.all_declare(table.kesh)
    await table.gm.slash("encounter status")
    await table.gm.slash("round close")
    await table.gm.slash("combatant list")
    await table.gm.press((await table.gm.slash("encounter end")).message, "end")


def requested(table: Table) -> list[str]:
    return [f"{request.method} {request.path}" for request in table.env.http_requests]


async def test_no_privileged_intent_is_asked_for(table: Table) -> None:
    asked = table.bot.intents
    assert (asked.members, asked.presences, asked.message_content) == (False, False, False)


async def test_no_request_changes_a_channel_or_its_name(table: Table) -> None:
    await played(table)
    assert [r for r in requested(table) if re.fullmatch(r"(PATCH|PUT|DELETE) /channels/\d+", r)] == []


async def test_nobody_is_looked_up_at_discord(table: Table) -> None:
    await played(table)
    looked_up = re.compile(r"GET /(guilds/\d+/members|users/\d+|channels/\d+/messages)")
    assert [r for r in requested(table) if looked_up.match(r)] == []


async def test_every_instant_is_shown_by_discord_in_the_readers_own_time(table: Table) -> None:
    await table.begin()
    await table.open_round()
    shown = [table.board_text, table.mira.panel_text, (await table.gm.slash("encounter status")).text]
    assert all(re.search(r"<t:\d+:R>", text) for text in shown)
    await table.gm.slash("round extend")
    everything = [*table.posts(), *table.mira.dm_texts, *table.gm.dm_texts]
    assert [text for text in everything if re.search(r"\b\d{1,2}:\d{2}\b|\bUTC\b", text)] == []


async def test_the_board_is_edited_as_a_message_of_the_channel_an_hour_later(open_table: Opener) -> None:
    table = await open_table(**LONG)
    await table.begin(time="2h")
    await table.open_round()
    board = table.board.id
    await table.advance(3000)
    since = len(table.env.http_requests)
    await table.declare(table.mira, action="parry")
    assert f"PATCH /channels/{table.channel.id}/messages/{board}" in requested(table)[since:]
    assert "**Sealed:** Mira" in table.board_text


async def test_a_creature_is_hidden_in_the_second_fight_as_in_the_first(table: Table) -> None:
    for _ in range(2):
        await table.begin()
        await table.gm.slash("combatant add", name="Umbravex", hidden=True)
        assert "Umbravex" not in (await table.mira.slash("combatant list")).text
        assert "Umbravex" in (await table.gm.slash("combatant list")).text
        await table.gm.press((await table.gm.slash("encounter end")).message, "end")
    assert "Umbravex" not in " ".join(table.posts())


async def test_a_missing_permission_is_named(table: Table) -> None:
    mute = discord.PermissionOverwrite(send_messages=False)
    assert table.env.bot.user is not None
    quiet = table.guild.create_text_channel("quiet", overwrites={table.env.bot.user: mute})
    answer = await table.gm.slash("encounter begin", quiet)
    assert answer.refused
    assert "Send Messages" in answer.text


def test_no_view_ends_by_itself_and_no_code_waits_for_one() -> None:
    made = 0
    for file, tree in modules():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if node.func.attr in ("View", "LayoutView", "Modal"):
                made += 1
                ends = {k.arg: k.value for k in node.keywords}.get("timeout")
                assert isinstance(ends, ast.Constant), file
                assert ends.value is None, file
            if node.func.attr in ("wait", "wait_for"):
                on = ast.unparse(node.func.value)
                assert on in ("asyncio", "transcript", "self._cleared"), f"{file}: {on}.{node.func.attr}"
    assert made >= 2


def test_nothing_of_discord_is_awaited_inside_a_transaction() -> None:
    seen = 0
    for file, tree in modules(but=("__init__.py",)):
        for node in ast.walk(tree):
            if not isinstance(node, ast.AsyncWith):
                continue
            for item in node.items:
                call, name = item.context_expr, item.optional_vars
                if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
                    continue
                if call.func.attr not in ("transaction", "reading") or not isinstance(name, ast.Name):
                    continue
                for awaited in [n for part in node.body for n in ast.walk(part) if isinstance(n, ast.Await)]:
                    seen += 1
                    text = ast.unparse(awaited.value)
                    assert re.search(rf"\b({name.id}|sitting)\b", text), f"{file}: {text}"
                    assert "interaction.response" not in text, f"{file}: {text}"
                    assert ".send(" not in text, f"{file}: {text}"
    assert seen > 30


parts = st.text(st.characters(codec="utf-8"), max_size=60)


@given(parts, parts, st.integers(0, 10**9 - 1), parts, parts)
def test_ids_fit_whatever_they_are_made_of(verb: str, key: str, number: int, who: str, extra: str) -> None:
    press = Press(verb, key, number, who, extra)
    try:
        made = str(press)
    except ValueError:
        return
    assert len(made) <= LIMIT
    assert parse(made) == press


@given(st.lists(st.tuples(st.text(min_size=1, max_size=300), st.text(min_size=1, max_size=300)), max_size=60))
def test_choices_are_cut_to_what_discord_takes(pairs: list[tuple[str, str]]) -> None:
    made = choices(pairs, "")
    assert len(made) <= 25
    assert all(len(choice.name) <= 100 and len(str(choice.value)) <= 100 for choice in made)


@pytest.mark.parametrize("count", [26, 60])
def test_the_last_of_too_many_choices_says_that_there_are_more(count: int) -> None:
    made = choices([(f"Orc {n}", str(n)) for n in range(count)], "")
    assert len(made) == 25
    assert "more" in made[-1].name
