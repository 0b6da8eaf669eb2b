"""Zones of control (3.2) and control of hexes (3.11 to 3.13)."""

from __future__ import annotations

import pytest

from games.efs.positions import (
    ASSAULT_GUNS,
    CADETS,
    GUNS,
    INFANTRY,
    PANZER,
    RIFLE_DIVISION,
    RIFLES,
    STRONG_DIVISION,
    content,
    marked,
    quiet,
)  # fmt: skip
from games.efs.readings import both, on_ground
from sandtable.games.efs import control
from sandtable.games.efs.movement.prohibitions import prohibition
from sandtable.games.efs.state import AXIS, SIDES, SOVIET, Bridge, Strongpoint, SupplyUnit, Weather
from sandtable.games.efs.supply.routes import blocked
from sandtable.games.efs.units import Game
from sandtable.games.efs.zones import exerting_into, in_enemy_zone, zone_of, zones

MUD = Weather(kind="mud")
FROZEN = Weather(kind="snow", frozen=True)


def reach(game: Game, label: str) -> frozenset[str]:
    """The hexes into which the units of a hex exert a zone of control."""
    return next((zones(game, side)[label] for side in SIDES if label in zones(game, side)), frozenset())


@pytest.mark.rule("efs:3.2", "efs:3.21")
def test_a_unit_exerts_a_zone_into_the_six_hexes_around_it() -> None:
    game = quiet({CADETS: "0805"})
    assert reach(game, "0805") == {"0804", "0904", "0905", "0806", "0705", "0704"}
    assert in_enemy_zone(game, "0705", AXIS)
    assert not in_enemy_zone(game, "0705", SOVIET)


@pytest.mark.rule("efs:3.21")
def test_a_unit_controls_its_own_hex_though_enemies_exert_their_zone_into_it() -> None:
    game = quiet({CADETS: "0805", INFANTRY: "0806"})
    assert in_enemy_zone(game, "0805", SOVIET)
    assert in_enemy_zone(game, "0806", AXIS)
    assert (control.controller(game, "0805"), control.controller(game, "0806")) == (SOVIET, AXIS)


@pytest.mark.rule("efs:3.2", "efs:6.13")
def test_a_zone_of_the_enemy_bars_supply_lines_and_an_own_one_does_not() -> None:
    enemy = quiet({CADETS: "0805", INFANTRY: "0807"})
    assert "0806" in zone_of(enemy, SOVIET)
    assert "0806" in blocked(enemy, AXIS)
    own = quiet({RIFLES: "0805", INFANTRY: "0807"})
    assert "0806" not in blocked(own, AXIS)


@pytest.mark.rule("efs:3.23")
def test_several_zones_in_one_hex_are_as_one() -> None:
    game = quiet({CADETS: "0805", RIFLE_DIVISION: "0605"})
    assert set(exerting_into(game, "0704", SOVIET)) == {"0805", "0605"}
    assert control.controller(game, "0704") == SOVIET


@pytest.mark.rule("efs:3.22")
def test_a_zone_does_not_reach_across_water_but_across_rivers() -> None:
    game = quiet({INFANTRY: "0508", CADETS: "0706"})
    assert "0509" not in reach(game, "0508")
    assert "0707" in reach(game, "0706")


@pytest.mark.rule("efs:3.22")
def test_a_zone_reaches_where_the_unit_could_go_itself() -> None:
    """Motor vehicles may enter a swamp only along a road or railroad; men may go anywhere."""
    assert "swamp" in content().parts["1607"]
    assert "1607" not in reach(quiet({PANZER: "1507"}), "1507")
    assert "1607" in reach(quiet({INFANTRY: "1507"}), "1507")


@pytest.mark.rule("efs:3.22", "efs:10.42c")
@pytest.mark.parametrize(("ground", "reached"), [("swamp", True), ("alpine", False)])
def test_along_a_railroad_the_zone_of_motor_vehicles_reaches_into_swamps_and_no_other_ground_barred_to_them(
    ground: str, reached: bool
) -> None:
    """Where the railroad alone leads on from Tolmachevo, which opens swamps to them and nothing else."""
    game = on_ground({PANZER: "1510"}, (), parts={"1411": ground})
    assert ("1411" in zone_of(game, AXIS)) is reached
    assert prohibition(game, PANZER, ("1510", "1411")) == ("" if reached else "refused.prohibited-terrain")


@pytest.mark.rule("efs:3.22", "efs:10.48")
@both("3.22", {"0806", "0904"}, {"0704", "0705", "0804", "0806", "0904", "0905"})
def test_out_of_a_swamp_the_zone_of_motor_vehicles_follows_the_road(
    switches: tuple[str, ...], expected: set[str]
) -> None:
    """A minor road leads through the open hex that is made a swamp; on ice and on foot nothing holds the zone back."""
    for unit_id, weather in ((PANZER, None), (PANZER, FROZEN), (INFANTRY, None)):
        game = on_ground({unit_id: "0805"}, switches, weather=weather, parts={"0805": "swamp"})
        everywhere = game.content.adjacent["0805"]
        assert zone_of(game, AXIS) == (expected if (unit_id, weather) == (PANZER, None) else {*everywhere})


