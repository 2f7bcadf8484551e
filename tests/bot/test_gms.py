"""Who runs the fight: more than one GM, the fight handed over, and a GM who is gone."""

from __future__ import annotations

import discord
import pytest

from tests.bot.table import Person, Table, Typed, presses
from tests.bot.test_outbox import refuse
from tests.bot.test_presses import forged
from tests.bot.test_taking_back import redo, true, undo


async def change(table: Table, what: str, who: Person, by: Person | None = None) -> None:
    """Somebody changes who is GM, and may."""
    answer = await (by or table.gm).slash(f"encounter gm {what}", user=who.member)
    assert not answer.refused, answer.text
    assert answer.private


def verbs(person: Person) -> set[str]:
    """All that can be pressed in somebody's direct messages."""
    return {p.verb for message in person.dms for p in presses(person.table.components(message))}


async def gms(table: Table) -> tuple[str, ...]:
    """Who runs the fight, as stored."""
    return (await table.row()).encounter.gms


async def asked_about_a_blow(table: Table) -> None:
    """Borin casts, and the orc's blow on him waits for the GM."""
    await table.declare(table.borin, action="cast", text="Quench", segments=9, target="the door")
    await table.declare(table.gm, **{"as": "Orc 1", "action": "melee", "target": "Borin"})
    await table.gm.slash("round close")
    assert (await table.row()).encounter.round.questions


async def test_one_more_gm_is_told_to_all_sees_everything_and_may_do_everything(called: Table) -> None:
    await called.declare(called.mira, action="cast", text="Zephyr", segments=3, target="the dais")
    other = called.bystander
    assert "Zephyr" not in (await other.slash("encounter status")).text
    before = len(called.posts())
    await change(called, "add", other)
    assert len(called.posts()) == before + 1
    assert f"<@{other.id}>" in called.posts()[-1]
    assert "\n" not in called.posts()[-1]
    assert any("Zephyr" in text for text in other.dm_texts), "the console comes by itself"
    assert "act" in verbs(other), "and the panel for the GM's creatures"
    assert "Zephyr" in (await other.slash("encounter status")).text
    for person in (called.kesh, other):
        status = (await person.slash("encounter status")).text
        assert f"<@{called.gm.id}>" in status
        assert f"<@{other.id}>" in status
    await called.restart()
    assert not (await other.slash("round close")).refused
    assert "next" in verbs(other)
    await called.gm.slash("round next")
    await true(called)


async def test_a_new_gm_is_asked_what_the_round_waits_for(declaring: Table) -> None:
    await asked_about_a_blow(declaring)
    other = declaring.bystander
    assert "judge" not in verbs(other)
    await change(declaring, "add", other)
    assert "judge" in verbs(other)
    question = next(m for m in other.dms if "judge" in {p.verb for p in presses(declaring.components(m))})
    extra = next(p.extra for p in presses(declaring.components(question)) if p.verb == "judge")
    assert not (await other.press(question, "judge", extra)).refused
    assert not (await declaring.row()).encounter.round.questions


async def test_the_fight_handed_over_is_the_others_alone(called: Table) -> None:
    await called.gm.slash("combatant add", name="Umbravex", hidden=True)
    await called.gm.slash("round close")
    other = called.bystander
    old = [m for m in called.gm.dms if "next" in {p.verb for p in presses(called.components(m))}]
    assert old
    next_id = next(str(p) for p in presses(called.components(old[-1])) if p.verb == "next")
    await change(called, "hand-over", other)
    assert await gms(called) == (other.id,)
    assert f"<@{other.id}>" in called.posts()[-1]
    assert "next" not in {p.verb for p in presses(called.components(old[-1]))}
    assert "Umbravex" not in "".join(called.gm.dm_texts[-1:])
    pressed = await forged(called.gm, next_id)
    assert pressed.refused
    assert pressed.private
    assert "Umbravex" not in (await called.gm.slash("encounter status")).text
    assert (await called.gm.slash("round next")).refused
    assert not (await other.slash("round next")).refused


