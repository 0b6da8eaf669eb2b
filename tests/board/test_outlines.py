"""What stands in a hex without filling it, and hexsides that have a lower side."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.board import Board, HexInfo, Legend, Name, SideStyle, TerrainStyle, Tile, cropped, joined, load_board
from sandtable.board.outlines import CORNERS, spot_of
from sandtable.datafile import DataError
from sandtable.hexgrid import Grid, Hex

MAP = """\
grid: {orientation: flat, shift: even}
terrains:
  clear: {name: {en: Clear}, fill: "#e8e4c9"}
  woods: {name: {en: Woods}, fill: "#7a9", pattern: trees, patch: 90}
  house: {name: {en: House}, fill: "#777", pattern: roofs, outline: [[-40, -50], [40, -50], [40, 50], [-40, 50]]}
sides:
  slope: {name: {en: Slope}, stroke: "#840", style: slope, falls: true}
fill: {terrain: clear, from: "0101", to: "0505"}
hexes:
  "0202": {terrain: woods}
  "0203": {terrain: woods}
  "0303": {terrain: house}
  "0404": {terrain: house, outline: [[0, -60], [50, 60], [-50, 60]]}
hexsides:
  - {feature: slope, sides: ["0402-0403", "0303-0302"]}
"""


@pytest.fixture
def board(tmp_path: Path) -> Board:
    path = tmp_path / "farm.yaml"
    path.write_text(MAP, encoding="utf-8")
    return load_board(path)


def test_open_ground_has_no_shape(board: Board) -> None:
    assert board.outlines[board.index["0101"]] == ()


def test_a_house_has_the_shape_of_the_legend_unless_its_hex_has_its_own(board: Board) -> None:
    assert board.outlines[board.index["0303"]] == ((-40, -50), (40, -50), (40, 50), (-40, 50))
    assert board.outlines[board.index["0404"]] == ((0, -60), (50, 60), (-50, 60))


def test_a_copse_covers_its_share_and_fills_the_hexside_to_the_next(board: Board) -> None:
    shape = board.outlines[board.index["0202"]]
    assert {(50, 100), (-50, 100)} <= set(shape), "the hexside to 0203 is filled"
    assert {(45, -90), (90, 0), (-45, -90), (-90, 0)} <= set(shape), "the others are not"
    assert (50, -100) not in shape


def test_neighbours_share_the_spots_of_their_corners() -> None:
    for orientation, corners in CORNERS.items():
        here, there = (spot_of(hex_, orientation) for hex_ in (Hex(0, 0), Hex(0, -1)))
        ends = [(here[0] + x, here[1] + y) for x, y in (corners[5], corners[0])]
        others = [(there[0] + x, there[1] + y) for x, y in (corners[3], corners[2])]
        assert ends == others


def test_the_lower_hex_of_a_hexside_that_falls_is_named_first(board: Board) -> None:
    south = board.direction(board.index["0402"], board.index["0403"])
    falls = board.falls["slope"]
    assert falls[6 * board.index["0403"] + (south + 3) % 6] == 1
    assert falls[6 * board.index["0402"] + south] == 0
    assert falls[6 * board.index["0302"] + south] == 1


def test_a_part_of_the_map_keeps_which_side_is_lower(board: Board) -> None:
    part = cropped(board, ["0302", "0303"])
    south = part.direction(part.index["0302"], part.index["0303"])
    assert [slot for slot, flag in enumerate(part.falls["slope"]) if flag] == [6 * part.index["0302"] + south]


def test_a_board_that_lies_the_other_way_up_turns_its_shapes() -> None:
    house = TerrainStyle(Name("House"), "#777", outline=((0, -60), (50, 60), (-50, 60)))
    legend = Legend({"house": house}, sides={"slope": SideStyle(Name("Slope"), "#840", falls=True)})
    grid = Grid(shift="odd", scheme="letters", first_row=0, row_digits=1)
    labels = ["A0", "A1", "B1", "B2", "C0", "C1"]
    infos = [HexInfo(label, "house", outline=((0, -60), (50, 60), (-50, 60))) for label in labels]
    turned = joined([[Tile(Board(grid, infos, legend), "1", turned=True)]], lambda one, _: one)
    assert turned.named("1A1").outline == ((0, 60), (-50, -60), (50, -60))


def test_a_shape_needs_three_corners(tmp_path: Path) -> None:
    path = tmp_path / "farm.yaml"
    path.write_text(MAP.replace("[[0, -60], [50, 60], [-50, 60]]", "[[0, -60], [50, 60]]"), encoding="utf-8")
    with pytest.raises(DataError, match="needs three corners"):
        load_board(path)
