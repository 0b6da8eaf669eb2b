"""Measuring several ways of doing a thing against each other, in turns, so that a busy machine slows all alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

SAMPLE = 0.25
"""How many seconds one sample takes, about."""
FILLING = 2.0
"""How many seconds of our games go before the first sample: what is worked out once for all takes forty to fill."""
MICROSECONDS = "us"
BYTES = "bytes"

Work = Callable[[], int]
"""Does some work and says how many things it did."""
Clock = Callable[[], float]


class Peer(NamedTuple):
    """What a user would pick instead."""

    name: str
    work: Work


class Comparison(NamedTuple):
    """A thing to measure and its peers. `limit` is the most microseconds, or the least share of the first peer."""

    name: str
    unit: str
    ours: Work
    peers: tuple[Peer, ...]
    limit: float | None = None
    clock: Clock | None = None
    """What the time is taken with: the processor's time unless something else is given."""


class Weighing(NamedTuple):
    """A thing that is weighed and not timed: `weigh` says how many bytes ours takes, and how many the peer's."""

    name: str
    peer: str
    weigh: Callable[[], tuple[float, float]]
    limit: float
    """The most bytes."""


class Figure(NamedTuple):
    """What was measured of a peer; `ratio` says how many times faster, or smaller, than it we are."""

    peer: str
    value: float
    ratio: float


class Measurement(NamedTuple):
    """What was measured of a thing and of its peers."""

    value: float
    unit: str
    peers: tuple[Figure, ...]
    limit: float | None

    @property
    def target(self) -> str:
        if self.limit is None:
            return ""
        return f"<{self.limit:g} {self.unit}" if self.unit in (MICROSECONDS, BYTES) else f"≥{self.limit:g}x"

    @property
    def met(self) -> bool | None:
        """Whether the target is reached; None where there is none."""
        if self.limit is None:
            return None
        return self.value < self.limit if self.unit in (MICROSECONDS, BYTES) else self.peers[0].ratio >= self.limit


def weighed(weighing: Weighing) -> Measurement:
    """Bytes are the same each time, so once will do."""
    ours, theirs = weighing.weigh()
    return Measurement(ours, BYTES, (Figure(weighing.peer, theirs, theirs / ours),), weighing.limit)


def measured(comparison: Comparison, repeats: int) -> Measurement:
    """Take samples of all sides in turns, after a first one each that does not count and fills what is kept; of our
    games that is a long one.

    Work that is the same each time counts by its best sample, in microseconds. Games differ, so of those the middle
    one counts, and the middle one of the ratios between samples that were taken next to each other.
    """
    clock = comparison.clock or time.process_time
    works = [comparison.ours, *[peer.work for peer in comparison.peers]]
    for work in works:
        of_our_games = work is comparison.ours and comparison.unit != MICROSECONDS
        rate(work, clock, FILLING if of_our_games else SAMPLE)
    turns = [[rate(work, clock, SAMPLE) for work in works] for _ in range(repeats)]
    ours, *theirs = zip(*turns, strict=True)
    names = [peer.name for peer in comparison.peers]
    if comparison.unit == MICROSECONDS:
        best = max(ours)
        figures = [Figure(name, 1e6 / max(rates), best / max(rates)) for name, rates in zip(names, theirs, strict=True)]
        return Measurement(1e6 / best, comparison.unit, tuple(figures), comparison.limit)
    figures = [
        Figure(name, statistics.median(rates), statistics.median(map(float.__truediv__, ours, rates)))
        for name, rates in zip(names, theirs, strict=True)
    ]
    return Measurement(statistics.median(ours), comparison.unit, tuple(figures), comparison.limit)


def rate(work: Work, clock: Clock, seconds: float) -> float:
    """How many things a second, over one sample of so many seconds."""
    done = 0
    started = clock()
    while (elapsed := clock() - started) < seconds or not done:
        done += work()
    return done / elapsed
