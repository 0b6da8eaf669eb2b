"""RR12: slope hexsides, with the worked examples of the rulebook."""

from __future__ import annotations

import pytest

from games.asl.position import ca, content, position
from sandtable.games.asl.movement.reach import step_cost
from sandtable.games.asl.terrain.hexsides import hexsides
from sandtable.games.asl.terrain.slopes import (
    is_down_slope,
    is_up_slope,
    lane_drm,
    lane_snap_drm,
    lies_low,
    slope_tem,
)
from sandtable.games.asl.terrain.tem import is_open_ground, tem


@pytest.mark.rule("rileys_road:RR12", "rileys_road:RR12.1")
def test_p6_p7_is_a_slope_hexside() -> None:
    direction = content().board.direction(content().board.index["P6"], content().board.index["P7"])
    assert hexsides(content())["P6"][direction].slope


@pytest.mark.rule("rileys_road:RR12.2", "rileys_road:RR12/base-interface")
def test_the_same_line_is_down_slope_at_one_end_and_up_slope_at_the_other() -> None:
    assert is_down_slope(content(), "Z14", "Z16")
    assert is_up_slope(content(), "Z15", "Z13")
    assert not is_up_slope(content(), "Z14", "Z16")


@pytest.mark.rule("rileys_road:RR12.41", "rileys_road:RR12.4")
def test_three_down_slope_hexsides_or_two_apart_give_cover() -> None:
    assert lies_low(content(), "Z14")
    assert not lies_low(content(), "AA14")


@pytest.mark.rule("rileys_road:RR12.41")
def test_men_in_a_fold_have_cover_from_fire_across_its_slope() -> None:
    game = position(units={"c": ca("Z14")})
    assert slope_tem(content(), "Z14", "Z17") == 1
    assert slope_tem(content(), "Z14", "Z11") == 0
    assert [part.label for part in tem(game, "Z14", ("c",), ("Z17",))] == ["tem.slope"]
    assert not is_open_ground(game, ("c",), "Z14", ("Z17",))


@pytest.mark.rule("rileys_road:RR12.41")
def test_adjacent_fire_meets_no_slope_tem() -> None:
    game = position(units={"c": ca("Z14")})
    assert slope_tem(content(), "Z14", "Z15") == 0
    assert is_open_ground(game, ("c",), "Z14", ("Z15",))


@pytest.mark.rule("rileys_road:RR12.41", "rileys_road:A.5")
def test_a_fire_group_meets_the_slope_that_one_of_it_fires_across() -> None:
    game = position(units={"c": ca("Z14")})
    assert sum(part.value for part in tem(game, "Z14", ("c",), ("Z17", "Z15"))) == 1


@pytest.mark.rule("rileys_road:RR12.41")
def test_slope_tem_is_not_added_to_other_cover() -> None:
    game = position(units={"c": ca("Z14", stance="foxhole")})
    assert sum(part.value for part in tem(game, "Z14", ("c",), ("Z17",))) == 2


@pytest.mark.rule("rileys_road:RR12.42", "rileys_road:RR12.31")
def test_a_fire_lane_from_up_slope_meets_its_own_modifier() -> None:
    assert lane_drm(content(), "Z12", "Z15") == 1
    assert lane_drm(content(), "Z14", "Z15") == 0
    assert lane_drm(content(), "Z18", "Z15") == 0


@pytest.mark.rule("rileys_road:RR12.42")
def test_a_fire_lane_snap_shot_meets_it_only_if_both_hexes_do() -> None:
    both = lane_snap_drm(content(), ("Z12", "Z13"), "Z15")
    assert both == min(lane_drm(content(), "Z12", "Z15"), lane_drm(content(), "Z13", "Z15")) == 1
    assert lane_snap_drm(content(), ("Z14", "Z13"), "Z15") == 0


@pytest.mark.rule("rileys_road:RR12.5", "rileys_road:RR12.51")
def test_going_up_a_slope_costs_half_a_mf_and_going_down_nothing() -> None:
    game = position()
    assert step_cost(game, "Z14", "Z15", exhausted=False) == 3 + 1
    assert step_cost(game, "Z15", "Z14", exhausted=False) == 3
    assert step_cost(game, "AA15", "AA14", exhausted=False) == 3


@pytest.mark.rule("rileys_road:RR12.53")
def test_in_rain_a_slope_counts_as_a_level_up_and_down() -> None:
    game = position(rained=True)
    assert step_cost(game, "Z14", "Z15", exhausted=False) == 3 + 1 + 2
    assert step_cost(game, "Z15", "Z14", exhausted=False) == 3 + 2
