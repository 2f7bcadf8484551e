"""A round played by itself at the practice table, so that one can watch before taking part."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.practice.people import OutOfScript, Person, Transcript
from bot.practice.room import Room

PAUSE = 1.5
"""Seconds between two deeds, so that they can be followed."""

Step = Callable[[], Awaitable[None]]


class Script:
    """Everybody declares for one round; then nobody does anything more, and the bot closes it by itself."""

    def __init__(self, room: Room, say: Callable[[str], None], pause: float = PAUSE) -> None:
        self._room = room
        self._say = say
        self._pause = pause
        transcript = Transcript(room.env, room.channel)
        self._gm = transcript.person(room.gm)
        self._players = {name: transcript.person(member) for name, member in room.players.items()}

    async def play(self) -> None:
        """Play it to the end; a step that cannot be done in the round as it is now is said and left out."""
        for what, step in self._steps():
            try:
                async with self._room.turn():
                    await step()
            except OutOfScript as reason:
                self._say(f"{what}: left out, {reason}")
            else:
                self._say(what)
            await asyncio.sleep(self._pause)

    def _steps(self) -> tuple[tuple[str, Step], ...]:
        gm, mira, borin, kesh = self._gm, *(self._players[name] for name in ("Mira", "Borin", "Kesh"))
        return (
            ("The GM opens a round of one minute", lambda: gm.command("round open", time="60s")),
            ("Mira chooses to cast a spell, in her panel", lambda: _cast(mira)),
            ("Mira will move 36 ft first", lambda: mira.pick("Move?", "Move 36 ft before")),
            ("Mira seals", lambda: mira.press("Seal it")),
            ("Borin chooses to fight, in his panel", lambda: borin.pick("What will you do?", "Melee attack")),
            ("Borin goes for Orc 1", lambda: borin.pick("At whom?", "Orc 1")),
            ("Borin takes his axe", lambda: borin.pick("With which weapon?", "axe")),
            ("Borin seals", lambda: borin.press("Seal it")),
            (
                "Kesh declares in one line: /declare",
                lambda: kesh.command(
                    "declare", action="Shoot or throw", target="Ogre", **{"with": "short bow"}
                ),
            ),
            ("The GM has all three orcs fight on", lambda: gm.pick("What will you do?", "Melee attack")),
            ("The GM seals for them", lambda: gm.press("Seal it")),
            (
                "The GM declares for the ogre",
                lambda: gm.command(
                    "declare", **{"as": "Ogre", "action": "Charge", "target": "Mira", "move": "40 ft"}
                ),
            ),
        )


async def _cast(mira: Person) -> None:
    await mira.pick("What will you do?", "Cast a spell")
    await mira.fill(name="sleep", segments="3", at="the orcs by the altar")
