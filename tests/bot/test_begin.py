"""Beginning a fight, who is in it, and ending it."""

from __future__ import annotations

import pytest

from tests.bot.table import Json, Table


async def test_a_fight_begins_in_public_and_its_status_is_private(table: Table) -> None:
    begun = await table.gm.slash("encounter begin")
    assert not begun.private
    assert "fight" in table.posts()[0]
    for person in (table.gm, table.mira, table.bystander):
        assert (await person.slash("encounter status")).private


async def test_a_second_fight_in_the_same_channel_is_refused_with_a_sentence(table: Table) -> None:
    await table.gm.slash("encounter begin")
    again = await table.mira.slash("encounter begin")
    assert again.refused
    assert again.private
    assert "/encounter end" in again.text
    assert len(table.posts()) == 1


@pytest.mark.parametrize("time", ["soon", "3s", "90", "20d", "-5s"])
async def test_a_time_that_cannot_be_used_is_answered_with_what_can(table: Table, time: str) -> None:
    refused = await table.gm.slash("encounter begin", time=time)
    assert refused.refused
    assert "90s" in refused.text
    assert table.posts() == []


async def test_where_there_is_no_fight_every_command_says_how_to_begin_one(table: Table) -> None:
    for name, options in (
        ("encounter status", {}),
        ("encounter end", {}),
        ("join", {"name": "Mira"}),
        ("combatant list", {}),
        ("round open", {}),
        ("declare", {}),
        ("withdraw", {}),
    ):
        answer = await table.mira.slash(name, **options)
        assert "/encounter begin" in answer.text, name


async def test_two_channels_hold_two_fights_that_do_not_mix(table: Table) -> None:
    crypt = table.guild.create_text_channel("crypt")
    for channel, player, name in ((table.channel, table.mira, "Mira"), (crypt, table.kesh, "Kesh")):
        await table.gm.slash("encounter begin", channel, time="90s")
        await player.slash("join", channel, name=name)
        await table.gm.slash("combatant add", channel, name="Orc")
        await table.gm.slash("round open", channel)
    await table.declare(table.mira, action="other", text="listens", segments=2)
    assert "Mira" in table.board_text
    assert "Kesh" not in " ".join(table.posts())
    assert "Mira" not in " ".join(table.posts(crypt))
    await table.gm.slash("round close")
    assert (await table.row()).encounter.round.stage == "ended"
    assert (await table.row(crypt)).encounter.round.stage == "declaring"
    await table.advance(91)
    assert (await table.row(crypt)).encounter.round.stage == "ended"


async def test_a_thread_holds_a_fight_of_its_own(declaring: Table) -> None:
    backend = declaring.env.backend
    made = backend.create_thread(declaring.channel.id, "the stairs", declaring.gm.member.id)
    backend.announce_thread_create(made)
    (thread,) = declaring.channel.threads
    assert not (await declaring.gm.slash("encounter begin", thread, time="90s")).refused
    await declaring.bystander.slash("join", thread, name="Sten")
    await declaring.gm.slash("round open", thread)
    assert any("Sten" in post and "Waiting" in post for post in declaring.posts(thread))
    assert "Sten" not in " ".join(declaring.posts())
    assert "Sten" in declaring.bystander.panel_text


async def test_a_gm_may_play_a_character_beside_the_creatures(fight: Table) -> None:
    assert not (await fight.gm.slash("join", name="Gandor")).refused
    await fight.open_round()
    assert {"Gandor", "2 × Orc"} <= set(await fight.gm.typing("declare", "as"))
    await fight.declare(fight.gm, **{"as": "Gandor", "action": "parry"})
    assert "Gandor" in fight.board_text.split("Waiting")[0]
    assert "the GM" in fight.board_text.split("Waiting")[1]


async def test_only_the_gm_ends_a_fight_and_is_asked_once_more(fight: Table) -> None:
    refused = await fight.mira.slash("encounter end")
    assert refused.refused
    asked = await fight.gm.slash("encounter end")
    assert asked.private
    assert not (await fight.row()).encounter.over
    done = await fight.gm.press(asked.message, "end")
    assert "over" in done.text
    assert "over" in fight.posts()[-1]
    begun = await fight.mira.slash("encounter begin")
    assert not begun.refused, begun.text


