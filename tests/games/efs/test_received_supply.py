"""Attack supply points that are received, how they enter, and dumps that are made and reduced (6.4)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

import pytest
from msgspec.structs import replace

from games.efs.positions import INFANTRY, PANZER, RIFLE_DIVISION, TITLE, asked, quiet, running
from sandtable.games.efs.content import load
from sandtable.games.efs.files import SupplyReceived
from sandtable.games.efs.movement.movement_phase import MotorizedMovementPhase, MovementPhase
from sandtable.games.efs.reinforcements.reinforcements_phase import ReinforcementsPhase
from sandtable.games.efs.state import AXIS, SOVIET, Strongpoint, SupplyUnit, Weather
from sandtable.games.efs.supply.received import why_not_in_city
from sandtable.games.efs.units import Game

DZHANKOI, SOUTH, ROAD_ONLY = "1615", "1616", "1316"
"""The city of the Crimea, the source behind it on road and railroad, and one on a road alone."""
PEREKOP_RIFLES = "su-156-inf"
MUD = Weather(kind="mud")


def by_card(game: Game, side: str, **changes: object) -> Game:
    """The same position, in which the card of a side says something else."""
    changed = copy(game.content)
    sides = dict(game.content.card.sides)
    sides[side] = replace(sides[side], **changes)  # type: ignore[index]
    changed.card = replace(game.content.card, sides=sides)
    return Game(TITLE, changed, game.state)


def receiving(game: Game) -> Game:
    """The Reinforcements Phase, up to its first question."""
    game.state.phase = "strategic/reinforcements"
    return running(game, ReinforcementsPhase())


def moving(game: Game, side: str = AXIS) -> Game:
    """The Movement Phase of a side."""
    game.state.phase, game.state.active = f"{side}/movement", side
    return running(game, MovementPhase(side=side))


def supplied(supplies: Mapping[str, tuple[str, int]], **position: object) -> Game:
    """A position with supply units, each with its hex and points."""
    game = quiet({}, **position)  # type: ignore[arg-type]
    for name, (at, points) in supplies.items():
        game.state.supplies[name] = SupplyUnit(side=name.partition("-")[0], at=at, points=points)
    return game


def points(game: Game) -> dict[str, tuple[str, int]]:
    return {name: (supply.at, supply.points) for name, supply in game.state.supplies.items()}


def why(game: Game, choice: str) -> str:
    found = game.explain(choice)
    assert found is not None, f"{choice} is offered"
    return found.reason


# Receiving


@pytest.mark.rule("efs:6.4", "efs:6.45", "efs:6.41")
@pytest.mark.parametrize(("turn", "weather", "axis"), [(49, None, 3), (49, MUD, 1), (57, None, 3), (48, None, 0)])
def test_the_card_and_the_weather_say_what_is_received(turn: int, weather: Weather | None, axis: int) -> None:
    game = receiving(supplied({}, scenario="perekop", turn=turn, weather=weather))
    assert [supply for supply in game.state.supplies.values() if supply.side == AXIS] == [
        SupplyUnit(side=AXIS, at="", points=1)
    ] * axis


@pytest.mark.rule("efs:6.45", "efs:6.43")
def test_what_no_counter_is_free_for_is_lost() -> None:
    """Of six counters four are in use; three points come."""
    used = {f"axis-s{number}": (f"060{number}", 1) for number in range(1, 5)}
    game = receiving(supplied(used, scenario="perekop", turn=49))
    assert len([name for name in game.state.supplies if name.startswith(AXIS)]) == 6
    assert sum(supply.points for supply in game.state.supplies.values() if supply.side == AXIS) == 6


@pytest.mark.rule("efs:6.48b", "efs:6.48c/note", "efs:6.43")
def test_supply_units_may_be_combined_to_free_a_counter() -> None:
    used = {f"axis-s{number}": ("0807", 1) for number in range(1, 7)}
    game = receiving(supplied(used, scenario="perekop", turn=49))
    assert asked(game).prompt == "no-supply-counters"
    for choice in ("do:combine", "unit:axis-s1", "unit:axis-s2"):
        game.choose(choice)
    assert points(game)["axis-s2"] == ("0807", 2)
    assert points(game)["axis-s1"] == ("", 1), "received on the counter that has become free"
    game.choose("do:forgo")
    assert sum(supply.points for supply in game.state.supplies.values() if supply.side == AXIS) == 7


@pytest.mark.rule("efs:6.48c", "efs:6.45")
@pytest.mark.parametrize("number", [3, 4])
def test_three_or_four_points_come_as_one_large_dump(number: int) -> None:
    """6.48c, example 3; it enters by rail."""
    three, one = (
        SupplyReceived(turns=(49, 57), line=line, entry=(SOUTH,))
        for line in ("axis-army-isthmus", "soviet-separate-army")
    )
    rows = (three,) if number == 3 else (three, one)
    game = by_card(supplied({}, scenario="perekop", turn=49), SOVIET, supply_received=rows)
    game = receiving(game)
    assert asked(game).ids == [f"do:take-{each}" for each in range(1, number + 1)]
    game.choose(f"do:take-{number}")
    assert points(game)["soviet-l1"] == ("", number)
    game = moving(quiet_with(game), SOVIET)
    game.choose("unit:soviet-l1")
    assert asked(game).ids == ["do:rail", "do:stop"]
    assert why(game, f"hex:{SOUTH}") == "refused.dump"
    game.choose("do:rail")
    game.choose(f"hex:{SOUTH}")
    game.choose(f"hex:{DZHANKOI}")
    assert points(game)["soviet-l1"] == (DZHANKOI, number)
    assert game.state.rail_used == {SOVIET: number}


def quiet_with(game: Game) -> Game:
    """The same supply units, in a position in which nothing runs."""
    found = Game(TITLE, game.content, quiet({}, scenario="perekop", turn=game.state.turn).state)
    found.state.supplies.update(game.state.supplies)
    return found


@pytest.mark.rule("efs:6.48a", "efs:6.45")
def test_dumps_are_not_taken_where_no_railroad_brings_them() -> None:
    """The Axis has no railroads: its points come as mobile supply units, and nobody is asked."""
    game = receiving(supplied({}, scenario="perekop", turn=49))
    assert {each.points for name, each in game.state.supplies.items() if name.startswith(AXIS)} == {1}


@pytest.mark.rule("efs:6.47c")
def test_the_soviets_may_place_one_in_a_city() -> None:
    game = receiving(supplied({}, scenario="perekop", turn=49))
    assert asked(game).ids == [f"hex:{DZHANKOI}", "do:done"]
    assert why(game, "hex:1614") == "refused.no-city"
    game.choose(f"hex:{DZHANKOI}")
    assert points(game)["soviet-s1"] == (DZHANKOI, 1)


@pytest.mark.rule("efs:6.47a", "efs:18.46")
def test_supply_does_not_enter_by_itself_where_the_enemy_builds_a_strongpoint() -> None:
    game = supplied({"axis-s1": ("", 1)}, turn=12)
    game.state.strongpoints["1414"] = Strongpoint(SOVIET, "under-construction", 11)
    game = moving(game)
    game.choose("unit:axis-s1")
    assert "hex:0514" in asked(game).ids
    assert "hex:1414" not in asked(game).ids
    assert why(game, "hex:1414") == "refused.enemy-site"


@pytest.mark.rule("efs:6.47c", "efs:10.27b")
def test_none_is_placed_in_a_city_on_ground_that_the_scenario_closes_to_the_soviets() -> None:
    game = supplied({}, scenario="perekop", turn=49)
    assert why_not_in_city(game, DZHANKOI) is None
    ground = load(TITLE, "perekop", ())
    ground.card = replace(ground.card, closed={SOVIET: "city"})
    ground.regions["city"] = frozenset({DZHANKOI})
    refusal = why_not_in_city(Game(TITLE, ground, game.state), DZHANKOI)
    assert refusal is not None
    assert refusal.reason == "refused.closed"


@pytest.mark.rule("efs:6.47c")
def test_a_second_one_is_not_placed_in_a_city() -> None:
    two = (SupplyReceived(turns=(49, 57), line="soviet-separate-army", entry=(ROAD_ONLY,)),) * 2
    game = receiving(by_card(supplied({}, scenario="perekop", turn=49), SOVIET, supply_received=two))
    game.choose(f"hex:{DZHANKOI}")
    assert [each.at for name, each in game.state.supplies.items() if name.startswith(SOVIET)] == [DZHANKOI, ""]
    assert asked(game).prompt != "supply-in-city"


@pytest.mark.rule("efs:6.47c", "efs:6.24")
def test_a_city_needs_a_source_outside_itself() -> None:
    """Kingisepp's neighbour 1601 is a source and a city: cut off from the others it takes no supply."""
    game = receiving(supplied({}, turn=12))
    assert asked(game).ids == ["hex:1601", "do:done"]
    around = by_card(supplied({}, turn=12), SOVIET, sources=("1601",))
    game = receiving(around)
    assert asked(game).prompt != "supply-in-city"


