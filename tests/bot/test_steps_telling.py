"""A fight by lettered steps on Discord: what the table hears, who is asked, and who may answer."""

from __future__ import annotations

import re

import pytest

from bot.narration.phrases import phrase
from bot.narration.words import Names
from bot.ui.ids import Press
from rules import GAMEMASTER, Combatant, Declaration, Encounter, Slot
from rules import events as ev
from rules.stepping import StepEvent
from tests.bot.conftest import Opener
from tests.bot.stepping import asking, begin, declare_all, last_text, story, to_the_end
from tests.bot.table import Table, options_of, presses, text_of
from tests.bot.test_presses import forged

LONG = {"early_close_seconds": 3600, "declaration_seconds": 7200}


@pytest.fixture
async def table(open_table: Opener) -> Table:
    """A table with time to look around."""
    return await open_table(**LONG)


@pytest.fixture
async def closed(table: Table) -> Table:
    """An automatic fight whose first round is closed, and stands where somebody must be asked."""
    await begin(table)
    await table.open_round()
    await declare_all(table)
    await table.gm.slash("round close")
    return table


# --- words --------------------------------------------------------------------------------------------


def every_event() -> list[ev.Event]:
    """One of each event that only this ruleset knows."""
    slot = Slot(id="1.a.0", who="a", action="cast", major=True, time=3, name="sleep", target="b")
    told = Declaration(who="a", major="cast", name="sleep", segments=3)
    return [
        ev.IntentionsWanted(combatants=("b",)),
        ev.SpellsListed(spells=(slot,)),
        ev.DelayProposed(who="a"),
        ev.OrderMarked(who="a", mark="first"),
        ev.OrderMarked(who="a", mark=None),
        ev.Hastened(who="a"),
        ev.Queued(who="a", declaration=told),
        ev.SpellTargetAsked(who="a", slot=slot.id),
        ev.TargetNamed(who="a", slot=slot.id, target="b"),
        ev.TargetNamed(who="a", slot=slot.id, at="the altar"),
        ev.FreeToAct(who="a", segment=6),
        ev.FreeToAct(who="a", segment=6, asked=True),
        ev.TurnPassed(who="a", segment=6),
        ev.ShotTimed(who="a", segment=7, target="b", falls=3, feet=20, distance=60),
        ev.WentOff(who="a", segment=8, name="hug", target="b", note="dragged in"),
    ]


def test_each_event_of_steps_has_a_sentence_with_a_name_in_it() -> None:
    a, b = Combatant(id="a", name="Anna", seat="1"), Combatant(id="b", name="the bear", side="foes")
    fight = Encounter(ruleset="phases", combatants=(a, b))
    names = Names(fight, GAMEMASTER)
    kinds = {type(event) for event in every_event()}
    assert kinds == set(StepEvent.__args__)
    for event in every_event():
        said = phrase(event, names)
        assert re.search(r"Anna|the bear", said), event
        assert not re.search(r"segment \d+ of|[a-z]_[a-z]|None", said), said


async def test_nothing_anybody_reads_speaks_of_segments_being_called(closed: Table) -> None:
    status = [(await person.slash("encounter status")).text for person in (closed.gm, closed.mira)]
    await to_the_end(closed)
    everything = [*closed.posts(), *(t for p in (closed.gm, closed.mira, closed.borin) for t in p.dm_texts)]
    everything += status
    assert not [text for text in everything if re.search(r"segment \d+ of|[Nn]ext segment|segments \d", text)]


async def test_the_close_says_who_acts_in_high_and_who_in_low(closed: Table) -> None:
    post = closed.post("declarations are closed")
    heroes, foes = map(int, re.findall(r"\*\*(\d)\*\*", post))
    if heroes == foes:
        assert "A tie" in post
    else:
        first, after = ("Heroes", "Foes") if heroes > foes else ("Foes", "Heroes")
        assert f"**HIGH:** {first} act first. **LOW:** {after} act after them." in post


async def test_a_spell_is_named_to_the_table_in_step_e_and_not_before(closed: Table) -> None:
    assert "Zephyrblast" not in "\n".join(closed.posts())
    await to_the_end(closed)
    told = [line for line in story(closed) if "Zephyrblast" in line]
    assert len(told) == 1
    assert told[0].startswith("**E · spells**")
    assert "the orcs by the altar" in told[0]


async def test_the_gm_has_the_list_of_spells_at_close_and_nobody_else(closed: Table) -> None:
    lists = [text for text in closed.gm.dm_texts if "spells declared, for step E" in text]
    assert len(lists) == 1
    assert lists[0].index("Doomword") < lists[0].index("Zephyrblast"), "the quicker first"
    for person in (closed.mira, closed.borin, closed.kesh):
        assert "Doomword" not in "\n".join(person.dm_texts)
    assert "Doomword" not in "\n".join(closed.posts())


