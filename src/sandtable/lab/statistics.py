"""What can be said of many games, and how surely: shares with their intervals, and shares with the luck taken out."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

import msgspec

SURE = 0.95
"""The confidence of every interval."""
FOLDS = 10
DISBELIEF = 3.0
"""So many games of the rarer result weigh as much as the doubt whether taking luck out saves anything."""
Z = statistics.NormalDist().inv_cdf((1 + SURE) / 2)


class Estimate(msgspec.Struct, frozen=True):
    """A share between 0 and 1 with its interval."""

    value: float
    low: float
    high: float


def wilson(wins: float, games: float) -> Estimate:
    """A share of games with Wilson's interval, which holds for few games and for shares near 0 and 1 too."""
    if games == 0:
        return Estimate(0.0, 0.0, 1.0)
    share = wins / games
    spread = Z * math.sqrt(share * (1 - share) / games + Z**2 / (4 * games**2))
    middle, scale = share + Z**2 / (2 * games), 1 + Z**2 / games
    low = 0.0 if wins == 0 else max(0.0, (middle - spread) / scale)
    high = 1.0 if wins == games else min(1.0, (middle + spread) / scale)
    return Estimate(share, low, high)


class WithoutLuck(msgspec.Struct, frozen=True):
    """A share as it would be with luck on nobody's side.

    `saved` is the part of the variance that was luck: below 0 where taking it out did more harm than good.
    """

    share: Estimate
    saved: float


def without_luck(results: Sequence[float], luck: Sequence[float]) -> WithoutLuck | None:
    """The mean of some results with luck as a control variate; None where there are too few games for it.

    Luck averages zero whatever is played, so any multiple of it may be taken out of the results. The multiple that
    helps most is estimated for each tenth of the games from the other nine, so that it does not depend on the luck that
    it is applied to: the estimate has no bias.
    """
    games = len(results)
    if games < 2 * FOLDS:
        return None
    cleared = [0.0] * games
    for fold in range(FOLDS):
        others = [i for i in range(games) if i % FOLDS != fold]
        slope = _slope([results[i] for i in others], [luck[i] for i in others])
        for i in range(fold, games, FOLDS):
            cleared[i] = results[i] - slope * luck[i]
    mean, spread = statistics.fmean(cleared), statistics.variance(cleared)
    before = statistics.variance(results)
    saved = 1 - spread / before if before > 0 else 0.0
    return WithoutLuck(_as_if_of_more(mean, results, saved), saved)


def _as_if_of_more(mean: float, results: Sequence[float], saved: float) -> Estimate:
    """A share with Wilson's interval for as many games as would tell so much with the luck left in.

    How much was saved is told by the games that came out the rarer way: where there are few of them, little of it is
    believed, and none where all games came out alike.
    """
    more = _worth(results, saved)
    return wilson(min(max(mean, 0.0), 1.0) * more, more)


def _worth(results: Sequence[float], saved: float) -> float:
    """How many games tell as much with the luck left in."""
    games, score = len(results), sum(results)
    rarer = min(score, games - score)
    return games * (rarer + DISBELIEF) / (rarer * (1 - saved) + DISBELIEF)


def telling(results: Sequence[float], luck: Sequence[float]) -> tuple[float, float]:
    """A share with the luck taken out, where there are enough games for it, and how many games tell as much."""
    found = without_luck(results, luck) if any(luck) else None
    if found is None or found.saved <= 0:
        return statistics.fmean(results), float(len(results))
    return found.share.value, _worth(results, found.saved)


def _slope(results: Sequence[float], luck: Sequence[float]) -> float:
    """By how much results rise with luck. The mean of luck is known to be zero."""
    square = sum(x * x for x in luck)
    middle = statistics.fmean(results)
    return sum((y - middle) * x for y, x in zip(results, luck, strict=True)) / square if square else 0.0


class Spread(msgspec.Struct, frozen=True):
    """A quantity over many games: its mean, its median, and the range that holds the middle 80 of 100."""

    mean: float
    median: float
    low: float
    high: float


def spread(values: Sequence[float]) -> Spread:
    """How a quantity is spread; zeros where there is none."""
    if not values:
        return Spread(0.0, 0.0, 0.0, 0.0)
    ordered = sorted(values)
    return Spread(statistics.fmean(ordered), _quantile(ordered, 0.5), _quantile(ordered, 0.1), _quantile(ordered, 0.9))


def _quantile(ordered: Sequence[float], share: float) -> float:
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
