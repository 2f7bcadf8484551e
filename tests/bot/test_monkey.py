"""People press, pick and type at random: nothing breaks, nothing is refused, no press goes unanswered."""

from __future__ import annotations

import random
from typing import Any

import discord
import pytest
from discord import app_commands
from simcord.actors import MemberActor

from bot.ui.ids import parse
from tests.bot.conftest import Opener
from tests.bot.table import BUTTON, MENU, Answer, Json, Person, Shown, Table, Typed, walk

Slash = app_commands.Command[Any, ..., Any]

WORDS = (
    "3",
    "0",
    "1 round",
    "30 ft",
    '3"',
    "Orc 1",
    "the altar",
    "**bold** @everyone <@1> `tick`",
    "#heading",
    "x" * 300,
    "ﷺ" * 60,
    "²",
    "10 ft into melee with Orc 2",
    "shout Now!, drop torch after",
    "-1",
    ":",
    "*",
    " ",
)
"""What is typed into anything."""

SAID = (
    "attack the orc",
    "throw my dagger at orc",
    "Mira:",
    "Orc: parry",
    "cast sleep at",
    "3 segments then",
    "move 30 ft into melee with Orc",
    "and drink a potion",
    "hold until segment 40,",
)
"""Pieces of what is written to the bot."""

ACTIONS = (
    "parry",
    "melee",
    "cast",
    "other",
    "charge",
    "missile",
    "nothing",
    "full-move",
    "item",
    "potion",
    "go",
)


NAMES = ("Mira", "Kesh", "Orc 1", "Orc 2", "Borin")

PLAIN = (
    "encounter status",
    "combatant list",
    "round open",
    "round next",
    "round close",
    "round missed",
    "round pause",
    "round resume",
    "round nudge",
    "encounter board",
    "effect list",
    "combatant template list",
    "preset list",
    "encounter resend",
    "encounter log",
    "encounter export",
    "encounter undo",
    "encounter redo",
    "leave",
    "privacy",
    "help",
    "doctor",
)
"""What is said without more words."""


def a_line(dice: random.Random, name: str) -> dict[str, Typed]:
    """What can be said of an action, sense or nonsense."""
    return {
        "action": dice.choice(ACTIONS),
        "target": name,
        "text": dice.choice(WORDS)[:200],
        "segments": dice.randint(0, 14),
        "move": dice.choice(WORDS)[:100],
        "minors": dice.choice(WORDS)[:200],
    }


def everything(dice: random.Random, name: str, kesh: MemberActor) -> dict[str, dict[str, Typed]]:
    """Every command that takes more words, with some of them."""
    foe, yes, word = dice.choice(("Kesh", "Orc 2", "Mira")), dice.random() < 0.5, dice.choice(WORDS)[:40]
    line = a_line(dice, name)
    some = {key: line[key] for key in dice.sample(sorted(line), dice.randint(0, 3))}
    until: tuple[dict[str, Typed], ...] = ({}, {"until": 5}, {"trigger": word}, {"melee": True})
    edits: tuple[dict[str, Typed], ...] = (
        {"speed": dice.choice(("0 ft", "1 ft", '12"', "5000 ft"))},
        {"hidden": yes},
        {"unseat": True},
        {"seat": kesh},
    )
    pair: dict[str, Typed] = {"combatant": name, "foe": foe}
    at: dict[str, Typed] = {"combatant": name, "target": foe}
    whose: dict[str, Typed] = {"combatant": name}
    return {
        "combatant add": {"name": name, "hidden": yes, "count": dice.choice((1, 1, 3))},
        "combatant engage": pair,
        "combatant disengage": pair,
        "combatant edit": {**whose, **dice.choice(edits)},
        "combatant ability": {**whose, "line": f"{word}. [innate] (minor) Sticky."},
        "combatant remove": whose,
        "combatant hide": whose,
        "combatant reveal": whose,
        "combatant seat": {**whose, **({"player": kesh} if yes else {})},
        "combatant import": {"text": f'{word} x2, speed 9", {name} 4, hidden'},
        "combatant template save": whose,
        "combatant template delete": {"name": name},
        "encounter settings": {"setting": dice.choice(("delay_die", "grace_seconds", word)), "value": "4"},
        "round extend": {"time": dice.choice(("30s", "1m", word))},
        "round down": {**whose, "rises": yes},
        "round time": {**whose, "segments": dice.randint(0, 30)},
        "round struck": whose,
        "round aim": at,
        "round pass": whose,
        "round setoff": {**at, "ability": "Hug"},
        "round order": {**whose, "goes": dice.choice(("first", "last", "as usual"))},
        "round hasten": whose,
        "round delay": whose,
        "round pardon": whose,
        "round surprise": {**whose, **({"segments": 2} if yes else {})},
        "round trigger": whose,
        "round redirect": {**whose, "target": dice.choice((foe, "nobody"))},
        "round retarget": {**whose, "target": dice.choice((foe, "nobody"))},
        "round waive": {**whose, "limit": dice.choice(("S-12", "s12", word))},
        "round together": {**whose, "other": foe},
        "effect add": {"name": word, "lasts": dice.choice(("1 round", "3s", "x")), "on": name},
        "effect end": {"effect": dice.choice((word, "3"))},
        "encounter gm add": {"user": kesh},
        "encounter gm remove": {"user": kesh},
        "encounter gm hand-over": {"user": kesh},
        "excuse": {"combatant": name, "order": dice.choice(("guard", "last"))},
        "join": {"name": word},
        "withdraw": {"as": name},
        "delay": {"as": name, **dice.choice(until)},
        "change": {"as": name, **some},
        "minor": {"as": name, "what": word, **({"move": "10 ft"} if yes else {})},
        "steer": {"as": name, **({"stop": True} if yes else {"to": word})},
        "ask": {"question": word} if yes else {},
        "rules": {"query": word},
        "preset save": {"as": name, "name": "3"},
        "preset use": {"as": name, "name": "3"},
        "preset delete": {"name": "3"},
    }


