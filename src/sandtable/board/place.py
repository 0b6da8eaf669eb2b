"""A place and its label.

    0405            a hex
    0405/NE         a hex and a facing, by its compass name
    0405+1  0405-1  a level above the ground, a cellar
    0405~rail       a way through a hex
    b2.0405         a hex of the board b2, where several lie on the table
    box:reserve     a box beside the map

Parts follow the hex in the order level, way, facing: b2.0405+1~roof/NE. What a label says once it says in one way
only, so that places and labels can be told apart by comparing them.
"""

from __future__ import annotations

import re

import msgspec

from sandtable.hexgrid import Grid, LabelError

_NAME = r"[A-Za-z0-9][A-Za-z0-9_-]*"
_BOX = re.compile(rf"box:({_NAME})")
_HEX = re.compile(
    rf"(?:(?P<board>{_NAME})\.)?(?P<hex>[A-Z0-9]+)(?P<level>[+-][1-9][0-9]*)?(?:~(?P<way>{_NAME}))?(?:/(?P<facing>[A-Z]+))?"
)


class Place(msgspec.Struct, frozen=True):
    """A hex, a part of one, or a box; what does not apply is left out."""

    hex: str = ""
    """The label of the hex on its board; none for a box."""
    board: str = ""
    level: int = 0
    way: str = ""
    facing: int | None = None
    """In twelfths of a turn clockwise from direction 0, as in `sandtable.hexgrid.arcs`."""
    box: str = ""

    @property
    def whole(self) -> Place:
        """The hex or box of which it is a part, or which it is."""
        return Place(self.hex, self.board, box=self.box)

    def label(self, grid: Grid) -> str:
        """Its label; the grid gives facings their names."""
        if self.box:
            return f"box:{self.box}"
        board = f"{self.board}." if self.board else ""
        level = f"{self.level:+d}" if self.level else ""
        way = f"~{self.way}" if self.way else ""
        facing = "" if self.facing is None else f"/{grid.facing_name(self.facing)}"
        return f"{board}{self.hex}{level}{way}{facing}"


def parse_place(label: str, grid: Grid) -> Place:
    """The place that a label names; whether there is such a hex, board or box is not looked into.

    Raises LabelError for text that is not the label of a place.
    """
    box = _BOX.fullmatch(label)
    if box is not None:
        return Place(box=box[1])
    match = _HEX.fullmatch(label)
    if match is None:
        raise LabelError(
            f"{label!r} is not a place: write a hex, its level, way and facing, as in 0405+1~rail/N, or box:name"
        )
    try:
        facing = grid.parse_facing(match["facing"]) if match["facing"] else None
    except LabelError as error:
        raise LabelError(f"{label!r} is not a place: {error}") from None
    return Place(match["hex"], match["board"] or "", int(match["level"] or 0), match["way"] or "", facing)