async def test_who_opens_a_round_is_told_whose_intentions_are_wanting(table: Table) -> None:
    await begin(table)
    answer = await table.gm.slash("round open")
    assert "No intention is noted for 2 × Orc and Shaman yet." in answer.text


# --- whole rounds -------------------------------------------------------------------------------------


async def played(table: Table, play: str) -> list[str]:
    """The story of a round, played so."""
    await begin(table, play=play)
    await table.open_round()
    await declare_all(table)
    await table.gm.slash("round close")
    await to_the_end(table)
    return story(table)


async def test_a_round_called_step_by_step_tells_what_an_automatic_one_tells(open_table: Opener) -> None:
    automatic = await played(await open_table(**LONG), "automatic")
    called = await played(await open_table(**LONG), "called")
    assert automatic == called
    assert len(automatic) >= 4


async def test_a_hidden_creature_leaves_no_trace_in_a_round_of_steps(open_table: Opener) -> None:
    streams = []
    for hidden in (False, True):
        table = await open_table(**LONG)
        await begin(table)
        if hidden:
            await table.gm.slash("combatant add", name="Umbravex", hidden=True, weapons="claws 3")
        await table.open_round()
        await declare_all(table)
        if hidden:
            await table.declare(
                table.gm, **{"as": "Umbravex", "action": "Something else", "text": "creeps", "segments": 1}
            )
        await table.gm.slash("round close")
        await to_the_end(table)
        read = [*table.posts(), *(t for p in (table.mira, table.borin, table.kesh) for t in p.dm_texts)]
        # The digest alone may be another; it is as long and stands in the same place.
        streams.append([re.sub(r"Sealed: `[0-9a-f ]{39}`", "Sealed: `#`", text) for text in read])
    assert streams[0] == streams[1]


# --- questions ----------------------------------------------------------------------------------------


async def test_a_spells_target_is_asked_of_its_player_and_of_the_gm_and_of_nobody_else(closed: Table) -> None:
    while not asking(closed, closed.mira, "aim"):
        await closed.borin.press(asking(closed, closed.borin, "pass")[0], "pass")
    assert asking(closed, closed.gm, "aim")
    assert not asking(closed, closed.borin, "aim")
    assert not asking(closed, closed.kesh, "aim")
    assert "Orc 1" in options_of(closed.components(asking(closed, closed.mira, "aim")[0]), "aim").values()


@pytest.mark.parametrize("who", ["mira", "gm"])
async def test_a_spells_target_can_be_named_by_its_player_or_by_the_gm(closed: Table, who: str) -> None:
    person = getattr(closed, who)
    for _ in range(3):
        if asking(closed, person, "aim"):
            break
        await closed.borin.press(asking(closed, closed.borin, "pass")[0], "pass")
    answer = await person.pick(asking(closed, person, "aim")[0], "aim", await closed.id("Orc 1"))
    assert "aims at Orc 1" in answer.text
    other = closed.gm if who == "mira" else closed.mira
    late = await other.pick(asking(closed, other, "aim")[0], "aim", await closed.id("Orc 2"))
    assert "answered already" in late.text
    await to_the_end(closed)
    assert any("Zephyrblast** on Orc 1" in line for line in story(closed))


@pytest.mark.parametrize("verb", ["aim", "do", "pass", "low", "agree", "someone", "onto"])
async def test_what_is_another_ones_to_answer_is_refused(closed: Table, verb: str) -> None:
    row = await closed.row()
    who = await closed.id("Mira" if verb == "aim" else "Borin")
    foe = await closed.id("Orc 1")
    values = {"aim": (foe,), "do": (f"m.axe.{foe}",), "someone": (who,)}.get(verb, ())
    press = Press(verb, row.id, row.encounter.round.number, who, "6.8" if verb == "onto" else "")
    for person in (closed.kesh, closed.bystander):
        answer = await forged(person, str(press), *values)
        assert answer.refused, answer.text
        assert answer.private
    assert (await closed.row()).encounter == row.encounter


async def test_on_the_turn_a_deed_is_chosen_with_one_tap(closed: Table) -> None:
    await to_turn(closed)
    card = asking(closed, closed.borin, "do")[0]
    offered = options_of(closed.components(card), "do")
    assert list(offered.values()) == [
        "Attack Orc 1",
        "Attack Orc 2",
        "Attack Shaman",
        "Shoot at Orc 1",
        "Shoot at Orc 2",
        "Shoot at Shaman",
    ]
    value = next(v for v, label in offered.items() if label == "Attack Shaman")
    answer = await closed.borin.pick(card, "do", value)
    assert not answer.refused
    assert "attacking Shaman (axe)" in answer.text
    await to_the_end(closed)
    assert any("Borin strikes at Shaman (axe)" in line for line in story(closed))


