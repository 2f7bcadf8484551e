"""The clock and those who are not there: excuses, standing orders, pauses, and the bot itself being away."""

from __future__ import annotations

from bot.practice.scenes.stage import GM, HERE, OWN, PLAYER, PRIVATE, Chapter, Picture, Stage


async def _play(stage: Stage) -> None:
    gm, mira, borin, take = stage.gm, stage.mira, stage.borin, stage.take
    await gm.command("encounter begin", time="2d")
    await mira.command("join", name="Mira", weapons="staff 4")
    await borin.command("join", name="Borin", weapons="axe 7")
    await gm.command("combatant add", name="Orc", count=2, weapons="glaive 8")
    await gm.command("encounter settings", setting="excuses", value="2")
    await gm.command("round open")
    await mira.command("excuse")
    await take("excuse", mira)
    await mira.press("More time", here=True)
    await take("excuse-time", mira)
    await mira.command("excuse", order="guard")
    await take("order", mira)
    await take("panel-order", mira)
    await gm.command("excuse", combatant="Borin", order="last")
    await take("order-by-gm", gm)
    await take("ordered", borin, says="order")
    await gm.command("round pause")
    await take("paused-clock", mira)
    await take("board-paused", mira, says="stands still")
    await gm.command("encounter status")
    await take("console-paused", gm)
    await gm.command("round resume")
    await take("resumed", mira)
    await borin.command("excuse", order="none")
    await gm.command("round nudge")
    await take("nudged", gm)
    await gm.command("encounter settings", setting="after_absence", value="50")
    await stage.restart(5 * 86_400)
    await take("regained", mira, says="away")
    await gm.command("encounter settings", setting="after_absence", value="0")
    await stage.restart(5 * 86_400)
    await take("late-close", mira, says="I was away when the time to declare ran out. It ends now")
    await take("close-order", mira, says="declarations are closed")
    await gm.command("encounter board")
    await take("standing", mira)
    await stage.kesh.command("join", name="Kesh")
    await stage.kesh.command("privacy")
    await take("privacy", stage.kesh)
    await stage.kesh.press("Send me a copy", here=True)
    await take("privacy-copy", stage.kesh, says="in the file")
    await stage.kesh.press("Delete what is about me", here=True)
    await take("privacy-sure", stage.kesh, says="cannot be taken back")
    await stage.kesh.press("Delete it", here=True)
    await take("privacy-done", stage.kesh, says="Deleted")
    await take("vacated", gm, says="no player")
    await gm.command("combatant seat", combatant="Kesh", player=mira.member)
    await mira.command("leave")
    await take("leave-several", mira)


AWAY = Chapter(
    "Being away, and the clock",
    _play,
    {
        "excuse": Picture(PLAYER, PRIVATE, "/excuse: what there is to choose", ("/excuse",)),
        "excuse-time": Picture(PLAYER, PRIVATE, "*More time*, answered"),
        "order": Picture(PLAYER, PRIVATE, "An order is left"),
        "panel-order": Picture(PLAYER, OWN, "The panel while an order stands"),
        "order-by-gm": Picture(GM, PRIVATE, "The GM leaves an order for a player"),
        "ordered": Picture(PLAYER, OWN, "The player hears of it", ("ordered",)),
        "paused-clock": Picture(PLAYER, HERE, "The GM stops the clock", ("paused",)),
        "board-paused": Picture(PLAYER, HERE, "The board while the clock stands still"),
        "console-paused": Picture(GM, PRIVATE, "The console while the clock stands still"),
        "resumed": Picture(PLAYER, HERE, "The clock runs again", ("resumed",)),
        "nudged": Picture(GM, PRIVATE, "/round nudge answered", ("/round nudge",)),
        "regained": Picture(PLAYER, HERE, "The bot was away, and gives time anew", ("regained",)),
        "late-close": Picture(PLAYER, HERE, "The bot was away, and closes late", ("late",)),
        "close-order": Picture(PLAYER, HERE, "A close at which an order speaks for somebody"),
        "standing": Picture(PLAYER, HERE, "/encounter board between rounds", ("standing",)),
        "privacy": Picture(PLAYER, PRIVATE, "/privacy", ("/privacy",)),
        "privacy-copy": Picture(PLAYER, PRIVATE, "A copy of what is kept"),
        "privacy-sure": Picture(PLAYER, PRIVATE, "To have it deleted, asked once"),
        "privacy-done": Picture(PLAYER, PRIVATE, "It is deleted"),
        "vacated": Picture(GM, OWN, "A seat has become free", ("vacated",)),
        "leave-several": Picture(PLAYER, PRIVATE, "/leave of somebody who declares for several"),
    },
)
