"""A round by lettered steps at the simulated table, with everything a round of them can ask."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.bot.table import Person, Shown, Table, options_of, presses, text_of

STEP = re.compile(r"^\*\*(?:HIGH |LOW )?(?:[A-E]\d?|Go First|Go Last)(?: · [^*]+)?\*\* ")
"""How a line of the story begins that tells of a step."""


async def begin(table: Table, *, play: str = "automatic") -> None:
    """A fight by steps: Mira, Borin and Kesh, two orcs and a shaman."""
    await table.begin(play=play, ruleset="phases", time="10m")
    await table.gm.slash("combatant add", name="Shaman")


async def declare_all(table: Table, but: Person | None = None) -> None:
    """Mira casts at nobody named yet, Borin will choose on his turn, Kesh strikes; the GM's creatures too."""
    await table.declare(table.mira, action="cast", text="Zephyrblast", segments=4)
    await table.declare(table.borin, action="nothing")
    if but is not table.kesh:
        await table.declare(table.kesh, action="melee", target="Orc 2")
    await table.declare(table.gm, **{"as": "Orc 1", "action": "melee", "target": "Borin"})
    await table.declare(
        table.gm, **{"as": "Shaman", "action": "cast", "text": "Doomword", "segments": 2, "target": "Kesh"}
    )


def asking(table: Table, person: Person, verb: str) -> list[Shown]:
    """The messages in a person's direct messages that ask with that verb, newest first."""
    return [m for m in reversed(person.dms) if any(p.verb == verb for p in presses(table.components(m)))]


async def to_the_end(table: Table, aim: str = "the orcs by the altar") -> None:
    """Answer whatever is asked, by button and form, and call every step, until the round is over."""
    for _ in range(60):
        encounter = (await table.row()).encounter
        if encounter.round.stage != "resolving":
            return
        if not encounter.round.questions:
            await table.gm.slash("round next")
            continue
        question = encounter.round.questions[0]
        seat = {p.id: p for p in (table.mira, table.borin, table.kesh, table.gm)}
        person = seat[encounter.combatant(question.who).seat or table.gm.id]
        match question.kind:
            case "spell-target":
                form = await person.press(asking(table, person, "aimform")[0], "aimform")
                await person.fill(form, at=aim)
            case "turn":
                await person.press(asking(table, person, "pass")[0], "pass")
            case "blow":
                card = asking(table, table.gm, "judge")[0]
                missed = next(p.extra for p in presses(table.components(card)) if p.extra.startswith("m"))
                await table.gm.press(card, "judge", missed)
            case _:
                raise AssertionError(question)
    raise AssertionError("the round does not end")


def story(table: Table) -> list[str]:
    """The lines of the story that tell of steps, in order, in all posts."""
    return [line for post in table.posts() for line in post.splitlines() if STEP.match(line)]


def last_text(table: Table, person: Person) -> str:
    """The newest direct message, as read."""
    return text_of(table.components(person.dms[-1]))


Check = Callable[[str], None]
"""What is to hold after every step; it is told which step that was."""


