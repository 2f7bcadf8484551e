"""/effect: what lasts, for whom it may be noted, who is told, and when it ends."""

from __future__ import annotations

import pytest

from bot.narration.lasting import read_duration
from rules import EVERYONE, GAMEMASTER, Combatant, Effect, Encounter, Viewer, running_effects
from tests.bot.table import Person, Table


async def rounds(table: Table, number: int) -> None:
    """So many rounds in which nothing much happens."""
    for _ in range(number):
        await table.open_round()
        await table.all_declare()
        await table.gm.slash("round close")
        while (await table.row()).encounter.round.stage == "resolving":
            await table.gm.slash("round next")


def told(person: Person, words: str) -> list[str]:
    """The direct messages with these words."""
    return [text for text in person.dm_texts if words in text]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("3 rounds", (3, 0)),
        ("1 round", (1, 0)),
        ("2", (2, 0)),
        ("1 turn", (10, 0)),
        ("4 segments", (0, 4)),
        ("2 rounds 4 segments", (2, 4)),
        ("1 turn, 2 rounds and 3s", (12, 3)),
        ("soon", None),
        ("0", None),
        ("99999 turns", None),
        ("-1 round", None),
    ],
)
def test_a_duration_is_read_as_people_type_it(typed: str, meant: tuple[int, int] | None) -> None:
    assert read_duration(typed) == meant


async def test_a_public_effect_is_told_to_all_when_it_begins_and_in_the_summary_when_it_ends(
    fight: Table,
) -> None:
    answer = await fight.gm.slash("effect add", name="Zapple", lasts="1 round", on="Mira")
    assert answer.private
    assert "1 round" in answer.text
    assert "Zapple" in fight.posts()[-1]
    await rounds(fight, 1)
    summary = fight.post("Round 1", "segment by segment")
    assert "Zapple** on Mira is over" in summary
    assert told(fight.mira, "Zapple") == []
    assert "Nothing" in (await fight.mira.slash("effect list")).text


async def test_an_effect_ends_on_the_segment_it_began_so_many_rounds_later(called: Table) -> None:
    await called.all_declare()
    await called.gm.slash("round close")
    for _ in range(3):
        await called.gm.slash("round next")
    added = await called.gm.slash("effect add", name="Zapple", lasts="1 round", on="Mira")
    assert "segment 3 of round 2" in added.text
    assert "1 round left" in (await called.mira.slash("effect list")).text
    await called.gm.slash("round next")
    assert "9 segments left" in (await called.mira.slash("effect list")).text
    while (await called.row()).encounter.round.stage == "resolving":
        await called.gm.slash("round next")
    await called.open_round()
    await called.all_declare()
    await called.gm.slash("round close")
    for _ in range(2):
        await called.gm.slash("round next")
    assert "Zapple" in (await called.mira.slash("effect list")).text
    await called.gm.slash("round next")
    assert "Zapple" in called.posts()[-1]
    assert "Zapple" not in (await called.mira.slash("effect list")).text


async def test_the_end_of_an_effect_of_the_gm_is_told_to_the_gm_alone(fight: Table) -> None:
    await fight.gm.slash("effect add", name="Zapple", lasts="1 round", on="Mira", seen="gm")
    assert "seen by the GM alone" in (await fight.gm.slash("effect list")).text
    assert "Zapple" not in (await fight.mira.slash("effect list")).text
    await rounds(fight, 1)
    assert len(told(fight.gm, "is over")) == 1
    for person in (fight.mira, fight.borin, fight.kesh):
        assert told(person, "Zapple") == []
    assert not [post for post in fight.posts() if "Zapple" in post]


async def test_an_effect_for_its_player_is_told_to_the_player_and_the_gm(fight: Table) -> None:
    await fight.gm.slash("effect add", name="Zapple", lasts="2 rounds", on="Mira", seen="owner")
    assert len(told(fight.mira, "Zapple")) == 1
    assert "Zapple" not in (await fight.borin.slash("effect list")).text
    await rounds(fight, 2)
    assert len(told(fight.mira, "is over")) == 1
    assert len(told(fight.gm, "is over")) == 1
    assert told(fight.borin, "Zapple") == []
    assert not [post for post in fight.posts() if "Zapple" in post]


async def test_players_note_and_end_what_lasts_on_their_own_and_nothing_else(fight: Table) -> None:
    mine = await fight.mira.dm_slash("effect add", name="Shield", lasts="3 rounds")
    assert not mine.refused
    assert "Mira" in mine.text
    for options in (
        {"on": "Borin"},
        {"on": "Orc 1"},
        {"on": "nobody"},
        {"seen": "gm"},
        {"lasts": "soon"},
        {"name": "\u200b"},
    ):
        given = {"name": "Hex", "lasts": "1 round", **options}
        assert (await fight.mira.slash("effect add", **given)).refused, options
    told = await fight.mira.slash("effect add", name="Bless", lasts="1 turn", on="Borin")
    assert "What is on Borin the GM notes" in told.text
    assert (await fight.bystander.slash("effect add", name="Hex", lasts="1 round")).refused
    await fight.gm.slash("effect add", name="Held", lasts="1 round", on="Mira")
    assert (await fight.mira.slash("effect end", effect="Held")).refused
    assert (await fight.borin.slash("effect end", effect="Shield")).refused
    assert (await fight.mira.slash("effect end", effect="Whatever")).refused
    assert list(await fight.mira.typing("effect end", "effect")) == ["Shield on Mira"]
    assert not (await fight.mira.slash("effect end", effect="Shield")).refused
    assert not (await fight.gm.slash("effect end", effect="Held")).refused
    assert "Nothing" in (await fight.gm.slash("effect list")).text


async def test_the_answer_about_an_effect_one_may_not_know_of_is_that_of_one_there_is_not(
    fight: Table,
) -> None:
    await fight.gm.slash("effect add", name="Zapple", lasts="1 round", on="Mira", seen="gm")
    secret = (await fight.row()).encounter.effects[0].id
    for typed in ("Zapple", secret):
        guess = (await fight.mira.slash("effect end", effect=typed)).text.replace(typed, "#")
        assert guess == (await fight.mira.slash("effect end", effect="Nope")).text.replace("Nope", "#")


async def test_a_place_can_last_and_two_of_one_name_are_asked_about(fight: Table) -> None:
    for _ in range(2):
        await fight.gm.slash("effect add", name="Fog", lasts="1 turn")
    assert (await fight.gm.slash("effect end", effect="Fog")).refused
    offered = await fight.gm.typing("effect end", "effect", "fo")
    assert not (await fight.gm.slash("effect end", effect=next(iter(offered.values())))).refused
    await fight.restart()
    assert (await fight.borin.slash("effect list")).text.count("Fog") == 1


def test_what_lasts_on_a_hidden_creature_is_the_gms_to_know() -> None:
    lurker = Combatant(id="lurker", name="Lurker", hidden=True)
    effect = Effect(id="e", name="Stealth", who="lurker", rounds=3)
    encounter = Encounter(combatants=(lurker,), effects=(effect,))
    assert running_effects(encounter, EVERYONE) == ()
    assert running_effects(encounter, Viewer(owns=("mira",))) == ()
    assert running_effects(encounter, GAMEMASTER) == (effect,)


def test_an_effect_begun_late_in_a_round_of_steps_is_kept_as_it_is() -> None:
    effect = Effect(id="e", name="Bless", rounds=1, segment=16)
    assert Effect.model_validate_json(effect.model_dump_json()) == effect
