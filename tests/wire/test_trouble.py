"""Discord being Discord: every trouble has its outcome, one table's is its own, and the GM is told once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from tests.wire import things
from tests.wire.limits import Limits
from tests.wire.people import Table
from tests.wire.process import Bot

pytestmark = pytest.mark.pace(8)

CLOSED, TOLD = "declarations are closed", "segment by segment"


@pytest.fixture
async def declaring(table: Table, bot: Bot) -> Table:
    """A fight whose round is open for ten minutes."""
    await bot.start()
    await table.begin(time="10m")
    await table.open_round()
    await table.kesh.panel()
    await bot.quiet()
    return table


async def close(table: Table) -> None:
    answer = await table.gm.slash("round close")
    assert not answer.refused, answer.text


async def again(table: Table) -> None:
    """The next round works like any other."""
    before = table.count(TOLD)
    await table.open_round()
    for person in (table.mira, table.borin, table.kesh):
        await table.declare(person)
    await close(table)
    await table.posted(TOLD, before + 1, seconds=40)


async def _stumbles(table: Table, how: dict[str, object]) -> None:
    before = table.count(CLOSED)
    fault = table.loopback.fail("POST", f"/channels/{table.channel.id}/messages", **how)
    await close(table)
    await table.posted(TOLD, before + 1, seconds=60)
    assert fault.hits >= 1
    assert table.count(CLOSED) == before + 1
    assert table.count(TOLD) == before + 1


STUMBLES: list[dict[str, object]] = [
    {"status": 429},
    {"status": 429, "everything": True},
    {"status": 500},
    {"status": 503, "times": 2},
    {"drop": True},
    {"drop": True, "when": "after"},
    {"status": 500, "when": "after"},
]


async def test_a_post_discord_stumbles_over_is_posted_once_and_in_order(declaring: Table) -> None:
    for how in STUMBLES:
        # A 500 is tried again at once by discord.py itself: there the nonce alone helps, and is known.
        declaring.loopback.forget_nonces = how.get("when") == "after" and bool(how.get("drop"))
        await _stumbles(declaring, how)
        await declaring.open_round()


async def test_a_broken_gateway_is_mended_and_nothing_is_done_twice(declaring: Table, bot: Bot) -> None:
    gateway = declaring.loopback.gateway
    breaks: list[tuple[Callable[[], Awaitable[None]], bool]] = [
        (gateway.drop, True),
        (gateway.ask_to_reconnect, True),
        (lambda: gateway.invalidate(resumable=True), True),
        (lambda: gateway.invalidate(resumable=False), False),
    ]

    def back() -> int:
        return gateway.resumes + gateway.identifies

    for breaking, resumes in breaks:
        before = back()
        await breaking()
        # What is done meanwhile comes with the resume.
        pressed = asyncio.ensure_future(declaring.mira.slash("declare", action="parry")) if resumes else None
        await _grown(declaring, back, before)
        await declaring.loopback.until(lambda: gateway.live, 30)
        if pressed is not None:
            assert not (await pressed).refused
    assert bot.said().count("At work") == 1
    await close(declaring)
    await declaring.posted(TOLD, seconds=30)
    assert declaring.count(CLOSED) == 1


async def test_an_answer_that_cannot_be_given_leaves_what_was_saved_and_the_panel_shows_it(
    declaring: Table, bot: Bot
) -> None:
    callback = r"/interactions/.*/callback"
    for code, status in ((10062, 404), (40060, 400)):
        declaring.loopback.fail("POST", callback, status=status, code=code)
        await declaring.mira.start("declare", action="parry")
        await declaring.loopback.until(lambda: "Mira" in bot.declared())
        assert not (await declaring.mira.slash("withdraw")).refused
    declaring.loopback.fail("POST", callback, drop=True, times=2)
    await declaring.borin.start("declare", action="parry")
    await declaring.loopback.until(lambda: "Borin" in bot.declared())
    # One that came too late for Discord: the same.
    declaring.loopback.interaction_seconds = 0
    await declaring.kesh.start("declare", action="parry")
    await declaring.loopback.until(lambda: "Kesh" in bot.declared())
    declaring.loopback.interaction_seconds = 3
    assert "Kesh" in (await declaring.gm.slash("encounter status")).text


async def test_closed_direct_messages_stop_nothing_and_the_player_is_told_once(
    declaring: Table, bot: Bot
) -> None:
    await close(declaring)
    await declaring.posted(TOLD)
    for code in (50007, 50278):
        declaring.mira.direct.closed = code
        await again(declaring)
    declaring.mira.direct.closed = 0
    await again(declaring)
    # Opening them too fast is no refusal: it is tried again.
    declaring.loopback.fail("POST", f"/channels/{declaring.mira.direct.id}/messages", status=400, code=40003)
    before = len(declaring.mira.direct.messages)
    await declaring.open_round()
    await declaring.loopback.until(lambda: len(declaring.mira.direct.messages) > before, 30)


async def test_a_channel_that_takes_nothing_waits_the_gm_is_told_once_and_another_table_plays_on(
    declaring: Table, bot: Bot
) -> None:
    loopback, guild = declaring.loopback, declaring.guild
    crypt = loopback.add_channel(guild, "crypt")
    await loopback.gateway.tell(guild.id, "CHANNEL_CREATE", crypt.wire())
    other = list(declaring.people)
    await other[0].slash("encounter begin", crypt, time="10m")
    await other[1].slash("join", crypt, name="Mirabel")
    declaring.channel.denied = things.SEND
    await close(declaring)
    # The other table's round is not kept waiting, not even by requests that hang.
    hang = loopback.fail("PATCH", rf"/channels/{declaring.channel.id}/messages/\d+", delay=4, times=None)
    await other[0].slash("round open", crypt)
    await other[0].slash("round close", crypt)
    await loopback.until(lambda: any(TOLD in _text(message) for message in crypt.history()), 20)
    hang.times = 0

    def warned() -> list[str]:
        return [text for text in declaring.gm.dms if "I cannot write in" in text]

    await loopback.until(warned, 20)
    assert declaring.count(CLOSED) == 0
    declaring.channel.denied = 0
    await declaring.posted(TOLD, seconds=60)
    assert declaring.count(CLOSED) == 1
    closed, told_at = (next(n for n, post in enumerate(declaring.posts) if w in post) for w in (CLOSED, TOLD))
    assert closed < told_at
    assert len(warned()) == 1


async def _grown(table: Table, counted: Callable[[], int], before: int) -> None:
    await table.loopback.until(lambda: counted() > before, 30)


async def _another_board(table: Table, board: things.Message) -> None:
    await table.loopback.until(lambda: table.board().id != board.id, 30)


def _text(message: things.Message) -> str:
    return "\n".join(str(c) for c in message.components)


async def test_a_board_that_cannot_be_edited_is_posted_anew_and_a_locked_thread_waits_for_its_key(
    declaring: Table, bot: Bot
) -> None:
    loopback = declaring.loopback
    for code, status in ((10008, 404), (30046, 429), (50005, 403), (50083, 400)):
        board = declaring.board()
        fault = loopback.fail(
            "PATCH",
            rf"/channels/\d+/messages/{board.id}",
            status=status,
            code=code,
            times=None,
            retry_after=0.05,
        )
        name = await declaring.mira.slash("withdraw")
        answer = await declaring.mira.slash("declare", action="parry")
        assert not answer.refused, name.text
        await _another_board(declaring, board)
        fault.times = 0
    await bot.quiet()
    declaring.channel.locked = True
    await close(declaring)
    await loopback.until(lambda: [t for t in declaring.gm.dms if "locked" in t], 20)
    declaring.channel.locked = False
    await declaring.posted(TOLD, seconds=60)
    assert declaring.count(CLOSED) == 1


@pytest.mark.parametrize("gone", ["channel", "server", "person"])
async def test_what_is_gone_ends_nothing_else(declaring: Table, bot: Bot, gone: str) -> None:
    loopback = declaring.loopback
    crypt = loopback.add_channel(declaring.guild, "crypt")
    await loopback.gateway.tell(declaring.guild.id, "CHANNEL_CREATE", crypt.wire())
    if gone == "channel":
        await loopback.delete_channel(declaring.channel)
    elif gone == "server":
        await loopback.kick_bot(declaring.guild)
    else:
        del loopback.users[declaring.kesh.id], declaring.guild.members[declaring.kesh.id]
        declaring.kesh.direct.closed = 50278
    if gone == "person":
        await close(declaring)
        await declaring.posted(TOLD)
        await again(declaring)
        return
    await bot.killed()
    bot.shift = 3600
    await bot.start()
    await loopback.until(lambda: [t for t in declaring.gm.dms if "is gone" in t or "cannot write" in t], 20)
    await bot.quiet()
    assert bot.happened("declarations_closed") == 1
    assert len([t for t in declaring.gm.dms if "is gone" in t]) == 1
    if gone == "channel":
        assert not (await declaring.gm.slash("encounter begin", crypt)).refused


async def test_requests_keep_to_the_limits_discord_sets(table: Table, bot: Bot) -> None:
    table.loopback.limits = Limits(everything=50)
    await bot.start()
    await table.begin(time="10m")
    await table.open_round()
    for person in (table.mira, table.borin, table.kesh):
        await table.declare(person)
    await close(table)
    await table.posted(TOLD, seconds=60)
    refused = [seen for seen in table.loopback.seen if seen.status == 429]
    assert len(refused) <= 2, refused
