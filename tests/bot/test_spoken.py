"""Plain words, the third road to a declaration: read, read back, asked about, mended, and sealed."""

from __future__ import annotations

import pytest

from bot.ui.ids import parse
from rules import Declaration
from tests.bot.conftest import Opener
from tests.bot.table import Person, Shown, Table, options_of, presses, text_of, walk
from tests.bot.test_presses import forged

DOCUMENT = "I move 30 feet north behind the altar and then cast a 3-segment spell"
"""The documents' own sentence."""


def read(person: Person, shown: Shown) -> str:
    """A message as the person reads it."""
    return text_of(person.table.components(shown))


def verbs(person: Person, shown: Shown) -> set[str]:
    """What can be pressed in a message."""
    return {press.verb for press in presses(person.table.components(shown))}


def ready(person: Person, shown: Shown) -> bool:
    """Whether *Seal it* is there and can be pressed."""
    for component in walk(person.table.components(shown)):
        press = parse(component.get("custom_id", ""))
        if press is not None and press.verb == "seal":
            return not component.get("disabled")
    return False


async def declared(table: Table, who: str) -> Declaration | None:
    """What is sealed for the creature of that name."""
    return (await table.row()).encounter.declaration(await table.id(who))


@pytest.fixture
async def patient(open_table: Opener) -> Table:
    """A fight in its first round, with all the time there is."""
    table = await open_table(early_close_seconds=3600)
    await table.begin(time="2h")
    await table.open_round()
    return table


# --- the table of sentences -----------------------------------------------------------------------------

BORIN = [
    ("attack the orc", "melee"),
    ("I attack Orc 1 with my axe", "melee"),
    ("hit orc", "melee"),
    ("parry", "parry"),
    ("I defend myself this round", "parry"),
    ("drink my potion of healing", "potion"),
    ("quaff a potion of speed", "potion"),
    ("nothing", None),
    ("I guard the door", None),
    ("hold", None),
    ("shout Behind you! then attack the orc", "melee"),
    ("drop my bow and attack orc 1", "melee"),
    ("wait for whoever comes into melee and attack", "melee"),
    ("search the body", "search"),
    ("bandage Mira", "bind"),
]
MIRA = [
    ("cast sleep (3 segments) at the orcs", "cast"),
    ("i go 30ft n behind altar cast sleep 3seg on orcs", "cast"),
    ("cast hold person 5 segments on orc 2", "cast"),
    ("cast meteor swarm for 1 round at the foes", "cast"),
    ("cast light on the altar 1 seg", "cast"),
    ("cast cure light wounds on myself, five segments", "cast"),
    ("move 30 ft north", None),
    ("Walk 20 feet to the door and open it", "manipulate"),
    ("use my wand of fire on the orcs", "item"),
    ("pick up the dropped sword", "retrieve"),
    ("light a torch", "manipulate-complex"),
    ("run as far as I can to the north", "full-move"),
    ("charge orc 2, 40 feet", "charge"),
    ("hammer a spike into the door", "tool"),
    ("open the north door", "manipulate"),
    ("Mira: parry", "parry"),
    ("mira parries", "parry"),
    ("cast web 2 segments at the orcs then move 20 ft back", "cast"),
]
KESH = [
    ("throw my dagger at orc 2", "missile"),
    ("hurl dagger at orc 2!!", "missile"),
    ("parry and shout Help!", "parry"),
    ("kesh: throw dagger at orc 2", "missile"),
    ("i throw my dagger at orc 2 then move 30 ft back", "missile"),
    ("wait", None),
    ("pass", None),
    ("draw my dagger", None),
    ("move 20 feet into melee with orc 2", None),
]


