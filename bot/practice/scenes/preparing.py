"""Before the fight: whether all is well, the house's settings, many creatures at once."""

from __future__ import annotations

from bot.practice.scenes.stage import GM, HERE, OWN, PLAYER, PRIVATE, Chapter, Picture, Stage, refused

_LISTED = 'Orc x4, speed 9", scimitar 4, short bow (bow), hidden\nDuke Vane, mace 7, alias the robed figure\n'
_WEB = "Web. <2/day> [innate] (major) (declared; simple, 2 segments) Sticky."


async def _doctor(stage: Stage) -> None:
    gm, take = stage.gm, stage.take
    await gm.command("encounter begin", time="90s")
    await stage.mira.command("join", name="Mira", weapons="staff 4")
    stage.cannot_write_to(stage.tam)
    await stage.tam.command("join", name="Tam", weapons="short sword 3")
    await gm.command("encounter settings", setting="round_threads", value="yes")
    await take("setting", gm)
    await gm.command("doctor")
    await take("doctor", gm)
    await gm.command("encounter settings")
    await take("settings", gm)
    await gm.command("encounter settings", setting="delay_die")
    await take("setting-shown", gm)
    await refused(gm.command("encounter settings", setting="delay_die", value="banana"))
    await take("setting-refused", gm)
    await gm.command("encounter gm add", user=stage.kesh.member)
    await take("gm-added", gm)
    await take("gm-news", stage.mira, says="GM")
    await gm.command("round open")
    await gm.command("round close")
    await take("unthreaded", gm, says="told in the channel")
    await gm.command("round open")
    await stage.mira.command("declare", action="Something else", text="listening at the door")
    stage.cannot_write_to(gm)
    stage.cannot_write_to(stage.kesh)
    await gm.command("round close")
    await take("waiting", stage.mira, says="waits for its GM")


async def _creatures(stage: Stage) -> None:
    gm, mira, take = stage.gm, stage.mira, stage.take
    await gm.command("encounter begin", time="90s")
    await mira.command("join", name="Mira", weapons="staff 4")
    await gm.command("doctor")
    await take("doctor-well", gm)
    await refused(gm.command("combatant import", text=_LISTED + "Ogre, great club 8, speed fast\nGoblin, 5"))
    await take("import-wrong", gm)
    await stage.take_form("import-form", gm, "Mend…")
    await gm.press("Mend…", here=True)
    await gm.fill(lines=_LISTED + 'Ogre, great club 8, speed 9"')
    await take("import", gm)
    await gm.press("Add them", here=True)
    await take("import-added", gm)
    await take("import-news", mira)
    await gm.command("combatant ability", combatant="Duke Vane", line=_WEB)
    await take("ability", gm)
    await gm.command("combatant template save", combatant="Duke Vane")
    await take("template", gm)
    await gm.command("combatant template list")
    await take("templates", gm)
    await gm.command("combatant edit", combatant="Ogre", speed='12"')
    await take("edited", gm)
    await gm.command("combatant seat", combatant="Ogre", player=stage.tam.member)
    await take("seated", gm)
    await gm.command("combatant reveal", combatant="Duke Vane")
    await take("revealed", mira)
    await gm.command("combatant engage", combatant="foes", foe="Mira")
    await take("engaged", gm)
    await gm.command("round open")
    await take("panel-side", gm)
    await gm.command("encounter board")
    await take("board-anew", gm)
    await gm.command("combatant remove", combatant="Ogre")
    await take("removed", gm)


DOCTOR = Chapter(
    "Before the fight",
    _doctor,
    {
        "doctor": Picture(GM, PRIVATE, "/doctor: what will not work here", ("/doctor",)),
        "settings": Picture(GM, PRIVATE, "/encounter settings: all of them", ("/encounter settings",)),
        "setting-shown": Picture(GM, PRIVATE, "One setting, explained"),
        "setting": Picture(GM, PRIVATE, "One setting, changed"),
        "setting-refused": Picture(GM, PRIVATE, "A refusal: a setting that cannot be so"),
        "gm-added": Picture(GM, PRIVATE, "/encounter gm add answered", ("/encounter gm add",)),
        "gm-news": Picture(PLAYER, HERE, "The table hears of another GM"),
        "waiting": Picture(
            PLAYER, HERE, "The round waits for a GM whose direct messages are closed", ("waiting",)
        ),
        "unthreaded": Picture(GM, OWN, "A round could have no thread", ("unthreaded",)),
    },
    denied=("attach_files", "create_public_threads", "send_messages_in_threads"),
)

CREATURES = Chapter(
    "Creatures",
    _creatures,
    {
        "doctor-well": Picture(GM, PRIVATE, "/doctor, all is well"),
        "import-wrong": Picture(
            GM, PRIVATE, "/combatant import: what is wrong in which line", ("/combatant import",)
        ),
        "import-form": Picture(GM, PRIVATE, "The form for the lines"),
        "import": Picture(GM, PRIVATE, "/combatant import: who would come in"),
        "import-added": Picture(GM, PRIVATE, "They have come in"),
        "import-news": Picture(PLAYER, HERE, "The table hears who came, hidden ones apart"),
        "ability": Picture(GM, PRIVATE, "/combatant ability answered", ("/combatant ability",)),
        "template": Picture(GM, PRIVATE, "/combatant template save answered", ("/combatant template save",)),
        "templates": Picture(GM, PRIVATE, "/combatant template list", ("/combatant template list",)),
        "edited": Picture(GM, PRIVATE, "/combatant edit answered", ("/combatant edit",)),
        "seated": Picture(GM, PRIVATE, "/combatant seat answered", ("/combatant seat",)),
        "revealed": Picture(PLAYER, HERE, "Who was known by an alias is named", ("/combatant reveal",)),
        "engaged": Picture(GM, PRIVATE, "/combatant engage answered", ("/combatant engage",)),
        "panel-side": Picture(GM, OWN, "The panel for a whole side"),
        "board-anew": Picture(GM, PRIVATE, "/encounter board answered", ("/encounter board",)),
        "removed": Picture(GM, PRIVATE, "/combatant remove answered", ("/combatant remove",)),
    },
)
