"""What a look at something comes to, for both doctors: the command line's and the channel's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["well", "odd", "wrong"]


@dataclass(frozen=True)
class Finding:
    """One thing looked at. What is `wrong` keeps the bot from its work; what is `odd` should be seen to."""

    verdict: Verdict
    text: str
