"""People at a simulated table, and the transcript of what each of them sees and does.

A person uses commands, buttons, menus and forms by their words. What cannot be done, and every answer of
the bot that is a refusal, raises OutOfScript.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

import discord
import simcord

from bot.config import SIMULATED, Config, StorageSettings, TableSettings
from bot.practice.reading import buttons, card_of, form_of, menus, plain, told
from bot.render import Button, Card, Form, Menu

BOT = "Dither"
REFUSAL = "⚠️"
"""What every refusal of the bot begins with."""


def simulated(database: Path) -> Config:
    """Settings for a table that is watched step by step: every drawing comes at once."""
    return Config(
        discord=SIMULATED,
        storage=StorageSettings(database=database),
        table=TableSettings(redraw_seconds=0),
    )


class OutOfScript(Exception):
    """A person could not do what the script has them do, or the bot refused it."""


class Transcript:
    """Every message as it appears or changes, in each place in turn, and every deed of a person."""

    def __init__(self, env: simcord.Env, channel: simcord.ChannelHandle) -> None:
        self._env = env
        self.channel = channel
        self.place = f"#{channel.name}"
        self._people: list[Person] = []
        self._known: dict[int, tuple[str, ...]] = {}
        self._just_told: dict[str, set[str]] = {}
        self._blocks: list[str] = []

    @property
    def text(self) -> str:
        """All of it so far, with an empty line before each deed and heading."""
        return "\n".join(self._blocks).strip()

    def person(self, member: simcord.MemberActor) -> Person:
        """A member whose direct messages and private answers are told from now on."""
        made = Person(self, member)
        self._people.append(made)
        return made

    def heading(self, text: str) -> None:
        """A line between messages."""
        self._blocks.append(f"\n──── {text} ────")

    def deed(self, place: str, who: str, what: str) -> None:
        """What a person does."""
        self._just_told.clear()
        self._blocks.append(f"\n{place} · {who}: {what}")

    def form(self, place: str, what: str) -> None:
        """A form that opens before somebody."""
        self._blocks.append(f"{place} · {BOT}: a form opens, {what}")

    async def wait(self, seconds: int) -> None:
        """Let the clock go on, and tell what happens of itself."""
        await self._env.advance_time(seconds)
        self.heading(f"{seconds} seconds pass")
        self.look()

    def look(self) -> None:
        """Tell what is new, or has changed, since the last look."""
        for person in self._people:
            for message in self.channel.history(viewer=person.member):
                private = message.flags.ephemeral
                self._tell(person.private if private else self.place, person.name, message)
        for person in self._people:
            for message in person.user.dm_channel.history(viewer=person.user):
                self._tell(person.direct, person.name, message)

    def _tell(self, place: str, who: str, message: discord.Message) -> None:
        lines = told(card_of(message))
        before = self._known.get(message.id)
        self._known[message.id] = lines
        if lines == before:
            return
        if place == self.place:
            who = place
        heard = self._just_told.setdefault(who, set())
        new = [line for line in lines if before is None or line not in before]
        if before is not None and heard.issuperset(new):
            what = "the same" if new else "less"
            self._blocks.append(f"{place} · {BOT}: its message now says {what}")
            return
        heard.update(new)
        change = "" if before is None else ", changing its message"
        self._blocks.append("\n".join([f"{place} · {BOT}{change}", *(f"    {self.plain(x)}" for x in new)]))

    def plain(self, text: str) -> str:
        """Text as it reads on the screen now."""
        return plain(text, self._env.now(), {self.channel.id: str(self.channel.name)})


class _Hand(Protocol):
    """What simcord's members and users can do alike."""

    async def click(
        self, message: discord.Message, *, label: str | None = None, custom_id: str | None = None
    ) -> simcord.InteractionResult: ...

    async def select(
        self, message: discord.Message, values: list[Any], *, custom_id: str | None = None
    ) -> simcord.InteractionResult: ...

    async def submit_modal(
        self, shown: simcord.InteractionResult, values: dict[str, Any]
    ) -> simcord.InteractionResult: ...


