"""A position as a staff sees it: who is where, what is in sight, what fire promises, where to go."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from sandtable.games.panzer.combat.hit_angle import Aspect, aspects
from sandtable.games.panzer.movement.reach import course_of, destination_options
from sandtable.games.panzer.spotting.line_of_sight import sees
from sandtable.games.panzer.spotting.spotting_phase import changes, range_to_spot
from sandtable.games.panzer.staff.doctrine import Doctrine
from sandtable.games.panzer.staff.estimates import promise, worth
from sandtable.games.panzer.staff.goals import Goal, distances, goals, points_of
from sandtable.games.panzer.state import Unit, enemy_of
from sandtable.games.panzer.units import Game
from sandtable.hexgrid import bearing
from sandtable.mechanics.roster import units_of

OTHERS = 0.2
"""How much goals count that are not the best one for a unit."""
NEAR = 12
"""From how many hexes away an enemy counts as one who may come."""


class Situation:
    """A position before one side."""

    def __init__(self, game: Game, side: str, doctrine: Doctrine) -> None:
        self.game, self.side, self.doctrine = game, side, doctrine
        self.content, self.state = game.content, game.state
        self.mine: Mapping[str, Unit] = units_of(game, side)
        self.enemies: Mapping[str, Unit] = units_of(game, enemy_of(side))

    @cached_property
    def goals(self) -> list[Goal]:
        return goals(self.game, self.side)

    def pull(self, unit_id: str, label: str) -> float:
        """What a hex is worth to a unit on its way to what counts."""
        doctrine, at = self.doctrine, self.state.units[unit_id].at
        best = total = 0.0
        for goal in self.goals:
            share = doctrine.company if goal.held and at not in goal.hexes else 1.0
            far = distances(self.content, goal.hexes)[label]
            value = doctrine.goal * points_of(self.content, goal, unit_id) * share * doctrine.pull**far
            best, total = max(best, value), total + value
        return best + OTHERS * (total - best)

    def in_sight(self, a: str, b: str) -> bool:
        return sees(self.content, changes(self.game), a, b)

    def danger(self, unit_id: str, label: str, facing: int) -> float:
        """What the enemies who see a hex promise to do to a unit there, in victory points."""
        there = Unit(label, facing)
        lost, spared = 0.0, 1.0
        most = max(range_to_spot(self.game, unit_id).hexes, 4)
        for enemy, unit in self.enemies.items():
            far = self.content.distance(unit.at, label)
            if far > most or not self.in_sight(unit.at, label):
                continue
            share = promise(self.content, enemy, unit_id, far, self.aspect(there, unit))
            lost, spared = lost + spared * share, spared * (1 - share)
        return lost * worth(self.content, unit_id)

    def prospect(self, unit_id: str, label: str) -> float:
        """What the best shot would promise to a unit in a hex, in victory points."""
        here, best = Unit(label, 0), 0.0
        for enemy, unit in self.enemies.items():
            far = self.content.distance(unit.at, label)
            if far <= range_to_spot(self.game, enemy).hexes and self.in_sight(label, unit.at):
                share = promise(self.content, unit_id, enemy, far, self.aspect(unit, here))
                best = max(best, share * worth(self.content, enemy))
        return best

    def ambush(self, unit_id: str, label: str) -> float:
        """What a shot at an enemy who may come near would promise, in victory points."""
        best = 0.0
        for enemy, unit in self.enemies.items():
            far = self.content.distance(unit.at, label)
            if far <= NEAR:
                best = max(best, promise(self.content, unit_id, enemy, far, "front") * worth(self.content, enemy))
        return best

    def aspect(self, target: Unit, firer: Unit) -> Aspect:
        return aspects(self.content, target, firer)[0]

    def value(self, unit_id: str, label: str) -> float:
        """What it is worth to a unit to be in a hex at the end of its move."""
        unit, doctrine = self.state.units[unit_id], self.doctrine
        facing = unit.facing if label == unit.at else self.facing_to(unit.at, label)
        return (
            self.pull(unit_id, label)
            + doctrine.aim * self.prospect(unit_id, label)
            - doctrine.fear * self.danger(unit_id, label, facing)
        )

    def facing_to(self, here: str, there: str) -> int:
        """The facing from one hex towards another."""
        board = self.content.board
        if here == there:
            return 0
        return round(bearing(board.hex(board.index[here]), board.hex(board.index[there])) / 4) % 6

    def best_move(self, unit_id: str) -> tuple[float, str]:
        """The best hex that a unit could move to, and what it is worth."""
        options = destination_options(self.game, course_of(self.game, unit_id))
        labels = [option.id.removeprefix("hex:") for option in options]
        here = self.state.units[unit_id].at
        return max(((self.value(unit_id, label), label) for label in labels), default=(self.value(unit_id, here), here))
