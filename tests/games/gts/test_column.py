"""Chapters 14.6 and 29.12: columns, and the ways that they use."""

from __future__ import annotations

import itertools

import pytest

from games.gts.marching import (
    COMPANY,
    EAST,
    ENEMY,
    NEXT,
    OPEN,
    SECOND,
    STREAM,
    THIRD,
    WEST_ROAD,
    at,
    between,
    cost,
    is_over,
    order,
    reason,
    step_cost,
    ways,
)
from games.gts.positions import NIGHT, activated, choose, content, ids, unit
from sandtable.games.gts.state import GERMAN, Points
from sandtable.games.gts.units import Game

ROAD, SOUTH, RAIL_NORTH = "1910", "2010", "1810"
"""A woods hex in which a road and a railway pass without meeting; a hex along the road; one along the railway."""


def marching(label: str, unit_id: str = COMPANY, **facts: object) -> Game:
    """A unit in column, about to be told what to do."""
    return order({unit_id: at(label, unit_id, column=True)}, unit_id, **facts)  # type: ignore[arg-type]


def test_the_hexes_of_these_tests_are_what_they_should_be() -> None:
    assert all("road" in ways(a, b) for a, b in itertools.pairwise(WEST_ROAD))
    assert (ways(ROAD, SOUTH), ways(ROAD, RAIL_NORTH), content().terrain[ROAD]) == ({"road"}, {"rail"}, "woods")
    assert content().terrain[SOUTH] == content().terrain[RAIL_NORTH] == "woods"


# Going into column and out of it


@pytest.mark.rule("gts:14.6")
@pytest.mark.rule("gts:29.12")
def test_going_into_column_costs_a_point() -> None:
    game = order({COMPANY: OPEN}, COMPANY)
    option = game.decisions[0].find("do:column")
    game.choose("do:column")
    assert option is not None
    assert option.cost == 1
    assert unit(game, COMPANY).column
    assert game.decisions[0].args["points"] == "3"


@pytest.mark.rule("gts:14.6")
@pytest.mark.rule("gts:29.12")
def test_ending_column_costs_a_point() -> None:
    game = marching(OPEN)
    game.choose("do:uncolumn")
    assert not unit(game, COMPANY).column
    assert game.decisions[0].args["points"] == "3"


@pytest.mark.rule("gts:14.6")
def test_a_column_ends_at_any_time_by_a_cohesion_hit() -> None:
    game = marching(OPEN)
    choose(game, f"hex:{NEXT}", "do:drop-column")
    assert (unit(game, COMPANY).column, unit(game, COMPANY).hits) == (False, 1)
    assert game.decisions[0].args["points"] == "3"


@pytest.mark.rule("gts:14.6")
def test_a_column_begun_in_an_action_ends_in_it_only_by_a_cohesion_hit() -> None:
    game = order({COMPANY: OPEN}, COMPANY)
    game.choose("do:column")
    assert reason(game, "do:uncolumn") == ("refused.column-just-formed", "14.6")
    assert "do:drop-column" in ids(game)


@pytest.mark.rule("gts:14.6")
def test_a_column_may_be_ended_and_begun_in_one_action() -> None:
    game = marching(OPEN)
    game.choose("do:uncolumn")
    assert "do:column" in ids(game)


@pytest.mark.rule("gts:14.6")
@pytest.mark.rule("gts:17.2/1")
def test_changing_column_by_points_triggers_opportunity_fire() -> None:
    game = order({COMPANY: NEXT, ENEMY: EAST}, COMPANY)
    game.choose("do:column")
    assert (game.decisions[0].prompt, game.decisions[0].side) == ("opportunity", GERMAN)
    game = order({COMPANY: at(NEXT, column=True), ENEMY: EAST}, COMPANY)
    game.choose("do:uncolumn")
    assert game.decisions[0].prompt == "opportunity"


@pytest.mark.rule("gts:17.2/state")
@pytest.mark.rule("gts:29.12")
def test_breaking_a_column_by_a_cohesion_hit_triggers_nothing() -> None:
    game = order({COMPANY: at(NEXT, column=True), ENEMY: EAST}, COMPANY)
    game.choose("do:drop-column")
    assert game.decisions[0].prompt == "action"