@pytest.mark.parametrize(("who", "sentences"), [("Borin", BORIN), ("Mira", MIRA), ("Kesh", KESH)])
async def test_a_sentence_is_read_back_and_sealed_with_one_button(
    patient: Table, who: str, sentences: list[tuple[str, str | None]]
) -> None:
    person = getattr(patient, who.lower())
    for number, (text, major) in enumerate(sentences):
        if number % 4 == 0:
            await patient.advance(11)
        shown = await person.write(text)
        assert ready(person, shown), f"{text}: {read(person, shown)}"
        person.taps = 0
        sealed = await person.press(shown, "seal")
        assert "Sealed" in sealed.text, f"{text}: {sealed.text}"
        assert person.taps == 1
        found = await declared(patient, who)
        assert found is not None, text
        assert found.major == major, text


# --- what is asked --------------------------------------------------------------------------------------


async def test_what_a_sentence_leaves_out_is_asked_and_answered_in_a_form(patient: Table) -> None:
    mira = patient.mira
    shown = await mira.write(DOCUMENT)
    assert not ready(mira, shown)
    assert {"tell", "answer", "reword", "menus"} <= verbs(mira, shown)
    form = await mira.press(shown, "tell", "cast")
    assert "=3" in form.text
    answer = await mira.fill(form, name="sleep", segments="3", at="the orcs")
    assert "segments 4 to 6" in answer.text
    await mira.press(shown, "seal")
    found = await declared(patient, "Mira")
    assert found is not None
    (move,) = found.minors
    assert (found.major, found.name, found.segments, found.at) == ("cast", "sleep", 3, "the orcs")
    assert (move.when, move.feet, move.note) == ("before", 30, "north behind the altar")


async def test_between_two_that_are_meant_equally_a_menu_asks(patient: Table) -> None:
    kesh = patient.kesh
    shown = await kesh.write("throw my dagger at the orc")
    assert not ready(kesh, shown)
    assert set(options_of(patient.components(shown), "answer").values()) == {"Orc 1", "Orc 2"}
    answer = await kesh.pick(shown, "answer", await patient.id("Orc 2"))
    assert "Orc 2" in answer.text
    await kesh.press(shown, "seal")
    found = await declared(patient, "Kesh")
    assert found is not None
    assert found.target == await patient.id("Orc 2")


async def test_a_target_nobody_knows_is_asked_with_those_who_are_there(patient: Table) -> None:
    kesh = patient.kesh
    shown = await kesh.write("throw my dagger at the ogre")
    assert "ogre" in read(kesh, shown)
    assert not ready(kesh, shown)
    await kesh.pick(shown, "answer", await patient.id("Orc 1"))
    assert ready(kesh, shown)


async def test_a_place_instead_of_a_target_is_asked_in_a_form(patient: Table) -> None:
    mira = patient.mira
    shown = await mira.write("cast sleep, 3 segments")
    form = await mira.pick(shown, "answer", "place")
    answer = await mira.fill(form, at="the far door")
    assert "far door" in answer.text
    assert ready(mira, shown)


async def test_of_two_major_actions_one_is_chosen_and_the_rest_is_given_up(patient: Table) -> None:
    mira = patient.mira
    shown = await mira.write(
        "move 20 ft north and cast sleep 3 segments at the orcs and drink my potion of speed"
    )
    assert "Only one" in read(mira, shown)
    await mira.pick(shown, "answer", "cast")
    assert ready(mira, shown)
    await mira.press(shown, "seal")
    found = await declared(patient, "Mira")
    assert found is not None
    assert (found.major, found.name, len(found.minors)) == ("cast", "sleep", 1)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("move north", "How far"),
        ("shout", "what exactly"),
        ("cast", "Which spell"),
        ("cast sleep at the orcs", "casting time"),
        ("cast sleep 99999 segments at the orcs", "number"),
        ("hold until segment 44 then parry", "1 to 10"),
        ("drink a potion", "Which potion"),
        ("charge orc 2", "How far"),
        ("throw a rock at orc 2", "rock"),
        ("attack the dragon", "dragon"),
        ("move 20 ft into melee with the orc", "Orc 1 or Orc 2"),
        ("parry and drink my potion of speed", "Which one?"),
        ("gibberish flurble", "cannot read"),
        ("what time is it?", "cannot read"),
    ],
)
def test_every_question_is_one_a_player_understands(text: str, word: str) -> None:
    from bot.narration.asks import question  # noqa: PLC0415
    from bot.narration.words import Names  # noqa: PLC0415
    from rules import Combatant, Encounter, Weapon, read_sentence  # noqa: PLC0415
    from rules.visibility import EVERYONE  # noqa: PLC0415

    dagger = Weapon(name="dagger", missile="thrown")
    fight = Encounter(
        combatants=(
            Combatant(id="k", name="Kesh", seat="7", weapons=(dagger, Weapon(name="club"))),
            Combatant(id="o1", name="Orc 1", side="foes"),
            Combatant(id="o2", name="Orc 2", side="foes"),
        )
    )
    reading = read_sentence(text, fight, "k", {"k", "o1", "o2"})
    told = [question(ask, "k", Names(fight, EVERYONE)) for ask in reading.asks]
    assert any(word in line for line in told), told
    assert all("needs-" not in line and "which-" not in line for line in told)