async def test_on_the_turn_a_deed_can_be_said_in_words(closed: Table) -> None:
    await to_turn(closed)
    form = await closed.borin.press(asking(closed, closed.borin, "sayform")[0], "sayform")
    unclear = await closed.borin.fill(form, text="flurble")
    assert unclear.refused
    form = await closed.borin.press(asking(closed, closed.borin, "sayform")[0], "sayform")
    answer = await closed.borin.fill(form, text="I shoot my short bow at the shaman")
    assert "shooting at Shaman" in answer.text
    await to_the_end(closed)
    assert any("Borin shoots at Shaman" in line for line in story(closed))


async def test_on_the_turn_a_sentence_in_the_direct_message_is_not_late(closed: Table) -> None:
    await to_turn(closed)
    shown = await closed.borin.write("I shoot my short bow at the shaman")
    read = text_of(closed.components(shown))
    assert "Borin's turn has come" in read
    assert "It is done now" in read
    assert "late" not in read.casefold()
    assert "[Do it]" in read
    assert not (await closed.borin.press(shown, "seal")).refused
    await to_the_end(closed)
    assert any("Borin shoots at Shaman" in line for line in story(closed))


async def test_what_had_to_be_declared_is_put_off_to_the_next_round_and_both_are_told(closed: Table) -> None:
    await to_turn(closed)
    form = await closed.borin.press(asking(closed, closed.borin, "sayform")[0], "sayform")
    answer = await closed.borin.fill(form, text="I search the altar")
    assert "does it in the next one instead" in answer.text
    assert any("does it in the next one instead" in text for text in closed.gm.dm_texts)
    await to_the_end(closed)
    await closed.open_round()
    declared = (await closed.row()).encounter.declaration(await closed.id("Borin"))
    assert declared is not None
    assert declared.major == "search"


async def test_waiting_for_low_is_told_and_asked_about_again_in_low(open_table: Opener) -> None:
    table = await open_table(**LONG)
    await begin(table)
    for _ in range(12):
        await table.open_round()
        await table.declare(table.borin, action="nothing")
        await table.gm.slash("round close")
        if not asking(table, table.borin, "low"):
            await to_the_end(table)
            continue
        answer = await table.borin.press(asking(table, table.borin, "low")[0], "low")
        assert "waits for LOW" in answer.text
        assert "LOW D1" in last_text(table, table.borin)
        assert not any(p.verb == "low" for p in presses(table.components(table.borin.dms[-1])))
        assert any("lets HIGH go by" in post for post in table.posts())
        return
    raise AssertionError("the heroes never win")


async def to_turn(table: Table) -> None:
    """Answer for Mira until it is Borin who is asked."""
    for _ in range(3):
        questions = (await table.row()).encounter.round.questions
        if questions[0].kind == "turn":
            return
        await table.mira.pick(asking(table, table.mira, "aim")[0], "aim", await table.id("Orc 1"))
    raise AssertionError("Borin is never asked")


async def test_the_public_line_does_not_tell_what_a_player_is_asked(closed: Table) -> None:
    """Whether it is a spell's target or a choice: that somebody casts stays sealed (P-25)."""
    assert [p for p in closed.posts() if "⏸️ The round waits for a player's choice, then it goes on." in p]
    assert not [p for p in closed.posts() if re.search(r"Mira (casts|is asked|must)", p)]


async def test_whom_direct_messages_do_not_reach_finds_the_question_in_status(closed: Table) -> None:
    await to_turn(closed)
    answer = await closed.borin.slash("encounter status")
    assert "waits for your choice" in answer.text
    assert "waits for your choice" not in (await closed.kesh.slash("encounter status")).text
    assert not (await closed.borin.press(answer.message, "pass")).refused


# --- called play --------------------------------------------------------------------------------------


@pytest.fixture
async def called(table: Table) -> Table:
    """A called fight with its first round closed."""
    await begin(table, play="called")
    await table.open_round()
    await declare_all(table)
    await table.gm.slash("round close")
    return table


async def test_the_button_names_the_next_step_and_the_console_what_happens_in_it(called: Table) -> None:
    console = await called.gm.slash("encounter status")
    assert "[Next: A · parley]" in console.text
    assert "**Next, A · parley:** nothing, as things stand." in console.text
    ahead = re.search(r"\[On to ((?:HIGH|LOW) D\d · [^\]]+)\]", console.text)
    assert ahead is not None
    extra = next(p.extra for p in presses(console.components) if p.verb == "onto")
    after = await called.gm.press(console.message, "onto", extra)
    assert f"called: {ahead[1]}" in after.text
    assert (await called.row()).encounter.round.segment == int(extra.partition(".")[2])


