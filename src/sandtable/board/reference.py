"""What the compiled kernels compute, in plain Python: the readable specification that the tests hold them to.

Slow and simple on purpose. Games use `_kernels`; nothing but tests and readers needs this module.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from sandtable.board._kernels import (
    ALONG_BEST,
    ALONG_EITHER,
    ALWAYS,
    CLEAR,
    CLOSED,
    FORBIDDEN,
    GROUND,
    HEXSIDE,
    IN_SHADOW,
    NEVER,
    NO_END,
    OBSTACLE,
    STOP,
    TERMINAL,
    ZOC,
)
from sandtable.hexgrid.coordinates import DIRECTIONS, Hex, direction_to, distance

# Movement and tracing


@dataclass(frozen=True)
class Web:
    """Places and the steps between them, as `_kernels.Graph` explains."""

    neighbours: Sequence[int]
    first: Sequence[int] | None = None
    hex_of: Sequence[int] | None = None

    @property
    def size(self) -> int:
        return len(self.neighbours) // 6 if self.first is None else len(self.first) - 1

    def steps(self, place: int) -> list[tuple[int, int]]:
        """The steps from a place that lead anywhere, each with the place to which it leads."""
        first = range(0, len(self.neighbours) + 1, 6) if self.first is None else self.first
        edges = range(first[place], first[place + 1])
        return [(edge, self.neighbours[edge]) for edge in edges if self.neighbours[edge] >= 0]

    def hex(self, place: int) -> int:
        return place if self.hex_of is None else self.hex_of[place]

    def are_parts_of_one_hex(self, one: int, other: int) -> bool:
        return self.hex(one) == self.hex(other)


class Given:
    """An array that has an entry for each place, or else for each hex."""

    def __init__(self, web: Web, values: Sequence[int]) -> None:
        self.web, self.values = web, values
        self.by_hex = len(values) != web.size

    def __getitem__(self, place: int) -> int:
        return self.values[self.web.hex(place) if self.by_hex else place]

    def sees_no_step(self, here: int, there: int) -> bool:
        """Whether a step is none for what is given by the hex: one from part to part."""
        return self.by_hex and self.web.are_parts_of_one_hex(here, there)


def _web(ways: Web | Sequence[int]) -> Web:
    return ways if isinstance(ways, Web) else Web(ways)


@dataclass
class Labels:
    """The best ways found: cost and number of steps, the place before, and the source, by place."""

    best: dict[int, tuple[int, int]] = field(default_factory=dict)
    before: dict[int, int | None] = field(default_factory=dict)
    source: dict[int, int] = field(default_factory=dict)

    def offer(self, index: int, way: tuple[int, int], before: int) -> bool:
        """Takes a cheaper way, then one of fewer steps, then one from a place with a smaller index."""
        known = self.best.get(index)
        if known is None or way < known:
            self.best[index] = way
            self.before[index] = before
            return True
        previous = self.before[index]
        if way == known and previous is not None and before < previous:
            self.before[index] = before
        return False

    def path(self, index: int) -> list[int]:
        """The places from this one back to where its way begins."""
        hexes = [index]
        previous = self.before[index]
        while previous is not None:
            hexes.append(previous)
            previous = self.before[previous]
        return hexes


@dataclass(frozen=True)
class ZocRules:
    """What enemy zones of control do to a mover."""

    enter: int = 0
    leave: int = 0
    between: int = 0
    stop: bool = False


@dataclass(frozen=True)
class Reach:
    """A movement field: what it costs to reach each place, the place before it, and where the mover may end."""

    start: int
    costs: dict[int, int]
    before: dict[int, int]
    reached: list[int]
    """The places in the order of cost, parts of points included, then index; without the start."""
    ends: list[int]

    def path(self, index: int) -> list[int]:
        """The places from the start to this one."""
        hexes = [index]
        while hexes[-1] != self.start:
            hexes.append(self.before[hexes[-1]])
        return hexes[::-1]


def movement_field(
    ways: Web | Sequence[int],
    edge_cost: Sequence[int],
    start: int,
    allowance: int,
    flags: Sequence[int],
    *,
    scale: int = 1,
    extra: Sequence[int] | None = None,
    zoc: ZocRules | None = None,
    minimum_move: bool = False,
) -> Reach:
    """Every place that can be entered with an allowance, by the cheapest way.

    One with STOP, or in a zone that stops, is not left again, except the start. A minimum move enters a place next to
    the start that no other way reaches; it takes the whole allowance and goes no further.
    """
    zoc, web = zoc or ZocRules(), _web(ways)
    marks, surcharge = Given(web, flags), Given(web, extra or [0] * web.size)
    most = allowance * scale + scale - 1

    def step_cost(edge: int, here: int, there: int) -> int:
        cost = min(edge_cost[edge] * scale, FORBIDDEN)
        if not surcharge.sees_no_step(here, there):
            cost += surcharge[there]
        if marks.sees_no_step(here, there):
            return cost
        leaves, enters = marks[here] & ZOC, marks[there] & ZOC
        return cost + zoc.leave * bool(leaves) + zoc.enter * bool(enters) + zoc.between * bool(leaves and enters)

    def halts(here: int, there: int) -> bool:
        """Whether a mover must stop where it is and not go on by a step."""
        if here == start or marks.sees_no_step(start, here) or marks.sees_no_step(here, there):
            return False
        return bool(marks[here] & STOP or (zoc.stop and marks[here] & ZOC))

    labels = Labels({start: (0, 0)}, {start: None})
    queue = [(0, 0, start)]
    beyond_allowance = []
    while queue:
        cost, steps, here = heapq.heappop(queue)
        if (cost, steps) != labels.best[here]:
            continue
        for edge, there in web.steps(here):
            if marks[there] & CLOSED or halts(here, there):
                continue
            price = step_cost(edge, here, there)
            if price >= FORBIDDEN:
                continue
            if cost + price > most:
                if here == start:
                    beyond_allowance.append(there)
            elif labels.offer(there, (cost + price, steps + 1), here):
                heapq.heappush(queue, (cost + price, steps + 1, there))

    costs = {index: cost for index, (cost, _) in labels.best.items()}
    before = {index: previous for index, previous in labels.before.items() if previous is not None}
    if minimum_move:
        for index in beyond_allowance:
            if index not in costs:
                costs[index] = most
                before[index] = start
    reached = sorted(before, key=lambda index: (costs[index], index))
    points = {index: cost // scale for index, cost in costs.items()}
    return Reach(start, points, before, reached, [index for index in reached if not marks[index] & NO_END])


def hexes_reached(web: Web, reach: Reach) -> dict[int, int]:
    """The hexes in which a move may end, each with the first of its places there; without the hex of the start."""
    goals: dict[int, int] = {}
    for place in reach.ends:
        goals.setdefault(web.hex(place), place)
    goals.pop(web.hex(reach.start), None)
    return goals


def trace(
    ways: Web | Sequence[int],
    sources: Sequence[int],
    passable: Sequence[int],
    *,
    edge_cost: Sequence[int] | None = None,
    limit: int | None = None,
    start_costs: Sequence[int] | None = None,
    network: Sequence[int] | None = None,
    network_limit: int | None = None,
) -> Labels:
    """Every place that can be traced to an open source, each by the cheapest way.

    With a network, a line first follows it at no cost and then leaves it for good; only the part off it counts.
    """
    web = _web(ways)
    marks = Given(web, passable)
    labels = Labels()
    for number, index in enumerate(sources):
        way = (start_costs[number] if start_costs else 0, 0)
        if marks[index] & CLOSED or (limit is not None and way[0] > limit):
            continue
        if index not in labels.best or way < labels.best[index]:
            labels.best[index] = way
            labels.before[index] = None
            labels.source[index] = number

    def extend(costs: Sequence[int] | None, limit: int | None, most_steps: int | None, settled: frozenset[int]) -> None:
        """Continues from every label, within a limit of cost or of steps; what is settled stays as it is."""
        queue = [(cost, steps, index) for index, (cost, steps) in labels.best.items()]
        heapq.heapify(queue)
        while queue:
            cost, steps, here = heapq.heappop(queue)
            if (cost, steps) != labels.best[here]:
                continue
            previous = labels.before[here]
            if previous is not None:
                labels.source[here] = labels.source[previous]
            if most_steps is not None and steps >= most_steps:
                continue
            for edge, there in web.steps(here):
                if marks[there] & CLOSED or there in settled or ends(here, there):
                    continue
                price = costs[edge] if costs is not None else int(not web.are_parts_of_one_hex(here, there))
                if price >= FORBIDDEN or (limit is not None and cost + price > limit):
                    continue
                if labels.offer(there, (cost + price, steps + 1), here):
                    heapq.heappush(queue, (cost + price, steps + 1, there))

    def ends(here: int, there: int) -> bool:
        """Whether a line ends where it has come to and does not go on by a step."""
        if labels.before[here] is None or marks.sees_no_step(here, there):
            return False
        return bool(marks[here] & TERMINAL) and not marks.sees_no_step(sources[labels.source[here]], here)

    if network is not None:
        extend([0 if on else FORBIDDEN for on in network], None, network_limit, frozenset())
    on_network = frozenset(labels.best) if network is not None else frozenset()
    extend(edge_cost, limit, None, on_network)
    return labels


# Sight


@dataclass(frozen=True)
class Passage:
    """A stretch of a line: the hex that it crosses, or a hexside of that hex, and how far along the line that is.

    Lane 0 is the line itself; lanes 1 and 2 pass on either side of a hexside along which the line runs.
    """

    hex: Hex
    side: int | None
    at: Fraction
    lane: int = 0


def _span_inside(a: Hex, b: Hex, hex_: Hex) -> tuple[Fraction, Fraction, bool] | None:
    """The part of the line within a hex, from and to, and whether it runs along its edge; None if it is no
    stretch."""
    start, end, on_edge = Fraction(0), Fraction(1), False
    for dq, dr in DIRECTIONS:
        # How far a point lies from the hex's centre in this direction, in halves of the way to the neighbour there.
        at_start = (2 * dq + dr) * (a.q - hex_.q) + (2 * dr + dq) * (a.r - hex_.r)
        growth = (2 * dq + dr) * (b.q - a.q) + (2 * dr + dq) * (b.r - a.r)
        if growth == 0:
            if at_start > 1:
                return None
            on_edge = on_edge or at_start == 1
        elif growth > 0:
            end = min(end, Fraction(1 - at_start, growth))
        else:
            start = max(start, Fraction(1 - at_start, growth))
    return (start, end, on_edge) if start < end else None


def passages(a: Hex, b: Hex, *, corners: bool = False) -> list[Passage]:
    """Everything on the straight line between two centres, in order, without the two hexes at its ends.

    A hex counts if the line crosses its inside, and a hexside if the line crosses it from one such hex to the next,
    even at its very corner; what the line only touches at a corner does not count. Where the line runs along a
    hexside, both hexes beside it and the hexsides that lead to them and from them count as two lanes, and that
    hexside counts itself. With `corners` a line through a corner has two lanes too: across the hexside, and by the
    third hex at the corner.
    """
    reach = distance(a, b)
    near = [
        Hex(q, r)
        for q in range(min(a.q, b.q) - 1, max(a.q, b.q) + 2)
        for r in range(min(a.r, b.r) - 1, max(a.r, b.r) + 2)
        if distance(a, Hex(q, r)) + distance(Hex(q, r), b) <= reach + 1
    ]
    spans = {hex_: span for hex_ in near if (span := _span_inside(a, b, hex_))}
    inside = sorted((start, hex_) for hex_, (start, _, on_edge) in spans.items() if not on_edge)
    result: list[Passage] = []
    for (_, here), (entry, there) in pairwise(inside):
        leaving = spans[here][1]
        if here != a:
            result.append(Passage(here, None, (spans[here][0] + leaving) / 2))
        touched = (
            [hex_ for hex_ in near if hex_ not in (here, there) and _touches(a, b, hex_, entry)] if corners else []
        )
        if leaving != entry:
            result += _along(here, there, leaving, entry)
        elif touched:
            result.append(Passage(here, direction_to(here, there), entry, 1))
            result.append(Passage(here, direction_to(here, touched[0]), entry, 2))
            result.append(Passage(touched[0], None, entry, 2))
            result.append(Passage(touched[0], direction_to(touched[0], there), entry, 2))
        else:
            result.append(Passage(here, direction_to(here, there), entry))
    return result


def _touches(a: Hex, b: Hex, hex_: Hex, at: Fraction) -> bool:
    """Whether the point so far along the line lies in a hex or on its edge."""
    return all(
        (2 * dq + dr) * (a.q - hex_.q + (b.q - a.q) * at) + (2 * dr + dq) * (a.r - hex_.r + (b.r - a.r) * at) <= 1
        for dq, dr in DIRECTIONS
    )


def _along(here: Hex, there: Hex, leaving: Fraction, entry: Fraction) -> list[Passage]:
    """The two lanes and the hexside between two hexes whose centres face each other along it."""
    left = next(
        d
        for d in range(6)
        if here.q + DIRECTIONS[d].q + DIRECTIONS[(d + 1) % 6].q == there.q
        and here.r + DIRECTIONS[d].r + DIRECTIONS[(d + 1) % 6].r == there.r
    )
    right = (left + 1) % 6
    middle = (leaving + entry) / 2
    result = []
    for lane, out, onward in ((1, left, right), (2, right, left)):
        flank = Hex(here.q + DIRECTIONS[out].q, here.r + DIRECTIONS[out].r)
        result.append(Passage(here, out, leaving, lane))
        result.append(Passage(flank, None, middle, lane))
        result.append(Passage(flank, onward, entry, lane))
    flank = Hex(here.q + DIRECTIONS[left].q, here.r + DIRECTIONS[left].r)
    result.append(Passage(flank, (left + 2) % 6, middle))
    return result


@dataclass(frozen=True)
class LevelTable:
    """Which obstacles block between which levels, as `_kernels.Levels` explains."""

    lowest: int
    count: int
    blocks: Sequence[int]
    bare: Sequence[int]
    shadow: Sequence[int] = ()
    shape: tuple[int, int, int] = (0, 0, 0)

    def clip(self, height: int) -> int:
        return min(max(height - self.lowest, 0), self.count - 1)

    def blocked(self, high: int, low: int, obstacle: int, bare: bool, to_high: int, to_low: int) -> int:
        """NEVER or ALWAYS; IN_SHADOW if the obstacle blocks because the lower end lies in its shadow."""
        cell = (self.bare if bare else self.blocks)[(high * self.count + low) * self.count + obstacle]
        if cell != IN_SHADOW:
            return cell
        drops, rises, ranges = self.shape
        drop = min(max(high - obstacle, 0), drops - 1)
        rise = min(max(obstacle - low, 0), rises - 1)
        blind = self.shadow[(drop * rises + rise) * ranges + min(to_high, ranges - 1)]
        return IN_SHADOW if to_low <= blind else NEVER


@dataclass(frozen=True)
class Terrain:
    """The arrays and the rules of sight of a title, as `_kernels.Sight` explains."""

    hexes: Sequence[Hex]
    ground: Sequence[int]
    top: Sequence[int]
    hindrance: Sequence[int]
    side_top: Sequence[int]
    side_hindrance: Sequence[int]
    hindrance_top: Sequence[int] | None = None
    corridors: Sequence[int] | None = None
    levels: LevelTable | None = None
    along: int = ALONG_EITHER
    touching: bool = False
    end_hindrance: bool = False
    end_sides: bool = True
    adjacent_sides: bool = True
    corners: bool = False
    stands: Sequence[int] | None = None
    eyes: Sequence[int] | None = None


@dataclass(frozen=True)
class View:
    """What stops a line, and where; or how much hinders it."""

    reason: int = CLEAR
    spot: int = -1
    hindrance: int = 0
    how: int = NEVER


class Looker:
    """One look from a hex or place to another."""

    def __init__(
        self, terrain: Terrain, a: int, b: int, eye_a: int = 0, eye_b: int = 0, extra: Sequence[int] | None = None
    ) -> None:
        self.terrain = terrain
        self.extra = extra
        if terrain.eyes is not None:
            eye_a, eye_b = eye_a + terrain.eyes[a], eye_b + terrain.eyes[b]
        if terrain.stands is not None:
            a, b = terrain.stands[a], terrain.stands[b]
        self.ends = (a, b)
        self.a, self.b = terrain.hexes[a], terrain.hexes[b]
        self.height_a = terrain.ground[a] + eye_a
        self.height_b = terrain.ground[b] + eye_b
        self.index = {hex_: i for i, hex_ in enumerate(terrain.hexes)}

    def view(self) -> View:
        """Blocked by the first thing in the way, or clear with the sum of all hindrances."""
        total = 0
        lanes: dict[int, list[View]] = {1: [], 2: []}
        for passage in passages(self.a, self.b, corners=self.terrain.corners):
            if passage.lane:
                lanes[passage.lane].append(self._judge(passage))
                continue
            if lanes[1]:
                chosen = self._choose(_sum(lanes[1]), _sum(lanes[2]))
                if chosen.reason:
                    return View(chosen.reason, chosen.spot, how=chosen.how)
                total += chosen.hindrance
                lanes = {1: [], 2: []}
            judged = self._judge(passage)
            if judged.reason:
                return View(judged.reason, judged.spot, how=judged.how)
            total += judged.hindrance
        if self.terrain.end_hindrance:
            total += sum(self.terrain.hindrance[i] + (self.extra[i] if self.extra else 0) for i in set(self.ends))
        return View(hindrance=total)

    def steps(self) -> list[tuple[int, int, int, float, int, bool]]:
        """Everything on the line, each judged on its own, as `_kernels.SightLine.steps` explains."""
        found = []
        for passage in passages(self.a, self.b, corners=self.terrain.corners):
            hex_, side = passage.hex, -1 if passage.side is None else passage.side
            if side >= 0 and hex_ not in self.index:
                hex_ = Hex(hex_.q + DIRECTIONS[side].q, hex_.r + DIRECTIONS[side].r)
                side = (side + 3) % 6
            if hex_ in self.index:
                view = self._judge(passage)
                blind = view.reason != CLEAR and view.how == IN_SHADOW
                found.append((self.index[hex_], side, passage.lane, float(passage.at), view.reason, blind))
        return found

    def _choose(self, one: View, other: View) -> View:
        """What a stretch along a hexside amounts to, by the title's policy."""
        blocked = [lane for lane in (one, other) if lane.reason]
        if len(blocked) == 2 or (blocked and self.terrain.along == ALONG_EITHER):
            return blocked[0]
        if self.terrain.along == ALONG_BEST:
            return View(hindrance=min(lane.hindrance for lane in (one, other) if not lane.reason))
        return View(hindrance=max(one.hindrance, other.hindrance))

    def _judge(self, passage: Passage) -> View:
        return self._judge_hex(passage) if passage.side is None else self._judge_side(passage, passage.side)

    def _judge_hex(self, passage: Passage) -> View:
        terrain = self.terrain
        i = self.index.get(passage.hex)
        if i is None:
            return View()
        reason = CLEAR
        how = self._in_way(terrain.ground[i], passage, bare=True)
        if how:
            reason = GROUND
        elif terrain.top[i] and not self._runs_down_corridor(i):
            how = self._in_way(terrain.ground[i] + terrain.top[i], passage)
            reason = OBSTACLE if how else CLEAR
        hindrance = terrain.hindrance[i]
        if terrain.hindrance_top and not self._in_way(terrain.ground[i] + terrain.hindrance_top[i], passage):
            hindrance = 0
        return View(reason, i, hindrance + (self.extra[i] if self.extra else 0), how)

    def _judge_side(self, passage: Passage, side: int) -> View:
        terrain = self.terrain
        beyond = Hex(passage.hex.q + DIRECTIONS[side].q, passage.hex.r + DIRECTIONS[side].r)
        counted = terrain.adjacent_sides if distance(self.a, self.b) == 1 else terrain.end_sides
        if not counted and (passage.hex == self.a or beyond == self.b):
            return View()
        slots = [
            (self.index[hex_], d) for hex_, d in ((passage.hex, side), (beyond, (side + 3) % 6)) if hex_ in self.index
        ]
        if not slots:
            return View()
        slot = slots[0][0] * 6 + slots[0][1]
        ground = max(terrain.ground[i] for i, _ in slots)
        how = self._in_way(ground + terrain.side_top[slot], passage) if terrain.side_top[slot] else NEVER
        return View(HEXSIDE if how else CLEAR, slot, terrain.side_hindrance[slot], how)

    def _runs_down_corridor(self, i: int) -> bool:
        """Whether the line keeps to one row of hexes, and this hex is open along that row."""
        if self.terrain.corridors is None:
            return False
        n = distance(self.a, self.b)
        return any(
            (self.b.q - self.a.q, self.b.r - self.a.r) == (n * step.q, n * step.r)
            and self.terrain.corridors[i] >> (d % 3) & 1
            for d, step in enumerate(DIRECTIONS)
        )

    def _in_way(self, height: int, passage: Passage, bare: bool = False) -> int:
        """Whether something so high is in the way, as `LevelTable.blocked` puts it."""
        levels = self.terrain.levels
        if levels is None:
            line = self.height_a + (self.height_b - self.height_a) * passage.at
            return ALWAYS if height > line or (height == line and self.terrain.touching and not bare) else NEVER
        high, low, from_a = levels.clip(self.height_a), levels.clip(self.height_b), True
        if low > high:
            high, low, from_a = low, high, False
        hex_ = passage.hex
        if passage.side is not None and not from_a:
            hex_ = Hex(hex_.q + DIRECTIONS[passage.side].q, hex_.r + DIRECTIONS[passage.side].r)
        to_high, to_low = distance(hex_, self.a), distance(hex_, self.b)
        if not from_a:
            to_high, to_low = to_low, to_high
        return levels.blocked(high, low, levels.clip(height), bare, to_high, to_low)


def _sum(views: Sequence[View]) -> View:
    """A lane as a whole: the first thing that blocks it, and all that hinders."""
    hindrance = sum(view.hindrance for view in views)
    first = next((view for view in views if view.reason), View())
    return View(first.reason, first.spot, hindrance, first.how)


def mark_adjacent(neighbours: Sequence[int], hexes: Iterable[int], flag: int, flags: bytearray) -> None:
    """Set a flag in every hex next to one of `hexes`."""
    for hex_ in hexes:
        for near in neighbours[6 * hex_ : 6 * hex_ + 6]:
            if near >= 0:
                flags[near] |= flag
