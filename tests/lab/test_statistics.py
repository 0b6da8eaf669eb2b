"""Intervals, and luck as a control variate: no bias, less variance, honest confidence."""

from __future__ import annotations

import random
import statistics

import pytest

from sandtable.lab.statistics import spread, wilson, without_luck


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(5, 10, 0.2366, 0.7634), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (45, 100, 0.3561, 0.5476)],
)
def test_wilson_agrees_with_published_figures(wins: int, games: int, low: float, high: float) -> None:
    found = wilson(wins, games)
    assert found.value == wins / games
    assert (found.low, found.high) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_nothing_is_known_of_no_games() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


SKILL = 0.3
"""What the better side brings along, in the spread of its fair luck."""
TRUE_SHARE = statistics.NormalDist().cdf(SKILL / (1 + 0.5**2) ** 0.5)
"""How often skill, luck and all that is neither add up to a win."""


def duel(rng: random.Random, games: int) -> tuple[list[float], list[float]]:
    """Games that a side wins when skill, luck of the dice and other chance are above zero together."""
    luck = [rng.gauss(0, 1) for _ in range(games)]
    return [float(SKILL + x + rng.gauss(0, 0.5) > 0) for x in luck], luck


def test_taking_luck_out_leaves_no_bias_and_less_variance() -> None:
    rng = random.Random(1)
    plain, fair, covered = [], [], 0
    for _ in range(400):
        results, luck = duel(rng, 60)
        found = without_luck(results, luck)
        assert found is not None
        plain.append(statistics.fmean(results))
        fair.append(found.share.value)
        covered += found.share.low <= TRUE_SHARE <= found.share.high
    error = statistics.stdev(fair) / len(fair) ** 0.5
    assert abs(statistics.fmean(fair) - TRUE_SHARE) < 3 * error
    assert statistics.variance(fair) < 0.6 * statistics.variance(plain)
    assert 0.92 < covered / 400 < 0.98


def test_the_saving_is_the_share_of_variance_that_was_luck() -> None:
    results, luck = duel(random.Random(2), 4000)
    found = without_luck(results, luck)
    assert found is not None
    assert found.saved == pytest.approx(statistics.correlation(results, luck) ** 2, abs=0.01)


def test_luck_that_has_no_part_in_the_result_saves_nothing() -> None:
    rng = random.Random(3)
    results = [float(rng.random() < 0.4) for _ in range(1000)]
    found = without_luck(results, [rng.gauss(0, 5) for _ in range(1000)])
    assert found is not None
    assert abs(found.saved) < 0.01
    assert found.share.value == pytest.approx(statistics.fmean(results), abs=0.01)


def test_a_few_games_are_too_few() -> None:
    assert without_luck([1.0] * 19, [0.5] * 19) is None


def test_results_that_are_all_alike_prove_no_more_than_so_many_games() -> None:
    found = without_luck([1.0] * 40, [float(n % 3 - 1) for n in range(40)])
    assert found is not None
    assert (found.share, found.saved) == (wilson(40, 40), 0.0)


@pytest.mark.parametrize("share", [0.01, 0.03, 0.08, 0.5, 0.97])
@pytest.mark.parametrize("games", [20, 60])
@pytest.mark.parametrize("part", [0.3, 0.9])
def test_the_interval_without_luck_holds_near_0_and_1(share: float, games: int, part: float) -> None:
    """`part` is how much of what decides a game is luck of the dice."""
    rng, covered, rounds = random.Random(4), 0, 250
    least = statistics.NormalDist().inv_cdf(1 - share)
    for _ in range(rounds):
        luck = [rng.gauss(0, 1) for _ in range(games)]
        results = [float(part * x + (1 - part**2) ** 0.5 * rng.gauss(0, 1) > least) for x in luck]
        found = without_luck(results, luck)
        assert found is not None
        covered += found.share.low <= share <= found.share.high
    assert covered / rounds > 0.9


def test_a_spread_tells_the_middle_and_the_edges() -> None:
    found = spread([float(n) for n in range(11)])
    assert (found.mean, found.median, found.low, found.high) == (5, 5, 1, 9)
