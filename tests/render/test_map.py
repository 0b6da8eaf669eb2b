"""The map alone."""

from __future__ import annotations

import time

import pytest

from render.drawing import by_class, by_id, ids, parsed, texts
from sandtable.board.board import Board, HexInfo, SideRun
from sandtable.board.legend import FeatureStyle, Legend, Name, NetworkStyle, SideStyle, TerrainStyle
from sandtable.hexgrid import Grid
from sandtable.render import terrain_svg


def test_every_hex_has_one_element_to_click(either_board: Board) -> None:
    found = [name for name in ids(terrain_svg(either_board)) if name.startswith("hex-")]
    assert found == [f"hex-{label}" for label in either_board.labels]


def test_every_hex_shows_its_number(board: Board) -> None:
    (numbers,) = by_class(terrain_svg(board), "hex-numbers")
    assert texts(numbers) == list(board.labels)


def test_no_two_elements_share_an_id(board: Board) -> None:
    found = ids(terrain_svg(board))
    assert len(found) == len(set(found))


def test_every_reference_has_its_definition(board: Board) -> None:
    svg = terrain_svg(board)
    known = set(ids(svg))
    used = {value[1:] for element in parsed(svg).iter() if (value := element.get("href"))}
    assert used
    assert used <= known


def test_the_same_board_is_always_drawn_the_same(board: Board) -> None:
    assert terrain_svg(board) == terrain_svg(board)


def test_names_are_escaped(board: Board) -> None:
    assert "Oak &amp; Ash" in terrain_svg(board)


@pytest.mark.parametrize("name", ["樫の町", "鏡湖", "細流"])
def test_japanese_names_are_used(board: Board, name: str) -> None:
    assert name in texts(parsed(terrain_svg(board, "ja")))


def test_a_name_without_japanese_stays_english(board: Board) -> None:
    assert "Down" in texts(parsed(terrain_svg(board, "ja")))


def test_adjoining_hexes_of_one_name_are_lettered_once() -> None:
    grid = Grid()
    hexes = [HexInfo(label, "town", name=Name("Twin")) for label in ("0101", "0102", "0104")]
    legend = Legend({"town": TerrainStyle(Name("Town"), "#d8c6a6", "blocks")})
    assert texts(parsed(terrain_svg(Board(grid, hexes, legend)))).count("Twin") == 2


def test_woods_that_adjoin_have_one_curved_outline(board: Board) -> None:
    outline = by_id(terrain_svg(board), "land-woods").attrib["d"]
    assert outline.count("M") == 1
    assert "L" not in outline


def test_only_terrain_on_the_board_brings_its_texture(board: Board) -> None:
    names = ids(terrain_svg(board))
    assert "texture-woods-0" in names
    assert "texture-desert-0" not in names


def test_a_road_is_one_line_with_a_casing(board: Board) -> None:
    (lines,) = by_class(terrain_svg(board), "lines")
    casing, surface = [path for path in lines.iter() if path.get("stroke") in ("#5d3a16", "#c8843c")]
    assert casing.attrib["d"] == surface.attrib["d"]
    assert casing.attrib["d"].count("M") == 1
    assert float(casing.attrib["stroke-width"]) > float(surface.attrib["stroke-width"])


def test_a_rail_has_ties(board: Board) -> None:
    (lines,) = by_class(terrain_svg(board), "lines")
    ties, rail = [path for path in lines.iter() if path.get("stroke") == "#333333"]
    assert ties.get("stroke-dasharray")
    assert rail.get("stroke-dasharray") is None


def test_a_river_is_wider_than_a_stream(board: Board) -> None:
    (lines,) = by_class(terrain_svg(board), "lines")
    widths = [float(path.attrib["stroke-width"]) for path in lines.iter() if path.get("stroke") == "#6fa3c4"]
    assert widths == [2, 6]


def test_a_dash_is_kept(board: Board) -> None:
    assert 'stroke-dasharray="7 4"' in terrain_svg(board)


def test_the_lettering_of_a_hex_lies_inside_the_sheet(board: Board) -> None:
    svg = terrain_svg(board)
    width = float(parsed(svg).attrib["width"])
    corners = [point.split(",") for point in by_id(svg, "hex-0502").attrib["points"].split()]
    assert all(0 < float(x) < width for x, _ in corners)


@pytest.mark.parametrize("mark", ["dot", "ring", "square", "star", "cross", "anchor", "flag"])
def test_every_mark_of_a_feature_is_drawn_on_its_hex(mark: str) -> None:
    legend = Legend({"clear": TerrainStyle(Name("Clear"), "#fff")}, {"port": FeatureStyle(Name("Port"), mark)})
    hexes = [HexInfo("0101", "clear", features=frozenset({"port"}), name=Name("Cove")), HexInfo("0102", "clear")]
    svg = terrain_svg(Board(Grid(), hexes, legend))
    (features,) = by_class(svg, "features")
    assert len(features) == 1
    assert "Cove" in texts(parsed(svg))


def test_a_name_longer_than_its_river_stands_beside_it() -> None:
    grid = Grid()
    legend = Legend(
        {"desert": TerrainStyle(Name("Desert"), "#eda", "hatch")}, sides={"wadi": SideStyle(Name("Wadi"), "#985")}
    )
    wadi = SideRun("wadi", (grid.parse_side("0101-0102"),), Name("Wadi of the Long Name"))
    svg = terrain_svg(Board(grid, [HexInfo("0101", "desert"), HexInfo("0102", "desert")], legend, side_runs=[wadi]))
    assert "Wadi of the Long Name" in texts(parsed(svg))
    assert "textPath" not in svg


def _large_board() -> Board:
    grid = Grid(first_row=0, first_column=0)
    terrain = {
        pattern: TerrainStyle(Name(pattern), "#c9c49a", pattern)
        for pattern in ("none", "trees", "marsh", "blocks", "hills", "mountains", "waves")
    }
    kinds = list(terrain)
    hexes = [
        HexInfo(grid.label(grid.at(c, r)), kinds[(c * c + 3 * r) % len(kinds)], (c + r) % 3, name=Name(f"{c}:{r}"))
        for c in range(36)
        for r in range(37)
    ]
    legend = Legend(
        terrain,
        sides={"river": SideStyle(Name("River"), "#6fa3c4", 4)},
        networks={"road": NetworkStyle(Name("Road"), "#c8843c", 3)},
    )
    paths = [("road", [grid.label(grid.at(c, r)) for r in range(37)], None) for c in range(0, 36, 3)]
    return Board(grid, hexes, legend, paths=paths)


def test_a_map_of_1300_hexes_is_small_and_quick() -> None:
    board = _large_board()
    start = time.process_time()
    svg = terrain_svg(board)
    assert time.process_time() - start < 3
    assert len(svg.encode()) < 2_500_000
