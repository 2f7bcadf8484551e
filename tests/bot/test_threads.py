"""A thread for each round: what it tells, and what becomes of it where Discord does not play along."""

from __future__ import annotations

import discord
import pytest
from simcord.builders import ChannelHandle

from tests.bot.conftest import Opener
from tests.bot.table import Shown, Table, presses

OPEN_THREAD = "/channels/*/messages/*/threads"
CLOSED, OVER = "declarations are closed", "What happened:"

LONG = {"early_close_seconds": 3600}


async def wanted(table: Table, where: ChannelHandle | None = None) -> str:
    """The GM wants a thread for each round; what is answered."""
    answer = await table.gm.slash("encounter settings", where, setting="round_threads", value="yes")
    assert not answer.refused, answer.text
    return answer.text


@pytest.fixture
async def spread(open_table: Opener) -> Table:
    """The first round of a called fight is open, and has a thread when it is told."""
    table = await open_table(**LONG)
    await table.begin(play="called", time="2h")
    await wanted(table)
    await table.open_round()
    for person, segments in ((table.mira, 1), (table.borin, 3), (table.kesh, 5)):
        await table.declare(person, action="other", text="listens", segments=segments)
    await table.all_declare(table.mira, table.borin, table.kesh)
    return table


def thread(table: Table, number: int = 1) -> ChannelHandle:
    found = [t for t in table.channel.threads if t.name == f"Round {number}"]
    assert len(found) == 1, [t.name for t in table.channel.threads]
    return found[0]


def told_in(table: Table, where: ChannelHandle | None = None) -> str:
    return "\n".join(table.posts(where))


def the_close(table: Table) -> Shown:
    (found,) = [m for m, text in zip(table.messages(), table.posts(), strict=True) if CLOSED in text]
    return found


def threads_asked_for(table: Table) -> int:
    return sum(r.method == "POST" and r.path.endswith("/threads") for r in table.env.http_requests)


async def called(table: Table, until: int = 10) -> None:
    """Mira is done in segment 1, the orcs in 2, Borin in 3 and Kesh in 5."""
    while (await table.row()).encounter.round.segment < until:
        await table.gm.slash("round next")


async def wordy(table: Table) -> None:
    """So much is declared by so many that it takes several messages to tell."""
    await table.gm.slash("combatant add", name="Rat", count=9)
    await table.open_round()
    for who in (await table.row()).encounter.declares:
        asker = next((p for p in (table.mira, table.borin, table.kesh) if p.id == who.seat), table.gm)
        said = {"as": who.id, "action": "other", "text": f"{who.name} {'x' * 280}", "segments": 4}
        await table.declare(asker, **said)


def fail(table: Table, path: str, *, code: int, status: int = 403, method: str = "POST") -> None:
    table.env.inject_error(method, path, status=status, code=code)


async def test_a_round_is_told_in_its_thread_and_the_channel_hears_of_its_begin_and_end(
    spread: Table,
) -> None:
    await spread.gm.slash("round close")
    assert spread.channel.threads == [], "nothing is told yet"
    await called(spread)
    made = thread(spread)
    assert made.id == the_close(spread).id, "it hangs under the close"
    story = told_in(spread, made)
    assert "**1** Mira" in story
    assert "**3** Borin" in story
    assert "the round is over" in story
    here = told_in(spread)
    assert CLOSED in here
    assert "**3** Borin" not in here
    end = spread.post(OVER)
    assert f"<#{made.id}>" in end
    verbs = [p.verb for m in spread.messages() for p in presses(spread.components(m))]
    assert {"did", "why"} <= set(verbs)
    assert threads_asked_for(spread) == 1


