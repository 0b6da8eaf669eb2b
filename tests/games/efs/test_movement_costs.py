"""What steps cost (10.3, 10.4), and who may move how far (10.1): with the examples of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest

from games.efs.moves import moving, reach
from games.efs.positions import (
    ANTI_TANK,
    CADETS,
    GUNS,
    HQ,
    INFANTRY,
    NKVD,
    PANZER,
    RIFLE_DIVISION,
    RIFLES,
    SCOUTS,
    TANKS,
    TITLE,
    content,
    marked,
    quiet,
)
from sandtable.games.efs.combat.terrain_modifiers import water_before
from sandtable.games.efs.content import Edge, load, quarters
from sandtable.games.efs.movement import costs
from sandtable.games.efs.movement.allowances import allowance_now, may_move, share_of
from sandtable.games.efs.movement.costs import Way, ground_cost, hexside, made_dearer, rate, ways
from sandtable.games.efs.movement.move import Move
from sandtable.games.efs.movement.move import reach as reach_of
from sandtable.games.efs.movement.strategic import has_a_road
from sandtable.games.efs.state import AXIS, Bridge, Weather
from sandtable.games.efs.title import Efs
from sandtable.games.efs.units import Game

MUD, SNOW, FROST = Weather(kind="mud"), Weather(kind="snow"), Weather(kind="frost")
FROZEN = Weather(kind="snow", frozen=True)
WOODED_HILL, HILL, CLEAR, WOODS = "1313", "1401", "0805", "0806"


def points(found: int | None) -> float | None:
    return None if found is None else found / 4


def dry(*unit_ids: str, weather: Weather | None = None, switches: tuple[str, ...] = ()) -> Game:
    return quiet(dict.fromkeys(unit_ids, "0101"), weather=weather, switches=switches)


def test_the_hexes_of_these_tests_are_what_they_are_called() -> None:
    parts = quiet({}).content.parts
    assert (parts[WOODED_HILL], parts[HILL]) == ({"hill", "woods"}, {"hill"})
    assert (parts[CLEAR], parts[WOODS]) == ({"clear"}, {"clear", "woods"})


@pytest.mark.rule("efs:10.41")
def test_the_dearest_terrain_is_paid_and_woods_are_added() -> None:
    game = dry(PANZER, INFANTRY)
    assert points(rate(game, PANZER, HILL, "country")) == 2
    assert points(rate(game, PANZER, WOODED_HILL, "country")) == 4
    assert points(rate(game, PANZER, CLEAR, "country")) == 1
    assert points(rate(game, INFANTRY, WOODS, "country")) == 2


@pytest.mark.rule("efs:10.46")
def test_soviet_units_pay_a_point_less_for_woods() -> None:
    game = dry(TANKS, RIFLE_DIVISION)
    assert points(rate(game, TANKS, WOODED_HILL, "country")) == 3
    assert points(rate(game, RIFLE_DIVISION, WOODS, "country")) == 1


@pytest.mark.rule("efs:10.43", "efs:10.43a")
def test_roads_replace_the_terrain() -> None:
    game = dry(PANZER)
    assert points(rate(game, PANZER, WOODED_HILL, "main")) == 0.5
    assert points(rate(game, PANZER, WOODED_HILL, "minor")) == 1
    assert points(rate(game, PANZER, CLEAR, "minor")) == 0.5


def through(game: Game, unit_id: str, came: Way, leaves: Way, beyond: str) -> float:
    """What it costs to enter a wooded hill in some way and to go on in another, as in the examples of 10.43."""
    parts = [
        rate(game, unit_id, WOODED_HILL, came),
        made_dearer(game, unit_id, WOODED_HILL, came, leaves),
        rate(game, unit_id, beyond, leaves),
    ]
    assert None not in parts
    return sum(each for each in parts if each is not None) / 4


@pytest.mark.rule("efs:10.43a", "efs:10.43a/note")
@pytest.mark.parametrize(
    ("unit_id", "came", "leaves", "beyond", "cost"),
    [
        (PANZER, "main", "main", WOODED_HILL, 1),
        (PANZER, "minor", "main", WOODED_HILL, 1.5),
        (PANZER, "main", "minor", WOODED_HILL, 2),
        (TANKS, "main", "country", CLEAR, 4),
        (PANZER, "main", "country", CLEAR, 5),
        (TANKS, "minor", "country", CLEAR, 4),
        (PANZER, "minor", "country", CLEAR, 5),
    ],
)
def test_how_a_hex_is_left_decides_what_it_cost(unit_id: str, came: Way, leaves: Way, beyond: str, cost: float) -> None:
    assert through(dry(unit_id), unit_id, came, leaves, beyond) == cost


@pytest.mark.rule("efs:10.42a", "efs:10.43a")
def test_a_railroad_saves_nothing_in_woods_to_those_who_came_by_road() -> None:
    game = dry(PANZER)
    assert through(game, PANZER, "main", "rail", CLEAR) == 4 + 1
    assert through(game, PANZER, "rail", "rail", CLEAR) == 3 + 1
    assert through(game, PANZER, "rail", "country", CLEAR) == 4 + 1


@pytest.mark.rule("efs:10.42a", "efs:10.43a")
def test_a_hex_entered_by_railroad_is_no_dearer_to_those_who_leave_it_by_road() -> None:
    game = dry(PANZER, weather=SNOW)
    assert game.content.parts["1601"] == {"city"}
    assert made_dearer(game, PANZER, "1601", "rail", "minor") == 0


@pytest.mark.rule("efs:10.43a")
def test_a_hex_is_no_dearer_to_those_who_leave_it_by_a_better_road() -> None:
    """A city that costs half a point along a minor road in mud, where a main road costs one."""
    game = dry(PANZER, weather=MUD)
    assert points(rate(game, PANZER, "1601", "minor")) == 0.5
    assert points(rate(game, PANZER, "1601", "main")) == 1
    assert made_dearer(game, PANZER, "1601", "minor", "main") == 0
    assert points(made_dearer(game, PANZER, "1601", "main", "minor")) == 0


@pytest.mark.rule("efs:10.43b")
@pytest.mark.parametrize(
    ("came", "leaves", "beyond", "cost"),
    [("main", "country", CLEAR, 1.5), ("minor", "country", CLEAR, 2), ("main", "minor", WOODED_HILL, 1.5)],
)
def test_in_the_traditional_way_it_does_not(came: Way, leaves: Way, beyond: str, cost: float) -> None:
    assert through(dry(PANZER, switches=("10.43b",)), PANZER, came, leaves, beyond) == cost


@pytest.mark.rule("efs:10.37a", "efs:10.44a", "efs:10.44b")
def test_weather_slows_main_roads_and_never_the_motorway() -> None:
    for weather, main in ((None, 0.5), (FROST, 0.5), (SNOW, 1), (MUD, 1)):
        game = dry(PANZER, weather=weather)
        assert points(rate(game, PANZER, WOODS, "main")) == main
        assert points(rate(game, PANZER, WOODS, "motorway")) == 0.5


@pytest.mark.rule("efs:10.44a", "efs:11.23/note")
def test_axis_units_on_foot_may_not_use_the_motorway() -> None:
    game = dry(PANZER, INFANTRY, GUNS, CADETS)
    allowed = [costs.may_use(game, unit_id, "motorway", CLEAR) for unit_id in (PANZER, GUNS, INFANTRY, CADETS)]
    assert allowed == [True, True, False, True]


@pytest.mark.rule("efs:10.44a", "efs:11.23/note")
def test_axis_units_on_foot_use_another_road_beside_the_motorway(tmp_path: Path) -> None:
    """A map with a motorway along the minor road from Osmino: infantry keeps to the one, tanks to the other, and both
    together to the one.
    """
    drawn = (TITLE.folder() / "maps/luga-line.yaml").read_text()
    network = '  motorway: {name: {en: Motorway, ja: 高速道路}, stroke: "#c4513f", width: 4}\n'
    path = '  - {network: motorway, path: ["0809", "0810"]}\n'
    (tmp_path / "maps").mkdir()
    with_motorway = drawn.replace("networks:\n", "networks:\n" + network).replace("paths:\n", "paths:\n" + path)
    (tmp_path / "maps/luga-line.yaml").write_text(with_motorway)
    title, edge = Efs(packs=[tmp_path]), ("0809", "0810")
    game = Game(title, title.content("luga-line", ()), quiet({INFANTRY: "0809", PANZER: "0809"}).state)
    assert (ways(game, INFANTRY, edge)[0], ways(game, PANZER, edge)[0]) == ("minor", "motorway")
    assert has_a_road(game, INFANTRY, "0810")
    for units, cost in (((INFANTRY,), 1), ((PANZER,), 0.5), ((PANZER, INFANTRY), 1)):
        found = reach_of(game, Move(units=units))
        goal = found.goal(game.content.board.index["0810"])
        assert goal is not None
        assert points(found.cost(goal)) == cost


@pytest.mark.rule("efs:10.44c")
def test_minor_roads_in_bad_weather() -> None:
    assert points(rate(dry(PANZER, weather=FROST), PANZER, CLEAR, "minor")) == 1
    assert points(rate(dry(PANZER, weather=SNOW), PANZER, WOODS, "minor")) == 2
    game = dry(PANZER, INFANTRY, GUNS, TANKS, ANTI_TANK, weather=MUD)
    assert points(rate(game, PANZER, WOODED_HILL, "minor")) == 3
    assert points(rate(game, INFANTRY, WOODED_HILL, "minor")) == 3
    paid = {unit_id: points(rate(game, unit_id, CLEAR, "minor")) for unit_id in (INFANTRY, TANKS, PANZER, GUNS)}
    assert paid == {INFANTRY: 2, TANKS: 2, PANZER: 3, GUNS: 3}


@pytest.mark.rule("efs:10.42c", "efs:10.44c", "efs:10.48")
def test_motor_vehicles_follow_a_minor_road_through_a_swamp_in_mud_too() -> None:
    """The chart closes swamps to them; on the road they pay as in clear ground, and infantry the Mud column."""
    rates = {}
    for unit_id, phase in ((PANZER, "axis/movement"), (INFANTRY, "axis/movement"), (TANKS, "soviet/motorized")):
        game = moving({unit_id: "0612"}, f"unit:{unit_id}", phase=phase, weather=MUD, parts={"0711": "swamp woods"})
        rates[unit_id] = reach(game).get("0711")
    assert rates == {PANZER: 3, INFANTRY: 5, TANKS: 2}


@pytest.mark.rule("efs:10.42", "efs:10.43", "efs:10.45")
def test_a_step_is_taken_by_road_by_railroad_or_across_country() -> None:
    """A main road and a railroad run from 0103 to 0203, a minor road from 0805 to 0806, nothing from 0805 to 0804."""
    game = dry(PANZER)
    steps = (("0103", "0203"), ("0805", "0806"), ("0805", "0804"))
    found = [costs.ways(game, PANZER, edge) for edge in steps]
    assert found == [["main", "rail", "country"], ["minor", "country"], ["country"]]


@pytest.mark.rule("efs:10.42", "efs:10.42a")
def test_a_railroad_makes_woods_cheaper() -> None:
    game = dry(PANZER, TANKS)
    assert points(rate(game, PANZER, WOODS, "rail")) == 2
    assert points(rate(game, TANKS, WOODS, "rail")) == 1
    assert points(made_dearer(game, PANZER, WOODS, "rail", "country")) == 1


@pytest.mark.rule("efs:10.42c", "efs:10.48")
def test_swamps_are_entered_by_motor_vehicles_along_railroads_or_on_ice() -> None:
    assert rate(dry(PANZER), PANZER, "1607", "country") is None
    assert points(rate(dry(TANKS), TANKS, "1607", "rail")) == 3
    assert points(rate(dry(PANZER, weather=FROZEN), PANZER, "1607", "country")) == 6
    assert points(rate(dry(INFANTRY), INFANTRY, "1607", "country")) == 4


@pytest.mark.rule("efs:10.42b")
@pytest.mark.parametrize(("weather", "woods"), [(None, 2), (MUD, 5)])
@pytest.mark.parametrize("river", [{"river"}, {"major-river", "rail-bridge"}])
def test_a_railroad_leads_over_rivers_for_the_cost_of_the_far_bank(
    weather: Weather | None, woods: float, river: set[str]
) -> None:
    """From Tolmachevo over the Luga into the woods, with a point off for the railroad, and back into the open."""
    ground = copy(content())
    ground.hexsides = {**ground.hexsides, **dict.fromkeys((("1510", "1411"), ("1411", "1510")), frozenset(river))}
    game = Game(TITLE, ground, dry(PANZER, weather=weather).state)
    assert ways(game, PANZER, ("1510", "1411")) == ["rail", "country"]
    assert points(hexside(game, PANZER, ("1510", "1411"), "rail")) == 0
    assert points(rate(game, PANZER, "1411", "rail")) == woods
    ground.hexsides = {**ground.hexsides, ("1510", "1411"): frozenset({"major-river"})}
    assert ways(Game(TITLE, ground, game.state), PANZER, ("1510", "1411")) == ["country"]


@pytest.mark.rule("efs:10.45", "efs:10.45b")
@pytest.mark.parametrize(("weather", "cost"), [(None, 1), (MUD, 2), (FROZEN, 0)])
def test_an_unbridged_river_costs_more(weather: Weather | None, cost: float) -> None:
    game = dry(PANZER, weather=weather)
    assert points(hexside(game, PANZER, ("0606", "0706"), "country")) == cost
    assert hexside(game, PANZER, ("0707", "0706"), "minor") == 0


@pytest.mark.rule("efs:10.45b")
@pytest.mark.parametrize(("weather", "cost"), [(None, 2), (MUD, 4), (FROZEN, 0)])
def test_a_river_that_bends_along_a_hexside_is_crossed_twice(weather: Weather | None, cost: float) -> None:
    game = dry(PANZER, weather=weather)
    ground = load(TITLE, "luga-line", ())
    bend = ("0606", "0706")
    ground.hexsides[bend] = ground.hexsides[bend[::-1]] = frozenset({"river", "river-bend"})
    game = Game(TITLE, ground, game.state)
    assert points(hexside(game, PANZER, bend, "country")) == cost
    game.state.bridges["axis-b1"] = Bridge(AXIS, *bend, "completed", 12)
    assert hexside(game, PANZER, bend, "country") == 0
    assert water_before(game, bend) == (0 if game.state.weather.frozen else 1)


@pytest.mark.rule("efs:10.45a", "efs:22.21")
def test_a_bridge_marker_takes_the_river_away() -> None:
    game = dry(PANZER)
    game.state.bridges["axis-b1"] = Bridge(AXIS, "0606", "0706", "completed", 12)
    assert hexside(game, PANZER, ("0606", "0706"), "country") == 0


@pytest.mark.rule("efs:10.45a", "efs:10.45b")
@pytest.mark.parametrize("feature", ["river", "major-river road-bridge"])
def test_who_goes_over_a_bridge_without_keeping_to_the_road_pays_for_the_far_bank_alone(feature: str) -> None:
    """In a city, where the minor road is dearer than the ground, nobody need keep to it."""
    game = moving({INFANTRY: "0707"}, f"unit:{INFANTRY}", parts={"0706": "city"}, hexsides={("0707", "0706"): feature})
    assert reach(game)["0706"] == 0.5


@pytest.mark.rule("efs:10.48")
@pytest.mark.parametrize(("unit_id", "cost"), [(RIFLES, 2), (INFANTRY, 0.5)])
def test_out_of_a_swamp_motor_vehicles_keep_to_the_road_at_its_rate(unit_id: str, cost: float) -> None:
    """A minor road in snow into a city that would be cheaper across country."""
    ground = {"0707": "swamp", "0706": "city"}
    assert reach(moving({unit_id: "0707"}, f"unit:{unit_id}", parts=ground, weather=SNOW))["0706"] == cost


@pytest.mark.rule("efs:10.47c")
def test_no_bridge_marker_leads_across_a_lake() -> None:
    game = dry(INFANTRY)
    game.state.bridges["axis-b1"] = Bridge(AXIS, "0508", "0509", "completed", 12)
    assert hexside(game, INFANTRY, ("0508", "0509"), "country") is None


@pytest.mark.rule("efs:10.47d")
def test_water_is_not_crossed_for_points_unless_it_is_frozen() -> None:
    assert hexside(dry(INFANTRY), INFANTRY, ("0508", "0509"), "country") is None
    assert hexside(dry(INFANTRY, weather=FROZEN), INFANTRY, ("0508", "0509"), "country") == 0


def cheapest(game: Game, unit_id: str, path: Sequence[str]) -> list[float]:
    """What the steps of a path cost, each by the cheapest way, beginning where the first hex is."""
    found, came = [], None
    for edge in pairwise(path):
        priced = {way: ground_cost(game, unit_id, edge, way, came) for way in ways(game, unit_id, edge)}
        came = min((way for way in priced if priced[way] is not None), key=lambda way: priced[way] or 0)
        found.append((priced[came] or 0) / 4)
    return found


@pytest.mark.rule("efs:10.21", "efs:10.34")
def test_the_moves_of_the_first_lesson() -> None:
    """A zone of control costs a point more: the scouts of the 6th Panzer Division on the road over Lyady."""
    found = reach(moving({SCOUTS: "0613", NKVD: "0711", "su-118-inf": "0809"}, f"unit:{SCOUTS}"))
    assert (found["0612"], found["0513"]) == (2, 1)
    beyond = reach(moving({SCOUTS: "0711", "su-118-inf": "0809"}, f"unit:{SCOUTS}"))
    assert (beyond["0710"], beyond["0810"]) == (1, 1 + 2)


@pytest.mark.rule("efs:18.12")
def test_a_fortified_line_costs_a_point_more_whatever_the_road() -> None:
    found = reach(moving({INFANTRY: "1414"}, f"unit:{INFANTRY}"))
    assert (found["1413"], found["1412"]) == (0.5, 0.5 + 1.5)


def test_every_way_has_a_rate() -> None:
    game = dry(PANZER)
    assert all(rate(game, PANZER, CLEAR, way) is not None for way in get_args(Way))


# Allowances


def in_phase(phase: str, *unit_ids: str, weather: Weather | None = None) -> Game:
    return quiet(dict.fromkeys(unit_ids, "0805"), phase=phase, weather=weather)


@pytest.mark.rule("efs:10.11a", "efs:10.12a")
@pytest.mark.parametrize(
    ("phase", "unit_id", "allowance"),
    [
        ("axis/movement", PANZER, 7),
        ("axis/motorized", PANZER, 3.5),
        ("axis/motorized", INFANTRY, 0),
        ("axis/motorized", GUNS, 0),
        ("soviet/motorized", TANKS, 5),
        ("soviet/movement", TANKS, 2.5),
        ("soviet/motorized", RIFLE_DIVISION, 0),
        ("soviet/movement", RIFLE_DIVISION, 4),
        ("soviet/movement", HQ, 5),
    ],
)
def test_the_movement_phase_chart_gives_the_allowance(phase: str, unit_id: str, allowance: float) -> None:
    assert points(allowance_now(in_phase(phase, unit_id), unit_id)) == allowance


@pytest.mark.rule("efs:10.13d", "efs:10.13e")
def test_an_activated_unit_moves_with_the_motorized_ones_and_not_again() -> None:
    game = in_phase("soviet/motorized", RIFLE_DIVISION)
    marked(game, RIFLE_DIVISION, activated=True)
    assert points(allowance_now(game, RIFLE_DIVISION)) == 4
    game.state.phase = "soviet/movement"
    assert share_of(game, RIFLE_DIVISION) == ""


@pytest.mark.rule("efs:6.35", "efs:5.24a", "efs:10.37b")
def test_supply_and_snow_come_off_before_the_allowance_is_halved() -> None:
    game = in_phase("axis/motorized", PANZER, weather=FROZEN)
    assert points(allowance_now(game, PANZER)) == 3
    marked(game, PANZER, supply="out")
    assert points(allowance_now(game, PANZER)) == 2
    tanks = in_phase("soviet/motorized", TANKS, weather=SNOW)
    assert points(allowance_now(tanks, TANKS)) == 5


@pytest.mark.rule("efs:10.26", "efs:6.54a", "efs:8.72")
@pytest.mark.parametrize(
    ("marker", "reason"),
    [
        ({"fuel_shortage": True}, "refused.fuel-shortage"),
        ({"garrison": True}, "refused.garrison"),
        ({"do_not_move": 2}, "refused.do-not-move"),
        ({"receiving": True}, "refused.receiving"),
        ({"finished": True}, "refused.has-moved"),
    ],
)
def test_markers_keep_a_unit_where_it_is(marker: dict[str, object], reason: str) -> None:
    game = in_phase("axis/movement", PANZER)
    assert may_move(game, PANZER) is None
    marked(game, PANZER, **marker)
    refusal = may_move(game, PANZER)
    assert refusal is not None
    assert refusal.reason == reason


@pytest.mark.rule("efs:10.51")
def test_untried_units_without_a_known_allowance_stay() -> None:
    game = quiet({"su-mg-a-inf": "0908"}, scenario="perekop", phase="soviet/movement")
    refusal = may_move(game, "su-mg-a-inf")
    assert refusal is not None
    assert refusal.reason == "refused.untried"


@pytest.mark.rule("efs:10.12/note", "efs:21.32a", "efs:21.32a/note-activated")
def test_an_armored_train_moves_in_one_phase_of_a_turn() -> None:
    train = "su-1-tk-tr-arm"
    game = quiet({train: "1615"}, scenario="perekop", phase="soviet/movement")
    assert may_move(game, train) is None
    assert points(allowance_now(game, train)) == 48
    marked(game, train, moved_in=("motorized",))
    refusal = may_move(game, train)
    assert refusal is not None
    assert refusal.reason == "refused.other-phase"


def test_edges_are_pairs_of_hexes() -> None:
    edge: Edge = ("0805", "0806")
    assert quarters(1.75) == 7
    assert ground_cost(dry(PANZER), PANZER, edge, "country", None) == quarters(3)
