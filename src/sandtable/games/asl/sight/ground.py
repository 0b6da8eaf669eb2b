"""A6.2-A6.9, B9.2, B10.2, B14.2, B23.74, RR11.3, RR12.3: lines of sight over the map and the rubble on it.

Heights are in quarters of a level: the ground of level 1 lies at 4, a hedge on it reaches 6. `Ground` knows what stands
where and what a line over it comes to, which `_looking` follows; `aim` gives the way of a line to whoever asks why.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import NamedTuple

from sandtable.board import Board
from sandtable.board.legend import Outline
from sandtable.board.outlines import CORNERS, spot_of
from sandtable.games.asl.locations import parts_of
from sandtable.games.asl.sight import geometry
from sandtable.games.asl.sight._looking import LinesNow, Looking
from sandtable.games.asl.sight.geometry import BESIDE, CROSSED, Meeting, Offset, Thread
from sandtable.games.asl.sight.lines import End, Line, Passed
from sandtable.games.asl.tables.terrain import Hexsides, SightLines, Terrain
from sandtable.games.asl.units import Game
from sandtable.hexgrid import distance
from sandtable.kernel import rule

LEVEL = 4
"""Quarters of a level."""
SLOPE = "slope"
ENTRENCHED = frozenset({"foxhole", "trench"})
"""Ways through a hex, as in T10~foxhole, of those who are entrenched there (B9.21)."""
CORNERED = {f"corner{vertex}": vertex for vertex in range(6)}
"""Ways through a hex, as in T10~corner2, of those who are at a vertex of it, outside its obstacle (A4.34, D2.3)."""


class Figures(NamedTuple):
    """The tables that lines of sight need."""

    terrain: Terrain
    hexsides: Hexsides
    sight: SightLines
    rise: int = 0
    """How much higher an Up-Slope Location counts, where the title has slopes (RR12.3)."""


class Feature(NamedTuple):
    """What stands in a hex and matters to a line over it."""

    kind: str
    height: int
    is_obstacle: bool
    hindrance: int
    shape: Outline
    """Its corners on the map; none where it fills the hex (A6.1)."""
    edges: frozenset[int]
    """The hexsides along which its shape lies."""
    building: str = ""
    is_factory: bool = False


class Aim(NamedTuple):
    """A line that is looked along: its way and its ends."""

    thread: Thread
    viewer: End
    target: End
    sides: tuple[str, ...]
    """The hexsides by which it comes into the hex of the target."""


class Ground:
    """The map as lines of sight cross it: all of it, also where only a part is in play."""

    def __init__(self, board: Board, figures: Figures) -> None:
        whole = board.whole
        self.board, self.figures = whole, figures
        self.rubble: dict[str, str] = {}
        self.index = whole.index
        self.levels = [info.elevation for info in whole.hexes]
        self.features = [self._feature(i) for i in range(whole.size)]
        self.walls = self._walls()
        self.slopes = whole.falls.get(SLOPE, bytearray(6 * whole.size)) if figures.rise else bytearray(6 * whole.size)
        self.side_labels = [whole.plane.side_label(i, direction) for i in range(whole.size) for direction in range(6)]
        self._spots = [whole.hex(i) for i in range(whole.size)]
        self._by_spot: dict[tuple[int, int], int] = {(q, r): i for i, (q, r) in enumerate(self._spots)}
        self._looking = Looking(self, self._place)

    @rule("B24.2")
    def with_rubble(self, rubble: Mapping[str, str]) -> Ground:
        """This map, as printed, with rubble on it."""
        found = copy.copy(self)
        found.rubble, found.features = dict(rubble), self.features[:]
        for label in rubble:
            i = self.index[label]
            found.features[i] = found._feature(i)
        found._looking = Looking(found, self._place)
        return found

    def __eq__(self, other: object) -> bool:
        """Two are the same if they are the same map with the same rubble on it."""
        return isinstance(other, Ground) and other.board is self.board and other.rubble == self.rubble

    __hash__ = None  # type: ignore[assignment]

    @rule("A6.1", "A6.11", "B.1", "B23.1", "B23.74", "B24.2")
    def _feature(self, i: int) -> Feature | None:
        info, rows = self.board.hexes[i], self.figures.terrain.hexes
        factory, building = bool(info.data.get("factory", False)), str(info.data.get("building", ""))
        kind = info.terrain.replace("-building", "-factory") if factory else info.terrain
        shape = self.board.outlines[i]
        if info.label in self.rubble:
            kind, shape, building, factory = f"{self.rubble[info.label]}-rubble", (), "", False
        row = rows[kind]
        if row.sight == "open":
            return None
        height = row.height
        if building:
            height = self.figures.terrain.storeys[int(info.data.get("stories", 1)) - 1 + factory]
        x, y = spot_of(self.board.hex(i), "flat")
        return Feature(
            kind,
            height,
            row.sight == "obstacle",
            row.hindrance,
            () if row.inherent else tuple((x + dx, y + dy) for dx, dy in shape),
            frozenset(range(6)) if row.inherent or not shape else _edges_of(shape),
            building,
            factory,
        )

    @rule("B9.1")
    def _walls(self) -> dict[int, str]:
        """The walls and hedges, by the slots of their hexsides; a road makes a gap."""
        found = {}
        for name in self.figures.hexsides.hexsides:
            for slot, flag in enumerate(self.board.sides.get(name, b"")):
                if flag and not any(marks[slot] for marks in self.board.networks.values()):
                    found[slot] = name
        return found

    # Between Locations

    @rule("A6.1", "A6.2", "A6.21", "A6.4", "A6.41", "A6.6", "A6.7", "A6.8", "A6.9", "A6.11", "RR11.3", "RR12.3")
    @rule("B.4", "B9.2", "B9.21", "B10.1", "B10.2", "B12", "B13.1", "B14.2", "B23.74", "B24.2", "RR14", "RR15")
    def line(self, a: str, b: str) -> Line:
        """The line between two Locations, or vertices of their hexes, kept once it has been followed."""
        return self._looking.line(a, b)

    def line_to_vertex(self, a: str, hex_: str, vertex: int) -> Line:
        """The line from a Location to a vertex of a hex, kept once it has been followed."""
        return Line() if parts_of(a).hex == hex_ else self._looking.line(a, cornered(hex_, vertex))

    @rule("A8.15")
    def line_to_side(self, a: str, side: str) -> Line:
        """The line from a Location to the middle of a hexside, kept once it has been followed."""
        return self._looking.line_to_side(a, side, *self.hexside(side))

    def lines_now(self, hindered: Callable[[Game, Line, str, str], Line], *, is_hazy: bool) -> LinesNow:
        """Lines over this map with what comes onto it: `hindered` says what that makes of a line."""
        return LinesNow(self._looking, hindered, is_hazy)

    def passed(self, a: str, b: str, marked: bytes) -> Passed | None:
        """What the line between two Locations of different hexes passes of the hexes that are marked; None if it passes
        none of them and neither ends in one."""
        return self._looking.passed(a, b, marked)

    def passed_to_side(self, a: str, side: str, marked: bytes) -> Passed | None:
        """The same for the line from a Location to the middle of a hexside that is none of its hex."""
        return self._looking.passed_to_side(a, *self.hexside(side), marked)

    def hexside(self, side: str) -> tuple[int, int, int]:
        """The hexes of a hexside, and in which direction it lies from the first."""
        first, second = (self.index[label] for label in side.split("-"))
        return first, second, self.board.direction(first, second)

    def nearer(self, a: str, side: str) -> str:
        """Of the hexes of a hexside that which is nearer to a Location."""
        first, second, _ = self.hexside(side)
        i = self.index[parts_of(a).hex]
        return self.board.labels[min((first, second), key=lambda j: (self.apart(i, j), j))]

    @rule("A6.11", "B9.21", "RR11.3")
    def _place(self, label: str) -> tuple[int, int, bool, int]:
        """The hex and the floor of a Location, whether who is there is low, and the vertex at which he is, or -1."""
        parts = parts_of(label)
        hex_, floor, way = parts.hex, parts.floor, parts.way
        return self.index[hex_], floor, floor < 0 or way in ENTRENCHED, CORNERED.get(way, -1)

    # Their ways, for whoever looks closer

    def aim(self, a: str, b: str) -> Aim | None:
        """The line between two Locations, or vertices of their hexes; None within one hex."""
        here, there = parts_of(a), parts_of(b)
        i, j = self.index[here.hex], self.index[there.hex]
        if i == j:
            return None
        if here.way in CORNERED or there.way in CORNERED:
            return self._aim_by_corners(a, b, i, j)
        (q, r), (p, s) = self._spots[i], self._spots[j]
        thread = geometry.thread_to(p - q, s - r)
        viewer, target = self._end(a, thread.leaves), self._end(b, thread.enters)
        return Aim(thread, viewer, target, self._entered(j, thread.enters))

    def _entered(self, j: int, over: tuple[int, ...]) -> tuple[str, ...]:
        """The hexsides by which a line comes into a hex, as they are called."""
        return tuple([self.side_labels[6 * j + direction] for direction in over])

    @rule("A4.34", "D2.3")
    def _aim_by_corners(self, a: str, b: str, i: int, j: int) -> Aim:
        """The line from or to a vertex of a hex, for those who pass it in Bypass there.

        What stands in that hex blocks it as well.
        """
        (q, r), (p, s) = self._spots[i], self._spots[j]
        start, end = CORNERED.get(parts_of(a).way), CORNERED.get(parts_of(b).way)
        away = (p - q, s - r)
        spot = geometry.center(away) if end is None else geometry.corner(away, end)
        thread = geometry.thread(spot, away) if start is None else geometry.thread_from(start, spot, away)
        enters = thread.enters
        if end is not None:
            thread = self._with_last(i, thread)
            if self.at(i, thread.last) != j:
                enters = (end, (end + 1) % 6)
        sides = tuple([self.side_labels[6 * j + each] for each in enters if self.board.neighbour(j, each) >= 0])
        return Aim(thread, self._end(a, thread.leaves), self._end(b, enters), sides)

    def _with_last(self, i: int, thread: Thread) -> Thread:
        """A line that ends on a hexside, with the hex in which it gets there among those that it crosses."""
        is_along = bool(thread.meetings) and thread.meetings[-1].kind == BESIDE
        if is_along or (thread.last == (0, 0) and thread.origin == (0, 0)):
            return thread
        return thread._replace(
            meetings=(*thread.meetings, Meeting(CROSSED, (thread.last,))), between=(*thread.between, thread.last)
        )

    @rule("A6.11", "RR11.3", "RR12.2", "RR12.3")
    def _end(self, label: str, over: tuple[int, ...]) -> End:
        """An end of a line that leaves or enters its hex over some hexsides."""
        parts = parts_of(label)
        hex_, floor, way = parts.hex, parts.floor, parts.way
        i = self.index[hex_]
        level = self.levels[i] + max(floor, 0)
        rises = any(self.slopes[6 * i + direction] for direction in over)
        height = LEVEL * level + (self.figures.rise if rises else 0)
        return End(i, level, height, floor < 0 or way in ENTRENCHED, rises, floor, (i,), way in CORNERED)

    def at(self, i: int, offset: Offset) -> int:
        """The hex so far from another; -1 off the map."""
        q, r = self._spots[i]
        return self._by_spot.get((q + offset[0], r + offset[1]), -1)

    def apart(self, i: int, j: int) -> int:
        """How many hexes away a hex is from another."""
        return distance(self._spots[i], self._spots[j])


def cornered(hex_: str, vertex: int) -> str:
    """The label of those who are at a vertex of a hex, outside its obstacle."""
    return f"{hex_}~corner{vertex % 6}"


def _edges_of(shape: Outline) -> frozenset[int]:
    """The hexsides along which a stretch of a shape lies."""
    corners = CORNERS["flat"]
    found = set()
    for direction in range(6):
        (ax, ay), (bx, by) = corners[direction - 1], corners[direction]
        on_it = [(bx - ax) * (y - ay) == (by - ay) * (x - ax) for x, y in shape]
        if any(here and there for here, there in pairwise([*on_it, on_it[0]])):
            found.add(direction)
    return frozenset(found)
