"""Lines of sight the slow way: fractions and nothing kept, to compare with what is played with.

Every hex of the map is cut with the line, every wall and hedge is looked at, and the rules are read out one after
another. It shares nothing with the code under test but the data.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import NamedTuple

from sandtable.board import Board
from sandtable.games.asl.sight.ground import Figures

Point = tuple[Fraction, Fraction]
CORNERS = ((50, -100), (100, 0), (50, 100), (-50, 100), (-100, 0), (-50, -100))


class Verdict(NamedTuple):
    clear: bool
    hindrance: int


class End(NamedTuple):
    label: str
    level: int
    floor: int
    low: bool
    rises: bool

    @property
    def height(self) -> Fraction:
        return Fraction(self.level) + (Fraction(3, 4) if self.rises else 0)


def center(board: Board, label: str) -> Point:
    q, r = board.hex(board.index[label])
    return Fraction(150 * q), Fraction(200 * r + 100 * q)


def corners(board: Board, label: str) -> list[Point]:
    x, y = center(board, label)
    return [(x + dx, y + dy) for dx, dy in CORNERS]


def cut(polygon: list[Point], a: Point, b: Point) -> tuple[Fraction, Fraction] | None:
    """The stretch of a line, as shares of it, within a convex polygon given clockwise (y down)."""
    low, high = Fraction(0), Fraction(1)
    for k, (x0, y0) in enumerate(polygon):
        x1, y1 = polygon[(k + 1) % len(polygon)]
        # Inside is to the right of every edge.
        at_a = (x1 - x0) * (a[1] - y0) - (y1 - y0) * (a[0] - x0)
        at_b = (x1 - x0) * (b[1] - y0) - (y1 - y0) * (b[0] - x0)
        if at_a < 0 and at_b < 0:
            return None
        if at_a < 0 or at_b < 0:
            share = at_a / (at_a - at_b)
            if at_a < 0:
                low = max(low, share)
            else:
                high = min(high, share)
    return (low, high) if low <= high else None


def on_line(p: Point, a: Point, b: Point) -> Fraction:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def along(p: Point, a: Point, b: Point) -> Fraction:
    length = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    return ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length


def between(p: Point, a: Point, b: Point) -> bool:
    return on_line(p, a, b) == 0 and 0 < along(p, a, b) < 1


class Reference:
    """A map on which every question is worked out from nothing."""

    def __init__(self, board: Board, figures: Figures) -> None:
        self.board, self.figures = board, figures
        self.walls = {}
        for name in figures.hexsides.hexsides:
            for slot, flag in enumerate(board.sides.get(name, b"")):
                i, direction = divmod(slot, 6)
                j = board.neighbour(i, direction)
                if flag and i < j and not any(marks[slot] for marks in board.networks.values()):
                    self.walls[board.labels[i], board.labels[j]] = direction

    def verdict(self, one: str, two: str) -> Verdict:
        """Between two Locations of different hexes at ground level or in cellars."""
        a_hex, a_floor = _taken_apart(one)
        b_hex, b_floor = _taken_apart(two)
        a, b = center(self.board, a_hex), center(self.board, b_hex)
        viewer = self._end(a_hex, a_floor, a, b)
        target = self._end(b_hex, b_floor, b, a)
        if self._is_walled(viewer, target, a, b):
            return Verdict(False, 0)
        total = 0
        counted: set[frozenset[str]] = set()
        for label in self.board.labels:
            if label in (a_hex, b_hex):
                continue
            stretch = cut(corners(self.board, label), a, b)
            if stretch is None or stretch[0] == stretch[1]:
                continue
            beside = self._beside(label, a, b, stretch)
            if self._is_hidden(label, viewer, target, a, b, beside):
                return Verdict(False, 0)
            flank = frozenset({label, beside}) if beside else frozenset({label})
            if flank not in counted:
                counted.add(flank)
                total += max(self._hindrance(each, viewer, target) for each in flank)
        return Verdict(total < self.figures.sight.hindrance_blocks, total if total < 6 else 0)

    def _end(self, label: str, floor_: int, here: Point, there: Point) -> End:
        i = self.board.index[label]
        rises = False
        for direction in range(6):
            start, end = corners(self.board, label)[direction - 1], corners(self.board, label)[direction]
            crossed = on_line(start, here, there) * on_line(end, here, there) <= 0
            ahead = along(start, here, there) > 0 and along(end, here, there) > 0
            if crossed and ahead and self.board.falls["slope"][6 * i + direction]:
                rises = True
        return End(label, self.board.hexes[i].elevation, floor_, floor_ < 0, rises)

    def _beside(self, label: str, a: Point, b: Point, stretch: tuple[Fraction, Fraction]) -> str:
        """The other hex, if the line runs along a hexside of this one."""
        share = (stretch[0] + stretch[1]) / 2
        at = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
        own = corners(self.board, label)
        for direction in range(6):
            if on_line(at, own[direction - 1], own[direction]) == 0:
                j = self.board.neighbour(self.board.index[label], direction)
                return self.board.labels[j] if j >= 0 else ""
        return ""

    def _row(self, label: str) -> tuple[str, int, int, int, str, bool]:
        info = self.board.hexes[self.board.index[label]]
        is_factory = bool(info.data.get("factory"))
        kind = info.terrain.replace("-building", "-factory") if is_factory else info.terrain
        row = self.figures.terrain.hexes[kind]
        return row.sight, row.height, row.hindrance, info.elevation, str(info.data.get("building", "")), is_factory

    def _is_hidden(self, label: str, viewer: End, target: End, a: Point, b: Point, beside: str) -> bool:
        sight, height, _, level, building, is_factory = self._row(label)
        high, low = (viewer, target) if viewer.height >= target.height else (target, viewer)
        near = self._distance(label, low.label)
        far = self._distance(label, high.label)
        # The ground.
        if level > low.height:
            if level >= high.height:
                return True
            if not (high.rises and level == high.level) and near <= max(
                0, 2 * level + far // 5 - high.level - low.level
            ):
                return True
        if sight != "obstacle" or not self._is_crossed(label, a, b, beside):
            return False
        inside = building and all(self._row(end.label)[4] == building for end in (viewer, target))
        if inside and is_factory:
            return False
        top = level + Fraction(height, 4)
        if height < 4:
            return high.height <= level
        if top <= low.height:
            return False
        if top >= high.height:
            return True
        full = level + floor(Fraction(height, 4))
        seen_from = high.level + (1 if high.rises and high.level == full else 0)
        return near <= max(1, 2 * full + far // 5 - seen_from - low.level + 1)

    def _is_crossed(self, label: str, a: Point, b: Point, beside: str) -> bool:
        i = self.board.index[label]
        x, y = center(self.board, label)
        shape = [(x + dx, y + dy) for dx, dy in self.board.outlines[i]]
        if not shape:
            return True
        if beside:
            own = corners(self.board, label)
            direction = self.board.direction(i, self.board.index[beside])
            on_it = [on_line(p, own[direction - 1], own[direction]) == 0 for p in shape]
            return any(on_it[k] and on_it[k - 1] for k in range(len(shape)))
        # Cut the shape, which need not be convex, into the pieces between the crossings of its edges.
        shares = {Fraction(0), Fraction(1)}
        for k, p in enumerate(shape):
            q = shape[k - 1]
            first, second = on_line(p, a, b), on_line(q, a, b)
            if first != second and first * second <= 0:
                share = first / (first - second)
                shares.add(along((p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share), a, b))
        ordered = sorted(share for share in shares if 0 <= share <= 1)
        for low, high in pairwise(ordered):
            share = (low + high) / 2
            if _is_within((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share), shape):
                return True
        return False

    def _hindrance(self, label: str, viewer: End, target: End) -> int:
        if label in (viewer.label, target.label, ""):
            return 0
        sight, height, value, level, building, is_factory = self._row(label)
        if is_factory and all(self._row(end.label)[4] == building for end in (viewer, target)):
            return self.figures.terrain.factory.hindrance
        if sight != "hindrance":
            return 0
        high, low = (viewer, target) if viewer.height >= target.height else (target, viewer)
        if height < 4:
            return value if high.height <= level else 0
        top = level + Fraction(height, 4)
        if high.height <= top:
            return value
        return value if low.height < top and self._distance(label, low.label) == 1 else 0

    def _is_walled(self, viewer: End, target: End, a: Point, b: Point) -> bool:
        is_adjacent = self._distance(viewer.label, target.label) == 1 and viewer.floor == target.floor == 0
        for (one, two), direction in self.walls.items():
            start, end = corners(self.board, one)[direction - 1], corners(self.board, one)[direction]
            base = max(self._level(one), self._level(two))
            touches = self._touches(start, end, a, b)
            if not touches:
                continue
            for low, other in ((viewer, target), (target, viewer)):
                if low.low and base >= low.level and other.level <= low.level and not is_adjacent:
                    return True
            own = {viewer.label, target.label} & {one, two}
            if on_line(start, a, b) == 0 and on_line(end, a, b) == 0:
                ends = [*corners(self.board, viewer.label), *corners(self.board, target.label)]
                own = own or ({"near"} if start in ends or end in ends else set())
            if not own and max(viewer.height, target.height) <= base:
                return True
        return False

    def _touches(self, start: Point, end: Point, a: Point, b: Point) -> bool:
        first, second = on_line(start, a, b), on_line(end, a, b)
        if first == 0 and second == 0:
            return between(start, a, b) or between(end, a, b)
        if first * second > 0:
            return False
        share = first / (first - second)
        at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
        return 0 < along(at, a, b) < 1

    def _level(self, label: str) -> int:
        return self.board.hexes[self.board.index[label]].elevation

    def _distance(self, one: str, two: str) -> int:
        return self.board.distance(self.board.index[one], self.board.index[two])


def _is_within(p: Point, shape: list[Point]) -> bool:
    inside = False
    for k, (x1, y1) in enumerate(shape):
        x2, y2 = shape[k - 1]
        if (y1 > p[1]) != (y2 > p[1]) and p[0] < (x2 - x1) * (p[1] - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def _taken_apart(label: str) -> tuple[str, int]:
    return (label[:-2], -1) if label.endswith("-1") else (label, 0)
