"""A fight whose GM calls each segment: what may be said between two of them."""

from __future__ import annotations

from bot.practice.scenes.stage import GM, HERE, OWN, PLAYER, PRIVATE, Chapter, Picture, Stage


async def _play(stage: Stage) -> None:
    await _first(stage)
    await _another_mind(stage)
    await _gone(stage)


async def _first(stage: Stage) -> None:
    gm, mira, borin, take = stage.gm, stage.mira, stage.borin, stage.take
    await gm.command("encounter begin", time="90s", play="called")
    await mira.command("join", name="Mira")
    await borin.command("join", name="Borin", weapons="axe 7")
    await stage.kesh.command("join", name="Kesh", weapons="short bow, dagger 2")
    await gm.command("combatant add", name="Ogre", weapons="great club 8")
    await gm.command("combatant add", name="Goblin", count=2, weapons="spear 6")
    for foe in ("Ogre", "Goblin 1", "Goblin 2"):
        await gm.command("combatant engage", combatant="Borin", foe=foe)
    await gm.command("round open")
    await mira.command("declare", action="Cast a spell", text="web", segments=5, target="the ogre")
    await borin.command("declare", action="Melee attack", target="Ogre")
    await gm.command("declare", **{"as": "Ogre", "action": "Melee attack", "target": "Borin"})
    await gm.command("declare", **{"as": "*Goblin 1", "action": "Melee attack", "target": "Borin"})
    await gm.command("round close")
    for _ in range(3):
        await gm.command("round next")
    await take("console-called", gm)
    await take("next-answer", gm)
    await take("called", borin)
    await gm.command("round struck", combatant="Mira")
    await take("struck", gm)
    await take("lost", borin)
    await gm.command("round down", combatant="Mira")
    await take("down", borin)


async def _another_mind(stage: Stage) -> None:
    borin, take = stage.borin, stage.take
    await borin.command("minor", what="shout Get down!")
    await take("minor", borin)
    await borin.command("change", action="Parry")
    await take("price", borin)
    await borin.press("Leave it as it is", here=True)
    await take("unpaid", borin)
    await borin.command("change", action="Melee attack", target="Goblin 1")
    await borin.press("Pay it and change", here=True)
    await take("paid", borin)


async def _gone(stage: Stage) -> None:
    gm, borin, take = stage.gm, stage.borin, stage.take
    await gm.command("round down", combatant="Goblin 1")
    await take("astray", borin)


CALLED = Chapter(
    "Segments called by the GM",
    _play,
    {
        "console-called": Picture(GM, OWN, "The GM's console when segments are called", ("console",)),
        "next-answer": Picture(GM, PRIVATE, "/round next answered", ("/round next",)),
        "struck": Picture(GM, PRIVATE, "/round struck answered", ("/round struck",)),
        "called": Picture(PLAYER, HERE, "Segments being called"),
        "lost": Picture(PLAYER, HERE, "A caster is disturbed while segments are called"),
        "down": Picture(PLAYER, HERE, "Somebody falls"),
        "minor": Picture(PLAYER, PRIVATE, "/minor answered", ("/minor",)),
        "price": Picture(PLAYER, PRIVATE, "/change answered: the price, before it is paid", ("/change",)),
        "unpaid": Picture(PLAYER, PRIVATE, "The price is not paid"),
        "paid": Picture(PLAYER, PRIVATE, "The price is paid"),
        "astray": Picture(PLAYER, OWN, "The target has fallen: at whom does the blow go?", ("astray",)),
    },
)
