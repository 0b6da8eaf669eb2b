"""A6.1, A6.6: the thread stretched over the map: which hexes, hexsides and vertices it meets, exactly.

Everything is counted from the center of the first hex in the measure of `sandtable.board.outlines`, in which centers,
corners and the middles of hexsides are whole numbers. Maps have hexes with a side up.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from sandtable.board.outlines import CORNERS, spot_of
from sandtable.hexgrid import DIRECTIONS, Hex

Offset = tuple[int, int]
"""A hex, counted from the first."""
Edge = tuple[Offset, int]
"""A hexside: a hex and a direction 0..5."""
Spot = tuple[int, int]

_CORNERS = CORNERS["flat"]
REACH = 200
"""The three measures of a point in a hex lie between this and its opposite."""
_WAYS = ((3, 0), (1, 4), (2, 5))
"""The hexsides through which each measure of a point in a hex leaves it: at its highest value, and at its lowest."""

CROSSED, BESIDE, OVER, THROUGH = range(4)
"""A hex between the ends; two hexes between which the line runs along their hexside; a hexside; a vertex."""


class Meeting(NamedTuple):
    """Something that the line meets on its way."""

    kind: int
    hexes: tuple[Offset, ...] = ()
    edges: tuple[Edge, ...] = ()
    """The hexside crossed or run along; of a vertex those that end there, without the one that the line runs along."""
    by_end: bool = False
    """Of a hexside run along: whether one of its vertices is a vertex of the hex of an end (A6.6)."""


class Thread(NamedTuple):
    """The way of a line from the center of a hex, or a vertex of it, to a spot."""

    meetings: tuple[Meeting, ...]
    leaves: tuple[int, ...]
    """The hexsides of the first hex over which it goes: two where it goes through a vertex."""
    enters: tuple[int, ...]
    """Those of the last hex."""
    last: Offset
    """The hex in which it ends; where it runs along a hexside to its end, the hex before that."""
    spot: Spot
    """Where it ends."""
    between: tuple[Offset, ...]
    """All hexes that it crosses or runs along."""
    origin: Spot = (0, 0)
    """Where it begins: the center of the first hex, or a vertex of it."""

    @property
    def way(self) -> Spot:
        """How far, and in which direction, it leads."""
        return (self.spot[0] - self.origin[0], self.spot[1] - self.origin[1])


def measures(x: int, y: int) -> tuple[int, int, int]:
    """How far a point lies from the center in the directions of the hexsides S, NE and SE."""
    return (2 * y, 2 * x - y, 2 * x + y)


def _step(hex_: Offset, direction: int) -> Offset:
    dq, dr = DIRECTIONS[direction % 6]
    return (hex_[0] + dq, hex_[1] + dr)


def center(hex_: Offset) -> Spot:
    """Where the center of a hex lies."""
    return spot_of(Hex(*hex_), "flat")


def corner(hex_: Offset, vertex: int) -> Spot:
    """Where a vertex of a hex lies; vertex k is between its hexsides k and k + 1."""
    (x, y), (dx, dy) = center(hex_), _CORNERS[vertex % 6]
    return (x + dx, y + dy)


def middle(hex_: Offset, direction: int) -> Spot:
    """Where the middle of a hexside lies."""
    (ax, ay), (bx, by) = corner(hex_, direction - 1), corner(hex_, direction)
    return ((ax + bx) // 2, (ay + by) // 2)


@functools.cache
def thread_to(dq: int, dr: int) -> Thread:
    """The line from the center of a hex to that of another, so many columns and rows away."""
    return thread(center((dq, dr)))


@functools.lru_cache(maxsize=65536)
def thread(spot: Spot, end: Offset | None = None) -> Thread:
    """The line from the center of the first hex to a spot: a center, a vertex of a hex, or the middle of a hexside."""
    return _Walk(spot, end=end).thread()


@functools.lru_cache(maxsize=4096)
def thread_from(vertex: int, spot: Spot, end: Offset) -> Thread:
    """The line from a vertex of the first hex to a spot of another; the hex into which it leads is met first."""
    return _Walk(spot, corner((0, 0), vertex), end).thread_from(vertex % 6)


class _Walk:
    """A line as it is followed from hex to hex."""

    def __init__(self, spot: Spot, origin: Spot = (0, 0), end: Offset | None = None) -> None:
        self.spot, self.origin, self.end = spot, origin, end
        self.way = (spot[0] - origin[0], spot[1] - origin[1])
        self.motion = measures(*self.way)
        self.ways = [
            (_WAYS[k][speed < 0], abs(speed), 1 if speed > 0 else -1, k) for k, speed in enumerate(self.motion) if speed
        ]
        """By which hexside each measure leaves a hex, how fast it changes, and whether it grows."""
        self.met: list[Meeting] = []
        self.here: Offset = (0, 0)
        self.leaves: tuple[int, ...] = ()
        self.enters: tuple[int, ...] = ()

    def thread(self) -> Thread:
        if self.spot != (0, 0):
            while self._go():
                pass
        return self._found()

    def thread_from(self, vertex: int) -> Thread:
        """The line from a vertex of the first hex: into one of the three hexes that meet there, or along a hexside."""
        around = ((0, 0), _step((0, 0), vertex), _step((0, 0), vertex + 1))
        goes_on = False
        for hex_ in around:
            (x, y), (cx, cy) = self.origin, center(hex_)
            at = _CORNERS.index((x - cx, y - cy))
            bounds = measures(x - cx, y - cy)
            inward = [speed * side < 0 for side, speed in zip(bounds, self.motion, strict=True) if abs(side) == REACH]
            if all(inward):
                self._into(hex_, _around(at))
                goes_on = True
            elif self._leans(at) == 0 and self._is_ahead(at):
                self.here = hex_
                self.leaves = _around(vertex)
                goes_on = self._along_hexside(at, (at + 1) % 6)
            else:
                continue
            break
        if self.here != (0, 0):
            self.leaves = _around(vertex)
        while goes_on and self._go():
            pass
        return self._found()

    def _found(self) -> Thread:
        if self.met and self.met[-1].kind == CROSSED:
            self.met.pop()
        between = tuple([hex_ for meeting in self.met for hex_ in meeting.hexes])
        return Thread(tuple(self.met), self.leaves, self.enters, self.here, self.spot, between, self.origin)

    def _leans(self, vertex: int) -> int:
        """To which side of the direction of a vertex from the center of its hex the line leads; 0 if along it."""
        vx, vy = _CORNERS[vertex]
        return vx * self.way[1] - vy * self.way[0]

    def _is_ahead(self, vertex: int) -> bool:
        vx, vy = _CORNERS[vertex]
        return vx * self.way[0] + vy * self.way[1] > 0

    def _go(self) -> bool:
        """Follow the line out of the hex that it is in; whether it goes on from there."""
        exits, time, scale = self._exits()
        if time >= scale:
            return False
        if not self.leaves:
            self.leaves = tuple(sorted(exits))
        if len(exits) == 1:
            self.met.append(Meeting(OVER, edges=((self.here, exits[0]),)))
            self._into(_step(self.here, exits[0]), ((exits[0] + 3) % 6,))
            return True
        return self._through_vertex(*exits)

    def _exits(self) -> tuple[tuple[int, ...], int, int]:
        """The hexside, or the two that meet in a vertex, by which the line leaves the hex; and when, as a fraction."""
        (x, y), (ox, oy) = center(self.here), self.origin
        first = second = -1
        time, scale = 1, 0
        start = measures(ox - x, oy - y)
        for way, speed, sign, k in self.ways:
            found = REACH - sign * start[k]
            order = found * scale - time * speed
            if first < 0 or order < 0:
                first, second, time, scale = way, -1, found, speed
            elif order == 0:
                second = way
        if second < 0:
            return (first,), time, scale
        low, high = (first, second) if first < second else (second, first)
        return ((low, high) if (low, high) != (0, 5) else (5, 0)), time, scale

    def _through_vertex(self, first: int, second: int) -> bool:
        here = self.here
        left, right = _step(here, first), _step(here, second)
        between: Edge = (left, (second + 1) % 6)
        lean = self._leans(first)
        edges: tuple[Edge, ...] = ((here, first), (here, second))
        if lean:
            self.met.append(Meeting(THROUGH, edges=(*edges, between)))
            if lean < 0:
                self._into(left, ((first + 3) % 6, (second + 1) % 6))
            else:
                self._into(right, ((second + 3) % 6, (second + 4) % 6))
            return True
        self.met.append(Meeting(THROUGH, edges=edges))
        return self._along_hexside(first, second)

    def _along_hexside(self, first: int, second: int) -> bool:
        """Follow the line along the hexside that begins where two hexsides of the hex before it meet."""
        here = self.here
        left, right = _step(here, first), _step(here, second)
        beyond = _step(left, second)
        vx, vy = _CORNERS[first]
        (cx, cy), (ox, oy), (qx, qy) = center(here), self.origin, self.way
        end = (cx + 2 * vx - ox) * qx + (cy + 2 * vy - oy) * qy
        is_last = end >= qx * qx + qy * qy
        by_end = (0, 0) in (here, left, right) or is_last or beyond == self.end or center(beyond) == self.spot
        between: Edge = (left, (second + 1) % 6)
        self.met.append(Meeting(BESIDE, tuple(sorted((left, right))), (between,), by_end))
        if is_last:
            return False
        self.met.append(Meeting(THROUGH, edges=((left, second), (right, first))))
        self._into(beyond, ((second + 3) % 6, (first + 3) % 6))
        return True

    def _into(self, hex_: Offset, sides: tuple[int, ...]) -> None:
        self.here, self.enters = hex_, tuple(sorted(sides))
        self.met.append(Meeting(CROSSED, (hex_,)))


def _around(vertex: int) -> tuple[int, ...]:
    """The two hexsides that meet in a vertex."""
    return tuple(sorted((vertex % 6, (vertex + 1) % 6)))
