"""A table on a simulated Discord: the real bot, a server, a GM and three players, and what each of them does.

What a person can do here is what a person can do there: type a command, press a button they can see, pick
from a menu, fill in a form. Custom ids are found by their verb; wording is never needed to find anything.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simcord import Env
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle, UserHandle
from simcord.results import InteractionResult

from bot.client import Dither
from bot.config import SIMULATED, Config, StorageSettings, TableSettings
from bot.measures import UNMEASURED, Measures
from bot.store import EncounterRow, Store
from bot.ui.ids import Press, parse
from tests.judge import judge_requests

Json = Any
"""A component or a body as Discord sees it."""

Shown = Any
"""A message that can be pressed: discord.py's, or the answer to an interaction."""

Typed = Any
"""What a person gives as an option: a word, a number, a member of the server."""

BUTTON, MENU, TEXT = 2, 3, 10
EPHEMERAL = 64
COMMAND, COMPONENT, AUTOCOMPLETE, FORM = 2, 3, 4, 5
"""Kinds of interaction."""
MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE = 4, 5, 6, 7
"""Kinds of answer to one, of those that carry a message."""

PATIENCE = float(os.environ.get("DITHER_TEST_PATIENCE", "1.8"))
"""Real seconds in which the bot must settle: fewer than the outbox's first wait, so that no retry is sat out.
A busy machine needs more."""

