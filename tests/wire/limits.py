"""How fast a bot may ask: one bucket for each route and its channel, and one for everything."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from tests.wire.things import PACE


@dataclass
class Bucket:
    """So many requests in so many seconds."""

    limit: int
    per: float
    taken: deque[float] = field(default_factory=deque)

    def take(self, now: float) -> float:
        """Take one; the seconds to wait if there is none to be had, else 0."""
        while self.taken and self.taken[0] <= now - self.per:
            self.taken.popleft()
        if len(self.taken) >= self.limit:
            return self.taken[0] + self.per - now
        self.taken.append(now)
        return 0.0

    @property
    def remaining(self) -> int:
        """How many are left."""
        return self.limit - len(self.taken)

    def reset_after(self, now: float) -> float:
        """Seconds until there are as many as ever."""
        return max(0.0, self.taken[0] + self.per - now) if self.taken else self.per


ROUTES: dict[str, tuple[int, float]] = {
    "POST /channels/*/messages": (5, 5.0),
    "PATCH /channels/*/messages/*": (5, 5.0),
    "DELETE /channels/*/messages/*": (5, 1.0),
    "POST /users/@me/channels": (10, 10.0),
}
"""What is commonly seen; Discord gives no numbers and says to obey the headers."""


@dataclass
class Limits:
    """All buckets. Interactions and their webhooks have none, and do not count for the whole."""

    everything: int = 50
    routes: dict[str, tuple[int, float]] = field(default_factory=lambda: dict(ROUTES))
    buckets: dict[tuple[str, str], Bucket] = field(default_factory=dict)
    whole: Bucket = field(init=False)
    refused: int = 0
    """How often there was too much of everything."""

    def __post_init__(self) -> None:
        self.whole = Bucket(self.everything, 1.0)

    def ask(self, route: str, major: str) -> tuple[float, bool, dict[str, str]]:
        """Seconds to wait (0: go on), whether that is for everything, and the headers of the answer."""
        now = PACE.now()
        if route.startswith(("POST /interactions", "POST /webhooks", "PATCH /webhooks", "GET /webhooks")):
            return 0.0, False, {}
        if wait := self.whole.take(now):
            self.refused += 1
            return wait, True, {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
        if route not in self.routes:
            return 0.0, False, {}
        bucket = self.buckets.setdefault((route, major), Bucket(*self.routes[route]))
        wait = bucket.take(now)
        headers = {
            "X-RateLimit-Limit": str(bucket.limit),
            "X-RateLimit-Remaining": str(bucket.remaining),
            "X-RateLimit-Reset-After": f"{bucket.reset_after(now):.3f}",
            "X-RateLimit-Reset": f"{now + bucket.reset_after(now):.3f}",
            "X-RateLimit-Bucket": f"{abs(hash(route)):x}",
        }
        return wait, False, headers | ({"X-RateLimit-Scope": "user"} if wait else {})
