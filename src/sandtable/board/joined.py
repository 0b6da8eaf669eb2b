"""Geomorphic boards joined into one map: side by side and one above another, either way up.

Each board shows half hexes along its edges. Where two boards meet, the half hexes of one fall on those of the other
and are one hex of the map, which either of its labels names. Labels carry the mark of their board: 2C10 is C10 of the
board marked 2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from sandtable.board.board import Board, HexInfo, SideRun
from sandtable.board.legend import Legend, Name
from sandtable.hexgrid import Grid, Hex, Side

Merge = Callable[[HexInfo, HexInfo], HexInfo]
"""What a hex is that two boards show a half of, by what each of them says of it; the label is seen to."""


class Tile(NamedTuple):
    """A board as it lies in a joined map: its mark, and whether it is turned by 180 degrees."""

    board: Board
    mark: str
    turned: bool = False


class _Frame(NamedTuple):
    """The rectangle of columns and rows that every board of a joined map fills, by its first and last hex."""

    first: tuple[int, int]
    last: tuple[int, int]

    @classmethod
    def of(cls, board: Board) -> _Frame:
        places = [board.grid.column_row(board.hex(i)) for i in range(board.size)]
        columns, rows = [column for column, _ in places], [row for _, row in places]
        return cls((min(columns), min(rows)), (max(columns), max(rows)))

    @property
    def steps(self) -> tuple[int, int]:
        """How many columns and rows lie between a board and the next one; their edges fall on each other."""
        return (self.last[0] - self.first[0], self.last[1] - self.first[1])


def joined(rows: Sequence[Sequence[Tile]], merge: Merge, name: Name | None = None) -> Board:
    """The map of boards in rows from north to south, each from west to east.

    Raises ValueError for boards that do not fit: of different sizes or grids, with columns that would not meet, with
    marks that are given twice, or in rows of different lengths.
    """
    tiles = [tile for row in rows for tile in row]
    frame = _common_frame(rows, tiles)
    laying = _Laying(tiles[0].board.grid, merge)
    for down, row in enumerate(rows):
        for across, tile in enumerate(row):
            laying.lay(tile, frame, across, down)
    return laying.board(name)


def _common_frame(rows: Sequence[Sequence[Tile]], tiles: Sequence[Tile]) -> _Frame:
    if not tiles or len({len(row) for row in rows}) > 1:
        raise ValueError("boards are joined in rows of the same length, and there must be one at least")
    if len({tile.mark for tile in tiles}) < len(tiles):
        raise ValueError("two boards have the same mark: their hexes could not be told apart")
    frames = {_Frame.of(tile.board) for tile in tiles}
    if len(frames) > 1 or len({tile.board.grid for tile in tiles}) > 1:
        raise ValueError("boards that are joined must be of one size and have hexes of one grid")
    frame = frames.pop()
    if tiles[0].board.grid.orientation != "flat" or frame.steps[0] % 2:
        raise ValueError("boards can be joined if their hexes have a side up and their columns are odd in number")
    return frame


class _Laying:
    """A joined map in the making."""

    def __init__(self, grid: Grid, merge: Merge) -> None:
        self.grid, self.merge = grid, merge
        self.infos: dict[Hex, HexInfo] = {}
        self.aliases: dict[str, str] = {}
        self.runs: list[SideRun] = []
        self.paths: list[tuple[str, Sequence[str], Name | None]] = []
        self.regions: dict[str, list[str]] = {}
        self.legend = Legend(terrain={}, features={}, sides={}, networks={})

    def lay(self, tile: Tile, frame: _Frame, across: int, down: int) -> None:
        board, mark = tile.board, tile.mark
        spot = self._spots(tile, frame, across, down)
        for i, info in enumerate(board.hexes):
            self._add(spot(board.hex(i)), info if not tile.turned else _turned(info), mark)
        self.runs += [
            SideRun(
                run.feature,
                tuple(Side.between(*map(spot, side.hexes)) for side in run.sides),
                run.name,
                tuple(map(spot, run.lower)),
            )
            for run in board.side_runs
        ]
        for route in board.paths:
            labels = [self.infos[spot(board.hex(i))].label for i in route.hexes]
            self.paths.append((route.network, labels, route.name))
        for region, numbers in board.regions.items():
            labels = [self.infos[spot(board.hex(i))].label for i in sorted(numbers)]
            self.regions.setdefault(region, []).extend(labels)
        self.legend = _both(self.legend, board.legend)

    def _spots(self, tile: Tile, frame: _Frame, across: int, down: int) -> Callable[[Hex], Hex]:
        """Where a hex of a board comes to lie."""
        first, last = self.grid.at(*frame.first), self.grid.at(*frame.last)
        wide, high = frame.steps
        there = self.grid.at(frame.first[0] + across * wide, frame.first[1] + down * high)
        dq, dr = there.q - first.q, there.r - first.r
        if tile.turned:
            return lambda hex_: Hex(first.q + last.q - hex_.q + dq, first.r + last.r - hex_.r + dr)
        return lambda hex_: Hex(hex_.q + dq, hex_.r + dr)

    def _add(self, spot: Hex, info: HexInfo, mark: str) -> None:
        label, earlier = f"{mark}{info.label}", self.infos.get(spot)
        if earlier is not None:
            self.aliases[label] = earlier.label
            info, label = self.merge(earlier, info), earlier.label
        self.infos[spot] = msgspec.structs.replace(info, label=label)

    def board(self, name: Name | None) -> Board:
        return Board(
            self.grid,
            self.infos.values(),
            self.legend,
            side_runs=self.runs,
            paths=self.paths,
            regions=self.regions,
            name=name,
            laid={info.label: spot for spot, info in self.infos.items()},
            aliases=self.aliases,
        )


def _turned(info: HexInfo) -> HexInfo:
    """What a board says of a hex, for a board that lies the other way up."""
    return msgspec.structs.replace(info, outline=tuple((-x, -y) for x, y in info.outline))


def _both(one: Legend, other: Legend) -> Legend:
    """The legend of two boards; where both describe a thing, the first does."""
    return Legend(
        terrain={**other.terrain, **one.terrain},
        features={**other.features, **one.features},
        sides={**other.sides, **one.sides},
        networks={**other.networks, **one.networks},
        regions={**other.regions, **one.regions},
    )
