"""The tree of a search: what was tried in each position that follows from a candidate, and how it went."""

from __future__ import annotations

import math
import random

from sandtable.kernel import Decision
from sandtable.players.search.worth import Outcome

CURIOSITY = 0.35
"""How strongly what was tried seldom is tried again."""
WIDEN = 6
"""How many visits of a position it takes before each further option is tried in it."""


class Branch:
    """An option, the way in which its side plays on from it, and what came of it."""

    def __init__(self, option: str, way: int) -> None:
        self.option = option
        self.way = way
        self.visits = 0
        self.total = 0.0
        self._below: dict[tuple[str, str], Node] = {}

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0

    def below(self, decision: Decision) -> Node:
        """What was tried after this option where it led to such a decision; the dice may lead to several."""
        return self._below.setdefault((decision.side, decision.prompt), Node())

    def count(self, worth: float) -> None:
        self.visits += 1
        self.total += worth


class Node:
    """The options tried in a position: at first only the one that the side's way of playing prefers, then others."""

    def __init__(self) -> None:
        self.visits = 0
        self.branches: dict[str, Branch] = {}

    def widened(self, decision: Decision, preferred: str, way: int, rng: random.Random) -> Branch | None:
        """A branch that is new here, if it is time for one."""
        if preferred not in self.branches:
            return self._grown(preferred, way)
        fresh = [option for option in decision.ids if option not in self.branches]
        if fresh and self.visits >= WIDEN * len(self.branches):
            return self._grown(rng.choice(fresh), way)
        return None

    def _grown(self, option: str, way: int) -> Branch:
        branch = self.branches[option] = Branch(option, way)
        return branch

    def most_promising(self, decision: Decision) -> Branch:
        """The branch to follow among those that are offered now: good for its side, or not tried enough."""
        offered = [branch for branch in self.branches.values() if decision.find(branch.option) is not None]
        return max(offered, key=self._hope)

    def _hope(self, branch: Branch) -> float:
        if not branch.visits:
            return math.inf
        return branch.mean + CURIOSITY * math.sqrt(math.log(self.visits + 1) / branch.visits)


class Candidacy(Branch):
    """A candidate for the decision itself, with the outcome in each world in which it was tried."""

    def __init__(self, option: str, way: int) -> None:
        super().__init__(option, way)
        self.outcomes: list[Outcome] = []
