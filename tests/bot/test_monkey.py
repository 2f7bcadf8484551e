"""People press, pick and type at random: nothing breaks, nothing is refused, no press goes unanswered."""

from __future__ import annotations

import random

import pytest

from bot.ui.ids import parse
from tests.bot.conftest import Opener
from tests.bot.table import BUTTON, MENU, Answer, Json, Person, Shown, Table, Typed, walk

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
        line = {
            "action": dice.choice(ACTIONS),
            "target": name,
            "text": dice.choice(WORDS)[:200],
            "segments": dice.randint(0, 14),
            "move": dice.choice(WORDS)[:100],
            "minors": dice.choice(WORDS)[:200],
        }
        chosen = dice.sample(sorted(line), dice.randint(0, 4))
        changed = dice.sample(sorted(line), dice.randint(0, 3))
        self._keep(person, await person.slash("change", **{key: line[key] for key in changed}))
        plain = (
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
        )
        self._keep(person, await person.slash(dice.choice(plain)))
        answer = await person.slash("declare", **{key: line[key] for key in chosen})
        self._keep(person, answer)
        await self._word_of_the_gm(dice.choice((name, "Mira", "Kesh", "Orc 1", "Orc 2", "Borin")))

    async def _word_of_the_gm(self, name: str) -> None:
        """The GM changes something about somebody, or tries to."""
        dice, foe = self._dice, self._dice.choice(("Kesh", "Orc 2"))
        yes = dice.random() < 0.5
        words: tuple[tuple[str, dict[str, Typed]], ...] = (
            ("combatant add", {"name": name, "hidden": yes, "count": dice.choice((1, 1, 3))}),
            ("combatant engage", {"combatant": name, "foe": foe}),
            ("combatant disengage", {"combatant": name, "foe": foe}),
            ("combatant edit", {"combatant": name, "speed": dice.choice(("0 ft", "1 ft", '12"', "5000 ft"))}),
            ("combatant edit", {"combatant": name, "hidden": yes}),
            ("combatant edit", {"combatant": name, "unseat": True}),
            ("combatant edit", {"combatant": name, "seat": self._table.kesh.member}),
            ("combatant remove", {"combatant": name}),
            ("round down", {"combatant": name, "rises": yes}),
            ("round time", {"combatant": name, "segments": dice.randint(0, 30)}),
            ("round struck", {"combatant": name}),
            ("round aim", {"combatant": name, "target": foe}),
            ("round pass", {"combatant": name}),
            ("round setoff", {"combatant": name, "ability": "Hug", "target": foe}),
            ("round order", {"combatant": name, "goes": dice.choice(("first", "last", "as usual"))}),
            ("round hasten", {"combatant": name}),
            ("round delay", {"combatant": name}),
            ("round pardon", {"combatant": name}),
            ("effect add", {"name": name, "lasts": dice.choice(("1 round", "3s", "x")), "on": foe}),
            (f"encounter gm {'add' if yes else 'remove'}", {"user": self._table.bystander.member}),
        )
        command, options = dice.choice(words)
        await self._table.gm.slash(command, **options)
        if dice.random() < 0.1:
            await self._table.kill()

    def _keep(self, person: Person, answer: Answer) -> None:
        if answer.private and not answer.form:
            self._replies.setdefault(person.id, []).append(answer.message)


@pytest.mark.parametrize("play", ["automatic", "called"])
@pytest.mark.parametrize("ruleset", ["segments", "phases"])
@pytest.mark.parametrize("seed", range(4))
async def test_whatever_people_do_every_press_is_answered_and_nothing_breaks(
    open_table: Opener, play: str, ruleset: str, seed: int
) -> None:
    table = await open_table(early_close_seconds=-1)
    await table.begin(play=play, time="10m", ruleset=ruleset)
    await table.open_round()
    monkey = Monkey(table, seed)
    for _ in range(80):
        await monkey.step()
    assert all(result.acknowledged for _, _, result in table.answers)
