"""Waiting on purpose: until a segment, until something happens, for whoever comes; in `phases` for LOW."""

from __future__ import annotations

from datetime import UTC, datetime

from bot import table as shell
from tests.bot.table import Person, Shown, Table, presses


async def hold(table: Table, name: str) -> object:
    """What the creature's sealed declaration waits for."""
    declaration = (await table.row()).encounter.declaration(await table.id(name))
    assert declaration is not None
    return declaration.hold.model_dump(exclude_defaults=True) if declaration.hold else None


def holding(person: Person) -> Shown:
    """The newest direct message that says it happens."""
    for message in reversed(person.dms):
        if any(p.verb == "ithappens" for p in presses(person.table.components(message))):
            return message
    raise AssertionError(f"nothing is held among {person.dm_texts}")


async def test_what_is_sealed_waits_until_a_segment_or_until_something_happens(called: Table) -> None:
    await called.declare(called.borin, action="missile", target="Orc 1", **{"with": "short bow"})
    told = await called.borin.slash("delay", until=4)
    assert told.private
    assert not told.refused, told.text
    assert await hold(called, "Borin") == {"until": 4}
    told = await called.borin.dm_slash("delay", trigger="the door opens")
    assert "the door opens" in told.text
    assert await hold(called, "Borin") == {"trigger": "the door opens"}
    assert "door" not in called.board_text


async def test_one_who_stands_ready_for_comers_needs_nothing_declared_before(called: Table) -> None:
    told = await called.mira.slash("delay", melee=True)
    assert not told.refused, told.text
    assert await hold(called, "Mira") == {"melee": True}


async def test_waiting_is_refused_with_what_can_be_done(called: Table) -> None:
    assert "declared" in (await called.kesh.slash("delay", until=3)).text
    await called.declare(called.kesh, action="parry")
    for options in ({}, {"until": 3, "trigger": "now"}, {"as": "Borin", "until": 3}):
        assert (await called.kesh.slash("delay", **options)).refused, options
    assert (await called.bystander.slash("delay", until=3)).refused
    await called.declare(called.mira, action="cast", text="Zapple", segments=3, target="x")
    assert (await called.mira.slash("delay", trigger="the door opens")).refused
    assert not (await called.mira.slash("delay", until=3)).refused


async def test_in_automatic_play_nobody_could_say_that_it_happens(declaring: Table) -> None:
    await declaring.declare(declaring.kesh, action="parry")
    assert "automatic" in (await declaring.kesh.slash("delay", trigger="the door opens")).text
    assert not (await declaring.kesh.slash("delay", until=3)).refused


async def held_by_borin(table: Table) -> None:
    """Borin holds a shot until the door opens, and segment 1 is called."""
    await table.declare(table.borin, action="missile", target="Orc 1", **{"with": "short bow"})
    await table.borin.slash("delay", trigger="the door opens")
    await table.all_declare(table.borin)
    await table.gm.slash("round close")
    await table.gm.slash("round next")


async def shot(table: Table) -> tuple[bool, int]:
    """Whether Borin's shot still waits, and when it begins."""
    plan = (await table.row()).encounter.plan(await table.id("Borin"))
    assert plan is not None
    return plan.slots[0].waits, plan.slots[0].start


async def test_the_player_says_by_a_button_that_it_happens_and_acts_the_segment_after(
    called: Table,
) -> None:
    await held_by_borin(called)
    assert (await shot(called))[0]
    message = holding(called.borin)
    assert len([t for t in called.borin.dm_texts if "It happens" in t]) == 1
    told = await called.borin.press(message, "ithappens")
    assert "segment 2" in told.text
    assert await shot(called) == (False, 2)
    assert not [p for p in presses(called.components(message)) if p.verb == "ithappens"]


async def test_the_gm_says_that_it_happens_from_the_console_or_by_command(called: Table) -> None:
    await held_by_borin(called)
    assert (await called.mira.slash("round trigger", combatant="Borin")).refused
    console = (await called.gm.slash("encounter status")).message
    assert not (await called.gm.pick(console, "trigger", await called.id("Borin"))).refused
    assert await shot(called) == (False, 2)
    assert (await called.gm.slash("round trigger", combatant="Borin")).refused
    assert (await called.borin.press(holding(called.borin), "ithappens")).refused


async def test_the_button_of_a_round_that_is_over_does_nothing(called: Table) -> None:
    await held_by_borin(called)
    message = holding(called.borin)
    await called.restart()
    while (await called.row()).encounter.round.stage == "resolving":
        await called.gm.slash("round next")
    await called.open_round()
    assert (await called.borin.press(message, "ithappens")).refused


async def test_to_wait_while_segments_are_called_has_the_price_of_a_change(called: Table) -> None:
    await called.declare(called.borin, action="missile", target="Orc 1", **{"with": "short bow"})
    await called.all_declare(called.borin)
    await called.gm.slash("round close")
    asked_ = await called.borin.slash("delay", trigger="the door opens")
    assert "Delay" in asked_.text
    await called.borin.press(asked_.message, "pay")
    assert (await shot(called))[0] is False or "It happens" in called.borin.dm_texts[-1]
    assert holding(called.borin)


async def test_in_phases_a_delay_is_declared_before_the_round(table: Table) -> None:
    begun = await shell.begin(
        table.store,
        guild_id=table.guild.id,
        channel_id=table.channel.id,
        gm=shell.Person(table.gm.id),
        ruleset="phases",
        play="called",
        declaration_seconds=60,
        seed="s",
        key="k3y",
        now=datetime.now(UTC),
    )
    assert begun.refusal is None
    await table.mira.slash("join", name="Mira", weapons="staff 4")
    await table.kesh.slash("join", name="Kesh")
    await table.gm.slash("combatant add", name="Orc")
    await table.open_round()
    assert (await table.mira.slash("delay", until=3)).refused
    assert not (await table.mira.slash("delay")).refused
    await table.declare(table.kesh, action="potion", text="healing")
    assert not (await table.kesh.slash("delay")).refused
    await table.gm.slash("round close")
    encounter = (await table.row()).encounter
    assert encounter.delayed(await table.id("Mira"))
    assert encounter.delayed(await table.id("Kesh"))
    assert (await table.mira.slash("delay")).refused