PANEL_VERBS = ("act", "seal", "change")


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """Every component, outer before inner."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        if isinstance(component.get("component"), dict):
            yield from walk([component["component"]])


def text_of(components: Sequence[Json]) -> str:
    """A message or form as a person reads it: texts, `[buttons]`, `<menus: *choices>`, `(picture: …)`."""
    lines = []
    for component in walk(components):
        match component.get("type"):
            case 10:
                lines.append(component["content"])
            case 2:
                lines.append(f"[{component['label']}{' (off)' if component.get('disabled') else ''}]")
            case 3:
                options = ", ".join(
                    ("*" if o.get("default") else "") + o["label"] + f" ({o.get('description') or ''})"
                    for o in component["options"]
                )
                lines.append(f"<{component.get('placeholder')}: {options}>")
            case 18:
                lines.append(f"{component['label']} ({component.get('description') or ''})")
            case 4:
                lines.append(f"={component.get('value') or ''}")
            case 12:
                lines += [f"(picture: {item.get('description') or ''})" for item in component["items"]]
            case _:
                pass
    return "\n".join(lines)


def presses(components: Sequence[Json]) -> list[Press]:
    """What can be pressed or picked, by its id."""
    return [press for c in walk(components) if (press := parse(c.get("custom_id", ""))) is not None]


def id_of(components: Sequence[Json], verb: str, extra: str | None = None) -> str:
    """The id of the button or menu of that verb."""
    for press in presses(components):
        if press.verb == verb and extra in (None, press.extra):
            return str(press)
    there = ", ".join(f"{p.verb}({p.extra})" for p in presses(components))
    raise AssertionError(f"there is no {verb}({extra or ''}) to press, only: {there}\n{text_of(components)}")


def options_of(components: Sequence[Json], verb: str) -> dict[str, str]:
    """The choices of a menu: label by value."""
    wanted = id_of(components, verb)
    menu = next(c for c in walk(components) if c.get("custom_id") == wanted)
    return {o["value"]: o["label"] for o in menu["options"]}


class Ids:
    """New ids that are the same in every run."""

    def __init__(self) -> None:
        self._last = 0

    def __call__(self) -> str:
        self._last += 1
        return f"i{self._last:03d}"


class QuickEnv(Env):
    """The simulated Discord, looking more often whether the bot has settled: the database answers in less."""

    async def _settle_internal(self, **options: Typed) -> None:
        options.setdefault("idle", 0.002)
        await super()._settle_internal(**options)


@dataclass
class Answer:
    """What came back from one thing a person did."""

    table: Table
    result: InteractionResult

    @property
    def components(self) -> list[Json]:
        """Of the message that was sent or changed, or of the form that opened."""
        if self.result.modal is not None:
            return list(self.result.modal["components"])
        response = self.result.response
        assert response is not None, "nothing came back"
        return response.components

    @property
    def text(self) -> str:
        """As a person reads it."""
        return text_of(self.components)

    @property
    def private(self) -> bool:
        """Whether nobody else sees it."""
        return self.result.ephemeral

    @property
    def form(self) -> bool:
        """Whether a form opened."""
        return self.result.modal is not None

    @property
    def message(self) -> Shown:
        """The message that came back, to be pressed."""
        assert self.result.response is not None
        return self.result.response

    @property
    def refused(self) -> bool:
        """Whether it says that something could not be done."""
        return "⚠️" in self.text


@dataclass
class Person:
    """Somebody at the table."""

    table: Table
    member: MemberActor
    taps: int = 0

    @property
    def id(self) -> str:
        """The Discord id, as the bot keeps it."""
        return str(self.member.id)

    @property
    def dms(self) -> list[Shown]:
        """Direct messages from the bot, oldest first; none where none was ever opened."""
        if self.member.id not in self.table.env.backend.dm_channels:
            return []
        return self.member.user.dm_channel.history()

    @property
    def dm_texts(self) -> list[str]:
        """The same, as read."""
        return [text_of(self.table.components(message)) for message in self.dms]

    @property
    def panel(self) -> Shown:
        """The newest message in the direct messages that a declaration can be made with."""
        for message in reversed(self.dms):
            if any(p.verb in PANEL_VERBS for p in presses(self.table.components(message))):
                return message
        raise AssertionError(f"{self.member.name} has no panel among: {self.dm_texts}")

    @property
    def panel_text(self) -> str:
        """The panel as read."""
        return text_of(self.table.components(self.panel))

    async def slash(self, name: str, where: ChannelHandle | None = None, /, **options: Typed) -> Answer:
        """Type a command in a channel."""
        result = await self.member.slash(where or self.table.channel, name, **options)
        return self.table.noted(self, f"/{name} {options}", result)

    async def dm_slash(self, name: str, /, **options: Typed) -> Answer:
        """Type a command in the direct messages."""
        result = await self.member.user.slash(name, **options)
        return self.table.noted(self, f"dm /{name} {options}", result)

    async def typing(
        self, name: str, option: str, typed: str = "", /, where: ChannelHandle | None = None, **filled: Typed
    ) -> dict[str, str]:
        """Choices offered while typing an option in a channel: value by name."""
        choices = await self.member.autocomplete(where or self.table.channel, name, option, typed, **filled)
        self.table.offered.append((self.id, name, option, json.dumps(choices, ensure_ascii=False)))
        return {choice["name"]: choice["value"] for choice in choices}

    async def dm_typing(self, name: str, option: str, typed: str = "", /, **filled: Typed) -> dict[str, str]:
        """The same in the direct messages."""
        choices = await self.member.user.autocomplete(name, option, typed, **filled)
        self.table.offered.append((self.id, name, option, json.dumps(choices, ensure_ascii=False)))
        return {choice["name"]: choice["value"] for choice in choices}

    async def write(self, text: str = "", **more: Typed) -> Shown:
        """Write to the bot in the direct messages; its answer."""
        before = len(self.dms)
        await self.member.user.send_dm(text, **more)
        return self.answer_after(before)

    async def mend(self, message: Shown, text: str) -> Shown:
        """Edit what was written to the bot; its answer."""
        before = len(self.dms)
        self.table.env.backend.edit_message(message.channel.id, message.id, {"content": text})
        await self.table.env.settle()
        return self.answer_after(before)

    def answer_after(self, before: int) -> Shown:
        """The bot's only message in the direct messages since there were so many."""
        new = [message for message in self.dms[before:] if message.author.id != self.member.id]
        assert len(new) == 1, [text_of(self.table.components(message)) for message in new]
        return new[0]

    def _at(self, message: Shown) -> MemberActor | UserHandle:
        """A person acts as a member in a server, and as a user in direct messages."""
        dms = self.table.env.backend.dm_channels.get(self.member.id)
        channel = getattr(message, "channel_id", None) or message.channel.id
        return self.member.user if channel == dms else self.member

    async def press(self, message: Shown, verb: str, extra: str | None = None) -> Answer:
        """Press the button of that verb."""
        custom_id = id_of(self.table.components(message), verb, extra)
        return await self.press_id(message, custom_id)

    async def press_id(self, message: Shown, custom_id: str) -> Answer:
        """Press the button of exactly that id."""
        result = await self._at(message).click(message, custom_id=custom_id)
        self.taps += 1
        return self.table.noted(self, f"press {custom_id}", result)

    async def pick(self, message: Shown, verb: str, *values: str) -> Answer:
        """Pick from the menu of that verb."""
        custom_id = id_of(self.table.components(message), verb)
        result = await self._at(message).select(message, list(values), custom_id=custom_id)
        self.taps += 1
        return self.table.noted(self, f"pick {custom_id} {values}", result)

    async def fill(self, shown: Answer, **fields: str) -> Answer:
        """Send in the form that opened."""
        assert shown.form, shown.text
        in_dms = shown.result._interaction.guild_id is None
        actor = self.member.user if in_dms else self.member
        result = await actor.submit_modal(shown.result, fields)
        self.taps += 1
        return self.table.noted(self, f"fill {fields}", result)


