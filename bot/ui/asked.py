"""Questions of the GM that are not about a blow or a time: at whom a blow goes, and who gets away."""

from __future__ import annotations

from bot.narration.phrases import doing
from bot.narration.words import Names
from bot.render import Button, Card
from bot.ui.astray import turning
from bot.ui.ids import Press
from rules import GAMEMASTER, Encounter, Viewer


def asked_card(
    press: Press, encounter: Encounter, breaks: bool, who: str, slot_id: str, viewer: Viewer = GAMEMASTER
) -> Card:
    """The question with its answers as buttons: who gets away (S-28), or at whom a blow goes (K-17)."""
    names = Names(encounter, viewer)
    slot = encounter.slot(slot_id)
    what = doing(slot, names) if slot else "an activity"
    if breaks:
        return Card(
            (
                f"### Segment {encounter.round.segment + 1}: breaking off",
                f"**{names[who]}** is in melee and wants to leave it: {what}. "
                "What comes of it is yours to say; then it goes on.",
                (
                    Button("Gets away", press.to("breakoff", f"y{who}"), "primary"),
                    Button("Stays in melee", press.to("breakoff", f"n{who}"), "danger"),
                ),
            ),
            "private",
        )
    return Card(
        (
            f"### Segment {encounter.round.segment}: the target is gone",
            f"**{names[who]}** is {what}. The blow may go to another foe in melee, at no cost.",
            turning(press.key, encounter, who, slot_id),
        ),
        "private",
    )
