"""Copses and houses in their own shapes, hollows, slopes and fences."""

from __future__ import annotations

from render.drawing import by_class, ids, texts
from sandtable.board.board import Board, HexInfo, SideRun
from sandtable.board.legend import FeatureStyle, Legend, Name, SideStyle, TerrainStyle
from sandtable.hexgrid import Grid, Hex
from sandtable.render import terrain_svg

LEGEND = Legend(
    terrain={
        "open": TerrainStyle(Name("Open"), "#d3d3a6"),
        "woods": TerrainStyle(Name("Woods"), "#7f9463", "trees", patch=90),
        "house": TerrainStyle(Name("House"), "#8f8c8d", "roofs", outline=((-40, -30), (40, -30), (40, 30), (-40, 30))),
    },
    features={"crop": FeatureStyle(Name("Crop"), "none", "#b3c088", "furrows")},
    sides={
        "slope": SideStyle(Name("Slope"), "#840", style="slope", falls=True),
        "fence": SideStyle(Name("Fence"), "#444", style="fence"),
    },
)
ELL = ((-50, -40), (50, -40), (50, 10), (0, 10), (0, 60), (-50, 60))


def board(*, lower: Hex) -> Board:
    grid = Grid()
    infos = [HexInfo(f"{c:02d}{r:02d}", "open", -1 if c == 5 else 0) for c in range(1, 6) for r in range(1, 6)]
    infos[6] = HexInfo("0202", "woods", features=frozenset({"crop"}))
    infos[12] = HexInfo("0303", "house")
    infos[13] = HexInfo("0304", "house", outline=ELL)
    side = grid.parse_side("0302-0303")
    runs = [SideRun("slope", (side,), None, (lower,)), SideRun("fence", (grid.parse_side("0402-0403"),))]
    return Board(grid, infos, LEGEND, side_runs=runs)


UP, DOWN = Grid().parse("0302"), Grid().parse("0303")


def test_what_stands_in_a_shape_is_drawn_in_a_layer_of_its_own() -> None:
    (layer,) = by_class(terrain_svg(board(lower=DOWN)), "shapes")
    assert sum(1 for _ in layer.iter()) > 10


def test_the_ground_around_a_copse_is_that_of_its_feature() -> None:
    assert "land-crop" in ids(terrain_svg(board(lower=DOWN)))


def test_low_ground_is_a_hollow_with_its_level() -> None:
    svg = terrain_svg(board(lower=DOWN))
    assert "hollow-1" in ids(svg)
    (levels,) = by_class(svg, "hex-levels")
    assert texts(levels) == ["-1"] * 5


def test_the_strokes_of_a_slope_run_into_the_lower_hex() -> None:
    assert terrain_svg(board(lower=UP)) != terrain_svg(board(lower=DOWN))