async def test_what_found_no_place_is_shown_and_kept_as_a_note(patient: Table) -> None:
    borin = patient.borin
    shown = await borin.write("attack the orc, my grandmother would be proud")
    assert "grandmother" in read(borin, shown).split("📝")[1]
    await borin.press(shown, "seal")
    found = await declared(patient, "Borin")
    assert found is not None
    assert "grandmother" in found.note


async def test_what_cannot_stand_is_said_with_a_way_to_mend_it(patient: Table) -> None:
    borin = patient.borin
    shown = await borin.write("attack orc 2")
    assert not ready(borin, shown)
    assert "not in melee" in read(borin, shown)
    await borin.pick(shown, "answer", await patient.id("Orc 1"))
    assert ready(borin, shown)


# --- mending --------------------------------------------------------------------------------------------


async def test_the_words_are_mended_in_a_form_already_filled_in(patient: Table) -> None:
    mira = patient.mira
    shown = await mira.write("cast sleep 3 segments at the oafs")
    form = await mira.press(shown, "reword")
    assert "=cast sleep 3 segments at the oafs" in form.text
    answer = await mira.fill(form, words="cast web, 2 segments, at the orcs")
    assert "web" in answer.text
    await mira.press(shown, "seal")
    found = await declared(patient, "Mira")
    assert found is not None
    assert found.name == "web"


async def test_what_could_not_be_read_is_mended_in_the_same_form(patient: Table) -> None:
    mira = patient.mira
    shown = await mira.write("flurble the gribbits")
    assert "flurble" in read(mira, shown)
    answer = await mira.fill(await mira.press(shown, "reword"), words="parry")
    assert "parry" in answer.text.lower()
    assert ready(mira, shown)


async def test_words_that_cannot_be_read_leave_the_plan_as_it_was(patient: Table) -> None:
    mira = patient.mira
    await mira.write("parry")
    await mira.write("er, wait")
    shown = await mira.write("hmmm let me see")
    assert not ready(mira, shown)
    await patient.gm.slash("round close")
    found = await declared(patient, "Mira")
    assert found is not None


async def test_the_plan_goes_on_in_the_menus_of_the_panel(patient: Table) -> None:
    mira = patient.mira
    shown = await mira.write("cast sleep")
    await mira.press(shown, "menus")
    assert {"act", "move", "minors"} <= verbs(mira, shown)
    assert "=sleep" in (await mira.press(shown, "fill", "cast")).text


async def test_a_button_under_older_words_does_not_seal_newer_ones(patient: Table) -> None:
    mira = patient.mira
    first = await mira.write("parry")
    await mira.write("drink my potion of speed")
    answer = await mira.press(first, "seal")
    assert "older" in answer.text
    assert await declared(patient, "Mira") is None


async def test_an_edited_message_is_read_anew(patient: Table) -> None:
    mira = patient.mira
    written = await mira.member.user.send_dm("parry")
    shown = await mira.mend(written, "drink my potion of speed")
    assert "potion of speed" in read(mira, shown)


# --- for whom, and in which fight -----------------------------------------------------------------------


