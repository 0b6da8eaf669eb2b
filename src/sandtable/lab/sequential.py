"""Intervals that hold however often one looks: so a test may stop as soon as it is sure, and no sooner."""

from __future__ import annotations

import math

from sandtable.lab.statistics import Estimate

_PRIOR = 10.0
"""How much the shares that are mixed gather around one half: as after so many wins of each side."""
_STEPS = 40


def interval(score: float, games: int, doubt: float) -> Estimate:
    """The mean of results between 0 and 1, with an interval that is wrong with probability `doubt` at most, ever.

    Against each mean a bettor bets on a mixture of all shares. If the mean is the true one, he ever gets 1/doubt times
    as rich with probability `doubt` at most: Ville's inequality for a beta-binomial mixture. The likelihood ratio is
    convex in a result, so that results between 0 and 1, such as a draw, are covered too. The interval holds the means
    against which he is not that rich.
    """
    if games == 0:
        return Estimate(0.5, 0.0, 1.0)
    mean = score / games
    low = _edge(0.0, mean, score, games, doubt) if score > 0 else 0.0
    high = _edge(1.0, mean, score, games, doubt) if score < games else 1.0
    return Estimate(mean, low, high)


def is_ruled_out(mean: float, score: float, games: int, doubt: float) -> bool:
    """Whether a mean, neither 0 nor 1, lies outside the interval: the bettor has grown rich against it."""
    lost = games - score
    mixture = _log_beta(_PRIOR + score, _PRIOR + lost) - _log_beta(_PRIOR, _PRIOR)
    return mixture - score * math.log(mean) - lost * math.log1p(-mean) >= math.log(1 / doubt)


def _edge(outside: float, inside: float, score: float, games: int, doubt: float) -> float:
    """Where the interval ends, between a mean outside it and one inside."""
    for _ in range(_STEPS):
        middle = (outside + inside) / 2
        if is_ruled_out(middle, score, games, doubt):
            outside = middle
        else:
            inside = middle
    return outside


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