@pytest.mark.rule("efs:6.47c", "efs:6.42")
def test_a_city_in_an_enemy_zone_takes_supply_only_beside_a_unit() -> None:
    near = next(label for label in quiet({}, scenario="perekop").content.adjacent[DZHANKOI] if label != SOUTH)
    game = supplied({}, scenario="perekop", turn=49)
    held = quiet({"ax-46-inf": near}, scenario="perekop", turn=49)
    assert asked(receiving(game)).prompt == "supply-in-city"
    assert asked(receiving(held)).prompt != "supply-in-city"
    joined = quiet({"ax-46-inf": near, PEREKOP_RIFLES: DZHANKOI}, scenario="perekop", turn=49)
    assert asked(receiving(joined)).prompt == "supply-in-city"


# Entering


@pytest.mark.rule("efs:6.47a", "efs:6.46")
def test_a_mobile_supply_unit_enters_by_road_at_a_source_and_moves_on() -> None:
    game = moving(supplied({"axis-s1": ("", 1)}, turn=12))
    game.choose("unit:axis-s1")
    assert asked(game).ids == ["hex:0514", "hex:1414", "do:strategic", "do:stop"]
    assert why(game, "hex:0414") == "refused.no-entry-there"
    game.choose("hex:1414")
    supply = game.state.supplies["axis-s1"]
    assert (supply.at, supply.spent, supply.finished) == ("1414", 2, True), "half a point by the main road"
    assert "hex:1413" in asked(game).ids
    game.choose("hex:1413")
    assert game.state.supplies["axis-s1"].at == "1413"


