"""A fight of two rounds, played through the whole bot on a simulated Discord, as a transcript to read."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import discord
import simcord

from bot import demo_steps
from bot.client import Dither
from bot.practice.people import OutOfScript, Person, Transcript, simulated

PERMITTED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""All that the bot is allowed in the demo's channel, so that the demo shows it to be enough."""


USUAL = {"segments": 1, "phases": 0}
"""The seed of each ruleset's demo if none is asked for; by steps, one that rolls a tie."""


async def play(ruleset: str, seed: int | None = None) -> str:
    """The transcript: the same for the same seed, with other dice for another; without one, the usual.

    Raises:
        OutOfScript: the bot refused a step, or complained in its log.
    """
    with TemporaryDirectory() as folder, _Complaints() as complaints:
        bot = Dither(simulated(Path(folder) / "demo.sqlite3"), _ids(USUAL[ruleset] if seed is None else seed))
        try:
            async with simcord.run(bot, shard_count=1) as env:
                text = await _fight(env, ruleset)
        finally:
            # simcord ends without closing the bot, and an open store would keep Python from exiting.
            await bot.close()
    if complaints.heard:
        raise OutOfScript("; ".join(complaints.heard))
    return text


def _ids(seed: int) -> Callable[[], str]:
    """Ids, and with them the fight's dice, that come from the seed alone."""
    source = random.Random(seed)
    return lambda: source.randbytes(4).hex()


class _Complaints(logging.Handler):
    """Hears what the bot would write into its log as a warning or worse."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def __enter__(self) -> _Complaints:
        logging.getLogger("bot").addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger("bot").removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.heard.append(record.getMessage())


class _Cast:
    """The people of the fight, by name."""

    def __init__(self, transcript: Transcript, guild: simcord.GuildHandle, env: simcord.Env) -> None:
        def seat(name: str) -> Person:
            return transcript.person(guild.add_member(env.create_user(name)))

        self.gm, self.mira, self.borin, self.kesh, self.tam = map(
            seat, ("GM", "Mira", "Borin", "Kesh", "Tam")
        )


async def _fight(env: simcord.Env, ruleset: str) -> str:
    guild = env.create_guild("The Wednesday Table")
    assert env.bot.user is not None
    allowed = discord.PermissionOverwrite.from_pair(PERMITTED, ~PERMITTED)
    channel = guild.create_text_channel("sunken-shrine", overwrites={env.bot.user: allowed})
    transcript = Transcript(env, channel)
    cast = _Cast(transcript, guild, env)
    if ruleset == "phases":
        await demo_steps.fight(transcript, cast.gm, (cast.mira, cast.borin, cast.kesh, cast.tam))
        transcript.heading("the end")
        return transcript.text
    await _gather(transcript, cast, ruleset)
    await _first_declarations(transcript, cast)
    await _first_round(transcript, cast)
    await _second_declarations(transcript, cast)
    await _second_round(transcript, cast)
    transcript.heading("the end")
    return transcript.text


async def _gather(transcript: Transcript, cast: _Cast, ruleset: str) -> None:
    transcript.heading("a fight begins")
    gm = cast.gm
    await gm.command("encounter begin", ruleset=ruleset, time="90s")
    await cast.mira.command("join", name="Mira", weapons="dagger 2")
    await cast.borin.command("join", name="Borin", speed='6"', weapons="battle axe 7")
    await cast.kesh.command("join", name="Kesh", speed='12"', weapons="short bow, dagger 2")
    await cast.tam.command("join", name="Tam", weapons="short sword 3")
    await gm.command("combatant add", name="Orc", count=3, weapons="glaive 8")
    await gm.command("combatant add", name="Orc archer", weapons="short bow")
    await gm.command("combatant add", name="Lurker", weapons="claws 3", hidden=True)
    for orc in ("Orc 1", "Orc 2", "Orc 3"):
        await gm.command("combatant engage", combatant=orc, foe="Borin")


async def _first_declarations(transcript: Transcript, cast: _Cast) -> None:
    transcript.heading("round 1: everybody declares, in private")
    gm, mira = cast.gm, cast.mira
    await gm.command("round open")
    await mira.pick("What will you do?", "Cast a spell")
    await mira.fill(name="sleep", segments="4", at="the orcs around Borin")
    await mira.pick("Move?", "Move 24 ft before")
    await mira.press("Seal it")
    await cast.borin.command("declare", action="Melee attack", target="Orc 1")
    await cast.tam.pick("What will you do?", "Something else")
    await cast.tam.fill(note="picking the lock of the north door")
    await cast.tam.press("Seal it")
    await gm.pick("Who?", "3 × Orc")
    await gm.pick("What will you do?", "Melee attack")
    await gm.press("Seal it")
    await gm.command("declare", **{"as": "Orc archer", "action": "Shoot or throw", "target": "Mira"})
    transcript.heading("Kesh dithers")


async def _first_round(transcript: Transcript, cast: _Cast) -> None:
    gm = cast.gm
    await transcript.wait(45)
    await transcript.wait(45)
    transcript.heading("Kesh is late; the GM is asked what only the GM can know")
    await cast.kesh.command("declare", action="Drink a potion", text="speed")
    await gm.press("Another…")
    await gm.fill(segments="14")
    await gm.press("Missed")
    transcript.heading("between the rounds")
    for orc in ("Orc 2", "Orc 3"):
        await gm.command("round down", combatant=orc)


async def _second_declarations(transcript: Transcript, cast: _Cast) -> None:
    transcript.heading("round 2: nobody dithers, so declarations close early")
    gm, tam = cast.gm, cast.tam
    await gm.command("round open")
    await gm.command("declare", **{"as": "Orc 1", "action": "Melee attack", "target": "Borin"})
    await gm.command("declare", **{"as": "Orc archer", "action": "Shoot or throw", "target": "Mira"})
    await gm.command(
        "declare", **{"as": "Lurker", "action": "Charge", "target": "Kesh", "move": "60 ft out of the dark"}
    )
    await tam.pick("Go on with it, or give it up?", "Go on with it")
    await tam.press("Seal it")
    await cast.mira.command("declare", action="Cast a spell", text="web", segments=6, target="the archer")
    await cast.borin.command("declare", action="Melee attack", target="Orc 1", minors="shout Hold the line!")
    await cast.kesh.press("My declaration", here=True)
    await cast.kesh.pick("What will you do?", "Shoot or throw", here=True)
    await cast.kesh.pick("At whom?", "Orc archer", here=True)
    await cast.kesh.press("Seal it", here=True)


async def _second_round(transcript: Transcript, cast: _Cast) -> None:
    await transcript.wait(5)
    await cast.gm.press("Struck")
    await cast.gm.command("encounter end")
    await cast.gm.press("End the fight", here=True)
