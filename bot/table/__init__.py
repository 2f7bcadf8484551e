"""The one door to an encounter: load, decide, apply, save, queue what to say, in one transaction."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Literal

from bot.logs import about
from bot.options import Options
from bot.store import DraftRow, EncounterRow, Say, Store
from bot.store.excuses import OrderKind
from bot.store.rows import whole_ms
from bot.table.asking import ask, not_asked, reply
from bot.table.excusing import Excusing
from bot.table.halting import Halting
from bot.table.leaving import Forgotten, forget
from bot.table.quiet import awake, quiet_until
from bot.table.rights import CLOCK, WHO_MAY, Denial, Person, ShellCode
from bot.table.saying import what_to_say
from bot.table.sitting import Outcome, Sitting
from bot.table.taking_back import TakingBack
from bot.table.timing import Policy, seconds_to, window_refused
from rules import RULESETS, Command, Encounter, Settings
from rules import commands as cmd

__all__ = [
    "CLOCK",
    "WHO_MAY",
    "Denial",
    "Forgotten",
    "Outcome",
    "Person",
    "Policy",
    "ShellCode",
    "act",
    "act_as_one",
    "ask",
    "awake",
    "begin",
    "choose",
    "end",
    "excuse",
    "extend",
    "forget",
    "not_asked",
    "nudge",
    "open_round",
    "order",
    "pause",
    "quiet_until",
    "redo",
    "redraw",
    "reply",
    "resume",
    "tick",
    "ticks",
    "undo",
    "what_to_say",
]


_AWHILE = 0.04
"""Seconds that others may wait while the clock does several encounters: long enough for some ten of them."""


async def begin(  # noqa: PLR0913 - one argument for each thing a new fight is made of
    store: Store,
    *,
    guild_id: int,
    channel_id: int,
    gm: Person,
    ruleset: str,
    play: Literal["automatic", "called"],
    declaration_seconds: int,
    seed: str,
    key: str,
    now: datetime,
    settings: Settings | None = None,
    policy: Policy | None = None,
) -> Outcome:
    """Begin a fight in a channel that has none. `key` must be new and opaque, `seed` unguessable."""
    policy = policy or Policy()
    refusal = window_refused(declaration_seconds, policy)
    if not any(ruleset == known for known in RULESETS):
        refusal = Denial("no-such-ruleset")
    async with store.transaction() as transaction:
        if refusal is None and await transaction.encounter_in(channel_id) is not None:
            refusal = Denial("channel-taken")
        if refusal is None and await transaction.open_in_server(guild_id) >= policy.most_fights:
            refusal = Denial("too-many-fights", number=policy.most_fights)
        if refusal is not None:
            return Outcome(key, refusal, (), Encounter(), Encounter(), None)
        state = {"ruleset": ruleset, "play": play, "gms": (gm.id,), "settings": settings or Settings()}
        encounter = Encounter.model_validate(state)
        row = EncounterRow(
            id=key,
            guild_id=guild_id,
            channel_id=channel_id,
            created_at=whole_ms(now),
            encounter=encounter,
            seed=seed,
            declaration_seconds=declaration_seconds,
            options=Options(time_zone=await transaction.zone_in(guild_id)),
        )
        await transaction.add_encounter(row)
    return Outcome(key, None, (), encounter, encounter, row)


async def act(  # noqa: PLR0913 - what is asked, by whom and when, and what the asker sees of it already
    store: Store,
    key: str,
    command: Command,
    by: Person,
    now: datetime,
    policy: Policy,
    *,
    panel_drawn: bool = False,
    drafts: Collection[str] = (),
) -> Outcome:
    """Do what a command asks, or say why not. Raises nothing a person caused.

    `panel_drawn` says that the answer itself redraws the asker's panel, so that nothing is queued for it.
    `drafts` are those of the asker's that a declaration takes the place of, by whom they are for.
    """
    async with store.transaction() as transaction:
        sitting = await Sitting.at(transaction, key, by, now, policy)
        if sitting is None:
            return _nowhere(key)
        return await sitting.act(command, panel_drawn=panel_drawn, drafts=drafts)


async def act_as_one(
    store: Store,
    key: str,
    commands: Sequence[Command],
    by: Person,
    now: datetime,
    policy: Policy,
    using: DraftRow | None = None,
) -> Outcome:
    """Do what several commands of a kind ask, all or none, as one act that is taken back as one.

    `using` is the draft that they were made of: unless it still is as it was nothing is done, and they use it
    up.
    """
    async with store.transaction() as transaction:
        sitting = await Sitting.at(transaction, key, by, now, policy)
        return await sitting.act(*commands, using=using) if sitting else _nowhere(key)


async def redraw(store: Store, key: str, person: str, now: datetime) -> None:
    """Queue a person's panel to be drawn again: the answer that should have done it did not arrive."""
    async with store.transaction() as transaction:
        row = await transaction.encounter(key)
        if row is not None:
            await transaction.queue(key, Say("panel", row.encounter.round.number, person), now)


