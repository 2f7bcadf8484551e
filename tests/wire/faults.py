"""What goes wrong with a request, when a test asks for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

When = Literal["instead", "before", "after"]
"""Instead of doing what was asked; before doing it; or after, before the answer goes out."""


@dataclass
class Fault:
    """Something that befalls the next `times` requests of that method and path (a regular expression)."""

    method: str
    path: str
    times: int | None = 1
    status: int = 0
    """With this status and `code` it is answered; 0 with `drop` for no answer at all, else the usual one."""
    code: int = 0
    drop: bool = False
    delay: float = 0
    """Seconds before it."""
    when: When = "instead"
    call: Callable[[], None] | None = None
    everything: bool = False
    """Of a 429: whether it is for all routes."""
    retry_after: float = 0.3
    skip: int = 0
    """So many are let through first."""
    hits: int = 0
    _pattern: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        self._pattern = re.compile(self.path)

    def meets(self, method: str, path: str) -> bool:
        """Whether it befalls this request; counted."""
        if self.times == 0 or method != self.method or not self._pattern.fullmatch(path):
            return False
        if self.skip:
            self.skip -= 1
            return False
        if self.times is not None:
            self.times -= 1
        self.hits += 1
        return True


MESSAGES: dict[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40003: (400, "You are opening direct messages too fast"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50027: (401, "Invalid Webhook Token"),
    50083: (400, "Thread is archived"),
    160004: (400, "A thread has already been created for this message"),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
}
"""Discord's codes: the status each comes with, and its words."""
