"""Asking: the GM by a player, and the bot about what can be done here and now."""

from __future__ import annotations

from bot.practice.scenes.stage import GM, HERE, OWN, PLAYER, PRIVATE, Chapter, Picture, Stage


async def _ask(stage: Stage) -> None:
    gm, mira, take = stage.gm, stage.mira, stage.take
    await _begun(stage)
    await gm.command("round open")
    await stage.take_form("ask-form", mira, "Ask the GM")
    await mira.command("ask", question="Can I see the altar from the door?")
    await take("ask-sent", mira)
    await take("ask-board", mira)
    await take("ask-gm", gm, says="altar")
    await stage.take_form("ask-answer-form", gm, "Answer")
    await gm.press("Answer")
    await gm.fill(words="Yes, all of it; and nobody stands before it.")
    await take("ask-answered", gm, says="altar")
    await take("ask-answer", mira, says="altar")
    await mira.command("ask")
    await take("ask-list", mira, says="altar")


async def _help(stage: Stage) -> None:
    gm, mira, take = stage.gm, stage.mira, stage.take
    await mira.command("help")
    await take("help-nothing", mira)
    await gm.command("encounter begin", time="90s", play="called")
    await gm.command("help")
    await take("help-gm-first", gm)
    await mira.command("help")
    await take("help-bystander", mira)
    await mira.command("join", name="Mira", weapons="staff 4")
    await gm.command("combatant add", name="Orc", count=3, weapons="glaive 8")
    await gm.command("round open")
    await mira.command("help")
    await take("help-declaring", mira)
    await gm.command("help")
    await take("help-gm-declaring", gm)
    await mira.command("declare", action="Parry")
    await mira.command("help")
    await take("help-sealed", mira)
    await gm.command("round close")
    await mira.command("help")
    await take("help-called", mira)
    await gm.command("help")
    await take("help-gm-called", gm)
    for _ in range(10):
        await gm.command("round next")
    await mira.command("help")
    await take("help-over", mira)
    await gm.command("help")
    await take("help-gm-over", gm)


async def _begun(stage: Stage) -> None:
    await stage.gm.command("encounter begin", time="90s")
    await stage.mira.command("join", name="Mira", weapons="staff 4")
    await stage.borin.command("join", name="Borin", weapons="axe 7")
    await stage.gm.command("combatant add", name="Orc", count=3, weapons="glaive 8")


ASKING = Chapter(
    "A question to the GM",
    _ask,
    {
        "ask-form": Picture(PLAYER, HERE, "The form of *Ask the GM*"),
        "ask-sent": Picture(PLAYER, PRIVATE, "/ask answered", ("/ask",)),
        "ask-board": Picture(PLAYER, HERE, "The board while the clock waits for an answer"),
        "ask-gm": Picture(GM, OWN, "The question, as the GM gets it", ("asked",)),
        "ask-answer-form": Picture(GM, OWN, "The form for the answer"),
        "ask-answered": Picture(GM, OWN, "The question, once it is answered"),
        "ask-answer": Picture(PLAYER, OWN, "The answer, as the player gets it", ("answer",)),
        "ask-list": Picture(PLAYER, PRIVATE, "/ask alone: what was asked this round"),
    },
)

HELP = Chapter(
    "/help, by who asks and when",
    _help,
    {
        "help-nothing": Picture(PLAYER, PRIVATE, "Where no fight is", ("/help",)),
        "help-gm-first": Picture(GM, PRIVATE, "The GM, when nobody is in the fight yet"),
        "help-bystander": Picture("a bystander", PRIVATE, "Somebody who is not in the fight"),
        "help-declaring": Picture(PLAYER, PRIVATE, "A player who has yet to declare"),
        "help-gm-declaring": Picture(GM, PRIVATE, "The GM while players declare"),
        "help-sealed": Picture(PLAYER, PRIVATE, "A player who has declared"),
        "help-called": Picture(PLAYER, PRIVATE, "A player while segments are called"),
        "help-gm-called": Picture(GM, PRIVATE, "The GM while segments are called"),
        "help-over": Picture(PLAYER, PRIVATE, "A player after the round"),
        "help-gm-over": Picture(GM, PRIVATE, "The GM after the round"),
    },
)