@pytest.mark.rule("efs:6.47a")
def test_supply_enters_in_its_own_movement_phase_only() -> None:
    game = supplied({"axis-s1": ("", 1)}, turn=12, phase="axis/motorized")
    running(game, MotorizedMovementPhase(side=AXIS))
    assert "unit:axis-s1" not in asked(game).ids
    assert why(game, "unit:axis-s1") == "refused.enters-in-other-phase"


@pytest.mark.rule("efs:6.47a", "efs:6.42")
def test_it_does_not_enter_through_a_lost_source_nor_alone_into_an_enemy_zone() -> None:
    game = quiet({RIFLE_DIVISION: "0514", "su-177-inf": "1413"}, turn=12)
    game.state.supplies["axis-s1"] = SupplyUnit(side=AXIS, at="", points=1)
    moving(game)
    assert "unit:axis-s1" not in asked(game).ids
    joined = quiet({RIFLE_DIVISION: "0514", "su-177-inf": "1413", INFANTRY: "1414"}, turn=12)
    joined.state.supplies["axis-s1"] = SupplyUnit(side=AXIS, at="", points=1)
    moving(joined)
    joined.choose("unit:axis-s1")
    assert asked(joined).ids == ["hex:1414", "do:stop"]
    assert why(joined, "hex:0514") == "refused.no-entry-there"


