"""A fight by lettered steps, called one by one."""

from __future__ import annotations

from bot.practice.people import Person
from bot.practice.scenes.stage import CASTER, GM, HERE, OWN, PLAYER, PRIVATE, Chapter, Picture, Stage

_MOST = 60
"""Steps and answers in a round, at most; it ends by itself long before."""


async def _play(stage: Stage) -> None:
    await _declare(stage)
    await _call(stage)


async def _declare(stage: Stage) -> None:
    gm, mira, borin, kesh, tam, take = stage.gm, stage.mira, stage.borin, stage.kesh, stage.tam, stage.take
    await gm.command("encounter begin", ruleset="phases", time="90s", play="called")
    await take("steps-begin", mira)
    for person, weapons in ((mira, "dagger 2"), (borin, "axe 7"), (kesh, "short bow, dagger 2")):
        await person.command("join", name=person.name, weapons=weapons)
    await tam.command("join", name="Tam", weapons="short sword 3")
    await gm.command("combatant add", name="Orc", count=2, weapons="spear 6")
    await gm.command("combatant add", name="Shaman", weapons="staff 4")
    await gm.command("combatant engage", combatant="Orc 1", foe="Borin")
    await gm.command("encounter settings", setting="clock_dithering", value="proposed")
    await gm.command("round open")
    await take("steps-panel", borin)
    await gm.pick("Who?", "Shaman")
    await gm.pick("What will you do?", "Melee attack")
    await take("steps-panel-gm", gm)
    await gm.press("Start over")
    await borin.pick("What will you do?", "Melee attack")
    await borin.pick("At whom?", "Orc 1")
    await take("steps-panel-melee", borin)
    await borin.press("Seal it")
    await take("steps-sealed", borin)
    await mira.command("declare", action="Cast a spell", text="sleep", segments=4)
    await kesh.command("declare", action="nothing")
    await gm.command("declare", **{"as": "Orc 1", "action": "Melee attack", "target": "Borin"})
    await gm.command("declare", **{"as": "Orc 2", "action": "Melee attack", "target": "Kesh"})
    await gm.command("encounter status")
    await take("steps-console-declaring", gm)
    await stage.wait(100)
    await take("steps-close", mira, says="declarations are closed")
    await take("proposal", gm, says="dithering")
    await take("spells", gm, says="spells declared")
    await gm.press("Call the Delay")
    await take("proposal-called", gm, says="Delay")


async def _call(stage: Stage) -> None:
    gm, mira, kesh, take = stage.gm, stage.mira, stage.kesh, stage.take
    await gm.command("encounter status")
    await take("steps-console", gm)
    await gm.command("round order", combatant="Shaman", goes="last")
    await take("order-marked", gm)
    await gm.press("On to HIGH D1 · innate abilities", here=True)
    await gm.pick("Somebody acts on the turn", "Shaman", here=True)
    await take("turn-gm", gm)
    taken: set[str] = set()

    async def once(name: str, person: Person) -> None:
        if name not in taken:
            taken.add(name)
            await take(name, person)

    for _ in range(_MOST):
        if mira.asked("At whom?"):
            await once("aim", mira)
            await once("steps-waiting", mira)
            if "aim-form" not in taken:
                taken.add("aim-form")
                await stage.take_form("aim-form", mira, "A place, or several…")
            await mira.pick("At whom?", "Orc 2")
            await once("aimed", mira)
        elif kesh.asked("What now?"):
            await once("turn", kesh)
            await stage.take_form("turn-form", kesh, "In your own words…")
            await kesh.pick("What now?", "Attack Orc 2")
        elif gm.offered("Missed"):
            await gm.press("Missed")
        elif not await gm.press_one("On to ", "Next: "):
            await gm.command("encounter status")
            if not await gm.press_one("On to ", "Next: "):
                break
    await take("steps-summary", mira)


STEPS = Chapter(
    "A fight by lettered steps",
    _play,
    {
        "steps-begin": Picture(PLAYER, HERE, "A fight by steps begins"),
        "steps-panel": Picture(PLAYER, OWN, "The panel, nothing picked"),
        "steps-panel-gm": Picture(GM, OWN, "The GM's panel: its place among the others"),
        "steps-panel-melee": Picture(PLAYER, OWN, "The panel with a blow, ready to seal"),
        "steps-sealed": Picture(PLAYER, OWN, "The panel, sealed"),
        "steps-console-declaring": Picture(GM, PRIVATE, "The console while declarations are open"),
        "steps-close": Picture(PLAYER, HERE, "Declarations are closed"),
        "proposal": Picture(GM, OWN, "Is it dithering? A Delay is proposed", ("note",)),
        "spells": Picture(GM, OWN, "The spells that were declared"),
        "proposal-called": Picture(GM, OWN, "The Delay is called"),
        "steps-console": Picture(GM, PRIVATE, "The console while steps are called"),
        "aim": Picture(CASTER, OWN, "At whom does the spell go?"),
        "aim-form": Picture(CASTER, OWN, "The form for a place, or several targets"),
        "steps-waiting": Picture(PLAYER, HERE, "A step, while a player is asked"),
        "aimed": Picture(CASTER, OWN, "The target is named"),
        "turn": Picture(PLAYER, OWN, "What to do on one's turn"),
        "turn-form": Picture(PLAYER, OWN, "The form for it in words"),
        "order-marked": Picture(GM, PRIVATE, "/round order answered", ("/round order",)),
        "turn-gm": Picture(GM, PRIVATE, "What somebody does who had nothing to do yet"),
        "steps-summary": Picture(PLAYER, HERE, "The end of the round"),
    },
)
