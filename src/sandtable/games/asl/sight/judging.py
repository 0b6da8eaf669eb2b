"""A6.2-A6.9, B9.2, B10.2, B14.2, B23.74, RR11.3, RR12.3: a line of sight over the map, judged piece by piece.

This is how the rulebook judges a line, for whoever asks why it is blocked. Play asks `_looking`, compiled, which comes
to the same; tests compare the two.
"""

from __future__ import annotations

from sandtable.board.outlines import spot_of
from sandtable.games.asl.sight.geometry import BESIDE, Meeting
from sandtable.games.asl.sight.ground import LEVEL, Aim, Feature, Ground
from sandtable.games.asl.sight.lines import Block, Hindrance, Line
from sandtable.kernel import rule


class Judge:
    """One line that is followed from end to end: the first thing that blocks it, or all that hinders it."""

    def __init__(self, ground: Ground, aim: Aim) -> None:
        self.ground, self.aim, self.thread = ground, aim, aim.thread
        self.viewer, self.target = viewer, target = aim.viewer, aim.target
        self.start = viewer.hex
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
        for meeting in self.thread.meetings:
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
        best = None
        for offset in meeting.hexes:
            hex_ = ground.at(self.start, offset)
            if hex_ < 0:
                continue
            block, hindrance = self.meets_hex(hex_, meeting)
            if block is not None:
                return block, None
            if hindrance is not None and (best is None or hindrance.value > best.value):
                best = hindrance
        for offset, direction in meeting.edges:
            hex_ = ground.at(self.start, offset)
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