async def test_who_declares_for_several_names_one_or_is_asked(patient: Table) -> None:
    gm = patient.gm
    shown = await gm.write("Orc 1: attack Borin")
    assert "Orc 1 ·" in read(gm, shown)
    assert ready(gm, shown)
    shown = await gm.write("Orc 2 parries")
    assert "Orc 2 ·" in read(gm, shown)
    shown = await gm.write("orc: shout Waagh! then parry")
    assert "2 × Orc" in read(gm, shown)
    await gm.press(shown, "seal")
    assert [(await declared(patient, name)) is not None for name in ("Orc 1", "Orc 2")] == [True, True]
    shown = await gm.write("parry")
    assert verbs(gm, shown) == {"whose"}
    await patient.restart()
    answer = await gm.pick(shown, "whose", await patient.id("Orc 2"))
    assert "Orc 2 ·" in answer.text
    await gm.press(shown, "seal")
    found = await declared(patient, "Orc 2")
    assert found is not None
    assert (found.major, found.minors) == ("parry", ())


async def test_in_several_fights_it_is_asked_which(patient: Table) -> None:
    mira, gm = patient.mira, patient.gm
    cave = patient.guild.create_text_channel("cave")
    await gm.slash("encounter begin", cave, time="2h")
    await mira.slash("join", cave, name="Sella")
    await gm.slash("round open", cave)
    shown = await mira.write("parry")
    assert verbs(mira, shown) == {"which"}
    assert set(options_of(patient.components(shown), "which").values()) == {"#shrine", "#cave"}
    key = next(k for k, name in options_of(patient.components(shown), "which").items() if name == "#cave")
    await patient.restart()
    answer = await mira.pick(shown, "which", key)
    assert "Sella" in answer.text
    await mira.press(shown, "seal")
    row = await patient.row(cave)
    assert [d.major for d in row.encounter.round.declarations] == ["parry"]
    shown = await mira.write("Mira: parry")
    assert "Mira ·" in read(mira, shown)


# --- anything else --------------------------------------------------------------------------------------


async def test_who_is_in_no_fight_is_told_how_to_come_into_one(table: Table) -> None:
    shown = await table.mira.write("I attack the orc")
    assert "/join" in read(table.mira, shown)


async def test_before_the_round_and_after_the_close_it_says_what_is_going_on(fight: Table) -> None:
    mira = fight.mira
    assert "no round is open" in read(mira, await mira.write("attack"))
    await fight.open_round()
    await fight.gm.slash("round close")
    told = read(mira, await mira.write("attack"))
    assert "attack" not in told.lower().split("/declare")[0] or "round" in told
    assert any("round" in line for line in told.splitlines())


async def test_a_picture_and_a_message_without_words_are_answered(patient: Table) -> None:
    mira = patient.mira
    there = mira.member.user.dm_channel.id
    picture = patient.env.backend.store_attachments(there, [("map.png", b"x")])
    told = read(mira, await mira.write("", attachments=picture))
    assert "words only" in told
    assert "[My declaration]" in told
    assert "words only" in read(mira, await mira.write("\u200b \u200b"))


@pytest.mark.parametrize("text", ["x" * 2000, "@everyone **b** <@1> `t` # x", "ﷺ" * 900, "Mira:", "and and"])
async def test_whatever_is_written_gets_an_answer(patient: Table, text: str) -> None:
    assert read(patient.mira, await patient.mira.write(text))


async def test_of_a_burst_only_the_newest_is_answered_and_slowly(patient: Table) -> None:
    mira = patient.mira
    before = len(mira.dms)
    for number in range(30):
        await mira.member.user.send_dm(f"parry and shout {number}!")
    answers = [m for m in mira.dms[before:] if m.author.id != mira.member.id]
    assert len(answers) <= 6
    await patient.advance(30)
    answers = [m for m in mira.dms[before:] if m.author.id != mira.member.id]
    assert len(answers) <= 8
    assert "29!" in read(mira, answers[-1])


