"""The position as a staff sees it: who stands where, how far away things are, what a step is worth."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cached_property
from typing import TypeAlias, cast

from sandtable.board import CLOSED, FORBIDDEN, Trace, trace
from sandtable.games.gts.content import Content
from sandtable.games.gts.fire.fire_zones import WeaponClass, watchers, zones_of
from sandtable.games.gts.indirect.observers import weapon_class
from sandtable.games.gts.movement.costs import SCALE, Terms, graph
from sandtable.games.gts.state import Unit, enemy_of
from sandtable.games.gts.units import Game, face, hexes_of, positions, units_in
from sandtable.kernel import of_content

IN_ZONE = 2.0
"""How many movement points a hex in an enemy fire zone counts as dearer on the way to a goal."""
HALF_POINT = 2 * SCALE
"""A movement point in the costs of the map."""
TURNS_COUNTED = 6
"""How many of the turns left an early end is reckoned to cost."""
UNREACHED = 99.0
FAR_AWAY = 99

Fields: TypeAlias = "dict[tuple[str, bool], tuple[array[int], array[int]]]"


@of_content
def reversed_costs(content: Content) -> Fields:
    """For each kind of mover the costs of the map read from a goal backwards, made when they are needed."""
    return {}


def backwards(content: Content, mobility: str, *, column: bool) -> tuple[array[int], array[int]]:
    """The neighbours of every hex, and what the step from each of them into it costs by day in clear weather."""
    known = reversed_costs(content)
    found = known.get((mobility, column))
    if found is None:
        terms = Terms(mobility, column, 0, 0, 1, frozenset(), frozenset(), frozenset())
        costs, board = graph(content, terms).costs, content.board
        turned = array("i", [FORBIDDEN]) * (6 * board.size)
        for i in range(board.size):
            for direction in range(6):
                j = board.neighbour(i, direction)
                if j >= 0:
                    turned[6 * i + direction] = costs[6 * j + (direction + 3) % 6]
        found = known[mobility, column] = (board.neighbours, turned)
    return found


class Situation:
    """What a staff works out for a decision."""

    def __init__(self, game: Game, side: str) -> None:
        self.game = game
        self.side = side
        self.enemy = enemy_of(side)
        self.content: Content = game.content
        self.units: dict[str, Unit] = game.state.units
        self.qualities: dict[str, int] = {}
        self.harms: dict[tuple[str, str, str, int], float] = {}
        self.fires: dict[tuple[str, str], float] = {}
        self.shots_at: dict[tuple[str, str], float] = {}
        self._kept = self._what_holds()

    def _what_holds(self) -> Kept:
        """What was worked out from the enemy's positions, kept for as long as they do not change."""
        key = (len(positions(self.game).changed[self.enemy]), self.zones)
        known, kept = self.game.memo.get(("kept", self.side), (None, None))
        if known != key:
            kept = Kept(self)
            self.game.memo["kept", self.side] = (key, kept)
        return cast("Kept", kept)

    # Who is where

    @cached_property
    def enemies(self) -> dict[str, int]:
        """The hexes of the enemy, with the number of units in each."""
        return hexes_of(self.game, self.enemy)

    @cached_property
    def zones(self) -> frozenset[str]:
        """The fire zones of the enemy."""
        return zones_of(self.game, self.enemy)

    def watchers(self, label: str) -> list[str]:
        """The enemies that can fire at a hex."""
        units = self.units
        return [unit_id for unit_id in watchers(self.game, label, self.enemy) if not units[unit_id].suppressed]

    def own(self) -> Iterable[str]:
        counters, side = self.content.counters, self.side
        return (unit_id for unit_id in self.units if counters[unit_id].side == side)

    def there(self, label: str) -> tuple[str, ...]:
        return units_in(self.game, label)

    def place(self, unit_id: str) -> str:
        """The hex of a unit, or the entry hex in which it waits; nothing beyond the map."""
        unit = self.units[unit_id]
        return self.content.entry_hex[unit.entry] if unit.entry else unit.at

    def weapon(self, unit_id: str) -> WeaponClass | None:
        return weapon_class(self.game, unit_id)

    def near_enemy(self, label: str) -> int:
        """How many hexes away the nearest enemy is."""
        return self._kept.from_enemy[self.content.board.index[label]]

    # What things are worth

    @cached_property
    def step_points(self) -> dict[str, float]:
        """The victory points that a lost step of each side gives to the other; armour may count by itself."""
        found = {self.side: 0.0, self.enemy: 0.0}
        for award in self.content.scenario.victory:
            if award.kind == "losses" and award.of is not None and not award.armored:
                found[award.of] += award.points
        return found

    @cached_property
    def armour_points(self) -> dict[str, float]:
        found = {self.side: 0.0, self.enemy: 0.0}
        for award in self.content.scenario.victory:
            if award.kind == "losses" and award.of is not None and award.armored:
                found[award.of] += award.points
        return found

    def step_worth(self, unit_id: str) -> float:
        """What a step of a unit is worth to its side: what it scores when it is lost, and what it can do."""
        kind = self.content.counters[unit_id]
        worth = 0.6 + 0.1 * max(kind.front.fire or 0, kind.front.assault or 0) + self.step_points[kind.side]
        if kind.front.armored:
            worth += self.armour_points[kind.side]
        return worth + self.lifelines.get(unit_id, 0.0)

    @cached_property
    def lifelines(self) -> dict[str, float]:
        """What the units on which the scenario turns are worth beyond their strength: the fewer are left, the more."""
        end = self.content.scenario.early_end
        if end is None:
            return {}
        region = self.content.region(end.region)
        left = [unit_id for unit_id in end.units if unit_id in self.units and self.units[unit_id].at in region]
        turns = min(self.content.last_turn - self.game.state.turn, TURNS_COUNTED)
        return dict.fromkeys(left, end.points * turns / (2.0 * len(left) ** 2)) if left else {}

    # Ways

    def way(self, hexes: frozenset[str], mobility: str) -> Way:
        """How far every hex is from some hexes for a kind of mover, past the enemy."""
        key, ways = (hexes, mobility), self._kept.ways
        if key not in ways:
            ways[key] = Way(self._kept, hexes, mobility)
        return ways[key]

    def mobility(self, unit_id: str) -> str:
        shown = face(self.game, unit_id)
        if shown.move is not None:
            return shown.mobility
        transport = self.content.counters[unit_id].transport
        return transport.mobility if transport is not None else "leg"


