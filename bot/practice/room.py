"""The practice room: a simulated server with a GM and three players, seated in a fight that has begun."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import simcord

from bot.practice.pace import catch_up

CHANNEL = "channel"
"""The key of the place everybody sees."""

PLAYERS: Mapping[str, Mapping[str, object]] = {
    "Mira": {"weapons": "dagger 2, staff 4"},
    "Borin": {"weapons": "axe 7, warhammer 4", "speed": "90"},
    "Kesh": {"weapons": "short bow (bow), dagger 2", "dexterity": 1},
}
"""Who plays, and what each adds to `/join`."""

FOES: tuple[Mapping[str, object], ...] = (
    {"name": "Orc", "count": 3, "weapons": "scimitar 4"},
    {"name": "Ogre", "weapons": "great club 8", "speed": "90"},
)
"""Who is fought, as `/combatant add` takes it."""

FIRST = (
    "**Try this first.** As the GM, type `/round open` here. Then go to Mira's direct messages and declare "
    "in her panel, go to Borin's and declare in his, and let Kesh's time run out. "
    "Back here you see the round, segment by segment."
)
"""What the GM has written in the channel when the room opens."""


@dataclass(frozen=True, slots=True)
class Place:
    """Something that can be looked at: the channel, or one person's direct messages."""

    key: str
    title: str
    channel: simcord.ChannelHandle
    viewers: tuple[simcord.MemberActor | simcord.UserHandle, ...]


@dataclass(slots=True)
class Room:
    """The simulated server. Whoever acts in it takes turns, because simcord does one thing at a time."""

    env: simcord.Env
    channel: simcord.ChannelHandle
    gm: simcord.MemberActor
    players: Mapping[str, simcord.MemberActor]
    _one_at_a_time: asyncio.Lock = field(default_factory=asyncio.Lock)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Hold the room, its clock brought up to the real one."""
        async with self._one_at_a_time:
            await catch_up(self.env)
            yield

    @property
    def people(self) -> Mapping[str, simcord.MemberActor]:
        """Everybody by name, the GM first."""
        return {"GM": self.gm, **self.players}

    def places(self) -> tuple[Place, ...]:
        """Everything that can be looked at, the channel first."""
        here = Place(CHANNEL, f"#{self.channel.name}", self.channel, tuple(self.people.values()))
        private = (
            Place(name.lower(), f"{name}'s direct messages", member.user.dm_channel, (member.user,))
            for name, member in self.people.items()
        )
        return (here, *private)


async def furnish(env: simcord.Env, players: Sequence[str] = tuple(PLAYERS)) -> Room:
    """Make the server, seat everybody and bring in the foes, all by the bot's own commands."""
    guild = env.create_guild("The practice table")
    channel = guild.create_text_channel("the-sunken-shrine")
    gm = guild.add_member(env.create_user("GM"))
    seated = {name: guild.add_member(env.create_user(name)) for name in players}
    room = Room(env, channel, gm, seated)
    await gm.slash(channel, "encounter begin", time="2m")
    for name, member in seated.items():
        await member.slash(channel, "join", name=name, **PLAYERS[name])
    for foe in FOES:
        await gm.slash(channel, "combatant add", **foe)
    for orc in ("Orc 1", "Orc 2", "Orc 3"):
        await gm.slash(channel, "combatant engage", combatant=orc, foe="Borin")
    await gm.send(channel, FIRST)
    return room
