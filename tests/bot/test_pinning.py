"""/event: pinned in private, told to everybody when its segment or step comes, and taken back by name."""

from __future__ import annotations

import json

import pytest

from bot.drawing import draw
from bot.narration.chart import chart
from bot.narration.words import Names
from rules import EVERYONE, Combatant, Declaration, Encounter, Refusal, SeededDice, play, views
from rules import commands as cmd
from rules.events import Event
from tests.bot.conftest import Opener
from tests.bot.stepping import begin as begin_steps
from tests.bot.stepping import declare_all, story, to_the_end
from tests.bot.table import Answer, Person, Table

ROOF = "Zapple falls from the ceiling"


@pytest.fixture
async def table(open_table: Opener) -> Table:
    """A table where nothing closes by itself, however slow the machine is."""
    return await open_table(early_close_seconds=3600, declaration_seconds=7200)


async def pin(table: Table, when: str, what: str = ROOF, **more: str) -> Answer:
    """The GM pins something, and is not turned away."""
    answer = await table.gm.slash("event add", what=what, when=when, **more)
    assert not answer.refused, answer.text
    assert answer.private
    return answer


def heard(table: Table, *people: Person) -> str:
    """Everything in the channel and in these people's direct messages."""
    return "\n".join([*table.posts(), *(text for person in people for text in person.dm_texts)])


async def next_segment(table: Table) -> None:
    """The GM calls one more."""
    assert not (await table.gm.slash("round next")).refused


async def test_in_automatic_play_it_stands_first_in_its_segment_and_nowhere_before(declaring: Table) -> None:
    posts = len(declaring.posts())
    answer = await pin(declaring, "2")
    assert f"Segment 2:** {ROOF}" in answer.text
    assert len(declaring.posts()) == posts
    await declaring.all_declare()
    assert ROOF not in heard(declaring, declaring.mira, declaring.borin, declaring.kesh)
    await declaring.gm.slash("round close")
    summary = declaring.post("Round 1", "segment by segment")
    [line] = [line for line in summary.splitlines() if line.startswith("**2** ")]
    assert line.startswith(f"**2** 📍 {ROOF} · ")
    assert f"“{ROOF}” in 2" in summary.partition("(picture:")[2]
    assert "listens" in line


async def test_in_automatic_play_it_is_told_in_a_segment_where_nothing_else_happens(declaring: Table) -> None:
    await pin(declaring, "9")
    await declaring.all_declare()
    await declaring.gm.slash("round close")
    assert f"**9** 📍 {ROOF}" in declaring.post("Round 1", "segment by segment").splitlines()


async def test_in_called_play_the_post_of_its_segment_shows_it_and_none_before(called: Table) -> None:
    await pin(called, "segment 8")
    await called.all_declare()
    await called.gm.slash("round close")
    for _ in range(7):
        await next_segment(called)
    everybody = (called.mira, called.borin, called.kesh)
    assert ROOF not in heard(called, *everybody)
    posts = len(called.posts())
    await next_segment(called)
    assert len(called.posts()) == posts + 1
    assert "segment 8" in called.posts()[-1].splitlines()[0]
    assert f"**8** 📍 {ROOF}" in called.posts()[-1].splitlines()
    await next_segment(called)
    assert heard(called, *everybody).count(ROOF) == 1


async def test_the_console_lists_what_is_pinned_until_it_has_come(called: Table) -> None:
    await pin(called, "3")
    await pin(called, "1", "rain", round="next")
    await called.all_declare()
    await called.gm.slash("round close")
    console = (await called.gm.slash("encounter status")).text
    assert f"**Segment 3:** {ROOF}" in console
    assert "**Round 2, segment 1:** rain" in console
    assert console.index(ROOF) < console.index("rain")
    for _ in range(3):
        await next_segment(called)
    console = (await called.gm.slash("encounter status")).text
    assert ROOF not in console
    assert "rain" in console


