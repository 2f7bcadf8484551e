"""The round: its clock, the close, automatic and called play, and what the rules must ask the GM."""

from __future__ import annotations

import re

import pytest

from tests.bot.table import Shown, Table, presses


async def stage(table: Table) -> str:
    """Where the round is in its life."""
    return (await table.row()).encounter.round.stage


def closed(table: Table, round_: int = 1) -> str:
    """The close of a round, as posted."""
    return table.post(f"Round {round_} — declarations are closed")


def reminded(table: Table) -> list[str]:
    """Who has been reminded."""
    people = (table.gm, table.mira, table.borin, table.kesh)
    return [p.member.name for p in people if any("⏰" in text for text in p.dm_texts)]


# --- the clock ------------------------------------------------------------------------------------------


async def test_declarations_close_by_themselves_at_the_deadline_and_not_before(declaring: Table) -> None:
    await declaring.advance(89)
    assert await stage(declaring) == "declaring"
    await declaring.advance(2)
    assert await stage(declaring) == "ended"
    assert "closed" in closed(declaring)
    assert len([p for p in declaring.posts() if "— closed" in p]) == 1


async def test_only_those_still_awaited_are_reminded_and_not_before_half_of_the_time(
    declaring: Table,
) -> None:
    await declaring.declare(declaring.mira, action="parry")
    await declaring.advance(44)
    assert reminded(declaring) == []
    await declaring.advance(2)
    assert reminded(declaring) == ["borin", "kesh"]
    reminder = next(
        m for m in declaring.kesh.dms if "⏰" in declaring.kesh.dm_texts[declaring.kesh.dms.index(m)]
    )
    answer = await declaring.kesh.press(reminder, "mine")
    assert "Kesh" in answer.text
    await declaring.advance(40)
    assert len([t for t in declaring.kesh.dm_texts if "⏰" in t]) == 1


async def test_who_did_not_declare_is_flagged_with_the_segments_lost_and_not_ordered_about(
    declaring: Table,
) -> None:
    await declaring.declare(declaring.mira, action="parry")
    await declaring.advance(91)
    line = next(line for line in closed(declaring).splitlines() if "Kesh" in line)
    assert re.search(r"dithering.*\d segments?.*1d6: \d", line)
    assert "Mira" not in "".join(line for line in closed(declaring).splitlines() if "🐢" in line)


async def test_extending_moves_the_deadline_and_says_so(declaring: Table) -> None:
    answer = await declaring.gm.slash("round extend", time="1m")
    assert not answer.refused
    assert "more time" in declaring.posts()[-1]
    await declaring.advance(100)
    assert await stage(declaring) == "declaring"
    await declaring.advance(51)
    assert await stage(declaring) == "ended"
    late = await declaring.gm.slash("round extend", time="1m")
    assert late.refused


async def test_the_gm_closes_early(declaring: Table) -> None:
    answer = await declaring.gm.slash("round close")
    assert not answer.refused
    assert await stage(declaring) == "ended"
    again = await declaring.gm.slash("round close")
    assert again.refused


async def test_declarations_close_five_seconds_after_the_last_awaited_seal(declaring: Table) -> None:
    await declaring.all_declare(declaring.kesh)
    await declaring.advance(10)
    assert await stage(declaring) == "declaring"
    await declaring.declare(declaring.kesh, action="parry")
    await declaring.advance(4)
    assert await stage(declaring) == "declaring"
    await declaring.advance(2)
    assert await stage(declaring) == "ended"
    assert "🐢" not in closed(declaring)


async def test_taking_a_declaration_back_stops_the_early_close(declaring: Table) -> None:
    await declaring.all_declare()
    await declaring.mira.slash("withdraw")
    await declaring.advance(20)
    assert await stage(declaring) == "declaring"


