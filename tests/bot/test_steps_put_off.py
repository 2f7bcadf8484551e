"""By steps: what had to be declared and was not takes place next round, and is shown as put off till then."""

from __future__ import annotations

import pytest

from tests.bot.table import Person, Table


@pytest.fixture
async def late(table: Table) -> Table:
    """A called round by steps, closed; Mira has declared a spell too late."""
    await table.begin(ruleset="phases", play="called")
    await table.open_round()
    await table.gm.slash("round close")
    answer = await table.mira.slash("declare", action="cast", text="sleep", segments=3)
    assert "Put off to round 2:** casting sleep (3 segments)" in answer.text
    return table


def closed_panel(person: Person) -> str:
    """What has become of this person's panel."""
    return next(text for text in reversed(person.dm_texts) if "declarations are closed" in text)


async def next_round(table: Table) -> None:
    """Call whatever is left of the round, and open the next."""
    for _ in range(40):
        encounter = (await table.row()).encounter
        if encounter.round.stage == "ended":
            break
        for question in encounter.round.questions:
            await table.gm.slash("round pass", combatant=question.who)
        await table.gm.slash("round next")
    await table.open_round()


async def test_what_is_put_off_stands_on_the_players_panel_the_board_and_the_console(late: Table) -> None:
    assert "⏭️ Mira: **Put off to round 2:** casting sleep" in closed_panel(late.mira)
    assert "Mira" not in closed_panel(late.mira).partition("Free to choose")[2]
    assert "⏭️ **Put off to round 2:** Mira" in late.post("## Round 1 — closed")
    assert "sleep" not in " ".join([*late.posts(), *late.borin.dm_texts, *late.kesh.dm_texts])
    assert "⏭️ next round: casting sleep" in (await late.gm.slash("encounter status")).text


async def test_in_the_next_round_it_is_shown_as_put_off_until_its_player_changes_it(late: Table) -> None:
    await next_round(late)
    assert "⏭️ **Put off from last round, and sealed**" in late.mira.panel_text
    assert "asting sleep" in late.mira.panel_text
    assert "⏭️ **Put off from last round, and sealed:** Mira" in late.board_text
    assert "⏭️ put off from last round: casting sleep" in (await late.gm.slash("encounter status")).text
    mira = late.mira
    await mira.press(mira.panel, "change")
    await mira.pick(mira.panel, "act", "flee")
    sealed = await mira.press(mira.panel, "seal")
    assert "✅ **Sealed**" in sealed.text
    assert "Put off" not in late.board_text
    await mira.press(mira.panel, "withdraw")
    assert "Mira" in late.board_text.partition("Waiting for:")[2]


async def test_what_is_put_off_and_cannot_stand_is_told_with_what_to_do(table: Table) -> None:
    await table.begin(ruleset="phases", play="called")
    await table.open_round()
    await table.gm.slash("round close")
    await table.mira.slash("declare", action="charge", target="Orc 2", move="40 ft")
    await table.gm.slash("combatant engage", combatant="Orc 2", foe="Kesh")
    await next_round(table)
    assert "It cannot stand now: declare anew." in table.mira.panel_text
    assert "Mira" in table.board_text.partition("Waiting for:")[2]
    await table.declare(table.mira, action="flee")
    assert "cannot stand" not in table.mira.panel_text
    assert "✅ **Sealed**" in table.mira.panel_text


async def test_what_the_gm_puts_off_shows_on_no_board(table: Table) -> None:
    await table.begin(ruleset="phases", play="called")
    await table.open_round()
    await table.gm.slash("round close")
    before = len(table.env.http_requests)
    posts = table.posts()
    answer = await table.gm.slash("declare", **{"as": "Orc 1"}, action="flee")
    assert "Put off to round 2" in answer.text
    assert table.posts() == posts
    edits = [r for r in table.env.http_requests[before:] if r.method == "PATCH"]
    assert not any(f"/channels/{table.channel.id}/" in r.path for r in edits)


async def test_nothing_of_it_is_put_off_where_segments_are_called(called: Table) -> None:
    await called.gm.slash("round close")
    answer = await called.declare(called.mira, action="cast", text="sleep", segments=3, target="Orc 1")
    assert "Put off" not in answer.text
    assert "Put off" not in called.post("## Round 1 — closed")
