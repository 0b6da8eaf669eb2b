"""D2.3: vehicles that go round the obstacle of a hex along its hexsides, and what they see and suffer there.

F9 is a copse around which there is room; F10 lies south of it, G9 and G10 to its east, E9 and E10 to its west.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.asl.fields import meadow
from games.asl.heavy import aimed, ca, cases, de, pak, tank
from games.asl.position import offered, play, position
from sandtable.games.asl.concealment.watching import crew_sees
from sandtable.games.asl.content import Content
from sandtable.games.asl.fire.fire_group import sees_target
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.morale.rout_ways import threats
from sandtable.games.asl.ordnance.arcs import facing_of, in_arc
from sandtable.games.asl.ordnance.shots import gunner_of, may_turn
from sandtable.games.asl.ordnance.to_hit import is_hull_down, mp_in_sight, vehicle_tem
from sandtable.games.asl.sight import eye_of, line_of_sight, sees
from sandtable.games.asl.sight.explained import sight_in_game
from sandtable.games.asl.stands import stand_of
from sandtable.games.asl.state import Mines, Smoke, Vehicle, Works, Wreck
from sandtable.games.asl.terrain.tem import tem
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.bypass import open_sides
from sandtable.games.asl.vehicles.collateral import shows_in_bypass
from sandtable.games.asl.vehicles.driving import Drive
from sandtable.games.asl.vehicles.losses import immobilize, wreck
from sandtable.games.asl.vehicles.machine_guns import Burst, bears, exposed_to, may_swing

COPSE = ((-50, -50), (50, -50), (50, 50), (-50, 50))
"""A shape that leaves room along all hexsides."""
NORTH = 0


def copse(*hexes: str, **facts: Any) -> Content:
    """A meadow with copses around which there is room."""
    terrain = {**dict.fromkeys(hexes or ("F9",), "woods"), **facts.pop("terrain", {})}
    shapes = {**dict.fromkeys(hexes or ("F9",), COPSE), **facts.pop("shapes", {})}
    return meadow(terrain, shapes=shapes, **facts)


def trip(vehicle: Vehicle | None = None, on: Content | None = None, **facts: Any) -> Game:
    """A Sherman t in F10 that heads for the vertex at the south-east of the copse."""
    others = facts.pop("others", {})
    return position(on=on or copse(), vehicles={"t": vehicle or tank("F10", facing=NORTH), **others}, **facts)


def drive(game: Game, *choices: str) -> Game:
    return play(game, Drive(vehicle="t"), *choices)


def along(game: Game) -> dict[str, float | None]:
    return {ident: cost for ident, cost in offered(game).items() if ident.startswith("along:")}


def beside(side: int, facing: int, kind: str = "ca-sherman3", **facts: Any) -> Vehicle:
    """A vehicle in Bypass in F9."""
    return tank("F9", kind, facing=facing, bypass=side, **facts)


# Where


@pytest.mark.rule("rileys_road:D2.3")
def test_a_tank_passes_a_copse_along_the_hexside_before_it_for_twice_the_open_ground() -> None:
    game = drive(trip(), "do:start")
    assert along(game) == {"along:F9-G10": 2}
    game.choose("along:F9-G10")
    vehicle = game.state.vehicles["t"]
    assert (vehicle.at, vehicle.bypass, vehicle.facing, vehicle.turret) == ("F9", 2, NORTH, NORTH)
    assert stand_of(vehicle) == "F9~corner1"
    assert game.state.moving is not None
    assert game.state.moving.track == (("F10", 2), ("F9~corner1", 4))


@pytest.mark.rule("rileys_road:D2.3")
def test_starting_is_paid_for_with_the_first_hexside() -> None:
    game = drive(trip())
    assert along(game) == {"along:F9-G10": 3}
    game = drive(trip(), "along:F9-G10")
    assert game.state.vehicles["t"].bypass == 2
    assert game.decisions[0].args["left"] == 11


@pytest.mark.rule("rileys_road:D2.3")
def test_from_the_end_of_a_hexside_it_goes_on_along_either_of_the_next_or_into_the_hex_ahead() -> None:
    game = drive(trip(), "along:F9-G10")
    assert set(along(game)) == {"along:F9-G9"}
    assert {ident for ident in offered(game) if ident.startswith("hex:")} == {"hex:G9"}
    game.choose("along:F9-G9")
    _pass(game)
    vehicle = game.state.vehicles["t"]
    assert (vehicle.at, vehicle.bypass, vehicle.facing) == ("F9", 1, 5)
    assert {ident for ident in offered(game) if ident.startswith("hex:")} == {"hex:F8"}
    game.choose("hex:F8")
    _pass(game)
    vehicle = game.state.vehicles["t"]
    assert (vehicle.at, vehicle.bypass, vehicle.facing) == ("F8", -1, 5)


@pytest.mark.rule("rileys_road:D2.3")
def test_between_two_copses_it_may_keep_to_either() -> None:
    game = drive(trip(on=copse("F9", "G10")))
    assert set(along(game)) == {"along:F9-G10", "along:G10-F9"}
    game.choose("along:G10-F9")
    _pass(game)
    vehicle = game.state.vehicles["t"]
    assert (vehicle.at, vehicle.bypass, stand_of(vehicle)) == ("G10", 5, "G10~corner5")
    assert set(along(game)) == {"along:F9-G9", "along:G10-G9"}


@pytest.mark.rule("rileys_road:D2.3")
def test_an_obstacle_that_touches_the_hexside_or_its_ends_leaves_no_room() -> None:
    assert open_sides(copse())["F9"] == frozenset(range(6))
    wide = copse(shapes={"F9": ((-50, -50), (75, -50), (75, 50), (-50, 50))})
    assert open_sides(wide)["F9"] == frozenset({0, 3, 4, 5})
    near = copse(terrain={"G10": "stone-building"}, shapes={"G10": ((-100, 0), (0, -20), (0, 20))})
    assert open_sides(near)["F9"] == frozenset({0, 1, 4, 5})
    game = drive(trip(on=near), "do:start")
    assert along(game) == {}
    assert refused(game, "along:F9-G10") == ("refused.no-bypass", "D2.3")


@pytest.mark.rule("rileys_road:D2.3")
def test_rubble_fills_its_hex_and_what_lies_around_it() -> None:
    assert along(drive(trip(rubble={"F9": "stone"}))) == {}
    assert along(drive(trip(rubble={"G10": "stone"}))) == {}
    assert along(drive(trip(rubble={"E9": "stone"}))) == {"along:F9-G10": 3}


@pytest.mark.rule("rileys_road:D2.3")
def test_why_a_hexside_is_not_offered() -> None:
    game = drive(trip(), "do:start")
    assert refused(game, "along:F9-E9") == ("refused.bypass-not-ahead", "D2.3")
    game = drive(trip(), "do:reverse")
    assert along(game) == {}
    assert refused(game, "along:F9-G10") == ("refused.bypass-reverse", "D2.2")


@pytest.mark.rule("rileys_road:D2.3")
def test_a_vehicle_that_tows_a_gun_cannot() -> None:
    halftrack = tank("F10", "de-spw251", facing=NORTH, towing="w")
    game = drive(trip(halftrack, active="german", weapons={"w": pak(holder="", limbered=True)}), "do:start")
    assert along(game) == {}
    assert refused(game, "along:F9-G10") == ("refused.towing", "C10.1")


@pytest.mark.rule("rileys_road:D2.3")
@pytest.mark.parametrize(
    ("facts", "price"),
    [
        ({"smoke": {"F9": (Smoke(3),)}}, 3),
        ({"nvr": 3}, 3),
        ({"wrecks": {"x": Wreck("ca-sherman3", "F9", 0)}}, 3),
        ({"wrecks": {"x": Wreck("ca-sherman3", "F9", 0, bypass=5)}}, 3),
    ],
)
def test_what_else_a_hexside_costs(facts: dict[str, Any], price: float) -> None:
    assert along(drive(trip(**facts), "do:start")) == {"along:F9-G10": price}


@pytest.mark.rule("rileys_road:D2.3", "rileys_road:RR9", "rileys_road:E1.16", "rileys_road:A24.2")
def test_smoke_the_dark_and_soft_ground_are_paid_for_on_entry_and_not_along_the_next_hexside() -> None:
    soft = copse()
    soft.scenario = replace(soft.scenario, conditions=replace(soft.scenario.conditions, soft=True))
    facts: dict[str, Any] = {"smoke": {"F9": (Smoke(3),)}, "nvr": 3, "on": soft}
    assert along(drive(trip(**facts), "do:start")) == {"along:F9-G10": 5}
    assert along(drive(trip(beside(2, NORTH, started=True), **facts))) == {"along:F9-G9": 2}


@pytest.mark.rule("rileys_road:D2.3")
def test_along_the_next_hexside_only_those_that_stand_there_are_in_the_way() -> None:
    far, near = (Wreck("ca-sherman3", "F9", 0, bypass=side) for side in (4, 1))
    assert along(drive(trip(beside(2, NORTH, started=True), wrecks={"x": far}))) == {"along:F9-G9": 2}
    assert along(drive(trip(beside(2, NORTH, started=True), wrecks={"x": near}))) == {"along:F9-G9": 3}


@pytest.mark.rule("rileys_road:D2.3")
def test_the_hexside_by_which_it_comes_into_the_hex_is_paid_for_and_that_along_which_it_goes_is_not() -> None:
    crossed = copse(walls={"hedge": ["F9-F10"]})
    assert along(drive(trip(on=crossed), "do:start")) == {"along:F9-G10": 3}
    followed = copse(walls={"hedge": ["F9-G10"]})
    assert along(drive(trip(on=followed), "do:start")) == {"along:F9-G10": 2}


@pytest.mark.rule("rileys_road:RR13.4")
def test_a_fence_is_no_bar_to_those_who_keep_to_it() -> None:
    followed = copse(walls={"fence": ["F9-G10"]})
    game = drive(trip(on=followed), "along:F9-G10")
    assert game.state.vehicles["t"].bypass == 2


@pytest.mark.rule("rileys_road:D2.3")
def test_mines_strike_on_entry_and_not_at_the_next_hexside() -> None:
    game = drive(trip(mines={"F9": Mines("german", at=1)}, dice=[6]), "along:F9-G10", "along:F9-G9")
    assert game.state.vehicles["t"].bypass == 1


@pytest.mark.rule("rileys_road:D2.3")
def test_wire_in_the_hex_is_met_in_bypass_too() -> None:
    game = drive(trip(works={"F9": Works("german", wire=True)}, dice=[2]), "along:F9-G10")
    assert not game.state.works["F9"].wire


# Turning, stopping


@pytest.mark.rule("rileys_road:D2.3")
def test_in_bypass_there_is_room_to_face_about_only() -> None:
    game = drive(trip(), "along:F9-G10")
    assert {ident: cost for ident, cost in offered(game).items() if ident.startswith("spine:")} == {"spine:3": 3}
    game.choose("spine:3")
    _pass(game)
    vehicle = game.state.vehicles["t"]
    assert (vehicle.bypass, vehicle.facing, stand_of(vehicle)) == (2, 3, "F9~corner2")
    assert {ident for ident in offered(game) if ident.startswith("hex:")} == {"hex:F10"}


@pytest.mark.rule("rileys_road:D2.3")
def test_it_may_stop_in_bypass_or_end_there_in_motion_and_does_not_start_backwards_from_there() -> None:
    game = drive(trip(), "along:F9-G10", "do:stop", "do:done")
    vehicle = game.state.vehicles["t"]
    assert (vehicle.bypass, vehicle.motion, vehicle.started) == (2, False, False)
    game = drive(trip(), "along:F9-G10", "do:done")
    assert (game.state.vehicles["t"].bypass, game.state.vehicles["t"].motion) == (2, True)
    assert "do:reverse" not in offered(drive(trip(beside(2, NORTH))))


@pytest.mark.rule("rileys_road:C.8")
def test_a_new_hexside_makes_a_moving_target() -> None:
    game = drive(trip(beside(2, NORTH)), "along:F9-G9")
    assert game.state.vehicles["t"].bounding
    assert game.state.vehicles["t"].entered == 0


@pytest.mark.rule("rileys_road:D2.3")
def test_it_comes_upon_those_who_lurk_in_the_obstacle_and_cannot_overrun_them() -> None:
    game = drive(trip(units={"g": de("F9", concealed=True)}), "along:F9-G10")
    assert not game.state.units["g"].concealed
    assert not any(ident.startswith("overrun:") for ident in offered(game))
    assert refused(game, "overrun:F9") == ("refused.overrun", "D7.1")


@pytest.mark.rule("rileys_road:D2.3")
def test_a_vehicle_that_is_lost_or_stuck_in_bypass_stays_along_its_hexside() -> None:
    game = trip(beside(2, NORTH), dice=[2, 2])
    immobilize(game, "t", Aftermath())
    assert (game.state.vehicles["t"].bypass, game.state.vehicles["t"].immobile) == (2, True)
    wreck(game, "t", Aftermath(), burning=True)
    assert (game.state.wrecks["t"].at, game.state.wrecks["t"].bypass) == ("F9", 2)


# Sight


@pytest.mark.rule("rileys_road:D2.3")
def test_it_is_seen_at_the_vertex_for_which_it_heads_and_what_stands_in_the_hex_may_hide_it() -> None:
    game = trip(beside(2, NORTH))
    assert sees(game, "J8", "F9", seen="t")
    assert sees(game, "F9", "J8", viewer="t")
    assert not sees(game, "B9", "F9", seen="t")
    assert not sees(game, "F9", "B9", viewer="t")
    assert sees(game, "B9", "F9")


@pytest.mark.rule("rileys_road:D2.3")
def test_two_in_bypass_see_each_other_from_vertex_to_vertex() -> None:
    on = copse("F9", "F7")
    game = trip(beside(2, NORTH), on, others={"d": tank("F7", "de-pz4h", facing=3, bypass=2)})
    line = line_of_sight(game, "F9", "F7", viewer="t", seen="d")
    assert line.clear
    west = trip(beside(2, NORTH), on, others={"d": tank("F7", "de-pz4h", facing=4, bypass=0)})
    assert not line_of_sight(west, "F9", "F7", viewer="t", seen="d").clear


@pytest.mark.rule("rileys_road:D2.3")
def test_men_across_the_copse_do_not_see_its_exposed_crew_and_those_beside_it_do() -> None:
    game = trip(beside(2, NORTH, exposed=True), phase="defensive-fire", units={"w": de("B9"), "e": de("J8")})
    assert shows_in_bypass(game, "J8", "F9", "german")
    assert not shows_in_bypass(game, "B9", "F9", "german")
    assert sees_target(game, game.state.units["e"], "F9")


@pytest.mark.rule("rileys_road:D2.3")
def test_machine_guns_of_a_vehicle_strike_the_exposed_crew_where_they_see_it() -> None:
    foe = tank("J8", "de-pz4h", facing=4)
    game = trip(beside(2, NORTH, exposed=True), phase="defensive-fire", others={"d": foe})
    assert bears(game, "d", "bmg", "F9")
    assert [each.vehicle for each in exposed_to(game, Burst("d", ("bmg",), "F9"))] == ["t"]
    west = trip(beside(2, NORTH, exposed=True), phase="defensive-fire", others={"d": tank("B9", "de-pz4h", facing=1)})
    assert exposed_to(west, Burst("d", ("bmg",), "F9")) == []


@pytest.mark.rule("rileys_road:D2.3")
def test_what_it_has_spent_in_sight_is_told_by_where_it_was() -> None:
    game = drive(trip(), "along:F9-G10")
    assert mp_in_sight(game, "B9") == 0
    assert mp_in_sight(game, "J8") == 6


@pytest.mark.rule("rileys_road:D2.3")
def test_whom_its_crew_sees_and_whom_it_threatens_is_told_from_there_too() -> None:
    units = {"e": de("J8", broken=True), "w": de("B9", broken=True), "p": de("D9", stance="bypass", vertices=(0, 1))}
    game = trip(beside(2, NORTH), copse("F9", "D9"), units=units)
    assert crew_sees(game, "t", game.state.units["e"])
    assert not crew_sees(game, "t", game.state.units["w"])
    assert not crew_sees(game, "t", game.state.units["p"])
    assert [foe.at for foe in threats(game, "german")] == ["F9~corner1"]


@pytest.mark.rule("rileys_road:D2.3", "rileys_road:A6.9")
def test_a_line_to_it_is_put_down_step_by_step() -> None:
    game = trip(beside(2, NORTH))
    hidden = sight_in_game(game, "B9", "F9~corner1")
    assert hidden.blocked_by is not None
    assert (hidden.blocked_by.at, hidden.blocked_by.kind) == ("F9", "terrain:woods")
    clear = sight_in_game(game, "F9~corner1", "J8")
    assert clear.blocked_by is None
    assert [step.at for step in clear.steps if not step.is_hexside] == ["G9", "H9", "I9"]


# Fire


@pytest.mark.rule("rileys_road:D2.3")
def test_neither_the_obstacle_nor_a_hedge_covers_it() -> None:
    on = copse(walls={"hedge": ["F9-G10"]})
    game = trip(beside(2, NORTH), on, units={"g": de("J8", "de-228")}, weapons={"w": pak()}, phase="defensive-fire")
    assert vehicle_tem(game, game.state.vehicles["t"], "J8") == []
    assert not is_hull_down(game, game.state.vehicles["t"], "J8")
    inside = trip(tank("F9", facing=NORTH), copse(), phase="defensive-fire")
    assert vehicle_tem(inside, inside.state.vehicles["t"], "J8")


@pytest.mark.rule("rileys_road:D2.3")
def test_its_arcs_begin_at_the_vertex_for_which_it_heads() -> None:
    content = copse()
    assert in_arc(content, NORTH, "F9~corner1", "G9")
    assert not in_arc(content, NORTH, "F9~corner1", "F8")
    assert in_arc(content, NORTH, "F9", "F8")
    assert facing_of(content, NORTH, "F9~corner1", "H4") == "front"
    assert facing_of(content, NORTH, "F9~corner1", "F16") == "rear"
    assert facing_of(content, NORTH, "F9~corner1", "A9") == "side"


@pytest.mark.rule("rileys_road:D2.3")
def test_no_hull_is_turned_to_fire_in_bypass() -> None:
    hunter = beside(2, NORTH, "de-jgdpz5")
    game = trip(hunter, phase="defensive-fire")
    assert not may_turn(game, "t", gunner_of(game, "t"))
    assert not may_swing(game, "t", "bmg")
    free = trip(tank("F10", "de-jgdpz5", facing=NORTH), phase="defensive-fire")
    assert may_turn(free, "t", gunner_of(free, "t"))


@pytest.mark.rule("rileys_road:D2.3")
def test_a_turret_turns_as_in_the_open() -> None:
    foe = tank("N9", "de-pz4h", facing=NORTH)
    beside_it = trip(beside(2, NORTH), phase="prep-fire", others={"d": foe})
    inside = trip(tank("F9", facing=NORTH), phase="prep-fire", others={"d": foe})
    open_ = cases(aimed(beside_it, "d", firer="t"))
    assert open_["A"] * 2 == cases(aimed(inside, "d", firer="t"))["A"]


@pytest.mark.rule("rileys_road:D2.3")
def test_men_in_its_hex_are_not_covered_by_it() -> None:
    game = trip(beside(2, NORTH), units={"c": ca("F9")}, phase="defensive-fire")
    assert [part.label for part in tem(game, "F9", ("c",), ["F14"])] == ["tem.woods"]


@pytest.mark.rule("rileys_road:D2.3", "rileys_road:D6.64")
def test_passengers_look_and_fire_from_where_their_vehicle_is() -> None:
    units = {"p": de("F9", aboard="t"), "e": ca("J8"), "w": ca("B9")}
    game = trip(beside(2, NORTH, "de-spw251", exposed=True), units=units, phase="prep-fire", active="german")
    rider = game.state.units["p"]
    assert eye_of(game, rider) == "F9~corner1"
    assert (sees_target(game, rider, "J8"), sees_target(game, rider, "B9")) == (True, False)


def refused(game: Game, ident: str) -> tuple[str, str]:
    """Why something is not offered, and by which rule."""
    refusal = game.explain(ident)
    assert refusal is not None
    return refusal.reason, refusal.rule


def _pass(game: Game) -> None:
    while game.decisions and game.decisions[0].prompt == "first-fire":
        game.choose("do:pass")
