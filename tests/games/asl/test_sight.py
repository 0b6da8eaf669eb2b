"""A6, B9.2, B10.2, B14.2, B23.74, RR11.3, RR12.3: lines of sight over the map as printed, each case at its edge."""

from __future__ import annotations

import pytest

from games.asl.fields import ground, meadow
from games.asl.position import board, content
from sandtable.games.asl.sight import Block, Hindrance, printed_line
from sandtable.games.asl.sight.ground import Ground
from sandtable.games.asl.sight.on_map import printed_ground
from sandtable.games.asl.tables.terrain import SightLines

HOUSE = {"building": "h", "stories": 1}


# A6.1, A6.2: shapes and heights


@pytest.mark.rule("rileys_road:A6.1")
def test_open_ground_hides_nobody() -> None:
    line = ground().line("J15", "J3")
    assert line.clear
    assert line.hindrances == ()
    assert line.sides == ("J3-J4",)


@pytest.mark.rule("rileys_road:A6.2", "rileys_road:B13.1")
def test_woods_between_two_men_on_the_same_level_block() -> None:
    line = ground({"J5": "woods"}).line("J8", "J2")
    assert line.block == Block("A6.2", "J5", "terrain:woods")
    assert line.hindrance == 0


@pytest.mark.rule("rileys_road:A6.2")
def test_what_stands_in_the_hexes_of_the_ends_blocks_nothing() -> None:
    assert ground({"J8": "woods", "J2": "woods"}).line("J8", "J2").clear


@pytest.mark.rule("rileys_road:A6.1")
def test_the_shape_counts_and_not_the_hex() -> None:
    small = {"J5": ((-10, -10), (10, -10), (10, 10), (-10, 10))}
    field = ground({"J5": "stone-building"}, houses={"J5": HOUSE}, shapes=small)
    assert not field.line("J8", "J2").clear
    assert not field.line("I9", "K2").clear, "through the center of J5"
    assert field.line("I8", "L1").clear, "through J5, but beside the house"
    assert not ground({"J5": "woods"}).line("I8", "L1").clear


@pytest.mark.rule("rileys_road:A6.1")
def test_a_line_that_only_touches_a_shape_is_not_blocked() -> None:
    touching = {"J5": ((0, -40), (40, -40), (40, 40), (0, 40))}
    beyond = {"J5": ((-1, -40), (40, -40), (40, 40), (-1, 40))}
    assert ground({"J5": "stone-building"}, houses={"J5": HOUSE}, shapes=touching).line("J8", "J2").clear
    assert not ground({"J5": "stone-building"}, houses={"J5": HOUSE}, shapes=beyond).line("J8", "J2").clear


@pytest.mark.rule("rileys_road:A6.11", "rileys_road:A6.2")
def test_what_is_no_higher_than_both_ends_blocks_nothing() -> None:
    levels = {"J8": 1, "J2": 1}
    assert ground({"J5": "woods"}, levels=levels).line("J8", "J2").clear


@pytest.mark.rule("rileys_road:A6.2", "rileys_road:A6.11")
def test_to_see_over_something_one_must_be_higher_than_it() -> None:
    as_high = ground({"J5": "woods"}, levels={"J8": 1})
    assert as_high.line("J8", "J2").block == Block("A6.2", "J5", "terrain:woods")
    assert ground({"J5": "woods"}, levels={"J8": 2}).line("J8", "J2").clear


# A6.4: blind hexes


@pytest.mark.rule("rileys_road:A6.4", "rileys_road:A6.41")
@pytest.mark.parametrize(
    ("high", "low", "top", "distance", "blind"),
    [(2, 0, 1, 3, 1), (2, 0, 1, 5, 2), (2, 0, 1, 10, 3), (3, 0, 1, 3, 1), (2, -1, 1, 3, 2), (3, 0, 2, 3, 2)],
)
def test_blind_hexes_behind_an_obstacle(high: int, low: int, top: int, distance: int, blind: int) -> None:
    figures = content().table("sight", SightLines)
    assert figures.blind(top=top, high=high, low=low, distance=distance) == blind


