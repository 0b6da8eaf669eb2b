"""The player that looks one order ahead: it takes what promises most by the dice and the title's own judgement."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from sandtable.kernel import Decision, Game, Option, View, determinise
from sandtable.kernel.odds import leaves_or_samples

WORK = 500
"""How many results of choices are weighed for a decision."""
BRANCHES = 36
"""How many results of one choice are told apart; beyond, as many are sampled."""
PICKS = 4
"""How many picks of an order are thought through."""


class GreedyPlayer:
    """Chooses what is worth most after one order, on average over the dice.

    It sees no more than its view: it thinks in a world made up to fit it. An order may take several picks, so a pick
    that others follow is worth what the best of them is; and where the enemy may interrupt, what the enemy leaves. The
    work on a decision is bounded and shared evenly by its options: where that leaves less than one result for an
    option, a sample of the options is weighed and the others are passed over. Equal worth is settled by lot, and so is
    the whole decision in a position that was met before, lest an order be begun and dropped for ever. The same seed
    makes the same choices.
    """

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._met: set[str] = set()

    def choose(self, view: View, decision: Decision) -> str:
        if len(decision.options) == 1:
            return decision.options[0].id
        if self._seen_before(view):
            return self._rng.choice(decision.options).id
        order = _Order(view.side, determinise(view, self._rng), self._rng)
        worth = order.worths(decision.options)
        best = max(worth.values())
        return self._rng.choice([option_id for option_id in worth if worth[option_id] == best])

    def _seen_before(self, view: View) -> bool:
        position = view.title.codec.hash(view.state)
        if position in self._met:
            return True
        self._met.add(position)
        return False


class _Order:
    """One order thought through in a made-up world."""

    def __init__(self, side: str, world: Game[Any, Any], rng: random.Random) -> None:
        self._side = side
        self._world = world
        self._rng = rng
        self._below = world.state.stack[:-1]

    def worths(self, options: Sequence[Option]) -> dict[str, float]:
        """What each option promises, or each of a sample."""
        weighed = self._affordable(options, WORK)
        share = WORK // len(weighed)
        return {option.id: self._worth(self._world, option.id, self._side, share, PICKS) for option in weighed}

    def _affordable(self, options: Sequence[Option], work: int) -> Sequence[Option]:
        return options if len(options) <= work else self._rng.sample(options, work)

    def _worth(self, game: Game[Any, Any], option_id: str, chooser: str, work: int, picks: int) -> float:
        """What a choice promises to the bot's side, weighing about `work` results."""
        found, _ = leaves_or_samples(game, option_id, chooser, max(1, min(work, BRANCHES)), self._rng)
        share = work // len(found)
        return sum(float(leaf.probability) * self._value(leaf.game, share, picks - 1) for leaf in found)

    def _value(self, game: Game[Any, Any], work: int, picks: int) -> float:
        """What a position is worth: where the order goes on or is interrupted, what the best answer leads to."""
        further = self._further(game)
        if further is None or picks == 0 or work < 1:
            return float(game.title.evaluate(game.state, game.content, self._side))
        options = self._affordable(further.options, work)
        share = work // len(options)
        values = [self._worth(game, option.id, further.side, share, picks) for option in options]
        return max(values) if further.side == self._side else min(values)

    def _further(self, game: Game[Any, Any]) -> Decision | None:
        """The open decision if it belongs to the order: a further pick, or an interrupt of the enemy."""
        for decision in game.decisions:
            if decision.side == self._side and decision.continues:
                return decision
        depth = len(self._below)
        stack = game.state.stack
        if len(game.decisions) == 1 and len(stack) > depth + 1 and stack[:depth] == self._below:
            return game.decisions[0] if game.decisions[0].side != self._side else None
        return None
