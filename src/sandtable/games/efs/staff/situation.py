"""A position as a staff sees it."""

from __future__ import annotations

from functools import cached_property

from sandtable.games.efs.combat.asterisks import Fight, conditions
from sandtable.games.efs.staff import ground
from sandtable.games.efs.staff.doctrine import Doctrine
from sandtable.games.efs.staff.estimates import Stake
from sandtable.games.efs.staff.tasks import Tasks, tasks_of
from sandtable.games.efs.state import AXIS, Attack, enemy_of
from sandtable.games.efs.supply.routes import supplied_hexes
from sandtable.games.efs.units import Game, is_artillery
from sandtable.games.efs.zones import zone_of
from sandtable.mechanics.roster import enemy_hexes, units_in, units_of

SHORT = 12
"""A short march, in quarters of a movement point."""
STEEPLY = 0.94
"""What is left of a pull a quarter of a movement point farther away, for those who must come near."""


class Situation:
    """A position before one side."""

    def __init__(self, game: Game, side: str, doctrine: Doctrine) -> None:
        self.game, self.side, self.enemy = game, side, enemy_of(side)
        self.content, self.state = game.content, game.state
        self.doctrine = doctrine
        self._tasks: dict[str, Tasks] = {}

    @cached_property
    def prizes(self) -> dict[str, int]:
        return dict(ground.prizes(self.game, self.side))

    @cached_property
    def keeps(self) -> dict[str, int]:
        return dict(ground.keeps(self.game, self.side))

    @cached_property
    def turns_left(self) -> int:
        return self.content.last_turn - self.state.turn

    @cached_property
    def fed(self) -> frozenset[str]:
        """The hexes in which own units would be in supply: those that are, and those in enemy zones of control next to
        them, since who stands there opens them to supply.
        """
        found, zone = supplied_hexes(self.game, self.side), zone_of(self.game, self.enemy)
        beside = [label for label in zone if not found.isdisjoint(self.content.adjacent[label])]
        return found.union(beside)

    def fear(self, label: str) -> float:
        """How much losses count in a hex: little where points are held, and less and less towards the end."""
        share = 0.4 if label in self.keeps or label in self.prizes else 1.0
        return self.doctrine.fear * share * min(1.0, self.turns_left / 3)

    def tasks(self, unit_id: str) -> Tasks:
        """What there is to do for a unit."""
        if unit_id not in self._tasks:
            self._tasks[unit_id] = tasks_of(self.game, self.side, unit_id)
        return self._tasks[unit_id]

    def strength(self, unit_id: str) -> float:
        return ground.strength(self.game, unit_id)

    def strength_of(self, name: str) -> float:
        """The attack strength of a unit; nothing for what is no unit."""
        return self.strength(name) if name in self.state.units else 0.0

    def defence(self, unit_id: str) -> float:
        return ground.defence(self.game, unit_id)

    def far_from_enemy(self, label: str) -> int:
        return ground.distance_to_enemy(self.game, self.side, label)

    def worth_of_taking(self, label: str) -> float:
        """What it is worth to drive the enemy out of a hex."""
        if label in self.prizes:
            return self.doctrine.driven + self.doctrine.prize * self.prizes[label]
        near = max(
            (points / (1 + self.content.distance(label, goal)) for goal, points in self.prizes.items()), default=0.0
        )
        return self.doctrine.driven + 0.3 * near

    def worth_of_keeping(self, label: str) -> float:
        """What it is worth not to be driven out of a hex."""
        if label in self.keeps:
            return self.doctrine.driven + self.doctrine.prize * self.keeps[label]
        near = max(
            (points / (1 + self.content.distance(label, goal)) for goal, points in self.keeps.items()), default=0.0
        )
        return self.doctrine.driven + 0.3 * near

    def stake_of_defence(self, attack: Attack, supplied: bool) -> Stake:
        """What is at stake for the enemy where he attacks."""
        game, units = self.game, self.state.units
        defenders = [unit_id for label in attack.hexes for unit_id in units_in(game, label)]
        return Stake(
            self.doctrine.own_step,
            self.doctrine.step,
            sum(self.worth_of_keeping(label) for label in attack.hexes),
            sum(units[unit_id].steps for unit_id in defenders),
            sum(units[unit_id].steps for unit_id in attack.attackers),
            sum(conditions(game, Fight(attack.attackers, attack.hexes, supplied)).values()),
        )

    @cached_property
    def attacks_follow(self) -> bool:
        """Whether the own Combat Phase follows the phase in progress before the enemy moves."""
        return self.state.phase == ("axis/movement" if self.side == AXIS else "soviet/motorized")

    @cached_property
    def own(self) -> dict[str, str]:
        """The own units on the map and where they are."""
        return {unit_id: unit.at for unit_id, unit in units_of(self.game, self.side).items()}

    @cached_property
    def fighting(self) -> dict[str, float]:
        """The hexes of the own side that are near the enemy, with the strength there; of all where none is near."""
        found = self._strengths_within(2)
        return found or self._strengths_within(99)

    def _strengths_within(self, far: int) -> dict[str, float]:
        found: dict[str, float] = {}
        for unit_id, at in self.own.items():
            if self.far_from_enemy(at) <= far and not is_artillery(self.game, unit_id):
                found[at] = found.get(at, 0.0) + max(self.strength(unit_id), 0.5)
        return found

    @cached_property
    def fights(self) -> dict[str, float]:
        """Where guns are wanted: before an attack at the enemies next to own troops, else where the enemy is near."""
        if not self.attacks_follow:
            return self.fighting
        found: dict[str, float] = {}
        for label in enemy_hexes(self.game, self.side):
            near = sum(self.fighting.get(at, 0.0) for at in self.content.adjacent[label])
            if near:
                found[label] = near
        return found or self.fighting

    def nearness_to(self, name: str, label: str, goal: str) -> float:
        """How near a hex is to another by the way that a unit would have to go: 1 within a short march."""
        far = ground.distances(self.game, ground.kind_of(self.game, name), self.side, goal).get(label)
        return 0.0 if far is None else STEEPLY ** max(far - SHORT, 0)
