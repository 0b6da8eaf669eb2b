"""The map of a scenario: one large map, or geomorphic boards joined side by side and one above another (1.3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from msgspec.structs import replace

from sandtable import datafile
from sandtable.board import Board, HexInfo, Name, Tile, joined, load_board
from sandtable.kernel import rule
from sandtable.mechanics.content import Strict, Table

DataFile = Callable[[str], Path]
"""Finds a data file by its path inside the data folder, as `Title.data_file` does."""


class BoardsFile(Table, frozen=True):
    """The geomorphic boards: their marks, and what becomes of half hexes that meet."""

    marks: dict[str, str]
    seam: tuple[str, ...]


class BoardPlace(Strict, frozen=True):
    """A board of a scenario, as printed or turned by 180 degrees."""

    board: str
    turned: bool = False


Layout = tuple[tuple[BoardPlace, ...], ...]
"""The boards of a scenario in rows from north to south, each from west to east."""


@rule("1.2", "1.3")
def map_of(data_file: DataFile, layout: Layout) -> Board:
    """The map of a layout; the same one as long as its files are the same.

    Raises DataError where a file is bad, and ValueError for a layout whose boards cannot be joined.
    """
    boards = datafile.read(data_file("tables/boards.yaml"), BoardsFile)
    places = [place for row in layout for place in row]
    if len(places) == 1 and places[0].board not in boards.marks:
        return _printed(*_stamped(data_file, places[0].board))
    for place in places:
        if place.board not in boards.marks:
            raise ValueError(f"{place.board!r} cannot be joined: the geomorphic boards are {', '.join(boards.marks)}")
    rows = [tuple((_stamped(data_file, p.board), boards.marks[p.board], p.turned) for p in row) for row in layout]
    return _joined(tuple(rows), boards.seam)


_Stamped = tuple[Path, int]
"""A file and when it was written, so that what is kept of it is of the file as it is."""


def _stamped(data_file: DataFile, board: str) -> _Stamped:
    path = data_file(f"maps/{board}.yaml")
    return (path, path.stat().st_mtime_ns if path.exists() else 0)


@lru_cache(maxsize=16)
def _printed(path: Path, written: int) -> Board:
    return load_board(path)


@lru_cache(maxsize=16)
def _joined(rows: tuple[tuple[tuple[_Stamped, str, bool], ...], ...], seam: tuple[str, ...]) -> Board:
    tiles = [[Tile(_printed(*file), mark, turned) for file, mark, turned in row] for row in rows]
    names = [tile.board.name for row in tiles for tile in row if tile.board.name]
    return joined(tiles, Seam(seam).merged, Name(*(" + ".join(n.text(lang) for n in names) for lang in ("en", "ja"))))


class Seam:
    """The rule for a hex of which two boards show a half each: the terrain that stands later in the list."""

    def __init__(self, terrains: tuple[str, ...]) -> None:
        self._rank = {terrain: i for i, terrain in enumerate(terrains)}

    def merged(self, one: HexInfo, other: HexInfo) -> HexInfo:
        """What two half hexes become. Raises ValueError for halves that no rule puts together."""
        if one.elevation != other.elevation or not {one.terrain, other.terrain} <= self._rank.keys():
            raise ValueError(
                f"{one.label} ({one.terrain}, level {one.elevation}) and {other.label} ({other.terrain}, level"
                f" {other.elevation}) cannot be halves of a hex: at the edge of a board terrain must be one of"
                f" {', '.join(self._rank)}, and at the same level on all boards"
            )
        ruling = max(one, other, key=lambda info: self._rank[info.terrain])
        return replace(ruling, features=one.features | other.features, name=one.name or other.name)
