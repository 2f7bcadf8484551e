"""What is pinned, what lasts, what was saved, and what becomes of it."""

from __future__ import annotations

from bot.practice.scenes.stage import GM, HERE, OWN, PLAYER, PRIVATE, Chapter, Picture, Stage


async def _coming(stage: Stage) -> None:
    gm, mira, take = stage.gm, stage.mira, stage.take
    await _begun(stage)
    await gm.command("round open")
    await gm.command("event add", what="The ceiling falls on whoever stands by the altar!", when="5")
    await take("pinned", gm)
    await gm.command("event add", what="The guards arrive", when="2", round="next")
    await gm.command("event list")
    await take("pins", gm)
    await gm.command("event remove", event="The guards arrive")
    await take("unpinned", gm)
    await gm.command("effect add", name="Bless", lasts="4 segments", on="Mira")
    await take("effect", gm)
    await take("effect-begins", mira)
    await gm.command("effect add", name="poisoned", lasts="1 round", on="Borin", seen="owner")
    await take("effect-private", stage.borin, says="poisoned")
    await gm.command("effect list")
    await take("effects-gm", gm)
    await mira.command("effect list")
    await take("effects", mira)
    await gm.command("encounter status")
    await take("console-coming", gm)
    await stage.wait(100)
    await take("befallen", mira, says="ceiling")
    await take("effect-over", stage.borin, says="poisoned")
    await gm.command("effect add", name="Haste", lasts="3 rounds", on="Mira")
    await gm.command("effect end", effect="Haste")
    await take("effect-ended", gm)


async def _begun(stage: Stage) -> None:
    await stage.gm.command("encounter begin", time="90s")
    await stage.mira.command("join", name="Mira", weapons="staff 4")
    await stage.borin.command("join", name="Borin", weapons="axe 7")
    await stage.gm.command("combatant add", name="Orc", count=2, weapons="glaive 8")
    await stage.gm.command("combatant engage", combatant="Borin", foe="Orc 1")


async def _saved(stage: Stage) -> None:
    gm, mira, borin, take = stage.gm, stage.mira, stage.borin, stage.take
    await _begun(stage)
    await gm.command("encounter settings", setting="round_threads", value="yes")
    await gm.command("round open")
    await borin.command("declare", action="Melee attack", target="Orc 1", **{"with": "axe"})
    await borin.command("preset save", name="Opening blow")
    await take("preset", borin)
    await borin.command("preset list")
    await take("presets", borin)
    await borin.command("withdraw")
    await borin.press("Saved…")
    await take("preset-menu", borin)
    await borin.pick("Which of your saved ones?", "Opening blow")
    await borin.command("preset delete", name="Opening blow")
    await take("preset-gone", borin)
    await gm.command("round close")
    await take("thread", mira)
    await take("thread-over", mira, says="What happened")
    await gm.command("round open")
    await take("panel-next", borin)
    await borin.press("Same as last round")
    await take("panel-same", borin)
    await gm.command("round close")


COMING = Chapter(
    "What is coming, and what lasts",
    _coming,
    {
        "pinned": Picture(GM, PRIVATE, "/event add answered", ("/event add",)),
        "pins": Picture(GM, PRIVATE, "/event list", ("/event list",)),
        "unpinned": Picture(GM, PRIVATE, "/event remove answered", ("/event remove",)),
        "effect": Picture(GM, PRIVATE, "/effect add answered", ("/effect add",)),
        "effect-begins": Picture(PLAYER, HERE, "What lasts begins, and everybody may know"),
        "effect-private": Picture(
            PLAYER, OWN, "What lasts begins, and only its player may know", ("effect",)
        ),
        "effects-gm": Picture(GM, PRIVATE, "/effect list for the GM", ("/effect list",)),
        "effects": Picture(PLAYER, PRIVATE, "/effect list for a player"),
        "console-coming": Picture(GM, PRIVATE, "The console with what is pinned and what lasts"),
        "befallen": Picture(PLAYER, HERE, "A summary in which something pinned comes and an effect ends"),
        "effect-over": Picture(PLAYER, OWN, "What lasted is over, and only its player may know"),
        "effect-ended": Picture(GM, PRIVATE, "/effect end answered", ("/effect end",)),
    },
)

SAVED = Chapter(
    "Saved declarations, and a thread for each round",
    _saved,
    {
        "preset": Picture(PLAYER, PRIVATE, "/preset save answered", ("/preset save",)),
        "presets": Picture(PLAYER, PRIVATE, "/preset list", ("/preset list",)),
        "preset-menu": Picture(PLAYER, OWN, "The panel's *Saved…*"),
        "preset-gone": Picture(PLAYER, PRIVATE, "/preset delete answered", ("/preset delete",)),
        "thread": Picture(PLAYER, "thread", "A round told in its thread"),
        "thread-over": Picture(PLAYER, HERE, "What the channel hears of it"),
        "panel-next": Picture(PLAYER, OWN, "The panel of a second round"),
        "panel-same": Picture(PLAYER, OWN, "The panel after *Same as last round*"),
    },
)
