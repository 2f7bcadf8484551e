"""A declaration in one's own words, in a direct message: read back, asked about, mended, sealed."""

from __future__ import annotations

from bot.practice.scenes.stage import OWN, PLAYER, Chapter, Picture, Stage


async def _play(stage: Stage) -> None:
    gm, mira, borin, kesh, take = stage.gm, stage.mira, stage.borin, stage.kesh, stage.take
    await gm.command("encounter begin", time="10m", play="called")
    await mira.command("join", name="Mira", weapons="dagger 2, staff 4")
    await borin.command("join", name="Borin", weapons="axe 7, warhammer 4")
    await kesh.command("join", name="Kesh", weapons="short bow, dagger 2")
    await gm.command("combatant add", name="Rex", weapons="bite 2", side="heroes", seat=kesh.member)
    await gm.command("combatant add", name="Orc", count=3, weapons="glaive 8")
    await gm.command("combatant engage", combatant="Borin", foe="Orc 1, Orc 2")
    await gm.command("round open")
    await mira.say("I move 30 feet north behind the altar and then cast sleep, 3 segments, at the orcs")
    await take("spoken", mira)
    await stage.take_form("spoken-form", mira, "Change the words…")
    await mira.press("Seal it")
    await take("spoken-sealed", mira)
    await borin.say("I hit the orc with my axe and shout Down!")
    await take("spoken-asked", borin)
    await borin.say("cast sleep")
    await take("spoken-missing", borin)
    await stage.take_form("spoken-missing-form", borin, "Answer in words…")
    await borin.say("attack, or maybe parry")
    await take("spoken-two", borin)
    await kesh.say("shoot at Orc 3")
    await take("spoken-whose", kesh)
    await gm.command("combatant remove", combatant="Rex")
    await kesh.say("hello there")
    await take("spoken-nothing", kesh)
    await gm.command("round close")
    await borin.say("I attack Orc 1 with the axe")
    await take("late-spoken", borin)
    await kesh.press("Declare late")
    await take("late-panel", kesh, says="late")
    await _two_fights(stage)


async def _two_fights(stage: Stage) -> None:
    """Tam plays in two fights."""
    other = stage.guild.create_text_channel("the-old-mill")
    tam, gm = stage.tam, stage.gm
    await gm.member.slash(other, "encounter begin", time="10m")
    await tam.member.slash(other, "join", name="Tam", weapons="short sword 3")
    for _ in range(10):
        await gm.command("round next")
    await tam.command("join", name="Tam", weapons="short sword 3")
    await tam.say("hello there")
    await stage.take("fights", tam)
    await gm.command("round open")
    await gm.member.slash(other, "round open")
    await tam.say("I parry")
    await stage.take("spoken-which", tam)


WORDS = Chapter(
    "In your own words",
    _play,
    {
        "spoken": Picture(PLAYER, OWN, "A sentence read back as a plan"),
        "spoken-form": Picture(PLAYER, OWN, "The form to mend the words in"),
        "spoken-sealed": Picture(PLAYER, OWN, "The plan, sealed"),
        "spoken-asked": Picture(PLAYER, OWN, "A sentence that could mean several"),
        "spoken-missing": Picture(PLAYER, OWN, "A sentence that says too little"),
        "spoken-missing-form": Picture(PLAYER, OWN, "The form for what it does not say"),
        "spoken-two": Picture(PLAYER, OWN, "A sentence with two actions"),
        "spoken-whose": Picture(PLAYER, OWN, "Who is meant, for somebody who declares for several"),
        "spoken-nothing": Picture(PLAYER, OWN, "What is no declaration, while a round is open"),
        "late-panel": Picture(PLAYER, OWN, "Declaring late in the panel, with what it costs"),
        "late-spoken": Picture(PLAYER, OWN, "Declaring late in one's own words"),
        "spoken-which": Picture(PLAYER, OWN, "Which fight is meant, for somebody who is in two"),
        "fights": Picture(PLAYER, OWN, "Where somebody in two fights stands"),
    },
)
