"""Telling again, and taking back: why, the log, rules, the file, undo and redo."""

from __future__ import annotations

from bot.practice.scenes.stage import GM, HERE, OWN, PLAYER, PRIVATE, Chapter, Picture, Stage


async def _play(stage: Stage) -> None:
    gm, mira, borin, take = stage.gm, stage.mira, stage.borin, stage.take
    await gm.command("encounter begin", time="90s")
    await mira.command("join", name="Mira", weapons="staff 4, sling")
    await borin.command("join", name="Borin", weapons="axe 7")
    await gm.command("combatant add", name="Orc", count=2, weapons="glaive 8")
    await gm.command("combatant engage", combatant="Borin", foe="Orc 1")
    await gm.command("round open")
    await mira.command("declare", action="Cast a spell", text="web", segments=2, target="the orcs")
    await gm.command("declare", **{"as": "Orc 1", "action": "Melee attack", "target": "Borin"})
    await gm.command("round close")
    await borin.press("What did I do?", here=True)
    await take("did", borin)
    await borin.press("Why?", here=True)
    await take("why", borin)
    await borin.command("rules", query="S-21")
    await take("rules", borin)
    await borin.command("encounter log")
    await take("log", borin)
    await gm.command("encounter log")
    await take("log-gm", gm)
    await gm.command("encounter undo")
    await take("undo", gm)
    await gm.press("Take it back", here=True)
    await take("undone", gm)
    await take("correction", mira, says="Correction")
    await gm.command("encounter redo")
    await take("redo", gm, says="Bring")
    await gm.press("Bring it back", here=True)
    await gm.command("round open")
    await mira.command("declare", action="Shoot or throw", target="Orc 2", **{"with": "sling"})
    await gm.command("combatant remove", combatant="Orc 2")
    await take("reopened", mira, says="nothing sealed")
    await gm.command("encounter resend")
    await take("resend", gm)
    await gm.command("encounter end")
    await gm.press("End the fight", here=True)
    await gm.command("encounter export")
    await take("export", gm, says="to keep")


TELLING = Chapter(
    "Told again, and taken back",
    _play,
    {
        "did": Picture(PLAYER, PRIVATE, "*What did I do?*"),
        "why": Picture(PLAYER, PRIVATE, "*Why?*"),
        "rules": Picture(PLAYER, PRIVATE, "/rules", ("/rules",)),
        "log": Picture(PLAYER, PRIVATE, "/encounter log for a player", ("/encounter log",)),
        "log-gm": Picture(GM, PRIVATE, "/encounter log for the GM"),
        "undo": Picture(GM, PRIVATE, "/encounter undo: what it takes back", ("/encounter undo",)),
        "undone": Picture(GM, PRIVATE, "It is taken back"),
        "correction": Picture(PLAYER, HERE, "The table hears of it", ("correction",)),
        "redo": Picture(GM, PRIVATE, "/encounter redo: what it brings back", ("/encounter redo",)),
        "reopened": Picture(PLAYER, OWN, "A declaration that does not stand any more", ("reopened",)),
        "resend": Picture(GM, PRIVATE, "/encounter resend answered", ("/encounter resend",)),
        "export": Picture(
            GM, PRIVATE, "/encounter export: the whole fight as two files", ("/encounter export",)
        ),
    },
)