async def test_a_double_press_calls_one_step(called: Table) -> None:
    console = await called.gm.slash("encounter status")
    await called.gm.press(console.message, "next", "0")
    await called.gm.press(console.message, "next")
    again = await forged(called.gm, str(Press("next", (await called.row()).id, 1, "", "0")))
    assert "A · parley has been called already" in again.text or "B · flight has been called" in again.text
    assert (await called.row()).encounter.round.segment == 2


async def test_who_declared_nothing_is_told_when_the_turn_comes_and_how_to_act(table: Table) -> None:
    await begin(table, play="called")
    await table.open_round()
    await table.declare(table.mira, action="melee", target="Orc 2")
    await table.declare(table.borin, action="melee", target="Orc 1")
    await table.gm.slash("round close")
    for _ in range(16):
        assert [text for text in table.mira.dm_texts if "Kesh's turn" in text] == []
        await table.gm.slash("round next")
        if told := [m for m in table.kesh.dms if "Kesh's turn has come" in text_of(table.components(m))]:
            break
    (message,) = told
    opened = await table.kesh.press(message, "mine")
    assert "Kesh" in opened.text.splitlines()[0]
    assert not opened.refused


async def test_the_gm_lets_somebody_act_who_has_declared_nothing(called: Table) -> None:
    console = await called.gm.slash("encounter status")
    who = await called.id("Orc 2")
    assert who in options_of(console.components, "someone")
    card = await called.gm.pick(console.message, "someone", who)
    assert card.private
    value = next(v for v, label in options_of(card.components, "do").items() if label == "Attack Kesh")
    await called.gm.pick(card.message, "do", value)
    await to_the_end(called)
    assert any("Orc 2 strikes at Kesh" in line for line in story(called))


async def test_the_gms_words_for_steps(called: Table) -> None:
    gm = called.gm
    first = await gm.slash("round order", combatant="Kesh", goes="first")
    assert "goes first" in first.text
    assert "goes first, by the GM's word" in last_text(called, called.kesh)
    assert not [post for post in called.posts() if "goes first" in post]
    off = await gm.slash("round setoff", combatant="Orc 1", ability="Hug", target="Borin", note="dragged in")
    assert not off.refused
    assert called.post("Orc 1: **Hug** on Borin, at once, dragged in.")
    aimed = await called.mira.slash("round aim", combatant="Mira", target="Orc 2")
    assert not aimed.refused, aimed.text
    for refused in (
        await called.kesh.slash("round aim", combatant="Mira", target="Orc 1"),
        await called.kesh.slash("round order", combatant="Kesh", goes="last"),
        await called.kesh.slash("round hasten", combatant="Kesh"),
        await called.kesh.slash("round setoff", combatant="Kesh", ability="Roar"),
        await gm.slash("round hasten", combatant="Kesh"),
        await gm.slash("round pass", combatant="Kesh"),
    ):
        assert refused.refused
    await to_the_end(called)
    assert any(line.startswith("**Go First**") and "Kesh strikes at Orc 2" in line for line in story(called))
    assert any("Zephyrblast** on Orc 2" in line for line in story(called))


async def test_long_work_may_be_hastened_and_its_player_hears_of_it(table: Table) -> None:
    await begin(table, play="called")
    await table.open_round()
    await table.declare(table.kesh, action="search", text="the altar")
    await table.gm.slash("round close")
    answer = await table.gm.slash("round hasten", combatant="Kesh")
    assert not answer.refused, answer.text
    assert "own turn" in last_text(table, table.kesh)
    await to_the_end(table)
    assert [line for line in story(table) if "Kesh has searched the altar" in line and "D4" in line]


async def test_a_proposed_delay_is_called_by_the_gm_with_one_press(table: Table) -> None:
    await begin(table, play="called")
    await table.gm.slash("encounter settings", setting="clock_dithering", value="proposed")
    await table.open_round()
    await table.declare(table.borin, action="melee", target="Orc 1")
    await table.gm.slash("round close")
    cards = asking(table, table.gm, "agree")
    assert len(cards) == 2
    assert not [p for p in table.posts() if "Delay" in p], "what is only proposed is not told"
    answer = await table.gm.press(cards[0], "agree")
    assert not answer.refused
    left = await table.gm.press(cards[1], "waveoff")
    assert "No Delay" in left.text
    assert len([p for p in table.posts() if "the GM calls dithering on" in p]) == 1


async def test_what_a_change_of_mind_comes_to_is_told_in_steps(called: Table) -> None:
    asked = await called.kesh.slash("change", action="other", text="bars the door")
    paid = await called.kesh.press(asked.message, "pay")
    assert not paid.refused, paid.text
    assert "LOW" in paid.text
    assert "segment" not in paid.text
