"""Chapters 4.1.3 and 6.1.4.3 of Panzer: the cover that terrain gives, and hulls that it hides."""

from __future__ import annotations

import pytest

from games.panzer.country import column, country, viewpoint
from sandtable.games.panzer.ground import Ground
from sandtable.games.panzer.spotting.changes import NOTHING, Changes
from sandtable.games.panzer.spotting.cover import (
    Hider,
    Kind,
    cover_against_gp,
    cover_against_spotting,
    may_take_full_cover,
)
from sandtable.games.panzer.spotting.hull_down import (
    crosses_wall,
    hull_down_by_terrain,
    hull_down_range,
    is_above_fire,
    position_hides,
)

# A1 clear, A2 woods, A3 scrub, A4 wood, A5 brick and A6 stone building, A7 crops, A8 brush, A9 railroad, A10 rough
GROUND = column(".wutbscyRx")
HERE = {"clear": "A1", "woods": "A2", "scrub": "A3", "wood": "A4", "brick": "A5", "stone": "A6", "crops": "A7"}
HERE |= {"brush": "A8", "railroad": "A9", "rough": "A10"}


def cover(kind: Kind, where: str, changes: Changes = NOTHING, content: Ground = GROUND, **more: bool) -> str:
    return cover_against_spotting(content, changes, Hider(HERE[where], kind, **more)).cover


# Cover against being spotted


@pytest.mark.rule("panzer:4.1.3")
@pytest.mark.parametrize(("where", "expected"), [("clear", "none"), ("scrub", "light"), ("woods", "medium")])
def test_the_terrain_of_the_hex_gives_cover(where: str, expected: str) -> None:
    assert cover("vehicle", where) == expected


@pytest.mark.rule("panzer:4.1.3")
@pytest.mark.rule("panzer:6.1.4.3.7")
def test_of_several_terrains_the_best_counts() -> None:
    assert cover("vehicle", "woods", dug_in=True) == "heavy"
    assert cover("leg", "brick", dug_in=True) == "heavy"


@pytest.mark.rule("panzer:4.1.3")
def test_a_path_through_scrub_leaves_the_cover_of_the_scrub() -> None:
    content = column(".u.", roads=[["A1", "A2", "A3"]])
    assert cover_against_spotting(content, NOTHING, Hider("A2", "vehicle")).cover == "light"


@pytest.mark.rule("panzer:4.1.3.2")
def test_an_overstacked_hex_gives_no_cover() -> None:
    found = cover_against_spotting(GROUND, NOTHING, Hider("A2", "vehicle", dug_in=True, overstacked=True))
    assert (found.cover, found.rule) == ("none", "4.1.3.2")


@pytest.mark.rule("panzer:6.1.4.3.1")
@pytest.mark.parametrize(("where", "expected"), [("wood", "light"), ("brick", "medium"), ("stone", "heavy")])
def test_vehicles_inside_have_the_cover_of_the_building(where: str, expected: str) -> None:
    assert cover("vehicle", where, indoors=True) == expected


@pytest.mark.rule("panzer:6.1.4.3.1")
def test_vehicles_in_the_alleys_do_not_unless_a_game_reads_it_so() -> None:
    generous = column(".wutbscyRx", switches=("6.1.4.3.1",))
    assert cover("vehicle", "stone") == "light"
    assert cover("vehicle", "stone", content=generous) == "heavy"


@pytest.mark.rule("panzer:4.1.4.1.3")
def test_in_the_basic_game_alleys_are_as_good_as_the_building() -> None:
    assert cover("vehicle", "stone", content=column(".wutbscyRx", basic=True)) == "heavy"


@pytest.mark.rule("panzer:6.1.4.3.1")
def test_leg_units_in_a_building_hex_are_always_inside() -> None:
    assert cover("leg", "brick") == "heavy"


@pytest.mark.rule("panzer:6.1.4.3.3")
@pytest.mark.rule("panzer:6.1.4.3.4")
def test_blocks_and_ditches_cover_leg_units_lightly() -> None:
    assert cover("leg", "clear", Changes(blocks=frozenset({"A1"}))) == "light"
    assert cover("leg", "clear", Changes(ditches=frozenset({"A1"}))) == "light"
    assert cover("leg", "clear") == "none"


@pytest.mark.rule("panzer:6.1.4.3.9")
@pytest.mark.parametrize(("where", "expected"), [("wood", "light"), ("brick", "medium"), ("stone", "heavy")])
def test_rubble_covers_as_what_stood_there(where: str, expected: str) -> None:
    rubble = Changes(rubble=frozenset(HERE.values()))
    assert cover("vehicle", where, rubble) == cover("leg", where, rubble) == expected


# Cover against GP fire


@pytest.mark.rule("panzer:6.5.4.2.2/cover-note")
@pytest.mark.parametrize(
    ("where", "spotting", "gp"),
    [
        ("brush", "light", "none"),
        ("crops", "medium", "light"),
        ("brick", "heavy", "medium"),
        ("woods", "medium", "medium"),
    ],
)
def test_men_are_covered_otherwise_against_gp_fire(where: str, spotting: str, gp: str) -> None:
    assert cover("leg", where) == spotting
    assert cover_against_gp(GROUND, NOTHING, Hider(HERE[where], "leg")).cover == gp