class Kept:
    """What follows from the enemy's positions alone: how far he is, and the ways past him."""

    def __init__(self, situation: Situation) -> None:
        board = situation.content.board
        self.content = situation.content
        self.zones = situation.zones
        held = [board.index[label] for label in situation.enemies]
        costs = trace(board.neighbours, held, bytes(board.size)).costs
        self.from_enemy = [cost if cost >= 0 else FAR_AWAY for cost in costs]
        self.ways: dict[tuple[frozenset[str], str], Way] = {}
        closed = bytearray(board.size)
        for i in held:
            closed[i] = CLOSED
        self.closed = bytes(closed)


class Way:
    """How far every hex is from a goal, on foot or wheels in combat formation and in column."""

    def __init__(self, kept: Kept, hexes: frozenset[str], mobility: str) -> None:
        self._kept = kept
        self._index = kept.content.board.index
        self._goal = [self._index[label] for label in hexes if label in self._index]
        self._mobility = mobility

    def _trace(self, *, column: bool) -> Trace:
        """The enemy's hexes are not passed through, but for those that are the goal."""
        neighbours, costs = backwards(self._kept.content, self._mobility, column=column)
        flags = bytearray(self._kept.closed)
        for i in self._goal:
            flags[i] = 0
        return trace(neighbours, self._goal, bytes(flags), edge_cost=self._dearer(costs, column=column))

    def _dearer(self, costs: array[int], *, column: bool) -> array[int]:
        """The same costs with a surcharge for hexes in enemy fire zones: what leads out of one costs more."""
        if not self._kept.zones:
            return costs
        dear = costs[:]
        extra = int(IN_ZONE * HALF_POINT) * (2 if column else 1)
        for label in self._kept.zones:
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
        return UNREACHED if found < 0 else min(found / HALF_POINT, UNREACHED)

    def columned(self, label: str) -> float:
        """The movement points to the goal in column."""
        found = self._columned[self._index[label]]
        return UNREACHED if found < 0 else min(found / HALF_POINT, UNREACHED)

    def far(self, label: str, *, column: bool = False) -> float:
        """The movement points to the goal by the better formation; changing costs two."""
        formed, columned = self.formed(label), self.columned(label)
        return min(columned, formed + 1) if column else min(formed, columned + 2)
