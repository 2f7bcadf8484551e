"""Rounds played on while the bot dies again and again, and what must hold after each death and round."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from tests.bot.table import text_of
from tests.wire.people import Answer, Person, Silent, Table
from tests.wire.process import Bot
from tests.wire.things import Channel, Json

T = TypeVar("T")

POSTS = r"/channels/\d+/messages"


@dataclass
class Story:
    """A fight whose rounds are played to their end, whatever befalls the bot."""

    bot: Bot
    table: Table
    next_death: Callable[[], str] = lambda: ""
    """Where the process to be started next dies, for WIRE_DIE; it may arrange something in the loopback."""
    deaths: int = 0
    confirmed: dict[int, set[str]] = field(default_factory=dict)
    """Names whose declaration the bot confirmed, by round."""

    async def up(self) -> None:
        """See that the bot runs; what was confirmed must be there, and the file sound."""
        while not self.bot.alive:
            if self.bot.process is not None:
                self.deaths += 1
                self.look()
            self.table.loopback.faults.clear()
            await self.bot.start(die=self.next_death())

    def look(self) -> None:
        """After a death: nothing confirmed is lost, and SQLite finds the file sound."""
        if not self.bot.database.exists() or not self.bot.rows("SELECT 1 FROM sqlite_schema LIMIT 1"):
            return
        assert self.bot.whole()
        for number, names in self.confirmed.items():
            lost = names - self.sealed(number)
            assert not lost, f"confirmed and lost in round {number}: {lost}"

    def events(self, number: int) -> list[Json]:
        """What is stored of a round."""
        rows = self.bot.rows("SELECT event FROM events WHERE round = ? AND undone = 0 ORDER BY seq", number)
        return [json.loads(str(event)) for (event,) in rows]

    def sealed(self, number: int) -> set[str]:
        """Names whose declaration is stored."""
        names = {}
        for (event,) in self.bot.rows("SELECT event FROM events WHERE event LIKE '%combatant_added%'"):
            told = json.loads(str(event))
            names[told["combatant"]["id"]] = told["combatant"]["name"]
        return {names[e["who"]] for e in self.events(number) if e["kind"] == "declaration_sealed"}

    async def trying(self, what: Callable[[], Coroutine[object, object, T]]) -> T | None:
        """Do it with a bot that runs; None if the bot died of it, or meanwhile."""
        await self.up()
        task = asyncio.ensure_future(what())
        while not task.done():
            await asyncio.wait({task}, timeout=0.02)
            if not self.bot.alive:
                await asyncio.wait({task}, timeout=0.1)
                break
        if not task.done():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            return None
        try:
            return task.result()
        except (Silent, AssertionError):
            if self.bot.alive:
                raise
            return None

    async def begin(self) -> None:
        """A fight of Mira, Borin, Kesh and an orc."""
        await self.up()
        await self.table.begin(time="20s")

    async def round(self, number: int, *, by_deadline: bool = False, crowd: Sequence[str] = ()) -> None:
        """Open, declare, close, and wait until all is told; the GM declares for the `crowd` as well."""
        while number not in self._rounds():
            await self.trying(lambda: self.table.gm.slash("round open", self.table.channel))
        table = self.table
        for name in crowd:
            await self._declare(number, table.gm, name)
        for person, name in ((table.mira, "Mira"), (table.borin, "Borin"), (table.kesh, "Kesh")):
            if name != "Kesh" or not by_deadline:
                await self._declare(number, person, name)
        if not by_deadline:
            await self._declare(number, table.gm, "Orc")
        while not self._has(number, "declarations_closed"):
            await self.trying(lambda: self._closed(number, by_deadline=by_deadline))
        while not self._has(number, "round_ended") or self.bot.waiting():
            await self.trying(self.bot.quiet)
        self.check(number)

    async def _closed(self, number: int, *, by_deadline: bool) -> None:
        if not by_deadline:
            await self.table.gm.slash("round close", self.table.channel)
        await self.table.loopback.until(lambda: self._has(number, "declarations_closed"), 30)

    async def _declare(self, number: int, person: Person, name: str) -> None:
        while name not in self.sealed(number) and not self._has(number, "declarations_closed"):

            async def declare() -> Answer:
                as_ = {"as": name} if person is self.table.gm else {}
                return await person.slash("declare", self.table.channel, action="parry", **as_)

            answer = await self.trying(declare)
            if answer is not None and not answer.refused and "late" not in answer.text:
                self.confirmed.setdefault(number, set()).add(name)

    def _rounds(self) -> set[int]:
        if not self.bot.database.exists():
            return set()
        return {int(str(n)) for (n,) in self.bot.rows("SELECT number FROM rounds")}

    def _has(self, number: int, kind: str) -> bool:
        return any(event["kind"] == kind for event in self.events(number))

    def thread(self, number: int) -> Channel | None:
        """The round's thread, if it has one."""
        found = [c for c in self.table.guild.channels.values() if c.name == f"Round {number}"]
        assert len(found) < 2, f"{len(found)} threads for round {number}"
        return found[0] if found else None

    def check(self, number: int) -> None:
        """The round is closed once and told once, to everybody."""
        kinds = [event["kind"] for event in self.events(number)]
        for once in ("round_opened", "declarations_closed", "round_ended"):
            assert kinds.count(once) == 1, f"{once} in round {number}: {kinds}"
        self.look()
        thread = self.thread(number)
        for channel, words in ((None, "declarations are closed"), (thread, "segment by segment")):
            head = f"## Round {number} — {words}"
            times = sum(self.table.count(head + end, channel) for end in ("\n", " · part 1 of "))
            assert times == 1, f"“{words}” {times} times"
        threads = (thread,) if thread is not None else ()
        for channel in (self.table.channel, *threads, *(person.direct for person in self.table.people)):
            said = [m for m in channel.history() if m.interaction is None]
            twice = [m for m in said if sum(other.nonce == m.nonce for other in said) > 1]
            texts = [(m.nonce, m.id, text_of(m.components)) for m in twice]
            assert not twice, f"posted twice in {channel.name}: {texts}\n{self.bot.said()[-6000:]}"
        assert self.bot.rows("SELECT id, kind, failed FROM outbox WHERE failed IS NOT NULL") == []


def anywhere(story: Story, rng: random.Random) -> str:
    """A death at random: at a statement, around a commit or a request; nonces may be long forgotten."""
    loopback = story.table.loopback
    loopback.forget_nonces = rng.random() < 0.5
    match rng.choice(("statement", "before-commit", "after-commit", "request", "answer")):
        case "statement":
            return f"statement:{rng.randint(1, 400)}"
        case "request":
            method = rng.choice(("POST", "PATCH"))
            path = POSTS if method == "POST" else POSTS + r"/\d+"
            loopback.fail(method, path, skip=rng.randint(0, 5), when="before", call=story.bot.kill, drop=True)
        case "answer":
            path = rng.choice((POSTS, r"/interactions/.*"))
            loopback.fail("POST", path, skip=rng.randint(0, 6), when="after", call=story.bot.kill, drop=True)
        case commit:
            return f"{commit}:{rng.randint(1, 25)}"
    return ""
