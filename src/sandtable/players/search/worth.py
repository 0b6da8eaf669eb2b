"""What playing on has led to, and how it compares: outcomes put between 0 and 1."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple


class Outcome(NamedTuple):
    """Where a line of play was broken off or ended: what the title makes of the position, and the result if any."""

    value: float
    result: float | None
    """1 for won, 0 for lost, a half for a draw; None while the game goes on."""


class Scale:
    """Puts outcomes between 0 and 1 by how they stand out among all those seen so far.

    Titles judge positions in points of their own, so only their spread tells what a point is worth. A game that is over
    counts half by its result and half by how clear it was.
    """

    def __init__(self) -> None:
        self._count = 0
        self._mean = 0.0
        self._squares = 0.0

    def add(self, outcome: Outcome) -> None:
        self._count += 1
        off = outcome.value - self._mean
        self._mean += off / self._count
        self._squares += off * (outcome.value - self._mean)

    def of(self, outcome: Outcome) -> float:
        spread = math.sqrt(self._squares / self._count) if self._count else 0.0
        share = 0.5 + 0.5 * math.tanh((outcome.value - self._mean) / (2 * spread)) if spread else 0.5
        return share if outcome.result is None else (share + outcome.result) / 2


def advantage(better: Sequence[float], worse: Sequence[float]) -> float:
    """By how many standard errors one of two candidates is ahead over the worlds that both were tried in."""
    pairs = [a - b for a, b in zip(better, worse, strict=False)]
    if len(pairs) < 2:
        return 0.0
    mean = math.fsum(pairs) / len(pairs)
    variance = math.fsum((pair - mean) ** 2 for pair in pairs) / (len(pairs) - 1)
    return mean / math.sqrt(variance / len(pairs)) if variance else math.copysign(math.inf, mean) if mean else 0.0