async def test_nothing_of_it_is_seen_in_the_channel_and_a_restart_keeps_it(patient: Table) -> None:
    mira = patient.mira
    before = patient.posts()
    shown = await mira.write("cast zephyrblast, 3 segments, at the orcs")
    assert patient.posts() == before
    await patient.restart()
    sealed = await mira.press(shown, "seal")
    assert "Sealed" in sealed.text
    assert "zephyrblast" not in " ".join(patient.posts())
    found = await declared(patient, "Mira")
    assert found is not None
    assert found.name == "zephyrblast"


async def test_a_plan_in_words_counts_at_the_close_as_one_of_the_panel_does(patient: Table) -> None:
    mira, kesh = patient.mira, patient.kesh
    await mira.write("parry")
    await kesh.write("throw my dagger at the orc")
    await patient.gm.slash("round close")
    assert (await declared(patient, "Mira")) is not None
    assert (await declared(patient, "Kesh")) is None


async def test_a_hidden_creature_is_no_target_and_is_not_told_of(patient: Table) -> None:
    await patient.gm.slash("combatant add", name="Umbravex", hidden=True)
    told = read(patient.kesh, await patient.kesh.write("throw my dagger at Umbravex"))
    made_up = read(patient.kesh, await patient.kesh.write("throw my dagger at Ambravex"))
    assert told.replace("Umbravex", "Ambravex") == made_up


async def test_nobody_answers_for_another_and_what_is_not_offered_is_not_taken(patient: Table) -> None:
    mira, kesh = patient.mira, patient.kesh
    await patient.gm.slash("combatant add", name="Umbravex", hidden=True)
    shown = await kesh.write("throw my dagger at the orc")
    (menu,) = (c for c in walk(patient.components(shown)) if ":answer:" in c.get("custom_id", ""))
    answer = await forged(mira, menu["custom_id"], await patient.id("Orc 1"))
    assert "do not declare for" in answer.text
    answer = await forged(kesh, menu["custom_id"], await patient.id("Umbravex"))
    assert "older" in answer.text
    assert not ready(kesh, shown)


# --- /declare text --------------------------------------------------------------------------------------


async def test_words_alone_after_declare_are_read_back_and_sealed(patient: Table) -> None:
    mira = patient.mira
    answer = await mira.slash("declare", text="cast sleep, 3 segments, at the orcs")
    assert answer.private
    sealed = await mira.press(answer.message, "seal")
    assert "Sealed" in sealed.text
    answer = await patient.gm.slash("declare", **{"as": "Orc 1", "text": "attack Borin"})
    await patient.gm.press(answer.message, "seal")
    found = await declared(patient, "Orc 1")
    assert found is not None
    assert found.target == await patient.id("Borin")


async def test_words_alone_after_the_close_are_a_late_declaration_or_refused_with_the_question(
    called: Table,
) -> None:
    kesh = called.kesh
    await called.gm.slash("round close")
    assert (await kesh.slash("declare", text="throw my dagger at the orc")).refused
    answer = await kesh.slash("declare", text="throw my dagger at orc 2")
    assert "declared late" in answer.text


# --- what was begun in the round before -----------------------------------------------------------------


@pytest.fixture(params=["segments", "phases"])
async def busy(open_table: Opener, request: pytest.FixtureRequest) -> Table:
    """The second round; Mira casts on from the first, Borin did nothing that goes on."""
    table = await open_table(early_close_seconds=3600)
    await table.begin(time="2h", ruleset=request.param)
    await table.open_round()
    await table.declare(table.mira, action="cast", text="sleep", segments=25, target="the orcs")
    await table.all_declare(table.mira)
    await table.gm.slash("round close")
    assert (await table.row()).encounter.round.stage == "ended"
    await table.open_round()
    return table


@pytest.mark.parametrize(
    ("words", "carry"),
    [
        ("keep casting", "continue"),
        ("Continue.", "continue"),
        ("give up", "abandon"),
        ("stop casting", "abandon"),
    ],
)
async def test_a_word_or_two_go_on_with_what_was_begun_or_give_it_up(
    busy: Table, words: str, carry: str
) -> None:
    shown = await busy.mira.write(words)
    assert ready(busy.mira, shown), read(busy.mira, shown)
    assert "Sealed" in (await busy.mira.press(shown, "seal")).text
    found = await declared(busy, "Mira")
    assert found is not None
    assert (found.major, found.carry) == (None, carry)


