"""A small map with everything on it, and counters to put there."""

from __future__ import annotations

import pytest

from sandtable.board.board import Board, HexInfo, SideRun
from sandtable.board.legend import FeatureStyle, Legend, Name, NetworkStyle, SideStyle, TerrainStyle
from sandtable.board.scene import Counter, Palette, Scene, Symbol
from sandtable.hexgrid import Grid

ROWS = """
    c c w w c
    c t w m h
    l c c s c
    l l o x c
"""
LETTERS = {
    "c": "clear",
    "w": "woods",
    "t": "town",
    "m": "mountain",
    "h": "hills",
    "l": "lake",
    "s": "marsh",
    "o": "orchard",
    "x": "heath",
}
LEGEND = Legend(
    terrain={
        "clear": TerrainStyle(Name("Clear", "平地"), "#dfd7ae"),
        "woods": TerrainStyle(Name("Woods", "森"), "#9db47c", "trees"),
        "town": TerrainStyle(Name("Town", "町"), "#d8c6a6", "blocks"),
        "mountain": TerrainStyle(Name("Mountain", "山地"), "#b89a6c", "mountains"),
        "hills": TerrainStyle(Name("Hills", "丘"), "#cfb583", "hills"),
        "lake": TerrainStyle(Name("Lake", "湖"), "#8fb8d0", "waves"),
        "marsh": TerrainStyle(Name("Marsh", "湿地"), "#bcc9a0", "marsh"),
        "orchard": TerrainStyle(Name("Orchard", "果樹園"), "#c9cf95", "dots"),
        "heath": TerrainStyle(Name("Heath", "荒野"), "#cdc293", "grass"),
        "desert": TerrainStyle(Name("Desert", "砂漠"), "#eeddaa", "hatch"),
    },
    features={"airfield": FeatureStyle(Name("Airfield", "飛行場"), "ring")},
    sides={
        "river": SideStyle(Name("River", "川"), "#6fa3c4", 6, style="bank"),
        "stream": SideStyle(Name("Stream", "小川"), "#6fa3c4", 2),
        "border": SideStyle(Name("Border", "国境"), "#9c3d33", 1.6, "7 4"),
        "wall": SideStyle(Name("Wall", "壁"), "#777777", 4, style="wall"),
        "cliff": SideStyle(Name("Cliff", "崖"), "#6b4a24", 2, style="cliff"),
    },
    networks={
        "road": NetworkStyle(Name("Road", "道路"), "#c8843c", 3, casing="#5d3a16"),
        "rail": NetworkStyle(Name("Railway", "鉄道"), "#333333", 1.5, ties=True),
    },
)
NAMES = {"0202": Name("Oak & Ash", "樫の町"), "0104": Name("Mere", "鏡湖"), "0502": Name("Down")}


def _board(grid: Grid) -> Board:
    cells = [
        (grid.label(grid.at(column, row)), letter)
        for row, line in enumerate(ROWS.split("\n")[1:-1], start=1)
        for column, letter in enumerate(line.split(), start=1)
    ]
    hexes = [
        HexInfo(
            label,
            LETTERS[letter],
            elevation={"m": 2, "h": 1}.get(letter, 0),
            features=frozenset({"airfield"} if label == "0503" else ()),
            name=NAMES.get(label),
        )
        for label, letter in cells
    ]
    runs = {
        "river": ["0302-0303", "0303-0402", "0303-0403"],
        "stream": ["0402-0403"],
        "border": ["0101-0201"],
        "wall": ["0202-0203"],
        "cliff": ["0401-0402"],
    }
    return Board(
        grid,
        hexes,
        LEGEND,
        side_runs=[
            SideRun(feature, tuple(map(grid.parse_side, sides)), Name("Rill", "細流") if feature == "river" else None)
            for feature, sides in runs.items()
        ],
        paths=[("road", ["0202", "0203", "0303"], Name("A1")), ("rail", ["0202", "0203"], None)],
    )


@pytest.fixture
def board() -> Board:
    return _board(Grid())


@pytest.fixture(params=["flat", "pointy"])
def either_board(request: pytest.FixtureRequest) -> Board:
    grid = Grid(orientation=request.param)
    hexes = [
        HexInfo(grid.label(grid.at(c, r)), "woods" if c > 2 else "clear") for c in range(1, 5) for r in range(1, 4)
    ]
    return Board(grid, hexes, LEGEND)


@pytest.fixture
def guards() -> Counter:
    return Counter("3-guards", "0302", "red", "guards", Symbol("armour", "division"), "3 Gds", "6-4-8", "XI")


@pytest.fixture
def scene(board: Board) -> Scene:
    return Scene(
        board=board,
        palettes={
            "red": Palette("#d9a18f", "#3a0d08", "#f7e3da"),
            "guards": Palette("#aa2211", "#fff0e0", "#ffccaa"),
        },
    )
