"""What was unclear to whoever looked at the pictures for the first time, and how it is said now."""

from __future__ import annotations

from bot.narration.plans import slot_line
from bot.narration.words import Names
from rules import GAMEMASTER
from tests.bot.table import Person, Table
from tests.bot.test_doctoring import channel_without


async def said(person: Person, command: str, **options: object) -> str:
    """What a command that is accepted answers."""
    answer = await person.slash(command, **options)
    assert not answer.refused, answer.text
    return answer.text


async def test_what_is_done_says_who_did_it_and_says_it_once(called: Table) -> None:
    await called.all_declare()
    await called.gm.slash("round close")
    told = await said(called.gm, "round down", combatant="Mira")
    assert told == "✅ Mira is down · Mira does not finish doing “listens”."


async def test_several_hidden_creatures_are_they(fight: Table) -> None:
    assert "nothing of them yet" in await said(
        fight.gm, "combatant add", name="Rat", count=2, hidden=True, weapons="bite 2"
    )
    assert "nothing of it yet" in await said(fight.gm, "combatant add", name="Cat", hidden=True)


async def test_news_begin_with_a_capital_though_an_alias_does_not(fight: Table) -> None:
    await said(fight.gm, "combatant add", name="Duke Vane", alias="the robed figure")
    assert fight.posts()[-1].startswith("The robed figure joins the fight")


async def test_what_two_permissions_are_for_is_said_once_with_both(table: Table) -> None:
    where = channel_without(table, "create_public_threads", "send_messages_in_threads")
    await table.gm.slash("encounter begin", where)
    set_ = await table.gm.slash("encounter settings", where, setting="round_threads", value="yes")
    doctor = await table.gm.slash("doctor", where)
    for text in (set_.text, doctor.text):
        assert text.count("told in the channel") == 1
        assert "*Create Public Threads* and *Send Messages in Threads*" in text
    assert "1 thing to see to" in doctor.text


async def test_a_setting_of_one_is_in_the_singular_and_none_has_no_unit(fight: Table) -> None:
    text = await said(fight.gm, "encounter settings")
    assert "`surprise_segments` 1 segment ·" in text
    assert "`delay_fixed` none ·" in text


async def test_an_edit_shows_what_the_creature_has_now(fight: Table) -> None:
    text = await said(fight.mira, "combatant edit", combatant="Mira", speed="90 ft")
    assert "Speed 90 ft a round" in text


async def test_who_is_away_reads_what_each_order_does_and_is_spoken_to(fight: Table) -> None:
    text = await said(fight.mira, "excuse")
    assert "**On guard:** Mira takes no action" in text
    assert "**Same as last round:** Mira does again" in text
    assert "Until you declare again" in await said(fight.mira, "excuse", order="guard")
    assert "Until its player declares again" in await said(
        fight.gm, "excuse", combatant="Borin", order="guard"
    )


async def test_a_close_with_a_grace_time_says_that_it_is_not_too_late(fight: Table) -> None:
    await said(fight.gm, "encounter settings", setting="grace_seconds", value="600")
    await said(fight.gm, "encounter settings", setting="delay_fixed", value="2")
    await fight.open_round()
    await fight.gm.slash("round close")
    close = next(post for post in fight.posts() if "declarations are closed" in post)
    assert "Grace time" in close
    assert "/declare" in close
    assert "Declaring now would start in segment 3" in close


async def test_what_runs_into_the_next_round_names_both_segments(called: Table) -> None:
    await called.declare(called.mira, action="cast", text="summon", segments=14, target="the altar")
    await called.gm.slash("round close")
    row = await called.row()
    plan = row.encounter.plan(await called.id("Mira"))
    assert plan is not None
    line = slot_line(plan.slots[0], Names(row.encounter, GAMEMASTER))
    assert line.endswith("segment 1 to segment 4 of the next round")


async def test_a_rule_says_in_words_what_it_rests_on(fight: Table) -> None:
    text = await said(fight.mira, "rules", query="S-21")
    assert "From the documents; numbers: our default." in text
    assert "“You”" not in text, "S-21 speaks to nobody"
    assert "“You” is the GM" in await said(fight.mira, "rules", query="you")


async def test_what_is_taken_back_is_named_and_not_counted(fight: Table) -> None:
    await fight.open_round()
    await fight.gm.slash("round close")
    text = await said(fight.gm, "encounter undo")
    assert "This takes back: **the close of declarations" in text
    assert "things" not in text


async def test_an_answered_question_keeps_the_name_of_who_asked(fight: Table) -> None:
    await fight.open_round()
    await said(fight.mira, "ask", question="Is it dark?")
    asked = fight.gm.dms[-1]
    form = await fight.gm.press(asked, "reply")
    answered = await fight.gm.fill(form, words="Very.")
    assert "**Mira** asks: Is it dark?" in answered.text
    assert "Very." in answered.text
