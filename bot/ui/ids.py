"""Ids of buttons, menus and forms: short, parseable, the same after a restart.

`1:verb:encounter:round:who:extra`, where the leading digit is the version of this form.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

VERSION = "1"
LIMIT = 100
"""Characters Discord allows in an id."""


@dataclass(frozen=True, slots=True)
class Press:
    """What a button, menu or form is about. `who` with a leading `*` means that creature's whole group."""

    verb: str
    key: str
    round: int = 0
    who: str = ""
    extra: str = ""

    def __str__(self) -> str:
        made = ":".join((VERSION, self.verb, self.key, str(self.round), self.who, self.extra))
        if len(made) > LIMIT or any(":" in part for part in (self.verb, self.key, self.who, self.extra)):
            raise ValueError(f"no id can be made of {self.verb}, {self.key}")
        return made

    def to(self, verb: str, extra: str = "") -> str:
        """The id of another verb about the same encounter, round and combatant."""
        return str(Press(verb, self.key, self.round, self.who, extra))


def parse(custom_id: str) -> Press | None:
    """What an id says; None if it is not one of ours, or of an older form."""
    parts = custom_id.split(":")
    if len(parts) != 6 or parts[0] != VERSION or not re.fullmatch(r"\d{1,9}", parts[3]):
        return None
    return Press(parts[1], parts[2], int(parts[3]), parts[4], parts[5])
