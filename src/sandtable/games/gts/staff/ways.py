"""How far things are past the enemy, and the enemy's own ways that are to be barred."""

from __future__ import annotations

from array import array
from functools import cached_property

from sandtable.board import CLOSED, FORBIDDEN, Trace, trace
from sandtable.games.gts.content import Content
from sandtable.games.gts.fire.fire_zones import zones_of
from sandtable.games.gts.movement.costs import hex_costs
from sandtable.games.gts.movement.step_costs import Terms, clear_day
from sandtable.games.gts.movement.terrain_chart import HALF
from sandtable.games.gts.units import Game, in_play, on_map
from sandtable.kernel import derived, of_content

IN_ZONE = 2.0
"""How many movement points a hex in an enemy fire zone counts as dearer on the way to a goal."""
UNREACHED = 99.0
FAR_AWAY = 99


@of_content
def backwards(content: Content, terms: Terms) -> array[int]:
    """What the step into every hex from each of its neighbours costs, to be read from a goal backwards."""
    costs, board = hex_costs(content, terms), content.board
    turned = array("i", [FORBIDDEN]) * (6 * board.size)
    for i in range(board.size):
        for direction in range(6):
            j = board.neighbour(i, direction)
            if j >= 0:
                turned[6 * i + direction] = costs[6 * j + (direction + 3) % 6]
    return turned


@derived("units")
def places_of(game: Game, side: str) -> tuple[tuple[str, str], ...]:
    """The units of a side that are on the map, each with its hex."""
    units = game.state.units
    return tuple([(unit_id, units[unit_id].at) for unit_id in in_play(game, side) if on_map(game, unit_id)])


@derived(places_of, zones_of)
def front(game: Game, side: str) -> Front:
    """Where a side stands and what it covers, as its enemy has to reckon with it."""
    return Front(game.content, dict(places_of(game, side)), zones_of(game, side))


class Front:
    """What follows from the enemy's positions alone: how far he is, and the ways past him."""

    def __init__(self, content: Content, places: dict[str, str], zones: frozenset[str]) -> None:
        board = content.board
        self.content, self.places, self.zones = content, places, zones
        held = {board.index[label] for label in places.values()}
        costs = trace(board.neighbours, held, bytes(board.size)).costs
        self.from_enemy = [cost if cost >= 0 else FAR_AWAY for cost in costs]
        closed = bytearray(board.size)
        for i in held:
            closed[i] = CLOSED
        self.closed = bytes(closed)
        self._ways: dict[tuple[frozenset[str], str], Way] = {}
        self._barriers: dict[tuple[frozenset[str], frozenset[str]], Barrier] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Front) and (self.places, self.zones) == (other.places, other.zones)

    __hash__ = None  # type: ignore[assignment]

    def way(self, hexes: frozenset[str], mobility: str) -> Way:
        """How far every hex is from some hexes for a kind of mover, past the enemy."""
        key = (hexes, mobility)
        if key not in self._ways:
            self._ways[key] = Way(self, hexes, mobility)
        return self._ways[key]

    def barrier(self, goal: frozenset[str], movers: frozenset[str]) -> Barrier:
        """The ways of some of the enemy's units to a goal."""
        key = (goal, movers)
        if key not in self._barriers:
            self._barriers[key] = Barrier(self, goal, movers)
        return self._barriers[key]


class Way:
    """How far every hex is from a goal, on foot or wheels in combat formation and in column."""

    def __init__(self, front: Front, hexes: frozenset[str], mobility: str) -> None:
        self._front = front
        self._index = front.content.board.index
        self._goal = [self._index[label] for label in hexes if label in self._index]
        self._mobility = mobility

    def _trace(self, *, column: bool) -> Trace:
        """The enemy's hexes are not passed through, but for those that are the goal."""
        content = self._front.content
        costs = backwards(content, clear_day(self._mobility, column=column))
        flags = bytearray(self._front.closed)
        for i in self._goal:
            flags[i] = 0
        edge_cost = self._dearer(costs, column=column)
        return trace(content.board.neighbours, self._goal, bytes(flags), edge_cost=edge_cost)

    def _dearer(self, costs: array[int], *, column: bool) -> array[int]:
        """The same costs with a surcharge for hexes in enemy fire zones: what leads out of one costs more."""
        if not self._front.zones:
            return costs
        dear = costs[:]
        extra = int(IN_ZONE * HALF) * (2 if column else 1)
        for label in self._front.zones:
            i = self._index[label]
            for slot in range(6 * i, 6 * i + 6):
                if dear[slot] < FORBIDDEN:
                    dear[slot] += extra
        return dear

    @cached_property
    def _formed(self) -> array[int]:
        return self._trace(column=False).costs

    @cached_property
    def _columned(self) -> array[int]:
        return self._trace(column=True).costs

    def formed(self, label: str) -> float:
        """The movement points to the goal in combat formation."""
        found = self._formed[self._index[label]]
        return UNREACHED if found < 0 else min(found / HALF, UNREACHED)

    def columned(self, label: str) -> float:
        """The movement points to the goal in column."""
        found = self._columned[self._index[label]]
        return UNREACHED if found < 0 else min(found / HALF, UNREACHED)

    def far(self, label: str, *, column: bool = False) -> float:
        """The movement points to the goal by the better formation; changing costs two."""
        formed, columned = self.formed(label), self.columned(label)
        return min(columned, formed + 1) if column else min(formed, columned + 2)


class Barrier:
    """The ways of some enemies to a goal: what a detour over each hex would cost them."""

    def __init__(self, front: Front, hexes: frozenset[str], movers: frozenset[str]) -> None:
        board = self._board = front.content.board
        sources = [board.index[front.places[unit_id]] for unit_id in sorted(movers) if unit_id in front.places]
        costs = hex_costs(front.content, clear_day("leg", column=True))
        self._there: array[int] = trace(board.neighbours, sources, bytes(board.size), edge_cost=costs).costs
        goal = front.way(hexes, "leg")
        self._from = [goal.columned(label) for label in board.labels]
        lengths = [self._there[i] / HALF + self._from[i] for i in range(board.size) if self._there[i] >= 0]
        self._least = min(lengths, default=UNREACHED)
        self.path = (
            frozenset(label for i, label in enumerate(board.labels) if self._there[i] >= 0 and self._detour(i) < 1.0)
            or hexes
        )

    def _detour(self, i: int) -> float:
        return self._there[i] / HALF + self._from[i] - self._least

    def at(self, label: str) -> tuple[float, float]:
        """What the way over a hex costs the enemy beyond his best one, and how far he is from it."""
        i = self._board.index[label]
        if self._there[i] < 0:
            return UNREACHED, UNREACHED
        return self._detour(i), self._there[i] / HALF
