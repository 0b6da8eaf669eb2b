"""Strategic movement (11.2) and rail movement (11.1)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.efs.moves import moving, reach, why
from games.efs.positions import (
    CADETS,
    HQ,
    INFANTRY,
    MILITIA,
    NKVD,
    RIFLE_DIVISION,
    SCOUTS,
    TANKS,
    TITLE,
    asked,
    quiet,
)
from games.efs.readings import on_ground
from sandtable.games.efs.content import load
from sandtable.games.efs.movement.rail import capacity, rail_net
from sandtable.games.efs.movement.strategic import strategic_allowance, strategic_flags, why_no_strategic_move
from sandtable.games.efs.state import AXIS, SOVIET, Strongpoint, SupplyUnit, Weather
from sandtable.games.efs.units import Game

FLAK_OF_DZHANKOI = "su-aa-dzhankoi-ant"


@pytest.mark.rule("efs:11.21")
def test_the_allowance_is_raised_by_half_and_fractions_are_kept() -> None:
    game = moving({INFANTRY: "1414"}, f"unit:{INFANTRY}", "do:strategic")
    assert asked(game).args["left"] == 7.5
    tanks = moving({TANKS: "1411"}, f"unit:{TANKS}", "do:strategic", phase="soviet/movement")
    assert asked(tanks).args["left"] == 3.75
    assert strategic_allowance(quiet({}), 14) == 21


@pytest.mark.rule("efs:11.21")
def test_nothing_is_raised_for_a_dump_or_guns_that_only_ride() -> None:
    game = moving({}, phase="soviet/movement", scenario="perekop")
    game.state.supplies["soviet-s1"] = SupplyUnit(SOVIET, "1615", 2)
    game.advance()
    game.choose("unit:soviet-s1")
    assert "do:rail" in asked(game).ids
    assert why(game, "do:strategic") == "refused.nobody-marches"


@pytest.mark.rule("efs:11.22")
def test_strategic_movement_keeps_to_roads() -> None:
    game = moving({INFANTRY: "1414"}, f"unit:{INFANTRY}", "do:strategic")
    roads = {label for edge in game.content.roads for label in edge}
    assert reach(game)["1413"] == 0.5
    assert {*reach(game)} <= roads
    game.choose("hex:1413")
    assert game.state.units[INFANTRY].special == "strategic"
    assert "1313" not in reach(game)


@pytest.mark.rule("efs:10.33", "efs:11.23")
def test_strategic_movement_keeps_away_from_the_enemy() -> None:
    game = moving({INFANTRY: "1414", NKVD: "1412"}, f"unit:{INFANTRY}")
    assert why(game, "do:strategic") == "refused.near-enemies"
    far = moving({INFANTRY: "1414", NKVD: "1409"}, f"unit:{INFANTRY}", "do:strategic")
    assert "1412" in reach(far)
    assert "1411" not in reach(far)


@pytest.mark.rule("efs:11.23")
def test_strategic_movement_needs_supply_and_a_road() -> None:
    hungry = moving({INFANTRY: "1414"}, f"unit:{INFANTRY}", markers={INFANTRY: {"supply": "out"}})
    assert why(hungry, "do:strategic") == "refused.not-supplied"
    assert why(moving({SCOUTS: "0512"}, f"unit:{SCOUTS}"), "do:strategic") == "refused.no-road"


@pytest.mark.rule("efs:11.25", "efs:11.25/note")
def test_mud_does_not_close_minor_roads_to_strategic_movement() -> None:
    mud = Weather(kind="mud")
    game = moving({SCOUTS: "0513"}, f"unit:{SCOUTS}", "do:strategic", weather=mud)
    assert reach(game)["0514"] == 3


@pytest.mark.rule("efs:11.13d")
def test_no_train_goes_through_an_enemy_fortification() -> None:
    units = {RIFLE_DIVISION: "0403"}
    game = moving(units, phase="soviet/movement")
    game.state.strongpoints["0803"] = Strongpoint("axis", "completed", 12)
    game.choose(f"unit:{RIFLE_DIVISION}")
    game.choose("do:rail")
    assert why(game, "hex:0803") == "refused.no-railroad"


@pytest.mark.rule("efs:11.0")
def test_one_kind_of_special_movement_in_a_phase() -> None:
    game = moving({INFANTRY: "1414"}, f"unit:{INFANTRY}", "do:strategic")
    assert why(game, "do:rail") == "refused.set-out"


@pytest.mark.rule("efs:10.12b", "efs:11.21", "efs:11.12")
def test_neither_is_for_the_motorized_movement_phase() -> None:
    game = moving({TANKS: "1510"}, f"unit:{TANKS}", phase="soviet/motorized")
    assert why(game, "do:strategic") == "refused.strategic-phase"
    assert why(game, "do:rail") == "refused.rail-phase"


@pytest.mark.rule("efs:11.24", "efs:11.12/note", "efs:21.32c", "efs:21.32d")
def test_armored_trains_use_neither() -> None:
    train = "su-1-tk-tr-arm"
    game = moving({train: "1615"}, f"unit:{train}", scenario="perekop", phase="soviet/movement")
    assert why(game, "do:strategic") == "refused.no-strategic-move"
    assert why(game, "do:rail") == "refused.not-carried"
    game.choose("hex:1616")
    assert game.state.rail_used == {}


@pytest.mark.rule("efs:11.11", "efs:11.13b", "efs:11.13c", "efs:11.14a", "efs:11.14b")
def test_units_go_far_by_rail_within_the_capacity() -> None:
    units = {RIFLE_DIVISION: "0403", MILITIA: "1102"}
    game = moving(units, f"unit:{RIFLE_DIVISION}", "do:rail", phase="soviet/movement")
    assert {*reach(game)} <= game.content.rail_hexes
    game.choose("hex:1601")
    assert game.state.units[RIFLE_DIVISION].at == "1601"
    assert game.state.rail_used == {"soviet": 4}
    assert asked(game).prompt == "move-unit"
    game.choose(f"unit:{MILITIA}")
    assert why(game, "do:rail") == "refused.rail-full"


@pytest.mark.rule("efs:11.13a")
def test_trains_keep_away_from_the_enemy() -> None:
    game = moving(
        {RIFLE_DIVISION: "0403", SCOUTS: "1004"}, f"unit:{RIFLE_DIVISION}", "do:rail", phase="soviet/movement"
    )
    assert why(game, "hex:1102") == "refused.near-enemies"
    near = moving({RIFLE_DIVISION: "0403", SCOUTS: "0405"}, f"unit:{RIFLE_DIVISION}", phase="soviet/movement")
    assert why(near, "do:rail") == "refused.near-enemies"


@pytest.mark.rule("efs:11.15")
def test_headquarters_take_a_point_of_capacity_and_dumps_as_many_as_they_hold() -> None:
    supplies = {"soviet-s1": SupplyUnit("soviet", "1102", 2)}
    game = moving({HQ: "1102"}, f"unit:{HQ}", "do:rail", "hex:1202", phase="soviet/movement", supplies=supplies)
    assert game.state.rail_used == {"soviet": 1}
    game.choose("unit:soviet-s1")
    assert not reach(game)
    game.choose("do:rail")
    game.choose("hex:1202")
    assert game.state.rail_used == {"soviet": 3}
    assert game.state.supplies["soviet-s1"].at == "1202"


@pytest.mark.rule("efs:6.16", "efs:6.24", "efs:11.11")
def test_a_major_city_that_works_as_a_source_has_a_railroad_net_of_its_own() -> None:
    """The railroad to the only source on the edge is cut; a line of communications still comes to the city."""
    ground = load(TITLE, "luga-line", ())
    sides = {**ground.card.sides, "soviet": replace(ground.card.sides["soviet"], sources=("1814",))}
    ground.card = replace(ground.card, sides=sides)
    state = quiet({}, phase="soviet/movement").state
    state.rail_cuts["1301"] = ""
    assert "1102" not in rail_net(Game(TITLE, ground, state), SOVIET)
    city = load(TITLE, "luga-line", ())
    city.card, city.cities = ground.card, city.cities | {"1202"}
    city.parts["1202"] = frozenset({"major-city"})
    assert {"0902", "1102", "1202"} <= rail_net(Game(TITLE, city, state), SOVIET)


@pytest.mark.rule("efs:11.11")
def test_the_axis_has_no_railroads_of_its_own() -> None:
    assert why(moving({INFANTRY: "1413"}, f"unit:{INFANTRY}"), "do:rail") == "refused.no-railroad"


@pytest.mark.rule("efs:11.14c", "efs:11.14c/note", "efs:11.16")
def test_snow_halves_the_capacity_of_the_axis_only() -> None:
    ground = load(TITLE, "luga-line", ())
    sides = ground.card.sides
    ground.card = replace(ground.card, sides={**sides, "axis": replace(sides["axis"], rail_capacity=5)})
    state = quiet({}, weather=Weather(kind="snow")).state
    assert [capacity(Game(TITLE, ground, state), side) for side in ("axis", "soviet")] == [2, 4]
    state.weather = Weather()
    assert capacity(Game(TITLE, ground, state), "axis") == 5


@pytest.mark.rule("efs:10.29")
def test_guns_without_an_allowance_ride_from_town_to_town() -> None:
    game = moving(
        {FLAK_OF_DZHANKOI: "1712"}, f"unit:{FLAK_OF_DZHANKOI}", "do:rail", scenario="perekop", phase="soviet/movement"
    )
    assert {*reach(game)} <= game.content.towns | game.content.cities
    assert "1615" in reach(game)
    afoot = moving({FLAK_OF_DZHANKOI: "1712"}, f"unit:{FLAK_OF_DZHANKOI}", scenario="perekop", phase="soviet/movement")
    assert not reach(afoot)


@pytest.mark.rule("efs:10.27b", "efs:11.13a")
def test_trains_do_not_carry_anybody_where_the_scenario_forbids_his_side_to_go() -> None:
    game = moving({"su-156-inf": "1712"}, "unit:su-156-inf", "do:rail", scenario="perekop", phase="soviet/movement")
    assert "1907" in rail_net(game, SOVIET)
    assert "1810" in reach(game)
    assert why(game, "hex:1907") == "refused.closed"


@pytest.mark.rule("efs:10.26", "efs:10.29", "efs:8.72")
@pytest.mark.parametrize("marker", ["do_not_move", "receiving", "garrison", "fuel_shortage"])
def test_markers_hold_guns_that_only_ride_too(marker: str) -> None:
    markers = {FLAK_OF_DZHANKOI: {marker: 1 if marker == "do_not_move" else True}}
    game = moving({FLAK_OF_DZHANKOI: "1712"}, scenario="perekop", phase="soviet/movement", markers=markers)
    assert f"unit:{FLAK_OF_DZHANKOI}" not in asked(game).ids
    assert why(game, f"unit:{FLAK_OF_DZHANKOI}").startswith("refused.")


@pytest.mark.rule("efs:6.26a", "efs:11.23")
def test_a_hex_that_a_temporary_source_feeds_is_in_supply_for_strategic_movement() -> None:
    game = quiet({INFANTRY: "0514"})
    far = game.content.board.index["0905"]
    assert strategic_flags(game, "axis", False)[far]
    game.state.fed["0905"] = "soviet"
    assert strategic_flags(game, "axis", False)[far]
    game.state.fed["0905"] = "soviet+axis"
    assert not strategic_flags(game, "axis", False)[far]


@pytest.mark.rule("efs:10.44a", "efs:11.23/note")
def test_the_motorway_is_no_road_for_the_strategic_movement_of_axis_units_on_foot() -> None:
    game = on_ground({INFANTRY: "1005", SCOUTS: "1005"}, ())
    game.content.roads[("1005", "1006")] = game.content.roads[("1006", "1005")] = "motorway"
    refused = why_no_strategic_move(game, [INFANTRY], AXIS, "1005")
    assert refused is not None
    assert (refused.reason, refused.rule) == ("refused.road-not-for-it", "11.23/note")
    assert why_no_strategic_move(game, [SCOUTS], AXIS, "1005") is None


@pytest.mark.rule("efs:11.13b", "efs:11.13d", "efs:18.46")
def test_a_station_behind_works_of_the_enemy_is_not_too_far_but_cut_off() -> None:
    game = moving({CADETS: "1510"}, f"unit:{CADETS}", phase="soviet/movement", sites={"1508": "axis"})
    game.choose("do:rail")
    refused = game.explain("hex:1507")
    assert refused is not None
    assert (refused.reason, refused.rule) == ("refused.line-closed", "11.13b")