@pytest.mark.rule("gts:17.7")
def test_a_unit_suppressed_while_going_into_column_is_not_in_column() -> None:
    game = order({COMPANY: NEXT, ENEMY: EAST}, COMPANY)
    game.choose("do:column")
    game.state.units[COMPANY] = at(NEXT, suppressed=True)
    game.choose("do:hold")
    assert not unit(game, COMPANY).column
    assert is_over(game)


@pytest.mark.rule("gts:22.2.5")
def test_going_into_column_gives_up_an_improved_position() -> None:
    game = order({COMPANY: at(OPEN, works="improved")}, COMPANY)
    game.choose("do:column")
    assert unit(game, COMPANY).works == ""


@pytest.mark.rule("gts:22.2.5")
def test_leaving_the_hex_gives_up_an_improved_position() -> None:
    game = order({COMPANY: at(OPEN, works="improved")}, COMPANY)
    game.choose(f"hex:{NEXT}")
    assert unit(game, COMPANY).works == ""


# One column a hex


@pytest.mark.rule("gts:14.6.1")
@pytest.mark.rule("gts:14.6.2")
@pytest.mark.rule("gts:29.12")
def test_a_column_neither_enters_nor_passes_a_hex_with_another() -> None:
    road = WEST_ROAD
    game = order({COMPANY: at(road[0], column=True), SECOND: at(road[1], SECOND, column=True)}, COMPANY)
    assert reason(game, f"hex:{road[1]}") == ("refused.second-column", "14.6.1")
    assert cost(game, road[2]) != 1.0


@pytest.mark.rule("gts:14.6.1")
def test_no_second_column_is_formed_in_a_hex() -> None:
    game = order({COMPANY: OPEN, SECOND: at(OPEN, SECOND, column=True)}, COMPANY)
    assert reason(game, "do:column") == ("refused.second-column", "14.6.1")


@pytest.mark.rule("gts:1.2/stacking")
def test_columns_and_combat_formations_pass_one_another() -> None:
    units = {COMPANY: OPEN, SECOND: at(NEXT, SECOND, column=True)}
    assert cost(order(units, COMPANY), NEXT) == 2.0
    assert cost(order(units, SECOND), OPEN) == 1.0


# Ways


@pytest.mark.rule("gts:14.6")
@pytest.mark.rule("gts:29.41")
def test_a_road_hex_costs_a_column_half_a_point() -> None:
    game = marching(WEST_ROAD[0])
    assert [cost(game, label) for label in WEST_ROAD[1:]] == [0.5, 1.0, 1.5, 2.0, 2.5]


@pytest.mark.rule("gts:29.41")
def test_trails_and_railways_are_ways_as_well() -> None:
    assert ways("1717", "1718") == {"trail"}
    assert ways("1713", "1812") == {"rail"}
    assert cost(marching("1717"), "1718") == 1.0
    assert cost(marching("1713"), "1812") == 0.5
    assert step_cost(marching("1713", "gra-1"), "gra-1", "1713", "1812") == 4


@pytest.mark.rule("gts:14.6")
def test_only_columns_use_ways() -> None:
    assert cost(order({COMPANY: WEST_ROAD[0]}, COMPANY), WEST_ROAD[1]) == 2.0


@pytest.mark.rule("gts:14.6")
def test_a_column_need_not_be_on_a_road() -> None:
    assert cost(marching(OPEN), NEXT) == 1.0


@pytest.mark.rule("gts:14/ex-column")
@pytest.mark.rule("gts:14.6")
def test_the_example_of_column_movement() -> None:
    """EX-14-02: 1 MP for the column, 1 for the polder, then four road hexes for the last two."""
    terrain = content().terrain
    assert (terrain["1824"], terrain["1724"], ways("1724", "1824")) == ("polder", "orchard", set())
    game = order({COMPANY: "1724"}, COMPANY)
    choose(game, "do:column", "hex:1824")
    assert game.decisions[0].args["points"] == "2"
    assert [cost(game, label) for label in ("1825", "1726", "1727", "1728", "1628")] == [0.5, 1.0, 1.5, 2.0, None]


@pytest.mark.rule("gts:14.6")
def test_changing_between_ways_that_do_not_meet_costs_the_ground_of_the_hex() -> None:
    game = marching(RAIL_NORTH)
    assert cost(game, ROAD) == 0.5
    assert cost(game, SOUTH) == 2.5


@pytest.mark.rule("gts:14.6")
def test_a_pause_does_not_join_ways_that_do_not_meet() -> None:
    game = marching(RAIL_NORTH)
    game.choose(f"hex:{ROAD}")
    assert (cost(game, "2009"), cost(game, SOUTH)) == (0.5, 2.0)


