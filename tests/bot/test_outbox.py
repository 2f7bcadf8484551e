"""Saying what must be said when Discord stumbles: once, in order, and one table's trouble is its own."""

from __future__ import annotations

from simcord.builders import ChannelHandle

from tests.bot.table import Json, Table, presses, text_of


def refuse(
    table: Table, channel: ChannelHandle, *, status: int, code: int = 0, times: int | None = 1
) -> None:
    """Discord refuses so many posts to the channel."""
    path = f"/channels/{channel.id}/messages"
    table.env.inject_error("POST", path, status=status, code=code, times=times)


def count(table: Table, words: str) -> int:
    """How many posts have these words."""
    return sum(words in post for post in table.posts())


async def test_a_post_discord_stumbled_over_is_posted_once_and_in_its_place(declaring: Table) -> None:
    refuse(declaring, declaring.channel, status=500)
    # Shorter than the outbox's first wait, so that settling does not sit the retry out in real time.
    declaring.env.settle_timeout = 1.8
    await declaring.gm.slash("round close")
    assert count(declaring, "declarations are closed") == 0
    assert count(declaring, "segment by segment") == 0
    await declaring.advance(10)
    assert count(declaring, "declarations are closed") == 1
    posts = declaring.posts()
    assert "declarations are closed" in posts[-2] or "declarations are closed" in posts[-1]
    await declaring.advance(3600)
    assert count(declaring, "declarations are closed") == 1


async def test_a_channel_that_cannot_be_written_to_is_told_to_the_gm_once_and_caught_up_with(
    declaring: Table,
) -> None:
    refuse(declaring, declaring.channel, status=403, code=50013, times=2)
    await declaring.gm.slash("round close")
    await declaring.advance(30)
    assert count(declaring, "declarations are closed") == 1
    told = [text for text in declaring.gm.dm_texts if "Send Messages" in text]
    assert len(told) == 1
    assert str(declaring.channel.id) in told[0]


async def test_the_round_goes_on_though_the_channel_stays_closed(declaring: Table) -> None:
    refuse(declaring, declaring.channel, status=403, code=50001, times=None)
    await declaring.advance(91)
    assert (await declaring.row()).encounter.round.stage == "ended"
    assert not (await declaring.gm.slash("encounter status")).refused
    assert "closed" in declaring.mira.dm_texts[-1] or "closed" in " ".join(declaring.mira.dm_texts)


async def test_a_board_somebody_deleted_is_posted_again_while_people_declare(declaring: Table) -> None:
    board = declaring.board
    declaring.env.backend.delete_message(declaring.channel.id, board.id)
    await declaring.declare(declaring.mira, action="parry")
    assert declaring.board.id != board.id
    assert "Mira" in declaring.board_text.split("Waiting")[0]
    declaring.env.backend.delete_message(declaring.channel.id, declaring.board.id)
    await declaring.gm.slash("round close")
    shown = [declaring.components(message) for message in declaring.messages()]
    assert "mine" not in [press.verb for components in shown for press in presses(components)]


async def test_a_panel_somebody_deleted_is_sent_again_while_people_declare(declaring: Table) -> None:
    before = declaring.mira.panel
    declaring.env.backend.delete_message(declaring.mira.member.user.dm_channel.id, before.id)
    await declaring.declare(declaring.mira, action="parry")
    assert declaring.mira.panel.id != before.id
    assert "Sealed" in declaring.mira.panel_text


async def test_one_channels_failure_does_not_stop_another_table(declaring: Table) -> None:
    crypt = declaring.guild.create_text_channel("crypt")
    await declaring.gm.slash("encounter begin", crypt, time="90s")
    await declaring.mira.slash("join", crypt, name="Mirabel")
    await declaring.gm.slash("round open", crypt)
    refuse(declaring, declaring.channel, status=403, code=50001, times=None)
    await declaring.advance(95)
    assert any("declarations are closed" in post for post in declaring.posts(crypt))
    assert count(declaring, "declarations are closed") == 0


async def test_a_channel_that_is_gone_does_not_stop_another_table(declaring: Table) -> None:
    crypt = declaring.guild.create_text_channel("crypt")
    await declaring.gm.slash("encounter begin", crypt, time="90s")
    await declaring.mira.slash("join", crypt, name="Mirabel")
    await declaring.gm.slash("round open", crypt)
    declaring.env.backend.delete_channel(declaring.channel.id)
    await declaring.advance(95)
    assert any("declarations are closed" in post for post in declaring.posts(crypt))


async def test_one_players_direct_messages_failing_for_a_while_reach_them_later(fight: Table) -> None:
    refuse(fight, fight.mira.member.user.dm_channel, status=500)
    await fight.open_round()
    assert "Borin" in fight.borin.panel_text
    await fight.advance(5)
    assert "Mira" in fight.mira.panel_text
    assert len([t for t in fight.mira.dm_texts if "What will you do" in t]) == 1


async def test_what_could_not_be_said_before_a_restart_is_said_after_it_once(declaring: Table) -> None:
    refuse(declaring, declaring.channel, status=500, times=3)
    await declaring.gm.slash("round close")
    await declaring.restart(down=5)
    await declaring.advance(600)
    assert count(declaring, "declarations are closed") == 1


async def test_every_post_carries_a_nonce_discord_is_told_to_enforce(declaring: Table) -> None:
    posts: list[Json] = [
        request.json
        for request in declaring.env.http_requests
        if request.method == "POST" and request.path == f"/channels/{declaring.channel.id}/messages"
    ]
    assert posts
    for body in posts:
        assert body.get("nonce"), text_of(body["components"])
        assert body.get("enforce_nonce") is True
    assert len({body["nonce"] for body in posts}) == len(posts)


async def test_a_round_takes_a_bounded_number_of_posts(declaring: Table) -> None:
    before = len(declaring.messages())
    await declaring.all_declare()
    await declaring.advance(91)
    assert len(declaring.messages()) - before <= 2


async def test_where_no_file_may_be_attached_the_words_come_without_the_picture(called: Table) -> None:
    await called.all_declare()
    await called.gm.slash("round close")
    for segment in range(1, 11):
        if segment == 10:
            refuse(called, called.channel, status=403, code=50013)
        await called.gm.slash("round next")
    assert not any(m.attachments for m in called.messages())
    assert count(called, "the round is over") == 1
