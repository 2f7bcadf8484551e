"""The picture under a round's summary: what it shows, its words, and that it tells no more than the text."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from bot.drawing import draw
from bot.narration.chart import MOST_ROWS, Bar, Chart, Row, chart
from bot.narration.words import Names
from rules import EVERYONE, Combatant, Declaration, Encounter, Refusal, SeededDice, play, view
from rules import commands as cmd
from rules.events import Event
from tests.bot.table import Table, text_of, walk


def fought(*commands: cmd.Asked, ruleset: str = "segments") -> tuple[Encounter, list[Event]]:
    """A fight after these commands, and what everybody could see of its current round."""
    encounter = Encounter.model_validate({"ruleset": ruleset, "play": "automatic"})
    events: list[Event] = []
    for command in commands:
        result = play(encounter, command, SeededDice("seed"))  # type: ignore[arg-type]
        assert not isinstance(result, Refusal), result
        encounter, happened = result
        events += [seen for event in happened if (seen := view(event, EVERYONE)) is not None]
    return encounter, events


def pictured(encounter: Encounter, events: list[Event]) -> Chart:
    made = chart(encounter.round.number, events, Names(encounter, EVERYONE, events))
    assert made is not None
    return made


MIRA = Combatant(id="mira", name="Mira", seat="1", speed=120)
ORCS = tuple(Combatant(id=f"orc{n}", name=f"Orc {n}", group="Orc", side="foes") for n in (1, 2, 3))


def round_of(*declarations: Declaration) -> tuple[Encounter, list[Event]]:
    return fought(
        cmd.AddCombatants(combatants=(MIRA, *ORCS)),
        cmd.OpenRound(),
        cmd.Declare(declarations=declarations),
        cmd.CloseDeclarations(),
    )


def move(feet: int) -> dict[str, object]:
    return {"action": "move", "when": "before", "feet": feet}


def declaration(**fields: object) -> Declaration:
    return Declaration.model_validate(fields)


CASTS = declaration(who="mira", major="cast", name="sleep", segments=4, at="there", minors=[move(24)])


def test_a_bar_stands_from_the_segment_it_begins_in_to_the_one_it_ends_in() -> None:
    made = pictured(*round_of(CASTS))
    mira = next(row for row in made.rows if row.name == "Mira")
    assert [(b.kind, b.first, b.last, b.end) for b in mira.bars] == [
        ("move", 0, 1, "done"),
        ("cast", 2, 5, "done"),
    ]
    assert made.columns == tuple(map(str, range(1, 11)))
    assert "Mira: move in 1 to 2 and cast in 3 to 6." in made.alt


def test_what_runs_into_the_next_round_has_an_open_end_there_and_here() -> None:
    encounter, events = round_of(declaration(who="mira", major="other", note="a lock", segments=14))
    assert pictured(encounter, events).rows[0].bars[0].end == "onward"
    for command in (cmd.OpenRound(), cmd.CloseDeclarations()):
        result = play(encounter, command, SeededDice("seed"))
        assert not isinstance(result, Refusal)
        encounter, happened = result
        events = [*events, *happened] if isinstance(command, cmd.CloseDeclarations) else []
    going_on = pictured(encounter, events).rows[0].bars[0]
    assert (going_on.first, going_on.last, going_on.before, going_on.end) == (0, 3, True, "done")


def test_what_is_given_up_before_the_first_segment_has_its_place_in_the_picture() -> None:
    encounter, _ = round_of(declaration(who="mira", major="other", note="a lock", segments=14))
    gives_up = declaration(who="mira", carry="abandon")
    events: list[Event] = []
    for command in (cmd.OpenRound(), cmd.Declare(declarations=(gives_up,)), cmd.CloseDeclarations()):
        result = play(encounter, command, SeededDice("seed"))
        assert not isinstance(result, Refusal)
        encounter, happened = result
        events += happened
    bar = pictured(encounter, events).rows[0].bars[0]
    assert (bar.first, bar.last, bar.end) == (0, 0, "lost")


def test_a_group_alike_is_one_row() -> None:
    growls = [declaration(who=orc.id, major="other", note="growls", segments=2) for orc in ORCS]
    made = pictured(*round_of(CASTS, *growls))
    assert [row.name for row in made.rows] == ["Mira", "3 × Orc"]
    one_apart = [*growls[:2], growls[2].model_copy(update={"segments": 3})]
    made = pictured(*round_of(CASTS, *one_apart))
    assert [row.name for row in made.rows] == ["Mira", "2 × Orc", "Orc 3"]


def test_a_delay_is_shown_where_its_segments_go() -> None:
    encounter, events = fought(
        cmd.AddCombatants(combatants=(MIRA,)),
        cmd.OpenRound(),
        cmd.Declare(declarations=(CASTS,)),
        cmd.CallDelay(who="mira"),
        cmd.CloseDeclarations(),
    )
    row = pictured(encounter, events).rows[0]
    assert row.delay == encounter.delay("mira") > 0
    assert row.bars[0].first == row.delay


def test_a_spell_that_is_sealed_names_nothing_in_the_picture() -> None:
    made = pictured(
        *round_of(declaration(who="mira", major="cast", name="zzsecret", segments=14, at="zzhere"))
    )
    assert "zz" not in repr(made)


def test_a_hidden_creature_has_no_row_and_changes_none() -> None:
    lurker = Combatant(id="lurker", name="zzLurker", side="foes", hidden=True)
    seen = [
        pictured(
            *fought(
                cmd.AddCombatants(combatants=(MIRA, *hidden)),
                cmd.OpenRound(),
                cmd.Declare(declarations=(CASTS, *declared)),
                cmd.CloseDeclarations(),
            )
        )
        for hidden, declared in (
            ((), ()),
            ((lurker,), (declaration(who="lurker", major="parry"),)),
        )
    ]
    assert seen[0] == seen[1]


def test_a_round_by_steps_has_a_column_for_each_step_in_which_something_happens() -> None:
    made = pictured(
        *fought(
            cmd.AddCombatants(combatants=(MIRA, *ORCS)),
            cmd.OpenRound(),
            cmd.Declare(
                declarations=(declaration(who="mira", major="cast", name="web", segments=3, at="x"),)
            ),
            cmd.CloseDeclarations(),
            ruleset="phases",
        )
    )
    assert "E" in made.columns
    assert len(made.columns) < 16


def test_nothing_to_see_is_no_picture() -> None:
    encounter, events = fought(
        cmd.AddCombatants(combatants=(MIRA,)), cmd.OpenRound(), cmd.CloseDeclarations()
    )
    assert chart(1, events, Names(encounter, EVERYONE)) is None


NAMES = ("Mira", "x" * 100, "李小龙", "\u202eevil", "**bold**", "🐉", "Ødegård")


@pytest.mark.parametrize("name", NAMES)
def test_any_name_can_be_drawn(name: str) -> None:
    bar = Bar("cast", "cast", 0, 9, "onward", before=True)
    png = draw(Chart("Round 1", tuple("abcdefghij"), (Row(name, (bar,), 3, 4),)))
    assert Image.open(BytesIO(png)).size[0] == 960


def test_a_large_picture_stays_small_for_phones() -> None:
    bars = (Bar("move", "move", 0, 2), Bar("fight", "strike", 3, 9, "lost"))
    png = draw(
        Chart("Round 1", tuple("abcdefghij"), tuple(Row(f"Orc {n}", bars) for n in range(MOST_ROWS)), 9)
    )
    assert len(png) < 60_000


async def test_the_summary_of_a_round_comes_with_its_picture(fight: Table) -> None:
    await fight.open_round()
    await fight.all_declare()
    await fight.gm.slash("round close")
    [told] = [m for m in fight.messages() if "segment by segment" in text_of(fight.components(m))]
    assert [a.filename for a in told.attachments] == ["round.png"]
    gallery = next(c for c in walk(fight.components(told)) if c["type"] == 12)
    assert gallery["items"][0]["description"].startswith("Round 1 as a picture. ")


async def test_the_gm_can_do_without_pictures(fight: Table) -> None:
    answer = await fight.gm.slash("encounter settings", setting="picture", value="no")
    assert not answer.refused, answer.text
    await fight.open_round()
    await fight.all_declare()
    await fight.gm.slash("round close")
    [told] = [m for m in fight.messages() if "segment by segment" in text_of(fight.components(m))]
    assert not told.attachments


async def test_a_called_round_ends_with_a_post_and_the_picture_even_where_the_end_is_quiet(
    called: Table,
) -> None:
    await called.all_declare()
    await called.gm.slash("round close")
    for _ in range(10):
        await called.gm.slash("round next")
    [told] = [m for m in called.messages() if m.attachments]
    assert "the round is over" in text_of(called.components(told))
