"""A6.2-A6.9, B9.2, B10.2, B14.2, B23.74, RR11.3, RR12.3: lines of sight over the map and the rubble on it.

Heights are in quarters of a level: the ground of level 1 lies at 4, a hedge on it reaches 6. `Ground` knows what stands
where; `Judge` follows one line over it and says what blocks and what hinders.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from sandtable.board import Board
from sandtable.board.legend import Outline
from sandtable.board.outlines import CORNERS, spot_of
from sandtable.games.asl.locations import parts_of
from sandtable.games.asl.sight import geometry
from sandtable.games.asl.sight.geometry import BESIDE, CROSSED, Meeting, Offset, Thread
from sandtable.games.asl.sight.lines import Block, Hindrance, Line
from sandtable.games.asl.tables.terrain import Hexsides, SightLines, Terrain
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


class End(NamedTuple):
    """An end of a line."""

    hex: int
    level: int
    """That of its ground and floor, a cellar counting as ground level (A6.11, RR11.3)."""
    height: int
    """The same in quarters, and higher where it is Up-Slope for the line."""
    low: bool
    """Entrenched, or in a cellar (B9.21, RR11.3)."""
    rises: bool
    """Whether it counts higher because it is Up-Slope."""
    floor: int
    own: tuple[int, ...]
    """Its hex, the walls and hedges of which do not block; for a hexside both of its hexes."""
    outside: bool = False
    """At a vertex or hexside of its hex, and so not in what stands there."""


class Aim(NamedTuple):
    """A line that is looked along: its way and its ends."""

    thread: Thread
    viewer: End
    target: End
    sides: tuple[str, ...]
    """The hexsides by which it comes into the hex of the target."""


class Ground:
    """The map as lines of sight cross it: all of it, also where only a part is in play."""

    def __init__(self, board: Board, figures: Figures, rubble: Mapping[str, str] | None = None) -> None:
        whole = board.whole
        self.board, self.figures = whole, figures
        self.rubble = dict(rubble or {})
        self.index = whole.index
        self.levels = [info.elevation for info in whole.hexes]
        self.features = [self._feature(i) for i in range(whole.size)]
        self.walls = self._walls()
        self.slopes = whole.falls.get(SLOPE, bytearray(6 * whole.size)) if figures.rise else bytearray(6 * whole.size)
        self.busy = bytearray(whole.size)
        """The hexes that need a closer look: something stands in them or along their hexsides."""
        for i, feature in enumerate(self.features):
            if feature is not None or any(6 * i + direction in self.walls for direction in range(6)):
                self.busy[i] = 1
        self._spots = [whole.hex(i) for i in range(whole.size)]
        self.by_spot: dict[tuple[int, int], int] = {(q, r): i for i, (q, r) in enumerate(self._spots)}
        self._side_labels = [whole.plane.side_label(i, direction) for i in range(whole.size) for direction in range(6)]
        self.lines: dict[str, dict[str, Line]] = {}
        """The lines that have been followed so far, from Location to Location."""
        self._ways: dict[str, dict[str, frozenset[str]]] = {}
        self._vertex_lines: dict[tuple[str, str, int], Line] = {}
        self._side_lines: dict[tuple[str, str], Line] = {}
        self._same: dict[Line, Line] = {}
        self._ends: dict[tuple[str, tuple[int, ...]], End] = {}
        self._entries: dict[tuple[int, tuple[int, ...]], tuple[str, ...]] = {}

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

    def line(self, a: str, b: str) -> Line:
        """The line between two Locations, kept once it has been followed."""
        row = self.lines.get(a)
        if row is None:
            row = self.lines[a] = {}
        found = row.get(b)
        if found is None:
            fresh = self._line(a, b)
            found = row[b] = self._same.setdefault(fresh, fresh)
        return found

    def way(self, a: str, b: str) -> frozenset[str]:
        """The hexes of the line between two Locations, its ends among them, kept once it has been followed."""
        row = self._ways.get(a)
        if row is None:
            row = self._ways[a] = {}
        found = row.get(b)
        if found is None:
            found = row[b] = self._way(a, b)
        return found

    def _way(self, a: str, b: str) -> frozenset[str]:
        aim = self.aim(a, b)
        hexes = {self.index[parts_of(a).hex], self.index[parts_of(b).hex]}
        if aim is not None:
            hexes.update(self.at(aim.viewer.hex, offset) for meeting in aim.thread.meetings for offset in meeting.hexes)
        return frozenset([self.board.labels[i] for i in hexes if i >= 0])

    def line_to_vertex(self, a: str, hex_: str, vertex: int) -> Line:
        """The line from a Location to a vertex of a hex, kept once it has been followed."""
        key = (a, hex_, vertex)
        found = self._vertex_lines.get(key)
        if found is None:
            aim = self.aim_at_vertex(a, hex_, vertex)
            fresh = Line() if aim is None else self.judged(aim)
            found = self._vertex_lines[key] = self._same.setdefault(fresh, fresh)
        return found

    def line_to_side(self, a: str, side: str) -> Line:
        """The line from a Location to the middle of a hexside, kept once it has been followed."""
        found = self._side_lines.get((a, side))
        if found is None:
            aim = self.aim_at_side(a, side)
            fresh = Line(sides=(side,)) if aim is None else self.judged(aim)
            found = self._side_lines[a, side] = self._same.setdefault(fresh, fresh)
        return found

    @rule("A6.8", "A6.9")
    def _line(self, a: str, b: str) -> Line:
        aim = self.aim(a, b)
        if aim is not None:
            return self.judged(aim)
        here, there = parts_of(a), parts_of(b)
        return Line() if abs(here.floor - there.floor) <= 1 else Line(Block("A6.8", here.hex, "floor"))

    def judged(self, aim: Aim) -> Line:
        """What a line comes to."""
        return Line(None, (), aim.sides) if self._is_plain(aim) else Judge(self, aim).line()

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
        found = self._entries.get((j, over))
        if found is None:
            found = self._entries[j, over] = tuple([self._side_labels[6 * j + direction] for direction in over])
        return found

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
        sides = tuple([self._side_labels[6 * j + each] for each in enters if self.board.neighbour(j, each) >= 0])
        return Aim(thread, self._end(a, thread.leaves), self._end(b, enters), sides)

    def aim_at_vertex(self, a: str, hex_: str, vertex: int) -> Aim | None:
        """The line from a Location to a vertex of another hex; None within it."""
        return self.aim(a, f"{hex_}~corner{vertex % 6}")

    @rule("A8.15")
    def aim_at_side(self, a: str, side: str) -> Aim | None:
        """The line from a Location to the middle of a hexside, for a Snap Shot at men who cross it; None if the
        Location is in one of its hexes."""
        first, second = (self.index[label] for label in side.split("-"))
        i = self.index[parts_of(a).hex]
        if i in (first, second):
            return None
        (q, r), (p, s) = self._spots[i], self._spots[first]
        thread = geometry.thread(geometry.middle((p - q, s - r), self.board.direction(first, second)))
        thread = self._with_last(i, thread)
        level = max(self.levels[first], self.levels[second])
        nearer = min((first, second), key=lambda j: (self.apart(i, j), j))
        target = End(nearer, level, LEVEL * level, False, False, 0, (first, second), True)
        return Aim(thread, self._end(a, thread.leaves), target, (side,))

    def _with_last(self, i: int, thread: Thread) -> Thread:
        """A line that ends on a hexside, with the hex in which it gets there among those that it crosses."""
        is_along = bool(thread.meetings) and thread.meetings[-1].kind == BESIDE
        if is_along or (thread.last == (0, 0) and thread.origin == (0, 0)):
            return thread
        return thread._replace(
            meetings=(*thread.meetings, Meeting(CROSSED, (thread.last,))), between=(*thread.between, thread.last)
        )

    def _end(self, label: str, over: tuple[int, ...]) -> End:
        """An end of a line that leaves or enters its hex over some hexsides, kept once it has been looked at."""
        found = self._ends.get((label, over))
        if found is None:
            found = self._ends[label, over] = self._looked_at(label, over)
        return found

    @rule("A6.11", "RR11.3", "RR12.2", "RR12.3")
    def _looked_at(self, label: str, over: tuple[int, ...]) -> End:
        hex_, floor, way = parts_of(label)
        i = self.index[hex_]
        level = self.levels[i] + max(floor, 0)
        rises = any(self.slopes[6 * i + direction] for direction in over)
        height = LEVEL * level + (self.figures.rise if rises else 0)
        return End(i, level, height, floor < 0 or way in ENTRENCHED, rises, floor, (i,), way in CORNERED)

    def _is_plain(self, aim: Aim) -> bool:
        """Whether nothing at all stands on the way, and no ground rises above the lower end."""
        viewer, target = aim.viewer, aim.target
        if viewer.low or target.low or viewer.floor > 0 or target.floor > 0:
            return False
        lowest = min(viewer.height, target.height)
        q, r = self._spots[viewer.hex]
        at, busy, levels = self.by_spot, self.busy, self.levels
        for dq, dr in aim.thread.between:
            hex_ = at.get((q + dq, r + dr), -1)
            if hex_ >= 0 and (busy[hex_] or LEVEL * levels[hex_] > lowest):
                return False
        return True

    def noted(self, aim: Aim) -> Iterator[Meeting]:
        """Of all that a line meets what needs a closer look: something stands there, or the ground is higher than the
        lower end."""
        lowest = min(aim.viewer.height, aim.target.height)
        q, r = self._spots[aim.viewer.hex]
        at, features, levels, walls = self.by_spot, self.features, self.levels, self.walls
        for meeting in aim.thread.meetings:
            for dq, dr in meeting.hexes:
                hex_ = at.get((q + dq, r + dr), -1)
                if hex_ >= 0 and (features[hex_] is not None or LEVEL * levels[hex_] > lowest):
                    yield meeting
                    break
            else:
                for (dq, dr), direction in meeting.edges:
                    if 6 * at.get((q + dq, r + dr), -1) + direction in walls:
                        yield meeting
                        break

    def at(self, i: int, offset: Offset) -> int:
        """The hex so far from another; -1 off the map."""
        q, r = self._spots[i]
        return self.by_spot.get((q + offset[0], r + offset[1]), -1)

    def apart(self, i: int, j: int) -> int:
        """How many hexes away a hex is from another."""
        return distance(self._spots[i], self._spots[j])


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


class Judge:
    """One line that is followed from end to end: the first thing that blocks it, or all that hinders it."""

    def __init__(self, ground: Ground, aim: Aim) -> None:
        self.ground, self.aim, self.thread = ground, aim, aim.thread
        self.viewer, self.target = viewer, target = aim.viewer, aim.target
        self.start = viewer.hex
        self._spot = ground.board.hex(viewer.hex)
        self.high, self.low = (viewer, target) if viewer.height >= target.height else (target, viewer)
        self.is_next = ground.apart(viewer.hex, target.hex) == 1 and len(target.own) == 1
        self.own = frozenset((*viewer.own, *target.own))

    def line(self) -> Line:
        """What the line comes to."""
        sides = self.aim.sides
        block = self._indoors() if self.viewer.floor > 0 or self.target.floor > 0 else None
        if block is not None:
            return Line(block, (), sides)
        found: list[Hindrance] = []
        total, limit = 0, self.ground.figures.sight.hindrance_blocks
        for meeting in self.ground.noted(self.aim):
            block, hindrance = self.meets(meeting)
            if hindrance is not None:
                found.append(hindrance)
                total += hindrance.value
                if total >= limit:
                    block = Block("A6.7", hindrance.hex, "hindrance")
            if block is not None:
                return Line(block, (), sides)
        return Line(None, tuple(found), sides)

    def meets(self, meeting: Meeting) -> tuple[Block | None, Hindrance | None]:
        """What blocks the line, or hinders it, where it meets something.

        Of two hexes beside a hexside the one that hinders more counts (A6.6).
        """
        ground = self.ground
        (q, r), at = self._spot, ground.by_spot
        best = None
        for dq, dr in meeting.hexes:
            hex_ = at.get((q + dq, r + dr), -1)
            if hex_ < 0:
                continue
            block, hindrance = self.meets_hex(hex_, meeting)
            if block is not None:
                return block, None
            if hindrance is not None and (best is None or hindrance.value > best.value):
                best = hindrance
        for (dq, dr), direction in meeting.edges:
            hex_ = at.get((q + dq, r + dr), -1)
            if hex_ >= 0 and 6 * hex_ + direction in ground.walls:
                block = self.meets_wall(hex_, direction, by_end=meeting.by_end)
                if block is not None:
                    return block, None
        return None, best

    def meets_hex(self, hex_: int, meeting: Meeting) -> tuple[Block | None, Hindrance | None]:
        """What the ground of a hex does to the line, and what stands on it."""
        block = None
        if LEVEL * self.ground.levels[hex_] > self.low.height and hex_ not in self.own:
            block = self._ground(hex_)
        feature = self.ground.features[hex_]
        if block is None and feature is not None:
            block = self._obstacle(hex_, feature, meeting)
            if block is None:
                return None, self._hindrance(hex_, feature)
        return block, None

    # Indoors

    @rule("A6.8")
    def _indoors(self) -> Block | None:
        """From an upper floor, over a hexside that its building crosses, one sees that floor of the building only."""
        for end, other, over in (
            (self.viewer, self.target, self.thread.leaves),
            (self.target, self.viewer, self.thread.enters),
        ):
            if end.floor <= 0 or not self._same_building_over(end.hex, over):
                continue
            if end.level != other.level or not self._is_one_building(end.hex, other.hex):
                return Block("A6.8", self.ground.board.labels[end.hex], "floor")
        return None

    def _same_building_over(self, hex_: int, over: tuple[int, ...]) -> bool:
        board = self.ground.board
        return any(self._is_one_building(hex_, board.neighbour(hex_, direction)) for direction in over)

    def _is_one_building(self, i: int, j: int) -> bool:
        features = self.ground.features
        one, other = features[i], features[j] if j >= 0 else None
        return one is not None and other is not None and one.building != "" and one.building == other.building

    def _is_inside(self, feature: Feature) -> bool:
        """Whether both ends are on one floor of the building of which something is a part."""
        if self.viewer.outside or self.target.outside:
            return False
        ends = [self.ground.features[end.hex] for end in (self.viewer, self.target)]
        return (
            feature.building != ""
            and self.viewer.level == self.target.level
            and all(end is not None and end.building == feature.building for end in ends)
        )

    # Ground and what stands on it

    @rule("A6.2", "A6.4", "A6.41", "B10.1", "B10.2", "RR12.3", "RR15")
    def _ground(self, hex_: int) -> Block | None:
        """Whether ground that is higher than the lower end blocks."""
        level = self.ground.levels[hex_]
        top = LEVEL * level
        block = Block("B10.2", self.ground.board.labels[hex_], "ground")
        if top >= self.high.height:
            return block
        if self.high.rises and self.high.level == level:
            return None
        distance_high, distance_low = self._distances(hex_)
        blind = self.ground.figures.sight.blind_ground(
            top=level, high=self.high.level, low=self.low.level, distance=distance_high
        )
        return block._replace(rule="A6.4") if distance_low <= blind else None

    @rule("A6.2", "A6.21", "A6.4", "A6.41", "A6.6", "B.4", "B13.1", "B23.74", "B24.2", "RR12.3", "RR14")
    def _obstacle(self, hex_: int, feature: Feature, meeting: Meeting) -> Block | None:
        if not feature.is_obstacle or not self.crosses(hex_, feature, meeting):
            return None
        board = self.ground.board
        if self._is_inside(feature):
            return None if feature.is_factory else Block("A6.8", board.labels[hex_], f"terrain:{feature.kind}")
        base = self.ground.levels[hex_]
        top = LEVEL * base + feature.height
        block = Block("A6.2", board.labels[hex_], f"terrain:{feature.kind}")
        if feature.height < LEVEL:
            return block._replace(rule="A6.21") if self.high.height <= LEVEL * base else None
        if top <= self.low.height:
            return None
        if top >= self.high.height:
            return block
        full = base + feature.height // LEVEL
        high = self.high.level + (1 if self.high.rises and self.high.level == full else 0)
        distance_high, distance_low = self._distances(hex_)
        blind = self.ground.figures.sight.blind(top=full, high=high, low=self.low.level, distance=distance_high)
        return block._replace(rule="A6.4") if distance_low <= blind else None

    def _distances(self, hex_: int) -> tuple[int, int]:
        return self.ground.apart(self.high.hex, hex_), self.ground.apart(hex_, self.low.hex)

    @rule("A6.1", "A6.6")
    def crosses(self, hex_: int, feature: Feature, meeting: Meeting) -> bool:
        """Whether the line crosses something in a hex: its shape, not only an edge of it; along a hexside, a shape that
        lies on that hexside."""
        if meeting.kind == BESIDE:
            ((offset, direction),) = meeting.edges
            here = self.ground.at(self.start, offset)
            return (direction if here == hex_ else (direction + 3) % 6) in feature.edges
        if not feature.shape:
            return True
        x0, y0 = spot_of(self.ground.board.hex(self.start), "flat")
        (ox, oy), (dx, dy) = self.thread.origin, self.thread.way
        x0, y0 = x0 + ox, y0 + oy
        turns = [dx * (y - y0) - dy * (x - x0) for x, y in feature.shape]
        return min(turns) < 0 < max(turns)

    # Hexsides

    @rule("A6.6", "B9.2", "B9.21", "RR11.3", "RR12.3")
    def meets_wall(self, hex_: int, direction: int, *, by_end: bool) -> Block | None:
        """What a wall or hedge does that the line crosses, meets at a vertex, or runs along."""
        ground = self.ground
        other = ground.board.neighbour(hex_, direction)
        base = max(ground.levels[hex_], ground.levels[other])
        block = Block("B9.2", ground.board.side_label(hex_, direction), f"side:{ground.walls[6 * hex_ + direction]}")
        if self._hides_the_low(base):
            return block._replace(rule="B9.21")
        is_own = by_end or hex_ in self.own or other in self.own
        return block if not is_own and self.high.height <= LEVEL * base else None

    def _hides_the_low(self, base: int) -> bool:
        """Whether a wall at a level hides an entrenched end, or one in a cellar, from the other."""
        for end, other in ((self.viewer, self.target), (self.target, self.viewer)):
            if end.low and base >= end.level and other.level <= end.level and not self._is_adjacent():
                return True
        return False

    def _is_adjacent(self) -> bool:
        return self.is_next and self.viewer.floor == self.target.floor == 0

    # Hindrances

    @rule("A6.6", "A6.7", "B.4", "B12", "B14.2", "B23.74", "RR12.3")
    def _hindrance(self, hex_: int, feature: Feature) -> Hindrance | None:
        """What hinders the line in a hex between its ends."""
        if hex_ in self.own:
            return None
        label, base = self.ground.board.labels[hex_], LEVEL * self.ground.levels[hex_]
        if feature.is_factory and self._is_inside(feature):
            return Hindrance(label, self.ground.figures.terrain.factory.hindrance, "B23.74", "factory")
        if feature.is_obstacle or not feature.hindrance:
            return None
        if feature.height < LEVEL:
            is_hindered, rule_id = self.high.height <= base, "A6.7"
        else:
            is_hindered, rule_id = self._is_in_trees(hex_, base + feature.height), "B14.2"
        return Hindrance(label, feature.hindrance, rule_id, f"terrain:{feature.kind}") if is_hindered else None

    @rule("B14.2")
    def _is_in_trees(self, hex_: int, top: int) -> bool:
        """Whether bare trees that reach to a height hinder the line: not where it looks down past them."""
        if self.high.height <= top:
            return True
        return self.low.height < top and self.ground.apart(hex_, self.low.hex) == 1
