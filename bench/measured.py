"""What a benchmark gives: rows of numbers with their targets, and the clock they are taken with."""

from __future__ import annotations

import gc
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Row:
    """One measured number. `most` is the target it must not be over; None where it is only stated."""

    name: str
    value: float
    unit: str
    most: float | None = None

    @property
    def met(self) -> bool:
        """Whether it is within its target; true where there is none."""
        return self.most is None or self.value <= self.most


def milliseconds(work: Callable[[], object]) -> float:
    """How much of the processor the work takes once, whatever else the machine does meanwhile.

    No garbage is collected during it: that would fall on whoever is being measured.
    """
    gc.collect()
    gc.disable()
    try:
        began = time.process_time()
        work()
        return (time.process_time() - began) * 1000
    finally:
        gc.enable()


def median(numbers: Iterable[float]) -> float:
    """The middle of them."""
    return statistics.median(numbers)


def p99(numbers: Iterable[float]) -> float:
    """The number that one in a hundred is over."""
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]


def give(rows: Iterable[Row]) -> None:
    """Print the rows for `python -m bench` to read."""
    json.dump([asdict(row) for row in rows], sys.stdout)
    print()
