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
    NO_END,
    OBSTACLE,
    STOP,
    TERMINAL,
    ZOC,
)
from sandtable.hexgrid.coordinates import DIRECTIONS, Hex, direction_to, distance

# Movement and tracing


@dataclass
class Labels:
    """The best ways found: cost and number of hexes, the hex before, and the source, by hex."""

    best: dict[int, tuple[int, int]] = field(default_factory=dict)
    before: dict[int, int | None] = field(default_factory=dict)
    source: dict[int, int] = field(default_factory=dict)

    def offer(self, index: int, way: tuple[int, int], before: int) -> bool:
        """Takes a cheaper way, then one of fewer hexes, then one from a hex with a smaller index."""
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
        """The hexes from this one back to where its way begins."""
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
    """A movement field: what it costs to reach each hex, the hex before it, and where the mover may end."""

    start: int
    costs: dict[int, int]
    before: dict[int, int]
    ends: list[int]

    @property
    def reached(self) -> list[int]:
        """The hexes in the order of cost, then index, without the start."""
        return sorted(self.before, key=lambda index: (self.costs[index], index))

    def path(self, index: int) -> list[int]:
        """The hexes from the start to this one."""
        hexes = [index]
        while hexes[-1] != self.start:
            hexes.append(self.before[hexes[-1]])
        return hexes[::-1]


def movement_field(
    neighbours: Sequence[int],
    edge_cost: Sequence[int],
    start: int,
    allowance: int,
    flags: Sequence[int],
    *,
    extra: Sequence[int] | None = None,
    zoc: ZocRules | None = None,
    minimum_move: bool = False,
) -> Reach:
    """Every hex that can be entered with an allowance, by the cheapest way.

    A hex with STOP, or in a zone that stops, is not left again, except the start. A minimum move enters a hex next to
    the start that no other way reaches; it takes the whole allowance and goes no further.
    """
    zoc = zoc or ZocRules()

    def step_cost(here: int, direction: int, there: int) -> int:
        cost = edge_cost[here * 6 + direction] + (extra[there] if extra else 0)
        leaves, enters = flags[here] & ZOC, flags[there] & ZOC
        return cost + zoc.leave * bool(leaves) + zoc.enter * bool(enters) + zoc.between * bool(leaves and enters)

    def halts(index: int) -> bool:
        return index != start and bool(flags[index] & STOP or (zoc.stop and flags[index] & ZOC))

    labels = Labels({start: (0, 0)}, {start: None})
    queue = [(0, 0, start)]
    beyond_allowance = []
    while queue:
        cost, hexes, here = heapq.heappop(queue)
        if (cost, hexes) != labels.best[here] or halts(here):
            continue
        for direction in range(6):
            there = neighbours[here * 6 + direction]
            if there < 0 or flags[there] & CLOSED:
                continue
            price = step_cost(here, direction, there)
            if price >= FORBIDDEN:
                continue
            if cost + price > allowance:
                if here == start:
                    beyond_allowance.append(there)
            elif labels.offer(there, (cost + price, hexes + 1), here):
                heapq.heappush(queue, (cost + price, hexes + 1, there))

    costs = {index: cost for index, (cost, _) in labels.best.items()}
    before = {index: previous for index, previous in labels.before.items() if previous is not None}
    if minimum_move:
        for index in beyond_allowance:
            if index not in costs:
                costs[index] = allowance
                before[index] = start
    reach = Reach(start, costs, before, [])
    reach.ends.extend(index for index in reach.reached if not flags[index] & NO_END)
    return reach


def trace(
    neighbours: Sequence[int],
    sources: Sequence[int],
    passable: Sequence[int],
    *,
    edge_cost: Sequence[int] | None = None,
    limit: int | None = None,
    start_costs: Sequence[int] | None = None,
    network: Sequence[int] | None = None,
    network_limit: int | None = None,
) -> Labels:
    """Every hex that can be traced to an open source, each by the cheapest way.

    With a network, a line first follows it at no cost and then leaves it for good; only the part off it counts.
    """
    labels = Labels()
    for number, index in enumerate(sources):
        way = (start_costs[number] if start_costs else 0, 0)
        if passable[index] & CLOSED or (limit is not None and way[0] > limit):
            continue
        if index not in labels.best or way < labels.best[index]:
            labels.best[index] = way
            labels.before[index] = None
            labels.source[index] = number

    if network is not None:
        costs_along = [0 if on else FORBIDDEN for on in network]
        _extend(labels, neighbours, passable, costs_along, None, network_limit, frozenset())
    on_network = frozenset(labels.best) if network is not None else frozenset()
    costs_off = edge_cost if edge_cost is not None else [1] * len(neighbours)
    _extend(labels, neighbours, passable, costs_off, limit, None, on_network)
    return labels


