"""A loopback Discord, a table in it, and a bot as a process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.wire.loopback import Loopback
from tests.wire.people import Table
from tests.wire.process import Bot


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    """Discord; at the end it must have had nothing to complain of."""
    async with Loopback() as made:
        yield made
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
