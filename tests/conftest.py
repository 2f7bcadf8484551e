"""What every test shares: the judge, and a loud word when it cannot see."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.judge import VARIABLE, Judge, document_path

settings.register_profile("fuzz", max_examples=2000, deadline=None)
"""What `make fuzz` plays over and over, each time from another seed."""


@pytest.fixture(scope="session")
def judge() -> Judge:
    """Discord's document as judge of request bodies; fails in CI if the document is absent."""
    return Judge.load()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say so, once and loudly, when requests were judged by nobody."""
    if not document_path().is_file():
        terminalreporter.section("REQUESTS WERE NOT JUDGED", sep="!", red=True, bold=True)
        terminalreporter.line(
            f"There is no OpenAPI document at {document_path()}: every request passed unseen. "
            f"Put Discord's openapi.json there, or name it in {VARIABLE}."
        )
