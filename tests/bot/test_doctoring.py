"""/doctor: one private answer about what will not work in the channel, before the fight."""

from __future__ import annotations

import discord
import pytest
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType

from bot.narration.checkup import AT_LENGTH, PLAIN, messages
from bot.narration.needs import Place, needs
from bot.options import Options
from bot.render import TEXT_LIMIT
from tests.bot.conftest import Opener
from tests.bot.table import Answer, Person, Table, Typed

CALM = {"early_close_seconds": 3600}


async def asked(person: Person, where: ChannelHandle | None = None) -> Answer:
    answer = await person.slash("doctor", where)
    assert answer.private
    assert not answer.refused, answer.text
    return answer


def channel_without(table: Table, *denied: str) -> ChannelHandle:
    """A channel in which the bot may not do these things."""
    assert table.env.bot.user is not None
    kept = discord.PermissionOverwrite(**dict.fromkeys(denied, False))
    return table.guild.create_text_channel("elsewhere", overwrites={table.env.bot.user: kept})


def thread_in(table: Table, parent: ChannelHandle, **more: Typed) -> ChannelHandle:
    made = table.env.backend.create_thread(parent.id, "the stairs", table.gm.member.id, **more)
    return next(thread for thread in parent.threads if thread.id == made.id)


async def test_where_all_is_well_the_answer_is_short(fight: Table) -> None:
    text = (await asked(fight.gm)).text
    assert "All is well" in text
    assert "❌" not in text
    assert "❕" not in text
    assert len(text) < 700
    for name in ("Mira", "Borin", "Kesh"):
        assert name in text.split("reach")[1].split("\n")[0]
    assert "90 seconds" in text or "1 minute 30 seconds" in text
    assert "UTC" in text


@pytest.mark.parametrize("thread", [False, True])
async def test_each_permission_that_is_missing_is_named_with_what_is_lost_without_it(
    table: Table, thread: bool
) -> None:
    for need in needs(Place(frozenset(), thread=thread), Options()):
        if need.key == "view_channel":
            continue  # Where the bot sees nothing, Discord lets nobody command it in a test either.
        where = channel_without(table, need.key)
        if thread:
            where = thread_in(table, where)
        text = (await asked(table.gm, where)).text
        assert need.lost in text
        assert f"*{need.name}*" in text
        assert "1 thing to see to" in text
        assert ("❌" if need.verdict == "wrong" else "❕") in text


@pytest.mark.parametrize("whom", ["me", "the role", "everyone", ""])
async def test_it_is_said_to_whom_the_channel_denies_what_is_missing(table: Table, whom: str) -> None:
    bot, no = table.env.bot.user, discord.PermissionOverwrite(attach_files=False)
    assert bot is not None
    role = table.guild.roles[bot.name]
    everyone = table.guild.default_role
    match whom:
        case "me":
            # Of the three that deny it this is the one that counts: with it gone, the others would.
            where = table.guild.create_text_channel("a", overwrites={bot: no, role: no, everyone: no})
        case "the role":
            where = table.guild.create_text_channel("a", overwrites={role: no, everyone: no})
        case "everyone":
            where = table.guild.create_text_channel("a", overwrites={everyone: no})
        case _:
            where = table.guild.create_text_channel("a")
            backend, files = table.env.backend, discord.Permissions(attach_files=True).value
            for one in (role, everyone):
                kept = backend.get_role(table.guild.id, one.id).permissions & ~files
                backend.edit_role(table.guild.id, one.id, {"permissions": kept})
            await table.env.settle()
    text = (await asked(table.gm, where)).text
    assert "*Attach Files*" in text
    assert (f"denied to {whom}" if whom else "No role of mine has it") in text
    assert ("denied" in text) is bool(whom)


async def test_a_channel_the_bot_cannot_see_is_told_of(table: Table) -> None:
    text = (await asked(table.gm, channel_without(table, "view_channel"))).text
    assert "*View Channel*" in text


async def test_in_a_thread_what_counts_is_writing_in_threads(table: Table) -> None:
    only_channels = thread_in(table, channel_without(table, "send_messages_in_threads"))
    only_threads = thread_in(table, channel_without(table, "send_messages"))
    assert "Send Messages in Threads" in (await asked(table.gm, only_channels)).text
    assert "All is well" in (await asked(table.gm, only_threads)).text


async def test_a_locked_thread_and_one_the_bot_is_not_in_are_told_of(table: Table) -> None:
    where = channel_without(table, "manage_threads")
    locked = thread_in(table, where)
    table.env.backend.edit_channel(locked.id, {}, thread_metadata={"locked": True})
    await table.env.settle()
    assert "locked" in (await asked(table.gm, locked)).text
    private = thread_in(table, where, type=ChannelType.PRIVATE_THREAD)
    assert "Mention me" in (await asked(table.gm, private)).text


async def test_the_picture_is_missed_only_where_it_is_wanted(table: Table) -> None:
    where = channel_without(table, "attach_files")
    await table.gm.slash("encounter begin", where)
    assert "picture" in (await asked(table.gm, where)).text
    await table.gm.slash("encounter settings", where, setting="picture", value="no")
    assert "All is well" in (await asked(table.gm, where)).text


async def test_whom_direct_messages_do_not_reach_is_known_from_the_last_one(fight: Table) -> None:
    dm = fight.kesh.member.user.dm_channel.id
    fight.env.inject_error("POST", f"/channels/{dm}/messages", status=403, code=50007, times=None)
    await fight.open_round()
    text = (await asked(fight.gm)).text
    (line,) = [line for line in text.split("\n") if "refused" in line]
    assert f"<@{fight.kesh.id}> (Kesh)" in line
    assert "My declaration" in line
    assert "Kesh" not in text.split("reach")[1].split("\n")[0]
    fight.env.backend.faults.clear()
    await fight.gm.slash("round close")
    await fight.open_round()
    assert "refused" not in (await asked(fight.gm)).text