@pytest.mark.rule("rileys_road:A6.4", "rileys_road:A6.41")
@pytest.mark.parametrize(("distance", "blind"), [(3, 0), (5, 1)])
def test_blind_hexes_behind_bare_ground(distance: int, blind: int) -> None:
    assert content().table("sight", SightLines).blind_ground(top=0, high=1, low=-1, distance=distance) == blind


@pytest.mark.rule("rileys_road:A6.4", "rileys_road:A6.41")
def test_the_hex_behind_an_obstacle_is_blind_and_the_next_is_not() -> None:
    field = ground({"J8": "woods"}, levels={"J11": 2})
    assert field.line("J11", "J7").block == Block("A6.4", "J8", "terrain:woods")
    assert field.line("J11", "J6").clear


@pytest.mark.rule("rileys_road:A6.4")
def test_five_hexes_from_the_higher_end_make_one_more_hex_blind() -> None:
    near, far = ground({"J8": "woods"}, levels={"J12": 2}), ground({"J8": "woods"}, levels={"J13": 2})
    assert near.line("J12", "J6").clear
    assert not far.line("J13", "J6").clear
    assert far.line("J13", "J5").clear


@pytest.mark.rule("rileys_road:A6.4")
def test_each_obstacle_is_tested_by_itself() -> None:
    field = ground({"J8": "woods", "J5": "woods"}, levels={"J11": 2})
    assert field.line("J11", "J4").block == Block("A6.4", "J5", "terrain:woods")
    assert not field.line("J11", "J3").clear
    assert field.line("J11", "J2").clear


# B10.2: hills


@pytest.mark.rule("rileys_road:B10.2", "rileys_road:A6.2")
def test_a_unit_at_the_crest_looks_down_and_one_behind_it_does_not() -> None:
    field = ground(levels={"J8": 1, "J9": 1})
    assert field.line("J8", "J3").clear
    assert field.line("J9", "J3").block == Block("B10.2", "J8", "ground")


@pytest.mark.rule("rileys_road:B10.2")
def test_men_on_one_plateau_see_each_other_and_lower_ground_between_never_matters() -> None:
    assert ground(levels={f"J{row}": 1 for row in range(3, 9)}).line("J3", "J8").clear
    assert ground(levels={"J3": 1, "J8": 1, "J5": -1}).line("J3", "J8").clear


@pytest.mark.rule("rileys_road:B10.2", "rileys_road:A6.2")
def test_a_hill_between_hides_what_is_lower_than_it() -> None:
    assert ground(levels={"J5": 1}).line("J8", "J3").block == Block("B10.2", "J5", "ground")


@pytest.mark.rule("rileys_road:A6.4", "rileys_road:B10.2")
def test_bare_ground_makes_blind_hexes_from_afar_only() -> None:
    levels = {"J12": 1, **{f"J{row}": 0 for row in range(5, 12)}, **{f"J{row}": -1 for row in range(1, 9)}}
    near = ground(levels={**levels, "J12": 1})
    assert near.line("J12", "J8").clear, "three hexes to the last ground of level 0"
    far = ground(levels={"J14": 1, **{f"J{row}": -1 for row in range(1, 9)}})
    assert far.line("J14", "J8").block == Block("A6.4", "J9", "ground")
    assert far.line("J14", "J7").clear


# B9.2, A6.21, A6.6: walls and hedges


@pytest.mark.rule("rileys_road:B9.2", "rileys_road:A6.21")
def test_a_hedge_between_blocks_unless_it_is_one_of_an_end() -> None:
    field = ground(walls={"hedge": ["J5-J6"]})
    assert field.line("J8", "J3").block == Block("B9.2", "J5-J6", "side:hedge")
    assert field.line("J6", "J3").clear
    assert field.line("J8", "J5").clear


