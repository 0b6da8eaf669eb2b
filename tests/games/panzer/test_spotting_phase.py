"""Chapters 3 and 4.1: who spots whom in the Spotting Phase, and what becomes of SPOT counters."""

from __future__ import annotations

import pytest

from games.panzer.positions import SCENARIO, TITLE, Unit, position, state_of, unit
from sandtable.games.panzer.events import SpotLost
from sandtable.games.panzer.spotting.spotting_phase import cover_of, range_to_spot, spots
from sandtable.kernel import Game

WOODS, OPEN = "0109", "0112"


def spotting_range(place: Unit) -> int:
    return range_to_spot(position({"gA1-1": place, "sA1-1": f"{OPEN}/N"}).game, "gA1-1").hexes


@pytest.mark.rule("panzer:4.1", "panzer:4.1.1", "panzer:4.1.2", "panzer:4.1.4", "panzer:3.1")
def test_all_that_is_in_sight_and_in_range_is_spotted_all_round() -> None:
    table = position({"gA1-1": "1931/N", "sA1-1": "1928/N", "sA1-2": "1932/N", "sA1-3": "4330/N"})
    assert state_of(table).spotted["gA1-1"] == ("sA1-1", "sA1-2")
    assert state_of(table).spotted["sA1-3"] == ()


@pytest.mark.rule("panzer:4.1.1")
def test_a_truck_spots_nobody() -> None:
    table = position({"gB1-5": "1931/N", "sA1-1": "1928/N"})
    assert state_of(table).spotted == {"gB1-5": (), "sA1-1": ("gB1-5",)}


@pytest.mark.rule("panzer:4.1.3", "panzer:3.4")
@pytest.mark.parametrize(("spot", "hexes"), [("", 7), ("move", 20), ("fire", 30)])
def test_woods_hide_and_a_spot_counter_gives_away(spot: str, hexes: int) -> None:
    """Examples of 4.1.3: a vehicle in Woods, then with SPOT/MOVE, then with SPOT/FIRE."""
    assert spotting_range(Unit(WOODS, 0, spot=spot)) == hexes  # type: ignore[arg-type]


@pytest.mark.rule("panzer:4.1.3", "panzer:4.1.3.1")
def test_in_the_open_a_vehicle_is_spotted_from_twenty_hexes_whatever_its_size() -> None:
    table = position({"gA1-1": f"{OPEN}/N", "gB1-3": f"{OPEN}/N", "sA1-1": "4330/N"})
    assert [range_to_spot(table.game, name).hexes for name in ("gA1-1", "gB1-3")] == [20, 20]


@pytest.mark.rule("panzer:3.8", "panzer:4.1.3.2")
def test_a_crowded_hex_gives_no_cover() -> None:
    crowd = {f"gA1-{number}": unit(f"{WOODS}/N") for number in range(1, 6)}
    table = position({**crowd, "sA1-1": "4330/N"})
    assert cover_of(table.game, "gA1-1").cover == "medium"
    table = position({**crowd, "gA1-6": unit(f"{WOODS}/N"), "sA1-1": "4330/N"})
    assert cover_of(table.game, "gA1-1").cover == "none"


@pytest.mark.rule("panzer:4.1.5", "panzer:4.1.1")
def test_whom_nobody_spots_loses_his_spot_counter_and_others_keep_it() -> None:
    table = position({"gA1-1": "1931/N", "sA1-1": Unit("1928", 0, spot="fire"), "sA1-2": Unit("4330", 0, spot="move")})
    units = state_of(table).units
    assert (units["sA1-1"].spot, units["sA1-2"].spot) == ("fire", "")
    assert [event.unit for event in table.game.events if isinstance(event, SpotLost)] == ["sA1-2"]


@pytest.mark.rule("panzer:3.5", "panzer:3.5.1", "panzer:4.1.4")
def test_spotting_holds_both_ways_where_both_are_in_the_open() -> None:
    game: Game = position({"gA1-1": "1931/N", "sA1-1": "1928/N"}).game
    assert spots(game, "gA1-1", "sA1-1")
    assert spots(game, "sA1-1", "gA1-1")
    assert game.content.distance("1931", "1928") == 3


@pytest.mark.rule("panzer:1.2")
def test_the_proving_ground_is_what_the_tests_take_it_for() -> None:
    content = TITLE.content(SCENARIO)
    assert [content.terrain[label] for label in (WOODS, OPEN, "1931", "0520")] == [
        "woods", "clear", "clear", "building-brick",
    ]  # fmt: skip
