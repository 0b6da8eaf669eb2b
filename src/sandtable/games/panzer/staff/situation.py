"""A position as a staff sees it: what is in danger, what fire promises, where to go."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from sandtable.games.panzer.movement.reach import course_of, destination_options
from sandtable.games.panzer.staff import ground
from sandtable.games.panzer.staff.doctrine import Doctrine
from sandtable.games.panzer.staff.estimates import model, promise, worth
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

    def danger(self, unit_id: str, label: str, facing: int) -> float:
        """What the enemies who see a hex promise to do to a unit there, in victory points."""
        share = ground.danger(self.game, self.side, model(self.content, unit_id), label, facing)
        return share * worth(self.content, unit_id)

    def prospect(self, unit_id: str, label: str) -> float:
        """What the best shot would promise to a unit in a hex, in victory points."""
        return ground.prospect(self.game, self.side, model(self.content, unit_id), label)

    def ambush(self, unit_id: str) -> float:
        """What a shot at an enemy who may come near would promise to a unit where it is, in victory points."""
        best, at = 0.0, self.state.units[unit_id].at
        for enemy, unit in self.enemies.items():
            far = self.content.distance(unit.at, at)
            if far <= NEAR:
                best = max(best, promise(self.content, unit_id, enemy, far, "front") * worth(self.content, enemy))
        return best

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
        return round(bearing(board.hex(board.index[here]), board.hex(board.index[there])) / 4) % 6

    def best_move(self, unit_id: str) -> float:
        """What the best hex is worth to which a unit could move."""
        options = destination_options(self.game, course_of(self.game, unit_id))
        labels = [option.id.removeprefix("hex:") for option in options if option.id.startswith("hex:")]
        here = self.state.units[unit_id].at
        return max(self.value(unit_id, label) for label in (*labels, here))