@pytest.mark.rule("rileys_road:B9.2", "rileys_road:A6.21")
def test_a_unit_a_full_level_higher_sees_over_a_wall_and_nothing_is_blind_behind_it() -> None:
    field = ground(walls={"wall": ["J5-J6"]}, levels={"J8": 1})
    assert field.line("J8", "J4").clear
    assert field.line("J8", "J5").clear


@pytest.mark.rule("rileys_road:B9.2")
def test_the_level_of_a_wall_is_that_of_the_higher_hex() -> None:
    field = ground(walls={"wall": ["J5-J6"]}, levels={"J8": 1, "J7": 1, "J6": 1, "J5": 1, "J4": 1, "J3": 1})
    assert field.line("J8", "J3").block == Block("B9.2", "J5-J6", "side:wall")
    edge = ground(walls={"wall": ["J5-J6"]}, levels={"J8": 1, "J6": 1, "J3": 1})
    assert edge.line("J8", "J3").block == Block("B9.2", "J5-J6", "side:wall")


@pytest.mark.rule("rileys_road:B9.1")
def test_a_road_makes_a_gap_in_a_hedge() -> None:
    assert ground(walls={"hedge": ["J5-J6"]}, roads=[["J5", "J6"]]).line("J8", "J3").clear


@pytest.mark.rule("rileys_road:A6.6")
def test_along_a_hexside_a_shape_that_lies_on_it_blocks_and_one_within_its_hex_does_not() -> None:
    assert ground({"J11": "woods"}).line("J10", "K12").clear, "the woods leave the hexside to K11 free"
    filled = ground({"J11": "woods", "K11": "woods"}).line("J10", "K12")
    assert filled.block == Block("A6.2", "J11", "terrain:woods"), "the hexside between woods is filled"


@pytest.mark.rule("rileys_road:A6.6", "rileys_road:A6.7")
def test_two_orchards_beside_one_hexside_count_once() -> None:
    assert ground({"J11": "orchard"}).line("J10", "K12").hindrance == 1
    assert ground({"J11": "orchard", "K11": "orchard"}).line("J10", "K12").hindrance == 1


def _runs(field: Ground, a: str, b: str) -> list[str]:
    """The hexsides along which a line runs."""
    aim = field.aim(a, b)
    assert aim is not None
    return [
        field.board.side_label(field.at(aim.viewer.hex, offset), direction)
        for meeting in aim.thread.meetings
        if len(meeting.hexes) == 2
        for offset, direction in meeting.edges
    ]


@pytest.mark.rule("rileys_road:A6.6")
def test_a_hedge_along_which_the_line_runs_blocks_unless_it_reaches_an_end() -> None:
    first, middle, last = _runs(printed_ground(meadow()), "J10", "M15")
    assert ground(walls={"hedge": [first]}).line("J10", "M15").clear
    assert ground(walls={"hedge": [middle]}).line("J10", "M15").block == Block("B9.2", middle, "side:hedge")
    assert ground(walls={"hedge": [last]}).line("J10", "M15").clear


@pytest.mark.rule("rileys_road:A6.6", "rileys_road:B9.2")
def test_a_hedge_that_meets_the_line_at_a_vertex_only_blocks_unless_it_belongs_to_an_end() -> None:
    plain = printed_ground(meadow())
    aim = plain.aim("J10", "M15")
    assert aim is not None
    for meeting in aim.thread.meetings:
        if meeting.hexes or len(meeting.edges) != 2:
            continue
        for offset, direction in meeting.edges:
            i = plain.at(aim.viewer.hex, offset)
            side = plain.board.side_label(i, direction)
            is_own = {"J10", "M15"} & set(side.split("-"))
            assert ground(walls={"hedge": [side]}).line("J10", "M15").clear == bool(is_own), side


@pytest.mark.rule("rileys_road:A6.6")
def test_a_line_through_a_vertex_comes_in_over_two_hexsides() -> None:
    assert len(ground().line("J10", "M15").sides) == 2
    assert len(ground().line("J10", "J4").sides) == 1


