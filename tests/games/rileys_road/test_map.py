"""The map of Riley's Road agrees with every hex that the rules of the campaign name."""

from __future__ import annotations

import pytest

from games.asl.position import board
from sandtable.board import Places, floors
from sandtable.games.asl.sight.geometry import thread_to
from sandtable.hexgrid import DIRECTIONS

MAP = board()
POINTS = {
    "C20": 1, "E22": 1, "F16": 1, "H10": 1, "N16": 1, "N24": 1, "Q10": 2, "R10": 2, "U17": 1, "X23": 1, "AA24": 1,
    "EE10": 1, "JJ11": 1, "LL21": 2, "MM10": 1, "OO23": 2,
}  # fmt: skip


def features(side: str) -> frozenset[str]:
    i, j = (MAP.index[label] for label in side.split("-"))
    return MAP.side_features(i, MAP.direction(i, j))


def test_the_map_has_46_columns_of_25_rows() -> None:
    assert MAP.size == 46 * 25
    assert (MAP.labels[0], MAP.labels[-1]) == ("A1", "TT25")
    assert {info.elevation for info in MAP.hexes} == {-1, 0, 1}


def test_columns_with_even_numbers_lie_half_a_hex_lower() -> None:
    assert {MAP.labels[i] for i in MAP.adjacent(MAP.index["B5"])} == {"B4", "B6", "A5", "A6", "C5", "C6"}
    assert {MAP.labels[i] for i in MAP.adjacent(MAP.index["AA5"])} == {"AA4", "AA6", "Z4", "Z5", "BB4", "BB5"}


@pytest.mark.rule("rileys_road:2.41/lvp")
def test_the_hexes_that_are_worth_points() -> None:
    found = {info.label: info.data["lvp"] for info in MAP.hexes if "lvp" in info.data}
    assert found == POINTS
    assert sum(POINTS.values()) == 20
    assert all("objective" in MAP.named(label).features for label in POINTS)


def test_the_junctions_are_where_roads_meet() -> None:
    for label in ("H10", "JJ11", "AA24"):
        i = MAP.index[label]
        assert MAP.named(label).data["junction"] is True
        assert sum(any(marks[6 * i + d] for marks in MAP.networks.values()) for d in range(6)) >= 3


def test_the_paved_road_runs_from_edge_to_edge() -> None:
    (road,) = [path for path in MAP.paths if path.network == "road"]
    assert (MAP.labels[road.hexes[0]], MAP.labels[road.hexes[-1]]) == ("A11", "TT9")


@pytest.mark.rule("rileys_road:RR11.1")
def test_stone_houses_of_one_hex_have_cellars() -> None:
    """And those alone: T10 is the rulebook's own."""
    assert MAP.named("T10").data["cellar"] is True
    for info in MAP.hexes:
        if "building" in info.data:
            single = sum(other.data.get("building") == info.data["building"] for other in MAP.hexes) == 1
            assert bool(info.data.get("cellar")) == (single and info.data["type"] == "stone"), info.label
    places = Places(MAP.plane, floors({info.label: (-1,) for info in MAP.hexes if info.data.get("cellar")}))
    assert places.place(places.at("T10-1")).level == -1


@pytest.mark.rule("rileys_road:RR14")
def test_buildings_of_several_hexes_are_factories_whose_shapes_meet() -> None:
    factories = {str(info.data["building"]) for info in MAP.hexes if info.data.get("factory")}
    assert factories == {"milk-factory", "v23", "ll21", "oo23"}
    for name in factories:
        i, j = (MAP.index[info.label] for info in MAP.hexes if info.data.get("building") == name)
        dq, dr = (b - a for a, b in zip(MAP.hex(i), MAP.hex(j), strict=True))
        shift = thread_to(*DIRECTIONS[MAP.direction(i, j)]).spot
        assert (dq, dr) == DIRECTIONS[MAP.direction(i, j)]
        shared = set(MAP.outlines[i]) & {(x + shift[0], y + shift[1]) for x, y in MAP.outlines[j]}
        assert len(shared) == 2, f"the halves of {name} share a stretch of their hexside"


@pytest.mark.rule("rileys_road:A4.3", "rileys_road:A6.1")
def test_houses_of_one_hex_leave_their_hexsides_free_and_stand_on_the_center() -> None:
    for i, info in enumerate(MAP.hexes):
        if "building" in info.data and not info.data.get("factory"):
            assert all(max(abs(y), abs(x) + abs(y) / 2) < 100 for x, y in MAP.outlines[i]), info.label
            assert _is_inside((0, 0), MAP.outlines[i]), info.label


def _is_inside(at: tuple[int, int], shape: tuple[tuple[int, int], ...]) -> bool:
    inside = False
    for k, (x1, y1) in enumerate(shape):
        x2, y2 = shape[k - 1]
        if (y1 > at[1]) != (y2 > at[1]) and at[0] < (x2 - x1) * (at[1] - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


@pytest.mark.rule("rileys_road:RR12.1", "rileys_road:RR12.2")
def test_p6_p7_is_a_slope() -> None:
    assert features("P6-P7") == {"slope"}
    upper, lower = MAP.index["P7"], MAP.index["P6"]
    assert MAP.falls["slope"][6 * upper + MAP.direction(upper, lower)] == 1
    assert MAP.falls["slope"][6 * lower + MAP.direction(lower, upper)] == 0


@pytest.mark.rule("rileys_road:RR13.1")
def test_r7_r8_is_a_barbed_wire_fence() -> None:
    assert features("R7-R8") == {"fence"}


@pytest.mark.rule("rileys_road:RR10")
@pytest.mark.parametrize("label", ["X13", "X14", "Y14", "Z15", "AA14"])
def test_the_plowed_fields_of_the_examples(label: str) -> None:
    assert MAP.named(label).terrain == "plowed"


@pytest.mark.rule("rileys_road:RR15", "rileys_road:B10.1")
def test_crest_lines_run_where_levels_meet() -> None:
    for i in range(MAP.size):
        for direction in range(6):
            j = MAP.neighbour(i, direction)
            if j >= 0:
                falls = MAP.hexes[i].elevation > MAP.hexes[j].elevation
                assert bool(MAP.falls["crest"][6 * i + direction]) == falls
                assert not {"crest", "slope"} <= MAP.side_features(i, direction)
