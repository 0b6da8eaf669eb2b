"""B9, RR12, RR13: what stands along hexsides, and over which of them a line comes into a hex."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import NamedTuple

from sandtable.games.asl.content import Content
from sandtable.games.asl.tables.terrain import HexsideRow, Hexsides
from sandtable.kernel import of_content, rule

SLOPE, FENCE, CREST = "slope", "fence", "crest"
"""Features of hexsides that are neither walls nor hedges."""

# A line that leaves the center of a hex crosses the hexside in whose direction it gets on fastest; the three measures
# of a heading belong to these directions, or where they are negative to the opposite ones.
_AXES = (2, 0, 4)


class Hexside(NamedTuple):
    """What the map has along a hexside of a hex."""

    cover: str = ""
    """wall, hedge or roadblock."""
    road: bool = False
    """A road crosses it: a gap in what stands there (B9.1)."""
    slope: int = 0
    """1 where the hex lies Down-Slope of it, -1 where it lies Up-Slope (RR12.2)."""
    fence: bool = False


@functools.cache
def _crossed(dq: int, dr: int) -> tuple[int, ...]:
    measures = (2 * dq + dr, -dq - 2 * dr, dr - dq)
    fastest = max(map(abs, measures))
    return tuple(
        sorted(
            axis if speed > 0 else (axis + 3) % 6
            for axis, speed in zip(_AXES, measures, strict=True)
            if abs(speed) == fastest
        )
    )


@functools.cache
def _beyond(dq: int, dr: int) -> tuple[int, ...]:
    """The directions of the hexsides on whose outer side a hex lies that is so far away."""
    measures = (2 * dq + dr, -dq - 2 * dr, dr - dq)
    found = [axis for axis, each in zip(_AXES, measures, strict=True) if each > 1]
    return tuple(found + [(axis + 3) % 6 for axis, each in zip(_AXES, measures, strict=True) if each < -1])


@rule("B9.3")
def faced_sides(content: Content, hex_: str, other: str) -> tuple[int, ...]:
    """The directions of the hexsides of a hex on whose outer side another lies."""
    here, there = content.board.hex(content.board.index[hex_]), content.board.hex(content.board.index[other])
    return _beyond(there.q - here.q, there.r - here.r)


@rule("A6.6", "B9.3")
def crossed_sides(content: Content, hex_: str, other: str) -> tuple[int, ...]:
    """The directions of the hexsides over which the line from another hex comes into a hex: two if at a vertex."""
    here, there = content.board.hex(content.board.index[hex_]), content.board.hex(content.board.index[other])
    return _crossed(there.q - here.q, there.r - here.r) if here != there else ()


@of_content
@rule("B9.1", "RR12.1", "RR12.2", "RR13.1")
def hexsides(content: Content) -> Mapping[str, tuple[Hexside, ...]]:
    """What stands along the six hexsides of every hex, by direction."""
    board, covers = content.board, content.table("hexsides", Hexsides).hexsides
    down = board.falls.get(SLOPE, bytearray(6 * board.size))
    found = {}
    for i, label in enumerate(board.labels):
        sides = []
        for direction in range(6):
            slot, features = 6 * i + direction, board.side_features(i, direction)
            slope = 0
            if SLOPE in features:
                slope = -1 if down[slot] else 1
            sides.append(
                Hexside(
                    cover=next((name for name in covers if name in features), ""),
                    road=any(marks[slot] for marks in board.networks.values()),
                    slope=slope,
                    fence=FENCE in features,
                )
            )
        found[label] = tuple(sides)
    return found


@of_content
def side_of(content: Content, hex_: str, there: str) -> Hexside:
    """What stands along the hexside from a hex to one next to it, as seen from the first."""
    return hexsides(content)[hex_][direction_to(content, hex_, there)]


@of_content
def direction_to(content: Content, hex_: str, there: str) -> int:
    """The direction that leads from a hex to one next to it."""
    board = content.board
    return board.direction(board.index[hex_], board.index[there])


@of_content
def cover_rows(content: Content) -> Mapping[str, HexsideRow]:
    """What walls, hedges and roadblocks are."""
    return content.table("hexsides", Hexsides).hexsides


@of_content
@rule("B9.1", "B9.3")
def covers(content: Content, hex_: str) -> Mapping[int, str]:
    """The walls and hedges of a hex by direction; none where a road makes a gap."""
    return {
        direction: side.cover for direction, side in enumerate(hexsides(content)[hex_]) if side.cover and not side.road
    }
