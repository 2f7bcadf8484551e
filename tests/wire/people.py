"""People at a table over the wire: "mira uses /declare …", "press the button of that verb"."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tests.bot.table import id_of, presses, text_of, walk
from tests.wire.loopback import Loopback
from tests.wire.things import Channel, Guild, Json, Message, member
from tests.wire.world import Interaction

COMMAND, COMPONENT, AUTOCOMPLETE, FORM = 2, 3, 4, 5
_KINDS = {3: str, 4: int, 5: bool, 10: float}
PANEL_VERBS = ("act", "seal", "change")


class Silent(Exception):
    """Nothing came back in time."""


@dataclass
class Answer:
    """What came back from one thing a person did."""

    it: Interaction

    @property
    def message(self) -> Message:
        """The message sent or changed."""
        assert self.it.original is not None, "no message came back"
        return self.it.original

    @property
    def components(self) -> list[Json]:
        """Of the message, or of the form that opened."""
        return list(self.it.data["components"]) if self.it.acknowledged == 9 else self.message.components

    @property
    def text(self) -> str:
        """As a person reads it; what was said beside the message pressed comes after it."""
        said = [self.components, *(m.components for m in self.it.later)]
        return "\n".join(text_of(components) for components in said)

    @property
    def refused(self) -> bool:
        """Whether it says that something could not be done."""
        return "⚠️" in self.text

    @property
    def seconds(self) -> float:
        """Until the acknowledgement."""
        return self.it.acknowledged_at - self.it.created


@dataclass
class Person:
    """Somebody at the table."""

    loopback: Loopback
    user: Json
    channel: Channel
    patience: float = 40.0

    @property
    def id(self) -> str:
        """The Discord id."""
        return str(self.user["id"])

    @property
    def direct(self) -> Channel:
        """Their direct messages with the bot."""
        return self.loopback.direct(self.user)

    @property
    def dms(self) -> list[str]:
        """What stands there, as read."""
        return [text_of(m.components) for m in self.direct.history()]

    async def panel(self) -> Message:
        """The newest direct message a declaration can be made with, once there is one."""
        await self.loopback.until(lambda: self._panel, said=f"no panel among: {self.dms}")
        assert self._panel is not None
        return self._panel

    @property
    def _panel(self) -> Message | None:
        for message in reversed(self.direct.history()):
            if any(p.verb in PANEL_VERBS for p in presses(message.components)):
                return message
        return None

    async def slash(self, name: str, where: Channel | None = None, /, **options: Json) -> Answer:
        """Type a command in the channel, or elsewhere."""
        return await self._done(await self.start(name, where, **options))

    async def start(self, name: str, where: Channel | None = None, /, **options: Json) -> Interaction:
        """The same without waiting for what comes back."""
        data = self._data(name, options)
        return await self.loopback.begin(COMMAND, self.user, where or self.channel, data)

    async def typing(self, name: str, option: str, typed: str = "", /, **filled: Json) -> dict[str, str]:
        """Choices offered while typing an option: value by name."""
        data = self._data(name, {**filled, option: typed}, focused=option)
        answer = await self._done(
            await self.loopback.begin(AUTOCOMPLETE, self.user, self.channel, data), text=False
        )
        return {choice["name"]: choice["value"] for choice in answer.it.data["choices"]}

    async def press(self, message: Message, verb: str, extra: str | None = None) -> Answer:
        """Press the button of that verb."""
        return await self.press_id(message, id_of(message.components, verb, extra))

    async def press_id(self, message: Message, custom_id: str) -> Answer:
        """Press the button of exactly that id."""
        return await self._done(await self.start_press(message, custom_id))

    async def start_press(self, message: Message, custom_id: str) -> Interaction:
        """The same without waiting for what comes back."""
        data = {"component_type": 2, "custom_id": custom_id, "id": 0}
        return await self.loopback.begin(COMPONENT, self.user, self._place(message), data, message)

    async def pick(self, message: Message, verb: str, *values: str) -> Answer:
        """Pick from the menu of that verb."""
        custom_id = id_of(message.components, verb)
        menu = next(c for c in walk(message.components) if c.get("custom_id") == custom_id)
        offered = {o["value"] for o in menu["options"]}
        assert set(values) <= offered, f"{values} are not among {offered}"
        data = {"component_type": 3, "custom_id": custom_id, "id": menu["id"], "values": list(values)}
        it = await self.loopback.begin(COMPONENT, self.user, self._place(message), data, message)
        return await self._done(it)

    async def fill(self, shown: Answer, **fields: str) -> Answer:
        """Send in the form that opened."""
        assert shown.it.acknowledged == 9, shown.text
        labels = [c for c in shown.it.data["components"] if c["type"] == 18]
        parts = []
        for number, label in enumerate(labels, 1):
            inner = label["component"]
            value = fields.get(inner["custom_id"], inner.get("value") or "")
            typed = {"type": 4, "id": number, "custom_id": inner["custom_id"], "value": value}
            parts.append({"type": 18, "id": number, "component": typed})
        data = {"custom_id": shown.it.data["custom_id"], "components": parts}
        it = await self.loopback.begin(FORM, self.user, shown.it.channel, data, shown.it.message)
        return await self._done(it)

    async def answered(self, it: Interaction) -> Answer:
        """Wait for what comes back; raises Silent."""
        return await self._done(it)

    async def _done(self, it: Interaction, *, text: bool = True) -> Answer:
        try:
            await asyncio.wait_for(it.answered.wait(), self.patience)
        except TimeoutError:
            raise Silent(f"{self.user['username']} waits for an answer to {it.command or it.type}") from None
        return Answer(it)

    def _place(self, message: Message) -> Channel:
        return self.loopback.channels[message.channel_id]

    def _data(self, name: str, options: dict[str, Json], focused: str = "") -> Json:
        """A command's data as Discord sends it; refuses what Discord would not let one type."""
        first, *rest = name.split()
        registered = itertools.chain.from_iterable(self.loopback.commands.values())
        command = next((c for c in registered if c["name"] == first), None)
        assert command is not None, f"there is no /{first}"
        node, path = command, [command]
        for part in rest:
            node = next(o for o in node["options"] if o["name"] == part)
            path.append(node)
        known = {o["name"]: o for o in node.get("options", ())}
        resolved: Json = {}
        given = [self._option(known[key], value, resolved, focused) for key, value in options.items()]
        missing = [k for k, o in known.items() if o.get("required") and k not in options and not focused]
        assert not missing, f"/{name} needs {missing}"
        for step in reversed(path[1:]):
            given = [{"name": step["name"], "type": step["type"], "options": given}]
        data: Json = {"id": command["id"], "name": first, "type": 1, "options": given}
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        return data | ({"resolved": resolved} if resolved else {})

    def _option(self, known: Json, value: Json, resolved: Json, focused: str) -> Json:
        kind = known["type"]
        if kind == 6:
            resolved.setdefault("users", {})[value.id] = value.user
            resolved.setdefault("members", {})[value.id] = {
                key: part for key, part in member(value.user, 0).items() if key != "user"
            }
            value = value.id
        elif known["name"] != focused:
            assert isinstance(value, _KINDS[kind]), (
                f"{known['name']} is no {_KINDS[kind].__name__}: {value!r}"
            )
            offered = [c["value"] for c in known.get("choices", ())]
            assert not offered or value in offered, f"{value} is not among {offered}"
        made = {"name": known["name"], "type": kind, "value": value}
        return made | ({"focused": True} if known["name"] == focused else {})


