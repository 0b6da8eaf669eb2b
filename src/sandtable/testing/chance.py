"""Checks of chance: the odds list everything that the dice can do, as often as they do it, and by bands only."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from sandtable.kernel import Game
from sandtable.kernel.dice import Bands, SeededDice, band_of, distribution, total_of
from sandtable.kernel.odds import leaves_or_samples, sampled
from sandtable.testing.position import Position, Problems

BUDGET = 300
SAMPLES = 100


def odds_agree_with_dice(position: Position) -> Problems:
    """The odds of an option add up to one, and dice thrown many times give nothing else, nor at other rates."""
    decision = position.any_decision()
    option_id = position.rng.choice(decision.ids)
    found, exact = leaves_or_samples(position.game, option_id, decision.side, BUDGET, position.rng)
    if sum(leaf.probability for leaf in found) != 1:
        yield f"the odds of {option_id} do not add up to one"
    if not exact:
        return
    expected: dict[str, Fraction] = {}
    for leaf in found:
        outcome = _but_for_seed(leaf.game)
        expected[outcome] = expected.get(outcome, Fraction(0)) + leaf.probability
    samples = SAMPLES if len(found) > 1 else 1
    thrown = sampled(position.game, option_id, decision.side, samples, position.rng)
    observed = Counter(_but_for_seed(leaf.game) for leaf in thrown)
    if observed.keys() - expected.keys():
        yield f"the dice took {option_id} where the odds do not"
    elif far_off(expected, observed):
        yield f"the dice do not keep to the odds of {option_id}"


def shown_odds_add_up(position: Position) -> Problems:
    """The odds that a player is shown add up to one, whatever is hidden."""
    decision = position.any_decision()
    option_id = position.rng.choice(decision.ids)
    before = position.table.hash
    outcomes = position.table.odds(option_id, decision.side, BUDGET).outcomes
    if not math.isclose(sum(outcome.probability for outcome in outcomes), 1.0, abs_tol=1e-9):
        yield f"the odds shown for {option_id} do not add up to one"
    if position.table.hash != before:
        yield f"to show the odds of {option_id} changes the state"


def _but_for_seed(game: Game[Any, Any]) -> str:
    game.state.seed = 0
    fingerprint: str = game.title.codec.hash(game.state)
    return fingerprint


def far_off(expected: Mapping[str, Fraction], observed: Mapping[str, int]) -> bool:
    """Whether counts lie so far from their probabilities (chi-square) that chance does not explain it."""
    total = sum(observed.values())
    rare_expected, rare_observed, surprise, cells = 0.0, 0, 0.0, 0
    for outcome, probability in expected.items():
        awaited = float(probability) * total
        if awaited < 5:
            rare_expected += awaited
            rare_observed += observed.get(outcome, 0)
            continue
        surprise += (observed.get(outcome, 0) - awaited) ** 2 / awaited
        cells += 1
    if rare_expected > 0:
        surprise += (rare_observed - rare_expected) ** 2 / max(rare_expected, 1.0)
        cells += 1
    freedom = max(1, cells - 1)
    return surprise > freedom + 6 * math.sqrt(2 * freedom) + 20


class OtherFaces:
    """Dice that fall within the same bands as those of the seed, but otherwise."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._seeded = SeededDice()

    def faces(self, seed: int, count: int, dice: str, bands: Bands | None) -> tuple[int, ...]:
        fell = total_of(dice, self._seeded.faces(seed, count, dice, bands))
        totals = distribution(dice)
        if bands is None:
            return totals[fell][0]
        band = band_of(dice, fell, bands)
        alike = [total for total in totals if total != fell and band_of(dice, total, bands) == band]
        return totals[self._rng.choice(alike) if alike else fell][0]

    def pick(self, seed: int, count: int, items: Sequence[str]) -> str:
        return self._seeded.pick(seed, count, items)

    def fork(self) -> OtherFaces:
        return OtherFaces(self._rng)


def only_bands_matter(before: Game[Any, Any], after: str, option_id: str, side: str, rng: random.Random) -> Problems:
    """From a position, a choice leads to the state `after` with any faces of the same bands."""
    other = before.fork()
    other.dice = OtherFaces(rng)
    other.choose(option_id, side)
    if other.title.codec.hash(other.state) != after:
        yield f"{option_id}: dice of the same band lead to another state; the roll names too few bands"