@pytest.mark.rule("gts:14.6")
def test_whoever_begins_in_the_hex_takes_either_way() -> None:
    game = marching(ROAD)
    assert (cost(game, SOUTH), cost(game, RAIL_NORTH)) == (0.5, 0.5)


@pytest.mark.rule("gts:14.6")
def test_where_the_ground_is_prohibited_ways_that_do_not_meet_cannot_be_changed() -> None:
    game = marching(RAIL_NORTH, "gra-1")
    game.choose(f"hex:{ROAD}")
    found = game.decisions[0].find(f"hex:{SOUTH}")
    assert found is None or (found.cost or 0) > 2


@pytest.mark.rule("gts:14.6")
def test_a_road_and_a_railway_meet_at_a_station() -> None:
    assert "station" in content().features["2718"]
    assert ways("2718", "2719") == {"rail"}
    game = marching("2817")
    game.choose("hex:2718")
    assert cost(game, "2719") == 0.5


@pytest.mark.rule("gts:14.6")
def test_a_column_stays_on_the_dearer_of_two_ways_over_a_hexside_if_that_leads_on_cheaper() -> None:
    """Lorries on a railway beside a trail: the railway alone goes on through the woods of 0911."""
    assert (ways("0810", "0911"), ways("0911", "1011"), content().terrain["0911"]) == (
        {"trail", "rail"}, {"rail"}, "woods",
    )  # fmt: skip
    game = order({"1pb-at2": at("0810", "1pb-at2", mounted=True, column=True)}, "1pb-at2")
    assert (cost(game, "0911"), cost(game, "1011")) == (1.0, 4.0)
    game.choose("hex:1011")
    assert game.decisions[0].args["points"] == f"{content().counters['1pb-at2'].transport.move - 4}"  # type: ignore[union-attr]


@pytest.mark.rule("gts:14.6")
@pytest.mark.rule("gts:28.0")
def test_halftracks_keep_to_the_railway_beside_the_road_in_a_night_of_rain() -> None:
    assert ways("4422", "4423") == {"road", "rail"}
    game = order(
        {"gra-4": at("4423", "gra-4", mounted=True, column=True)}, "gra-4", weather="rain", turn=NIGHT,
    )  # fmt: skip
    assert cost(game, "4118") == 16.0


@pytest.mark.rule("gts:14.6")
def test_where_both_ways_cost_the_same_a_column_goes_on_by_either() -> None:
    """On foot, road and railway cost half a point each; at 4120 they part without having met."""
    assert (ways("4220", "4120"), ways("4120", "4119"), ways("4120", "4121")) == ({"road", "rail"}, {"rail"}, {"road"})
    game = marching("4220")
    game.choose("hex:4120")
    assert (cost(game, "4119"), cost(game, "4121")) == (0.5, 0.5)


# Weather, night, roadblocks


@pytest.mark.rule("gts:26.0/rain")
def test_rain_spares_columns_on_ways() -> None:
    assert cost(marching(WEST_ROAD[0], weather="rain"), WEST_ROAD[1]) == 0.5
    assert cost(marching(OPEN, weather="rain"), NEXT) == 2.0


@pytest.mark.rule("gts:26.0/fog")
def test_fog_does_not() -> None:
    assert cost(marching(WEST_ROAD[0], weather="fog"), WEST_ROAD[1]) == 1.5


@pytest.mark.rule("gts:28.0")
def test_night_doubles_the_rate_of_a_road_too_but_not_the_point_for_the_column() -> None:
    assert cost(marching(WEST_ROAD[0], turn=NIGHT), WEST_ROAD[1]) == 1.0
    game = order({COMPANY: OPEN}, COMPANY, turn=NIGHT)
    option = game.decisions[0].find("do:column")
    assert option is not None
    assert option.cost == 1


@pytest.mark.rule("gts:23.2")
def test_a_roadblock_takes_the_road_from_all_but_its_own_division() -> None:
    blocked = {WEST_ROAD[1]: "1ab"}
    assert cost(marching(WEST_ROAD[0], roadblocks=blocked), WEST_ROAD[1]) == 0.5
    assert step_cost(marching(WEST_ROAD[0], "gra-1", roadblocks=blocked), "gra-1", *WEST_ROAD[:2]) == 4
    assert step_cost(marching(WEST_ROAD[1], "gra-1", roadblocks=blocked), "gra-1", *WEST_ROAD[1::-1]) == 2


