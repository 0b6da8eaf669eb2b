"""Supply routes (6.1) and sources (6.2)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from games.efs.positions import (
    CADETS,
    HOWITZERS,
    INFANTRY,
    OTHER_RIFLES,
    PANZER,
    PIONEERS,
    RIFLE_DIVISION,
    RIFLES,
    SCOUTS,
    STRONG_DIVISION,
    TITLE,
    content,
    marked,
    quiet,
)
from games.efs.readings import on_ground
from sandtable.games.efs import control
from sandtable.games.efs.content import load
from sandtable.games.efs.control import friend
from sandtable.games.efs.movement.rail import rail_net
from sandtable.games.efs.state import (
    AXIS,
    SIDES,
    SOVIET,
    Bridge,
    Construction,
    Damage,
    State,
    Strongpoint,
    Weather,
)  # fmt: skip
from sandtable.games.efs.supply.hexsides import by_road, crossing, first_step, is_ferried, usable_rail
from sandtable.games.efs.supply.routes import (
    has_unlimited_line,
    in_line_with_sources,
    is_supplied,
    supplied_hexes,
    within_loc,
)
from sandtable.games.efs.supply.sources import major_cities, named_sources, works
from sandtable.games.efs.units import Game, side_of
from sandtable.games.efs.zones import in_enemy_zone

MUD, SNOW = Weather(kind="mud"), Weather(kind="snow")


@pytest.mark.rule("efs:6.11", "efs:6.12")
@pytest.mark.parametrize("scenario", ["luga-line", "perekop"])
def test_everybody_on_the_map_is_supplied_at_the_start(scenario: str) -> None:
    game = TITLE.new_game(scenario)
    cut_off = [
        unit_id
        for unit_id, unit in game.state.units.items()
        if unit.at and not is_supplied(game, side_of(game, unit_id), unit.at)
    ]
    assert cut_off == []


@pytest.mark.rule("efs:6.14a", "efs:6.14b")
def test_a_line_of_communications_is_seven_hexes_long() -> None:
    """The figures of the Luga lessons: the head of the column at 0808 is one hex too far from Lyady."""
    game = quiet({})
    reached = within_loc(game, AXIS, ["0514"])
    assert content().distance("0809", "0514") == 7
    assert content().distance("0808", "0514") == 8
    assert "0809" in reached
    assert "0808" not in reached


@pytest.mark.rule("efs:6.26b")
def test_a_supply_unit_at_osmino_feeds_both_bridgeheads() -> None:
    reached = within_loc(quiet({}), AXIS, ["0809"])
    assert {"0706", "0605"} <= reached


@pytest.mark.rule("efs:6.14c")
@pytest.mark.parametrize("weather", [MUD, SNOW])
def test_it_is_five_hexes_long_in_mud_and_snow(weather: Weather) -> None:
    reached = within_loc(quiet({}, weather=weather), AXIS, ["0514"])
    assert max(content().distance(label, "0514") for label in reached) == 5


@pytest.mark.rule("efs:6.14c")
def test_lingering_mud_shortens_it_where_woods_are() -> None:
    game = quiet({}, weather=Weather(lingering_mud=True))
    reached = within_loc(game, AXIS, ["0514"])
    assert "0811" in reached
    assert "0809" not in reached


@pytest.mark.rule("efs:6.13")
def test_enemy_zones_close_the_way_unless_a_friend_stands_in_them() -> None:
    wall = {RIFLE_DIVISION: "0412", CADETS: "0612", STRONG_DIVISION: "0812"}
    assert "0609" in within_loc(quiet({}), AXIS, ["0514"])
    assert "0609" not in within_loc(quiet(wall), AXIS, ["0514"])
    assert "0609" not in within_loc(quiet({**wall, PANZER: "0511"}), AXIS, ["0514"])
    assert "0609" in within_loc(quiet({**wall, PANZER: "0511", INFANTRY: "0512"}), AXIS, ["0514"])


@pytest.mark.rule("efs:6.13")
def test_a_route_may_end_in_a_source_that_lies_in_an_enemy_zone() -> None:
    units = {INFANTRY: "0414", RIFLE_DIVISION: "0614"}
    assert in_enemy_zone(quiet(units), "0514", AXIS)
    assert is_supplied(quiet(units), AXIS, "0414")
    assert not is_supplied(quiet(units, switches=("6.13",)), AXIS, "0414")


@pytest.mark.rule("efs:6.13")
def test_no_route_leads_to_a_hex_of_the_enemy() -> None:
    game = quiet({HOWITZERS: "0514"})
    assert within_loc(game, AXIS, ["0514"]) == {"0514"}


@pytest.mark.rule("efs:6.13", "efs:6.14c")
def test_swamps_are_closed_off_the_road_until_frost() -> None:
    into_swamp = ("1508", "1608")
    assert crossing(quiet({}), SOVIET, into_swamp) == "closed"
    assert crossing(quiet({}, weather=MUD), SOVIET, into_swamp) == "closed"
    assert crossing(quiet({}, weather=Weather(kind="frost")), SOVIET, into_swamp) == "good"
    assert "1608" in within_loc(quiet({}), SOVIET, ["1508"])


@pytest.mark.rule("efs:6.13", "efs:6.14b", "efs:6.14c")
@pytest.mark.parametrize(("beside", "grade"), [("clear", "good"), ("marsh", "poor"), ("swamp", "closed")])
def test_a_swamp_in_which_a_line_begins_is_left_whatever_lies_beside_it(beside: str, grade: str) -> None:
    game = on_ground({}, (), parts={"1508": "swamp", "1608": beside})
    assert first_step(game, SOVIET, ("1508", "1608")) == grade


@pytest.mark.rule("efs:6.14c")
def test_marsh_off_the_road_shortens_the_line_in_dry_weather() -> None:
    assert crossing(quiet({}), SOVIET, ("0907", "0908")) == "poor"
    assert crossing(quiet({}, weather=Weather(kind="frost")), SOVIET, ("0907", "0908")) == "good"


@pytest.mark.rule("efs:6.13")
def test_water_is_crossed_on_bridges_that_stand() -> None:
    game = quiet({}, scenario="perekop")
    assert "1812" in within_loc(game, SOVIET, ["1811"])
    game.state.damage["1811-1812/road"] = Damage(2)
    assert "1812" in within_loc(game, SOVIET, ["1811"])
    game.state.damage["1811-1812/rail"] = Damage(2)
    assert "1812" not in within_loc(game, SOVIET, ["1811"])


@pytest.mark.rule("efs:6.13")
def test_a_strongpoint_of_the_enemy_bars_the_way_even_under_construction() -> None:
    game = quiet({})
    assert "0511" in within_loc(game, AXIS, ["0514"])
    for label in content().adjacent["0514"]:
        game.state.strongpoints[label] = Strongpoint(SOVIET, "under-construction", 11)
    assert "0511" not in within_loc(game, AXIS, ["0514"])


@pytest.mark.rule("efs:6.13", "efs:6.15a", "efs:18.46")
@pytest.mark.parametrize("status", ["completed", "under-construction"])
def test_no_route_leads_into_a_source_on_which_a_strongpoint_of_the_enemy_stands(status: Construction) -> None:
    """The enemy held it until he was driven off by zones of control; who stands there himself is supplied."""
    game = quiet({})
    game.state.control.update(dict.fromkeys(content().land, AXIS))
    main_road = {"1410", "1411", "1412", "1413", "1414"}
    assert main_road <= supplied_hexes(game, AXIS)
    game.state.strongpoints["1414"] = Strongpoint(SOVIET, status, 11)
    assert main_road & supplied_hexes(game, AXIS) == {"1414"}
    del game.state.strongpoints["1414"]
    assert main_road <= supplied_hexes(game, AXIS)


@pytest.mark.rule("efs:6.23", "efs:11.63", "efs:20.11")
def test_a_source_in_an_exit_area_that_the_enemy_has_used_provides_no_supply() -> None:
    """He has left the map by the hex beside it, so that it is still Soviet."""
    ground = load(TITLE, "perekop", ())
    ground.card = replace(ground.card, exits={"south": "south"})
    ground.regions["south"] = frozenset({"1515", "1616"})
    game = Game(TITLE, ground, quiet({}, scenario="perekop").state)
    game.state.control.update(dict.fromkeys({*named_sources(game, SOVIET)} - {"1616"}, AXIS))
    assert "1614" in supplied_hexes(game, SOVIET)
    assert "1615" in rail_net(game, SOVIET)
    game.state.exits["south"] = AXIS
    assert friend(game, "1616") == SOVIET
    assert not supplied_hexes(game, SOVIET)
    assert not rail_net(game, SOVIET)
    assert not in_line_with_sources(game, SOVIET)


@pytest.mark.rule("efs:6.16", "efs:11.11", "efs:11.13d")
def test_the_railroad_net_does_not_begin_on_a_strongpoint_of_the_enemy() -> None:
    game = quiet({})
    others = [label for label in named_sources(game, SOVIET) if label != "1814"]
    game.state.control.update(dict.fromkeys(others, AXIS))
    assert {"1814", "1813"} <= rail_net(game, SOVIET)
    game.state.strongpoints["1814"] = Strongpoint(AXIS, "completed", 11)
    assert not rail_net(game, SOVIET)


@pytest.mark.rule("efs:6.13", "efs:6.14b")
def test_a_line_may_begin_on_a_strongpoint_of_the_enemy() -> None:
    game = quiet({INFANTRY: "1514"})
    game.state.strongpoints["1514"] = Strongpoint(SOVIET, "completed", 10)
    assert is_supplied(game, AXIS, "1514")


@pytest.mark.rule("efs:6.15a")
def test_the_road_net_carries_supply_along_main_roads() -> None:
    game = quiet({})
    game.state.control.update(dict.fromkeys(content().land, AXIS))
    assert "1409" in supplied_hexes(game, AXIS)
    assert content().distance("1409", "1414") == 5
    assert "1506" in supplied_hexes(game, AXIS)


@pytest.mark.rule("efs:6.15b")
def test_mud_shortens_the_road_net() -> None:
    game = quiet({}, scenario="perekop", weather=MUD)
    clear = quiet({}, scenario="perekop")
    assert supplied_hexes(game, AXIS) < supplied_hexes(clear, AXIS)


@pytest.mark.rule("efs:6.15a", "efs:22.23a")
def test_a_broken_bridge_ends_the_road_net_on_ice_too() -> None:
    game = quiet({}, scenario="perekop", weather=Weather(kind="frost", frozen=True))
    assert is_supplied(game, AXIS, "1316")
    game.state.damage["1811-1812/road"] = Damage(2)
    assert is_supplied(game, AXIS, "1812")
    assert not is_supplied(game, AXIS, "1316")


@pytest.mark.rule("efs:6.16")
def test_railroads_carry_supply_any_way_until_they_are_cut() -> None:
    game = quiet({})
    assert "1214" in supplied_hexes(game, SOVIET)
    assert usable_rail(game, SOVIET, "1509")
    assert not usable_rail(game, AXIS, "1509")
    game.state.rail_cuts["1509"] = ""
    assert not usable_rail(game, SOVIET, "1509")


@pytest.mark.rule("efs:22.34")
def test_a_ferry_carries_supply_from_the_turn_after_its_completion() -> None:
    game = quiet({}, turn=12)
    game.state.bridges["axis-f1"] = Bridge(AXIS, "0508", "0509", "completed", 12, ferry=True)
    assert not is_ferried(game, ("0508", "0509"), AXIS)
    game.state.turn = 13
    assert is_ferried(game, ("0509", "0508"), AXIS)
    assert not is_ferried(game, ("0509", "0508"), SOVIET)


@pytest.mark.rule("efs:6.21", "efs:6.23", "efs:6.25")
def test_a_source_that_falls_provides_no_supply_and_waits_when_it_is_retaken() -> None:
    game = quiet({RIFLE_DIVISION: "0513", PANZER: "1414"})
    assert named_sources(game, AXIS) == {"0514", "1414"}
    marked(game, RIFLE_DIVISION, at="0514")
    control.settle(game)
    assert named_sources(game, AXIS) == {"1414"}
    assert "0514" not in named_sources(game, SOVIET)
    marked(game, RIFLE_DIVISION, at="0510")
    marked(game, PANZER, at="0514")
    control.settle(game)
    assert not works(game, AXIS, "0514")


@pytest.mark.rule("efs:20.13")
def test_a_line_of_any_length_is_closed_by_the_enemy() -> None:
    """The Arabat spit is one hex wide."""
    free = quiet({"su-276-inf": "2110"}, scenario="perekop")
    assert has_unlimited_line(free, SOVIET, "2110", ["2213"])
    cut = quiet({"su-276-inf": "2110", "ax-22-inf": "2212"}, scenario="perekop")
    assert not has_unlimited_line(cut, SOVIET, "2110", ["2213"])


def test_both_sides_have_sources() -> None:
    for side in SIDES:
        assert named_sources(quiet({}), side)


@pytest.mark.rule("efs:6.15a/note")
def test_a_town_does_not_break_the_road_net() -> None:
    """The main road from 1414 runs through Luga, which is a town."""
    game = quiet({})
    assert "1412" in content().towns
    beyond = next(label for label in content().adjacent["1412"] if content().roads.get(("1412", label)) == "main")
    assert by_road(game, AXIS, ("1412", beyond)) == by_road(game, AXIS, (beyond, "1412")) == "good"


@pytest.mark.rule("efs:6.15b/note", "efs:6.15b")
def test_lingering_mud_shortens_the_road_net_in_woods_only() -> None:
    game = quiet({}, weather=Weather(kind="dry", lingering_mud=True))
    main = [edge for edge in content().roads if by_road(quiet({}), AXIS, edge) == "good"]
    grades = {edge: by_road(game, AXIS, edge) for edge in main}
    wooded = {edge: any("woods" in content().parts[label] for label in edge) for edge in main}
    assert {grade for edge, grade in grades.items() if wooded[edge]} == {"poor"}
    assert {grade for edge, grade in grades.items() if not wooded[edge]} == {"good"}


@pytest.mark.rule("efs:6.16/note")
def test_every_city_is_a_railroad_hex() -> None:
    ground = content()
    bare = next(label for label in sorted(ground.land) if label not in ground.rail_hexes)
    assert ground.cities <= ground.rail_hexes
    assert usable_rail(quiet({}), SOVIET, "1601")
    assert not usable_rail(quiet({}), SOVIET, bare)


@pytest.mark.rule("efs:6.23/note")
def test_a_road_at_the_map_edge_is_no_source_unless_the_card_names_it() -> None:
    game = quiet({})
    edge = {
        label
        for label in content().land
        if content().is_at_edge(label) and any((label, there) in content().roads for there in content().adjacent[label])
    }
    assert edge - named_sources(game, AXIS) - named_sources(game, SOVIET)
    assert named_sources(game, SOVIET) == {"1601", "1001", "0103", "1814"}


@pytest.mark.rule("efs:6.24")
def test_a_major_city_is_a_source_while_it_can_trace_a_route_to_another() -> None:
    """One that lies at the end of a line feeds what is beyond it; surrounded, it feeds nobody."""
    ground = load(TITLE, "luga-line", ())
    sides = {**ground.card.sides, "soviet": replace(ground.card.sides["soviet"], sources=("0103",))}
    ground.card = replace(ground.card, sides=sides)
    without = Game(TITLE, ground, without_railroads({}))
    city = max(supplied_hexes(without, SOVIET) & ground.land, key=lambda label: ground.distance("0103", label))
    walled = load(TITLE, "luga-line", ())
    walled.card = ground.card
    walled.parts[city] = frozenset({"major-city"})
    walled.cities |= {city}
    free = Game(TITLE, walled, without_railroads({}))
    assert supplied_hexes(free, SOVIET) > supplied_hexes(without, SOVIET)
    ring = (PANZER, RIFLES, OTHER_RIFLES, SCOUTS, PIONEERS, INFANTRY)
    shut = Game(TITLE, walled, without_railroads(dict(zip(ring, walled.adjacent[city], strict=False))))
    assert major_cities(shut, SOVIET) == {city}
    assert city not in supplied_hexes(shut, SOVIET)


def without_railroads(units: Mapping[str, str]) -> State:
    """Some units on the map, and all railroads cut."""
    state = quiet(units).state
    state.rail_cuts.update(dict.fromkeys(content().rail_hexes, ""))
    return state


@pytest.mark.rule("efs:6.13", "efs:18.11", "efs:18.21")
def test_supply_flows_through_the_wall_once_its_line_and_strongpoint_are_gone() -> None:
    """Both fall at once, in the same hex."""
    game = quiet({"ax-73-inf": "0908"}, scenario="perekop")
    game.state.control["0908"] = AXIS
    game.state.strongpoints["0908"] = Strongpoint(SOVIET, "completed", 47)
    assert not is_supplied(game, AXIS, "0908")
    del game.state.strongpoints["0908"]
    game.state.ruined.update({"0908>0808": 48, "0908>0907": 48})
    assert is_supplied(game, AXIS, "0908")
