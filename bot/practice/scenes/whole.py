"""A fight from its beginning to its end: a round with all that is asked in it, and one told at once."""

from __future__ import annotations

from bot.practice.scenes.stage import CASTER, GM, HERE, OWN, PLAYER, PRIVATE, Chapter, Picture, Stage, refused


async def _play(stage: Stage) -> None:
    await _gather(stage)
    await _open(stage)
    await _declare_in_panels(stage)
    await _declare_in_a_line(stage)
    await _close(stage)
    await _after(stage)


async def _gather(stage: Stage) -> None:
    gm, take = stage.gm, stage.take
    await refused(stage.mira.command("join", name="Mira"))
    await take("no-fight", stage.mira)
    await gm.command("encounter begin", time="90s")
    await take("begin", stage.mira)
    await stage.mira.command("join", name="Mira", weapons="dagger 2, staff 4")
    await take("join", stage.mira, says="direct message")
    await take("join-message", stage.mira)
    await refused(stage.borin.command("join", name="Borin", weapons="the big one, 5 or 6"))
    await take("unreadable", stage.borin)
    await stage.borin.command("join", name="Borin", speed='9"', weapons="battle axe 7, warhammer 4")
    await stage.kesh.command("join", name="Kesh", weapons="short bow (bow), dagger 2")
    stage.cannot_write_to(stage.tam)
    await stage.tam.command("join", name="Tam", weapons="short sword 3")
    await take("join-closed", stage.tam, says="Privacy Settings")
    await gm.command("combatant add", name="Orc", count=3, weapons="glaive 8")
    await gm.command("combatant add", name="Orc archer", weapons="short bow (bow)")
    await gm.command("combatant add", name="Lurker", weapons="claws 3", hidden=True)
    await take("added", gm)
    for orc in ("Orc 1", "Orc 2", "Orc 3"):
        await gm.command("combatant engage", combatant=orc, foe="Borin")
    await take("news", stage.kesh, says="join the fight")
    await stage.kesh.command("combatant list")
    await take("list", stage.kesh)
    await gm.command("combatant list")
    await take("list-gm", gm)


async def _open(stage: Stage) -> None:
    gm, take = stage.gm, stage.take
    await gm.command("round open")
    await take("opened", gm, says="is open")
    await take("board", stage.mira)
    await take("panel", stage.mira)
    await take("panel-hidden", gm, says="does not wait for it")
    await gm.pick("Who?", "3 × Orc")
    await take("panel-group", gm, says="3 × Orc · round 1 · deadline")
    await stage.kesh.command("encounter status")
    await take("status", stage.kesh)


async def _declare_in_panels(stage: Stage) -> None:
    take, mira, borin, tam = stage.take, stage.mira, stage.borin, stage.tam
    await stage.take_form("form", mira, "What will you do?", "Cast a spell")
    await mira.pick("What will you do?", "Cast a spell")
    await refused(mira.fill(name="sleep", segments="soon", at="the orcs around Borin"))
    await take("panel-unreadable", mira)
    await mira.press("Spell and time…")
    await mira.fill(name="sleep", segments="4", at="the orcs around Borin")
    await mira.pick("Move?", "Move 24 ft before")
    await take("panel-casting", mira)
    await mira.press("Seal it")
    await take("panel-sealed", mira)
    await borin.pick("What will you do?", "Melee attack")
    await take("panel-melee", borin)
    await stage.take_menu("menu", borin, "At whom?")
    await borin.pick("At whom?", "Orc 1")
    await borin.pick("With which weapon?", "battle axe")
    await borin.press("Seal it")
    await tam.press("My declaration", here=True)
    await tam.pick("What will you do?", "Something else", here=True)
    await tam.fill(note="picking the lock of the north door")
    await take("panel-button", tam)
    await tam.press("Seal it", here=True)


