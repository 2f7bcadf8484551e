"""How many taps the common actions take where a round goes by lettered steps; and one sentence for each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from rules import Declaration
from tests.bot.table import Person, Table

MOST = 4
LINES = (
    "Web. [innate] (major) (declared; simple, 2 segments) Sticky.",
    "Charm. [spell-like] (major) (declared; simple, 3 segments) Friends.",
    "Stare. [innate; gaze] (minor) Cold.",
)
"""What Mira can do: an innate ability, one cast like a spell, and a minor one."""


@pytest.fixture
async def steps(table: Table) -> Table:
    """A fight by lettered steps with its first round open; Mira has abilities."""
    await table.begin(ruleset="phases")
    for line in LINES:
        await table.gm.slash("combatant ability", combatant="Mira", line=line)
    await table.open_round()
    return table


async def strike(table: Table) -> Person:
    """Borin strikes with the axe in his hand at whom he is in melee with."""
    await table.borin.pick(table.borin.panel, "act", "melee")
    return table.borin


async def strike_at(table: Table) -> Person:
    """Mira strikes at somebody she names."""
    await table.mira.pick(table.mira.panel, "act", "melee")
    await table.mira.pick(table.mira.panel, "target", await table.id("Orc 2"))
    return table.mira


async def shoot(table: Table) -> Person:
    """Borin shoots his bow at somebody he names."""
    await table.borin.pick(table.borin.panel, "act", "missile")
    await table.borin.pick(table.borin.panel, "target", await table.id("Orc 2"))
    return table.borin


async def cast(table: Table) -> Person:
    """Mira casts a spell, typed with its time, at somebody from the list."""
    form = await table.mira.pick(table.mira.panel, "act", "cast")
    await table.mira.fill(form, name="sleep", segments="3")
    await table.mira.pick(table.mira.panel, "target", await table.id("Orc 1"))
    return table.mira


async def cast_listed(table: Table) -> Person:
    """Mira casts what is listed with her abilities: nothing is typed."""
    await table.mira.pick(table.mira.panel, "act", "ability")
    await table.mira.pick(table.mira.panel, "ability", "Charm")
    await table.mira.pick(table.mira.panel, "target", await table.id("Orc 1"))
    return table.mira


async def innate(table: Table) -> Person:
    """Mira uses an innate ability on somebody."""
    await table.mira.pick(table.mira.panel, "act", "ability")
    await table.mira.pick(table.mira.panel, "ability", "Web")
    await table.mira.pick(table.mira.panel, "target", await table.id("Orc 1"))
    return table.mira


async def minor(table: Table) -> Person:
    """Mira uses a minor ability, and chooses the rest on her turn."""
    await table.mira.pick(table.mira.panel, "act", "nothing")
    await table.mira.pick(table.mira.panel, "minors", "use-minor:before:Stare")
    return table.mira


async def move(table: Table) -> Person:
    """Kesh moves into melee with somebody."""
    form = await table.kesh.pick(table.kesh.panel, "act", "go")
    await table.kesh.fill(form, feet="40")
    await table.kesh.pick(table.kesh.panel, "target", await table.id("Orc 2"))
    return table.kesh


async def same(table: Table) -> Person:
    """Borin does as in the round before."""
    await table.declare(table.borin, action="melee", target="Orc 1")
    await table.gm.slash("round close")
    encounter = (await table.row()).encounter
    for question in encounter.round.questions:
        await table.gm.slash("round pass", combatant=question.who)
    await table.open_round()
    table.borin.taps = 0
    await table.borin.press(table.borin.panel, "same")
    return table.borin


async def sealed(table: Table, person: Person) -> Declaration | None:
    """What this player has sealed in this round."""
    encounter = (await table.row()).encounter
    mine = (d for d in encounter.round.declarations if encounter.combatant(d.who).seat == person.id)
    return next(mine, None)


@pytest.mark.parametrize(
    ("tapped", "major"),
    [
        (strike, "melee"),
        (strike_at, "melee"),
        (shoot, "missile"),
        (cast, "cast"),
        (cast_listed, "ability"),
        (innate, "ability"),
        (minor, None),
        (move, "go"),
        (same, "melee"),
    ],
)
async def test_a_common_action_takes_at_most_four_taps_by_steps(
    steps: Table, tapped: Callable[[Table], Awaitable[Person]], major: str | None
) -> None:
    person = await tapped(steps)
    await person.press(person.panel, "seal")
    assert person.taps <= MOST
    found = await sealed(steps, person)
    assert found is not None
    assert found.major == major


@pytest.mark.parametrize(
    ("who", "words", "major"),
    [
        ("borin", "attack the orc", "melee"),
        ("borin", "shoot my bow at Orc 2", "missile"),
        ("mira", "cast sleep, 3 segments, at the orcs", "cast"),
        ("mira", "charm Orc 1", "ability"),
        ("mira", "web Orc 2", "ability"),
        ("mira", "move 36 ft to the door", "go"),
    ],
)
async def test_a_common_action_takes_one_sentence_and_one_tap_by_steps(
    steps: Table, who: str, words: str, major: str
) -> None:
    person: Person = getattr(steps, who)
    await person.press(await person.write(words), "seal")
    assert person.taps == 1
    found = await sealed(steps, person)
    assert found is not None
    assert found.major == major


async def test_the_same_as_last_round_is_one_sentence_by_steps(steps: Table) -> None:
    await same(steps)
    await steps.borin.press(await steps.borin.write("same as last round"), "seal")
    assert await sealed(steps, steps.borin) is not None
