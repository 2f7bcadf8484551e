"""Seeded fights with everything declared, as a table would have them just before declarations close."""

from __future__ import annotations

from random import Random

from rules import (
    Ability,
    Combatant,
    Declaration,
    Encounter,
    Minor,
    Refusal,
    SeededDice,
    Settings,
    Weapon,
    play,
)
from rules import commands as cmd

HOUSE = Settings(blows="struck", unadjudicated=3, breaking_off="allow", fallen_target="lost")
"""Struck, and nothing asked: the costliest round that never stops."""

ARMS = (
    (Weapon(name="sword", speed_factor=5),),
    (Weapon(name="axe", speed_factor=7), Weapon(name="bow", missile="bow")),
    (Weapon(name="dagger", speed_factor=2), Weapon(name="sling", missile="sling")),
    (Weapon(name="pike", speed_factor=13),),
)


def ready(seed: int, combatants: int = 22, settings: Settings | None = None) -> Encounter:
    """A fight of `segments` in automatic play, half heroes and half foes, all of them sealed.

    Nothing in it needs the GM, so that closing declarations plays the whole round.
    """
    random = Random(seed)
    fight = Encounter(settings=settings or HOUSE, gms=("gm",))
    roster = tuple(_combatant(random, n, hero=n % 2 == 0) for n in range(combatants))
    fight = must(fight, cmd.AddCombatants(combatants=roster))
    for one, other in zip(roster[::4], roster[1::4], strict=False):
        fight = must(fight, cmd.Engage(who=one.id, foe=other.id))
    fight = must(fight, cmd.OpenRound())
    for combatant in roster:
        fight = _sealed(fight, combatant, random)
    return fight


def must(fight: Encounter, command: cmd.Command) -> Encounter:
    """The fight after a command that is not refused."""
    done = play(fight, command, SeededDice("bench"))
    assert not isinstance(done, Refusal), done
    return done[0]


def _combatant(random: Random, number: int, *, hero: bool) -> Combatant:
    return Combatant(
        id=f"c{number}",
        name=f"{'Hero' if hero else 'Orc'} {number}",
        side="heroes" if hero else "foes",
        seat=str(1000 + number) if hero else None,
        group="" if hero else f"orcs {number % 3}",
        weapons=random.choice(ARMS),
        abilities=(Ability(name="gaze", minor=True),) if random.random() < 0.3 else (),
        speed=random.choice((60, 90, 120)),
    )


def _sealed(fight: Encounter, combatant: Combatant, random: Random) -> Encounter:
    """The fight with something declared for this combatant; what the rules refuse is thought of anew."""
    while True:
        command = cmd.Declare(declarations=(_declaration(fight, combatant, random),))
        done = play(fight, command, SeededDice("bench"))
        if not isinstance(done, Refusal):
            return done[0]


def _declaration(fight: Encounter, combatant: Combatant, random: Random) -> Declaration:
    foes = [c.id for c in fight.combatants if c.side != combatant.side]
    near = fight.engaged_with(combatant.id)
    major = random.choice(
        ("melee", "missile", "missile", "cast", "cast", "charge", "potion", "parry", "full-move")
    )
    if near and random.random() < 0.7:
        major = "melee"
    minors = [Minor(action="shout", note="Now!")] if random.random() < 0.2 else []
    if random.random() < 0.3:
        minors.append(Minor(action="move", feet=random.randint(1, 6) * 10))
    if random.random() < 0.2:
        minors.append(Minor(action="change-weapon", when="after"))
    return Declaration(
        who=combatant.id,
        major=major,
        target=random.choice(near or foes) if major in ("melee", "missile", "cast", "charge") else None,
        weapon=random.choice(combatant.weapons).name if major in ("melee", "missile") else "",
        name={"cast": "sleep", "potion": "speed"}.get(major, ""),
        segments=random.randint(1, 8) if major == "cast" else None,
        feet=random.randint(2, 12) * 10 if major == "charge" else None,
        minors=tuple(minors),
    )