async def test_a_refusal_at_joining_is_known_before_the_first_round(table: Table) -> None:
    await table.gm.slash("encounter begin")
    dm = table.mira.member.user.dm_channel.id
    table.env.inject_error("POST", f"/channels/{dm}/messages", status=403, code=50007)
    assert "📵" in (await table.mira.slash("join", name="Mira")).text
    assert "(Mira) was refused" in (await asked(table.gm)).text


async def test_who_was_never_written_to_is_not_vouched_for(table: Table) -> None:
    await table.gm.slash("encounter begin")
    before = len(table.env.http_requests)
    await table.gm.slash("combatant add", name="Sten", seat=table.kesh.member)
    text = (await asked(table.gm)).text
    assert f"Not tried yet with <@{table.kesh.id}> (Sten)" in text
    assert not any("/users/@me/channels" in r.path for r in table.env.http_requests[before:])


async def test_a_gm_who_takes_no_messages_is_told_where_questions_are(called: Table) -> None:
    dm = called.gm.member.user.dm_channel.id
    called.env.inject_error("POST", f"/channels/{dm}/messages", status=403, code=50007, times=None)
    await called.gm.slash("round close")
    text = (await asked(called.gm)).text
    assert f"the GM, <@{called.gm.id}>" in text
    assert "/encounter status" in text


async def test_what_the_channel_was_not_told_is_counted(declaring: Table) -> None:
    path = f"/channels/{declaring.channel.id}/messages"
    declaring.env.inject_error("POST", path, status=403, code=50013)
    # Shorter than the outbox's first wait, so that settling does not sit the retry out in real time.
    declaring.env.settle_timeout = 1.8
    await declaring.gm.slash("round close")
    assert "could not be delivered" in (await asked(declaring.gm)).text
    await declaring.gm.slash("encounter resend")
    assert "could not be delivered" not in (await asked(declaring.gm)).text


async def test_the_clock_is_told_at_a_glance(open_table: Opener) -> None:
    table = await open_table(**CALM)
    await table.begin(time="36h")
    for setting, value in (
        ("time_zone", "Tokyo"), ("quiet_from", "0:00"), ("quiet_to", "23:59"), ("reminder_share", "80"),
    ):  # fmt: skip
        await table.gm.slash("encounter settings", setting=setting, value=value)
    text = (await asked(table.gm)).text
    assert "1 day 12 hours" in text
    assert "80 %" in text
    assert "Asia/Tokyo" in text
    assert "it is quiet now" in text
    await table.gm.slash("encounter settings", setting="reminder_share", value="0")
    await table.open_round()
    text = (await asked(table.gm)).text
    assert "no reminder" in text
    assert "closes <t:" in text
    await table.gm.slash("round pause")
    assert "stands still" in (await asked(table.gm)).text


async def test_only_the_gm_hears_of_the_fight_and_who_mends_the_channel_of_the_channel(fight: Table) -> None:
    await fight.gm.slash("combatant add", name="Umbravex", hidden=True)
    for person in (fight.mira, fight.bystander):
        answer = await person.slash("doctor")
        assert answer.private
        assert answer.refused
        assert "GM" in answer.text
    role = fight.guild.create_role("mender", permissions=discord.Permissions(manage_channels=True))
    mender = Person(fight, fight.guild.add_member(fight.env.create_user("mender"), roles=[role]))
    text = (await asked(mender)).text
    assert "All is well" in text
    for secret in ("Mira", "creature", "UTC", "<@"):
        assert secret not in text
    before = (await asked(fight.gm)).text
    assert "6 creatures" in before


async def test_before_a_fight_and_after_it_anybody_may_ask(fight: Table) -> None:
    elsewhere = channel_without(fight, "send_messages")
    assert "*Send Messages*" in (await asked(fight.mira, elsewhere)).text
    await fight.gm.press((await fight.gm.slash("encounter end")).message, "end")
    text = (await asked(fight.mira)).text
    assert "All is well" in text
    assert "Borin" not in text


async def test_the_usual_size_is_what_a_plain_round_takes_and_the_most_holds_at_length(
    open_table: Opener,
) -> None:
    table = await open_table(**CALM)
    await table.begin(time="2h")
    await table.gm.slash("encounter settings", setting="breaking_off", value="allow")
    await table.gm.slash("combatant add", name="Rat", count=7, naming="letters")
    assert "12 creatures: 1 message; 5 if" in (await asked(table.gm)).text
    await table.open_round()
    await table.all_declare()
    await table.gm.slash("round close")
    assert len(story(table)) == messages(12, TEXT_LIMIT, PLAIN) == 1
    await table.open_round()
    long = "x" * 299
    for who in (await table.row()).encounter.combatants:
        asker = next((p for p in (table.mira, table.borin, table.kesh) if p.id == who.seat), table.gm)
        await table.declare(
            asker, **{"as": who.id},
            action="other", text=long, segments=4, move=f"10 ft {'y' * 90}", minors=f"shout {'z' * 190}",
        )  # fmt: skip
    await table.gm.slash("round close")
    written = [text for text in story(table) if "Round 2" in text]
    assert 1 < len(written) <= messages(12, TEXT_LIMIT, AT_LENGTH)


def story(table: Table) -> list[str]:
    return [post for post in table.posts() if "segment by segment" in post]


async def test_in_called_play_there_is_a_message_for_each_segment(called: Table) -> None:
    assert "a message for each segment" in (await asked(called.gm)).text
