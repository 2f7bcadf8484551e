"""The scenes of the look book, played through the bot: two fights that bring about every kind of message."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Protocol

import discord
import simcord

from bot.practice.people import OutOfScript, Person, Transcript
from bot.practice.reading import card_of


class Camera(Protocol):
    """Takes pictures of what a person sees."""

    async def take(self, name: str, person: Person, *, here: bool = False, says: str = "") -> None:
        """Of the newest message there, or the newest that says this."""

    async def form(self, name: str, person: Person, asks: str, choice: str) -> None:
        """Of the form that opens when this is chosen in a menu of their newest direct message."""

    async def menu(self, name: str, person: Person, asks: str) -> None:
        """Of their newest direct message, with this menu open."""


async def refused(deed: Awaitable[None]) -> None:
    """Do something that the bot must refuse."""
    try:
        await deed
    except OutOfScript:
        return
    raise OutOfScript("what should have been refused was not")


class Scenes:
    """The people, and what they do."""

    def __init__(self, env: simcord.Env, camera: Camera) -> None:
        self._env = env
        self._camera = camera
        guild = env.create_guild("The Wednesday Table")
        self._transcript = Transcript(env, guild.create_text_channel("sunken-shrine"))
        members = [guild.add_member(env.create_user(n)) for n in ("GM", "Mira", "Borin", "Kesh", "Tam")]
        people = [self._transcript.person(member) for member in members]
        self.gm, self.mira, self.borin, self.kesh, self.tam = people

    async def play(self) -> None:
        """All of them."""
        await self._gather()
        await self._open()
        await self._declare_in_panels()
        await self._declare_in_a_line()
        await self._close()
        await self._after()
        await self._called()

    async def _gather(self) -> None:
        gm, take = self.gm, self._camera.take
        await refused(self.mira.command("join", name="Mira"))
        await take("no-fight", self.mira, here=True)
        await gm.command("encounter begin", time="90s")
        await take("begin", self.mira, here=True)
        await self.mira.command("join", name="Mira", weapons="dagger 2, staff 4")
        await take("join", self.mira, here=True, says="direct message")
        await take("join-message", self.mira)
        await refused(self.borin.command("join", name="Borin", weapons="the big one, 5 or 6"))
        await take("unreadable", self.borin, here=True)
        await self.borin.command("join", name="Borin", speed='9"', weapons="battle axe 7, warhammer 4")
        await self.kesh.command("join", name="Kesh", weapons="short bow (bow), dagger 2")
        closed = f"/channels/{self.tam.user.dm_channel.id}/messages"
        self._env.inject_error(
            "POST", closed, status=403, code=50007, message="Cannot send messages to this user", times=None
        )
        await self.tam.command("join", name="Tam", weapons="short sword 3")
        await take("join-closed", self.tam, here=True, says="Privacy Settings")
        await gm.command("combatant add", name="Orc", count=3, weapons="glaive 8")
        await gm.command("combatant add", name="Orc archer", weapons="short bow (bow)")
        await gm.command("combatant add", name="Lurker", weapons="claws 3", hidden=True)
        await take("added", gm, here=True)
        for orc in ("Orc 1", "Orc 2", "Orc 3"):
            await gm.command("combatant engage", combatant=orc, foe="Borin")
        await take("news", self.kesh, here=True, says="join the fight")
        await self.kesh.command("combatant list")
        await take("list", self.kesh, here=True)
        await gm.command("combatant list")
        await take("list-gm", gm, here=True)

    async def _open(self) -> None:
        gm, take = self.gm, self._camera.take
        await gm.command("round open")
        await take("opened", gm, here=True, says="is open")
        await take("board", self.mira, here=True)
        await take("panel", self.mira)
        await take("panel-hidden", gm, says="does not wait for it")
        await gm.pick("Who?", "3 × Orc")
        await take("panel-group", gm, says="3 × Orc · round 1 · closes")
        await self.kesh.command("encounter status")
        await take("status", self.kesh, here=True)

    async def _declare_in_panels(self) -> None:
        take, mira, borin, tam = self._camera.take, self.mira, self.borin, self.tam
        await self._camera.form("form", mira, "What will you do?", "Cast a spell")
        await mira.pick("What will you do?", "Cast a spell")
        await refused_or_not(mira.fill(name="sleep", segments="soon", at="the orcs around Borin"))
        await take("panel-unreadable", mira)
        await mira.press("Spell and time…")
        await mira.fill(name="sleep", segments="4", at="the orcs around Borin")
        await mira.pick("Move?", "Move 24 ft before")
        await take("panel-casting", mira)
        await mira.press("Seal it")
        await take("panel-sealed", mira)
        await borin.pick("What will you do?", "Melee attack")
        await take("panel-melee", borin)
        await self._camera.menu("menu", borin, "At whom?")
        await borin.pick("At whom?", "Orc 1")
        await borin.pick("With which weapon?", "battle axe")
        await borin.press("Seal it")
        await tam.press("My declaration", here=True)
        await tam.pick("What will you do?", "Something else", here=True)
        await tam.fill(note="picking the lock of the north door")
        await take("panel-button", tam, here=True)
        await tam.press("Seal it", here=True)

    async def _declare_in_a_line(self) -> None:
        gm, kesh, take = self.gm, self.kesh, self._camera.take
        await refused(kesh.command("declare", action="Melee attack", target="Orc archer"))
        await take("refusal", kesh, here=True)
        line = {"action": "Shoot or throw", "target": "Orc archer", "with": "short bow"}
        await kesh.command("declare", **line)
        await take("receipt", kesh, here=True)
        await kesh.command("withdraw")
        await take("withdrawn", kesh, here=True)
        await gm.pick("What will you do?", "Melee attack")
        await gm.press("Seal it")
        await gm.command("declare", **{"as": "Orc archer", "action": "Shoot or throw", "target": "Mira"})
        await take("board-waiting", kesh, here=True, says="Waiting")
        await gm.command("encounter status")
        await take("console-declaring", gm, here=True)
        await gm.command("round extend", time="30s")
        await take("extended", kesh, here=True, says="more time")

    async def _close(self) -> None:
        gm, kesh, take = self.gm, self.kesh, self._camera.take
        wait = self._transcript.wait
        await wait(70)
        await take("reminder", kesh)
        await wait(60)
        await take("board-closed", kesh, here=True, says="— closed")
        await take("close", kesh, here=True, says="Initiative")
        await take("question-time", gm, says="How long")
        await take("panel-delay", kesh, says="declarations are closed")
        await kesh.command("declare", action="Drink a potion", text="speed")
        await take("late", kesh, here=True, says="late")
        await gm.press("Another…")
        await gm.fill(segments="14")
        await take("question-blow", gm, says="strike")
        await take("paused", kesh, here=True, says="segments 1 to 5")
        await gm.press("Missed")
        await take("summary", kesh, here=True, says="segments 5 to 10")

    async def _after(self) -> None:
        gm, take = self.gm, self._camera.take
        await take("panel-closed", self.mira)
        await take("panel-closed-gm", gm, says="declarations are closed")
        await refused(self.mira.command("declare", action="Melee attack", target="Orc 1"))
        await take("closed", self.mira, here=True)
        await gm.command("encounter status")
        await take("console-ended", gm, here=True)
        await self._whole_round()
        await self.kesh.user.send_dm("I shoot the archer")
        await take("answer", self.kesh)
        await gm.command("encounter end")
        await take("end", gm, here=True)
        await self.tam.command("leave")
        await take("leave", self.tam, here=True)
        await gm.press("End the fight", here=True)
        await take("ended", self.kesh, here=True, says="over")

    async def _whole_round(self) -> None:
        gm = self.gm
        await gm.command("round open")
        await self.mira.command(
            "declare", action="Cast a spell", text="web", segments=2, target="the orcs by the altar"
        )
        await self.borin.command("declare", action="Melee attack", target="Orc 1", **{"with": "battle axe"})
        await gm.pick("Who?", "3 × Orc")
        await gm.pick("What will you do?", "Melee attack")
        await gm.press("Seal it")
        await gm.command("declare", **{"as": "Orc archer", "action": "Shoot or throw", "target": "Kesh"})
        await self._transcript.wait(90)
        await self._camera.take("round", self.kesh, here=True, says="segment by segment")

    async def _called(self) -> None:
        gm, take = self.gm, self._camera.take
        await gm.command("encounter begin", time="90s", play="called")
        await self.mira.command("join", name="Mira")
        await self.borin.command("join", name="Borin", weapons="axe 7")
        await gm.command("combatant add", name="Ogre", weapons="great club 8")
        await gm.command("combatant engage", combatant="Ogre", foe="Borin")
        await gm.command("round open")
        await self.mira.command("declare", action="Cast a spell", text="web", segments=6, target="Ogre")
        await self.borin.command("declare", action="Melee attack", target="Ogre")
        await gm.command("declare", action="Melee attack", target="Borin")
        await gm.command("round close")
        for _ in range(3):
            await gm.command("round next")
        await take("console-called", gm)
        await take("called", self.borin, here=True)
        await gm.command("round struck", combatant="Mira")
        await take("lost", self.borin, here=True)
        await gm.command("round down", combatant="Mira")
        await take("down", self.borin, here=True)


async def refused_or_not(deed: Awaitable[None]) -> None:
    """Do something the bot answers with a notice in the message itself."""
    try:
        await deed
    except OutOfScript:
        return


def newest(person: Person, *, here: bool, private: bool, says: str) -> discord.Message:
    """The bot's newest message that a person sees there, privately or not, and that says this."""
    place = person.channel.history(viewer=person.member) if here else person.user.dm_channel.history()
    for message in reversed(place):
        fits = not here or message.flags.ephemeral == private
        if fits and message.author.bot and says in card_of(message).text:
            return message
    raise OutOfScript(f"{person.name} sees nothing that says “{says}”")
