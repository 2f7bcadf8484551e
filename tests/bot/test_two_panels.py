"""One declaration, several panels: what is pressed is what was shown, and nobody's own is lost."""

from __future__ import annotations

import pytest

from tests.bot.table import Answer, Person, Table


async def cast(person: Person) -> None:
    """Draft a spell in the direct message's panel."""
    form = await person.pick(person.panel, "act", "cast")
    await person.fill(form, name="sleep", segments="3", at="the orcs")


async def gobs(table: Table) -> str:
    """Three gobs of the GM's, with the round open; the first one's id."""
    await table.gm.slash("combatant add", name="Gob", count=3)
    await table.open_round()
    return await table.id("Gob 1")


async def draft(gm: Person, panel: Answer, who: str, action: str) -> Answer:
    """Choose whom, then what."""
    await gm.pick(panel.message, "who", who)
    return await gm.pick(panel.message, "act", action)


async def test_a_seal_pressed_twice_is_sealed_once_as_it_was(declaring: Table) -> None:
    mira = declaring.mira
    await cast(mira)
    other = await mira.press(declaring.board, "mine")
    await mira.press(mira.panel, "seal")
    again = await mira.press(other.message, "seal")
    sealed = (await declaring.row()).encounter.declaration(await declaring.id("Mira"))
    assert sealed is not None
    assert sealed.name == "sleep"
    assert "sleep" in again.text


async def test_a_panel_that_shows_an_older_plan_seals_nothing(declaring: Table) -> None:
    mira = declaring.mira
    await cast(mira)
    older = await mira.press(declaring.board, "mine")
    await mira.pick(mira.panel, "move", "before:24")
    stale = await mira.press(older.message, "seal")
    assert (await declaring.row()).encounter.declaration(await declaring.id("Mira")) is None
    assert "older" in stale.text
    assert "24 ft" in stale.text


async def test_withdrawing_in_an_older_panel_what_was_withdrawn_says_so(declaring: Table) -> None:
    mira = declaring.mira
    await cast(mira)
    await mira.press(mira.panel, "seal")
    older = await mira.press(declaring.board, "mine")
    await mira.slash("withdraw")
    stale = await mira.press(older.message, "withdraw")
    assert "Nothing is sealed" in stale.text


async def test_an_exception_inside_a_group_counts_at_the_deadline(fight: Table) -> None:
    first = await gobs(fight)
    gm, second = fight.gm, await fight.id("Gob 2")
    panel = await gm.slash("declare", **{"as": f"*{first}"})
    await draft(gm, panel, f"*{first}", "parry")
    form = await draft(gm, panel, second, "other")
    await gm.fill(form, note="guard the door", segments="2")
    await fight.advance(91)
    encounter = (await fight.row()).encounter
    majors = [
        d.major for name in ("Gob 1", "Gob 2", "Gob 3") if (d := encounter.declaration(await fight.id(name)))
    ]
    assert majors == ["parry", "other", "parry"]


@pytest.mark.parametrize("own_first", [True, False])
async def test_who_has_a_declaration_of_its_own_keeps_it_when_the_group_is_sealed(
    fight: Table, own_first: bool
) -> None:
    first = await gobs(fight)
    gm = fight.gm
    own = {"as": "Gob 2", "action": "other", "text": "guards the gate", "segments": 2}
    group = {"as": f"*{first}", "action": "parry"}
    for options in (own, group) if own_first else (group, own):
        assert not (await gm.slash("declare", **options)).refused
    encounter = (await fight.row()).encounter
    majors = [
        d.major for name in ("Gob 1", "Gob 2", "Gob 3") if (d := encounter.declaration(await fight.id(name)))
    ]
    assert majors == ["parry", "other", "parry"]
    shown = await gm.slash("declare", **{"as": f"*{first}"})
    assert "2 × Gob" in shown.text


async def test_a_whole_group_is_withdrawn_whatever_part_of_it_had_declared(fight: Table) -> None:
    first = await gobs(fight)
    await fight.gm.slash("declare", **{"as": "Gob 1", "action": "parry"})
    answer = await fight.gm.slash("withdraw", **{"as": f"*{first}"})
    assert not answer.refused
    assert (await fight.row()).encounter.declaration(first) is None


async def test_a_draft_is_taken_back_with_withdraw_and_does_not_count(declaring: Table) -> None:
    mira = declaring.mira
    await cast(mira)
    assert not (await mira.slash("withdraw")).refused
    await declaring.advance(91)
    assert (await declaring.row()).encounter.declaration(await declaring.id("Mira")) is None
    assert "Mira" in declaring.post("Delay (dithering)")


async def test_a_change_under_way_says_what_is_still_sealed_and_can_be_left(
    declaring: Table,
) -> None:
    mira = declaring.mira
    await cast(mira)
    await mira.press(mira.panel, "seal")
    await mira.press(mira.panel, "change")
    empty = await mira.press(mira.panel, "anew")
    assert "Still sealed" in empty.text
    assert "sleep" in empty.text
    kept = await mira.press(mira.panel, "kept")
    assert "Still sealed" not in kept.text
    sealed = (await declaring.row()).encounter.declaration(await declaring.id("Mira"))
    assert sealed is not None
    assert sealed.name == "sleep"


async def test_a_melee_attack_with_nobody_near_is_told_what_else_can_be_done(declaring: Table) -> None:
    shown = await declaring.kesh.pick(declaring.kesh.panel, "act", "melee")
    assert "Nobody is in melee" in shown.text
    assert "Charge" in shown.text


async def test_the_gms_hidden_creatures_come_first_for_nothing_waits_for_them(fight: Table) -> None:
    await fight.gm.slash("combatant add", name="Lurker", hidden=True)
    await fight.open_round()
    assert "Lurker" in fight.gm.panel_text.splitlines()[0]
    assert "does not wait" in fight.gm.panel_text
