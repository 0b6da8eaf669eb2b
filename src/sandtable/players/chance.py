"""The player that takes any legal option: the yardstick for all others, and the fastest."""

from __future__ import annotations

import random

from sandtable.kernel import Decision, View


class RandomPlayer:
    """Chooses evenly among the options; the same seed makes the same choices."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed).random

    def choose(self, view: View, decision: Decision) -> str:
        options = decision.options
        return options[int(self._chance() * len(options))].id
