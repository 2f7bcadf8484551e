"""Another mind, something small, another way: what is said while the round is called, and its price."""

from __future__ import annotations

import re

from tests.bot.table import Answer, Person, Table, presses
from tests.bot.test_presses import forged

SPELL = {"action": "cast", "text": "Zapple", "segments": 5, "target": "x"}


async def calling(table: Table, called: int = 0, **mira: object) -> None:
    """Mira has declared this, everybody else something plain, and so many segments are called."""
    await table.declare(table.mira, **(mira or SPELL))
    await table.all_declare(table.mira)
    await table.gm.slash("round close")
    for _ in range(called):
        await table.gm.slash("round next")


def offered(answer: Answer) -> set[str]:
    """What can be pressed under an answer."""
    return {press.verb for press in presses(answer.components)}


async def doing(table: Table, name: str = "Mira") -> list[tuple[str, str]]:
    """What the creature has on the timeline, and how it stands."""
    plan = (await table.row()).encounter.plan(await table.id(name))
    return [(slot.action, slot.status) for slot in plan.slots] if plan else []


async def test_the_price_is_shown_before_it_is_paid_and_nothing_has_changed_yet(called: Table) -> None:
    await calling(called, 2)
    posts = called.posts()
    asked = await called.mira.slash("change", action="potion", text="healing")
    assert asked.private
    assert "Lost" in asked.text
    assert "1d6" in asked.text
    assert re.search(r"segment 4 to 9", asked.text)
    assert offered(asked) == {"pay", "unpaid"}
    assert await doing(called) == [("cast", "begun")]
    assert called.posts() == posts
    paid = await called.mira.press(asked.message, "pay")
    assert "⚠️" not in paid.text
    assert await doing(called) == [("cast", "lost"), ("potion", "planned")]
    assert "Mira does something else" in called.posts()[-1]
    assert "healing" not in called.posts()[-1]


async def test_who_leaves_it_changes_nothing(called: Table) -> None:
    await calling(called, 2)
    asked = await called.mira.dm_slash("change", action="potion", text="healing")
    await called.mira.press(asked.message, "unpaid")
    assert await doing(called) == [("cast", "begun")]
    late = await called.mira.press(asked.message, "pay") if "pay" in offered(asked) else None
    assert late is None or late.refused
    assert await doing(called) == [("cast", "begun")]


async def test_a_price_told_a_segment_ago_is_told_anew_before_it_is_paid(called: Table) -> None:
    await calling(called, 1)
    asked = await called.mira.slash("change", action="potion", text="healing")
    await called.gm.slash("round next")
    again = await called.mira.press(asked.message, "pay")
    assert offered(again) == {"pay", "unpaid"}
    assert await doing(called) == [("cast", "begun")]
    await called.mira.press(again.message, "pay")
    assert await doing(called) == [("cast", "lost"), ("potion", "planned")]


async def test_a_price_asked_about_before_a_restart_can_be_paid_after_it(called: Table) -> None:
    await calling(called, 1)
    asked = await called.mira.slash("change", action="potion", text="healing")
    await called.restart()
    await called.mira.press(asked.message, "pay")
    assert await doing(called) == [("cast", "lost"), ("potion", "planned")]


async def test_small_things_change_freely_and_at_once(called: Table) -> None:
    await calling(called, 0, action="other", text="listens", segments=3, minors="shout Hey! after")
    changed = await called.mira.slash("change", minors="drop torch after")
    assert not changed.refused
    assert offered(changed) == set()
    assert ("drop", "planned") in await doing(called)
    assert "does something else" not in called.posts()[-1]


async def test_a_change_is_refused_with_what_can_be_done_instead(called: Table) -> None:
    early = await called.mira.slash("change", action="parry")
    assert early.refused
    assert "open" in early.text
    await calling(called)
    for options in (
        {},
        {"action": "cast", "text": "other", "segments": 2, "target": "x"},
        {"action": "wobble"},
        {"as": "Borin", "action": "parry"},
        {"action": "melee", "target": "Orc 1"},
    ):
        assert (await called.mira.slash("change", **options)).refused, options
    assert (await called.bystander.slash("change", action="parry")).refused
    assert await doing(called) == [("cast", "planned")]


