"""Numbers for Prometheus: how much there is, and how long things take. No names, no ids, no words.

What is counted in the database is counted when it is asked for, by a connection of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot import store

_ACKNOWLEDGED = (0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 1.5, 2, 3)
_LATE = (0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 60, 300)

_SECRET = re.compile(r"(?<=/interactions/\{id\}/)[^/]+|(?<=/webhooks/\{id\}/)[^/]+")
_ID = re.compile(r"(?<=/)\d+(?=/|$)")


class _Stored(Collector):
    def __init__(self, database: Path) -> None:
        self._database = database

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """What the database holds at this moment."""
        found = store.counts(self._database)
        now = datetime.now(UTC)
        age = (now - found.oldest).total_seconds() if found.oldest is not None else 0.0
        yield GaugeMetricFamily("dither_open_encounters", "Fights under way", value=found.open)
        yield GaugeMetricFamily("dither_outbox_posts", "Posts that wait to be sent", value=found.waiting)
        yield GaugeMetricFamily(
            "dither_outbox_age_seconds", "How long the oldest of them has been due", value=max(0.0, age)
        )


class Prometheus:
    """Measures kept for Prometheus to fetch."""

    def __init__(self, database: Path) -> None:
        self.registry = CollectorRegistry()
        self.registry.register(_Stored(database))
        self._acknowledged = Histogram(
            "dither_acknowledgement_seconds",
            "From an interaction's arrival to its acknowledgement",
            buckets=_ACKNOWLEDGED,
            registry=self.registry,
        )
        self._late = Histogram(
            "dither_deadline_lateness_seconds",
            "From a deadline to the close",
            buckets=_LATE,
            registry=self.registry,
        )
        self._requests = Counter(
            "dither_discord_requests_total",
            "Requests to Discord",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self._limited = Counter(
            "dither_discord_rate_limited_total",
            "Answers 429 from Discord",
            ("route",),
            registry=self.registry,
        )

    def acknowledged(self, seconds: float) -> None:
        """An interaction was acknowledged so long after it came in."""
        self._acknowledged.observe(seconds)

    def closed(self, seconds: float) -> None:
        """Declarations closed so long after they should have."""
        self._late.observe(max(0.0, seconds))

    def requested(self, method: str, path: str, status: int) -> None:
        """Discord was asked for something and answered with this status."""
        where = route(path)
        self._requests.labels(method, where, str(status)).inc()
        if status == 429:
            self._limited.labels(where).inc()


def route(path: str) -> str:
    """A path without ids and tokens, so that there are few of them and none tells of anybody."""
    return _SECRET.sub("{token}", _ID.sub("{id}", re.sub(r"^/api/v\d+", "", path)))


@contextmanager
def serving(database: Path, host: str, port: int) -> Iterator[Prometheus]:
    """Answer Prometheus at this address meanwhile; raises OSError if it cannot be had."""
    measures = Prometheus(database)
    server, thread = start_http_server(port, host, measures.registry)
    try:
        yield measures
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