async def test_giving_up_and_what_is_done_instead_is_one_sentence(busy: Table) -> None:
    shown = await busy.mira.write("give up and drink a potion of healing")
    await busy.mira.press(shown, "seal")
    found = await declared(busy, "Mira")
    assert found is not None
    assert (found.major, found.carry) == ("potion", "abandon")


async def test_who_was_at_nothing_is_told_so_and_nothing_is_sealed(busy: Table) -> None:
    shown = await busy.borin.write("keep casting")
    assert "carries nothing over" in read(busy.borin, shown)
    assert not ready(busy.borin, shown)
    assert await declared(busy, "Borin") is None


async def test_idle_is_a_declaration_of_nothing_begun(busy: Table) -> None:
    await busy.kesh.press(await busy.kesh.write("idle"), "seal")
    found = await declared(busy, "Kesh")
    assert found is not None
    assert (found.major, found.carry) == (None, None)


async def test_a_plan_that_cannot_stand_for_one_of_a_group_says_so_and_counts_for_the_others(
    patient: Table,
) -> None:
    gm = patient.gm
    shown = await gm.write("Orc: attack Borin")
    assert "Nobody is in melee with Orc 2" in read(gm, shown)
    assert "pick Orc 2 alone" in read(gm, shown)
    assert not ready(gm, shown)
    assert "pick Orc 2 alone" in gm.panel_text
    await patient.gm.slash("round close")
    assert (await declared(patient, "Orc 1")) is not None
    assert (await declared(patient, "Orc 2")) is None


@pytest.mark.parametrize("words", ["The orcs parry", "all the orcs parry", "my orcs parry", "Orc: parry"])
async def test_a_group_is_named_before_the_words_however_one_says_it(patient: Table, words: str) -> None:
    shown = await patient.gm.write(words)
    assert "2 × Orc" in read(patient.gm, shown).splitlines()[0]
    assert "no place for" not in read(patient.gm, shown)
    assert ready(patient.gm, shown)


@pytest.mark.parametrize("words", ["Orc 1, Orc 2: parry", "Orc 1 and Orc 2: parry", "Orc 1 & Orc 2 : parry"])
async def test_several_named_at_once_are_taken_one_at_a_time_and_none_is_declared_for(
    patient: Table, words: str
) -> None:
    shown = await patient.gm.write(words)
    assert "one at a time" in read(patient.gm, shown)
    assert "Orc 1: …" in read(patient.gm, shown)
    assert not ready(patient.gm, shown)


async def test_what_was_said_and_sealed_stands_there_as_a_receipt_and_names_who_is_left(
    patient: Table,
) -> None:
    await patient.gm.slash("combatant add", name="Ogre")
    await patient.gm.slash("round close")
    await patient.gm.slash("round open")
    shown = await patient.gm.write("Orc: parry")
    sealed = await patient.gm.press(shown, "seal")
    assert "✅ **Sealed**" in sealed.text
    assert "Still to declare: Ogre" in sealed.text


async def test_an_action_said_twice_is_asked_for_once_without_a_choice_of_one(patient: Table) -> None:
    shown = await patient.borin.write("attack Orc 1 and then attack Mira")
    assert "twice" in read(patient.borin, shown)
    assert "answer" not in verbs(patient.borin, shown)


async def test_words_about_somebody_without_a_deed_are_asked_about_and_not_sealed(patient: Table) -> None:
    shown = await patient.borin.write("I gnaw at Orc 1 and shout Die!")
    assert "I found nothing that Borin does in" in read(patient.borin, shown)
    assert not ready(patient.borin, shown)


async def test_a_move_into_melee_is_read_back_with_whom(patient: Table) -> None:
    shown = await patient.mira.write("I move 20 ft into melee with Orc 2")
    assert "Moving 20 ft into melee with Orc 2" in read(patient.mira, shown)
