"""The position as a staff sees it: who stands where, what is worth having, and how far away it is."""

from __future__ import annotations

from functools import cached_property

from sandtable.board import Trace, trace
from sandtable.games.gsfg.content import RIVERS, Content
from sandtable.games.gsfg.state import NATO, SOVIET, enemy_of
from sandtable.games.gsfg.supply import barred_to, nato_supply, soviet_supply
from sandtable.games.gsfg.units import Game, controller, hexes_of, occupants

MARCH = 6
"""How many hexes a unit covers in a phase, on average over the terrain."""
CITY_DETOUR = 8
"""How many movement points nearer a hex that decides the game may be to count as much as another goal."""


class Stack:
    """Units of one side in a hex, added up."""

    __slots__ = ("attack", "defense", "ids", "side", "size", "steps")

    def __init__(self, side: str) -> None:
        self.side = side
        self.ids: list[str] = []
        self.attack = 0
        self.defense = 0
        self.steps = 0
        self.size = 0


class Situation:
    """What a staff works out once for a decision."""

    def __init__(self, game: Game, side: str) -> None:
        self.game = game
        self.side = side
        self.enemy = enemy_of(side)
        self.content: Content = game.content
        self.stacks: dict[str, Stack] = {}
        counters = self.content.counters
        for label, there in occupants(game).items():
            stack = Stack(counters[there[0]].side)
            for unit_id in there:
                kind = counters[unit_id]
                stack.ids.append(unit_id)
                stack.attack += kind.attack
                stack.defense += kind.defense
                stack.steps += game.state.units[unit_id].steps
                stack.size += self.content.stack_size[unit_id]
            self.stacks[label] = stack

    @cached_property
    def worth(self) -> dict[str, float]:
        """What each hex that counts for victory is worth, by how much of its region is still wanted."""
        found: dict[str, float] = {}
        for condition in self.content.scenario.victory:
            region = self.content.region(condition.region)
            each = 4.0 * min(1.0, 8.0 / condition.count) + 1.0
            for label in region:
                found[label] = max(found.get(label, 0.0), 1.5 if condition.bridgehead else each)
        return found

    @cached_property
    def goals(self) -> Trace:
        """How far every hex is from what the Soviets still want, nearer to what is worth more."""
        board = self.content.board
        wanted = [label for label in self.worth if controller(self.game, label) != SOVIET] or list(self.worth)
        best = max(self.worth.values())
        starts = [round(CITY_DETOUR * (best - self.worth[label]) / best) for label in wanted]
        costs = self.content.edge_costs[False, 0]
        sources = [board.index[label] for label in wanted]
        return trace(board.neighbours, sources, self.content.closed, edge_cost=costs, start_costs=starts)

    @cached_property
    def enemy_distance(self) -> Trace:
        """How many hexes every hex is from the nearest enemy."""
        board = self.content.board
        sources = [board.index[label] for label in hexes_of(self.game, self.enemy)]
        return trace(board.neighbours, sources, bytes(board.size))

    def distance_to_enemy(self, label: str) -> int:
        found = self.enemy_distance.cost(self.content.board.index[label])
        return 99 if found is None else found

    def is_supplied_at(self, unit_id: str, label: str) -> bool:
        """Whether a unit would be in overland supply in a hex, as the enemy stands now."""
        kind = self.content.counters[unit_id]
        if kind.side == SOVIET and label in self.content.soviet_home:
            return True
        nation = SOVIET if kind.side == SOVIET else kind.nat
        reached = self._reached.get(nation)
        if reached is None:
            supplied = (
                soviet_supply(self.game) if kind.side == SOVIET else nato_supply(self.game, kind.nat, self._barred)
            )
            reached = self._reached[nation] = supplied
        return bool(reached[self.content.board.index[label]])

    @cached_property
    def _reached(self) -> dict[str, bytes]:
        return {}

    @cached_property
    def _barred(self) -> bytes:
        return barred_to(self.game, NATO)

    def is_across_river(self, a: str, b: str) -> bool:
        board = self.content.board
        i, j = board.index[a], board.index[b]
        return not board.side_features(i, board.direction(i, j)).isdisjoint(RIVERS)

    @cached_property
    def share_in_contact(self) -> float:
        """The share of the own units that stand next to the enemy by land."""
        enemies = hexes_of(self.game, self.enemy)
        land = self.content.land_adjacent
        own = [(label, len(stack.ids)) for label, stack in self.stacks.items() if stack.side == self.side]
        touching = sum(number for label, number in own if not enemies.isdisjoint(land[label]))
        return touching / max(1, sum(number for _, number in own))

    @cached_property
    def pressure(self) -> dict[str, float]:
        """The attack strength of the side that already stands next to each enemy stack, halved over rivers."""
        found: dict[str, float] = {}
        for label, stack in self.stacks.items():
            if stack.side == self.side:
                for near in self.content.adjacent[label]:
                    if near in self.stacks and self.stacks[near].side == self.enemy:
                        over = 0.5 if self.is_across_river(label, near) else 1.0
                        found[near] = found.get(near, 0.0) + stack.attack * over
        return found

    @cached_property
    def potential(self) -> dict[str, float]:
        """The attack strength that could be brought against each enemy stack in this phase, by rule of thumb."""
        q, r = self.content.board.coordinates
        index, counters = self.content.board.index, self.content.counters
        free = [
            (q[i], r[i], counters[unit_id].attack)
            for unit_id, unit in self.game.state.units.items()
            if counters[unit_id].side == self.side and not unit.moved and not unit.pinned
            for i in (index[unit.at],)
        ]
        found: dict[str, float] = {}
        for label, stack in self.stacks.items():
            if stack.side == self.enemy:
                x, y = q[index[label]], r[index[label]]
                near = sum(
                    attack for a, b, attack in free if max(abs(a - x), abs(b - y), abs(a + b - x - y)) <= MARCH
                )
                found[label] = near + self.pressure.get(label, 0.0)
        return found

    @cached_property
    def threat(self) -> dict[str, float]:
        """The enemy attack strength within two hexes of every hex that has any."""
        board = self.content.board
        found: dict[str, float] = {}
        for label, stack in self.stacks.items():
            if stack.side == self.enemy:
                for i in board.within(board.index[label], 2):
                    near = board.labels[i]
                    found[near] = found.get(near, 0.0) + stack.attack
        return found

    def needed(self, label: str) -> float:
        """The attack strength that makes an attack on an enemy stack promising."""
        shift = self.content.terrain_shift[self.content.terrain[label]]
        columns = 4 if self.side == SOVIET else 2
        return self.stacks[label].defense * (columns - shift)