async def test_changing_gms_is_taken_back_and_brought_back(declaring: Table) -> None:
    other = declaring.bystander
    await change(declaring, "add", other)
    await undo(declaring)
    assert await gms(declaring) == (declaring.gm.id,)
    assert "Correction" in declaring.posts()[-1]
    assert not {"pause", "close"} & verbs(other)
    await true(declaring)
    await redo(declaring)
    assert await gms(declaring) == (declaring.gm.id, other.id)
    await true(declaring)
    await declaring.restart()
    await change(declaring, "remove", declaring.gm, other)
    assert (await declaring.gm.slash("encounter undo")).refused
    asked = await other.slash("encounter undo")
    await other.press(asked.message, "undone")
    assert await gms(declaring) == (declaring.gm.id, other.id)
    await true(declaring)


async def test_a_hand_over_while_a_blow_is_in_question_taken_back_asks_the_former_gm_again(
    declaring: Table,
) -> None:
    await asked_about_a_blow(declaring)
    other = declaring.bystander
    await change(declaring, "hand-over", other)
    asked = await other.slash("encounter undo")
    before = len(declaring.gm.dms)
    await other.press(asked.message, "undone")
    new = declaring.gm.dms[before:]
    assert any("judge" in {p.verb for p in presses(declaring.components(m))} for m in new)


async def test_the_last_gm_stays_and_only_gms_change_who_is(declaring: Table) -> None:
    gm, mira, other = declaring.gm, declaring.mira, declaring.kesh
    robot = declaring.person("robot")
    declaring.env.backend.get_user(robot.member.id).bot = True
    posts = declaring.posts()
    tries: tuple[tuple[Person, str, Typed], ...] = (
        (mira, "add", mira.member),
        (mira, "remove", gm.member),
        (mira, "hand-over", mira.member),
        (other, "hand-over", mira.member),
        (gm, "remove", gm.member),
        (gm, "remove", mira.member),
        (gm, "add", gm.member),
        (gm, "hand-over", gm.member),
        (gm, "add", robot.member),
        (gm, "hand-over", robot.member),
    )
    for person, what, user in tries:
        answer = await person.slash(f"encounter gm {what}", user=user)
        assert answer.refused, (what, answer.text)
        assert answer.private
    assert await gms(declaring) == (gm.id,)
    assert declaring.posts() == posts


async def test_where_every_gm_has_left_the_server_who_manages_it_names_one(called: Table) -> None:
    role = called.guild.create_role("steward", permissions=discord.Permissions(manage_guild=True))
    user = called.env.create_user("steward")
    steward = Person(called, called.guild.add_member(user, roles=[role]))
    assert (await steward.slash("encounter gm add", user=steward.member)).refused, "there is a GM"
    called.guild.remove_member(called.gm.member)
    assert (await called.mira.slash("encounter gm add", user=called.mira.member)).refused
    for what in ("remove", "hand-over"):
        assert (await steward.slash(f"encounter gm {what}", user=called.mira.member)).refused
    await change(called, "add", called.bystander, steward)
    assert await gms(called) == (called.bystander.id,)
    assert (await steward.slash("round close")).refused
    assert not (await called.bystander.slash("round close")).refused


async def test_a_gm_who_left_is_taken_off_by_the_other(called: Table) -> None:
    await change(called, "add", called.bystander)
    gone = called.gm
    called.guild.remove_member(gone.member)
    row = await called.row()
    assert gone.id in row.encounter.gms
    answer = await called.bystander.slash("encounter gm remove", user=gone.member.user)
    assert not answer.refused
    assert await gms(called) == (called.bystander.id,)


async def test_the_channel_is_not_called_for_help_while_another_gm_can_be_asked(declaring: Table) -> None:
    await change(declaring, "add", declaring.bystander)
    dm = declaring.gm.member.user.dm_channel
    refuse(declaring, dm, status=403, code=50007, times=None)
    await asked_about_a_blow(declaring)
    assert not any("I cannot send you direct messages" in post for post in declaring.posts())
    assert "judge" in verbs(declaring.bystander)


@pytest.mark.parametrize("play", ["automatic", "called"])
async def test_who_is_gm_no_more_sees_what_any_player_sees(table: Table, play: str) -> None:
    await table.begin(play=play)
    await table.gm.slash("combatant add", name="Umbravex", hidden=True)
    await table.open_round()
    await change(table, "hand-over", table.bystander)
    await table.declare(table.mira, action="cast", text="Zephyr", segments=3, target="the dais")
    for looking in ("encounter status", "encounter log", "combatant list"):
        text = (await table.gm.slash(looking)).text
        assert "Umbravex" not in text
        assert "Zephyr" not in text
    assert (await table.gm.slash("encounter export")).refused
    assert not any("Umbravex" in text for text in table.gm.dm_texts)
