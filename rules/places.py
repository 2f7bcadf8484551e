"""Where each combatant stands in the roster, by id."""

from __future__ import annotations

from collections.abc import Mapping

from rules.values import Combatant, CombatantId

Roster = tuple[Combatant, ...]


class Places:
    """An index of the roster last asked about.

    A round asks some four hundred times who somebody is, and its roster hardly changes. It is known by being
    the very same tuple, so nothing has to be told when it does.
    """

    def __init__(self) -> None:
        self._known: tuple[Roster, Mapping[CombatantId, int]] = ((), {})

    def of(self, roster: Roster) -> Mapping[CombatantId, int]:
        """The place of each combatant in this roster, counted from 0."""
        known, places = self._known
        if known is not roster:
            places = {combatant.id: at for at, combatant in enumerate(roster)}
            self._known = (roster, places)
        return places


places_in = Places().of
"""The place of each combatant in a roster, by id."""
