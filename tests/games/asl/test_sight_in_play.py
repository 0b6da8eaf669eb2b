"""A24.2, B24.2, D9.3, E3.51, A4.34, A8.15: what has come onto the map, and lines to vertices and hexsides."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from games.asl.fields import meadow
from games.asl.position import ca, content, position
from games.asl.test_sight_compiled import wild
from sandtable.games.asl.sight import (
    Block,
    Hindrance,
    line_of_sight,
    line_to_bypass,
    line_to_side,
    line_to_vertex,
    position_of,
    printed_line,
    seen_of,
    sees,
    sees_any,
)
from sandtable.games.asl.state import Smoke, Vehicle, Wreck
from sandtable.games.asl.units import Game
from sandtable.kernel.derived import verify

MEADOW = meadow()
GRENADE, SHELL = Smoke(2), Smoke(3, source="ordnance")


def field(**state: Any) -> Game:
    return position(on=state.pop("on", MEADOW), **state)


@pytest.mark.rule("rileys_road:A6.9")
def test_with_nothing_on_the_map_the_line_is_the_printed_one() -> None:
    assert line_of_sight(position(), "Q10", "S14") is printed_line(content(), "Q10", "S14")


# SMOKE


@pytest.mark.rule("rileys_road:A24.2", "rileys_road:A6.7")
def test_smoke_hinders_in_every_hex_those_of_the_ends_included() -> None:
    game = field(smoke={"J8": (GRENADE,), "J5": (GRENADE,)})
    line = line_of_sight(game, "J8", "J2")
    assert line.hindrances == (Hindrance("J8", 2, "A24.2", "smoke"), Hindrance("J5", 2, "A24.2", "smoke"))
    assert line_of_sight(game, "J2", "J8").hindrance == 4


@pytest.mark.rule("rileys_road:A24.2")
def test_all_smoke_of_a_location_counts_three_at_most() -> None:
    assert line_of_sight(field(smoke={"J5": (GRENADE, SHELL)}), "J8", "J2").hindrance == 3


@pytest.mark.rule("rileys_road:A6.7", "rileys_road:A24.2")
def test_smoke_and_trees_add_up_and_six_block() -> None:
    orchards = meadow({"J6": "orchard"})
    game = field(on=orchards, smoke={"J5": (SHELL,)})
    assert line_of_sight(game, "J8", "J2").hindrance == 4
    thick = field(smoke={"J5": (SHELL,), "J4": (SHELL,)})
    assert line_of_sight(thick, "J8", "J2").block == Block("A6.7", "J4", "hindrance")
    assert not sees(thick, "J8", "J2")


@pytest.mark.rule("rileys_road:A24.2")
def test_smoke_counts_within_its_hex_as_well() -> None:
    assert line_of_sight(field(smoke={"J5": (GRENADE,)}), "J5", "J5").hindrance == 2


@pytest.mark.rule("rileys_road:A24.2")
def test_smoke_reaches_two_levels_and_white_phosphorus_four() -> None:
    hill = meadow(levels={"J8": 2, "J2": 2})
    assert line_of_sight(field(on=hill, smoke={"J5": (SHELL,)}), "J8", "J2").hindrance == 0
    assert (
        line_of_sight(field(on=hill, smoke={"J5": (Smoke(2, wp=True, source="ordnance"),)}), "J8", "J2").hindrance == 2
    )


@pytest.mark.rule("rileys_road:A24.2", "rileys_road:A6.4")
def test_one_who_looks_down_over_smoke_is_hindered_where_the_other_is_close_behind_it() -> None:
    game = field(on=meadow(levels={"J8": 2}), smoke={"J5": (SHELL,)})
    assert line_of_sight(game, "J8", "J4").hindrance == 3
    far = field(on=meadow(levels={"J8": 3}), smoke={"J6": (SHELL,)})
    assert line_of_sight(far, "J8", "J1").hindrance == 0


@pytest.mark.rule("rileys_road:A24.2", "rileys_road:B25/infantry")
def test_blazes_and_burning_wrecks_are_smoke() -> None:
    assert line_of_sight(field(blazes={"J5": True}), "J8", "J2").hindrance == 3
    burning = {"w": Wreck("ca-sherman2c", "J5", 0, burning=True)}
    assert line_of_sight(field(wrecks=burning), "J8", "J2").hindrance == 3, "its SMOKE and itself"


# Vehicles, rubble, weather


@pytest.mark.rule("rileys_road:D9.3", "rileys_road:A6.7")
def test_vehicles_and_wrecks_between_hinder_once_a_hex() -> None:
    tank, wreck = Vehicle("canadian", "ca-sherman2c", "J5"), Wreck("ca-sherman2c", "J5", 0)
    game = field(vehicles={"cv1": tank}, wrecks={"w": wreck})
    assert line_of_sight(game, "J8", "J2").hindrances == (Hindrance("J5", 1, "D9.3", "vehicle"),)
    assert line_of_sight(game, "J5", "J2").hindrance == 0, "not in the hex of an end"
    assert line_of_sight(field(on=meadow(levels={"J8": 1}), vehicles={"cv1": tank}), "J8", "J2").hindrance == 0


@pytest.mark.rule("rileys_road:D9.3")
def test_a_vehicle_in_bypass_hinders_along_its_hexside_only() -> None:
    north, east = (Vehicle("canadian", "ca-sherman2c", "J5", bypass=side) for side in (0, 1))
    assert line_of_sight(field(vehicles={"cv1": north}), "J8", "J2").hindrance == 1
    assert line_of_sight(field(vehicles={"cv1": east}), "J8", "J2").hindrance == 0


@pytest.mark.rule("rileys_road:D9.3", "rileys_road:A24.2", "rileys_road:E3.51")
def test_lines_that_are_kept_follow_whatever_comes_onto_the_map_and_leaves_it() -> None:
    lots = random.Random(3)
    game = field(on=wild(1))
    hexes = [hex_ for hex_ in game.content.board.labels if hex_[1:] in ("3", "4", "5", "6", "7")]
    pairs = [(lots.choice(hexes), lots.choice(hexes)) for _ in range(60)]
    pairs += [(f"{hex_}~corner{lots.randrange(6)}", lots.choice(hexes)) for hex_ in lots.sample(hexes, 20)]
    hindered = set()
    for _ in range(150):
        _change(game, lots, hexes)
        fresh = Game(game.title, game.content, game.state)
        for a, b in lots.sample(pairs, 20):
            line = line_of_sight(game, a, b)
            assert line == line_of_sight(fresh, a, b)
            hindered |= {each.what for each in line.hindrances}
    assert hindered >= {"vehicle", "smoke", "weather:mist"}


def _change(game: Game, lots: random.Random, hexes: list[str]) -> None:
    """Something comes, moves, is gone, or cannot be seen any more."""
    state, at = game.state, lots.choice(hexes)
    name, what = f"cv{lots.randrange(12)}", lots.random()
    if what < 0.5:
        state.vehicles[name] = Vehicle("canadian", "ca-sherman2c", at, bypass=lots.choice((-1, -1, 0, 3)))
    elif what < 0.6 and name in state.vehicles:
        state.vehicles[name] = replace(state.vehicles[name], concealed=lots.random() < 0.5)
    elif what < 0.7 and name in state.vehicles:
        gone = state.vehicles.pop(name)
        state.wrecks[name] = Wreck(gone.kind, gone.at, 0, burning=lots.random() < 0.5)
    elif what < 0.8:
        state.smoke[at] = (SHELL,)
    elif what < 0.9:
        state.smoke.clear()
    elif what < 0.95:
        state.weather = lots.choice(("clear", "clear", "mist"))
    else:
        state.rubble[at] = "stone"


@pytest.mark.rule("rileys_road:B24.2", "rileys_road:A6.21")
def test_rubble_takes_the_place_of_a_house_and_fills_its_hex_to_half_a_level() -> None:
    house = meadow({"J5": "stone-building"}, houses={"J5": {"building": "h", "stories": 1}}, levels={"J8": 1})
    whole, fallen = field(on=house), field(on=house, rubble={"J5": "stone"})
    assert line_of_sight(whole, "J8", "J2").block == Block("A6.2", "J5", "terrain:stone-building")
    assert line_of_sight(fallen, "J8", "J2").clear, "a full level above it"
    assert line_of_sight(fallen, "J7", "J2").block == Block("A6.21", "J5", "terrain:stone-rubble")
    assert line_of_sight(fallen, "I8", "L1").block == Block("A6.21", "J5", "terrain:stone-rubble"), "to its edges"


def test_what_is_kept_of_the_ground_follows_the_rubble() -> None:
    game = field(on=meadow({"J5": "stone-building"}, houses={"J5": {"building": "h", "stories": 1}}))
    assert not sees(game, "J7", "J3")
    game.state.rubble["J5"] = "stone"
    assert line_of_sight(game, "J7", "J3").block == Block("A6.21", "J5", "terrain:stone-rubble")
    verify(game)


@pytest.mark.rule("rileys_road:E3.51", "rileys_road:E3.5", "rileys_road:RR1")
@pytest.mark.parametrize(
    ("weather", "there", "value"),
    [
        ("overcast", "J2", 0),
        ("rain", "J8", 1),
        ("rain", "J7", 2),
        ("heavy-rain", "J8", 2),
        ("mist", "J12", 1),
        ("mist", "J11", 2),
        ("mist", "J10", 2),
        ("mist", "J9", 3),
    ],
)
def test_rain_and_mist_hinder_by_the_range(weather: str, there: str, value: int) -> None:
    assert line_of_sight(field(weather=weather), "J14", there).hindrance == value


@pytest.mark.rule("rileys_road:E3.51")
def test_mist_blocks_where_it_comes_to_six() -> None:
    game = field(weather="mist")
    assert sees(game, "J14", "J4")
    assert not sees(game, "J14", "J3")


@pytest.mark.rule("rileys_road:A6.1", "rileys_road:A6.7")
@pytest.mark.parametrize("weather", ["clear", "mist"])
def test_several_locations_are_in_sight_as_each_of_them_is(weather: str) -> None:
    game = field(on=meadow({"J7": "woods", "H6": "woods"}), smoke={"I9": (GRENADE,)}, weather=weather)
    places = list(game.content.board.labels)
    seen = [there for there in places if line_of_sight(game, "J10", there).clear]
    hidden = [there for there in places if there not in seen]
    assert hidden
    assert seen_of(game, "J10", places) == seen == [there for there in places if sees(game, "J10", there)]
    assert (sees_any(game, "J10", [*hidden, seen[-1]]), sees_any(game, "J10", hidden)) == (True, False)


# Positions


@pytest.mark.rule("rileys_road:B27.2", "rileys_road:B9.21")
def test_the_position_of_a_unit_tells_whether_it_is_entrenched() -> None:
    game = field(on=meadow(walls={"hedge": ["J7-J8"]}))
    assert position_of(ca("J8")) == "J8"
    assert sees(game, position_of(ca("J8")), "J3")
    assert not sees(game, position_of(ca("J8", stance="foxhole")), "J3")


@pytest.mark.rule("rileys_road:A4.34")
def test_what_stands_in_a_hex_hides_its_vertices_behind_it() -> None:
    house = meadow({"J5": "woods"})
    game = field(on=house)
    assert line_to_vertex(game, "J8", "J5", 2).clear, "on the near side"
    assert line_to_vertex(game, "J8", "J5", 5).block == Block("A6.2", "J5", "terrain:woods")


@pytest.mark.rule("rileys_road:A4.34")
def test_a_line_to_a_vertex_may_miss_what_hides_the_center() -> None:
    screened = meadow({"J7": "woods", "J5": "woods"})
    game = field(on=screened)
    assert not line_of_sight(game, "J9", "J5").clear
    assert any(line_to_vertex(game, "L9", "J5", vertex).clear for vertex in range(6))


@pytest.mark.rule("rileys_road:A4.34")
def test_of_all_lines_to_men_in_bypass_the_best_counts() -> None:
    game = field(on=meadow({"J5": "woods"}), smoke={"I4": (GRENADE,)})
    assert line_to_bypass(game, "J8", "J5", (2, 3)).clear
    assert not line_to_bypass(game, "J8", "J5", (5, 0)).clear
    near = line_to_bypass(game, "J2", "J5", (5, 0))
    assert near.clear
    assert "J4-J5" in near.sides


@pytest.mark.rule("rileys_road:A8.15")
def test_a_snap_shot_is_aimed_at_the_middle_of_a_hexside() -> None:
    game = field(on=meadow({"J6": "woods"}))
    assert line_to_side(game, "J8", "J5-J6").block == Block("A6.2", "J6", "terrain:woods")
    assert line_to_side(game, "J8", "J6-J7").clear
    assert line_to_side(game, "J8", "J6-J7").sides == ("J6-J7",)


@pytest.mark.rule("rileys_road:A8.15", "rileys_road:A6.7")
def test_what_hinders_counts_for_a_snap_shot() -> None:
    game = field(on=meadow({"J6": "orchard"}), smoke={"J7": (GRENADE,)})
    assert line_to_side(game, "J9", "J4-J5").hindrance == 3
