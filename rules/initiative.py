"""Each side's initiative die, in both rulesets (S-22, P-6)."""

from __future__ import annotations

from rules.dice import Dice
from rules.encounter import Encounter
from rules.events import SideDie


def side_dice(encounter: Encounter, dice: Dice) -> tuple[SideDie, ...]:
    """One die for each side still standing, kept from round 1 where the house does not reroll.

    A side none of whose standing creatures is seen shows no die; and the sides come in the order of those
    that are seen, so that neither a die nor its place tells of a hidden creature (K-8).
    """
    settings, standing = encounter.settings, [c for c in encounter.combatants if not c.down]
    seen = dict.fromkeys(c.side for c in standing if not c.hidden)
    number = encounter.round.number if settings.initiative_rerolled else 1
    return tuple(
        SideDie(
            side=side,
            die=dice.roll(f"initiative/{number}/{side}", settings.initiative_die),
            unseen=side not in seen and not settings.hidden_die,
        )
        for side in dict.fromkeys((*seen, *(c.side for c in standing)))
    )
