"""Chapter 14.7/restrictions: bridges, ferries and the ways through embankments."""

from __future__ import annotations

import pytest

from games.gts.marching import COMPANY, at, between, cost, order, reason, step_cost, ways
from games.gts.positions import NIGHT, choose, ids, unit
from sandtable.games.gts.events.moving import FerryLost
from sandtable.games.gts.movement.costs import may_enter
from sandtable.games.gts.state import GERMAN, Unit

NORTH_END, SOUTH_END = "3419", "3420"
NORTH_LANDING, SOUTH_LANDING = "1820", "1921"
RAIL_NORTH, RAIL_SOUTH = "2620", "2521"
SHELTERED, CULVERT = "2014", "2013"
"""Hexes on either side of an embankment, with a trail through it."""


def column(label: str, unit_id: str = COMPANY) -> dict[str, str | Unit]:
    return {unit_id: at(label, unit_id, column=True)}


def test_the_hexes_of_these_tests_are_what_they_should_be() -> None:
    assert between(NORTH_END, SOUTH_END) == {"river", "bridge"}
    assert ways(NORTH_END, SOUTH_END) == {"road"}
    assert between(NORTH_LANDING, SOUTH_LANDING) == {"river", "ferry"}
    assert between(RAIL_NORTH, RAIL_SOUTH) == {"river", "bridge"}
    assert ways(RAIL_NORTH, RAIL_SOUTH) == {"rail"}
    assert between(SHELTERED, CULVERT) == {"embankment", "crossing"}


@pytest.mark.rule("gts:14.7/restrictions")
def test_a_column_crosses_a_bridge_at_the_rate_of_its_way() -> None:
    assert cost(order(column(NORTH_END), COMPANY), SOUTH_END) == 0.5
    assert cost(order(column(RAIL_NORTH), COMPANY), RAIL_SOUTH) == 0.5


@pytest.mark.rule("gts:14.7/restrictions")
def test_units_in_combat_formation_do_not_cross_bridges_or_ferries() -> None:
    assert reason(order({COMPANY: NORTH_END}, COMPANY), f"hex:{SOUTH_END}") == (
        "refused.bridge-in-column",
        "14.7/restrictions",
    )
    assert not may_enter(order({COMPANY: NORTH_LANDING}, COMPANY), COMPANY, NORTH_LANDING, SOUTH_LANDING)


@pytest.mark.rule("gts:14.7/restrictions")
def test_a_blown_bridge_is_plain_river() -> None:
    game = order(column(RAIL_NORTH), COMPANY, bridges={"oosterbeek": "blown"})
    assert reason(game, f"hex:{RAIL_SOUTH}") == ("refused.bridge-gone", "14.7/restrictions")


@pytest.mark.rule("gts:14.7/restrictions")
def test_a_bridge_that_did_not_blow_still_stands() -> None:
    assert cost(order(column(RAIL_NORTH), COMPANY, bridges={"oosterbeek": "tried"}), RAIL_SOUTH) == 0.5


@pytest.mark.rule("gts:23.2")
def test_over_a_bridge_with_a_roadblock_at_its_end_a_column_pays_for_the_ground() -> None:
    game = order(column(NORTH_END), COMPANY, roadblocks={SOUTH_END: "9ss"})
    assert step_cost(game, COMPANY, NORTH_END, SOUTH_END) == 2


@pytest.mark.rule("gts:14.7/restrictions")
def test_the_ferry_takes_columns_over_and_counts_them() -> None:
    game = order(column(NORTH_LANDING), COMPANY)
    assert cost(game, SOUTH_LANDING) == 1.0
    game.choose(f"hex:{SOUTH_LANDING}")
    assert unit(game, COMPANY).at == SOUTH_LANDING
    assert game.state.ferried == {"heveadorp": 1}


@pytest.mark.rule("gts:14.7/restrictions")
def test_the_ferry_makes_two_crossings_by_day_and_four_by_night() -> None:
    assert cost(order(column(NORTH_LANDING), COMPANY, ferried={"heveadorp": 2}), SOUTH_LANDING) is None
    assert cost(order(column(NORTH_LANDING), COMPANY, ferried={"heveadorp": 3}, turn=NIGHT), SOUTH_LANDING) == 2.0
    assert cost(order(column(NORTH_LANDING), COMPANY, ferried={"heveadorp": 4}, turn=NIGHT), SOUTH_LANDING) is None


@pytest.mark.rule("gts:14.7/restrictions")
def test_the_ferry_takes_no_tracked_vehicles() -> None:
    game = order(column(NORTH_LANDING, "dg47-b"), "dg47-b")
    assert step_cost(game, "dg47-b", NORTH_LANDING, SOUTH_LANDING) is None


@pytest.mark.rule("gts:14.7/restrictions")
def test_a_lost_ferry_takes_nobody() -> None:
    assert cost(order(column(NORTH_LANDING), COMPANY, bridges={"heveadorp": "lost"}), SOUTH_LANDING) is None
    assert cost(order(column(NORTH_LANDING), COMPANY, holders={SOUTH_LANDING: GERMAN}), SOUTH_LANDING) is None


@pytest.mark.rule("gts:14.7/restrictions")
def test_the_ferry_is_lost_when_a_german_comes_to_it() -> None:
    game = order(column("1922", "kra-2"), "kra-2")
    game.choose(f"hex:{SOUTH_LANDING}")
    assert game.state.bridges == {"heveadorp": "lost"}
    assert any(isinstance(event, FerryLost) for event in game.events)


@pytest.mark.rule("gts:17.2/5", "gts:17.2/1")
def test_a_crossing_by_ferry_can_be_fired_at() -> None:
    game = order({**column(NORTH_LANDING), "kra-2": "1819"}, COMPANY)
    choose(game, f"hex:{SOUTH_LANDING}")
    assert game.decisions[0].args["trigger"] == "ferry"
    assert "unit:kra-2" in ids(game)


@pytest.mark.rule("gts:14.6")
def test_a_column_passes_an_embankment_at_the_rate_of_its_way() -> None:
    assert cost(order(column(SHELTERED), COMPANY), CULVERT) == 1.0
    assert step_cost(order(column(SHELTERED, "gra-1"), "gra-1"), "gra-1", SHELTERED, CULVERT) == 2


@pytest.mark.rule("gts:14.5")
def test_off_the_way_infantry_climbs_it_at_double_cost_and_vehicles_do_not() -> None:
    assert cost(order({COMPANY: SHELTERED}, COMPANY), CULVERT) == 4.0
    assert not may_enter(order({"gra-1": SHELTERED}, "gra-1"), "gra-1", SHELTERED, CULVERT)
