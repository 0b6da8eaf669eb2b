"""Ways of playing on: how a search goes through the worlds that it makes up."""

from __future__ import annotations

import random
from typing import Any

from sandtable.kernel import AnyTitle, Decision, Game, View
from sandtable.kernel.player import Player, Way
from sandtable.players.search.budget import Meter

ORDERS = 6
"""How many orders the general way draws before it takes the best."""
PICKS = 6
"""How many picks of an order it makes at most before it judges the order."""


class Through:
    """The way of a player who looks through a view."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def answer(self, game: Game[Any, Any], decision: Decision) -> str:
        return self._player.choose(View(game, decision.side), decision)


class Sampling:
    """The general way: draws a few orders at random and takes the one that leaves the side best off.

    It tries each in a world with dice of its own, so that it cannot foresee those that will fall.
    """

    def __init__(self, rng: random.Random, meter: Meter) -> None:
        self._rng = rng
        self._meter = meter
        self._game: Game[Any, Any] | None = None
        self._further: list[str] = []

    def answer(self, game: Game[Any, Any], decision: Decision) -> str:
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
        branch, picks = game.branch(), [first]
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


def own_ways(title: AnyTitle, rng: random.Random) -> list[Way]:
    """The ways of a title's own playbook, the best first; without one, that of its own greedy bot, if it has one."""
    if title.playbook:
        return [make(rng.getrandbits(32)) for make in title.playbook]
    return [Through(title.bots["greedy"](rng.getrandbits(32)))] if "greedy" in title.bots else []
