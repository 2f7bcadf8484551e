"""/privacy: everybody can see what is kept about them, have a copy, and be forgotten; fights go on."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from bot.cogs.privacy import OWN
from bot.ui.ids import Press
from tests.bot.fight import folded
from tests.bot.table import Person, Table


def everything(table: Table) -> str:
    """All that is stored, as text."""
    with closing(sqlite3.connect(table.config.storage.database)) as connection:
        return "\n".join(connection.iterdump())


async def copy_of(person: Person) -> dict[str, Any]:
    """The file a person gets."""
    answer = await person.slash("privacy")
    assert answer.private
    got = await person.press(answer.message, "copy")
    assert got.private
    (followup,) = got.result.followups
    (file,) = followup.attachments
    found: dict[str, Any] = json.loads(await file.read())
    return found


async def forget(person: Person) -> None:
    asked = await person.press((await person.slash("privacy")).message, "forget")
    assert not asked.refused, asked.text
    done = await person.press(asked.message, "forgotten")
    assert not done.refused, done.text


async def test_who_has_done_nothing_is_told_that_nothing_is_kept(fight: Table) -> None:
    answer = await fight.bystander.slash("privacy")
    assert "Nothing." in answer.text
    assert answer.private
    assert (await copy_of(fight.mira))["person"] == fight.mira.id


async def test_a_copy_holds_what_is_ones_own_and_no_secret_of_anybody_elses(declaring: Table) -> None:
    table = declaring
    await table.gm.slash("combatant add", name="Umbravex", hidden=True)
    await table.declare(table.mira, action="cast", text="Zephyrblast", segments=3, target="the door")
    await table.declare(table.borin, action="cast", text="Quenchfire", segments=9, target="the door")
    await table.gm.slash("round close")
    text = json.dumps(await copy_of(table.mira), ensure_ascii=False)
    assert "Mira" in text
    assert "Zephyrblast" in text
    assert [word for word in ("Umbravex", "Quenchfire", table.borin.id) if word in text] == []
    assert "Umbravex" in json.dumps(await copy_of(table.gm)), "the GM's own creature is the GM's"


async def test_deleting_asks_first_and_then_the_id_stands_nowhere(declaring: Table) -> None:
    table, mira = declaring, declaring.mira
    await mira.slash("declare", action="cast", text="sleep", segments=3, target=f"<@{mira.id}>")
    await mira.press(mira.panel, "change")
    answer = await mira.press((await mira.slash("privacy")).message, "forget")
    assert mira.id in everything(table), "not before it is confirmed"
    await mira.press(answer.message, "forgotten")
    assert mira.id not in everything(table)
    assert table.borin.id in everything(table)
    assert "Nothing." in (await mira.slash("privacy")).text


async def test_the_seat_is_free_the_gm_is_told_and_the_fight_goes_on(declaring: Table) -> None:
    table, gm, mira = declaring, declaring.gm, declaring.mira
    await table.declare(mira, action="cast", text="sleep", segments=3, target="the door")
    creature = await table.id("Mira")
    await forget(mira)
    assert (await table.row()).encounter.combatant(creature).seat is None
    assert any("Mira has no player any more" in text for text in gm.dm_texts)
    assert not any("no player any more" in text for text in (*table.posts(), *table.borin.dm_texts))
    row = await table.row()
    whole, snapshot = await folded(table.store, row.id)
    assert whole == row.encounter
    assert snapshot == row.encounter
    await table.restart()
    await gm.slash("round close")
    assert "Mira completes **sleep**" in " ".join(table.posts())
    await table.open_round()
    await table.declare(gm, **{"as": "Mira", "action": "parry"})
    assert not (await mira.slash("join", name="Anew")).refused


async def test_a_fight_that_is_over_forgets_as_well_and_can_still_be_asked_why(declaring: Table) -> None:
    table, mira = declaring, declaring.mira
    await table.declare(mira, action="cast", text="sleep", segments=3, target="the door")
    await table.gm.slash("round close")
    key = (await table.row()).id
    summary = next(m for m in reversed(table.messages()) if "why" in str(table.components(m)))
    await mira.slash("leave")
    await table.gm.press((await table.gm.slash("encounter end")).message, "end")
    await forget(mira)
    assert mira.id not in everything(table)
    async with table.store.reading() as tx:
        row = await tx.encounter(key)
    assert row is not None
    whole, _ = await folded(table.store, key)
    assert whole == row.encounter
    assert not (await mira.press(summary, "why")).refused


async def test_the_gm_of_a_fight_under_way_is_told_to_end_it_first(declaring: Table) -> None:
    gm = declaring.gm
    before = everything(declaring)
    asked = await gm.press((await gm.slash("privacy")).message, "forget")
    assert asked.refused
    assert "/encounter end" in asked.text
    assert everything(declaring) == before


async def test_a_confirmation_pressed_after_beginning_a_fight_deletes_nothing(table: Table) -> None:
    await table.begin()
    other = table.guild.create_text_channel("crypt")
    asked = await table.mira.press((await table.mira.slash("privacy")).message, "forget")
    await table.mira.slash("encounter begin", other)
    before = everything(table)
    assert (await table.mira.press(asked.message, "forgotten")).refused
    assert everything(table) == before


async def test_each_answer_is_about_whoever_presses_and_nobody_else(declaring: Table) -> None:
    answer = await declaring.mira.slash("privacy")
    assert [str(Press(verb, OWN)) for verb in ("copy", "forget")] == [
        c["custom_id"] for part in answer.components for c in _buttons(part)
    ]
    # The ids name nobody: whoever sends one is asked about alone.
    assert (await copy_of(declaring.kesh))["person"] == declaring.kesh.id


def _buttons(part: Any) -> list[Any]:  # noqa: ANN401 - a component
    if part.get("type") == 2:
        return [part]
    return [button for inner in part.get("components") or () for button in _buttons(inner)]


@pytest.mark.parametrize("known", [True, False])
async def test_in_a_direct_message_it_is_the_same(fight: Table, known: bool) -> None:
    who = fight.mira if known else fight.bystander
    answer = await who.dm_slash("privacy")
    assert ("Nothing." in answer.text) is not known