# A6.7, B14.2, B12: hindrances


@pytest.mark.rule("rileys_road:A6.7", "rileys_road:B14.2")
def test_every_orchard_between_hinders_by_one_and_those_of_the_ends_do_not() -> None:
    field = ground({"J8": "orchard", "J6": "orchard", "J5": "orchard", "J2": "orchard"})
    line = field.line("J8", "J2")
    assert line.hindrance == 2
    assert line.hindrances[0] == Hindrance("J6", 1, "B14.2", "terrain:orchard")


@pytest.mark.rule("rileys_road:A6.7")
def test_hindrances_of_six_block() -> None:
    orchards = {f"J{row}": "orchard" for row in range(3, 8)}
    assert ground(orchards).line("J10", "J1").hindrance == 5
    full = ground({**orchards, "J8": "orchard"}).line("J10", "J1")
    assert full.block == Block("A6.7", "J3", "hindrance")


@pytest.mark.rule("rileys_road:B14.2")
def test_from_higher_up_only_trees_next_to_the_lower_end_hinder() -> None:
    high = ground({"J6": "orchard", "J3": "orchard"}, levels={"J9": 2})
    assert [each.hex for each in high.line("J9", "J2").hindrances] == ["J3"]


@pytest.mark.rule("rileys_road:B14.2")
def test_trees_as_high_as_the_higher_end_hinder_everywhere() -> None:
    field = ground({"J6": "orchard", "J3": "orchard"}, levels={"J9": 1})
    assert field.line("J9", "J2").hindrance == 2


@pytest.mark.rule("rileys_road:A6.7", "rileys_road:B12", "rileys_road:B.4")
def test_brush_hinders_only_where_both_ends_are_no_higher_than_its_ground() -> None:
    assert ground({"J5": "brush"}).line("J8", "J2").hindrances == (Hindrance("J5", 1, "A6.7", "terrain:brush"),)
    assert ground({"J5": "brush"}, levels={"J8": 1}).line("J8", "J2").hindrance == 0


# A6.8, B23.74: buildings


@pytest.mark.rule("rileys_road:B23.74")
def test_inside_a_factory_each_hex_between_hinders() -> None:
    factory = {"building": "f", "stories": 1, "factory": True}
    terrain, houses = dict.fromkeys(("J5", "J6", "J7"), "stone-building"), dict.fromkeys(("J5", "J6", "J7"), factory)
    line = ground(terrain, houses=houses).line("J5", "J7")
    assert line.hindrances == (Hindrance("J6", 1, "B23.74", "factory"),)


@pytest.mark.rule("rileys_road:B23.74", "rileys_road:A6.2")
def test_from_outside_a_factory_is_an_obstacle_of_one_and_a_half_levels() -> None:
    factory = {"building": "f", "stories": 1, "factory": True}
    field = ground({"J6": "stone-building"}, houses={"J6": factory}, levels={"J9": 1, "J2": 1})
    assert field.line("J9", "J2").block == Block("A6.2", "J6", "terrain:stone-factory")
    house = ground({"J6": "stone-building"}, houses={"J6": HOUSE}, levels={"J9": 1, "J2": 1})
    assert house.line("J9", "J2").clear


@pytest.mark.rule("rileys_road:A6.8")
def test_a_building_that_is_no_factory_blocks_through_its_third_hex() -> None:
    terrain, houses = dict.fromkeys(("J5", "J6", "J7"), "stone-building"), dict.fromkeys(("J5", "J6", "J7"), HOUSE)
    field = ground(terrain, houses=houses)
    assert field.line("J5", "J6").clear
    assert field.line("J5", "J7").block == Block("A6.8", "J6", "terrain:stone-building")