async def open_round(
    store: Store, key: str, by: Person, time: int | datetime | None, now: datetime, policy: Policy
) -> Outcome:
    """Open the next round for so many seconds or until then, None meaning the encounter's own time."""
    async with store.transaction() as transaction:
        sitting = await Sitting.at(transaction, key, by, now, policy)
        if sitting is None:
            return _nowhere(key)
        seconds = None if time is None else seconds_to(time, whole_ms(now))
        if seconds is not None and (refusal := window_refused(seconds, policy)) is not None:
            return sitting.outcome(refusal)
        return await sitting.act(cmd.OpenRound(), seconds=seconds)


async def extend(
    store: Store, key: str, by: Person, time: int | datetime, now: datetime, policy: Policy
) -> Outcome:
    """Move the deadline on by so many seconds, or to that instant. Once past there is nothing to extend."""
    async with store.transaction() as transaction:
        sitting = await Sitting.at(transaction, key, by, now, policy)
        return await sitting.extend(time) if sitting else _nowhere(key)


async def choose(
    store: Store, key: str, by: Person, options: Options, now: datetime, policy: Policy
) -> Outcome:
    """Let the fight's options be these, from now on (GM)."""
    async with store.transaction() as transaction:
        sitting = await Sitting.at(transaction, key, by, now, policy)
        return await sitting.choose(options) if sitting else _nowhere(key)


async def undo(store: Store, key: str, by: Person, number: int, now: datetime, policy: Policy) -> Outcome:
    """Take back the act of that number, the newest that stands: its events are in the outcome."""
    async with store.transaction() as transaction:
        sitting = await TakingBack.at(transaction, key, by, now, policy)
        return await sitting.undo(number) if sitting else _nowhere(key)


async def redo(store: Store, key: str, by: Person, number: int, now: datetime, policy: Policy) -> Outcome:
    """Bring back the act of that number, the one taken back last."""
    async with store.transaction() as transaction:
        sitting = await TakingBack.at(transaction, key, by, now, policy)
        return await sitting.redo(number) if sitting else _nowhere(key)


async def end(store: Store, key: str, by: Person, now: datetime, policy: Policy) -> Outcome:
    """End the fight."""
    return await act(store, key, cmd.EndEncounter(), by, now, policy)


async def excuse(store: Store, key: str, by: Person, who: str, now: datetime, policy: Policy) -> Outcome:
    """Put the deadline off for the player of a combatant, out of the fight's allowance."""
    async with store.transaction() as transaction:
        sitting = await Excusing.at(transaction, key, by, now, policy)
        return await sitting.excuse(who) if sitting else _nowhere(key)


async def order(
    store: Store, key: str, by: Person, who: str, kind: OrderKind | None, now: datetime, policy: Policy
) -> Outcome:
    """Say what a combatant does at the deadline while its player is away; None: nothing any more."""
    async with store.transaction() as transaction:
        sitting = await Excusing.at(transaction, key, by, now, policy)
        return await sitting.order(who, kind) if sitting else _nowhere(key)


async def pause(store: Store, key: str, by: Person, now: datetime, policy: Policy) -> Outcome:
    """Stop the clock while declarations are open."""
    async with store.transaction() as transaction:
        sitting = await Halting.at(transaction, key, by, now, policy)
        return await sitting.pause() if sitting else _nowhere(key)


async def resume(store: Store, key: str, by: Person, now: datetime, policy: Policy) -> Outcome:
    """Let the clock run again with the time that was left, but enough to declare in."""
    async with store.transaction() as transaction:
        sitting = await Halting.at(transaction, key, by, now, policy)
        return await sitting.resume() if sitting else _nowhere(key)


async def nudge(store: Store, key: str, by: Person, now: datetime, policy: Policy) -> Outcome:
    """Remind, in private, the players who have yet to declare."""
    async with store.transaction() as transaction:
        sitting = await Halting.at(transaction, key, by, now, policy)
        return await sitting.nudge() if sitting else _nowhere(key)


async def tick(store: Store, key: str, now: datetime, policy: Policy) -> Outcome | None:
    """Do for one encounter what is due now: close declarations, or remind. None if nothing is."""
    async with store.transaction() as transaction:
        sitting = await Sitting.at(transaction, key, CLOCK, now, policy)
        return await sitting.tick() if sitting else None


async def ticks(store: Store, keys: Sequence[str], now: datetime, policy: Policy) -> list[Outcome | None]:
    """The same for several encounters in one transaction: for all, or for none where it raises.

    It ends early where somebody else has wanted the store for a while; what it gives are the outcomes of the
    first so many.
    """
    outcomes: list[Outcome | None] = []
    async with store.transaction() as transaction:
        began = time.monotonic()
        for key in keys:
            with about(encounter=key):
                sitting = await Sitting.at(transaction, key, CLOCK, now, policy)
                outcomes.append(await sitting.tick() if sitting else None)
            # Others can come to want it only while the loop goes round.
            await asyncio.sleep(0)
            if store.wanted and time.monotonic() - began > _AWHILE:
                break
    return outcomes


def _nowhere(key: str) -> Outcome:
    return Outcome(key, Denial("no-such-encounter"), (), Encounter(), Encounter(), None)