class Person:
    """Somebody at the table. `here` means in the channel; otherwise it is in the direct message."""

    def __init__(self, transcript: Transcript, member: simcord.MemberActor) -> None:
        self._transcript = transcript
        self.member = member
        self.user: simcord.UserHandle = member.user
        self.channel = transcript.channel
        self.name: str = member.name
        self.direct = f"{member.name} (direct message)"
        self.private = f"{member.name} (only you see this)"
        self._open: tuple[simcord.InteractionResult, Form, bool] | None = None

    @property
    def form(self) -> Form | None:
        """The form that lies open before this person."""
        return self._open[1] if self._open is not None else None

    async def command(self, name: str, /, **options: str | int | bool | simcord.MemberActor) -> None:
        """Use a slash command in the channel."""
        typed = "".join(f" {option}: {value}" for option, value in options.items())
        result = await self.member.slash(self._transcript.channel, name, **options)
        # The channel sees who used a command only where it sees the answer.
        place = self.private if result.ephemeral else self._transcript.place
        self._transcript.deed(place, self.name, f"/{name}{typed}")
        self._took(result, here=True)

    async def say(self, text: str) -> None:
        """Write to the bot in a direct message."""
        self._transcript.deed(self.direct, self.name, text)
        await self.user.send_dm(text)
        self._transcript.look()

    async def press(self, label: str, *, here: bool = False) -> None:
        """Press the button of that label on the newest message that has it."""
        message, button = self._button(label, here)
        self._deed(here, f"[{label}]")
        self._took(await self._hand(here).click(message, custom_id=button.id), here=here)

    async def press_one(self, *beginnings: str) -> bool:
        """Press a button whose label begins so, on the newest private answer here; the first that fits.

        False if that answer has no such button.
        """
        for message in self._seen(here=True):
            if not message.flags.ephemeral or not (there := buttons(card_of(message))):
                continue
            for beginning in beginnings:
                for button in there:
                    if button.label.startswith(beginning) and not button.disabled:
                        self._deed(True, f"[{button.label}]")
                        result = await self.member.click(message, custom_id=button.id)
                        self._took(result, here=True)
                        return True
            return False
        return False

    def asked(self, asks: str) -> bool:
        """Whether the newest direct message asks this in a menu."""
        newest = self._seen(here=False)[:1]
        return any(menu.asks == asks for message in newest for menu in menus(card_of(message)))

    def offered(self, label: str) -> bool:
        """Whether the newest direct message has a button of that label."""
        newest = self._seen(here=False)[:1]
        return any(button.label == label for message in newest for button in buttons(card_of(message)))

    async def pick(self, asks: str, *labels: str, here: bool = False) -> None:
        """Choose in the menu that asks this, on the newest message that has it."""
        message, menu = self._menu(asks, here)
        values = {choice.label: choice.value for choice in menu.choices}
        if missing := [label for label in labels if label not in values]:
            raise OutOfScript(f"{self.name}: ‹{asks}› has no {missing[0]}, but {', '.join(values)}")
        self._deed(here, f"‹{asks}› {', '.join(labels)}")
        chosen = [values[label] for label in labels]
        self._took(await self._hand(here).select(message, chosen, custom_id=menu.id), here=here)

    async def fill(self, /, **typed: str) -> None:
        """Fill in the form that has opened, by its fields' names, and send it in."""
        if self._open is None:
            raise OutOfScript(f"{self.name} has no form to fill in")
        shown, form, here = self._open
        self._open = None
        labels = {field.id: field.label for field in form.fields}
        answers = " · ".join(f"{labels[name]} {text}" for name, text in typed.items())
        self._deed(here, f"{form.title}: {answers}")
        self._took(await self._hand(here).submit_modal(shown, typed), here=here)

    def _hand(self, here: bool) -> _Hand:
        return self.member if here else self.user

    def _deed(self, here: bool, what: str) -> None:
        self._transcript.deed(self.private if here else self.direct, self.name, what)

    def _took(self, result: simcord.InteractionResult, *, here: bool) -> None:
        """Tell what came of it; raises OutOfScript at a refusal."""
        if not result.acknowledged:
            raise OutOfScript(f"{self.name} got no answer")
        if result.modal is not None:
            form = form_of(result.modal)
            self._open = (result, form, here)
            fields = [f"{f.label}{f' ({f.hint})' if f.hint else ''}" for f in form.fields]
            self._transcript.form(self.private, f"{form.title}: {' · '.join(fields)}")
        for answer in (result.response, *result.followups):
            if answer is not None and (no := _refusal(card_of(answer.message))):
                raise OutOfScript(f"{self.name} is refused: {no}")
        self._transcript.look()

    def _seen(self, here: bool) -> list[discord.Message]:
        """What the person has before them, newest first."""
        if here:
            return self._transcript.channel.history(viewer=self.member)[::-1]
        return self.user.dm_channel.history(viewer=self.user)[::-1]

    def _button(self, label: str, here: bool) -> tuple[discord.Message, Button]:
        for message in self._seen(here):
            for button in buttons(card_of(message)):
                if button.label == label and not button.disabled:
                    return message, button
        raise OutOfScript(f"{self.name} sees no button [{label}] to press")

    def _menu(self, asks: str, here: bool) -> tuple[discord.Message, Menu]:
        for message in self._seen(here):
            for menu in menus(card_of(message)):
                if menu.asks == asks:
                    return message, menu
        raise OutOfScript(f"{self.name} sees no menu ‹{asks}›")


def _refusal(card: Card) -> str:
    """The refusal in what the bot says, if there is one."""
    return next((line for line in card.text.splitlines() if line.startswith(REFUSAL)), "")