@pytest.mark.rule("rileys_road:A6.8")
def test_from_an_upper_floor_one_sees_over_the_own_building_to_the_same_floor_only() -> None:
    tall = {"building": "h", "stories": 2}
    field = ground(dict.fromkeys(("J5", "J6"), "stone-building"), houses=dict.fromkeys(("J5", "J6"), tall))
    assert field.line("J5+1", "J6+1").clear
    assert field.line("J5+1", "J9").block == Block("A6.8", "J5", "floor")
    assert field.line("J5+1", "J2").clear
    assert field.line("J5+1", "J4").clear


@pytest.mark.rule("rileys_road:A6.8", "rileys_road:A6.11")
def test_floors_of_one_hex_see_each_other_over_a_stair_only() -> None:
    tall = {"building": "h", "stories": 3}
    field = ground({"J5": "stone-building"}, houses={"J5": tall})
    assert field.line("J5", "J5+1").clear
    assert field.line("J5", "J5+2").block == Block("A6.8", "J5", "floor")


@pytest.mark.rule("rileys_road:B23.74", "rileys_road:RR14")
def test_the_milk_factory_is_one_room() -> None:
    assert printed_line(content(), "Q10", "R10").clear


# RR11.3, B9.21: cellars and entrenchments


@pytest.mark.rule("rileys_road:RR11.3")
def test_a_cellar_sees_the_house_above_it() -> None:
    assert printed_line(content(), "T10-1", "T10").clear


@pytest.mark.rule("rileys_road:RR11.3", "rileys_road:B9.21")
def test_a_cellar_sees_out_as_if_entrenched_at_ground_level() -> None:
    cellar = {"building": "h", "stories": 1, "cellar": True}
    open_field = ground({"J8": "stone-building"}, houses={"J8": cellar})
    assert open_field.line("J8-1", "J3").clear
    hedged = ground({"J8": "stone-building"}, houses={"J8": cellar}, walls={"hedge": ["J7-J8"]})
    assert hedged.line("J8", "J3").clear, "the ground floor looks over its own hedge"
    assert hedged.line("J8-1", "J3").block == Block("B9.21", "J7-J8", "side:hedge")
    assert hedged.line("J8-1", "J7").block == Block("B9.21", "J7-J8", "side:hedge"), "J7 is not ADJACENT to a cellar"


@pytest.mark.rule("rileys_road:B9.21")
def test_the_entrenched_see_over_a_hedge_only_to_adjacent_and_higher_locations() -> None:
    field = ground(walls={"hedge": ["J7-J8"]}, levels={"J3": 1})
    assert field.line("J8~foxhole", "J5").block == Block("B9.21", "J7-J8", "side:hedge")
    assert field.line("J8~foxhole", "J7").clear
    assert field.line("J8~foxhole", "J3").clear
    assert field.line("J5", "J8~trench").block == Block("B9.21", "J7-J8", "side:hedge"), "and those who look at them"


@pytest.mark.rule("rileys_road:B9.21")
def test_the_entrenched_on_a_hill_see_over_hedges_below_it() -> None:
    assert ground(walls={"hedge": ["J5-J6"]}, levels={"J8": 1}).line("J8~foxhole", "J3").clear


# RR12.3: slopes

FIGURE = {"4-5-8": "Z14", "4-4-7": "BB14", "4-6-8": "AA15", "4-6-7": "X15", "5-4-8": "CC13", "4-3-6": "AA10"}
LEGIBLE = [
    *("Z10", "BB10", "CC11", "BB11", "DD12", "AA13", "X13", "Z13", "DD13", "AA14", "X14", "DD15", "CC16", "Y16"),
    *("BB16", "DD16", "AA11", "AA12", "Y13", "Y14", "Y15", "Z11", "Z12", "BB13"),
]


@pytest.mark.rule("rileys_road:RR12.3", "rileys_road:RR12.31/example")
@pytest.mark.parametrize("there", [*LEGIBLE, *FIGURE.values()])
def test_the_4_5_7_up_slope_sees_every_hex_of_figure_1(there: str) -> None:
    assert printed_line(content(), "DD17", there).clear