OF_ANYBODY = (
    *("delay", "change", "minor", "steer", "ask", "effect add", "effect end", "join", "withdraw", "rules"),
    *("preset save", "preset use", "preset delete", "round trigger", "round redirect", "round aim"),
    *("round pass", "change", "delay", "combatant ability", "excuse"),
)
"""Of these, what players may say too; some of it more often."""

OF_THE_GM = (
    *("combatant add", "combatant engage", "combatant disengage", "combatant edit", "combatant edit"),
    *("combatant edit", "combatant remove", "combatant ability", "encounter settings", "round extend"),
    *("combatant hide", "combatant reveal", "combatant seat", "combatant import", "combatant template save"),
    *("combatant template delete", "combatant reveal"),
    *("round down", "round time", "round struck", "round aim", "round pass", "round setoff", "round order"),
    *("round hasten", "round delay", "round pardon", "round surprise", "round trigger", "round redirect"),
    *("round retarget", "round waive", "round together", "effect add", "effect end"),
    *("encounter gm add", "encounter gm remove", "encounter gm hand-over"),
)
"""Of these, what the GM says beside what anybody says."""

ENDS_THE_STORY = {"encounter begin", "encounter end", "encounter gm hand-over"}


def anything(command: Slash, dice: random.Random, kesh: MemberActor) -> dict[str, Typed]:
    """Options of the right kind for a command of which no more is known here."""
    made: dict[str, Typed] = {}
    for option in command.parameters:
        least, most = int(option.min_value or 0), int(option.max_value or 100)
        if option.required or dice.random() < 0.5:
            match option.type:
                case discord.AppCommandOptionType.string if option.choices:
                    made[option.display_name] = dice.choice(option.choices).value
                case discord.AppCommandOptionType.string:
                    made[option.display_name] = dice.choice((*NAMES, *WORDS))[:most]
                case discord.AppCommandOptionType.integer:
                    made[option.display_name] = dice.randint(least, most)
                case discord.AppCommandOptionType.boolean:
                    made[option.display_name] = dice.random() < 0.5
                case discord.AppCommandOptionType.user:
                    made[option.display_name] = kesh
                case _:
                    assert not option.required, (command.qualified_name, option.display_name)
    return made


def unknown(table: Table) -> list[Slash]:
    """The commands of which no more is known here."""
    known = {"declare", *PLAIN, *OF_ANYBODY, *OF_THE_GM, *ENDS_THE_STORY}
    tree = table.bot.tree.walk_commands()
    return [c for c in tree if isinstance(c, app_commands.Command) and c.qualified_name not in known]


async def test_every_word_that_is_known_is_a_command(table: Table) -> None:
    tree = {c.qualified_name for c in table.bot.tree.walk_commands()}
    assert {*PLAIN, *OF_ANYBODY, *OF_THE_GM} <= tree
    dice = random.Random(0)
    assert set(everything(dice, "Mira", table.kesh.member)) == {*OF_ANYBODY, *OF_THE_GM}