async def test_without_a_round_under_way_it_is_for_the_next_and_a_restart_changes_nothing(
    fight: Table,
) -> None:
    assert "Round 1, segment 4" in (await pin(fight, "4")).text
    this = await fight.gm.slash("event add", what="rain", when="4", round="this")
    assert this.refused
    assert "next" in this.text
    await fight.restart(down=60)
    assert ROOF in (await fight.gm.slash("event list")).text
    await fight.open_round()
    await fight.all_declare()
    await fight.gm.slash("round close")
    assert f"**4** 📍 {ROOF}" in fight.post("Round 1", "segment by segment")
    assert "Nothing." in (await fight.gm.slash("event list")).text


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"when": "2"}, "Segment 2 of this round has been called already"),
        ({"when": "11"}, "from 1 to 10"),
        ({"when": "soon"}, "from 1 to 10"),
        ({"when": "5", "what": "\u200b\u202e"}, "Nothing of that can be seen"),
    ],
)
async def test_what_cannot_be_pinned_is_refused_in_a_sentence_and_changes_nothing(
    called: Table, options: dict[str, str], said: str
) -> None:
    await called.all_declare()
    await called.gm.slash("round close")
    for _ in range(2):
        await next_segment(called)
    before, posts = await called.row(), called.posts()
    answer = await called.gm.slash("event add", **{"what": ROOF, **options})
    assert answer.refused
    assert answer.private
    assert said in answer.text
    assert await called.row() == before
    assert called.posts() == posts
    await pin(called, "2", round="next")


async def test_players_are_told_nothing_whatever_is_pinned(declaring: Table) -> None:
    told: list[list[str]] = []
    for _ in range(2):
        asked = [
            await declaring.mira.slash("event list"),
            await declaring.mira.slash("event add", what="rain", when="3"),
            await declaring.mira.slash("event remove", event=ROOF),
            await declaring.bystander.slash("event list"),
        ]
        assert all(answer.refused and answer.private for answer in asked)
        looks = [await declaring.mira.slash(look) for look in ("encounter status", "encounter log")]
        assert await declaring.mira.typing("event remove", "event", "") == {}
        assert await declaring.mira.typing("event add", "when", "") == {}
        told.append([answer.text for answer in (*asked, *looks)])
        await pin(declaring, "5")
    assert told[0] == told[1]


async def test_nothing_is_sent_to_anybody_else_when_something_is_pinned_or_taken_away(called: Table) -> None:
    await called.all_declare()
    await called.gm.slash("round close")
    await next_segment(called)
    since = len(called.env.http_requests)
    await pin(called, "5")
    await called.gm.slash("event remove", event=ROOF)
    await pin(called, "6")
    asked = await called.gm.slash("encounter undo")
    await called.gm.press(asked.message, "undone")
    await called.advance(60)
    others = {str(called.channel.id)} | {
        str(called.env.backend.dm_channels[p.member.id]) for p in (called.mira, called.borin, called.kesh)
    }
    for request in called.env.http_requests[since:]:
        assert not any(f"/channels/{channel}/" in request.path for channel in others), request.path


async def test_it_is_taken_back_and_brought_back_by_name(declaring: Table) -> None:
    await pin(declaring, "5")
    asked = await declaring.gm.slash("encounter undo")
    assert f"“{ROOF}”, pinned to segment 5 of round 1" in asked.text
    done = await declaring.gm.press(asked.message, "undone")
    assert ROOF in done.text
    assert "Nothing." in (await declaring.gm.slash("event list")).text
    again = await declaring.gm.slash("encounter redo")
    assert ROOF in again.text
    await declaring.gm.press(again.message, "redone")
    assert ROOF in (await declaring.gm.slash("event list")).text
    await declaring.gm.slash("event remove", event=ROOF)
    asked = await declaring.gm.slash("encounter undo")
    assert f"the taking away of “{ROOF}”" in asked.text


async def test_a_segment_taken_back_brings_what_was_pinned_to_it_again(called: Table) -> None:
    await pin(called, "1")
    await called.all_declare()
    await called.gm.slash("round close")
    await next_segment(called)
    asked = await called.gm.slash("encounter undo")
    assert ROOF in asked.text
    await called.gm.press(asked.message, "undone")
    assert ROOF in (await called.gm.slash("event list")).text
    await next_segment(called)
    assert ROOF in called.posts()[-1]


async def test_one_of_two_of_a_name_is_picked_from_the_list_and_what_is_not_there_is_refused(
    declaring: Table,
) -> None:
    await pin(declaring, "5")
    await pin(declaring, "7")
    assert (await declaring.gm.slash("event remove", event="nothing such")).refused
    assert (await declaring.gm.slash("event remove", event=ROOF)).refused
    offered = await declaring.gm.typing("event remove", "event", "segment 7")
    assert list(offered) == [f"Segment 7 of round 1: {ROOF}"]
    answer = await declaring.gm.slash("event remove", event=next(iter(offered.values())))
    assert not answer.refused
    assert "segment 7" in answer.text
    assert [p.segment for p in (await declaring.row()).encounter.pins] == [5]


