"""What chapters ask of one another: fortifications, bridges, prohibited ground, command points, untried units."""

from __future__ import annotations

import pytest

from games.efs.positions import (
    CADETS,
    GUNS,
    HQ,
    INFANTRY,
    PANZER,
    RIFLE_DIVISION,
    SCOUTS,
    marked,
    quiet,
)
from games.efs.readings import ICE, on_ground
from sandtable.games.efs.engineers.bridges import is_bridged, marker_across, printed_bridge
from sandtable.games.efs.fortifications.works import (
    bars_supply,
    costs_more,
    has_line,
    is_active_in,
    is_belt,
    line_crossed,
)
from sandtable.games.efs.headquarters.command import idle_over, operational_over, points_left, spend, who_can_serve
from sandtable.games.efs.movement.prohibitions import is_stranded, prohibition
from sandtable.games.efs.reinforcements.untried import reveal
from sandtable.games.efs.state import AXIS, SOVIET, Bridge, Command, Damage, Strongpoint, Weather
from sandtable.games.efs.units import figures
from sandtable.kernel.dice import ScriptedDice

MACHINE_GUNS, OTHERS = "su-mg-a-inf", "su-mg-b-inf"


# Fortifications


@pytest.mark.rule("efs:18.2", "efs:18.21")
def test_a_fortified_line_is_crossed_from_the_side_that_it_faces() -> None:
    game = quiet({})
    assert line_crossed(game, ("1413", "1412"))
    assert not line_crossed(game, ("1412", "1413"))
    assert not line_crossed(game, ("1512", "1412"))
    assert has_line(game, "1412")


@pytest.mark.rule("efs:18.24")
def test_each_hexside_of_a_line_is_destroyed_by_itself() -> None:
    game = quiet({})
    game.state.ruined["1412>1413"] = 12
    assert not line_crossed(game, ("1413", "1412"))
    assert line_crossed(game, ("1312", "1412"))


@pytest.mark.rule("efs:18.3", "efs:18.35")
def test_a_belt_stands_until_it_is_destroyed() -> None:
    game = quiet({})
    assert is_belt(game, "1601")
    game.state.ruined["1601"] = 12
    assert not is_belt(game, "1601")


@pytest.mark.rule("efs:18.34", "efs:18.53")
def test_lines_and_belts_serve_the_soviets_only() -> None:
    game = quiet({})
    assert is_active_in(game, "1601", SOVIET)
    assert not is_active_in(game, "1601", AXIS)
    game.state.strongpoints["0805"] = Strongpoint(AXIS, "completed", 11)
    assert is_active_in(game, "0805", AXIS)


@pytest.mark.rule("efs:18.12")
def test_an_enemy_fortification_costs_more_to_enter_and_one_under_construction_does_not() -> None:
    game = quiet({})
    assert costs_more(game, ("1413", "1412"), AXIS)
    assert not costs_more(game, ("1512", "1412"), AXIS)
    game.state.strongpoints["1412"] = Strongpoint(SOVIET, "completed", 11)
    assert costs_more(game, ("1512", "1412"), AXIS)
    assert not costs_more(game, ("1413", "1412"), SOVIET)
    game.state.strongpoints["0805"] = Strongpoint(SOVIET, "under-construction", 11)
    assert not costs_more(game, ("0806", "0805"), AXIS)


@pytest.mark.rule("efs:18.11")
def test_fortifications_bar_the_supply_of_the_enemy_even_under_construction() -> None:
    game = quiet({})
    game.state.strongpoints["0805"] = Strongpoint(SOVIET, "under-construction", 11)
    assert bars_supply(game, ("0806", "0805"), AXIS)
    assert not bars_supply(game, ("0806", "0805"), SOVIET)
    assert bars_supply(game, ("1413", "1412"), AXIS)
    assert not bars_supply(game, ("1412", "1413"), AXIS)


# Bridges and prohibited ground


@pytest.mark.rule("efs:10.45/note")
def test_roads_have_bridges_over_rivers_and_printed_ones_over_water() -> None:
    north, south = quiet({}), quiet({}, scenario="perekop")
    assert printed_bridge(north, ("0707", "0706"), "road")
    assert not printed_bridge(north, ("0606", "0706"), "road")
    assert printed_bridge(south, ("1811", "1812"), "rail")
    south.state.damage["1811-1812/rail"] = Damage(2)
    assert not printed_bridge(south, ("1811", "1812"), "rail")
    assert printed_bridge(south, ("1812", "1811"), "road")


@pytest.mark.rule("efs:22.26")
def test_a_bridge_marker_serves_its_own_side() -> None:
    game = quiet({})
    game.state.bridges["axis-b1"] = Bridge(AXIS, "0606", "0706", "completed", 12)
    assert marker_across(game, ("0706", "0606"), AXIS)
    assert is_bridged(game, ("0606", "0706"), AXIS)
    assert not is_bridged(game, ("0606", "0706"), SOVIET)
    game.state.bridges["axis-b1"] = Bridge(AXIS, "0606", "0706", "under-construction", 12)
    assert not marker_across(game, ("0606", "0706"), AXIS)


def test_motor_vehicles_stay_out_of_a_swamp() -> None:
    game = quiet({PANZER: "1507", INFANTRY: "1507"})
    assert prohibition(game, PANZER, ("1507", "1607")) == "refused.prohibited-terrain"
    assert prohibition(game, INFANTRY, ("1507", "1607")) == ""
    game.state.weather = Weather(kind="snow", frozen=True)
    assert prohibition(game, PANZER, ("1507", "1607")) == ""


