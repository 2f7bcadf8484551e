"""/help knows who asks, and what comes next."""

from __future__ import annotations

from tests.bot.table import Answer, Person, Table, presses


async def asked(person: Person) -> Answer:
    answer = await person.slash("help")
    assert answer.private
    assert not answer.refused
    assert len(answer.text) < 900
    return answer


async def test_before_a_fight_it_says_how_one_begins_and_how_one_is_joined(table: Table) -> None:
    for text in ((await asked(table.mira)).text, (await table.mira.dm_slash("help")).text):
        assert "/encounter begin" in text
        assert "/join" in text


async def test_the_gm_is_led_from_an_empty_fight_to_the_first_round(table: Table) -> None:
    await table.gm.slash("encounter begin")
    empty = (await asked(table.gm)).text
    assert all(command in empty for command in ("/join", "/combatant add", "/round open"))
    await table.mira.slash("join", name="Mira")
    full = await asked(table.gm)
    assert not (await table.gm.press(full.message, "open")).refused
    assert (await table.row()).encounter.round.number == 1


async def test_who_has_yet_to_declare_gets_the_button_and_who_has_sealed_may_change(declaring: Table) -> None:
    first = await asked(declaring.mira)
    assert "Mira has yet to declare" in first.text
    assert "/ask" in first.text
    opened = await declaring.mira.press(first.message, "mine")
    assert any(p.verb == "act" for p in presses(declaring.components(opened.message)))
    await declaring.declare(declaring.mira, action="parry")
    assert "Sealed" in (await asked(declaring.mira)).text
    there = await declaring.borin.dm_slash("help")
    assert "Write here" in there.text


async def test_the_gm_reads_who_is_awaited_and_a_bystander_how_to_join(declaring: Table) -> None:
    await declaring.declare(declaring.mira, action="parry")
    text = (await asked(declaring.gm)).text
    assert "Borin" in text
    assert "Mira" not in text
    assert "/round nudge" in text
    await declaring.gm.slash("round pause")
    assert "/round resume" in (await asked(declaring.gm)).text
    watching = (await asked(declaring.bystander)).text
    assert "/join" in watching
    assert "/round" not in watching


async def test_before_between_and_after_rounds_everybody_knows_whose_turn_it_is(fight: Table) -> None:
    assert "before the first round" in (await asked(fight.mira)).text
    await fight.open_round()
    await fight.gm.slash("round close")
    assert "Why?" in (await asked(fight.mira)).text
    assert any(p.verb == "open" for p in presses((await asked(fight.gm)).components))
    await fight.gm.press((await fight.gm.slash("encounter end")).message, "end")
    assert "/encounter export" in (await asked(fight.gm)).text
    ended = (await asked(fight.mira)).text
    assert "over" in ended
    assert "/encounter export" not in ended


async def test_while_segments_are_called_the_late_can_still_declare(called: Table) -> None:
    await called.declare(called.mira, action="parry")
    await called.gm.slash("round close")
    assert "/change" in (await asked(called.mira)).text
    assert "late" in (await asked(called.kesh)).text
    assert "/round next" in (await asked(called.gm)).text


async def test_in_the_grace_time_gm_and_players_are_told_so(fight: Table) -> None:
    await fight.gm.slash("encounter settings", setting="grace_seconds", value="600")
    await fight.open_round()
    await fight.gm.slash("round close")
    assert "nothing has begun yet" in (await asked(fight.mira)).text
    assert any(p.verb == "endgrace" for p in presses((await asked(fight.gm)).components))


async def test_who_is_down_declares_again_later_and_hidden_creatures_leave_no_trace(fight: Table) -> None:
    await fight.gm.slash("combatant add", name="Umbravex", hidden=True)
    await fight.gm.slash("round down", combatant="Mira")
    await fight.open_round()
    assert "next round" in (await asked(fight.mira)).text
    for person in (fight.mira, fight.borin, fight.bystander):
        assert "Umbravex" not in (await asked(person)).text
