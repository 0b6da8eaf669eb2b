"""How strong the searching player is: levels by how much it thinks, and the advice that it gives to others."""

from __future__ import annotations

import functools
from collections.abc import Callable

import msgspec

from sandtable.kernel import Decision, View
from sandtable.players.search import Budget, SearchPlayer, Thoughts

COUNSEL_SECONDS = 2.0
"""How long advice may take to think of."""


class Level(msgspec.Struct, frozen=True):
    """How much is thought about a decision, and how much worse than the best the choice may be."""

    nodes: int
    slack: float = 0.0


LEVELS = {"easy": Level(250, slack=0.3), "normal": Level(1000), "hard": Level(3000)}


def searching(level: Level) -> Callable[[int], SearchPlayer]:
    """What makes a player of a level from a seed."""
    return functools.partial(SearchPlayer, budget=Budget(nodes=level.nodes), slack=level.slack)


def counsel(view: View, decision: Decision, seed: int) -> Thoughts:
    """What the strongest level considers for a side, within the time that people are willing to wait."""
    budget = Budget(nodes=LEVELS["hard"].nodes, seconds=COUNSEL_SECONDS)
    return SearchPlayer(seed, budget).thoughts(view, decision)