async def test_in_a_round_of_steps_it_is_pinned_to_a_step_and_told_as_that_is_called(table: Table) -> None:
    await begin_steps(table)
    await table.open_round()
    offered = await table.gm.typing("event add", "when", "missiles")
    assert list(offered) == ["HIGH D2 · missiles", "LOW D2 · missiles"]
    unclear = await table.gm.slash("event add", what=ROOF, when="D2")
    assert unclear.refused
    assert "HIGH D2 · missiles or LOW D2 · missiles" in unclear.text
    assert (await table.gm.slash("event add", what=ROOF, when="Z9")).refused
    await pin(table, offered["LOW D2 · missiles"])
    await pin(table, "go last", "the floor gives way")
    await declare_all(table)
    await table.gm.slash("round close")
    await to_the_end(table)
    told = [line for line in story(table) if ROOF in line or "floor gives way" in line]
    assert told[0].startswith("**LOW D2 · missiles** ")
    assert ROOF in told[0]
    assert told[1].startswith("**Go Last** 📍 The floor gives way")


async def test_the_gm_who_calls_steps_is_shown_it_as_what_comes_next_and_does_not_go_past_it(
    table: Table,
) -> None:
    await begin_steps(table, play="called")
    await table.open_round()
    await pin(table, "B · flight")
    await declare_all(table)
    await table.gm.slash("round close")
    console = await table.gm.slash("encounter status")
    assert "On to B · flight" in console.text
    await next_segment(table)
    assert f"**Next, B · flight:** 📍 {ROOF}" in (await table.gm.slash("encounter status")).text


async def test_as_many_as_fit_and_as_long_as_they_may_be_are_all_told(open_table: Opener) -> None:
    table = await open_table()
    await table.begin()
    await table.open_round()
    longest = [f"{n:02} " + "*_" * 98 for n in range(25)]
    for text in longest:
        await pin(table, "5", text)
    refused = await table.gm.slash("event add", what="one more", when="5")
    assert refused.refused
    assert "25" in refused.text
    assert "/event list" in (await table.gm.slash("encounter status")).text
    await table.all_declare()
    await table.gm.slash("round close")
    posts = "\n".join(table.posts())
    assert [text[:2] for text in longest if f"{text[:2]} \\*\\_" not in posts] == []


async def test_what_is_typed_pings_and_styles_nothing(declaring: Table) -> None:
    since = len(declaring.env.http_requests)
    await pin(declaring, "5", "<@123> **@everyone** \u202eback\n# big")
    await declaring.all_declare()
    await declaring.gm.slash("round close")
    told = declaring.post("Round 1", "segment by segment")
    assert "\\<@123> \\*\\*@everyone\\*\\* back # big" in told
    bodies = json.dumps([r.json for r in declaring.env.http_requests[since:]], ensure_ascii=False)
    assert "\u202e" not in bodies


def test_the_picture_marks_its_column_and_its_words_say_the_same() -> None:
    encounter = Encounter(play="automatic")
    mira = Combatant(id="mira", name="Mira", seat="1")
    listens = Declaration(who="mira", major="other", note="listens", segments=2)
    events: list[Event] = []
    for command in (
        cmd.AddCombatants(combatants=(mira,)),
        cmd.OpenRound(),
        cmd.AddPin(id="roof", text="the ceiling falls", segment=5),
        cmd.Declare(declarations=(listens,)),
        cmd.CloseDeclarations(),
    ):
        result = play(encounter, command, SeededDice("seed"))
        assert not isinstance(result, Refusal)
        encounter, happened = result
        events += happened
    seen = views(events, EVERYONE)
    made = chart(1, seen, Names(encounter, EVERYONE, seen))
    assert made is not None
    assert made.pins == ((4, "the ceiling falls"),)
    assert "“the ceiling falls” in 5" in made.alt
    bare = chart(1, [e for e in seen if e.kind != "befell"], Names(encounter, EVERYONE, seen))
    assert bare is not None
    assert draw(made) != draw(bare)
