"""The shape of a bot token; whether it is a right one only Discord can say."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"[\w-]+\.[\w-]+\.[\w-]+", re.ASCII)


def looks_like_a_token(text: str) -> bool:
    """Three parts joined by dots."""
    return _TOKEN.fullmatch(text) is not None