async def test_each_round_has_a_thread_of_its_own_and_without_the_option_there_is_none(fight: Table) -> None:
    await fight.open_round()
    await fight.gm.slash("round close")
    assert fight.channel.threads == []
    await wanted(fight)
    for number in (2, 3):
        await fight.open_round()
        await fight.gm.slash("round close")
        assert f"Round {number} " in told_in(fight, thread(fight, number))
    answer = await fight.gm.slash("encounter settings", setting="round_threads", value="no")
    assert not answer.refused
    await fight.open_round()
    await fight.gm.slash("round close")
    assert len(fight.channel.threads) == 2
    assert "Round 4 — segment by segment" in told_in(fight)


async def test_at_the_end_in_the_channel_the_next_round_can_be_opened(fight: Table) -> None:
    await wanted(fight)
    await fight.open_round()
    await fight.gm.slash("round close")
    (end,) = [m for m, text in zip(fight.messages(), fight.posts(), strict=True) if OVER in text]
    assert not (await fight.gm.press(end, "open")).refused
    assert (await fight.row()).encounter.round.number == 2


async def test_news_of_the_round_go_where_it_is_told_and_other_news_to_the_channel(spread: Table) -> None:
    await spread.gm.slash("round close")
    await spread.gm.slash("combatant add", name="Rat")
    await called(spread, 1)
    await spread.gm.slash("round down", combatant="Kesh")
    await called(spread)
    await spread.gm.slash("combatant add", name="Bat")
    story, here = told_in(spread, thread(spread)), told_in(spread)
    assert "Rat" in here
    assert "Kesh" in story.split("down")[0][-60:] + story.split("down")[1][:60]
    assert "Bat" in here
    assert "Bat" not in story


async def test_a_correction_is_told_in_both_places_and_the_thread_goes_on(spread: Table) -> None:
    await spread.gm.slash("round close")
    await called(spread, 3)
    made = thread(spread)
    asked = await spread.gm.slash("encounter undo")
    await spread.gm.press(asked.message, "undone")
    assert "Correction" in told_in(spread)
    assert "Correction" in told_in(spread, made)
    await called(spread)
    assert "the round is over" in told_in(spread, made)
    assert threads_asked_for(spread) == 1


async def test_a_round_closed_anew_is_told_in_the_thread_it_has(spread: Table) -> None:
    await spread.gm.slash("round close")
    await called(spread, 1)
    for _ in range(2):
        await spread.gm.press((await spread.gm.slash("encounter undo")).message, "undone")
    assert (await spread.row()).encounter.round.stage == "declaring"
    await spread.gm.slash("combatant add", name="Bat")
    await spread.gm.slash("round close")
    await called(spread)
    assert "Bat" not in told_in(spread, thread(spread)).split("Correction")[-1].split("**1**")[0]
    assert "the round is over" in told_in(spread, thread(spread))
    assert spread.post(OVER)


async def test_a_long_summary_is_told_whole_and_in_order_in_the_thread(fight: Table) -> None:
    await wanted(fight)
    await wordy(fight)
    await fight.gm.slash("round close")
    parts = [p for p in fight.posts(thread(fight)) if "part" in p.partition("\n")[0]]
    assert [f"part {n} of {len(parts)}" in p for n, p in enumerate(parts, 1)] == [True] * len(parts)
    assert len(parts) > 1
    assert fight.post(OVER)


@pytest.mark.parametrize("permission", ["create_public_threads", "send_messages_in_threads"])
async def test_without_a_permission_the_channel_is_told_and_the_gm_once(
    open_table: Opener, permission: str
) -> None:
    table = await open_table(**LONG)
    assert table.env.bot.user is not None
    kept = discord.PermissionOverwrite(**{permission: False})
    table.channel = table.guild.create_text_channel("crypt", overwrites={table.env.bot.user: kept})
    await table.begin(time="2h")
    name = permission.replace("_", " ").title().replace("In", "in")
    assert f"*{name}*" in await wanted(table)
    assert f"*{name}*" in (await table.gm.slash("doctor")).text
    for number in (1, 2, 3):
        await table.open_round()
        await table.gm.slash("round close")
        assert table.post(f"Round {number} — segment by segment")
    assert OVER not in told_in(table)
    told = [text for text in table.gm.dm_texts if "Create Public Threads" in text]
    assert len(told) == 1
    assert "Round 1 is told in the channel" in told[0]
    assert f"<#{table.channel.id}>" in told[0]