async def _declare_in_a_line(stage: Stage) -> None:
    gm, kesh, take = stage.gm, stage.kesh, stage.take
    await refused(kesh.command("declare", action="Melee attack", target="Orc archer"))
    await take("refusal", kesh)
    line = {"action": "Shoot or throw", "target": "Orc archer", "with": "short bow"}
    await kesh.command("declare", **line)
    await take("receipt", kesh)
    await kesh.command("withdraw")
    await take("withdrawn", kesh)
    await gm.pick("What will you do?", "Melee attack")
    await gm.press("Seal it")
    await gm.command("declare", **{"as": "Orc archer", "action": "Shoot or throw", "target": "Mira"})
    await take("board-waiting", kesh, says="Waiting")
    await gm.command("encounter status")
    await take("console-declaring", gm)
    await gm.command("round extend", time="30s")
    await take("extended", kesh, says="more time")


async def _close(stage: Stage) -> None:
    gm, kesh, take = stage.gm, stage.kesh, stage.take
    wait = stage.wait
    await wait(70)
    await take("reminder", kesh)
    await wait(60)
    await take("board-closed", kesh, says="— closed")
    await take("close", kesh, says="Initiative")
    await take("question-time", gm, says="How long")
    await take("panel-delay", kesh, says="declarations are closed")
    await kesh.command("declare", action="Drink a potion", text="speed")
    await take("late", kesh, says="late")
    await stage.take_form("time-form", gm, "Another…")
    await gm.press("Another…")
    await gm.fill(segments="14")
    await take("question-blow", gm, says="strike")
    await take("paused", kesh, says="segments 1 to 5")
    await gm.press("Missed")
    await take("summary", kesh, says="segments 5 to 10")


async def _after(stage: Stage) -> None:
    gm, take = stage.gm, stage.take
    await take("panel-closed", stage.mira)
    await take("panel-closed-gm", gm, says="declarations are closed")
    await refused(stage.mira.command("declare", action="Melee attack", target="Orc 1"))
    await take("closed", stage.mira)
    await gm.command("encounter status")
    await take("console-ended", gm)
    await _whole_round(stage)
    await stage.kesh.user.send_dm("I shoot the archer")
    await take("answer", stage.kesh)
    await gm.command("encounter end")
    await take("end", gm)
    await stage.tam.command("leave")
    await take("leave", stage.tam)
    await gm.press("End the fight", here=True)
    await take("ended", stage.kesh, says="over")


async def _whole_round(stage: Stage) -> None:
    gm = stage.gm
    await gm.command("round open")
    await stage.mira.command(
        "declare", action="Cast a spell", text="web", segments=2, target="the orcs by the altar"
    )
    await stage.borin.command("declare", action="Melee attack", target="Orc 1", **{"with": "battle axe"})
    await gm.pick("Who?", "3 × Orc")
    await gm.pick("What will you do?", "Melee attack")
    await gm.press("Seal it")
    await gm.command("declare", **{"as": "Orc archer", "action": "Shoot or throw", "target": "Kesh"})
    await stage.wait(90)
    await stage.take("round", stage.kesh, says="segment by segment")


