"""The printed grid of a map: how its hexes are stacked and what their labels say."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec

from sandtable.hexgrid import layout
from sandtable.hexgrid.coordinates import Hex
from sandtable.hexgrid.layout import Orientation, Point
from sandtable.hexgrid.sides import Side, Vertex

_LETTERS = 26
_DIRECTION_NAMES = {
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "pointy": ("NW", "NE", "E", "SE", "SW", "W"),
}
_FACING_NAMES = {
    "flat": ("N", "NNE", "NE", "E", "SE", "SSE", "S", "SSW", "SW", "W", "NW", "NNW"),
    "pointy": ("NW", "N", "NE", "ENE", "E", "ESE", "SE", "S", "SW", "WSW", "W", "WNW"),
}
_LETTERED = re.compile(r"([A-Z]{1,2})([0-9]+)")


class LabelError(ValueError):
    """A label that names no hex, or a hex that has no label."""


class Grid(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How hexes are laid out and labelled. `Hex(0, 0)` is the hex in the first column and first row.

    Columns count from left to right and rows from top to bottom, whatever the label shows first.
    """

    orientation: Orientation = "flat"
    shift: Literal["odd", "even"] = "even"
    """Which columns (flat) or rows (pointy), by their printed number, lie half a hex lower or further right."""
    scheme: Literal["digits", "letters", "doubled-letters"] = "digits"
    """1702; C10 with columns Z, AA, AB ... ZZ; or C10 with columns Z, AA, BB ... ZZ. Letters come first in a label and
    count from A = 1."""
    order: Literal["column-row", "row-column"] = "column-row"
    column_digits: Annotated[int, msgspec.Meta(ge=1, le=4)] = 2
    """The width to which a column number is padded with zeros; a label of digits only never exceeds it."""
    row_digits: Annotated[int, msgspec.Meta(ge=1, le=4)] = 2
    first_column: Annotated[int, msgspec.Meta(ge=0)] = 1
    first_row: Annotated[int, msgspec.Meta(ge=0)] = 1

    def __post_init__(self) -> None:
        if self.scheme != "digits" and self._printed(self.first_column, self.first_row)[0] == 0:
            raise ValueError("letters count from A = 1, so the lettered columns or rows cannot begin at 0")

    def label(self, hex_: Hex) -> str:
        """The printed label of a hex.

        Raises LabelError for a hex before the first column or row, or whose number is too wide to print.
        """
        column, row = self.column_row(hex_)
        if column < self.first_column or row < self.first_row:
            raise LabelError(f"column {column}, row {row} lies outside the labelled grid")
        first, second = self._printed(column, row)
        first_width, second_width = self._widths()
        if self.scheme != "digits":
            return f"{self._letters(first)}{second:0{second_width}d}"
        label = f"{first:0{first_width}d}{second:0{second_width}d}"
        if first >= 10**first_width or second >= 10**second_width:
            raise LabelError(
                f"column {column}, row {row} is too wide for a label of {first_width + second_width} digits"
            )
        return label

    def parse(self, label: str) -> Hex:
        """The hex that a label names.

        Raises LabelError for text that is not a label of this grid, exactly as printed.
        """
        first, second = self._split(label)
        column, row = self._printed(first, second)
        if column < self.first_column or row < self.first_row:
            raise LabelError(
                f"{label!r} lies outside the grid: columns begin at {self.first_column}, rows at {self.first_row}"
            )
        return self.at(column, row)

    def at(self, column: int, row: int) -> Hex:
        """The hex in a column and row, by their printed numbers."""
        across, down = column - self.first_column, row - self.first_row
        if self.orientation == "flat":
            return Hex(across, down - self._slip(across))
        return Hex(across - self._slip(down), down)

    def column_row(self, hex_: Hex) -> tuple[int, int]:
        """The column and row of a hex, by their printed numbers."""
        across, down = hex_
        if self.orientation == "flat":
            down += self._slip(across)
        else:
            across += self._slip(down)
        return (across + self.first_column, down + self.first_row)

    def sort_key(self, hex_: Hex) -> tuple[int, int]:
        """Puts hexes in the order of their labels, numbers by value: C9 before C10, Z1 before AA1."""
        return self._printed(*self.column_row(hex_))

    def side_label(self, side: Side) -> str:
        """The stable id of a hexside: its two labels, smaller first, as in 2114-2115.

        Raises LabelError if one of its hexes has no label.
        """
        return "-".join(self.label(hex_) for hex_ in sorted(side.hexes, key=self.sort_key))

    def parse_side(self, text: str) -> Side:
        """The hexside between two labels, given in either order.

        Raises LabelError if the text is not two labels of adjacent hexes.
        """
        labels = text.split("-")
        if len(labels) != 2:
            raise LabelError(f"{text!r} is not a hexside: write two adjacent hexes, as in {self._example_side()}")
        try:
            return Side.between(self.parse(labels[0]), self.parse(labels[1]))
        except LabelError:
            raise
        except ValueError:
            raise LabelError(f"{text!r} is not a hexside: {labels[0]} and {labels[1]} are not adjacent") from None

    def vertex_label(self, vertex: Vertex) -> str:
        """The stable id of a vertex: its three labels, smallest first, as in 2114-2115-2214.

        Raises LabelError if one of its hexes has no label.
        """
        return "-".join(self.label(hex_) for hex_ in sorted(vertex.hexes, key=self.sort_key))

    def parse_vertex(self, text: str) -> Vertex:
        """The vertex between three labels, given in any order.

        Raises LabelError if the text is not three labels of hexes that meet.
        """
        labels = text.split("-")
        hexes = {self.parse(label) for label in labels}
        if len(labels) == 3:
            for corner in range(6):
                vertex = Vertex.of(self.parse(labels[0]), corner)
                if hexes == set(vertex.hexes):
                    return vertex
        raise LabelError(f"{text!r} is not a vertex: write the three hexes that meet there")

    def direction_name(self, direction: int) -> str:
        """The compass name of a direction, such as NE."""
        return _DIRECTION_NAMES[self.orientation][direction % 6]

    def facing_name(self, facing: int) -> str:
        """The compass name of a facing in twelfths of a turn, such as NE through a hexside or NNE through a vertex."""
        return _FACING_NAMES[self.orientation][facing % 12]

    def parse_facing(self, name: str) -> int:
        """The facing with a compass name.

        Raises LabelError for a name that no facing of this grid has.
        """
        names = _FACING_NAMES[self.orientation]
        if name not in names:
            raise LabelError(f"{name!r} is not a facing: write one of {', '.join(names)}")
        return names.index(name)

    def centre(self, hex_: Hex) -> Point:
        """The centre of a hex in the plane."""
        return layout.centre(hex_, self.orientation)

    def corners(self, hex_: Hex) -> tuple[Point, ...]:
        """The six corners of a hex in the plane; corner k lies between its hexsides k and k + 1."""
        return layout.corners(hex_, self.orientation)

    def vertex_point(self, vertex: Vertex) -> Point:
        """The position of a vertex in the plane."""
        return layout.vertex_point(vertex, self.orientation)

    def _slip(self, line: int) -> int:
        """How far the axial count runs behind the printed one after this many columns (flat) or rows (pointy)."""
        first = self.first_column if self.orientation == "flat" else self.first_row
        shifted_first = first % 2 == (1 if self.shift == "odd" else 0)
        return (line + shifted_first) // 2

    def _printed(self, column: int, row: int) -> tuple[int, int]:
        """Swaps column and row where the label shows the row first; its own inverse."""
        return (column, row) if self.order == "column-row" else (row, column)

    def _widths(self) -> tuple[int, int]:
        return self._printed(self.column_digits, self.row_digits)

    def _split(self, label: str) -> tuple[int, int]:
        """The two numbers of a label in the order printed."""
        first_width, second_width = self._widths()
        if self.scheme == "digits":
            if len(label) != first_width + second_width or not (label.isascii() and label.isdigit()):
                raise LabelError(f"{label!r} is not a hex label: expected {first_width + second_width} digits")
            return (int(label[:first_width]), int(label[first_width:]))
        match = _LETTERED.fullmatch(label)
        if match is None:
            raise LabelError(f"{label!r} is not a hex label: expected a letter or two and a number, as in C10")
        first, second = self._letter_number(match[1]), int(match[2])
        if first is None or match[2] != f"{second:0{second_width}d}":
            raise LabelError(f"{label!r} is not a hex label of this grid")
        return (first, second)

    def _letters(self, number: int) -> str:
        """A count from A = 1 in letters."""
        if number <= _LETTERS:
            return chr(64 + number)
        high, low = divmod(number - _LETTERS - 1, _LETTERS)
        if self.scheme == "doubled-letters" and high == 0:
            return chr(65 + low) * 2
        if self.scheme == "letters" and high < _LETTERS:
            return chr(65 + high) + chr(65 + low)
        raise LabelError(f"number {number} is too high for letters")

    def _letter_number(self, letters: str) -> int | None:
        """What letters count to, or None for letters that this scheme does not use."""
        low = ord(letters[-1]) - 64
        if len(letters) == 1:
            return low
        if self.scheme == "doubled-letters":
            return _LETTERS + low if letters[0] == letters[1] else None
        return (ord(letters[0]) - 64) * _LETTERS + low

    def _example_side(self) -> str:
        return self.side_label(
            Side.of(self.at(self.first_column, self.first_row), 3 if self.orientation == "flat" else 2)
        )