async def test_a_complete_draft_counts_as_sealed_at_the_deadline_and_its_player_sees_it(
    declaring: Table,
) -> None:
    panel = declaring.mira.panel
    form = await declaring.mira.pick(panel, "act", "cast")
    await declaring.mira.fill(form, name="sleep", segments="3", at="the altar")
    half = declaring.kesh.panel
    await declaring.kesh.pick(half, "act", "melee")
    await declaring.advance(91)
    assert "3-segment spell" in closed(declaring)
    assert "Kesh" in "".join(line for line in closed(declaring).splitlines() if "🐢" in line)
    seen = "\n".join(declaring.mira.dm_texts)
    assert "sleep" in seen
    assert "[Change]" not in seen
    assert "[Seal it" not in seen


async def test_a_complete_draft_for_a_group_counts_for_each_of_its_members(declaring: Table) -> None:
    await declaring.gm.pick(declaring.gm.panel, "act", "parry")
    await declaring.advance(91)
    declared = (await declaring.row()).encounter.round.declarations
    assert [d.who for d in declared] == [await declaring.id("Orc 1"), await declaring.id("Orc 2")]


async def test_who_leaves_while_awaited_holds_nothing_up_and_the_old_panel_says_so(declaring: Table) -> None:
    panel = (await declaring.kesh.press(declaring.board, "mine")).message
    await declaring.all_declare(declaring.kesh)
    await declaring.kesh.slash("leave")
    answer = await declaring.kesh.pick(panel, "act", "parry")
    assert answer.refused
    await declaring.advance(6)
    assert await stage(declaring) == "ended"


async def test_a_seat_given_away_while_declaring_brings_the_panel_to_its_new_player(declaring: Table) -> None:
    old = (await declaring.kesh.press(declaring.board, "mine")).message
    await declaring.gm.slash("combatant edit", combatant="Kesh", seat=declaring.bystander.member)
    assert (await declaring.kesh.pick(old, "act", "parry")).refused
    assert "Kesh" in declaring.bystander.panel_text.splitlines()[0]
    answer = await declaring.bystander.press(declaring.board, "mine")
    assert answer.text == declaring.bystander.panel_text
    await declaring.declare(declaring.bystander, action="parry")
    assert "Kesh" in declaring.board_text.split("Waiting")[0]


async def test_who_joins_while_others_declare_gets_a_panel_at_once(declaring: Table) -> None:
    await declaring.bystander.slash("join", name="Sten")
    assert "Sten" in declaring.board_text.split("Waiting")[1]
    assert "Sten" in declaring.bystander.panel_text


async def test_a_fight_with_much_to_tell_is_told_in_numbered_parts(fight: Table) -> None:
    await fight.gm.slash("combatant add", name="Rat", count=40)
    await fight.open_round()
    encounter = (await fight.row()).encounter
    for combatant in encounter.declares:
        if combatant.name.startswith("Rat"):
            text = f"{combatant.name} " + "gnaws " * 25
            await fight.gm.slash(
                "declare", **{"as": combatant.id, "action": "other", "text": text, "segments": 3}
            )
    await fight.gm.slash("round close")
    told = " ".join(fight.posts())
    assert "part 1 of" in told
    assert all(f"Rat {number} " in told for number in range(1, 41))
    assert not (await fight.gm.slash("encounter status")).refused


async def test_a_withdrawn_draft_is_not_sealed_at_the_deadline(declaring: Table) -> None:
    panel = declaring.mira.panel
    await declaring.mira.pick(panel, "act", "parry")
    await declaring.mira.press(panel, "seal")
    await declaring.mira.press(panel, "withdraw")
    await declaring.advance(91)
    assert "Mira" in "".join(line for line in closed(declaring).splitlines() if "🐢" in line)


# --- the close and the summary --------------------------------------------------------------------------


