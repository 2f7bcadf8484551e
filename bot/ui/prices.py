"""The card that tells the price of another mind, and asks whether to pay it."""

from __future__ import annotations

from bot.narration.prices import price_lines
from bot.narration.rounds import intention
from bot.narration.words import Names, sentence
from bot.render import Button, Card
from bot.ui.draft import mark
from bot.ui.ids import Press
from rules import Declaration, Encounter, Price, StepPrice, viewer_for


def price_card(
    key: str, encounter: Encounter, declaration: Declaration, price: Price | StepPrice, person: str
) -> Card:
    """The price of a change of the major action, with a button that pays it."""
    names, round_ = Names(encounter, viewer_for(encounter, person)), encounter.round
    extra = f"{mark(declaration)}.{round_.segment}"
    press = Press("pay", key, round_.number, declaration.who, extra)
    return Card(
        (
            f"### {names[declaration.who]}: something else, at a price",
            f"**Instead:** {sentence(intention(declaration, names))}.",
            "\n".join(price_lines(encounter, price, declaration.who, names)),
            (
                Button("Pay it and change", str(press), "danger"),
                Button("Leave it as it is", press.to("unpaid", extra)),
            ),
        ),
        "private",
    )
