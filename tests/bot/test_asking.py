"""A question to the GM: private, kept, answered with a button, and no loss of time for who asks (K-9)."""

from __future__ import annotations

from datetime import datetime

from tests.bot.table import Person, Shown, Table, presses
from tests.bot.test_presses import forged


def asked(gm: Person) -> Shown:
    """The newest question in the GM's direct messages."""
    table = gm.table
    return next(m for m in reversed(gm.dms) if any(p.verb == "reply" for p in presses(table.components(m))))


async def reply(gm: Person, words: str) -> None:
    """The GM answers the newest question."""
    form = await gm.press(asked(gm), "reply")
    assert not (await gm.fill(form, words=words)).refused


async def deadline(table: Table) -> datetime:
    """When declarations close."""
    found = (await table.row()).deadline
    assert found is not None
    return found


async def test_a_question_goes_to_the_gm_alone_and_its_answer_to_who_asked(declaring: Table) -> None:
    posts = len(declaring.posts())
    told = await declaring.mira.slash("ask", question="Zapple near the altar?")
    assert told.private
    assert not told.refused
    assert "Zapple" in declaring.gm.dm_texts[-1]
    assert "Mira" in declaring.gm.dm_texts[-1]
    await declaring.restart()
    await reply(declaring.gm, "Two Zapples, ten feet off")
    assert "ten feet off" in declaring.mira.dm_texts[-1]
    assert "ten feet off" in (await declaring.mira.slash("ask")).text
    assert "Zapple" not in (await declaring.borin.slash("ask")).text
    for person in (declaring.borin, declaring.kesh):
        assert not [text for text in person.dm_texts if "Zapple" in text]
    assert len(declaring.posts()) == posts
    assert not [post for post in declaring.posts() if "Zapple" in post or "asks" in post]
    assert not [p for p in presses(declaring.components(declaring.gm.dms[-1])) if p.verb == "reply"]


async def test_who_asks_has_as_much_time_after_the_answer_as_before_the_question(declaring: Table) -> None:
    before = await deadline(declaring)
    form = await declaring.mira.press(declaring.board, "ask")
    assert not (await declaring.mira.fill(form, words="Is it dark?")).refused
    assert (await deadline(declaring) - before).total_seconds() == 45
    assert "waits" in declaring.board_text
    assert "Mira" not in declaring.board_text.partition("waits a little")[2]
    await declaring.advance(20)
    await reply(declaring.gm, "Yes")
    assert 19 <= (await deadline(declaring) - before).total_seconds() <= 24
    assert "waits a little" not in declaring.board_text


async def test_an_unanswered_question_holds_the_close_for_a_bounded_time_and_only_once(
    declaring: Table,
) -> None:
    before = await deadline(declaring)
    await declaring.mira.slash("ask", question="Is it dark?")
    await declaring.kesh.slash("ask", question="Is it cold?")
    assert (await deadline(declaring) - before).total_seconds() == 45
    await declaring.advance(100)
    assert (await declaring.row()).encounter.round.stage == "declaring"
    await declaring.advance(40)
    assert (await declaring.row()).encounter.round.stage != "declaring"
    await reply(declaring.gm, "Late, but yes")
    assert "Late, but yes" in declaring.kesh.dm_texts[-1]


async def test_the_clock_does_not_wait_for_one_who_has_declared_nor_between_rounds(fight: Table) -> None:
    assert not (await fight.mira.slash("ask", question="Who is there?")).refused
    await fight.open_round()
    await fight.declare(fight.mira, action="parry")
    before = await deadline(fight)
    assert not (await fight.mira.slash("ask", question="Who is there?")).refused
    assert await deadline(fight) == before


async def test_only_players_ask_only_gms_answer_and_nobody_floods_them(declaring: Table) -> None:
    assert (await declaring.bystander.slash("ask", question="May I?")).refused
    assert (await declaring.gm.slash("ask", question="May I?")).refused
    assert (await declaring.mira.slash("ask", question="\u200b")).refused
    for _ in range(3):
        assert not (await declaring.mira.dm_slash("ask", question="And now?")).refused
    assert (await declaring.mira.slash("ask", question="And now?")).refused
    custom_id = str(next(p for p in presses(declaring.components(asked(declaring.gm))) if p.verb == "reply"))
    assert (await forged(declaring.borin, custom_id)).refused
    first = await declaring.gm.press(asked(declaring.gm), "reply")
    second = await declaring.gm.press(asked(declaring.gm), "reply")
    assert not (await declaring.gm.fill(first, words="Yes")).refused
    assert (await declaring.gm.fill(second, words="No")).refused


# --- from the panel -------------------------------------------------------------------------------------


async def test_in_the_panel_the_gm_is_asked_with_two_taps_and_what_is_made_stays(declaring: Table) -> None:
    mira = declaring.mira
    await mira.pick(mira.panel, "act", "parry")
    mira.taps = 0
    form = await mira.press(mira.panel, "ask")
    answer = await mira.fill(form, words="Zapple near the altar?")
    assert mira.taps == 2
    assert "Asked" in answer.text
    assert "Zapple" in declaring.gm.dm_texts[-1]
    assert "Zapple" not in declaring.borin.panel_text
    assert "Sealed" in (await mira.press(mira.panel, "seal")).text
    assert (await mira.press(mira.panel, "ask")).form


async def test_a_panel_that_is_full_or_the_gms_has_no_button_to_ask_with(declaring: Table) -> None:
    def asks(person: Person) -> bool:
        return any(p.verb == "ask" for p in presses(declaring.components(person.panel)))

    assert asks(declaring.mira)
    assert not asks(declaring.gm)
    await declaring.declare(declaring.mira, action="parry")
    await declaring.gm.slash("round close")
    await declaring.open_round()
    await declaring.declare(declaring.mira, action="parry")
    assert asks(declaring.mira)
    await declaring.mira.press(declaring.mira.panel, "change")
    assert asks(declaring.mira)
    await declaring.mira.press(declaring.mira.panel, "anew")
    assert not asks(declaring.mira)


async def test_who_cannot_ask_is_told_before_anything_is_typed(declaring: Table) -> None:
    mira = declaring.mira
    press = next(p for p in presses(declaring.components(mira.panel)) if p.verb == "ask")
    for person, word in ((declaring.bystander, "/join"), (declaring.gm, "You are the GM")):
        answer = await forged(person, str(press))
        assert not answer.form
        assert answer.refused
        assert word in answer.text
    for _ in range(3):
        await mira.slash("ask", question="And now?")
    full = await mira.press(mira.panel, "ask")
    assert not full.form
    assert "several questions" in full.text
    ending = await declaring.gm.slash("encounter end")
    await declaring.gm.press(ending.message, "end")
    over = await forged(declaring.kesh, str(press))
    assert not over.form
    assert over.refused
