"""Passages of chapters 17 to 24 that can be read in two ways: what is played, and the other by its switch."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.efs.positions import CADETS, HQ, INFANTRY, TANKS, TITLE, marked, running
from games.efs.readings import FACED, LUGA, both, on_ground, reason
from sandtable.board import ZOC
from sandtable.games.efs import control, victory
from sandtable.games.efs.engineers.building import complete_bridges
from sandtable.games.efs.engineers.ferries import complete_ferries
from sandtable.games.efs.engineers.flotillas import CHANNELS, is_connected
from sandtable.games.efs.engineers.markers import may_be_bridged
from sandtable.games.efs.engineers.storms import nearest_ports
from sandtable.games.efs.fortifications.construction import builder_refused, complete
from sandtable.games.efs.fortifications.destruction import destroy_under_enemies
from sandtable.games.efs.headquarters.recovery import recovers_up_to
from sandtable.games.efs.movement import fields
from sandtable.games.efs.regiments import Detach, is_the_start, may_become
from sandtable.games.efs.state import AXIS, SOVIET, Bridge, Location, State, Unit
from sandtable.games.efs.surrender import havens, modifiers, to_be_checked
from sandtable.games.efs.units import Game

OPEN, BEFORE = "0809", "0810"
"""Open ground and a hex next to it, without anything between."""
START = "0805"

# Regiments


DIVISION, REGIMENT = "ax-46-inf", "ax-rsc-1-inf"


def camp(switches: tuple[str, ...], **markers: object) -> Game:
    game = on_ground({DIVISION: "0705"}, switches, scenario="perekop")
    marked(game, DIVISION, **markers)
    game.state.units[REGIMENT] = Unit(at="", steps=1, box="available")
    return game


@pytest.mark.rule("efs:23.21", "efs:23.22")
@both("23.21", (False, "emergency"), (True, "emergency"))
def test_a_detached_regiment_has_no_markers(switches: tuple[str, ...], expected: tuple[bool, str]) -> None:
    game = running(camp(switches, overrun=True, supply="emergency"), Detach(unit=DIVISION, step="which"))
    game.choose(f"unit:{REGIMENT}")
    found = game.state.units[REGIMENT]
    assert (found.at, found.steps, found.box) == ("0705", 1, "")
    assert (found.overrun, found.supply) == expected


@pytest.mark.rule("efs:18.45b", "efs:23.21")
@both("23.21", False, False)
def test_a_division_that_builds_is_the_one_builder_of_its_strongpoint(
    switches: tuple[str, ...], expected: bool
) -> None:
    """Who was taken for another would never be told that it is done."""
    game = running(camp(switches, building=True), Detach(unit=DIVISION, step="which"))
    game.choose(f"unit:{REGIMENT}")
    assert game.state.units[REGIMENT].building is expected
    assert game.state.units[DIVISION].building


@pytest.mark.rule("efs:23.22")
@both("23.22", True, False)
def test_regiments_may_be_detached_after_a_bridge_was_placed(switches: tuple[str, ...], expected: bool) -> None:
    game = camp(switches)
    assert is_the_start(game)
    game.state.bridges["axis-bridge-1"] = Bridge(AXIS, "0705", "0706", "completed", game.state.turn)
    assert is_the_start(game) is expected


@pytest.mark.rule("efs:23.26c")
@both("23.26c", "refused.other-nationality", "")
def test_the_ss_is_a_nationality_of_its_own(switches: tuple[str, ...], expected: str) -> None:
    counters = {DIVISION: {"nation": "german-ss"}}
    game = on_ground({DIVISION: "0705"}, switches, scenario="perekop", counters=counters)
    assert reason(may_become(game, DIVISION, REGIMENT)) == expected


# Works, surrender, headquarters, bridges


@pytest.mark.rule("efs:18.13a")
@both("18.13a", [], [f"{LUGA}>1311", f"{LUGA}>1312", f"{LUGA}>{FACED}"])
def test_works_are_destroyed_in_the_phase_of_those_who_stand_on_them(
    switches: tuple[str, ...], expected: list[str]
) -> None:
    game = on_ground({INFANTRY: LUGA}, switches)
    destroy_under_enemies(game, SOVIET)
    assert sorted(game.state.ruined) == expected
    destroy_under_enemies(game, AXIS)
    assert len(game.state.ruined) == 3


@pytest.mark.rule("efs:18.43b", "efs:18.45")
@both("18.43b", "", "refused.builder-without-supply")
def test_an_axis_unit_cut_off_begins_a_strongpoint(switches: tuple[str, ...], expected: str) -> None:
    sides = TITLE.content("luga-line", ()).card.sides
    card = {"sides": {**sides, "axis": replace(sides["axis"], sources=())}}
    game = on_ground({INFANTRY: OPEN}, switches, phase="axis/engineering", card=card)
    assert reason(builder_refused(game, INFANTRY)) == expected
    game.state.fed[OPEN] = AXIS
    assert reason(builder_refused(game, INFANTRY)) == ""


@pytest.mark.rule("efs:18.44b")
@both("18.44b", "completed", "under-construction")
def test_a_site_on_the_map_at_the_start_is_completed_in_the_first_turn(
    switches: tuple[str, ...], expected: str
) -> None:
    here = TITLE.content("luga-line", switches)
    state: State = TITLE.start(here)
    state.turn = here.first_turn
    game = Game(TITLE, here, state)
    complete(game, SOVIET)
    assert game.state.strongpoints["0706"].status == expected
    game.state.turn += 1
    complete(game, SOVIET)
    assert game.state.strongpoints["0706"].status == "completed"


@pytest.mark.rule("efs:20.11")
@both("20.11", True, False)
def test_a_city_that_is_fed_is_not_encircled(switches: tuple[str, ...], expected: bool) -> None:
    """Soviet units keep the way open through the zones around the city."""
    ring = {"ax-46-inf": "1515", "ax-73-inf": "1714"}
    friends = {"su-156-inf": "1615", "su-271-inf": "1616"}
    game = on_ground({**ring, **friends}, switches, scenario="perekop", parts={"1615": "major-city"})
    assert ("1615" in havens(game)) is expected


@pytest.mark.rule("efs:20.13", "efs:20.11")
@both("20.13", ["1212"], [])
def test_whatever_stops_supply_cuts_off(switches: tuple[str, ...], expected: list[str]) -> None:
    """Lakes on the other five sides stop supply, and no zone of control is behind them."""
    sides = {("1212", other): "lake" for other in ("1111", "1112", "1213", "1311", "1312")}
    units = {"ax-46-inf": "1211", "su-156-inf": "1212"}
    game = on_ground(units, switches, scenario="perekop", hexsides=sides, phase="administrative/surrender")
    assert to_be_checked(game) == expected


@pytest.mark.rule("efs:20.21")
@both("20.21", False, True)
def test_the_worst_supplied_unit_counts_for_a_surrender(switches: tuple[str, ...], expected: bool) -> None:
    game = on_ground(dict.fromkeys(("su-156-inf", "su-271-inf"), "1212"), switches, scenario="perekop")
    marked(game, "su-271-inf", supply="out")
    assert ("supplied" in modifiers(game, "1212")) is expected


@pytest.mark.rule("efs:21.28a")
@both("21.28a", 6, 3)
def test_an_hq_recovers_up_to_twice_its_value(switches: tuple[str, ...], expected: int) -> None:
    game = on_ground({HQ: OPEN}, switches)
    assert recovers_up_to(game, HQ) == expected
    marked(game, HQ, supply="out")
    assert recovers_up_to(game, HQ) == 3


@pytest.mark.rule("efs:22.24c")
@both("22.24c", BEFORE, "")
def test_a_bridge_that_cannot_be_completed_waits(switches: tuple[str, ...], expected: str) -> None:
    units = {INFANTRY: BEFORE, CADETS: "0808"}
    game = on_ground(units, switches, hexsides={(BEFORE, OPEN): "major-river"})
    game.state.bridges["axis-bridge-1"] = Bridge(AXIS, BEFORE, OPEN, "under-construction", 11)
    complete_bridges(game, AXIS)
    assert game.state.bridges["axis-bridge-1"].at == expected


@pytest.mark.rule("efs:22.23a")
@both("22.23a", False, True)
def test_no_second_bridge_is_built_beside_one_of_the_enemy(switches: tuple[str, ...], expected: bool) -> None:
    edge = (START, "0804")
    game = on_ground({INFANTRY: START}, switches, hexsides={edge: "river"})
    assert may_be_bridged(game, edge, AXIS)
    game.state.bridges["soviet-bridge-1"] = Bridge(SOVIET, edge[1], edge[0], "completed", 11)
    assert may_be_bridged(game, edge, AXIS) is expected


@pytest.mark.rule("efs:22.32")
@both("22.32", BEFORE, "")
def test_a_ferry_that_cannot_be_completed_waits(switches: tuple[str, ...], expected: str) -> None:
    game = on_ground({INFANTRY: BEFORE}, switches, hexsides={(BEFORE, OPEN): "major-river"})
    game.state.bridges["axis-ferry-1"] = Bridge(AXIS, BEFORE, OPEN, "under-construction", 11, True)
    complete_ferries(game, AXIS)
    assert game.state.bridges.get("axis-ferry-1", Bridge(AXIS, "", "", "completed", 0)).at == expected


# Flotillas


BOATS = "su-azov-flo"
ABREAST, OFFSHORE = "2210", "2211"


def afloat(switches: tuple[str, ...], **others: str) -> Game:
    units = {BOATS: ABREAST, **{name.replace("_", "-"): at for name, at in others.items()}}
    return on_ground(units, switches, scenario="perekop-long", phase="soviet/movement")


@pytest.mark.rule("efs:22.51b")
@both("22.51b", 1, 2)
def test_enemy_zones_stop_flotillas_and_cost_them_nothing(switches: tuple[str, ...], expected: int) -> None:
    game = afloat(switches)
    kinds = fields.kinds_of(game.content, SOVIET, (BOATS,), False)
    start = fields.place(game.content, ABREAST, fields.COUNTRY)
    index = game.content.board.index
    flags = bytearray(len(index))
    flags[index[OFFSHORE]] |= ZOC
    found = fields.field(game, kinds, start, 40, bytes(flags))
    goal = found.goal(index[OFFSHORE])
    assert goal is not None
    assert (found.cost(goal) or 0) / 4 == expected


@pytest.mark.rule("efs:22.51e")
@both("22.51e", False, True)
def test_coasts_are_connected_by_the_water_between_them(switches: tuple[str, ...], expected: bool) -> None:
    here = TITLE.content("perekop", switches)
    apart = [
        (one, other)
        for one in sorted(here.land)
        for other in here.adjacent[one]
        if other in here.land and here.coasts[one] and here.coasts[other]
        if not is_connected(TITLE.content("perekop", ()), (one, other), CHANNELS)
    ]
    assert apart
    assert is_connected(here, apart[0], CHANNELS) is expected


@pytest.mark.rule("efs:22.55b")
@both("22.55b", 1, 0)
def test_a_storm_drives_flotillas_past_enemies(switches: tuple[str, ...], expected: int) -> None:
    """Two hexes from the port of Genichesk, with the enemy in both hexes between."""
    game = afloat(switches, ax_46_inf="2109", ax_73_inf="2209")
    game.state.control["2108"] = SOVIET
    assert len(nearest_ports(game, BOATS)) == expected


# Victory


@pytest.mark.rule("efs:24.24a", "efs:24.22")
@both("24.24a", 0, 3)
def test_a_zone_of_control_scores_no_location(switches: tuple[str, ...], expected: int) -> None:
    game = on_ground({INFANTRY: "0707"}, switches)
    control.settle(game)
    assert game.state.vp == expected


@pytest.mark.rule("efs:24.25b")
@both("24.25b", 0, 3)
def test_a_location_that_is_retaken_is_lost_at_once(switches: tuple[str, ...], expected: int) -> None:
    game = on_ground({CADETS: "0706"}, switches)
    game.state.vp = 3
    game.state.locations["0706"] = Location(counted=True, taken=11)
    control.settle(game)
    assert game.state.vp == expected
    victory.check_occupation(game)
    assert game.state.vp == 0


@pytest.mark.rule("efs:24.4", "efs:24.41")
@both("24.4", (1, 1), (1, 0))
def test_what_is_more_than_six_steps_stays_on_the_track(switches: tuple[str, ...], expected: tuple[int, int]) -> None:
    game = on_ground({TANKS: OPEN}, switches)
    game.state.losses[SOVIET] = 5
    victory.steps_lost(game, TANKS, 2)
    assert (game.state.vp, game.state.losses[SOVIET]) == expected


@pytest.mark.rule("efs:12.36a", "efs:24.25b/note")
@both("12.36a", (2, 0), (0, 2))
def test_a_new_location_left_without_a_garrison_converts_no_mandated_attacks(
    switches: tuple[str, ...], expected: tuple[int, int]
) -> None:
    game = on_ground({DIVISION: "0907"}, switches, scenario="perekop")
    game.state.locations = {"0908": Location(counted=True, taken=game.state.turn)}
    game.state.control["0908"], game.state.mandated = AXIS, 2
    victory.convert_mandated_attacks(game)
    assert (game.state.mandated, game.state.vp) == expected
    game.state.control.clear()
    game.state.mandated = 2
    victory.convert_mandated_attacks(game)
    assert game.state.mandated == 2
