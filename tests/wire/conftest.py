"""A loopback Discord, a table in it, and a bot as a process."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.wire.loopback import Loopback
from tests.wire.people import Table
from tests.wire.process import Bot
from tests.wire.things import PACE


@pytest.fixture
async def loopback(request: pytest.FixtureRequest) -> AsyncIterator[Loopback]:
    """Discord, with nothing to complain of at the end. Time goes as fast as the mark `pace` says."""
    mark = request.node.get_closest_marker("pace")
    PACE.speed, PACE.base = (mark.args[0] if mark else 1), time.time()
    async with Loopback() as made:
        yield made
        PACE.speed = 1
        assert not made.complaints, "\n".join(made.complaints)


@pytest.fixture
def table(loopback: Loopback) -> Table:
    """A server where nothing has begun."""
    return Table(loopback)


@pytest.fixture
async def bot(loopback: Loopback, table: Table, tmp_path: Path) -> AsyncIterator[Bot]:
    """A bot that is not started yet; it is stopped at the end."""
    made = Bot(tmp_path, loopback)
    yield made
    await made.stop()