@pytest.mark.rule("panzer:6.5.4.2.2/cover-note")
def test_a_game_may_take_the_note_on_cover_at_its_word() -> None:
    content = column(".wutbscyRx", switches=("6.5.4.2.2/cover-note",))
    assert cover("vehicle", "woods", content=content) == "heavy"
    assert cover_against_gp(content, NOTHING, Hider(HERE["brick"], "leg")).cover == "heavy"


@pytest.mark.rule("panzer:6.5.4.3/vehicle-cover")
def test_vehicles_are_covered_alike_against_spotting_and_gp_fire() -> None:
    assert cover_against_gp(GROUND, NOTHING, Hider(HERE["woods"], "vehicle")).cover == cover("vehicle", "woods")
    assert cover_against_gp(GROUND, NOTHING, Hider(HERE["woods"], "vehicle", overstacked=True)).cover == "none"


@pytest.mark.rule("panzer:6.1.4.2")
def test_men_and_guns_take_full_cover_but_not_in_water_or_fire() -> None:
    content = column(".rfBw")
    assert [n for n in range(1, 6) if may_take_full_cover(content, NOTHING, "leg", f"A{n}")] == [1, 5]
    assert may_take_full_cover(content, NOTHING, "towed", "A1")
    assert not may_take_full_cover(content, NOTHING, "vehicle", "A1")
    assert not may_take_full_cover(content, Changes(fires=frozenset({"A1"})), "leg", "A1")


# Hull down


@pytest.mark.rule("panzer:6.1.4.1.1")
@pytest.mark.rule("panzer:6.1.4.1.2")
@pytest.mark.parametrize(
    ("where", "indoors", "expected"),
    [
        ("clear", False, ""),
        ("wood", True, ""),
        ("brick", True, "full"),
        ("stone", True, "full"),
        ("stone", False, ""),
        ("railroad", False, "partial"),
    ],
)
def test_some_terrain_hides_the_hulls_of_those_in_it(where: str, indoors: bool, expected: str) -> None:
    assert hull_down_by_terrain(GROUND, NOTHING, Hider(HERE[where], "vehicle", indoors=indoors)) == expected


@pytest.mark.rule("panzer:6.1.4.3.7")
def test_an_improved_position_hides_hulls() -> None:
    assert hull_down_by_terrain(GROUND, NOTHING, Hider("A1", "vehicle", dug_in=True)) == "full"


AROUND = country("\n".join(["......."] * 8))
"""D4 in the middle: D1 and D8 straight north and south of it, F4 to the east along a line of corners."""


@pytest.mark.rule("panzer:6.1.4.3.7")
def test_an_improved_position_is_open_straight_behind_only() -> None:
    around = ("D1", "F3", "B4", "D8", "F6", "E7")
    assert [at for at in around if not position_hides(AROUND, "D4", 0, at)] == ["D8", "E7"]
    assert position_hides(AROUND, "D4", 0, "E5"), "the edge of its open side"


@pytest.mark.rule("panzer:6.1.4.3.2")
def test_a_wall_on_the_line_hides_the_hulls_of_both() -> None:
    content = column("....", sides={"wall": ["A2-A3"]})
    assert crosses_wall(content, "A1", "A4")
    assert crosses_wall(content, "A4", "A1")
    assert not crosses_wall(content, "A1", "A2")
    near_only = column("....", sides={"wall": ["A2-A3"]}, switches=("6.1.4.3.2",))
    assert crosses_wall(near_only, "A1", "A3")
    assert not crosses_wall(near_only, "A1", "A4")


@pytest.mark.rule("panzer:6.1.4.3.2")
@pytest.mark.rule("panzer:6.5.4.3/wall-hexside")
def test_a_line_exactly_along_a_wall_counts_and_one_that_touches_its_end_does_not() -> None:
    rows = "...\n...\n...\n..."
    assert crosses_wall(country(rows, sides={"wall": ["B2-B3"]}), "A2", "C2")
    assert not crosses_wall(country(rows, sides={"wall": ["A2-B2"]}), "A2", "C2")


@pytest.mark.rule("panzer:6.1.4.1.3")
@pytest.mark.parametrize(("firer", "expected"), [("A4", True), ("A5", False)])
def test_a_vehicle_as_many_levels_up_as_hexes_away_is_partially_hull_down(firer: str, expected: bool) -> None:
    content = column("......", "300000")
    assert is_above_fire(content, NOTHING, viewpoint(firer), viewpoint("A1")) is expected
    assert not is_above_fire(content, NOTHING, viewpoint("A1"), viewpoint(firer))


@pytest.mark.rule("panzer:6.6.9")
def test_the_best_terrain_in_or_around_a_hex_is_searched() -> None:
    content = column("x.....", "000010", sides={"slope": ["A4-A5"], "crest": ["A1-A2"]})
    assert hull_down_range(content, NOTHING, "A1") == 60
    assert hull_down_range(content, NOTHING, "A3") == 10
    assert hull_down_range(content, NOTHING, "A5") == 40
    assert hull_down_range(GROUND, NOTHING, "A6") == 0
    assert hull_down_range(GROUND, Changes(rubble=frozenset({"A6"})), "A6") == 40