@pytest.mark.rule("rileys_road:RR12.3", "rileys_road:B10.2")
@pytest.mark.parametrize(
    ("unit", "is_seen"), [(unit, unit in ("4-6-7", "4-6-8")) for unit in FIGURE if unit != "4-3-6"]
)
def test_the_4_3_6_below_the_crest_sees_those_who_are_up_slope_only(unit: str, is_seen: bool) -> None:
    line = printed_line(content(), "AA10", FIGURE[unit])
    assert line.clear == is_seen
    if not is_seen:
        assert line.block is not None
        assert line.block.rule == "B10.2"


@pytest.mark.rule("rileys_road:RR12.3")
def test_the_4_3_6_sees_the_4_5_7() -> None:
    assert printed_line(content(), "AA10", "DD17").clear


@pytest.mark.rule("rileys_road:RR12.3", "rileys_road:B.4")
def test_an_up_slope_unit_looks_over_what_is_lower_than_three_quarters_of_a_level() -> None:
    """DD10 as if it had two stories: on ground at -1 it reaches level 1/2, and the 4-6-8 in AA15 counts as 3/4."""
    tall = {"building": "h", "stories": 2}
    levels = {f"J{row}": -1 for row in range(1, 7)}
    field = ground({"J5": "stone-building"}, houses={"J5": tall}, levels=levels, slopes=["J9-J10"])
    assert field.line("J10", "J5").clear
    assert field.line("J10", "J4").block == Block("A6.4", "J5", "terrain:stone-building"), "the hex behind it is blind"
    assert field.line("J10", "J2").clear
    flat = ground({"J5": "stone-building"}, houses={"J5": tall}, levels=levels)
    assert not flat.line("J10", "J2").clear


@pytest.mark.rule("rileys_road:RR12.3", "rileys_road:B9.2")
def test_an_up_slope_unit_sees_over_a_hedge_at_its_level() -> None:
    assert ground(walls={"hedge": ["J5-J6"]}, slopes=["J8-J9"]).line("J9", "J3").clear
    assert not ground(walls={"hedge": ["J5-J6"]}, slopes=["J9-J8"]).line("J9", "J3").clear, "Down-Slope of it"


@pytest.mark.rule("rileys_road:RR12.3", "rileys_road:RR12.2")
def test_a_slope_counts_only_for_lines_that_cross_it() -> None:
    field = ground(walls={"hedge": ["J13-J14", "J5-J6"]}, slopes=["J8-J9"])
    assert field.line("J9", "J3").clear
    assert not field.line("J9", "J16").clear


@pytest.mark.rule("rileys_road:RR12.3")
def test_three_quarters_of_a_level_are_not_enough_for_woods() -> None:
    assert not ground({"J5": "woods"}, slopes=["J8-J9"]).line("J9", "J3").clear


@pytest.mark.rule("rileys_road:RR12.3")
def test_slopes_between_the_ends_mean_nothing() -> None:
    assert ground(slopes=["J5-J6", "J6-J7"]).line("J9", "J3").clear


@pytest.mark.rule("rileys_road:RR12.3", "rileys_road:B14.2")
def test_an_up_slope_unit_does_not_see_over_an_orchard() -> None:
    assert ground({"J5": "orchard"}, slopes=["J8-J9"]).line("J9", "J2").hindrance == 1


@pytest.mark.rule("rileys_road:RR12.3", "rileys_road:B9.21")
def test_the_limits_of_the_entrenched_hold_on_slopes() -> None:
    assert not ground(walls={"hedge": ["J5-J6"]}, slopes=["J8-J9"]).line("J9~foxhole", "J3").clear


@pytest.mark.rule("rileys_road:RR15", "rileys_road:B10.1")
def test_levels_are_those_of_the_hexes_of_the_map() -> None:
    assert board().named("AA10").elevation == -1
    assert printed_line(content(), "AA10", "BB10").clear