@pytest.mark.rule("gts:23.2")
def test_a_roadblock_leaves_the_roads_of_other_hexes_alone() -> None:
    game = marching(WEST_ROAD[2], "gra-1", roadblocks={WEST_ROAD[0]: "1ab"})
    assert step_cost(game, "gra-1", *WEST_ROAD[2:4]) == 1


# Vehicles


@pytest.mark.rule("gts:14.5")
def test_vehicles_are_in_towns_in_column_only() -> None:
    assert content().terrain["3418"] == "city"
    assert content().terrain["3518"] == "city"
    game = marching("3418", "gra-5")
    assert reason(game, "do:uncolumn") == ("refused.column-only", "14.5")
    assert reason(game, "do:drop-column") == ("refused.column-only", "14.5")
    assert cost(game, "3518") == 1.0


@pytest.mark.rule("gts:14.5")
def test_infantry_may_be_there_in_any_formation() -> None:
    assert {"do:uncolumn", "do:drop-column"} <= ids(marching("3418"))


@pytest.mark.rule("gts:14.5")
def test_vehicles_in_combat_formation_do_not_enter_towns() -> None:
    terrain = content().terrain
    edge, town = next(
        (a, b)
        for a in content().board.labels
        for b in content().adjacent[a]
        if terrain[a] == "clear" and terrain[b] == "town" and not between(a, b)
    )
    assert reason(order({"gra-5": edge}, "gra-5"), f"hex:{town}") == ("refused.column-only", "14.5")


@pytest.mark.rule("gts:14.9")
def test_a_column_on_foot_has_the_minimum_move_too() -> None:
    assert cost(marching(EAST, turn=NIGHT), STREAM) == 4.0


# Leaders


def in_second_action(units: dict[str, str], *who: str) -> Game:
    return order(units, *who, active=activated(second=True), leaders={"lathbury": OPEN}, points={"1ab": Points(5, 0)})


@pytest.mark.rule("gts:21.2/with-units")
@pytest.mark.rule("gts:13.3/leader-stays")
def test_in_a_second_action_the_leader_goes_with_his_whole_stack() -> None:
    game = in_second_action({COMPANY: OPEN, SECOND: OPEN}, COMPANY, SECOND)
    game.choose(f"hex:{THIRD}")
    assert game.state.leaders["lathbury"].at == THIRD


@pytest.mark.rule("gts:21.2/with-units")
def test_where_only_part_of_the_stack_moves_the_owner_chooses() -> None:
    game = in_second_action({COMPANY: OPEN, SECOND: OPEN}, COMPANY)
    game.choose(f"hex:{NEXT}")
    assert ids(game) == {"do:take-along", "do:leave-here"}
    game.choose("do:take-along")
    assert game.state.leaders["lathbury"].at == NEXT


@pytest.mark.rule("gts:21.2/with-units")
def test_a_leader_left_with_the_rest_stays() -> None:
    game = in_second_action({COMPANY: OPEN, SECOND: OPEN}, COMPANY)
    choose(game, f"hex:{NEXT}", "do:leave-here")
    assert (game.state.leaders["lathbury"].at, unit(game, COMPANY).at) == (OPEN, NEXT)


@pytest.mark.rule("gts:21.2/with-units")
def test_when_the_stack_parts_on_the_way_the_owner_chooses_again() -> None:
    game = in_second_action({COMPANY: OPEN, SECOND: OPEN}, COMPANY, SECOND)
    choose(game, f"hex:{NEXT}", f"split:{SECOND}", f"hex:{THIRD}")
    assert game.decisions[0].prompt == "leader-along"


@pytest.mark.rule("gts:21.2/with-units")
def test_in_a_first_action_the_leader_does_not_go_along() -> None:
    game = order({COMPANY: OPEN}, COMPANY, leaders={"lathbury": OPEN})
    game.choose(f"hex:{NEXT}")
    assert game.state.leaders["lathbury"].at == OPEN


@pytest.mark.rule("gts:21.2/with-units")
def test_under_direct_command_he_does() -> None:
    game = order(
        {COMPANY: OPEN}, COMPANY, active=activated("direct", "allied"), leaders={"lathbury": OPEN},
        points={"1ab": Points(5, 0)},
    )  # fmt: skip
    game.choose(f"hex:{NEXT}")
    assert game.state.leaders["lathbury"].at == NEXT