@pytest.mark.rule("efs:6.45")
def test_what_does_not_enter_is_lost_with_the_phase() -> None:
    game = moving(supplied({"axis-s1": ("", 1), "axis-s2": ("0514", 1)}, turn=12))
    game.choose("do:done")
    assert points(game) == {"axis-s2": ("0514", 1)}
    waits = moving(supplied({"axis-s1": ("", 1)}, turn=12, switches=("6.45",)))
    waits.choose("do:done")
    assert points(waits) == {"axis-s1": ("", 1)}


@pytest.mark.rule("efs:6.47a", "efs:11.17", "efs:11.14a")
def test_a_mobile_supply_unit_enters_by_rail_within_the_capacity() -> None:
    game = supplied({"soviet-s1": ("", 1)}, scenario="perekop", turn=49)
    game.state.rail_used[SOVIET] = 3
    moving(game, SOVIET)
    game.choose("unit:soviet-s1")
    game.choose("do:rail")
    assert asked(game).ids == [f"hex:{SOUTH}", "do:stop"], "not by the source without a railroad"
    game.choose(f"hex:{SOUTH}")
    assert game.state.rail_used == {SOVIET: 4}
    game.choose(f"hex:{DZHANKOI}")
    supply = game.state.supplies["soviet-s1"]
    assert (supply.at, supply.railed, game.state.rail_used) == (DZHANKOI, True, {SOVIET: 4})
    full = supplied({"soviet-s1": ("", 1)}, scenario="perekop", turn=49)
    full.state.rail_used[SOVIET] = 4
    moving(full, SOVIET)
    full.choose("unit:soviet-s1")
    assert why(full, "do:rail") == "refused.rail-full"


@pytest.mark.rule("efs:6.44")
def test_supply_units_trace_no_supply() -> None:
    """Far behind the enemy a mobile supply unit has its whole allowance."""
    game = moving(supplied({"axis-s1": ("1102", 1)}, turn=12))
    game.choose("unit:axis-s1")
    far = moving(supplied({"axis-s1": ("1413", 1)}, turn=12))
    far.choose("unit:axis-s1")
    assert asked(game).args["left"] == asked(far).args["left"]


# Combining and reducing


def combined(game: Game, first: str, second: str) -> None:
    for choice in ("do:combine", f"unit:{first}", f"unit:{second}"):
        game.choose(choice)


@pytest.mark.rule("efs:6.48b", "efs:6.43")
def test_two_mobile_supply_units_become_a_dump() -> None:
    game = moving(supplied({"axis-s1": ("0613", 1), "axis-s2": ("0613", 1), "axis-s3": ("0514", 1)}, turn=12))
    game.choose("do:combine")
    assert asked(game).ids == ["unit:axis-s1", "unit:axis-s2", "do:stop"]
    assert why(game, "unit:axis-s3") == "refused.nothing-to-combine"
    game.choose("unit:axis-s1")
    assert why(game, "unit:axis-s3") == "refused.not-together"
    game.choose("unit:axis-s2")
    assert points(game) == {"axis-s2": ("0613", 2), "axis-s3": ("0514", 1)}


@pytest.mark.rule("efs:6.48c")
def test_a_mobile_supply_unit_moves_to_a_dump_and_makes_it_large() -> None:
    """6.48c, example 1; a second one makes it a dump of four."""
    start = {"axis-s1": ("0807", 2), "axis-s2": ("0806", 1), "axis-s3": ("0806", 1)}
    game = moving(supplied(start, scenario="perekop", turn=49))
    for choice in ("unit:axis-s2", "hex:0807", "do:stop"):
        game.choose(choice)
    combined(game, "axis-s2", "axis-s1")
    assert points(game) == {"axis-l1": ("0807", 3), "axis-s3": ("0806", 1)}
    for choice in ("unit:axis-s3", "hex:0807", "do:stop"):
        game.choose(choice)
    combined(game, "axis-s3", "axis-l1")
    assert points(game) == {"axis-l1": ("0807", 4)}
    assert game.state.supplies["axis-l1"].finished


