"""Words: names are safe to show, phrases are sentences, numbers and units agree, nothing false is said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cogs.times import spoken_time
from bot.narration.phrases import deed, doing, lost
from bot.narration.plans import slot_line
from bot.narration.rounds import close_lines
from bot.narration.summary import summary_lines
from bot.narration.words import Names, can_be_seen, clean, count, escape, listed, long_spell, row
from rules import CATALOGUE, EVERYONE, Combatant, Encounter, Slot, read_weapons, told_weapons
from rules import events as ev
from rules.events import OrderKey
from rules.values import Delay, Weapon
from tests.bot.conftest import Opener
from tests.bot.table import Answer, Person, Table

ROOT = Path(__file__).parents[2]

KESH = Combatant(id="kesh", name="Kesh", seat="1")
ORCS = tuple(Combatant(id=f"o{n}", name=f"Orc {n}", group="Orc", side="foes") for n in (1, 2, 3))
FIGHT = Encounter(combatants=(KESH, *ORCS))
NAMES = Names(FIGHT, EVERYONE)
ACTIONS = sorted(CATALOGUE["segments"])

WRONG = re.compile(
    r"\bis done (at|doing)|\bat delicate|drop\w+ something,|  |\b1 \w+s\b|\ba [aeiou8]|None|{}"
)
"""What no sentence of the bot may read like."""


def slot(action: str, **fields: object) -> Slot:
    row = CATALOGUE["segments"][action]
    given = {"id": "1.kesh.0", "who": "kesh", "action": action, "major": row.major, "time": 1, **fields}
    return Slot.model_validate(given)


# --- names ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("1. Orc", r"1\. Orc"),
        ("12. Orc", r"12\. Orc"),
        ("- Orc", r"\- Orc"),
        ("+ Orc", r"\+ Orc"),
        ("> Orc", r"\> Orc"),
        (">>> Orc", r"\>>> Orc"),
        ("# Orc", r"\# Orc"),
        ("-# Orc", r"\-# Orc"),
        ("* Orc", r"\* Orc"),
        ("Orc 1.", "Orc 1."),
        ("\u202eOrc\u200b 2", "Orc 2"),
    ],
)
def test_a_name_is_shown_as_it_was_typed_wherever_it_stands(typed: str, shown: str) -> None:
    assert escape(typed) == shown


@given(st.text(max_size=80))
def test_a_backslash_stands_only_before_what_would_style(text: str) -> None:
    """Discord shows a backslash before a letter or a digit."""
    left = re.sub(r"\\([\\*_~`|\[\]<#>+.\-])", r"\1", escape(text))
    assert left == clean(text)


UNSEEN = [
    " ",
    "\u200b",
    "\u200b\u200b",
    "\u2800",
    "\u3164",
    "\u115f",
    "\u00ad",
    "\ufe0f",
    "\U000e0020",
    "\u202e \u2066",
]


@pytest.mark.parametrize("name", UNSEEN)
def test_what_cannot_be_seen_is_no_name(name: str) -> None:
    assert not can_be_seen(name)


@pytest.mark.parametrize("name", ["*", "1", "é", "龍", "👍", "-", "\u200bx"])
def test_what_can_be_seen_is_a_name(name: str) -> None:
    assert can_be_seen(name)


def unseen_in(person: Person, name: str) -> list[tuple[str, dict[str, str]]]:
    commands = [
        ("combatant edit", {"combatant": "Mira", "name": name}),
        ("combatant edit", {"combatant": "Mira", "weapons": f"{name} 3"}),
    ]
    if person is person.table.gm:
        commands += [
            ("combatant add", {"name": name}),
            ("combatant add", {"name": name, "count": 2}),  # type: ignore[dict-item]
            ("combatant add", {"name": "Imp", "side": name}),
            ("combatant edit", {"combatant": "Mira", "side": name}),
        ]
    return commands


@pytest.mark.parametrize("name", [" ", "\u200b", "\u3164"])
async def test_a_name_that_cannot_be_seen_is_refused_with_a_sentence(fight: Table, name: str) -> None:
    before = (await fight.row()).encounter
    answers: list[Answer] = [
        await person.slash(command, **options)
        for person in (fight.gm, fight.mira)
        for command, options in unseen_in(person, name)
    ]
    answers.append(await fight.bystander.slash("join", name=name))
    answers.append(await fight.bystander.slash("join", name="Tam", side=name))
    assert all(answer.refused and len(answer.text) > 30 for answer in answers)
    assert (await fight.row()).encounter == before


async def test_a_name_is_kept_without_what_cannot_be_seen(fight: Table) -> None:
    await fight.gm.slash("combatant add", name="\u202egnol  \u200b two ")
    assert "gnol two" in {c.name for c in (await fight.row()).encounter.combatants}


async def test_a_name_with_a_slash_is_found_in_direct_messages(declaring: Table) -> None:
    await declaring.gm.slash("combatant edit", combatant="Mira", name="Half/Orc")
    answer = await declaring.mira.dm_slash("declare", **{"as": "Half/Orc", "action": "parry"})
    assert not answer.refused
    assert "Sealed" in answer.text


async def test_a_side_is_the_same_side_however_it_is_written(fight: Table) -> None:
    await fight.gm.slash("combatant edit", combatant="Orc 1", side=" HEROES ")
    await fight.open_round()
    await fight.gm.slash("round close")
    assert {d.side for d in (await fight.row()).encounter.round.initiative} == {"heroes", "foes"}


# --- weapons --------------------------------------------------------------------------------------------


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["dagger", "Dagger", "axe"]),
            st.sampled_from(["", " 2", " 5"]),
            st.sampled_from(["", " (thrown)", " (bow)"]),
        ),
        max_size=8,
    )
)
def test_no_two_weapons_have_one_name_and_they_read_back_as_they_are_told(
    parts: list[tuple[str, str, str]],
) -> None:
    weapons = read_weapons(", ".join("".join(part) for part in parts))
    assert weapons is not None
    names = [w.name.casefold() for w in weapons]
    assert len(set(names)) == len(names)
    assert {(w.speed_factor, w.missile) for w in weapons} == {
        (int(factor) if factor else None, kind.strip(" ()") or None) for _, factor, kind in parts
    }
    assert read_weapons(told_weapons(weapons)) == weapons


def test_a_dagger_to_throw_beside_a_dagger_is_a_thrown_dagger() -> None:
    weapons = read_weapons("dagger 2, dagger 2 (thrown), dagger 2")
    assert weapons is not None
    assert [w.name for w in weapons] == ["dagger", "thrown dagger"]


# --- phrases --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize(
    "said", [{}, {"note": "a torch"}, {"at": "the door", "name": "axe"}, {"target": "o1", "weapon": "axe"}]
)
def test_every_activity_is_told_in_sentences(action: str, said: dict[str, object]) -> None:
    for made in (slot(action, **said), slot(action, feet=30, **said)):
        assert re.match(r"\w+ing\b", doing(made, NAMES)), doing(made, NAMES)
        assert re.match(r"(has|is|\w+s)\b", deed(made, NAMES)), deed(made, NAMES)
        for text in (doing(made, NAMES), deed(made, NAMES), slot_line(made, NAMES)):
            assert not WRONG.search(text), text


def test_what_is_dropped_is_said() -> None:
    assert deed(slot("drop", note="torch"), NAMES) == "drops “torch”"


@pytest.mark.parametrize("reason", ["struck", "disturbed", "target-gone", "down", "abandoned", "never-begun"])
@pytest.mark.parametrize("action", ACTIONS)
def test_every_loss_is_told_in_a_sentence(action: str, reason: str) -> None:
    event = ev.Lost.model_validate(
        {"who": "kesh", "segment": 3, "slot": slot(action, at="the door"), "reason": reason}
    )
    said = lost(event, NAMES)
    assert re.match(r"Kesh (loses|finds|is|does|gives)\b", said), said
    assert not WRONG.search(said), said


@pytest.mark.parametrize(
    ("action", "does"),
    [("melee", "strikes at nobody"), ("missile", "shoots at nobody"), ("charge", "charges at nobody")],
)
def test_who_finds_the_target_gone_does_what_was_declared_and_hints_at_nobody_unseen(
    action: str, does: str
) -> None:
    gone = slot(action, target="removed")
    event = ev.Lost(who="kesh", segment=3, slot=gone, reason="target-gone")
    assert lost(event, NAMES) == f"Kesh finds the target gone and {does}"
    removed = (ev.CombatantRemoved(who="removed", name="Wolf*"),)
    assert lost(event, Names(FIGHT, EVERYONE, removed)) == rf"Kesh finds Wolf\* gone and {does}"
    down = event.model_copy(update={"slot": slot(action, target="o1")})
    assert lost(down, NAMES) == f"Kesh finds Orc 1 gone and {does}"


@pytest.mark.parametrize(
    ("weapon", "verb"),
    [("dagger", ("throwing", "throws")), ("bow", ("shooting", "shoots")), ("", ("shooting", "shoots"))],
)
def test_what_is_thrown_is_not_shot(weapon: str, verb: tuple[str, str]) -> None:
    armed = KESH.model_copy(
        update={"weapons": (Weapon(name="dagger", missile="thrown"), Weapon(name="bow", missile="bow"))}
    )
    names = Names(Encounter(combatants=(armed,)), EVERYONE)
    shot = slot("missile", at="the door", weapon=weapon)
    assert doing(shot, names).split()[0] == verb[0]
    assert deed(shot, names).split()[0] == verb[1]


def test_who_is_gone_and_who_is_hidden_are_called_the_same() -> None:
    lurker = Combatant(id="x", name="Lurker", hidden=True)
    names = Names(Encounter(combatants=(KESH, lurker)), EVERYONE)
    assert names["x"] == names["nobody"] == names[None]


# --- groups ---------------------------------------------------------------------------------------------


def at(action: str, who: str, *, began: bool = False, **said: object) -> ev.Began | ev.Completed:
    made = slot(action, **said).model_copy(update={"who": who})
    if began:
        return ev.Began(who=who, segment=1, slot=made)
    return ev.Completed(who=who, segment=1, slot=made, key=OrderKey(die=3, segments=1))


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("began", [False, True])
def test_a_group_that_does_the_same_is_one_line_in_good_grammar(action: str, began: bool) -> None:
    said = {"target": "kesh", "weapon": "axe", "note": "now", "name": "horn", "feet": 30, "time": 3}
    lines = summary_lines([at(action, orc.id, began=began, **said) for orc in ORCS], NAMES)
    if not lines:
        return
    assert len(lines) == 1
    assert re.match(r"\*\*1\*\* 3 × Orc: each (has|is|\w+s)\b", lines[0]), lines
    assert " · " not in lines[0]
    assert not WRONG.search(lines[0]), lines


def test_only_what_is_the_same_is_counted() -> None:
    events = [at("parry", "o1", began=True), at("parry", "o2", began=True), at("charge", "o3", began=True)]
    [line] = summary_lines([*events, at("parry", "kesh", began=True)], NAMES)
    assert line.split(" · ") == [
        "**1** 2 × Orc: each parries until the round ends",
        "Orc 3 charges",
        "Kesh parries until the round ends",
    ]


def test_the_end_of_a_parry_is_not_told_again() -> None:
    assert summary_lines([at("parry", orc.id) for orc in ORCS], NAMES) == ()


def test_what_a_group_carries_over_is_one_line() -> None:
    def carried(who: str) -> ev.CarriedOver:
        made = slot("tool", at="the lock", status="begun").model_copy(update={"who": who})
        return ev.CarriedOver(who=who, slot=made, left=1)

    lines = summary_lines([*(carried(o.id) for o in ORCS), ev.RoundEnded(number=1)], NAMES)
    assert lines == ("**Into round 2:** 3 × Orc: each goes on using a tool on the lock, 1 segment to go.",)


# --- numbers --------------------------------------------------------------------------------------------


def test_a_number_and_its_unit_always_meet_in_one_place() -> None:
    """`words.count` makes them agree: no sentence puts a unit behind a number by itself."""
    units = "segment|round|turn|second|minute|hour|day|creature|combatant|time|line"
    alone = re.compile(rf"\}} (?:{units})s?\b")
    found = {
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for file in ROOT.glob("bot/**/*.py")
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if alone.search(line) and "practice" not in file.parts
    }
    assert found == set()


def test_one_is_singular_and_the_article_fits_the_number() -> None:
    assert (count(1, "segment"), count(2, "segment")) == ("1 segment", "2 segments")
    assert [long_spell(n) for n in (1, 8, 11, 18, 14, 80)] == [
        "a 1-segment spell",
        "an 8-segment spell",
        "an 11-segment spell",
        "an 18-segment spell",
        "a 14-segment spell",
        "an 80-segment spell",
    ]
    assert spoken_time(3661) == "1 hour 1 minute 1 second"


async def test_a_time_of_one_segment_is_answered_in_the_singular(called: Table) -> None:
    await called.declare(called.mira, action="other", text="picks the lock")
    await called.gm.slash("round close")
    answer = await called.gm.slash("round time", combatant="Mira", segments=1)
    assert "1 segment." in answer.text


@given(st.lists(st.text("ab", min_size=1, max_size=50), max_size=60))
def test_a_row_loses_nobody_without_counting(names: list[str]) -> None:
    for made in (row(names, 200), listed(names, limit=200)):
        more = int(found[1]) if (found := re.search(r" and (\d+) more$", made)) else 0
        kept = re.sub(r" and \d+ more$", "", made)
        shown = [n for n in re.split(r", | and ", kept) if n]
        assert len(shown) + more == len(names)
        assert len(made) <= 200 + 50


# --- answers that are true ------------------------------------------------------------------------------


def dithering(now: int | None) -> str:
    late = ev.Delayed(who="kesh", delay=Delay(who="kesh", cause="dithering", segments=3, roll=3))
    return "\n".join(close_lines([late], NAMES, now))


def test_where_a_late_declaration_would_start_is_said_only_where_there_can_be_one() -> None:
    assert "start in segment 4" in dithering(1)
    assert "start" not in dithering(None)


@pytest.mark.parametrize(("play", "told"), [("automatic", False), ("called", True)])
async def test_a_round_that_is_over_offers_no_late_declaration(
    open_table: Opener, play: str, told: bool
) -> None:
    table = await open_table()
    await table.begin(play=play)
    await table.open_round()
    await table.all_declare(table.kesh)
    await table.gm.slash("round close")
    assert ("Declaring now would start" in table.post("did not declare in time")) is told


async def test_a_round_that_waits_for_the_gm_offers_a_late_declaration(declaring: Table) -> None:
    await declaring.declare(declaring.mira, action="other", text="picks the lock")
    await declaring.gm.slash("round close")
    assert "Declaring now would start" in declaring.posts()[-1]


async def test_somebody_who_is_down_is_told_so_whatever_is_pressed(declaring: Table) -> None:
    await declaring.gm.slash("round down", combatant="Mira")
    mira = declaring.mira
    answers = [
        await mira.pick(mira.panel, "act", "parry"),
        await mira.press(declaring.board, "mine"),
        await mira.slash("declare"),
        await mira.slash("declare", action="parry"),
        await mira.slash("declare", **{"as": "Mira", "action": "parry"}),
        await mira.slash("declare", **{"as": "Mira"}),
        await mira.slash("withdraw"),
    ]
    for answer in answers:
        assert "Mira is down" in answer.text
        assert "The GM says when that changes" in answer.text


async def test_one_of_a_group_that_is_down_is_told_of_by_name(declaring: Table) -> None:
    await declaring.gm.slash("round down", combatant="Orc 2")
    answer = await declaring.gm.slash("declare", **{"as": "Orc 2", "action": "parry"})
    assert "Orc 2 is down" in answer.text


async def test_who_came_in_during_the_round_is_told_when_it_begins_for_them(called: Table) -> None:
    await called.gm.slash("round close")
    await called.bystander.slash("join", name="Tam")
    answer = await called.bystander.slash("declare", action="parry")
    assert "Tam came in during this round and declares from round 2 on" in answer.text


async def test_a_reminder_to_one_who_declares_for_two_is_in_the_plural(declaring: Table) -> None:
    await declaring.gm.slash("combatant add", name="Imp", seat=declaring.borin.member)
    await declaring.advance(50)
    assert "**Borin and Imp** have yet to declare" in declaring.borin.dm_texts[-1]
    assert "**Mira** has yet to declare" in declaring.mira.dm_texts[-1]


async def test_a_name_that_is_taken_can_be_given_up_by_whoever_has_it(fight: Table) -> None:
    await fight.gm.slash("combatant add", name="Wolf", hidden=True)
    await fight.mira.slash("combatant edit", combatant="Mira", name="Wolf")
    lurking = next(c.id for c in (await fight.row()).encounter.combatants if c.hidden)
    answer = await fight.gm.slash("combatant edit", combatant=lurking, hidden=False)
    assert answer.refused
    assert "rename one of them" in answer.text


@pytest.mark.parametrize("weapon", ["axe", "ogre's club"])
async def test_a_weapon_that_does_not_fit_needs_no_article(declaring: Table, weapon: str) -> None:
    await declaring.gm.slash("combatant edit", combatant="Borin", weapons=weapon)
    answer = await declaring.borin.slash("declare", action="missile", target="Orc 1", **{"with": weapon})
    assert answer.refused
    assert f"“{weapon}” cannot be shot or thrown" in answer.text


@pytest.mark.parametrize(
    ("start", "end", "said"),
    [
        (3, 6, "segments 3 to 6"),
        (1, 12, "segment 1 to segment 2 of the next round"),
        (10, 11, "segment 10 to segment 1 of the next round"),
        (1, 40, "segment 1 to segment 10, 3 rounds on"),
        (12, 12, "segment 2 of the next round"),
    ],
)
def test_what_runs_on_says_where_it_begins_and_in_which_round_it_ends(
    start: int, end: int, said: str
) -> None:
    casting = slot("cast", at="the door").model_copy(
        update={"start": start, "end": end, "time": end - start + 1}
    )
    assert slot_line(casting, NAMES).endswith(f": {said}")
