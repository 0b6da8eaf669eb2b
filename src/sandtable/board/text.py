"""Boards drawn in text, so that a test reads like a position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sandtable.board.board import Board, HexInfo, SideRun
from sandtable.board.legend import Legend, Name, NetworkStyle, SideStyle, TerrainStyle
from sandtable.hexgrid import Grid

OFF_MAP = "_"
_GREY = "#cccccc"


def board_from_text(
    rows: str,
    terrains: Mapping[str, str],
    *,
    heights: str = "",
    sides: Mapping[str, Iterable[str]] | None = None,
    networks: Mapping[str, Iterable[Sequence[str]]] | None = None,
    regions: Mapping[str, Iterable[str]] | None = None,
    grid: Grid | None = None,
) -> Board:
    """A board with one line of text to a row and one letter to a hex, its upper left hex first on the grid.

    Spaces are ignored and `_` is off the map. `heights` is drawn alike, in digits. Sides go by feature, as in
    `{"river": ["0101-0102"]}`, and networks by name, each a list of paths, as in `{"road": [["0101", "0102"]]}`.
    Raises ValueError for a letter without a terrain, for heights of another shape, and as `Board` does.
    """
    grid = grid or Grid()
    letters, levels = _cells(grid, rows), _cells(grid, heights)
    if heights and letters.keys() != levels.keys():
        raise ValueError("heights must be drawn in the same shape as the rows")
    hexes = [
        HexInfo(label, _terrain(terrains, letter), _elevation(levels.get(label, "0")))
        for label, letter in letters.items()
        if letter != OFF_MAP
    ]
    sides, networks = sides or {}, networks or {}
    return Board(
        grid,
        hexes,
        Legend(
            terrain={name: TerrainStyle(Name(name), _GREY) for name in terrains.values()},
            sides={name: SideStyle(Name(name), _GREY) for name in sides},
            networks={name: NetworkStyle(Name(name), _GREY) for name in networks},
        ),
        side_runs=[SideRun(name, tuple(map(grid.parse_side, texts))) for name, texts in sides.items()],
        paths=[(name, path, None) for name, paths in networks.items() for path in paths],
        regions=regions,
    )


def _cells(grid: Grid, drawing: str) -> dict[str, str]:
    """The letter drawn at each label."""
    lines = ["".join(line.split()) for line in drawing.splitlines() if line.strip()]
    return {
        grid.label(grid.at(grid.first_column + across, grid.first_row + down)): letter
        for down, line in enumerate(lines)
        for across, letter in enumerate(line)
    }


def _terrain(terrains: Mapping[str, str], letter: str) -> str:
    if letter not in terrains:
        raise ValueError(f"no terrain is given for the letter {letter!r}")
    return terrains[letter]


def _elevation(digit: str) -> int:
    return 0 if digit == OFF_MAP else int(digit)