async def test_the_close_tells_of_spells_their_time_alone_and_rolls_the_dice(declaring: Table) -> None:
    await declaring.declare(declaring.mira, action="cast", text="sleep", segments=3, target="the altar")
    await declaring.declare(declaring.borin, action="melee", target="Orc 1")
    await declaring.gm.slash("round close")
    text = closed(declaring)
    assert "Mira is casting a 3-segment spell" in text
    assert "sleep" not in text
    assert "altar" not in text
    assert "Borin" not in text
    assert re.search(r"heroes \*\*\d\*\*.*foes \*\*\d\*\*", text)


async def test_the_summary_tells_segment_by_segment_and_what_runs_on(declaring: Table) -> None:
    await declaring.declare(declaring.mira, action="cast", text="sleep", segments=3, target="the altar")
    await declaring.declare(declaring.borin, action="melee", target="Orc 1")
    await declaring.declare(declaring.kesh, action="cast", text="wall", segments=14, target="the bridge")
    await declaring.declare(declaring.gm, **{"as": "Orc 1", "action": "melee", "target": "Borin"})
    await declaring.gm.slash("round close")
    story = declaring.post("Round 1", "segment by segment")
    segments = [int(n) for n in re.findall(r"^\*\*(\d+)\*\*", story, re.MULTILINE)]
    assert segments == sorted(segments)
    assert "sleep" in next(line for line in story.splitlines() if line.startswith("**3**"))
    assert "wall" not in story
    last = next(line for line in story.splitlines() if "Into round 2" in line)
    assert "Kesh" in last
    assert "4 segments" in last
    names = [
        p.index("declarations are closed") if "declarations are closed" in p else -1
        for p in declaring.posts()
    ]
    assert names[-2] > 0


async def test_work_that_runs_on_is_offered_next_round_to_go_on_or_to_give_up(declaring: Table) -> None:
    await declaring.declare(declaring.kesh, action="cast", text="wall", segments=14, target="the bridge")
    await declaring.gm.slash("round close")
    await declaring.open_round()
    assert "wall" in declaring.kesh.panel_text
    assert "Kesh" not in declaring.board_text.split("Waiting")[1]
    panel = declaring.kesh.panel
    await declaring.kesh.pick(panel, "carry", "abandon")
    await declaring.kesh.pick(panel, "act", "parry")
    await declaring.kesh.press(panel, "seal")
    await declaring.gm.slash("round close")
    assert "wall" not in declaring.post("Round 2", "segment by segment")


async def test_work_that_runs_on_goes_on_where_nothing_is_said(declaring: Table) -> None:
    await declaring.declare(declaring.kesh, action="cast", text="wall", segments=14, target="the bridge")
    await declaring.gm.slash("round close")
    await declaring.open_round()
    await declaring.gm.slash("round close")
    story = declaring.post("Round 2", "segment by segment")
    assert "wall" in next(line for line in story.splitlines() if line.startswith("**4**"))


async def test_a_round_cannot_be_opened_over_one_that_is_open(declaring: Table) -> None:
    assert (await declaring.gm.slash("round open")).refused
    assert (await declaring.mira.slash("round open")).refused


async def test_opening_a_round_with_nobody_there_says_how_people_come(table: Table) -> None:
    await table.gm.slash("encounter begin")
    answer = await table.gm.slash("round open")
    assert "/join" in answer.text


# --- what the rules must ask ----------------------------------------------------------------------------


async def blow_in_question(table: Table) -> None:
    """Orc 1 swings at Borin, who is casting: the GM must say whether it strikes."""
    await table.declare(table.borin, action="cast", text="sleep", segments=9, target="the altar")
    await table.declare(table.gm, **{"as": "Orc 1", "action": "melee", "target": "Borin"})
    for who in (table.mira, table.kesh):
        await table.declare(who, action="parry")
    await table.gm.slash("round close")


def question(table: Table, verb: str = "judge") -> Shown:
    """The GM's newest message with that button."""
    for message in reversed(table.gm.dms):
        if any(p.verb == verb for p in presses(table.components(message))):
            return message
    raise AssertionError(f"no {verb} among {table.gm.dm_texts}")


