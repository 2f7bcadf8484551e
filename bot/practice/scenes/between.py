"""What the GM and the players may say beside the plain course of a round: a wait, a grace time, a wound."""

from __future__ import annotations

from bot.practice.scenes.stage import GM, HERE, OWN, PLAYER, PRIVATE, Chapter, Picture, Stage

_WEB = "Web. <2/day> [innate] (major) (declared; simple, 2 segments) Sticky."


async def _play(stage: Stage) -> None:
    await _declare(stage)
    await _call(stage)


async def _declare(stage: Stage) -> None:
    gm, mira, borin, kesh, tam, take = stage.gm, stage.mira, stage.borin, stage.kesh, stage.tam, stage.take
    await gm.command("encounter begin", time="90s", play="called")
    await gm.command("encounter settings", setting="grace_seconds", value="60")
    await mira.command("join", name="Mira", weapons="staff 4")
    await borin.command("join", name="Borin", weapons="axe 7")
    await kesh.command("join", name="Kesh", weapons="short bow, dagger 2")
    await tam.command("join", name="Tam")
    await mira.command("combatant ability", combatant="Mira", line=_WEB)
    await gm.command("combatant add", name="Orc", count=2, weapons="glaive 8")
    await gm.command("combatant engage", combatant="Borin", foe="Orc 1")
    await gm.command("round surprise", side="foes")
    await take("surprise", gm)
    await gm.command("round open")
    await mira.pick("What will you do?", "Use an ability")
    await take("panel-ability", mira)
    await stage.take_form("panel-place-form", mira, "At whom?", "A place, or several…")
    await stage.take_form("panel-move-form", mira, "Move?", "Another distance, before…")
    await stage.take_form("panel-shout-form", mira, "Shout…")
    await mira.command("declare", action="Cast a spell", text="summon", segments=14, target="the altar")
    await mira.press("Change")
    await take("panel-change", mira)
    await mira.press("Keep what is sealed")
    await borin.command("declare", action="Full move", move="120 ft to the door")
    await kesh.command("declare", action="Shoot or throw", target="Orc 2", **{"with": "short bow"})
    await kesh.command("delay", trigger="the door opens")
    await take("delay", kesh)
    await gm.command("round extend", time="30s")
    await gm.command("encounter undo")
    await gm.press("Take it back", here=True)
    await take("retimed", mira)
    await gm.command("round close")
    await take("grace", mira, says="declarations are closed")
    await tam.command("declare", action="Drink a potion", text="speed")
    await take("grace-late", tam)
    await gm.command("encounter status")
    await take("console-grace", gm)
    await gm.press("End the grace time", here=True)


async def _call(stage: Stage) -> None:
    gm, mira, borin, kesh, take = stage.gm, stage.mira, stage.borin, stage.kesh, stage.take
    await take("held", kesh)
    await gm.command("round next")
    await take("question-break", gm, says="breaking off")
    await gm.press("Gets away")
    await take("question-answered", gm, says="away")
    await gm.command("encounter status")
    await take("console-held", gm)
    await gm.command("round next")
    await borin.command("steer", to="left around the pillar")
    await take("steered", borin)
    await gm.command("round time", combatant="Tam", segments=6)
    await take("timed", gm)
    await kesh.press("It happens: Kesh acts")
    await take("happened", kesh)
    for _ in range(9):
        await gm.command("round next")
    await gm.command("round open")
    await take("panel-carry", mira)


BETWEEN = Chapter(
    "What may be said beside it",
    _play,
    {
        "surprise": Picture(GM, PRIVATE, "/round surprise answered", ("/round surprise",)),
        "panel-ability": Picture(PLAYER, OWN, "The panel for an ability"),
        "panel-place-form": Picture(PLAYER, OWN, "The form for a place, or several targets"),
        "panel-move-form": Picture(PLAYER, OWN, "The form for another distance"),
        "panel-shout-form": Picture(PLAYER, OWN, "The form for a shout"),
        "panel-change": Picture(PLAYER, OWN, "The panel while something sealed is changed"),
        "delay": Picture(PLAYER, PRIVATE, "/delay answered", ("/delay",)),
        "retimed": Picture(PLAYER, HERE, "The GM takes back more time", ("retimed",)),
        "grace": Picture(PLAYER, HERE, "A close with a grace time"),
        "grace-late": Picture(PLAYER, PRIVATE, "A late /declare in the grace time"),
        "console-grace": Picture(GM, PRIVATE, "The console in the grace time"),
        "held": Picture(PLAYER, OWN, "What is held until something happens", ("held",)),
        "question-break": Picture(GM, OWN, "A question to the GM: who gets away?"),
        "question-answered": Picture(GM, OWN, "A question, once it is answered"),
        "console-held": Picture(GM, PRIVATE, "The console while something is held"),
        "steered": Picture(PLAYER, PRIVATE, "/steer answered", ("/steer",)),
        "timed": Picture(GM, PRIVATE, "/round time answered", ("/round time",)),
        "happened": Picture(PLAYER, OWN, "*It happens*, pressed"),
        "panel-carry": Picture(PLAYER, OWN, "The panel when something goes on from last round"),
    },
)
