"""The position as a staff sees it: who stands where, what is worth having, and how far away it is."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from sandtable.board import Trace, trace
from sandtable.games.gsfg.combat.combat_odds import has_jaeger, shift_figures
from sandtable.games.gsfg.combat.strengths import assault_hexes, over_rivers
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.movement.costs import edge_costs
from sandtable.games.gsfg.sequence import PlayerTurn
from sandtable.games.gsfg.staff.doctrine import Doctrine
from sandtable.games.gsfg.state import SOVIET, enemy_of
from sandtable.games.gsfg.supply import nato_supply, soviet_supply
from sandtable.games.gsfg.units import Game, controller, occupants, of_group
from sandtable.kernel import of_content
from sandtable.mechanics.roster import hexes_of

MARCH = 6
"""How many hexes a unit covers in a phase, on average over the terrain."""
REACH = 8
"""From how far away a unit may strike or take a hex in its next player turn."""
MOST_STUBBORN = 12


class Stack:
    """Units of one side in a hex, added up; out of supply their strengths count half."""

    __slots__ = ("attack", "defense", "ids", "side", "size", "steps")

    def __init__(self, side: str) -> None:
        self.side = side
        self.ids: list[str] = []
        self.attack = 0.0
        self.defense = 0.0
        self.steps = 0
        self.size = 0


class Situation:
    """What a staff works out once for a decision; `mover` names a unit about to move, whose weight is left out."""

    def __init__(self, game: Game, side: str, doctrine: Doctrine, mover: str = "") -> None:
        self.game = game
        self.side = side
        self.doctrine = doctrine
        self.enemy = enemy_of(side)
        self.mover = mover
        self.content: Content = game.content
        self._reached: dict[str, bytes] = {}

    @cached_property
    def stacks(self) -> dict[str, Stack]:
        """Who stands where."""
        found: dict[str, Stack] = {}
        counters, sizes, units = self.content.counters, self.content.stack_size, self.game.state.units
        for label, there in occupants(self.game).items():
            stack = found[label] = Stack(counters[there[0]].side)
            for unit_id in there:
                kind = counters[unit_id]
                fed = 1.0 if self.is_supplied_at(unit_id, label) else 0.5
                stack.ids.append(unit_id)
                stack.attack += kind.attack * fed
                stack.defense += kind.defense * fed
                stack.steps += units[unit_id].steps
                stack.size += sizes[unit_id]
        return found

    def stacks_of(self, side: str) -> Iterable[tuple[str, Stack]]:
        return ((label, stack) for label, stack in self.stacks.items() if stack.side == side)

    @cached_property
    def worth(self) -> dict[str, float]:
        """What each hex that counts for victory is worth: the fewer it takes of a region, the more."""
        found: dict[str, float] = {}
        for condition in self.content.scenario.victory:
            each = 1.5 if condition.bridgehead else 4.0 * min(1.0, 8.0 / condition.count) + 1.0
            for label in self.content.region(condition.region):
                found[label] = max(found.get(label, 0.0), each)
        return found

    @cached_property
    def lateness(self) -> float:
        """From 0 to 1 over the last turns."""
        return max(0.0, 1.0 - (self.content.last_turn - self.game.state.turn) / self.doctrine.late)

    # What the Soviets want

    @cached_property
    def goals(self) -> Trace:
        """How far every hex is from what the Soviets still want.

        What is worth more counts as nearer; what is hard to storm, or has enough strength before it, as farther away.
        """
        board = self.content.board
        wanted = [label for label in self.worth if controller(self.game, label) != SOVIET] or list(self.worth)
        starts = [self._farness(label) for label in wanted]
        costs = edge_costs(self.content, False, 0)
        sources = [board.index[label] for label in wanted]
        return trace(board.neighbours, sources, self.content.closed, edge_cost=costs, start_costs=starts)

    def _farness(self, label: str) -> int:
        best, doctrine = max(self.worth.values()), self.doctrine
        farness = doctrine.detour * (best - self.worth[label]) / best
        stack = self.stacks.get(label)
        needed = self.needed(label) if stack is not None and stack.side == self.enemy else 1.0
        farness += min(MOST_STUBBORN, doctrine.stubborn * needed)
        if self.gathered.get(label, 0.0) >= needed:
            farness += doctrine.crowded
        return round(farness)

    @cached_property
    def gathered(self) -> dict[str, float]:
        """The own attack strength within two hexes of every hex that has any, without the mover's."""
        return self._strength_near(self.side, self.mover)

    @cached_property
    def threat(self) -> dict[str, float]:
        """The enemy attack strength within two hexes of every hex that has any."""
        return self._strength_near(self.enemy, "")

    def _strength_near(self, side: str, left_out: str) -> dict[str, float]:
        within = two_hexes_around(self.content)
        found: dict[str, float] = {}
        for label, stack in self.stacks_of(side):
            attack = stack.attack
            if left_out in stack.ids:
                attack -= self.content.counters[left_out].attack
            if attack > 0:
                for near in within[label]:
                    found[near] = found.get(near, 0.0) + attack
        return found

    # Distances and supply

    @cached_property
    def enemy_distance(self) -> Trace:
        """How many hexes every hex is from the nearest enemy."""
        board = self.content.board
        sources = [board.index[label] for label in hexes_of(self.game, self.enemy)]
        return trace(board.neighbours, sources, bytes(board.size))

    def distance_to_enemy(self, label: str) -> int:
        found = self.enemy_distance.cost(self.content.board.index[label])
        return 99 if found is None else found

    @cached_property
    def own_distance(self) -> Trace:
        """How many hexes every hex is from the nearest unit of one's own."""
        board = self.content.board
        sources = [board.index[label] for label in hexes_of(self.game, self.side)]
        return trace(board.neighbours, sources, bytes(board.size))

    def distance_from_own(self, label: str) -> int:
        found = self.own_distance.cost(self.content.board.index[label])
        return 99 if found is None else found

    def is_supplied_at(self, unit_id: str, label: str) -> bool:
        """Whether a unit would be in overland supply in a hex, as the enemy stands now.

        A city of the enemy's is closed to supply until it is taken, so its surroundings answer for it.
        """
        kind = self.content.counters[unit_id]
        if kind.side == SOVIET and label in self.content.soviet_home:
            return True
        reached, index = self._reached_by(kind.side, kind.nat), self.content.board.index
        if reached[index[label]]:
            return True
        if self.content.terrain[label] != "city" or controller(self.game, label) == kind.side:
            return False
        return any(reached[index[near]] for near in self.content.adjacent[label])

    def _reached_by(self, side: str, nat: str) -> bytes:
        nation = SOVIET if side == SOVIET else nat
        reached = self._reached.get(nation)
        if reached is None:
            reached = soviet_supply(self.game) if side == SOVIET else nato_supply(self.game, nat)
            self._reached[nation] = reached
        return reached

    def is_across_river(self, a: str, b: str) -> bool:
        return a in over_rivers(self.content)[b]

    # Battles to come

    @cached_property
    def share_in_contact(self) -> float:
        """The share of the own units that stand next to the enemy by land."""
        enemies = hexes_of(self.game, self.enemy)
        land = self.content.land_adjacent
        own = [(label, len(stack.ids)) for label, stack in self.stacks_of(self.side)]
        touching = sum(number for label, number in own if not enemies.isdisjoint(land[label]))
        return touching / max(1, sum(number for _, number in own))

    def share_engaged(self, group: str) -> float:
        """The share of a group's attack strength about the front that stands next to the enemy by land."""
        counters, units, land = self.content.counters, self.game.state.units, self.content.land_adjacent
        enemies = hexes_of(self.game, self.enemy)
        near = [unit_id for unit_id in of_group(self.game, group) if self.distance_to_enemy(units[unit_id].at) <= MARCH]
        engaged = [unit_id for unit_id in near if not enemies.isdisjoint(land[units[unit_id].at])]
        whole, part = (sum(counters[unit_id].attack for unit_id in ids) for ids in (near, engaged))
        return part / max(1, whole)

    @cached_property
    def fights_later(self) -> bool:
        """Whether the player turn that runs still has a combat phase."""
        turn = next((frame for frame in self.game.state.stack if isinstance(frame, PlayerTurn)), None)
        return turn is None or any("/fight" in phase for phase in turn.phases)

    @cached_property
    def pressure(self) -> dict[str, float]:
        """The own attack strength that stands next to each enemy stack, halved over rivers, without the mover's."""
        reach = assault_hexes(self.content)
        found: dict[str, float] = {}
        for label, stack in self.stacks_of(self.side):
            attack = stack.attack
            if self.mover in stack.ids:
                attack -= self.content.counters[self.mover].attack
            for near in reach[label]:
                if near in self.stacks and self.stacks[near].side == self.enemy:
                    over = 0.5 if self.is_across_river(label, near) else 1.0
                    found[near] = found.get(near, 0.0) + attack * over
        return found

    @cached_property
    def potential(self) -> dict[str, float]:
        """The attack strength that could be brought against each enemy stack in this phase, by rule of thumb."""
        q, r = self.content.board.coordinates
        index, counters = self.content.board.index, self.content.counters
        free = [
            (q[i], r[i], counters[unit_id].attack)
            for unit_id, unit in self.game.state.units.items()
            if counters[unit_id].side == self.side and not (unit.moved or unit.rested or unit.pinned)
            for i in (index[unit.at],)
        ]
        found: dict[str, float] = {}
        for label, _ in self.stacks_of(self.enemy):
            x, y = q[index[label]], r[index[label]]
            near = sum(attack for a, b, attack in free if max(abs(a - x), abs(b - y), abs(a + b - x - y)) <= MARCH)
            found[label] = near + self.pressure.get(label, 0.0)
        return found

    def shift_against(self, label: str) -> int:
        """The columns that the terrain of an enemy stack takes from an attack on it."""
        figures = shift_figures(self.content)
        if self.content.terrain[label] == "city" and has_jaeger(self.game, self.stacks[label].ids):
            return figures.jaeger_defends_city
        return self.content.terrain_shift[self.content.terrain[label]]

    def needed(self, label: str) -> float:
        """The attack strength that makes an attack on an enemy stack promising."""
        return max(1.0, self.stacks[label].defense) * (self.doctrine.good_odds - self.shift_against(label))


@of_content
def two_hexes_around(content: Content) -> dict[str, tuple[str, ...]]:
    """For each hex the hexes within two of it, itself included."""
    board = content.board
    return {label: tuple(board.labels[j] for j in board.within(i, 2)) for i, label in enumerate(board.labels)}