async def test_ending_a_fight_while_declaring_closes_the_panels_and_says_nothing_of_what_was_sealed(
    declaring: Table,
) -> None:
    await declaring.declare(declaring.mira, action="cast", text="sleep", segments=3, target="the altar")
    panel = declaring.mira.panel
    asked = await declaring.gm.slash("encounter end")
    await declaring.gm.press(asked.message, "end")
    assert "over" in declaring.posts()[-1]
    assert "sleep" not in " ".join(declaring.posts())
    assert "[Change]" not in declaring.mira.dm_texts[-1]
    assert declaring.components(panel) is not None
    await declaring.advance(600)
    assert "over" in declaring.posts()[-1]


# --- joining --------------------------------------------------------------------------------------------


async def test_a_bare_number_as_speed_is_asked_about_and_inches_are_taken(table: Table) -> None:
    await table.gm.slash("encounter begin")
    asked = await table.mira.slash("join", name="Mira", speed="12")
    assert asked.refused
    assert '12"' in asked.text
    assert "12 ft" in asked.text
    joined = await table.mira.slash("join", name="Mira", speed='12"')
    assert "120 ft" in joined.text


@pytest.mark.parametrize("weapons", ["5", "axe 99", ", ".join(f"axe {c}" for c in "abcdefghijklm")])
async def test_weapons_that_cannot_be_read_are_refused_with_an_example(table: Table, weapons: str) -> None:
    await table.gm.slash("encounter begin")
    refused = await table.mira.slash("join", name="Mira", weapons=weapons)
    assert refused.refused
    assert "long sword 5" in refused.text
    assert "Mira" not in " ".join(table.posts())


async def test_joining_twice_is_refused_and_a_name_is_taken_once(table: Table) -> None:
    await table.gm.slash("encounter begin")
    await table.mira.slash("join", name="Mira")
    assert "/combatant edit" in (await table.mira.slash("join", name="Mirabel")).text
    taken = await table.borin.slash("join", name="mira")
    assert taken.refused
    assert "mira" in taken.text
    assert not (await table.borin.slash("join", name="Borin")).refused


async def test_joining_opens_the_direct_message_to_declare_in(table: Table) -> None:
    await table.gm.slash("encounter begin")
    joined = await table.mira.slash("join", name="Mira")
    assert joined.private
    assert "direct message" in joined.text
    assert "Mira" in table.mira.dm_texts[0]
    assert "Mira joins" in table.post("Mira joins")


async def test_who_takes_no_direct_messages_is_told_how_and_can_play_all_the_same(table: Table) -> None:
    await table.gm.slash("encounter begin")
    table.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
    joined = await table.mira.slash("join", name="Mira")
    assert not joined.refused
    assert "Privacy Settings" in joined.text
    assert "My declaration" in joined.text


async def test_a_name_is_shown_as_typed_whatever_is_in_it(table: Table) -> None:
    await table.gm.slash("encounter begin")
    await table.mira.slash("join", name="**Mi_ra** @everyone `x`")
    post = table.post("joins")
    assert "**Mi" not in post.replace("\\*\\*Mi", "")
    for request in table.env.http_requests:
        if request.method in ("POST", "PATCH") and request.path.startswith("/channels/"):
            body: Json = request.json
            assert body["allowed_mentions"] == {"parse": []}, request


# --- creatures ------------------------------------------------------------------------------------------


async def test_a_group_is_numbered_and_goes_on_where_numbers_are_taken(fight: Table) -> None:
    more = await fight.gm.slash("combatant add", name="Orc", count=2)
    assert "Orc 3 and Orc 4" in more.text
    single = await fight.gm.slash("combatant add", name="Ogre", side="Foes", speed='9"')
    assert "Ogre (foes)" in single.text


