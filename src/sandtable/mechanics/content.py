"""The data of a scenario on a map: strict files, tables read when they are asked for, and what the map says by label.

A title describes each of its data files by a Struct that extends `Strict` (or `Table`, which says where its figures
come from), and its scenarios by a class that extends `HexContent`. Words that titles share: a `PrintedUnit` is a unit
as printed, a `Unit` of the state what has become of it, and a `Counter` is what is drawn (`board.scene`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from sandtable import datafile
from sandtable.board import Board, Compass, cropped
from sandtable.kernel import Option, of_content

T = TypeVar("T")

Text = dict[str, str]
"""What something is called, by language."""


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every part of a data file is: complete, and without anything that has no name here."""


class Table(Strict, frozen=True):
    """A file of figures: where they come from, and the rules that use them.

    They stand in the rulebook (seed), follow from figures that do (derived), or are ours (authored).
    """

    source: Literal["seed", "derived", "authored"]
    rules: tuple[str, ...]


class HexContent:
    """A scenario on a map, ready for play; nothing in it changes but what it keeps of its own data.

    What a title works out from it stands in functions marked `of_content`, beside the rule that needs it.
    """

    __slots__ = ("__dict__", "__weakref__", "derived")  # `of_content` looks at no other attribute, and in its slot fast

    def __init__(self, board: Board, data_file: Callable[[str], Path], switches: Collection[str] = ()) -> None:
        """`data_file` finds a file by its path inside the data folder: `Title.data_file`, which knows the packs."""
        self.board = board
        self.switches = frozenset(switches)
        """The optional rules and readings that were chosen, by their rules; ask `mechanics.switches.is_on`."""
        self._data_file = data_file
        self._tables: dict[str, Any] = {}
        self._around: dict[tuple[str, int], frozenset[str]] = {}
        self.derived: dict[Any, Any] = {}
        """What follows from the data, kept by `of_content`."""
        self._compass = Compass(*board.coordinates, board.index)
        self.terrain = {info.label: info.terrain for info in board.hexes}
        self.adjacent = {
            label: tuple(board.labels[j] for j in board.adjacent(i)) for i, label in enumerate(board.labels)
        }
        """The hexes next to each hex, by direction."""
        self.regions = {name: frozenset(board.labels[i] for i in hexes) for name, hexes in board.regions.items()}
        """The hexes of each region that are in play."""
        self.hex_ids = [f"hex:{label}" for label in board.labels]
        """The ids of the options that name the hexes of the board."""

    def table(self, name: str, type_: type[T]) -> T:
        """A table by the name of its file, read once. Raises DataError where the file is bad."""
        found: T | None = self._tables.get(name)
        if found is None:
            found = self._tables[name] = datafile.read(self._data_file(f"tables/{name}.yaml"), type_)
        return found

    def region(self, name: str) -> frozenset[str]:
        """The hexes of a region that are in play. Raises KeyError for a region that the map does not have."""
        return self.regions[name]

    def around(self, label: str, radius: int) -> frozenset[str]:
        """The hexes at a distance from one or nearer, itself among them."""
        found = self._around.get((label, radius))
        if found is None:
            board = self.board
            found = frozenset(board.labels[i] for i in board.within(board.index[label], radius))
            self._around[label, radius] = found
        return found

    def distance(self, a: str, b: str) -> int:
        """The distance between two hexes."""
        return self._compass.distance(a, b)

    def nearer(self, a: str, b: str) -> int:
        """In which directions one comes from a hex nearer to another: a bit for each."""
        return self._compass.nearer(a, b)


@of_content
def hex_options(content: HexContent, rule_id: str) -> dict[str, Option]:
    """An option for every hex of the map, by its label: for questions that any hex may answer."""
    return {
        label: Option(ident, rule=rule_id) for label, ident in zip(content.board.labels, content.hex_ids, strict=True)
    }


def part_of(board: Board, corners: tuple[str, str]) -> Board:
    """The rectangle of columns and rows between two hexes as a map of its own.

    Raises LabelError where a corner is not on the map.
    """
    (left, top), (right, bottom) = (board.grid.column_row(board.hex(board.plane.known(label))) for label in corners)
    places = {label: board.grid.column_row(board.hex(i)) for i, label in enumerate(board.labels)}
    return cropped(board, [label for label, (x, y) in places.items() if left <= x <= right and top <= y <= bottom])
