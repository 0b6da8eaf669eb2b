"""Where everything on a board lies on the printed sheet, in SVG units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from functools import cached_property

from sandtable.board.board import Board
from sandtable.hexgrid import Vertex
from sandtable.render import curves
from sandtable.render.svg import Point

RADIUS = 50.0
EDGE = 0.62
"""How far out of the middle of its hex a counter lies that stands along a hexside."""
MARGIN = 26.0
_BLEED = 16.0
_WOBBLE = 4.5


class Sheet:
    """A board laid out for drawing: centres, corners and neighbours by the index of the hex."""

    def __init__(self, board: Board) -> None:
        self.board = board
        raw = [board.grid.corners(board.hex(index)) for index in range(board.size)]
        left = min((x for corners in raw for x, _ in corners), default=0.0)
        top = min((y for corners in raw for _, y in corners), default=0.0)
        right = max((x for corners in raw for x, _ in corners), default=0.0)
        bottom = max((y for corners in raw for _, y in corners), default=0.0)
        self._left, self._top = left, top
        self.width = (right - left) * RADIUS + 2 * MARGIN
        self.height = (bottom - top) * RADIUS + 2 * MARGIN
        self.corners = [[self._placed(corner) for corner in corners] for corners in raw]
        self.centres = [self._placed(board.grid.centre(board.hex(index))) for index in range(board.size)]

    def _placed(self, at: Point) -> Point:
        return (at[0] - self._left) * RADIUS + MARGIN, (at[1] - self._top) * RADIUS + MARGIN

    def vertex(self, vertex: Vertex) -> Point:
        """Where a vertex lies."""
        return self._placed(self.board.grid.vertex_point(vertex))

    @property
    def everything(self) -> frozenset[int]:
        """All hexes of the board."""
        return frozenset(range(self.board.size))

    @cached_property
    def commonest(self) -> str:
        """The terrain that most hexes have."""
        counts = Counter(info.terrain for info in self.board.hexes)
        return counts.most_common(1)[0][0] if counts else ""

    @property
    def flat(self) -> bool:
        return self.board.grid.orientation == "flat"

    @property
    def inner(self) -> float:
        """Half the distance between the centres of two neighbours."""
        return RADIUS * 0.866

    @property
    def angles(self) -> tuple[float, ...]:
        """The twelve facings as SVG turns an arrow that points right."""
        return tuple((-90 if self.flat else -120) + 30.0 * facing for facing in range(12))

    def beyond(self, index: int, direction: int) -> int | None:
        """The neighbour in a direction, or None where the board ends."""
        other = self.board.neighbour(index, direction)
        return other if other >= 0 else None

    def side(self, index: int, direction: int) -> tuple[Point, Point]:
        """The two ends of a hexside, clockwise."""
        corners = self.corners[index]
        return corners[(direction - 1) % 6], corners[direction % 6]

    def beside(self, index: int, direction: int) -> Point:
        """Where a counter lies that stands along a hexside, on this side of it."""
        (x, y), (ax, ay) = self.centres[index], curves.middle(*self.side(index, direction))
        return (x + (ax - x) * EDGE, y + (ay - y) * EDGE)

    def outline(self, index: int) -> list[Point]:
        """The corners of what stands in a hex and does not fill it."""
        x, y = self.centres[index]
        wide, high = (RADIUS, self.inner) if self.flat else (self.inner, RADIUS)
        return [(x + across * wide / 100, y + down * high / 100) for across, down in self.board.outlines[index]]

    def border(self, hexes: Set[int]) -> str:
        """The exact outline of all hexes that belong together."""
        edges = [self.side(index, direction) for index, direction in self.board.boundary(hexes)]
        return "".join(map(curves.straight, curves.loops(edges)))

    def blobs(self, hexes: Set[int]) -> list[list[Point]]:
        """The outlines of all hexes that belong together, as a coast or the edge of a wood would run."""
        edges = [self.side(index, direction) for index, direction in self.board.boundary(hexes)]
        return [curves.relaxed([self._bled(at) for at in self._halved(loop)]) for loop in curves.loops(edges)]

    def _halved(self, loop: list[Point]) -> list[Point]:
        """The loop with the middle of every side between its corners."""
        points = []
        for place, corner in enumerate(loop):
            points += [corner, curves.middle(corner, loop[(place + 1) % len(loop)])]
        return points

    def _bled(self, at: Point) -> Point:
        """A point in the open is bent a little; one on the edge of the board moves off it, to be trimmed there."""
        outward = self._outward.get(curves.key(at))
        if outward is None:
            return curves.wobble(at, _WOBBLE)
        return at[0] + outward[0] * _BLEED, at[1] + outward[1] * _BLEED

    @cached_property
    def _outward(self) -> dict[curves.Key, Point]:
        """For points on the edge of the board, which way leads off it."""
        found: dict[curves.Key, Point] = {}
        for index, direction in self.board.boundary(self.everything):
            first, second = self.side(index, direction)
            centre = self.centres[index]
            half = curves.middle(first, second)
            away = ((half[0] - centre[0]) / self.inner, (half[1] - centre[1]) / self.inner)
            for at in (first, half, second):
                before = found.get(curves.key(at), (0.0, 0.0))
                found[curves.key(at)] = (before[0] + away[0], before[1] + away[1])
        return found
