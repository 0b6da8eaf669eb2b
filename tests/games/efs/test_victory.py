"""Victory points (24)."""

from __future__ import annotations

import pytest

from games.efs.positions import CADETS, GUNS, INFANTRY, PANZER, RIFLE_DIVISION, TANKS, marked, quiet
from sandtable.games.efs import control, victory
from sandtable.games.efs.losses import lose_steps
from sandtable.games.efs.state import AXIS, SOVIET


@pytest.mark.rule("efs:24.11", "efs:24.12", "efs:24.21", "efs:24.22", "efs:24.24a")
def test_a_location_scores_as_soon_as_an_axis_unit_stands_in_it() -> None:
    game = quiet({INFANTRY: "0707"})
    control.settle(game)
    assert game.state.vp == 0
    marked(game, INFANTRY, at="0706")
    control.settle(game)
    assert game.state.vp == 3
    control.settle(game)
    assert game.state.vp == 3


@pytest.mark.rule("efs:24.22")
def test_it_stays_scored_when_the_unit_goes_on_and_is_lost_when_the_soviets_retake_it() -> None:
    game = quiet({INFANTRY: "0706", RIFLE_DIVISION: "0403"})
    control.settle(game)
    marked(game, INFANTRY, at="0806")
    control.settle(game)
    assert game.state.vp == 3
    marked(game, RIFLE_DIVISION, at="0706")
    control.settle(game)
    assert game.state.vp == 0
    assert game.state.locations["0706"].taken == 11


@pytest.mark.rule("efs:24.23")
def test_a_location_is_worth_what_the_schedule_says_of_the_turn() -> None:
    game = quiet({}, scenario="perekop")
    assert victory.worth(game, "1615") == 8
    assert victory.worth(game, "0908") == 3


@pytest.mark.rule("efs:24.12", "efs:24.25b")
def test_a_place_that_is_held_from_the_start_costs_points_when_it_falls() -> None:
    game = quiet({RIFLE_DIVISION: "1314"}, scenario="perekop")
    assert game.content.card.locations["2108"].counted


@pytest.mark.rule("efs:16.25", "efs:24.41", "efs:24.42")
def test_every_sixth_step_of_armor_or_artillery_is_a_point() -> None:
    game = quiet({TANKS: "0805", CADETS: "0805", PANZER: "0603", GUNS: "0603"})
    game.state.losses[SOVIET] = 5
    lose_steps(game, CADETS, 1, "16.22")
    assert game.state.vp == 0
    lose_steps(game, TANKS, 1, "16.22")
    assert (game.state.vp, game.state.losses[SOVIET]) == (1, 0)
    game.state.losses[AXIS] = 4
    lose_steps(game, PANZER, 1, "16.22")
    lose_steps(game, GUNS, 1, "16.22")
    assert (game.state.vp, game.state.losses[AXIS]) == (0, 0)


@pytest.mark.rule("efs:24.13")
@pytest.mark.parametrize(
    ("points", "winner", "level"),
    [(16, AXIS, "axis-decisive"), (15, AXIS, "axis-substantial"), (6, AXIS, "axis-marginal"), (5, SOVIET, "soviet")],
)
def test_the_total_decides_who_has_won(points: int, winner: str, level: str) -> None:
    game = quiet({})
    game.state.vp = points
    victory.judge(game)
    assert game.state.result is not None
    assert (game.state.result.winner, game.state.result.level) == (winner, level)