class Monkey:
    """Does one thing after another, by a seed."""

    def __init__(self, table: Table, seed: int) -> None:
        self._table = table
        self._dice = random.Random(seed)
        self._replies: dict[str, list[Shown]] = {}

    async def step(self) -> None:
        """One thing by somebody."""
        dice, table = self._dice, self._table
        person = dice.choice((table.gm, table.gm, table.mira, table.borin, table.kesh, table.bystander))
        chance = dice.random()
        if chance < 0.7:
            await self._press(person)
        elif chance < 0.75:
            await self._write(person)
        elif chance < 0.95:
            await self._command(person)
        else:
            await table.advance(dice.choice((1, 6, 20, 50)))

    async def _press(self, person: Person) -> None:
        table, dice = self._table, self._dice
        shown = [*person.dms, *self._replies.get(person.id, ())[-4:], *table.messages()[-3:]]
        pairs = [
            (message, component)
            for message in shown
            for component in walk(table.components(message))
            if parse(component.get("custom_id", "")) is not None and not component.get("disabled")
        ]
        # Ending the fight ends the story.
        pairs = [pair for pair in pairs if ":end:" not in pair[1]["custom_id"]]
        if not pairs:
            return
        message, component = dice.choice(pairs)
        answer = await self._use(person, message, component)
        if answer.form:
            texts = {c["component"]["custom_id"]: self._word(c["component"]) for c in answer.components}
            answer = await person.fill(answer, **texts)
        self._keep(person, answer)

    async def _use(self, person: Person, message: Shown, component: Json) -> Answer:
        press = parse(component["custom_id"])
        assert press is not None
        if component["type"] == BUTTON:
            return await person.press(message, press.verb, press.extra)
        assert component["type"] == MENU
        values = [option["value"] for option in component["options"]]
        most = component.get("max_values", 1)
        count = self._dice.randint(component.get("min_values", 1), min(3, most))
        return await person.pick(message, press.verb, *self._dice.sample(values, count))

    async def _write(self, person: Person) -> None:
        words = " ".join(self._dice.sample((*WORDS, *SAID), self._dice.randint(1, 3)))[:2000]
        await person.member.user.send_dm(words if words.strip() else ".")

    def _word(self, field: Json) -> str:
        word = self._dice.choice(WORDS)[: field.get("max_length") or 4000]
        return word if word.strip() or not field.get("required") else "3"

    async def _command(self, person: Person) -> None:
        dice = self._dice
        name = dice.choice((*WORDS, "Mira", "Orc 2", "Rat"))[:60]
        line = a_line(dice, name)
        await self._own_word(person)
        self._keep(person, await person.slash(dice.choice(PLAIN)))
        chosen = dice.sample(sorted(line), dice.randint(0, 4))
        self._keep(person, await person.slash("declare", **{key: line[key] for key in chosen}))
        await self._word_of_the_gm(dice.choice((name, *NAMES)))

    async def _word_of_the_gm(self, name: str) -> None:
        """The GM changes something about somebody, or tries to."""
        table, dice = self._table, self._dice
        command = dice.choice(OF_THE_GM)
        await table.gm.slash(command, **everything(dice, name, table.kesh.member)[command])
        if dice.random() < 0.1:
            await table.kill()

    async def _own_word(self, person: Person) -> None:
        """Whoever it is says what a player may say, or the GM."""
        table, dice = self._table, self._dice
        name = dice.choice((*NAMES, dice.choice(WORDS)[:60]))
        command = dice.choice(OF_ANYBODY)
        options = everything(dice, name, table.kesh.member)[command]
        kept = {key: value for key, value in options.items() if key != "as" or dice.random() < 0.5}
        self._keep(person, await person.slash(command, **kept))
        if more := unknown(table):
            new = dice.choice(more)
            options = anything(new, dice, table.kesh.member)
            self._keep(person, await person.slash(new.qualified_name, **options))

    def _keep(self, person: Person, answer: Answer) -> None:
        if answer.private and not answer.form:
            self._replies.setdefault(person.id, []).append(answer.message)


@pytest.mark.parametrize("play", ["automatic", "called"])
@pytest.mark.parametrize("ruleset", ["segments", "phases"])
@pytest.mark.parametrize("seed", range(2))
async def test_whatever_people_do_every_press_is_answered_and_nothing_breaks(
    open_table: Opener, play: str, ruleset: str, seed: int
) -> None:
    table = await open_table(early_close_seconds=-1)
    await table.begin(play=play, time="10m", ruleset=ruleset)
    await table.open_round()
    monkey = Monkey(table, seed)
    for _ in range(60):
        await monkey.step()
    assert all(result.acknowledged for _, _, result in table.answers)