async def stepped(table: Table, check: Check) -> None:
    """Called rounds by steps, one creature hidden, until all that can be asked was asked and answered."""
    gm, mira, borin, kesh = table.gm, table.mira, table.borin, table.kesh
    await begin(table, play="called")
    await gm.slash("combatant add", name="Rat", side="heroes", seat=kesh.member)
    await gm.slash("combatant add", name="Umbravex", hidden=True, weapons="claws 3")
    await gm.slash("encounter settings", setting="clock_dithering", value="proposed")
    waited = False
    for number in range(1, 11):
        await table.open_round()
        check("a round opens")
        if number == 1:
            await borin.pick(borin.panel, "act", "melee")
            for verb, extra in (("routines", "2"), ("delay", "yes"), ("delay", "no")):
                await borin.press(borin.panel, verb, extra)
            check("Borin has a plan")
            dark = (await gm.slash("declare", **{"as": "Umbravex"})).message
            await gm.pick(dark, "act", "melee")
            await gm.press(dark, "mark", "first")
            check("what is hidden is to go first")
        await declare_all(table, but=kesh)
        await table.declare(
            gm, **{"as": "Umbravex", "action": "other", "text": "Grimskulking", "segments": 1}
        )
        check("all is declared")
        if number == 1:
            await in_the_dark(table)
            check("the GM has words about who is hidden")
        await gm.slash("round close")
        check("closed")
        if number == 1:
            await in_the_dark(table)
            check("the GM has more words about who is hidden")
        await gm.press(asking(table, gm, "agree")[0], "agree")
        await gm.press(asking(table, gm, "waveoff")[0], "waveoff")
        check("Delays are proposed")
        console = await gm.slash("encounter status")
        card = await gm.pick(console.message, "someone", await table.id("Orc 2"))
        await gm.pick(card.message, "do", next(iter(options_of(card.components, "do"))))
        console = await gm.slash("encounter status")
        await gm.press(console.message, "onto")
        check("empty steps are gone past")
        for person in (mira, borin, table.bystander):
            await person.slash("encounter status")
        waited = await _answers(table, check, menu=number > 1) or waited
        await gm.slash("round setoff", combatant="Orc 1", ability="Hug", target="Umbravex")
        check("something goes off")
        await to_the_end(table)
        check("a round ends")
        if waited and number > 1:
            return
    raise AssertionError("the heroes never win")


async def in_the_dark(table: Table) -> None:
    """The GM has words about the hidden creature: none of them is for anybody else."""
    dark: dict[str, str] = {"combatant": "Umbravex"}
    for command, options in (
        ("delay", {"as": "Umbravex"}),
        ("declare", {"as": "Umbravex", "action": "other", "text": "Grimskulking", "segments": 1}),
        ("minor", {"as": "Umbravex", "what": "shout Grimskulking"}),
        ("steer", {"as": "Umbravex", "to": "Grimskulking"}),
        ("change", {"as": "Umbravex", "action": "parry"}),
        ("ask", {}),
        ("effect add", {"name": "Grimskulking", "lasts": "1 round", "on": "Umbravex"}),
        ("event add", {"what": "Grimskulking", "when": "Go Last"}),
        ("event remove", {"event": "Grimskulking"}),
        ("round order", {**dark, "goes": "last"}),
        ("round hasten", dark),
        ("round aim", {**dark, "target": "Mira"}),
        ("round pass", dark),
        ("round surprise", dark),
        ("round trigger", dark),
        ("round redirect", {**dark, "target": "Mira"}),
        ("round retarget", {**dark, "target": "Mira"}),
        ("round waive", {**dark, "limit": "S-12"}),
        ("round together", {**dark, "other": "Orc 2"}),
    ):
        await table.gm.slash(command, **options)


async def _answers(table: Table, check: Check, *, menu: bool) -> bool:
    """Mira names her spell's target, Borin speaks, waits for LOW if he can, and lets it go by."""
    mira, borin, waited, spoken = table.mira, table.borin, False, False
    for _ in range(40):
        round_ = (await table.row()).encounter.round
        if round_.stage != "resolving" or (spoken and not round_.questions):
            return waited
        kinds = [q.kind for q in round_.questions]
        if not kinds:
            await table.gm.slash("round next")
        elif kinds[0] == "spell-target" and menu:
            await mira.pick(asking(table, mira, "aim")[0], "aim", await table.id("Orc 1"))
        elif kinds[0] == "spell-target":
            form = await mira.press(asking(table, mira, "aimform")[0], "aimform")
            await mira.fill(form, at="the porphyry dais")
        elif kinds[0] == "turn":
            card, spoken = asking(table, borin, "sayform")[0], True
            form = await borin.press(card, "sayform")
            await borin.fill(form, text="flurble at Umbravex")
            low = asking(table, borin, "low")
            if low and low[0].id == card.id:
                await borin.press(card, "low")
                waited = True
            else:
                await borin.press(card, "pass")
        else:
            return waited
        check(f"answered: {kinds}")
    raise AssertionError("the round does not go on")
