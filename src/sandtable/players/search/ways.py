"""Ways of playing on: quick players that a search follows through the worlds that it makes up."""

from __future__ import annotations

import random
from typing import Any, Protocol

from sandtable.kernel import AnyTitle, Decision, Game, View
from sandtable.kernel.player import Player
from sandtable.players.search.budget import Meter

ORDERS = 6
"""How many orders the general way draws before it takes the best."""
PICKS = 6
"""How many picks of an order it makes at most before it judges the order."""


class Way(Protocol):
    """Answers decisions in a made-up world."""

    is_own: bool
    """Whether it is the title's own, and so worth following."""

    def choose(self, game: Game[Any, Any], decision: Decision) -> str: ...


class Scripted:
    """A quick player of the title's own."""

    is_own = True

    def __init__(self, player: Player) -> None:
        self._player = player

    def choose(self, game: Game[Any, Any], decision: Decision) -> str:
        return self._player.choose(View(game, decision.side), decision)


class Sampling:
    """The general way: draws a few orders at random and takes the one that leaves the side best off.

    It tries each in a world with dice of its own, so that it cannot foresee those that will fall.
    """

    is_own = False

    def __init__(self, rng: random.Random, meter: Meter) -> None:
        self._rng = rng
        self._meter = meter
        self._game: Game[Any, Any] | None = None
        self._further: list[str] = []

    def choose(self, game: Game[Any, Any], decision: Decision) -> str:
        if self._game is game and self._further and decision.continues:
            option = self._further.pop()
            if decision.find(option) is not None:
                return option
        best, order = -float("inf"), [decision.options[0].id]
        options = decision.ids
        for first in self._rng.sample(options, min(ORDERS, len(options))):
            value, picks = self._tried(game, decision.side, first)
            if value > best:
                best, order = value, picks
        self._game, self._further = game, order[:0:-1]
        return order[0]

    def _tried(self, game: Game[Any, Any], side: str, first: str) -> tuple[float, list[str]]:
        """What an order leads to whose further picks are made at random."""
        branch, picks = game.fork(), [first]
        branch.state.seed = self._rng.getrandbits(63)
        branch.choose(first, side)
        while len(picks) < PICKS and branch.decisions:
            decision = branch.decisions[0]
            if not decision.continues or decision.side != side:
                break
            picks.append(self._rng.choice(decision.options).id)
            branch.choose(picks[-1], side)
        self._meter.spend(len(picks))
        return float(branch.title.evaluate(branch.state, branch.content, side)), picks


def ways_of(title: AnyTitle, rng: random.Random, meter: Meter) -> list[Way]:
    """The ways of the title's own playbook, the best first; without one that of its own greedy bot, or the general."""
    makers = title.playbook or ((title.bots["greedy"],) if "greedy" in title.bots else ())
    own: list[Way] = [Scripted(make(rng.getrandbits(32))) for make in makers]
    return own or [Sampling(rng, meter)]