@pytest.mark.rule("efs:3.24a")
def test_mud_holds_the_zones_of_motor_vehicles_to_roads_and_towns() -> None:
    panzer = quiet({PANZER: "0603"}, weather=MUD)
    assert reach(panzer, "0603") == {"0502", "0503", "0702"}
    beside_a_town = quiet({PANZER: "0402"}, weather=MUD)
    assert "0403" in reach(beside_a_town, "0402")
    assert reach(quiet({INFANTRY: "0603"}, weather=MUD), "0603") == reach(quiet({INFANTRY: "0603"}), "0603")


@pytest.mark.rule("efs:3.24b", "efs:5.23")
def test_zones_reach_across_frozen_water() -> None:
    assert "0509" in reach(quiet({INFANTRY: "0508"}, weather=FROZEN), "0508")
    perekop = {"su-156-inf": "0908"}
    assert "1009" not in reach(quiet(perekop, scenario="perekop"), "0908")
    assert "1009" in reach(quiet(perekop, scenario="perekop", weather=FROZEN), "0908")


@pytest.mark.rule("efs:5.21a")
def test_lingering_mud_holds_in_woods_only() -> None:
    game = quiet({PANZER: "0805"}, weather=Weather(kind="dry", lingering_mud=True))
    assert content().terrain["0705"] == "clear"
    assert "0705" in reach(game, "0805")
    assert content().terrain["0906"] == "woods"
    assert "0906" not in reach(quiet({PANZER: "0905"}, weather=Weather(kind="dry", lingering_mud=True)), "0905")


@pytest.mark.rule("efs:3.25", "efs:3.25/note")
def test_a_band_takes_the_zone_away_unless_another_unit_has_one() -> None:
    assert reach(quiet({GUNS: "0805"}), "0805") == frozenset()
    assert reach(quiet({GUNS: "0805", ASSAULT_GUNS: "0805"}), "0805") == frozenset()
    assert len(reach(quiet({GUNS: "0805", INFANTRY: "0805"}), "0805")) == 6


@pytest.mark.rule("efs:3.26")
def test_units_under_an_overrun_marker_have_no_zone() -> None:
    game = quiet({CADETS: "0805"})
    assert reach(game, "0805")
    marked(game, CADETS, overrun=True)
    assert reach(game, "0805") == frozenset()
    assert control.controller(game, "0805") == SOVIET


@pytest.mark.rule("efs:3.25", "efs:3.26")
def test_units_under_an_overrun_marker_add_nothing_to_the_zone_of_those_beside_them() -> None:
    """Panzers exert none into the swamp; the men with them would."""
    game = quiet({PANZER: "1507", INFANTRY: "1507"})
    assert "1607" in reach(game, "1507")
    marked(game, INFANTRY, overrun=True)
    assert reach(game, "1507") == reach(quiet({PANZER: "1507"}), "1507")
    band = quiet({GUNS: "0805", INFANTRY: "0805"})
    marked(band, INFANTRY, overrun=True)
    assert reach(band, "0805") == frozenset()


@pytest.mark.rule("efs:3.27")
def test_supply_units_have_no_zone() -> None:
    game = quiet({})
    game.state.supplies["axis-s1"] = SupplyUnit(AXIS, "0805", 1)
    game.state.bridges["axis-bridge-1"] = Bridge(AXIS, "0807", "0806", "completed", 11)
    game.state.strongpoints["0703"] = Strongpoint(side=AXIS, status="completed", turn=11)
    assert zone_of(game, AXIS) == frozenset()
    assert control.controller(game, "0805") is None


@pytest.mark.rule("efs:18.33")
def test_axis_zones_do_not_enter_a_fortified_belt_until_it_is_destroyed() -> None:
    game = quiet({INFANTRY: "1602"})
    assert "1601" not in reach(game, "1602")
    game.state.ruined["1601"] = 12
    assert "1601" in reach(game, "1602")
    assert "1601" in reach(quiet({RIFLE_DIVISION: "1602"}), "1602")


@pytest.mark.rule("efs:3.12", "efs:3.13")
def test_a_hex_is_controlled_by_its_occupier_or_by_the_only_zone() -> None:
    game = quiet({CADETS: "0805", INFANTRY: "0807"})
    assert control.controller(game, "0805") == SOVIET
    assert control.controller(game, "0804") == SOVIET
    assert control.controller(game, "0806") is None
    assert control.controller(game, "1301") is None


@pytest.mark.rule("efs:3.11/hexes")
def test_hexes_become_friendly_to_whoever_last_controlled_them() -> None:
    game = quiet({INFANTRY: "0805", STRONG_DIVISION: "0807"})
    assert control.friend(game, "0804") == SOVIET
    control.settle(game)
    assert control.friend(game, "0805") == control.friend(game, "0804") == AXIS
    assert control.friend(game, "0806") == SOVIET
    marked(game, INFANTRY, at="1101")
    control.settle(game)
    assert control.friend(game, "0805") == AXIS
    marked(game, STRONG_DIVISION, at="0805")
    control.settle(game)
    assert control.friend(game, "0805") == SOVIET