@pytest.mark.rule("efs:6.48c")
def test_two_dumps_become_one_of_four() -> None:
    """6.48c, example 2."""
    game = moving(supplied({"axis-s1": ("0807", 2), "axis-s2": ("0807", 2)}, scenario="perekop", turn=49))
    combined(game, "axis-s1", "axis-s2")
    assert points(game) == {"axis-l1": ("0807", 4)}


@pytest.mark.rule("efs:6.48c", "efs:6.45")
def test_no_more_than_four_points_and_no_large_dump_without_a_counter() -> None:
    game = moving(supplied({"axis-l1": ("0807", 3), "axis-s1": ("0807", 2)}, scenario="perekop", turn=49))
    assert "do:combine" not in asked(game).ids
    luga = moving(supplied({"axis-s1": ("0613", 2), "axis-s2": ("0613", 1)}, turn=12))
    assert "do:combine" not in asked(luga).ids, "the learning scenario has no large dumps"
    assert why(luga, "do:combine") == "refused.no-supply-together"


@pytest.mark.rule("efs:6.48d")
def test_a_dump_of_two_is_turned_over_and_a_point_is_lost() -> None:
    """6.48d, example 1."""
    game = moving(supplied({"axis-s1": ("0613", 2)}, turn=12))
    game.choose("do:reduce")
    game.choose("unit:axis-s1")
    assert points(game) == {"axis-s1": ("0613", 1)}
    assert "unit:axis-s1" in asked(game).ids, "it may move now"


@pytest.mark.rule("efs:6.48d")
@pytest.mark.parametrize(
    ("in_use", "left"),
    [(0, [2, 1]), (4, [2, 1]), (5, [2])],
)
def test_a_dump_of_three_is_replaced_as_far_as_counters_go(in_use: int, left: list[int]) -> None:
    """6.48d, example 2."""
    others = {f"axis-s{number}": (f"060{number}", 1) for number in range(1, in_use + 1)}
    game = moving(supplied({**others, "axis-l1": ("0807", 3)}, scenario="perekop", turn=49))
    game.choose("do:reduce")
    game.choose("unit:axis-l1")
    assert [each for at, each in points(game).values() if at == "0807"] == left


@pytest.mark.rule("efs:6.48d")
def test_a_dump_of_three_stays_whole_without_a_counter() -> None:
    others = {f"axis-s{number}": (f"060{number}", 1) for number in range(1, 7)}
    game = moving(supplied({**others, "axis-l1": ("0807", 3), "axis-s6": ("0606", 2)}, scenario="perekop", turn=49))
    game.choose("do:reduce")
    assert asked(game).ids == ["unit:axis-s6", "do:stop"]
    assert why(game, "unit:axis-l1") == "refused.no-supply-counter"


@pytest.mark.rule("efs:6.48d")
def test_a_dump_of_four_gives_off_a_mobile_supply_unit() -> None:
    """6.48d, example 3."""
    game = moving(supplied({"axis-l1": ("0807", 4)}, scenario="perekop", turn=49))
    game.choose("do:reduce")
    game.choose("unit:axis-l1")
    assert points(game) == {"axis-l1": ("0807", 3), "axis-s1": ("0807", 1)}


@pytest.mark.rule("efs:6.48c")
def test_who_has_moved_does_not_ride_on_as_a_dump() -> None:
    start = {"soviet-s1": (DZHANKOI, 1), "soviet-s2": (SOUTH, 1)}
    game = moving(supplied(start, scenario="perekop", turn=49), SOVIET)
    for choice in ("unit:soviet-s2", f"hex:{DZHANKOI}", "do:stop"):
        game.choose(choice)
    combined(game, "soviet-s1", "soviet-s2")
    assert "unit:soviet-s2" not in asked(game).ids


@pytest.mark.rule("efs:6.42", "efs:6.43")
def test_an_enemy_that_passes_removes_supply_and_its_counter_is_free() -> None:
    game = quiet({PANZER: "0613"}, turn=12)
    game.state.supplies["soviet-s1"] = SupplyUnit(side=SOVIET, at="0612", points=1)
    moving(game)
    game.choose(f"unit:{PANZER}")
    game.choose("hex:0612")
    assert "soviet-s1" not in game.state.supplies
