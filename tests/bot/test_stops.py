"""Where a round stops for the GM: each question once, and nothing told by the stop itself."""

from __future__ import annotations

import re

from tests.bot.table import Table, presses, text_of


async def test_two_unknown_times_are_two_questions(declaring: Table) -> None:
    await declaring.declare(declaring.mira, action="other", text="prays")
    await declaring.declare(declaring.borin, action="other", text="digs")
    await declaring.gm.slash("round close")
    cards = [m for m in declaring.gm.dms if "How long" in text_of(declaring.components(m))]
    texts = " ".join(text_of(declaring.components(card)) for card in cards)
    assert "prays" in texts
    assert "digs" in texts
    for card in cards:
        answer = next(p for p in presses(declaring.components(card)) if p.verb == "time")
        await declaring.gm.press(card, "time", answer.extra)
    assert (await declaring.row()).encounter.round.stage == "ended"


async def test_a_blow_on_the_gms_caster_stops_nothing_that_anybody_could_see(declaring: Table) -> None:
    await declaring.declare(
        declaring.gm, **{"as": "Orc 1", "action": "cast", "text": "gloom", "segments": 9, "target": "Borin"}
    )
    await declaring.declare(declaring.borin, action="melee", target="Orc 1")
    before = len(declaring.posts())
    await declaring.gm.slash("round close")
    told = declaring.posts()[before:]
    assert not any(re.search(r"^\*\*\d", post, re.MULTILINE) for post in told), "no segment is told yet"
    assert not any("⏸" in post for post in told)
    await declaring.gm.slash("round missed")
    story = declaring.post("Round 1", "segment by segment")
    assert "Borin strikes at Orc 1" in story
    assert "gloom" in story


async def test_a_late_shout_is_no_declaration(called: Table) -> None:
    await called.gm.slash("round close")
    await called.gm.slash("round next")
    shout = await called.kesh.slash("declare", minors="shout Help!")
    assert not shout.refused, shout.text
    late = await called.kesh.slash("declare", action="parry")
    assert not late.refused, late.text


async def test_small_things_added_late_are_added_all_or_none(called: Table) -> None:
    await called.gm.slash("round close")
    await called.gm.slash("round next")
    refused = await called.kesh.slash("declare", minors="drop torch, drop rope")
    assert refused.refused
    plan = (await called.row()).encounter.plan(await called.id("Kesh"))
    assert plan is None or not plan.slots