@pytest.mark.parametrize(("extra", "word"), [("s", "loses"), ("m", "completes")])
async def test_automatic_play_stops_where_the_gm_must_judge_a_blow_and_goes_on_after(
    declaring: Table, extra: str, word: str
) -> None:
    await blow_in_question(declaring)
    assert await stage(declaring) == "resolving"
    message = question(declaring)
    extras = [p.extra for p in presses(declaring.components(message)) if p.verb == "judge"]
    chosen = next(e for e in extras if e.startswith(extra))
    answer = await declaring.gm.press(message, "judge", chosen)
    assert not answer.refused
    assert await stage(declaring) == "ended"
    assert any("Borin" in post and word in post for post in declaring.posts())
    # A spell that came to nothing stays what it was for the others: a spell.
    assert any("sleep" in post for post in declaring.posts()) == (extra == "m")


async def test_a_blow_is_judged_once_and_the_second_press_gets_a_sentence(declaring: Table) -> None:
    await blow_in_question(declaring)
    console = (await declaring.gm.slash("encounter status")).message
    await declaring.gm.slash("round missed")
    before = (await declaring.row()).encounter
    answer = await declaring.gm.press(console, "judge")
    assert answer.refused
    assert (await declaring.row()).encounter == before
    assert (await declaring.gm.slash("round struck")).refused


async def test_no_player_judges_a_blow(declaring: Table) -> None:
    await blow_in_question(declaring)
    for name in ("round struck", "round missed", "round close", "round next"):
        answer = await declaring.mira.slash(name)
        assert "GM" in answer.text, name
    assert await stage(declaring) == "resolving"


@pytest.mark.parametrize("way", ["button", "form", "command"])
async def test_an_unknown_time_is_asked_of_the_gm_and_the_round_goes_on(declaring: Table, way: str) -> None:
    await declaring.declare(declaring.mira, action="other", text="works at the lock")
    await declaring.gm.slash("round close")
    assert await stage(declaring) == "resolving"
    message = question(declaring, "time")
    if way == "button":
        answer = await declaring.gm.press(message, "time")
    elif way == "form":
        form = await declaring.gm.press(message, "timeform")
        assert (await declaring.gm.fill(form, segments="for ever")).refused
        form = await declaring.gm.press(question(declaring, "timeform"), "timeform")
        answer = await declaring.gm.fill(form, segments="14")
    else:
        answer = await declaring.gm.slash("round time", combatant="Mira", segments=3)
    assert not answer.refused, answer.text
    assert await stage(declaring) == "ended"
    assert any("lock" in post for post in declaring.posts())


# --- called play ----------------------------------------------------------------------------------------


async def test_in_called_play_each_press_calls_one_segment(called: Table) -> None:
    await called.declare(called.mira, action="cast", text="sleep", segments=2, target="the altar")
    await called.gm.slash("round close")
    assert (await called.row()).encounter.round.segment == 0
    console = (await called.gm.slash("encounter status")).message
    await called.gm.press(console, "next")
    assert (await called.row()).encounter.round.segment == 1
    await called.gm.slash("round next")
    assert (await called.row()).encounter.round.segment == 2
    assert any("sleep" in post for post in called.posts())


async def test_a_double_press_calls_one_segment_only(called: Table) -> None:
    await called.all_declare()
    await called.gm.slash("round close")
    one = (await called.gm.slash("encounter status")).message
    two = (await called.gm.slash("encounter status")).message
    await called.gm.press(one, "next")
    answer = await called.gm.press(two, "next")
    assert answer.refused or "segment 1" in answer.text.lower()
    assert (await called.row()).encounter.round.segment == 1


async def test_a_caster_struck_between_segments_loses_the_spell(called: Table) -> None:
    await called.declare(called.mira, action="cast", text="sleep", segments=5, target="the altar")
    await called.gm.slash("round close")
    await called.gm.slash("round next")
    answer = await called.gm.slash("round struck", combatant="Mira")
    assert not answer.refused, answer.text
    assert any("Mira" in post and "loses" in post for post in called.posts())
    assert (await called.gm.slash("round struck", combatant="Mira")).refused


