"""The scenes of the look book: played without a browser, they show every kind of message and every button.

What is to be shown is taken from the bot itself: the kinds of posts, the tree of commands, the registry of
presses. So a new one without a picture fails here.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

import discord
import simcord
from discord import app_commands

from bot.cogs.presses import HANDLERS
from bot.practice.people import Person
from bot.practice.pictures import PICTURES
from bot.practice.reading import buttons, card_of, menus
from bot.practice.scenes import CHAPTERS
from bot.practice.scenes.stage import Chapter, staged
from bot.store.rows import PostKind
from bot.ui.ids import parse

ALIKE: dict[str, str] = {
    "combatant disengage": "engaged",
    "combatant hide": "seated",
    "combatant template delete": "preset-gone",
    "encounter gm hand-over": "gm-added",
    "encounter gm remove": "gm-added",
    "preset use": "panel-same",
    "round close": "opened",
    **dict.fromkeys(("round extend", "round pause", "round resume"), "opened"),
    **dict.fromkeys(("round delay", "round down", "round missed", "round pardon", "round trigger"), "struck"),
    **dict.fromkeys(("round redirect", "round retarget", "round together", "round waive"), "surprise"),
    **dict.fromkeys(("round aim", "round hasten", "round pass", "round setoff"), "order-marked"),
}
"""Commands that answer like another one: in the same words, about something else; by that one's picture."""


@dataclass
class Notebook:
    """In the place of a camera: what would be in each picture."""

    taken: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    """Custom ids of the buttons, menus and forms in them."""

    async def message(self, name: str, person: Person, shown: discord.Message) -> None:
        del person
        card = card_of(shown)
        assert card.text or menus(card), name
        self._note(name, [*(b.id for b in buttons(card)), *(m.id for m in menus(card))])

    async def menu(self, name: str, person: Person, shown: discord.Message, asks: str) -> None:
        assert asks in [menu.asks for menu in menus(card_of(shown))], name
        await self.message(name, person, shown)

    async def form(
        self, name: str, person: Person, shown: discord.Message, opens: str, choice: str = ""
    ) -> None:
        here = shown.channel.id == person.channel.id
        await (person.pick(opens, choice, here=here) if choice else person.press(opens, here=here))
        assert person.form is not None, name
        self._note(name, [person.form.id])

    def _note(self, name: str, ids: Iterable[str]) -> None:
        self.taken.append(name)
        self.ids += ids


@dataclass(frozen=True)
class Played:
    """What came of a chapter."""

    notebook: Notebook
    transcript: str
    posted: frozenset[str]
    """The kinds of posts that were sent."""
    commands: frozenset[str]


async def played(chapter: Chapter, folder: Path) -> Played:
    notebook = Notebook()

    def opened(env: simcord.Env) -> Notebook:
        return notebook

    async with staged(chapter, folder, opened) as stage:
        await chapter.play(stage)
        commands = frozenset(_leaves(stage.commands))
        text = stage.transcript.text
    with closing(sqlite3.connect(folder / "look.sqlite3")) as db:
        sent = db.execute("SELECT DISTINCT kind FROM outbox WHERE sent_at IS NOT NULL").fetchall()
    return Played(notebook, text, frozenset(kind for (kind,) in sent), commands)


def _leaves(commands: Iterable[object]) -> Iterable[str]:
    for command in commands:
        if isinstance(command, app_commands.Group):
            yield from _leaves(command.commands)
        elif isinstance(command, app_commands.Command):
            yield command.qualified_name


async def test_the_scenes_show_every_kind_of_message_command_and_button(tmp_path: Path) -> None:
    """One test, since what is missing is known only when every chapter has been played."""
    verbs: set[str] = set()
    for chapter in CHAPTERS:
        with TemporaryDirectory(dir=tmp_path) as folder:
            came = await played(chapter, Path(folder))
        assert Counter(came.notebook.taken) == Counter(chapter.pictures.keys()), chapter.title
        for name, picture in chapter.pictures.items():
            for kind in picture.shows:
                if kind.startswith("/"):
                    assert f": {kind}" in came.transcript, f"{name} shows {kind}, which nobody uses"
                else:
                    assert kind in came.posted, f"{name} shows a post that is not sent: {kind}"
        verbs |= {press.verb for i in came.notebook.ids if (press := parse(i)) is not None}
        commands = came.commands
    shown = {kind for picture in PICTURES.values() for kind in picture.shows}
    pictured = {kind.removeprefix("/") for kind in shown if kind.startswith("/")}
    assert {
        "posts": set(get_args(PostKind)) - shown,
        "commands": commands - pictured - set(ALIKE),
        "buttons, menus and forms": set(HANDLERS) - verbs,
    } == {"posts": set(), "commands": set(), "buttons, menus and forms": set()}, "without a picture"
    assert pictured | set(ALIKE) <= commands
    assert not pictured & set(ALIKE)
    assert set(ALIKE.values()) <= set(PICTURES)
