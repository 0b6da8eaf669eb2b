"""The ladder: ratings that fit the games, intervals that hold, and games that are played once."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

from cli.conftest import Run, run  # noqa: F401
from sandtable.kernel import title
from sandtable.lab import PlanError
from sandtable.lab.ladder import MEAN, Pairing, ladder, ladder_plan, rated


def met(first: str, second: str, score: float, games: int = 100, scenario: str = "bridge") -> Pairing:
    return Pairing(scenario, first, second, games, score, float(games))


def chance(points: float) -> float:
    """How often who is so many points ahead wins."""
    return 1 / (1 + 10 ** (-points / 400))


def test_who_wins_ten_of_eleven_is_four_hundred_points_ahead() -> None:
    found = rated([met("a", "b", chance(400), 5000), met("b", "a", chance(-400), 5000)], ["a", "b"])
    assert found.ratings["a"].elo - found.ratings["b"].elo == pytest.approx(400, abs=2)
    assert found.ratings["a"].elo + found.ratings["b"].elo == pytest.approx(2 * MEAN)
    assert list(found.ratings) == ["a", "b"]
    assert found.ratings["a"].games == 10_000


def test_the_side_that_a_scenario_favours_is_told_from_strength() -> None:
    found = rated([met("a", "b", chance(300 - 100)), met("b", "a", chance(300 + 100))], ["a", "b"])
    assert found.ratings["b"].elo - found.ratings["a"].elo == pytest.approx(100, abs=5)
    assert found.advantage["bridge"] == pytest.approx(300, abs=10)


def test_strengths_are_compared_through_others() -> None:
    games = [met("a", "b", chance(150), 1000), met("b", "c", chance(150), 1000)]
    games += [met(each.second, each.first, 1 - each.score, 1000) for each in games]
    found = rated(games, ["c", "b", "a"])
    assert list(found.ratings) == ["a", "b", "c"]
    assert found.ratings["a"].elo - found.ratings["c"].elo == pytest.approx(300, abs=5)


def test_who_never_loses_has_a_rating_and_a_wide_interval() -> None:
    found = rated([met("a", "b", 1.0, 10), met("b", "a", 0.0, 10)], ["a", "b"])
    best = found.ratings["a"]
    assert math.isfinite(best.elo)
    assert best.high - best.low > 200


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    rng, covered, rounds = random.Random(6), 0, 200
    for _ in range(rounds):
        games = []
        for first, second, ahead in (("a", "b", 150), ("b", "a", -150)):
            won = sum(rng.random() < chance(ahead) for _ in range(50))
            games.append(met(first, second, won / 50, 50))
        rating = rated(games, ["a", "b"]).ratings["a"]
        covered += rating.low <= MEAN + 75 <= rating.high
    assert covered / rounds > 0.92


def test_players_of_a_title_are_rated_and_games_are_played_once(tmp_path: Path) -> None:
    primer = title("primer")
    told: list[tuple[int, int]] = []
    first = ladder(primer, ["random", "greedy"], games=8, folder=tmp_path / "games")
    again = ladder(
        primer, ["random", "greedy"], games=8, folder=tmp_path / "games", progress=lambda *each: told.append(each)
    )
    assert told == [(8, 8)]
    assert again == first
    assert list(first.ratings) == ["greedy", "random"]
    assert {(each.first, each.second, each.games) for each in first.pairings} == {
        ("random", "greedy", 4), ("greedy", "random", 4),
    }  # fmt: skip


@pytest.mark.parametrize("bots", [["greedy"], ["greedy", "greedy"], []])
def test_a_ladder_needs_different_players(bots: list[str]) -> None:
    with pytest.raises(PlanError, match="two players or more"):
        ladder_plan(title("primer"), bots, (), (), 10, 0)


def test_the_ladder_from_the_command_line(run: Run) -> None:  # noqa: F811
    call = ("ladder", "primer", "--bots", "random,greedy", "--games", 4, "--workers", 1)
    data = run(*call, "--json").data
    assert set(data["ratings"]) == {"random", "greedy"}
    assert set(data["ratings"]["greedy"]) == {"elo", "low", "high", "games"}
    assert "its first side is worth" in run(*call).out
    assert run("ladder", "primer", "--bots", "greedy,nobody").code == 2
