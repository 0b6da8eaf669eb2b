"""The search for the even setting: sure of what it says, and the same whatever order games end in."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from sandtable.lab.search import LOOK, Point, Rules, Search, Trial, between, even_at
from sandtable.lab.sequential import interval, is_ruled_out
from sandtable.lab.statistics import Estimate


def test_an_interval_narrows_around_the_mean() -> None:
    few, many = interval(6, 10, 0.05), interval(600, 1000, 0.05)
    assert few.low < many.low < 0.6 < many.high < few.high
    assert (many.low, many.high) == (pytest.approx(0.54, abs=0.02), pytest.approx(0.66, abs=0.02))


def test_an_interval_of_nothing_and_of_one_sided_results() -> None:
    assert interval(0, 0, 0.05) == Estimate(0.5, 0.0, 1.0)
    assert interval(0, 20, 0.05).low == 0.0
    assert interval(20, 20, 0.05).high == 1.0
    assert interval(20, 20, 0.05).low > 0.5


def ever_ruled_out(mean: float, results: tuple[float, ...], weights: tuple[float, ...], runs: int) -> int:
    """In how many runs of 200 results, looked at after every one, the true mean is ruled out at some time."""
    rng, wrong = random.Random(5), 0
    for _ in range(runs):
        totals = itertools.accumulate(rng.choices(results, weights, k=200))
        wrong += any(is_ruled_out(mean, score, games, 0.1) for games, score in enumerate(totals, 1))
    return wrong


@pytest.mark.parametrize("mean", [0.3, 0.5, 0.9])
def test_looking_after_every_game_is_wrong_no_more_often_than_promised(mean: float) -> None:
    assert ever_ruled_out(mean, (1.0, 0.0), (mean, 1 - mean), 400) <= 40 + 3 * math.sqrt(400 * 0.1 * 0.9)


def test_draws_leave_the_promise_as_it_is() -> None:
    assert ever_ruled_out(0.5, (0.0, 0.5, 1.0), (1, 2, 1), 400) <= 40


def test_an_interval_holds_the_means_that_are_not_ruled_out() -> None:
    found = interval(30, 50, 0.05)
    for mean, outside in ((found.low - 1e-6, True), (found.low + 1e-6, False), (found.high + 1e-6, True)):
        assert is_ruled_out(mean, 30, 50, 0.05) is outside


def found_by(values: list[int], share: dict[int, float] | float, rules: Rules, seed: int = 1) -> Search:
    """A search among games whose first side wins with a chance that depends on the setting."""
    search, rng = Search(values, rules), random.Random(seed)
    while (wanted := search.next()) is not None:
        chance = share if isinstance(share, float) else share[values[wanted[0]]]
        search.take(*wanted, float(rng.random() < chance))
    return search


def logistic(value: int, even: float, slope: float) -> float:
    return 1 / (1 + math.exp(-slope * (value - even)))


@pytest.mark.parametrize("slope", [0.4, -0.4])
@pytest.mark.parametrize("even", [-6.3, 0.0, 4.5])
def test_the_even_point_is_found_whichever_side_the_handle_favours(even: float, slope: float) -> None:
    values = list(range(-12, 13))
    search = found_by(values, {value: logistic(value, even, slope) for value in values}, Rules(margin=0.1, most=600))
    points = search.points
    bounds = between(points)
    assert bounds is not None
    assert bounds[0] <= even <= bounds[1]
    estimate = even_at(points)
    assert estimate is not None
    assert abs(estimate - even) < 1.5
    assert len(points) <= 2 + math.ceil(math.log2(len(values)))


def test_the_promise_is_kept_over_many_searches() -> None:
    values, even, broken = list(range(9)), 3.4, 0
    shares = {value: logistic(value, even, 0.8) for value in values}
    for seed in range(60):
        bounds = between(found_by(values, shares, Rules(margin=0.1, most=200), seed).points)
        broken += bounds is not None and not bounds[0] <= even <= bounds[1]
    assert broken <= 5


def test_no_setting_makes_it_even_where_one_side_is_always_ahead() -> None:
    search = found_by([0, 1, 2, 3], 0.9, Rules())
    assert [(point.value, point.verdict) for point in search.points] == [(0, "first"), (3, "first")]
    assert between(search.points) is None
    assert even_at(search.points) is None


def test_what_is_even_at_once_is_not_searched_further() -> None:
    search = found_by([0, 1, 2, 3], 0.5, Rules(margin=0.2))
    assert [(point.value, point.verdict) for point in search.points] == [(0, "even")]
    assert even_at(search.points) == 0.0


def test_what_cannot_be_decided_is_left_open_after_the_most_games() -> None:
    search = found_by([0], 0.5, Rules(margin=0.01, most=100))
    assert [(point.games, point.verdict) for point in search.points] == [(100, "open")]


def test_an_end_that_stays_open_does_not_end_the_search() -> None:
    values = list(range(9))
    shares = {value: 0.55 if value == 0 else logistic(value, 0.3, -0.8) for value in values}
    points = found_by(values, shares, Rules(margin=0.05, most=100)).points
    assert (points[0].value, points[-1].value) == (0, 8)
    assert points[0].verdict == "open"
    assert len(points) > 2
    assert even_at(points) is not None


def test_a_search_can_be_narrowed_down() -> None:
    values, even = list(range(-20, 21)), 0.3
    shares = {value: logistic(value, even, 0.3) for value in values}
    wide, close = (found_by(values, shares, Rules(margin=0.15, narrow=narrow)).points for narrow in (False, True))
    (wide_low, wide_high), (low, high) = between(wide) or (0, 0), between(close) or (0, 0)
    assert wide_low <= low <= even <= high <= wide_high
    assert high - low < (wide_high - wide_low) / 1.5
    assert len(close) <= 2 + 2 * math.ceil(math.log2(len(values)))


def test_a_setting_that_is_even_at_the_far_end_is_the_answer() -> None:
    points = found_by([0, 1, 2], {0: 0.1, 1: 0.3, 2: 0.49}, Rules(margin=0.2)).points
    assert [(point.value, point.verdict) for point in points] == [(0, "second"), (2, "even")]
    assert even_at(points) == 2.0


def test_a_sure_thing_takes_few_games() -> None:
    assert all(point.games <= 3 * LOOK for point in found_by([0, 1], 1.0, Rules()).points)


def test_the_order_in_which_games_end_changes_nothing() -> None:
    rng = random.Random(3)
    results = [float(rng.random() < 0.55) for _ in range(400)]
    verdicts = set()
    for _ in range(5):
        trial = Trial(Rules(margin=0.05, most=400), 0.05)
        numbers = list(range(400))
        rng.shuffle(numbers)
        for number in numbers:
            trial.take(number, results[number])
        verdicts.add((trial.verdict, trial.games, trial.score))
    assert len(verdicts) == 1


def test_late_games_of_a_setting_that_was_judged_change_nothing() -> None:
    search = Search([0, 1], Rules())
    for number in range(2 * LOOK):
        search.take(0, number, 1.0)
    assert search.place == 1
    before = search.points
    search.take(0, 2 * LOOK, 0.0)
    assert search.points == before


def test_even_is_estimated_between_settings_in_log_odds() -> None:
    def point(value: int, share: float) -> Point:
        return Point(value, 1000, Estimate(share, share - 0.05, share + 0.05), "open")

    assert even_at([point(0, 0.25), point(4, 0.75)]) == pytest.approx(2.0)
    near_low = even_at([point(0, 0.45), point(4, 0.9)])
    assert near_low is not None
    assert 0 < near_low < 0.6