async def test_players_add_remove_and_engage_nobody_else(fight: Table) -> None:
    for name, options in (
        ("combatant add", {"name": "Dragon"}),
        ("combatant remove", {"combatant": "Orc 1"}),
        ("combatant engage", {"combatant": "Mira", "foe": "Orc 2"}),
        ("combatant disengage", {"combatant": "Borin", "foe": "Orc 1"}),
        ("combatant edit", {"combatant": "Orc 1", "speed": "10 ft"}),
        ("combatant edit", {"combatant": "Mira", "side": "foes"}),
        ("combatant edit", {"combatant": "Mira", "hidden": True}),
        ("combatant edit", {"combatant": "Borin", "name": "Boring"}),
    ):
        before = (await fight.row()).encounter
        answer = await fight.mira.slash(name, **options)
        assert answer.refused, (name, options, answer.text)
        assert (await fight.row()).encounter == before


async def test_a_player_edits_the_own_character_and_the_gm_everything(fight: Table) -> None:
    assert not (await fight.mira.slash("combatant edit", combatant="Mira", weapons="staff 4")).refused
    assert not (
        await fight.gm.slash("combatant edit", combatant="Orc 2", name="Grish", side="chiefs")
    ).refused
    listed = (await fight.mira.slash("combatant list")).text
    assert "Grish" in listed
    assert "chiefs" in listed
    assert "Orc 2" not in listed


async def test_a_seat_can_be_given_to_another_player_and_taken_back(fight: Table) -> None:
    given = await fight.gm.slash("combatant edit", combatant="Orc 2", seat=fight.kesh.member)
    assert not given.refused
    assert fight.kesh.id == (await fight.row()).encounter.combatant(await fight.id("Orc 2")).seat
    await fight.gm.slash("combatant edit", combatant="Orc 2", unseat=True)
    assert (await fight.row()).encounter.combatant(await fight.id("Orc 2")).seat is None


async def test_engaging_and_disengaging_show_in_the_channel_and_in_the_list(fight: Table) -> None:
    assert "melee" in fight.post("Orc 1", "Borin")
    assert (await fight.gm.slash("combatant engage", combatant="Orc 1", foe="Borin")).refused
    await fight.gm.slash("combatant disengage", combatant="Borin", foe="Orc 1")
    assert "⚔️" not in (await fight.mira.slash("combatant list")).text
    assert "out of melee" in fight.posts()[-1]


async def test_a_hidden_creature_is_in_no_players_list_and_in_no_post(fight: Table) -> None:
    before = fight.posts()
    added = await fight.gm.slash("combatant add", name="Lurker", hidden=True)
    assert "Lurker" in added.text
    assert fight.posts() == before
    for person in (fight.mira, fight.bystander):
        assert "Lurker" not in (await person.slash("combatant list")).text
    assert "Lurker" in (await fight.gm.slash("combatant list")).text
    unknown = await fight.mira.slash("combatant remove", combatant="Lurker")
    made_up = await fight.mira.slash("combatant remove", combatant="Nobody")
    assert unknown.text.replace("Lurker", "Nobody") == made_up.text
    await fight.gm.slash("combatant edit", combatant="Lurker", hidden=False)
    assert "Lurker" in (await fight.mira.slash("combatant list")).text
    assert "Lurker" in fight.posts()[-1]


async def test_a_player_can_leave_by_removing_the_own_character(fight: Table) -> None:
    assert not (await fight.kesh.slash("combatant remove", combatant="Kesh")).refused
    assert "Kesh" not in (await fight.mira.slash("combatant list")).text
    assert "Kesh leaves" in fight.posts()[-1]


async def test_a_list_longer_than_a_message_is_still_answered(table: Table) -> None:
    await table.gm.slash("encounter begin")
    for name in ("Goblin" + "x" * 50, "Kobold" + "y" * 50):
        added = await table.gm.slash("combatant add", name=name, count=50)
        assert not added.refused, added.text
    listed = await table.mira.slash("combatant list")
    assert "Goblin" in listed.text
    assert "Kobold" in listed.text
    await table.open_round()
    await table.advance(200)
    for person in (table.gm, table.mira):
        assert not (await person.slash("encounter status")).refused
