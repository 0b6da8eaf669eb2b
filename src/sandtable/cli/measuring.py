"""Measuring two ways of doing a thing against each other, in turns, so that a busy machine slows both alike."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

SAMPLE = 0.05
"""How many seconds one sample of a side takes, about."""
MICROSECONDS = "us"

Work = Callable[[], int]
"""Does some work and says how many things it did."""


class Comparison(NamedTuple):
    """A thing to measure and its peer; `limit` is the most microseconds, or the least share of the peer's rate."""

    name: str
    unit: str
    peer: str
    ours: Work
    theirs: Work
    limit: float | None = None


class Measurement(NamedTuple):
    """The best of several samples of both sides; `ratio` says how many times faster than the peer."""

    value: float
    unit: str
    peer: str
    peer_value: float
    ratio: float
    limit: float | None

    @property
    def target(self) -> str:
        if self.limit is None:
            return ""
        return f"< {self.limit:g} us" if self.unit == MICROSECONDS else f"≥ {self.limit:g}x"

    @property
    def met(self) -> bool | None:
        """Whether the target is reached; None where there is none."""
        if self.limit is None:
            return None
        return self.value < self.limit if self.unit == MICROSECONDS else self.ratio >= self.limit


def measured(comparison: Comparison, repeats: int) -> Measurement:
    """Take samples of both sides in turns and keep the best of each."""
    ours, theirs = [], []
    for _ in range(repeats):
        ours.append(rate(comparison.ours))
        theirs.append(rate(comparison.theirs))
    fast, slow = max(ours), max(theirs)
    in_time = comparison.unit == MICROSECONDS
    value, peer_value = (1e6 / fast, 1e6 / slow) if in_time else (fast, slow)
    return Measurement(value, comparison.unit, comparison.peer, peer_value, fast / slow, comparison.limit)


def rate(work: Work) -> float:
    """How many things a second, over one sample."""
    done = 0
    started = time.perf_counter()
    while (elapsed := time.perf_counter() - started) < SAMPLE or not done:
        done += work()
    return done / elapsed
