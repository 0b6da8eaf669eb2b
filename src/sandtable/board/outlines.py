"""The shapes of what does not fill its hex: copses, houses. Pictures draw them, lines of sight pass beside them.

A shape is a tuple of corners around the centre of its hex, in hundredths of the way to its right and lower edge, so
that the corners, the middles of the hexsides and all shapes lie on whole numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.board.legend import Outline
from sandtable.hexgrid import Hex, Orientation

if TYPE_CHECKING:
    from sandtable.board.board import Board

CORNERS: dict[Orientation, Outline] = {
    "flat": ((50, -100), (100, 0), (50, 100), (-50, 100), (-100, 0), (-50, -100)),
    "pointy": ((0, -100), (100, -50), (100, 50), (0, 100), (-100, 50), (-100, -50)),
}
"""The corners of a hex; corner k lies between its hexsides k and k + 1."""


def spot_of(hex_: Hex, orientation: Orientation) -> tuple[int, int]:
    """Where the centre of a hex lies, in the measure of outlines."""
    q, r = hex_
    return (150 * q, 200 * r + 100 * q) if orientation == "flat" else (200 * q + 100 * r, 150 * r)


def outlines(board: Board) -> tuple[Outline, ...]:
    """The shape in each hex; none in a hex that its terrain fills."""
    return tuple(_outline(board, i) for i in range(board.size))


def _outline(board: Board, i: int) -> Outline:
    info = board.hexes[i]
    if info.outline:
        return info.outline
    style = board.legend.terrain[info.terrain]
    return style.outline if style.patch is None else _patch(board, i, style.patch)


def _patch(board: Board, i: int, share: int) -> Outline:
    """A hexagon inside the hex, drawn out to each hexside beyond which the same terrain goes on."""
    corners = CORNERS[board.grid.orientation]
    near = [(round(x * share / 100), round(y * share / 100)) for x, y in corners]
    filled = [_goes_on(board, i, direction) for direction in range(6)]
    found: list[tuple[int, int]] = []
    for direction in range(6):
        before, after = corners[direction - 1], corners[direction]
        if filled[direction]:
            found += [before, after]
        else:
            found += [near[direction - 1], near[direction]]
    return tuple(corner for k, corner in enumerate(found) if corner != found[k - 1])


def _goes_on(board: Board, i: int, direction: int) -> bool:
    other = board.neighbour(i, direction)
    return other < 0 or board.hexes[other].terrain == board.hexes[i].terrain