@dataclass
class Table:
    """A server with a channel, a GM and three players."""

    loopback: Loopback
    shard: tuple[int, int] = (0, 1)
    """Which shard of how many hears of the server."""
    guild: Guild = field(init=False)
    channel: Channel = field(init=False)
    gm: Person = field(init=False)
    mira: Person = field(init=False)
    borin: Person = field(init=False)
    kesh: Person = field(init=False)

    def __post_init__(self) -> None:
        owner = self.loopback.add_user("gm")
        self.guild = self.loopback.add_guild("Tower", owner, shard=self.shard)
        self.channel = self.loopback.add_channel(self.guild, "shrine")
        self.gm = self._seated(owner)
        self.mira, self.borin, self.kesh = map(
            self._seated, map(self.loopback.add_user, ("mira", "borin", "kesh"))
        )

    def _seated(self, who: Json) -> Person:
        self.guild.members[who["id"]] = {"user": who}
        return Person(self.loopback, who, self.channel)

    @property
    def people(self) -> Iterator[Person]:
        """Everybody."""
        return iter((self.gm, self.mira, self.borin, self.kesh))

    @property
    def posts(self) -> list[str]:
        """What stands in the channel for everybody, oldest first."""
        return [text_of(m.components) for m in self.channel.history()]

    def count(self, words: str, where: Channel | None = None) -> int:
        """How many posts in the channel, or in that one, have these words."""
        return sum(words in text_of(m.components) for m in (where or self.channel).history())

    async def posted(self, words: str, times: int = 1, seconds: float = 15.0) -> None:
        """Wait until so many posts have these words."""
        await self.loopback.until(
            lambda: self.count(words) >= times, seconds, f"“{words}” is not posted {times} times"
        )

    def board(self) -> Message:
        """The newest message with the public button."""
        assert self._boards, f"there is no board among: {self.posts}"
        return self._boards[-1]

    @property
    def _boards(self) -> list[Message]:
        found = self.channel.history()
        return [m for m in found if any(p.verb == "mine" for p in presses(m.components))]

    async def begin(
        self, *, time: str = "15s", play: str = "automatic", settings: Sequence[str] = ()
    ) -> None:
        """A fight: three players, and an orc of the GM's in melee with Borin."""
        await self.gm.slash("encounter begin", self.channel, time=time, play=play)
        for person, name in ((self.mira, "Mira"), (self.borin, "Borin"), (self.kesh, "Kesh")):
            await person.slash("join", self.channel, name=name, weapons="axe 7")
        await self.gm.slash("combatant add", self.channel, name="Orc", weapons="scimitar 4")

    async def open_round(self) -> None:
        """The GM opens the next round, and the board and the panels come."""
        before = set(self.channel.messages)
        answer = await self.gm.slash("round open", self.channel)
        assert not answer.refused, answer.text
        await self.loopback.until(lambda: any(board.id not in before for board in self._boards))

    async def declare(self, person: Person, action: str = "parry", **options: Json) -> Answer:
        """Declare in one line, and be accepted."""
        answer = await person.slash("declare", self.channel, action=action, **options)
        assert not answer.refused, answer.text
        return answer
