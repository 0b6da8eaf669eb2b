"""Small pieces of country, drawn in text, on which lines of sight are easy to follow.

A row of hexes from west to east is not a straight row on this grid; a column is: `A1`, `A2` ... lie one behind another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from games.panzer.shipped import data_file
from sandtable.board import Board, board_from_text
from sandtable.games.panzer.ground import Ground
from sandtable.games.panzer.spotting.changes import NOTHING, Changes
from sandtable.games.panzer.spotting.line_of_sight import Viewpoint, sees_from, sight
from sandtable.hexgrid import Grid
from sandtable.mechanics.sightline import Sight

LETTERS = {
    ".": "clear", "w": "woods", "l": "light-woods", "h": "heavy-woods", "b": "building-brick", "t": "building-wood",
    "s": "building-stone", "g": "gully", "f": "ford", "r": "stream", "~": "water", "o": "shellhole", "R": "railroad",
    "c": "crops", "u": "scrub", "x": "rough", "B": "bridge", "y": "brush",
}  # fmt: skip
SUNKEN = ("gully", "ford", "stream", "water", "shellhole")
GRID = Grid(scheme="letters", shift="odd", row_digits=1)


def country(
    rows: str,
    heights: str = "",
    *,
    sides: Mapping[str, Iterable[str]] | None = None,
    roads: Iterable[Sequence[str]] = (),
    storeys: Mapping[str, int] | None = None,
    switches: tuple[str, ...] = (),
    basic: bool = False,
) -> Ground:
    """A map drawn in text. Heights are those of the ground, 0 to 9; a sunken hex lies one below."""
    roads = list(roads)
    drawn = board_from_text(rows, LETTERS, heights=heights, sides=sides, networks={"road": roads}, grid=GRID)
    hexes = [
        replace(
            info,
            elevation=info.elevation - (info.terrain in SUNKEN),
            data={"storeys": storeys[info.label]} if storeys and info.label in storeys else {},
        )
        for info in drawn.hexes
    ]
    paths = [("road", road, None) for road in roads]
    board = Board(GRID, hexes, drawn.legend, side_runs=drawn.side_runs, paths=paths)
    return Ground(board, data_file, switches, "basic" if basic else "advanced")


def column(hexes: str, heights: str = "", **more: object) -> Ground:
    """A straight row of hexes, one behind another from A1 on."""
    return country("\n".join(hexes), "\n".join(heights), **more)  # type: ignore[arg-type]


def look(content: Ground, a: str, b: str, changes: Changes = NOTHING) -> Sight:
    """The line of sight between two viewpoints: `A3`, or `A3+1` for one a level above the ground."""
    return sight(content, changes, viewpoint(a), viewpoint(b))


def viewpoint(text: str) -> Viewpoint:
    at, _, floor = text.partition("+")
    return Viewpoint(at, int(floor or 0))


def is_clear(content: Ground, a: str, b: str, changes: Changes = NOTHING) -> bool:
    """Whether two viewpoints see each other; asked both ways, and of the explanation as well."""
    there = sees_from(content, changes, viewpoint(a), viewpoint(b))
    assert there == sees_from(content, changes, viewpoint(b), viewpoint(a))
    assert there == (look(content, a, b, changes).blocked_by is None)
    return there