async def test_who_is_down_loses_what_was_not_finished_and_rises_later(called: Table) -> None:
    await called.declare(called.borin, action="melee", target="Orc 1")
    await called.gm.slash("round close")
    await called.gm.slash("round next")
    await called.gm.slash("round down", combatant="Borin")
    assert any("Borin is down" in post for post in called.posts())
    assert not (await called.gm.slash("round down", combatant="Borin", rises=True)).refused
    for _ in range(9):
        await called.gm.slash("round next")
    assert await stage(called) == "ended"
    assert not any("Borin strikes" in post for post in called.posts())


async def test_a_late_declaration_in_called_play_pays_its_delay_and_a_pardon_takes_it_back(
    called: Table,
) -> None:
    await called.all_declare(called.kesh)
    await called.gm.slash("round close")
    await called.gm.slash("round next")
    late = await called.declare(called.kesh, action="other", text="runs", segments=1)
    start = (await called.row()).encounter.plan(await called.id("Kesh"))
    assert start is not None
    begins = start.unfinished[0].start
    assert begins > 2
    assert "late" in late.text
    pardoned = await called.gm.slash("round pardon", combatant="Kesh")
    assert not pardoned.refused, pardoned.text
    moved = (await called.row()).encounter.plan(await called.id("Kesh"))
    assert moved is not None
    assert moved.unfinished[0].start < begins
    assert (await called.declare(called.kesh, minors="shout Wait!")).text


async def test_a_delay_is_called_and_pardoned_before_the_close(declaring: Table) -> None:
    assert not (await declaring.gm.slash("round delay", combatant="Mira")).refused
    assert (await declaring.gm.slash("round delay", combatant="Mira")).refused
    assert "Mira" in declaring.board_text.split("Delay")[-1]
    assert not (await declaring.gm.slash("round pardon", combatant="Mira")).refused
    await declaring.all_declare()
    await declaring.advance(6)
    assert "🐢" not in closed(declaring)


async def test_the_buttons_of_the_console_do_what_they_say(called: Table) -> None:
    gm = called.gm
    console = (await gm.slash("encounter status")).message
    assert not (await gm.press(console, "extend")).refused
    await called.declare(called.mira, action="cast", text="sleep", segments=5, target="the altar")
    assert not (await gm.press(console, "close")).refused
    console = (await gm.slash("encounter status")).message
    assert not (await gm.pick(console, "pardon", await called.id("Kesh"))).refused
    await gm.press(console, "next")
    console = (await gm.slash("encounter status")).message
    assert not (await gm.pick(console, "disturb", await called.id("Mira"))).refused
    assert not (await gm.pick(console, "down", await called.id("Borin"))).refused
    for _ in range(9):
        await gm.slash("round next")
    console = (await gm.slash("encounter status")).message
    assert not (await gm.press(console, "open")).refused
    assert (await called.row()).encounter.round.number == 2
    mine = await gm.press((await gm.slash("encounter status")).message, "mine")
    assert "Orc" in mine.text


async def test_the_console_stands_though_nobody_else_is_left_to_fall(called: Table) -> None:
    await called.gm.slash("round close")
    for name in ("Mira", "Borin", "Kesh", "Orc 1", "Orc 2"):
        await called.gm.slash("round down", combatant=name)
    status = await called.gm.slash("encounter status")
    assert "next" in [press.verb for press in presses(status.components)]


async def test_what_cannot_be_added_while_segments_are_called_is_refused_with_a_sentence(
    called: Table,
) -> None:
    await called.all_declare()
    await called.gm.slash("round close")
    for options in ({"target": "Orc 1"}, {"action": "nothing"}, {"action": "parry"}):
        answer = await called.mira.slash("declare", **options)
        assert answer.refused, options
    assert not (await called.mira.slash("declare", minors="drop it")).refused