def _extend(
    labels: Labels,
    neighbours: Sequence[int],
    passable: Sequence[int],
    edge_cost: Sequence[int],
    limit: int | None,
    most_hexes: int | None,
    settled: frozenset[int],
) -> None:
    """Continues from every label, within a limit of cost or of hexes; what is settled stays as it is."""
    queue = [(cost, hexes, index) for index, (cost, hexes) in labels.best.items()]
    heapq.heapify(queue)
    while queue:
        cost, hexes, here = heapq.heappop(queue)
        if (cost, hexes) != labels.best[here]:
            continue
        previous = labels.before[here]
        if previous is not None:
            labels.source[here] = labels.source[previous]
            if passable[here] & TERMINAL:
                continue
        if most_hexes is not None and hexes >= most_hexes:
            continue
        for direction in range(6):
            there = neighbours[here * 6 + direction]
            if there < 0 or passable[there] & CLOSED or there in settled:
                continue
            price = edge_cost[here * 6 + direction]
            if price >= FORBIDDEN or (limit is not None and cost + price > limit):
                continue
            if labels.offer(there, (cost + price, hexes + 1), here):
                heapq.heappush(queue, (cost + price, hexes + 1, there))


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


def passages(a: Hex, b: Hex) -> list[Passage]:
    """Everything on the straight line between two centres, in order, without the two hexes at its ends.

    A hex counts if the line crosses its inside, and a hexside if the line crosses it from one such hex to the next,
    even at its very corner; what the line only touches at a corner does not count. Where the line runs along a
    hexside, both hexes beside it and the hexsides that lead to them and from them count as two lanes, and that
    hexside counts itself.
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
        if leaving == entry:
            result.append(Passage(here, direction_to(here, there), entry))
        else:
            result += _along(here, there, leaving, entry)
    return result


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

    def blocked(self, high: int, low: int, obstacle: int, bare: bool, to_high: int, to_low: int) -> bool:
        cell = (self.bare if bare else self.blocks)[(high * self.count + low) * self.count + obstacle]
        if cell != IN_SHADOW:
            return cell == ALWAYS
        drops, rises, ranges = self.shape
        drop = min(max(high - obstacle, 0), drops - 1)
        rise = min(max(obstacle - low, 0), rises - 1)
        return to_low <= self.shadow[(drop * rises + rise) * ranges + min(to_high, ranges - 1)]


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


@dataclass(frozen=True)
class View:
    """What stops a line, and where; or how much hinders it."""

    reason: int = CLEAR
    spot: int = -1
    hindrance: int = 0


class Looker:
    """One look from a hex to another."""

    def __init__(
        self, terrain: Terrain, a: int, b: int, eye_a: int = 0, eye_b: int = 0, extra: Sequence[int] | None = None
    ) -> None:
        self.terrain = terrain
        self.extra = extra
        self.ends = (a, b)
        self.a, self.b = terrain.hexes[a], terrain.hexes[b]
        self.height_a = terrain.ground[a] + eye_a
        self.height_b = terrain.ground[b] + eye_b
        self.index = {hex_: i for i, hex_ in enumerate(terrain.hexes)}

    def view(self) -> View:
        """Blocked by the first thing in the way, or clear with the sum of all hindrances."""
        total = 0
        lanes: dict[int, list[View]] = {1: [], 2: []}
        for passage in passages(self.a, self.b):
            if passage.lane:
                lanes[passage.lane].append(self._judge(passage))
                continue
            if lanes[1]:
                chosen = self._choose(_sum(lanes[1]), _sum(lanes[2]))
                if chosen.reason:
                    return View(chosen.reason, chosen.spot)
                total += chosen.hindrance
                lanes = {1: [], 2: []}
            judged = self._judge(passage)
            if judged.reason:
                return View(judged.reason, judged.spot)
            total += judged.hindrance
        if self.terrain.end_hindrance:
            total += sum(self.terrain.hindrance[i] + (self.extra[i] if self.extra else 0) for i in set(self.ends))
        return View(hindrance=total)

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
        if self._in_way(terrain.ground[i], passage, bare=True):
            reason = GROUND
        elif terrain.top[i] and not self._runs_down_corridor(i):
            reason = OBSTACLE if self._in_way(terrain.ground[i] + terrain.top[i], passage) else CLEAR
        hindrance = terrain.hindrance[i]
        if terrain.hindrance_top and not self._in_way(terrain.ground[i] + terrain.hindrance_top[i], passage):
            hindrance = 0
        return View(reason, i, hindrance + (self.extra[i] if self.extra else 0))

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
        blocks = terrain.side_top[slot] > 0 and self._in_way(ground + terrain.side_top[slot], passage)
        return View(HEXSIDE if blocks else CLEAR, slot, terrain.side_hindrance[slot])

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

    def _in_way(self, height: int, passage: Passage, bare: bool = False) -> bool:
        levels = self.terrain.levels
        if levels is None:
            line = self.height_a + (self.height_b - self.height_a) * passage.at
            return height > line or (height == line and self.terrain.touching and not bare)
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
    return View(first.reason, first.spot, hindrance)


def mark_adjacent(neighbours: Sequence[int], hexes: Iterable[int], flag: int, flags: bytearray) -> None:
    """Set a flag in every hex next to one of `hexes`."""
    for hex_ in hexes:
        for near in neighbours[6 * hex_ : 6 * hex_ + 6]:
            if near >= 0:
                flags[near] |= flag