async def test_the_gm_changes_what_anybody_does(called: Table) -> None:
    await calling(called, 1)
    asked = await called.gm.slash("change", **{"as": "Mira", "action": "parry"})
    await called.gm.press(asked.message, "pay")
    assert ("parry", "planned") in await doing(called)
    theirs = await called.gm.slash("change", **{"as": "Orc 2", "action": "parry"})
    await called.gm.press(theirs.message, "pay")
    assert "Orc 2" not in called.posts()[-1]


async def test_nobody_pays_with_the_button_of_another(called: Table) -> None:
    await calling(called, 1)
    asked = await called.mira.slash("change", action="parry")
    answer = await forged(called.borin, str(presses(asked.components)[0]))
    assert answer.refused
    assert await doing(called) == [("cast", "begun")]


async def test_in_automatic_play_it_is_said_why_nothing_can_be_changed(declaring: Table) -> None:
    await declaring.all_declare()
    await declaring.gm.slash("round close")
    told = await declaring.mira.slash("change", action="parry")
    assert told.refused
    assert "automatically" in told.text


# --- small things, and the way ---------------------------------------------------------------------------


async def test_something_small_is_added_while_the_round_is_called_and_only_once_of_a_kind(
    called: Table,
) -> None:
    assert (await called.mira.slash("minor", what="shout Hey!")).refused
    await calling(called, 1)
    added = await called.mira.dm_slash("minor", what="shout Look out!")
    assert not added.refused
    assert added.private
    assert ("shout", "planned") in await doing(called)
    assert (await called.mira.slash("minor", what="shout Again!")).refused
    assert (await called.mira.slash("minor", what="juggle flames")).refused
    assert "no small thing" in (await called.mira.slash("minor", what=" , ")).text
    assert (await called.mira.slash("minor")).refused
    assert (await called.borin.slash("minor", **{"as": "Mira", "what": "drop axe"})).refused
    assert not (await called.gm.slash("minor", **{"as": "Orc 2", "what": "drop sword"})).refused


async def test_several_small_things_are_one_act_or_none(called: Table) -> None:
    await calling(called, 1)
    before = (await called.row()).encounter
    assert not (await called.mira.slash("minor", what="shout Hey!, drop the staff after")).refused
    after = (await called.row()).encounter
    assert {("shout", "planned"), ("drop", "planned")} <= set(await doing(called))
    # The one that cannot be comes last, and takes the other with it.
    refused = await called.mira.slash("minor", what="sheathe after, shout Again!")
    assert refused.refused
    assert (await called.row()).encounter == after
    asked = await called.gm.slash("encounter undo")
    await called.gm.press(asked.message, "undone")
    assert (await called.row()).encounter == before


async def test_a_small_thing_that_would_put_off_a_spell_is_refused(called: Table) -> None:
    await calling(called)
    assert (await called.mira.slash("minor", move="10 ft back")).refused
    assert not (await called.mira.slash("minor", move="10 ft back", when="after")).refused


async def moves(person: Person, table: Table) -> None:
    """This person's character walks in segments 1 to 5."""
    await table.declare(person, move="60 ft north")
    await table.all_declare(person)
    await table.gm.slash("round close")
    await table.gm.slash("round next")


async def test_who_is_on_the_move_may_turn_or_stop_without_a_price(called: Table) -> None:
    await moves(called.mira, called)
    turned = await called.mira.dm_slash("steer", to="left, around the pillar")
    assert not turned.refused
    assert "around the pillar" in called.posts()[-1]
    assert not (await called.gm.slash("steer", **{"as": "Mira", "stop": True})).refused
    assert await doing(called) == [("move", "done")]
    assert (await called.mira.slash("steer", to="on")).refused
    assert (await called.mira.slash("steer")).refused
    assert (await called.borin.slash("steer", **{"as": "Mira", "stop": True})).refused