async def test_once_it_has_worked_the_gm_is_told_of_the_next_failure(fight: Table) -> None:
    await wanted(fight)
    for number in (1, 2, 3):
        if number != 2:
            fail(fight, OPEN_THREAD, code=50013)
        await fight.open_round()
        await fight.gm.slash("round close")
        assert len(fight.channel.threads) == (number > 1)
    assert len([text for text in fight.gm.dm_texts if "is told in the channel" in text]) == 2


async def test_a_thread_made_before_a_crash_and_not_noted_is_known_again(spread: Table) -> None:
    await spread.gm.slash("round close")
    close = the_close(spread)
    spread.env.backend.create_thread(
        spread.channel.id, "Round 1", spread.env.backend.bot_user.id, message_id=close.id
    )
    fail(spread, OPEN_THREAD, status=400, code=160004)
    await called(spread, 1)
    assert "**1**" in told_in(spread, thread(spread))
    await spread.kill()
    await called(spread, 3)
    assert "**3** Borin" in told_in(spread, thread(spread))
    assert threads_asked_for(spread) == 1
    assert "is told in the channel" not in "\n".join(spread.gm.dm_texts)


async def test_where_discord_stumbles_the_round_waits_for_its_thread(spread: Table) -> None:
    await spread.gm.slash("round close")
    spread.env.settle_timeout = 1.8
    fail(spread, OPEN_THREAD, status=500, code=0)
    await called(spread, 1)
    assert spread.channel.threads == []
    assert "**1**" not in told_in(spread)
    await spread.advance(10)
    assert "**1**" in told_in(spread, thread(spread))
    assert "**1**" not in told_in(spread)


async def test_where_the_close_was_deleted_the_thread_hangs_under_the_board(spread: Table) -> None:
    await spread.gm.slash("round close")
    texts = zip(spread.messages(), spread.posts(), strict=True)
    (board,) = [message for message, text in texts if "Round 1 — closed" in text]
    spread.env.backend.delete_message(spread.channel.id, the_close(spread).id)
    await called(spread, 1)
    assert thread(spread).id == board.id
    assert "**1**" in told_in(spread, thread(spread))


async def test_where_nothing_is_left_to_hang_it_under_the_channel_is_told(spread: Table) -> None:
    await spread.gm.slash("round close")
    for message in spread.messages():
        spread.env.backend.delete_message(spread.channel.id, message.id)
    await called(spread, 1)
    assert spread.channel.threads == []
    assert "**1**" in told_in(spread)


@pytest.mark.parametrize("code", [10003, 50001, 50013, 50083])
async def test_a_thread_that_is_lost_is_left_and_nothing_else_is(spread: Table, code: int) -> None:
    await spread.gm.slash("round close")
    await called(spread, 1)
    made = thread(spread)
    path = f"/channels/{made.id}/messages"
    spread.env.inject_error("POST", path, status=404 if code == 10003 else 403, code=code, times=None)
    await called(spread, 3)
    assert "**3** Borin" in told_in(spread)
    spread.env.backend.faults.clear()
    await called(spread)
    here = told_in(spread)
    assert "the round is over" in here
    assert here.count("**3** Borin") == 1
    assert "**3** Borin" not in told_in(spread, made), "the rest of the round stays together"
    assert OVER not in here
    assert len([text for text in spread.gm.dm_texts if "is told in the channel" in text]) == 1
    await spread.open_round()
    await spread.gm.slash("round close")
    await called(spread)
    assert "Round 2 " in told_in(spread, thread(spread, 2)), "the next round has one again"


async def test_a_thread_that_was_really_deleted_is_left(spread: Table) -> None:
    await spread.gm.slash("round close")
    await called(spread, 1)
    spread.env.backend.delete_channel(thread(spread).id)
    await called(spread, 3)
    await spread.restart()
    await called(spread)
    assert "**3** Borin" in told_in(spread)
    assert "the round is over" in told_in(spread)