WHOLE = Chapter(
    "A fight, from its beginning to its end",
    _play,
    {
        "begin": Picture(PLAYER, HERE, "A fight begins", ("/encounter begin",)),
        "no-fight": Picture(PLAYER, PRIVATE, "A refusal: no fight in this channel yet"),
        "join": Picture(PLAYER, PRIVATE, "/join answered", ("/join",)),
        "join-message": Picture(PLAYER, OWN, "The first direct message, opened by /join"),
        "join-closed": Picture(
            PLAYER, PRIVATE, "/join answered to somebody whose direct messages are closed"
        ),
        "unreadable": Picture(PLAYER, PRIVATE, "A refusal: weapons that cannot be read"),
        "added": Picture(GM, PRIVATE, "/combatant add answered, for a hidden creature", ("/combatant add",)),
        "news": Picture(PLAYER, HERE, "News between rounds: who came, who is in melee", ("news",)),
        "list": Picture(
            PLAYER, PRIVATE, "/combatant list, without the hidden creature", ("/combatant list",)
        ),
        "list-gm": Picture(GM, PRIVATE, "/combatant list, with everything"),
        "opened": Picture(GM, PRIVATE, "/round open answered", ("/round open",)),
        "board": Picture(PLAYER, HERE, "The board of an open round", ("board",)),
        "board-waiting": Picture(PLAYER, HERE, "The board when some have sealed"),
        "status": Picture(
            PLAYER, PRIVATE, "/encounter status while declarations are open", ("/encounter status",)
        ),
        "console-declaring": Picture(GM, PRIVATE, "/encounter status for the GM while declarations are open"),
        "panel": Picture(CASTER, OWN, "The panel, nothing picked", ("panel",)),
        "form": Picture(CASTER, OWN, "The form for a spell"),
        "panel-unreadable": Picture(CASTER, OWN, "The panel when a casting time cannot be read"),
        "panel-casting": Picture(CASTER, OWN, "The panel with a spell and a move, ready to seal"),
        "panel-sealed": Picture(CASTER, OWN, "The panel, sealed"),
        "panel-melee": Picture(PLAYER, OWN, "The panel asking whom to strike"),
        "menu": Picture(PLAYER, OWN, "The menu of targets, open"),
        "panel-hidden": Picture(GM, OWN, "The GM's panel for a hidden creature"),
        "panel-group": Picture(GM, OWN, "The GM's panel for a group of creatures"),
        "panel-button": Picture(PLAYER, PRIVATE, "The panel by the board's button, without direct messages"),
        "refusal": Picture(PLAYER, PRIVATE, "A refusal: a /declare that cannot stand"),
        "receipt": Picture(PLAYER, PRIVATE, "/declare answered", ("/declare",)),
        "withdrawn": Picture(PLAYER, PRIVATE, "/withdraw answered", ("/withdraw",)),
        "extended": Picture(PLAYER, HERE, "The GM gives more time", ("extended",)),
        "reminder": Picture(PLAYER, OWN, "The reminder to somebody still awaited", ("reminder",)),
        "board-closed": Picture(PLAYER, HERE, "The board when declarations are closed"),
        "close": Picture(PLAYER, HERE, "Declarations are closed: Delays, spells, initiative", ("close",)),
        "question-time": Picture(GM, OWN, "A question to the GM: how long does it take?", ("question",)),
        "time-form": Picture(GM, OWN, "The form for that time"),
        "paused": Picture(PLAYER, HERE, "The segments so far, while the GM is asked"),
        "question-blow": Picture(GM, OWN, "A question to the GM: did the blow on the caster strike?"),
        "late": Picture(PLAYER, PRIVATE, "A late /declare answered"),
        "summary": Picture(PLAYER, HERE, "The rest of the round, once the GM has answered", ("summary",)),
        "round": Picture(PLAYER, HERE, "A whole round, segment by segment"),
        "panel-closed": Picture(CASTER, OWN, "The panel when declarations are closed"),
        "panel-delay": Picture(PLAYER, OWN, "The panel of somebody who did not declare"),
        "panel-closed-gm": Picture(GM, OWN, "The GM's panel when declarations are closed"),
        "closed": Picture(PLAYER, PRIVATE, "A refusal: the round is over"),
        "console-ended": Picture(GM, PRIVATE, "/encounter status for the GM after a round"),
        "answer": Picture(PLAYER, OWN, "What the bot says to anything written to it"),
        "leave": Picture(PLAYER, PRIVATE, "/leave answered", ("/leave",)),
        "end": Picture(GM, PRIVATE, "Ending the fight, asked once", ("/encounter end",)),
        "ended": Picture(PLAYER, HERE, "The fight is over", ("ended",)),
    },
)
