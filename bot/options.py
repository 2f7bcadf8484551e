"""What a GM may choose for one fight beside the house settings: how the bot behaves at this table.

Every field says in its description what it means. `docs/house-settings.md` lists them, and a test compares.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class Options(BaseModel):
    """The options of one fight. They change nothing in the rules, and may change at any time."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    foes_hidden: bool = Field(
        default=False,
        description="Whether foes that the GM brings in are hidden where nothing else is said.",
    )
    picture: bool = Field(default=True, description="Whether a picture of the round comes with its summary.")


AS_USUAL = Options()
"""What holds where the GM has chosen nothing."""
