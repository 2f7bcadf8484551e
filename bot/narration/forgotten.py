"""A fight that is there already, for somebody who would begin one: what it is, and what to do about it."""

from __future__ import annotations

from bot.narration.words import Names, listed
from bot.store import EncounterRow
from rules import viewer_for


def already_there(row: EncounterRow, person: str) -> tuple[str, str]:
    """What is there, as far as this person may know, and what can be done (FK-M7)."""
    encounter = row.encounter
    names = Names(encounter, viewer_for(encounter, person))
    seated = [c for c in encounter.combatants if c.seat is not None and names.combatant(c.id) is not None]
    who = f"with {listed(names.several(seated))}" if seated else "and no player is in it any more"
    begun = f"<t:{int(row.created_at.timestamp())}:R>"
    round_ = f"in round {encounter.round.number}" if encounter.round.number else "before its first round"
    what = f"There is a fight here already, begun {begun}, {round_}, {who}."
    if person in encounter.gms:
        return what, "Go on with it: `/encounter status`. Or end it with `/encounter end` and begin anew."
    gm = listed(f"<@{gm}>" for gm in encounter.gms)
    return what, f"`/join` brings you into it; its GM, {gm}, can end it with `/encounter end`."
