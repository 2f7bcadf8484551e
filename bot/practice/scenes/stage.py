"""Where the scenes of the look book are played: a simulated table of five people, and a camera on it."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import discord
import simcord

from bot.client import Dither
from bot.practice.people import OutOfScript, Person, Transcript, simulated
from bot.practice.reading import card_of

PLAYER, CASTER, GM = "a player", "the caster", "the GM"
HERE, OWN, PRIVATE, THREAD = "channel", "direct message", "channel, only for them", "thread"
"""Where a message is: seen by everybody, or by one person."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What is in a picture: who sees it, where, and what it is.

    `shows` are the kinds of message it stands for: a post by its kind in the outbox, a command like `/help`.
    """

    who: str
    where: str
    what: str
    shows: tuple[str, ...] = ()


class Camera(Protocol):
    """Takes pictures of what a person sees."""

    async def message(self, name: str, person: Person, shown: discord.Message) -> None:
        """Of a message."""

    async def menu(self, name: str, person: Person, shown: discord.Message, asks: str) -> None:
        """Of a message with this menu open."""

    async def form(
        self, name: str, person: Person, shown: discord.Message, opens: str, choice: str = ""
    ) -> None:
        """Of the form that opens by this button on a message, or by a choice in this menu."""


class Stage:
    """The people, and the camera. Everything is found by the words a person reads."""

    def __init__(
        self,
        env: simcord.Env,
        camera: Camera,
        chapter: Chapter,
        bot: Dither,
        another: Callable[[], Dither],
    ) -> None:
        self.env = env
        self._camera = camera
        self._pictures = chapter.pictures
        self._bot = bot
        self._another = another
        self.guild = env.create_guild("The Wednesday Table")
        assert env.bot.user is not None
        denied = discord.PermissionOverwrite(**dict.fromkeys(chapter.denied, False))
        self.channel = self.guild.create_text_channel("sunken-shrine", overwrites={env.bot.user: denied})
        self.transcript = Transcript(env, self.channel)
        self.gm, self.mira, self.borin, self.kesh, self.tam = (
            self.transcript.person(self.guild.add_member(env.create_user(name)))
            for name in ("GM", "Mira", "Borin", "Kesh", "Tam")
        )
        self.wait = self.transcript.wait
        self.commands = bot.tree.get_commands()

    async def take(self, name: str, person: Person, says: str = "") -> None:
        """A picture of the newest message where it belongs; or of the newest there that says this."""
        await self._camera.message(name, person, self._newest(name, person, says))

    async def take_menu(self, name: str, person: Person, asks: str) -> None:
        """A picture of such a message with this menu open."""
        await self._camera.menu(name, person, self._newest(name, person, ""), asks)

    async def take_form(
        self, name: str, person: Person, opens: str, choice: str = "", says: str = ""
    ) -> None:
        """A picture of the form that opens by this button on such a message, or by a choice in this menu."""
        await self._camera.form(name, person, self._newest(name, person, says), opens, choice)

    async def restart(self, down: int) -> None:
        """The bot is stopped, time passes without it, and it comes back."""
        await self._bot.close()
        await self.env.advance_time(down)
        self._bot = self._another()
        await self.env.restart_bot(self._bot)
        self.transcript.look()

    def cannot_write_to(self, person: Person) -> None:
        """From now on this person's direct messages are closed."""
        path = f"/channels/{person.user.dm_channel.id}/messages"
        said = "Cannot send messages to this user"
        self.env.inject_error("POST", path, status=403, code=50007, message=said, times=None)

    def _newest(self, name: str, person: Person, says: str) -> discord.Message:
        where = self._pictures[name].where
        match where:
            case "direct message":
                place = person.user.dm_channel.history(viewer=person.user)
            case "thread":
                place = self.channel.threads[-1].history(viewer=person.member)
            case _:
                place = self.channel.history(viewer=person.member)
        for message in reversed(place):
            fits = where == OWN or message.flags.ephemeral == (where == PRIVATE)
            if fits and message.author.bot and says in card_of(message).text:
                return message
        raise OutOfScript(f"{person.name} sees nothing that says “{says}”, for the picture {name}")


@dataclass(frozen=True, slots=True)
class Chapter:
    """One fight of the look book: what is played, and the pictures taken of it, in the order of the book."""

    title: str
    play: Callable[[Stage], Awaitable[None]]
    pictures: Mapping[str, Picture]
    denied: tuple[str, ...] = ()
    """What the bot may not do in the fight's channel."""


@asynccontextmanager
async def staged(
    chapter: Chapter, folder: Path, camera: Callable[[simcord.Env], Camera]
) -> AsyncIterator[Stage]:
    """A stage for a chapter, with a database of its own in that folder; closed at the end."""
    numbers = itertools.count(0x10)
    bots: list[Dither] = []

    def opened() -> Dither:
        bots.append(Dither(simulated(folder / "look.sqlite3"), lambda: f"{next(numbers):08x}"))
        return bots[-1]

    try:
        first = opened()
        async with simcord.run(first, shard_count=1) as env:
            assert env.bot.user is not None
            await env.bot.user.edit(username="Dither")
            yield Stage(env, camera(env), chapter, first, opened)
    finally:
        for bot in bots:
            await bot.close()


async def refused(deed: Awaitable[None]) -> None:
    """Do something that the bot must refuse."""
    try:
        await deed
    except OutOfScript:
        return
    raise OutOfScript("what should have been refused was not")