@dataclass
class Table:
    """Everything there is in one story."""

    env: Env
    bot: Dither
    config: Config
    ids: Ids
    bots: list[Dither] = field(default_factory=list)
    answers: list[tuple[str, str, InteractionResult]] = field(default_factory=list)
    offered: list[tuple[str, str, str, str]] = field(default_factory=list)
    acknowledges: bool = True
    """Whether every interaction must have been acknowledged; off where Discord was made to fail."""

    guild: GuildHandle = field(init=False)
    channel: ChannelHandle = field(init=False)
    gm: Person = field(init=False)
    mira: Person = field(init=False)
    borin: Person = field(init=False)
    kesh: Person = field(init=False)
    bystander: Person = field(init=False)

    @classmethod
    async def open(cls, folder: Path, **times: Typed) -> Table:
        """Start the bot on an empty database, with these settings of [table]; every drawing comes at once."""
        times.setdefault("redraw_seconds", 0)
        config = Config(
            discord=SIMULATED,
            storage=StorageSettings(database=folder / "dither.sqlite3"),
            table=TableSettings(**times),
        )
        ids = Ids()
        bot = Dither(config, ids)
        env = QuickEnv(bot, shard_count=1, settle_timeout=PATIENCE)
        table = cls(env, bot, config, ids, [bot])
        try:
            await env.start()
            table._furnish()
        except BaseException:
            await table.close()
            raise
        return table

    def _furnish(self) -> None:
        self.guild = self.env.create_guild()
        self.channel = self.guild.create_text_channel("shrine")
        for name in ("gm", "mira", "borin", "kesh", "bystander"):
            setattr(self, name, self.person(name))

    def person(self, name: str) -> Person:
        """Somebody new in the server."""
        return Person(self, self.guild.add_member(self.env.create_user(name)))

    async def close(self) -> None:
        """Stop everything."""
        await self.env.shutdown()
        for bot in self.bots:
            await bot.close()

    def check(self) -> None:
        """What must hold at the end of every story."""
        judge_requests(self.env)
        self._check_answers()
        self.env.raise_errors()

    def _check_answers(self) -> None:
        """One acknowledgement for each interaction; private, but for the opening of a fight."""
        acks = Counter[int]()
        bodies: dict[int, Json] = {}
        for request in self.env.http_requests:
            if found := re.fullmatch(r"/interactions/(\d+)/[^/]+/callback", request.path):
                acks[int(found[1])] += 1
                bodies[int(found[1])] = request.json
        for record in self.env.backend.interactions.values():
            if self.acknowledges:
                assert acks[record.id] == 1, f"{acks[record.id]} acknowledgements of {record}"
            body = bodies.get(record.id) or {}
            if body.get("type") in (MESSAGE, DEFERRED):
                private = int((body.get("data") or {}).get("flags") or 0) & EPHEMERAL
                text = text_of((body.get("data") or {}).get("components") or ())
                assert private or record.command_name == "encounter", f"answered in public: {text}"

    def noted(self, person: Person, what: str, result: InteractionResult) -> Answer:
        """Remember what came back."""
        self.answers.append((person.id, what, result))
        return Answer(self, result)

    # --- looking --------------------------------------------------------------------------------------

    def components(self, message: Shown) -> list[Json]:
        """What a message holds now."""
        channel = getattr(message, "channel_id", None) or message.channel.id
        return list(self.env.backend.get_message(channel, message.id).components)

    def posts(self, channel: ChannelHandle | None = None) -> list[str]:
        """What stands in the channel for everybody, oldest first."""
        return [text_of(self.components(m)) for m in self.messages(channel)]

    def messages(self, channel: ChannelHandle | None = None) -> list[Shown]:
        """The messages themselves; what somebody alone is answered there is none of them."""
        seen = (channel or self.channel).history(viewer=self.bystander.member)
        return [message for message in seen if not message.flags.ephemeral]

    @property
    def board(self) -> Shown:
        """The newest board: the message with the public button."""
        for message in reversed(self.messages()):
            if any(p.verb == "mine" for p in presses(self.components(message))):
                return message
        raise AssertionError(f"there is no board among: {self.posts()}")

    @property
    def board_text(self) -> str:
        """The board as read."""
        return text_of(self.components(self.board))

    def post(self, *words: str) -> str:
        """The one post in the channel with all these words."""
        found = [p for p in self.posts() if all(word in p for word in words)]
        assert len(found) == 1, f"{len(found)} posts with {words} among: {self.posts()}"
        return found[0]

    @property
    def store(self) -> Store:
        """The bot's own store."""
        assert self.bot._store is not None
        return self.bot._store

    async def row(self, channel: ChannelHandle | None = None) -> EncounterRow:
        """The fight in the channel, as stored."""
        async with self.store.reading() as reading:
            row = await reading.encounter_in((channel or self.channel).id)
        assert row is not None
        return row

    async def id(self, name: str) -> str:
        """The id of the combatant of that name."""
        encounter = (await self.row()).encounter
        return next(c.id for c in encounter.combatants if c.name == name)

    # --- doing ----------------------------------------------------------------------------------------

    async def advance(self, seconds: float) -> None:
        """Let time pass."""
        await self.env.advance_time(seconds)

    async def restart(self, *, down: float = 0, measures: Measures = UNMEASURED) -> None:
        """Stop the bot, let time pass without it, and start another on the same database."""
        await self.bot.close()
        if down:
            await self.env.advance_time(down)
        self.bot = Dither(self.config, self.ids, measures)
        self.bots.append(self.bot)
        await self.env.restart_bot(self.bot)

    async def kill(self) -> None:
        """Start another bot on the same database, the old one having had no chance to end in order."""
        old = self.bot
        self.bot = Dither(self.config, self.ids)
        self.bots.append(self.bot)
        await self.env.restart_bot(self.bot)
        del old

    async def begin(self, *, play: str = "automatic", time: str = "90s", ruleset: str = "segments") -> None:
        """A fight: three players, and two orcs of the GM's."""
        await self.gm.slash("encounter begin", time=time, play=play, ruleset=ruleset)
        await self.mira.slash("join", name="Mira", weapons="staff 4")
        await self.borin.slash("join", name="Borin", weapons="axe 7, short bow (bow)")
        await self.kesh.slash("join", name="Kesh", weapons="dagger 2 (thrown)")
        await self.gm.slash("combatant add", name="Orc", count=2, weapons="scimitar 4")
        await self.gm.slash("combatant engage", combatant="Orc 1", foe="Borin")

    async def open_round(self, **options: Typed) -> None:
        """The GM opens the next round."""
        answer = await self.gm.slash("round open", **options)
        assert not answer.refused, answer.text

    async def declare(self, person: Person, **options: Typed) -> Answer:
        """Declare in one line, and be accepted."""
        answer = await person.slash("declare", **options)
        assert not answer.refused, answer.text
        return answer

    async def all_declare(self, *but: Person) -> None:
        """Everybody declares something plain, but those."""
        for person in (self.mira, self.borin, self.kesh):
            if person not in but:
                await self.declare(person, action="other", text="listens", segments=2)
        if self.gm not in but:
            encounter = (await self.row()).encounter
            for combatant in encounter.declares:
                if combatant.seat is None and not combatant.hidden:
                    await self.declare(
                        self.gm, **{"as": combatant.id, "action": "other", "text": "growls", "segments": 2}
                    )
