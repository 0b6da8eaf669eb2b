"""A4.3, A4.32, A4.34: going round the obstacle of a hex, along its hexsides.

A place of Bypass is labelled by its hex and the way through it: `T10~2r1` comes over hexside 2 and follows one hexside
clockwise, `T10~2l2` two of them the other way. Corner k of a hex lies between its hexsides k and k + 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sandtable.board.outlines import CORNERS
from sandtable.games.asl.content import Content
from sandtable.games.asl.locations import parts_of
from sandtable.games.asl.terrain.hexes import printed_kinds, rows
from sandtable.kernel import of_content, rule

Point = tuple[int, int]

RIGHT, LEFT = "r", "l"
MOST = 3
"""Along how many hexsides a way leads at most; one that is longer ends next to where it began."""
DOUBLED = 3
"""From how many hexsides on the cost is doubled (A4.3)."""


class Way(NamedTuple):
    """A way round the obstacle of a hex."""

    entry: int
    """The direction of the hexside by which the hex is entered."""
    turn: str
    sides: int
    """How many hexsides are followed."""

    @property
    def followed(self) -> tuple[int, ...]:
        """The hexsides that are followed."""
        step = 1 if self.turn == RIGHT else -1
        return tuple((self.entry + step * k) % 6 for k in range(1, self.sides + 1))

    @property
    def exit(self) -> int:
        """The direction of the hexside by which the hex is left."""
        step = 1 if self.turn == RIGHT else -1
        return (self.entry + step * (self.sides + 1)) % 6

    @property
    def corners(self) -> tuple[int, ...]:
        """The corners that are passed, in order."""
        if self.turn == RIGHT:
            return tuple((self.entry + k) % 6 for k in range(self.sides + 1))
        return tuple((self.entry - 1 - k) % 6 for k in range(self.sides + 1))

    @property
    def name(self) -> str:
        return f"{self.entry}{self.turn}{self.sides}"


ALL_WAYS = tuple(
    Way(entry, turn, sides) for entry in range(6) for turn in (RIGHT, LEFT) for sides in range(1, MOST + 1)
)
WAYS = {way.name: way for way in ALL_WAYS}
BY_CORNERS = {way.corners: way for way in ALL_WAYS}


def way_of(label: str) -> Way | None:
    """The way of a place of Bypass; None for any other place."""
    return WAYS.get(parts_of(label).way)


def place_of(hex_: str, corners: tuple[int, ...]) -> str:
    """The place of Bypass of a unit that passes some corners of a hex."""
    return f"{hex_}~{BY_CORNERS[corners].name}"


@of_content
@rule("A4.3", "RR13.4")
def free_sides(content: Content) -> Mapping[str, frozenset[int]]:
    """The hexsides that the obstacle of a hex does not touch, for each hex whose obstacle can be gone round."""
    board, kinds = content.board, printed_kinds(content)
    corners = CORNERS[board.grid.orientation]
    found = {}
    for i, label in enumerate(board.labels):
        outline = board.outlines[i]
        if rows(content)[kinds[label]].bypass is None or not outline:
            continue
        free = {k for k in range(6) if not touches(outline, corners[k - 1], corners[k])}
        if free:
            found[label] = frozenset(free)
    return found


@of_content
@rule("A4.3")
def ways_through(content: Content, hex_: str) -> tuple[Way, ...]:
    """The ways round the obstacle of a hex, from one neighbour to another."""
    board = content.board
    i, free = board.index[hex_], free_sides(content).get(hex_, frozenset())
    return tuple(
        way
        for way in ALL_WAYS
        if board.neighbour(i, way.entry) >= 0 and board.neighbour(i, way.exit) >= 0 and free.issuperset(way.followed)
    )


def touches(outline: tuple[Point, ...], a: Point, b: Point) -> bool:
    """Whether a shape comes up to a stretch from one point to another."""
    edges = zip(outline, (*outline[1:], outline[0]), strict=True)
    return any(_meet(start, end, a, b) for start, end in edges)


def _turn(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _within(a: Point, b: Point, c: Point) -> bool:
    """Whether a point on the line through a and b lies between them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two stretches have a point in common."""
    one, two, three, four = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    if one * two < 0 and three * four < 0:
        return True
    return (
        (one == 0 and _within(a, b, c))
        or (two == 0 and _within(a, b, d))
        or (three == 0 and _within(c, d, a))
        or (four == 0 and _within(c, d, b))
    )
