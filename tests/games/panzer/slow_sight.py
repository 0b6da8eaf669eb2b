"""Lines of sight worked out slowly and straight from the words of 4.1.4, to hold the fast ones against.

Everything is measured in thirds of the steps of axial coordinates, where the corners of hexes are whole numbers too.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.board import Board
from sandtable.hexgrid import DIRECTIONS, Hex, distance

HEIGHTS = {
    "light-woods": 3, "woods": 3, "heavy-woods": 4, "building-wood": 1, "building-brick": 1, "building-stone": 1,
}  # fmt: skip
BEDS = {"gully", "ford", "stream", "water"}
BLOCKING_SIDES = {"crest": 1, "hedgerow": 1}

Point = tuple[int, int]


def centre(hex_: Hex) -> Point:
    return (3 * hex_.q, 3 * hex_.r)


def corners(hex_: Hex) -> list[Point]:
    """Each is the point in the middle of three hexes that meet: the mean of their centres."""
    around = [Hex(hex_.q + d.q, hex_.r + d.r) for d in DIRECTIONS]
    return [
        (hex_.q + one.q + other.q, hex_.r + one.r + other.r)
        for one, other in zip(around, [*around[1:], around[0]], strict=True)
    ]


def turn(a: Point, b: Point, c: Point) -> int:
    """On which side of the line from a to b a point lies."""
    found = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (found > 0) - (found < 0)


def between(a: Point, b: Point, c: Point) -> bool:
    """Whether a point of the line through a and b lies on the stretch between them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two stretches have a point in common, be it an end of one."""
    turns = turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)
    if turns[0] * turns[1] < 0 and turns[2] * turns[3] < 0:
        return True
    return any(
        t == 0 and between(*stretch, p)
        for t, stretch, p in zip(turns, ((a, b), (a, b), (c, d), (c, d)), (c, d, a, b), strict=True)
    )


class SlowSight:
    """The lines of sight on a map as printed."""

    def __init__(self, board: Board, *, only_highest: bool = False) -> None:
        self.board = board
        self.only_highest = only_highest
        self.at = {board.hex(i): i for i in range(board.size)}
        self.ways = [board.networks[name] for name in ("road", "path") if name in board.networks]

    def terrain(self, i: int) -> str:
        return self.board.hexes[i].terrain

    def unit_level(self, i: int) -> int:
        return self.board.hexes[i].elevation

    def looks_from(self, i: int) -> int:
        """The ground around: shellholes and beds are a level lower."""
        return self.unit_level(i) + (self.terrain(i) in BEDS or self.terrain(i) == "shellhole")

    def sees(self, i: int, j: int) -> bool:
        if i == j:
            return True
        a, b = self.looks_from(i), self.looks_from(j)
        if self.terrain(i) in BEDS and self.terrain(j) in BEDS:
            # 4.1.4.1.6: along a gully or stream only lines straight along it.
            if not self.row(i, j) or any(self.terrain(k) not in BEDS for k in self.row(i, j) or [] if k >= 0):
                return False
            if -1 in (self.row(i, j) or []):
                return False
            a, b = self.unit_level(i), self.unit_level(j)
        elif self.terrain(i) in BEDS or self.terrain(j) in BEDS:
            bed, other = (i, j) if self.terrain(i) in BEDS else (j, i)
            above = self.looks_from(other) - self.unit_level(bed)
            if above == 1 and self.board.distance(i, j) > 1:
                return False
            if above < 1:
                a, b = (self.unit_level(k) if k == bed else self.looks_from(k) for k in (i, j))
        found = list(self.obstacles(i, j, a >= b))
        if self.only_highest:
            highest = max((level for level, _ in found), default=0)
            found = [(level, stands) for level, stands in found if level == highest]
        return not any(self.blocks(i, a, j, b, level, stands) for level, stands in found)

    def row(self, i: int, j: int) -> list[int] | None:
        """The hexes of the straight row between two, ends included; -1 for one off the map. None if in no row."""
        one, other = self.board.hex(i), self.board.hex(j)
        n = distance(one, other)
        for d in DIRECTIONS:
            if (one.q + n * d.q, one.r + n * d.r) == other:
                return [self.at.get(Hex(one.q + k * d.q, one.r + k * d.r), -1) for k in range(n + 1)]
        return None

    def blocks(self, i: int, a: int, j: int, b: int, level: int, stands: Hex) -> bool:
        """4.1.4.2.1 to 4.1.4.2.4."""
        higher, lower = (i, j) if a >= b else (j, i)
        high, low = max(a, b), min(a, b)
        if level > high:
            return True
        if level == high and level > low:
            return True
        if level <= low:
            return False
        count = distance(self.board.hex(higher), stands)
        drop = high - level
        blind = max(1, count // {1: 2, 2: 4, 3: 8}[drop] if drop < 4 else 1)
        return distance(stands, self.board.hex(lower)) <= blind

    def obstacles(self, i: int, j: int, viewer_is_higher: bool) -> Iterator[tuple[int, Hex]]:
        """What lies on the line with the level to which it rises, and the hex that counts for the blind hexes."""
        start, end = centre(self.board.hex(i)), centre(self.board.hex(j))
        row = self.row(i, j)
        direction = None if row is None else self.heading(i, j)
        far = distance(self.board.hex(i), self.board.hex(j))
        one, other = self.board.hex(i), self.board.hex(j)
        box = [
            Hex(q, r)
            for q in range(min(one.q, other.q) - 1, max(one.q, other.q) + 2)
            for r in range(min(one.r, other.r) - 1, max(one.r, other.r) + 2)
        ]
        near = [
            (hex_, self.at[hex_])
            for hex_ in box
            if hex_ in self.at
            if distance(hex_, one) + distance(hex_, other) <= far + 1
        ]
        for hex_, k in near:
            outline = corners(hex_)
            edges = list(zip(outline, [*outline[1:], outline[0]], strict=True))
            if k not in (i, j) and any(meet(start, end, *edge) for edge in edges):
                yield self.rises_to(k, direction), hex_
            for d in range(6):
                height = max((BLOCKING_SIDES.get(name, 0) for name in self.board.side_features(k, d)), default=0)
                # Corner k of a hex lies between its hexsides k and k + 1.
                if height and meet(start, end, outline[d - 1], outline[d]):
                    next_to = self.board.neighbour(k, d)
                    ground = max(self.unit_level(m) for m in (k, next_to) if m >= 0)
                    yield ground + height, self.before(i, j, hex_, d, viewer_is_higher)

    def rises_to(self, k: int, direction: int | None) -> int:
        """The top of a hex; along a road or path that runs straight through it only the ground."""
        info = self.board.hexes[k]
        if direction is not None and all(
            any(marks[6 * k + d] for marks in self.ways) for d in (direction, (direction + 3) % 6)
        ):
            return info.elevation
        storeys = int(info.data.get("storeys", 1)) if info.terrain.startswith("building") else 1
        return info.elevation + HEIGHTS.get(info.terrain, 0) * storeys

    def heading(self, i: int, j: int) -> int:
        one, other = self.board.hex(i), self.board.hex(j)
        n = distance(one, other)
        return next(d for d, s in enumerate(DIRECTIONS) if (one.q + n * s.q, one.r + n * s.r) == other)

    def before(self, i: int, j: int, hex_: Hex, d: int, viewer_is_higher: bool) -> Hex:
        """Of the two hexes beside a hexside that on the higher end's side."""
        beyond = Hex(hex_.q + DIRECTIONS[d].q, hex_.r + DIRECTIONS[d].r)
        higher, lower = self.board.hex(i), self.board.hex(j)
        if not viewer_is_higher:
            higher, lower = lower, higher
        q, r = lower.q - higher.q, lower.r - higher.r

        def how_far(at: Hex) -> int:
            x, y = at.q - higher.q, at.r - higher.r
            return 2 * x * q + 2 * y * r + x * r + y * q

        return min(hex_, beyond, key=how_far)
