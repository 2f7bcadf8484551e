"""Two rounds of Declare Actions in the demo: called step by step, with what can be asked on a turn."""

from __future__ import annotations

from bot.practice.people import Person, Transcript

_MOST = 60
"""Calls and answers in a round, at most; the script ends by itself long before."""


async def fight(transcript: Transcript, gm: Person, players: tuple[Person, Person, Person, Person]) -> None:
    """The whole fight; players are Mira, Borin, Kesh and Tam."""
    mira, borin, kesh, tam = players
    transcript.heading("a fight begins, by lettered steps")
    await gm.command("encounter begin", ruleset="phases", time="90s", play="called")
    await mira.command("join", name="Mira", weapons="dagger 2")
    await borin.command("join", name="Borin", weapons="battle axe 7")
    await kesh.command("join", name="Kesh", weapons="short bow, dagger 2")
    await tam.command("join", name="Tam", weapons="short sword 3")
    await gm.command("combatant add", name="Orc", count=2, weapons="spear 6")
    await gm.command("combatant add", name="Shaman", weapons="staff 4")
    await gm.command("combatant engage", combatant="Orc 1", foe="Borin")
    transcript.heading("round 1: a spell is declared without a target, and Tam will choose on the turn")
    await gm.command("round open")
    await mira.command("declare", action="Cast a spell", text="sleep", segments=4)
    await borin.command("declare", action="Melee attack", target="Orc 1")
    await kesh.command("declare", action="Shoot or throw", target="Shaman")
    await tam.command("declare", action="nothing")
    await gm.command("declare", **{"as": "Orc 1", "action": "Melee attack", "target": "Borin"})
    await gm.command("declare", **{"as": "Orc 2", "action": "Melee attack", "target": "Kesh"})
    await gm.command("round close")
    transcript.heading("what lasts one round, and another mind")
    await gm.command("effect add", name="Bless", lasts="1 round", on="Borin")
    await kesh.command("change", action="Melee attack", target="Orc 2", **{"with": "dagger"})
    await kesh.press("Pay it and change", here=True)
    transcript.heading("the GM calls the steps")
    await _call(gm, mira, tam)
    transcript.heading("round 2")
    await gm.command("round open")
    await mira.command("declare", action="nothing")
    await borin.command("declare", action="Melee attack", target="Orc 1", minors="shout Hold the line!")
    await kesh.command("declare", action="Melee attack", target="Orc 2", **{"with": "dagger"})
    await tam.command("declare", action="Search a body", text="the fallen guard")
    await gm.command(
        "declare",
        segments=2,
        **{"as": "Shaman", "action": "Cast a spell", "text": "hold", "target": "Borin"},
    )
    await gm.command("declare", **{"as": "Orc 1", "action": "Melee attack", "target": "Mira"})
    await gm.command("round close")
    await _call(gm, mira, mira)
    await gm.command("encounter end")
    await gm.press("End the fight", here=True)


async def _call(gm: Person, caster: Person, chooser: Person) -> None:
    """Call step after step, and answer what is asked, until the round is over."""
    await gm.command("encounter status")
    for _ in range(_MOST):
        if caster.asked("At whom?"):
            await caster.pick("At whom?", "Orc 2")
        elif chooser.offered("Wait for LOW"):
            await chooser.press("Wait for LOW")
        elif chooser.asked("What now?"):
            await chooser.pick("What now?", "Attack Orc 1")
        elif gm.offered("Missed"):
            await gm.press("Missed")
        elif not await gm.press_one("On to ", "Next: "):
            # What was asked stood in its place; now it is answered, or the round is over.
            await gm.command("encounter status")
            if not await gm.press_one("On to ", "Next: "):
                return
