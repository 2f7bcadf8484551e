"""A small fight on a real database, for the tests of store, table and clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Literal

from bot import table
from bot.store import EncounterRow, Post, Store
from rules import Combatant, Command, Declaration, Encounter, apply
from rules import commands as cmd

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
KEY = "k3y"
GM = table.Person("1")
ANN = table.Person("11")
BEN = table.Person("12")
POLICY = table.Policy()

MIRA = Combatant(id="mira", name="Mira", seat=ANN.id)
KESH = Combatant(id="kesh", name="Kesh", seat=BEN.id)
ORC = Combatant(id="orc", name="Orc", side="foes")
LURKER = Combatant(id="lurker", name="Lurker", side="foes", hidden=True)

SLEEP = Declaration(who="mira", major="cast", name="sleep", segments=3, target="orc")
LISTEN = Declaration(who="kesh", major="other", note="listens", segments=2)
GROWL = Declaration(who="orc", major="other", note="growls", segments=2)
CREEP = Declaration(who="lurker", major="other", note="creeps", segments=2)


def at(seconds: float) -> datetime:
    """So many seconds after noon, when every fight here begins."""
    return NOON + timedelta(seconds=seconds)


async def begin(
    store: Store,
    *combatants: Combatant,
    play: Literal["automatic", "called"] = "automatic",
    key: str = KEY,
    channel: int = 100,
) -> None:
    """Begin a fight with these creatures, two minutes for declarations."""
    begun = await table.begin(
        store,
        guild_id=5,
        channel_id=channel,
        gm=GM,
        ruleset="segments",
        play=play,
        declaration_seconds=120,
        seed="seed",
        key=key,
        now=NOON,
    )
    assert begun.refusal is None
    if combatants:
        await done(store, cmd.AddCombatants(combatants=combatants), key=key)


async def declaring(
    store: Store, *combatants: Combatant, play: Literal["automatic", "called"] = "automatic", key: str = KEY
) -> None:
    """Begin a fight and open its first round at noon."""
    await begin(store, *combatants, play=play, key=key, channel=100 + len(key))
    await done(store, cmd.OpenRound(), key=key)


async def asked(
    store: Store,
    command: Command,
    by: table.Person = GM,
    seconds: float = 0,
    policy: table.Policy = POLICY,
    key: str = KEY,
) -> table.Outcome:
    """Ask for something, so many seconds after noon."""
    return await table.act(store, key, command, by, at(seconds), policy)


async def done(
    store: Store,
    command: Command,
    by: table.Person = GM,
    seconds: float = 0,
    policy: table.Policy = POLICY,
    key: str = KEY,
) -> table.Outcome:
    """Ask for something that must not be refused."""
    outcome = await asked(store, command, by, seconds, policy, key)
    assert outcome.refusal is None, outcome.refusal
    return outcome


def seal(*declarations: Declaration) -> cmd.Declare:
    """The command to seal these."""
    return cmd.Declare(declarations=declarations)


async def row_of(store: Store, key: str = KEY) -> EncounterRow:
    """The encounter as stored."""
    async with store.reading() as reading:
        row = await reading.encounter(key)
    assert row is not None
    return row


async def posts(store: Store, *, clear: bool = False) -> list[Post]:
    """What waits to be said, in order; with `clear` it counts as said."""
    late = at(10**8)
    async with store.transaction() as transaction:
        found = list(await transaction.posts_due(late, limit=1000))
        for post in found if clear else ():
            await transaction.mark_sent(post, late)
    return sorted(found, key=lambda post: post.id)


async def kinds(store: Store, *, clear: bool = True) -> list[tuple[str, str]]:
    """Kind and person of what waits to be said, which counts as said thereafter."""
    return [(post.say.kind, post.say.person) for post in await posts(store, clear=clear)]


async def folded(store: Store, key: str = KEY) -> tuple[Encounter, Encounter]:
    """The encounter folded from all its events, and from the snapshot at the start of its round."""
    row = await row_of(store, key)
    async with store.reading() as reading:
        everything = await reading.events(key, 1, row.seq)
        snapshot, seq = await reading.snapshot(key)
        since = await reading.events(key, seq + 1, row.seq)
        whole = await reading.first_snapshot(key)
    for event in everything:
        whole = apply(whole, event)
    for event in since:
        snapshot = apply(snapshot, event)
    return whole, snapshot
