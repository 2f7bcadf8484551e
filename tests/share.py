"""How much of the random tests a run takes: usually a share that leaves it quick; `make soak` takes all."""

from __future__ import annotations

import os

SHARE = int(os.environ.get("DITHER_SHARE", "1"))
"""How many times as many random examples as usual."""


def shared(examples: int) -> int:
    """So many examples in a usual run, and as many times more as is asked for."""
    return examples * SHARE
