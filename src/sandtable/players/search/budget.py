"""How much a search may spend on a decision, and what it has spent."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec


class Budget(msgspec.Struct, frozen=True):
    """So many choices tried in made-up worlds, or so many seconds, whichever ends first.

    With nodes alone a search makes the same choice on any machine; with seconds it does not.
    """

    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.nodes is None and self.seconds is None:
            raise ValueError("a budget needs nodes, seconds or both")

    def part(self, share: float) -> Budget:
        """So much of it."""
        nodes = None if self.nodes is None else max(1, int(self.nodes * share))
        return Budget(nodes, None if self.seconds is None else self.seconds * share)


class Meter:
    """What is left of a budget."""

    def __init__(self, budget: Budget, clock: Callable[[], float] = time.perf_counter) -> None:
        self.budget = budget
        self.nodes = 0
        self._clock = clock
        self._started = clock()

    def spend(self, nodes: int = 1) -> None:
        self.nodes += nodes

    @property
    def seconds(self) -> float:
        return self._clock() - self._started

    @property
    def share(self) -> float:
        """How much of the budget is spent: 1 when all of it is."""
        budget, share = self.budget, 0.0
        if budget.nodes is not None:
            share = self.nodes / budget.nodes
        if budget.seconds is not None:
            share = max(share, self.seconds / budget.seconds)
        return share

    def affords(self, nodes: int) -> bool:
        """Whether so many more nodes are within the budget, as far as nodes are counted."""
        return self.budget.nodes is None or self.nodes + nodes <= self.budget.nodes
