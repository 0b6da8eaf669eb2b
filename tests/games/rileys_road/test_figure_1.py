"""RR12: the worked examples of Figure 1, on the map, with the hexes that the text names or implies."""

from __future__ import annotations

import pytest

from games.asl.position import ca, content, position
from sandtable.games.asl.movement.reach import step_cost
from sandtable.games.asl.sight import sees
from sandtable.games.asl.terrain.slopes import is_up_slope, lane_drm, lane_snap_drm, slope_tem
from sandtable.games.asl.terrain.tem import is_open_ground, tem

TARGET, LANE_GUN, NEXT, SQUAD_A, PARA = "Z14", "BB14", "AA15", "X15", "CC13"
"""Where the 4-5-8, the 4-4-7, the 4-6-8, the 4-6-7 and the 5-4-8 stand."""


@pytest.mark.rule("rileys_road:RR12.41")
def test_the_slope_covers_the_target_from_two_squads_and_not_from_the_third() -> None:
    assert slope_tem(content(), TARGET, SQUAD_A) == 1
    assert slope_tem(content(), TARGET, LANE_GUN) == 1
    assert slope_tem(content(), TARGET, PARA) == 0


@pytest.mark.rule("rileys_road:RR12.41")
def test_from_the_next_hex_it_does_not_and_the_target_is_in_the_open() -> None:
    game = position(units={"c": ca(TARGET)})
    assert slope_tem(content(), TARGET, NEXT) == 0
    assert is_open_ground(game, ("c",), TARGET, (NEXT,))


@pytest.mark.rule("rileys_road:RR12.41")
def test_it_covers_from_a_fire_group_of_both() -> None:
    game = position(units={"c": ca(TARGET)})
    assert sum(part.value for part in tem(game, TARGET, ("c",), (LANE_GUN, NEXT))) == 1


@pytest.mark.rule("rileys_road:RR12.31")
def test_the_squads_of_the_example_see_the_target() -> None:
    game = position(units={"c": ca(TARGET)})
    assert all(sees(game, firer, TARGET) for firer in (SQUAD_A, LANE_GUN, NEXT, PARA))
    assert is_up_slope(content(), NEXT, TARGET)


@pytest.mark.rule("rileys_road:RR12.42")
def test_a_lane_from_below_meets_no_slope_drm_but_the_slope_tem() -> None:
    assert [lane_drm(content(), hex_, LANE_GUN) for hex_ in ("X14", "Y14", "Y15", "Z14", "AA14", "AA15")] == [0] * 6
    assert slope_tem(content(), TARGET, LANE_GUN) == 1


@pytest.mark.rule("rileys_road:RR12.42")
@pytest.mark.parametrize(
    ("hexes", "drm"), [(("X14",), 0), (("AA11", "Z11", "Z12", "Y13", "Y14"), 1), (("AA12", "Z13", "Y15"), 0)]
)
def test_a_lane_from_up_slope_meets_it_on_one_side_beyond_the_next_hex(hexes: tuple[str, ...], drm: int) -> None:
    assert {hex_: lane_drm(content(), hex_, SQUAD_A) for hex_ in hexes} == dict.fromkeys(hexes, drm)


@pytest.mark.rule("rileys_road:RR12.42", "rileys_road:A9.221")
@pytest.mark.parametrize("crossed", [("Y13", "Z13"), ("Z11", "AA12")])
def test_a_snap_shot_along_the_lane_meets_none_where_one_hex_does_not(crossed: tuple[str, str]) -> None:
    assert lane_snap_drm(content(), crossed, SQUAD_A) == 0


@pytest.mark.rule("rileys_road:RR12.51")
def test_up_into_the_plowed_field_costs_two_and_down_one_and_a_half() -> None:
    game = position()
    assert step_cost(game, TARGET, "Z15", exhausted=False) == 2 * 2
    assert step_cost(game, NEXT, "AA14", exhausted=False) == 3