def test_water_is_crossed_when_it_is_frozen_or_bridged() -> None:
    game = quiet({INFANTRY: "0508"})
    assert prohibition(game, INFANTRY, ("0508", "0509")) == "refused.water-to-cross"
    game.state.weather = Weather(kind="snow", frozen=True)
    assert prohibition(game, INFANTRY, ("0508", "0509")) == ""
    south = quiet({"ax-22-inf": "1811"}, scenario="perekop")
    assert prohibition(south, "ax-22-inf", ("1811", "1812")) == ""
    assert prohibition(south, "ax-22-inf", ("0708", "0809")) == "refused.sea"


@pytest.mark.rule("efs:10.48", "efs:22.42", "efs:22.21")
def test_a_road_whose_bridge_is_broken_leads_nobody_into_closed_ground() -> None:
    """The road over the lower Luga, were the hex across mountains, and the river wide and frozen over."""
    edge = ("0707", "0706")
    river = {edge: "major-river road-bridge"}
    game = on_ground({SCOUTS: edge[0]}, (), weather=ICE, hexsides=river, parts={edge[1]: "alpine"})
    assert prohibition(game, SCOUTS, edge) == ""
    game.state.damage["0706-0707/road"] = Damage(2)
    assert prohibition(game, SCOUTS, edge) == "refused.prohibited-terrain"
    game.state.bridges["axis-b1"] = Bridge(AXIS, *edge, "completed", 11)
    assert prohibition(game, SCOUTS, edge) == ""


@pytest.mark.rule("efs:10.48", "efs:22.42")
def test_who_has_only_a_broken_bridge_to_leave_a_swamp_by_is_stranded_in_it() -> None:
    at, over = "0707", "0706"
    ground = quiet({}).content
    rivers = {(at, other): "river" for other in ground.adjacent[at]} | {(at, over): "major-river road-bridge"}
    ways = [other for other in ground.adjacent[at] if (at, other) in ground.roads or (at, other) in ground.rails]
    rivers |= {(at, other): "major-river" for other in ways if other != over}
    game = on_ground({SCOUTS: at}, (), hexsides=rivers, parts={at: "swamp"})
    assert not is_stranded(game, SCOUTS)
    game.state.damage["0706-0707/road"] = Damage(2)
    assert is_stranded(game, SCOUTS)
    assert prohibition(game, SCOUTS, (at, over)) == "refused.stranded"


def test_guns_with_an_orange_allowance_pay_like_motors() -> None:
    game = quiet({GUNS: "1507"})
    assert prohibition(game, GUNS, ("1507", "1607")) == "refused.prohibited-terrain"


# Headquarters


@pytest.mark.rule("efs:21.11", "efs:21.21")
def test_a_headquarters_commands_four_hexes_around() -> None:
    game = quiet({HQ: "1511"})
    assert operational_over(game, "1511") == operational_over(game, "1507") == [HQ]
    assert operational_over(game, "1506") == []
    marked(game, HQ, operational=False)
    assert operational_over(game, "1511") == []
    assert idle_over(game, "1507") == [HQ]


@pytest.mark.rule("efs:21.12", "efs:21.13")
def test_command_points_are_used_up_in_a_phase() -> None:
    game = quiet({HQ: "1511"})
    assert points_left(game, HQ) == 2
    spend(game, HQ)
    assert who_can_serve(game, "1510") == [HQ]
    spend(game, HQ)
    assert points_left(game, HQ) == 0
    assert who_can_serve(game, "1510") == []
    game.state.commands[HQ] = Command(used=2, doubled=True)
    assert points_left(game, HQ) == 0
    game.state.phase = "soviet/motorized"
    assert points_left(game, HQ) == 2


@pytest.mark.rule("efs:21.22")
def test_a_non_operational_headquarters_prevails_where_ranges_overlap() -> None:
    game = quiet({HQ: "1511", "su-kingisepp-gp-hea": "1409"})
    assert who_can_serve(game, "1411") == [HQ, "su-kingisepp-gp-hea"]
    marked(game, "su-kingisepp-gp-hea", operational=False)
    assert who_can_serve(game, "1411") == []


# Untried units


@pytest.mark.rule("efs:8.41", "efs:8.42a", "efs:21.61", "efs:21.63")
def test_untried_units_are_drawn_when_they_are_turned_over() -> None:
    game = quiet({MACHINE_GUNS: "0809", OTHERS: "0908", RIFLE_DIVISION: "0908"}, scenario="perekop")
    game.state.pools["machine-guns"] = ("0-2-2", "remove")
    game.dice = ScriptedDice(["remove", "0-2-2"])
    assert reveal(game, [MACHINE_GUNS, OTHERS, RIFLE_DIVISION], "15.43a") == [OTHERS, RIFLE_DIVISION]
    assert game.state.units[MACHINE_GUNS].box == "cannot-rebuild"
    assert figures(game, OTHERS).defence == 2
    assert game.state.pools["machine-guns"] == ()
    assert reveal(game, [OTHERS], "15.43a") == [OTHERS]


def test_units_that_are_known_stay_as_they_are() -> None:
    game = quiet({CADETS: "0805"})
    assert reveal(game, [CADETS], "15.43a") == [CADETS]