async def test_an_archived_thread_is_opened_again(spread: Table) -> None:
    await spread.gm.slash("round close")
    await called(spread, 1)
    made = thread(spread)
    spread.env.backend.edit_channel(made.id, {}, thread_metadata={"archived": True})
    await spread.env.settle()
    fail(spread, f"/channels/{made.id}/messages", code=50083)
    await called(spread, 3)
    assert "**3** Borin" in told_in(spread, made)
    archived = spread.env.backend.get_channel(made.id).thread_metadata
    assert archived is not None
    assert not archived.archived
    assert "is told in the channel" not in "\n".join(spread.gm.dm_texts)


async def test_one_that_cannot_be_opened_again_is_left(spread: Table) -> None:
    await spread.gm.slash("round close")
    await called(spread, 1)
    made = thread(spread)
    spread.env.backend.edit_channel(made.id, {}, thread_metadata={"archived": True, "locked": True})
    await spread.env.settle()
    fail(spread, f"/channels/{made.id}/messages", code=50083)
    fail(spread, f"/channels/{made.id}", code=50013, method="PATCH")
    await called(spread, 3)
    assert "**3** Borin" in told_in(spread)


async def test_between_the_parts_of_a_summary_a_lost_thread_loses_no_part(fight: Table) -> None:
    await wanted(fight)
    await wordy(fight)
    fail(fight, OPEN_THREAD, status=400, code=160004)
    await fight.gm.slash("round close")
    # The thread Discord speaks of is not there: each part is told in the channel.
    parts = [p for p in fight.posts() if "part" in p.partition("\n")[0]]
    assert len(parts) > 1
    assert f"part {len(parts)} of {len(parts)}" in parts[-1]


async def test_in_a_thread_the_option_changes_nothing_and_says_so(table: Table) -> None:
    made = table.env.backend.create_thread(table.channel.id, "the stairs", table.gm.member.id)
    table.env.backend.announce_thread_create(made)
    (stairs,) = table.channel.threads
    await table.gm.slash("encounter begin", stairs, time="90s")
    await table.mira.slash("join", stairs, name="Mira")
    assert "no threads in threads" in await wanted(table, stairs)
    await table.gm.slash("round open", stairs)
    await table.gm.slash("round close", stairs)
    assert "segment by segment" in told_in(table, stairs)
    assert threads_asked_for(table) == 0
    assert "is told in the channel" not in "\n".join(table.gm.dm_texts)


async def test_in_a_channel_without_threads_it_changes_nothing_and_says_so(table: Table) -> None:
    hall = table.guild.create_voice_channel("hall")
    await table.gm.slash("encounter begin", hall, time="90s")
    await table.mira.slash("join", hall, name="Mira")
    assert "channel of this kind" in await wanted(table, hall)
    await table.gm.slash("round open", hall)
    await table.gm.slash("round close", hall)
    assert "segment by segment" in told_in(table, hall)
    assert threads_asked_for(table) == 0


async def test_players_do_not_choose_it(fight: Table) -> None:
    answer = await fight.mira.slash("encounter settings", setting="round_threads", value="yes")
    assert answer.refused
    assert not (await fight.row()).options.round_threads


async def test_what_a_hidden_creature_does_makes_no_thread(spread: Table) -> None:
    await spread.gm.slash("round close")
    await called(spread)
    await spread.gm.slash("combatant add", name="Umbravex", hidden=True)
    await spread.open_round()
    lurks = {"as": "Umbravex", "action": "cast", "text": "darkness", "segments": 8, "target": "all"}
    await spread.declare(spread.gm, **lurks)
    await spread.gm.slash("round close")
    await called(spread, 2)
    assert [made.name for made in spread.channel.threads] == ["Round 1"]
    assert "Umbravex" not in told_in(spread)
