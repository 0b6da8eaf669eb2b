"""A position as a staff sees it: what is in danger, what fire promises, where to go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from sandtable.games.panzer.combat.passengers import passengers_of
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.movement.reach import course_of, destination_options
from sandtable.games.panzer.staff import ground
from sandtable.games.panzer.staff.doctrine import Doctrine
from sandtable.games.panzer.staff.estimates import model, promise, worth
from sandtable.games.panzer.staff.goals import Goal, distances, goals, pace, points_of
from sandtable.games.panzer.state import Spot, Unit, enemy_of
from sandtable.games.panzer.units import Game, combat_units, is_overstacked
from sandtable.games.panzer.victory import margin
from sandtable.hexgrid import bearing
from sandtable.kernel import derived, of_content
from sandtable.mechanics.roster import units_of

OTHERS = 0.2
"""How much goals count that are not the best one for a unit."""
MOVED: Spot = "move"
MINED = 0.3
"""The share of its worth that a unit may lose to mines."""
CROWDED = 1.4
"""How much more dangerous a crowded hex is."""
CRAMPED = 0.1
"""The share of its worth that it costs a unit to crowd a hex."""
HULL_DOWN = {"full": 0.5, "partial": 0.75}
"""How much of a danger is left to a vehicle whose hull is hidden."""
NEAR = 12
"""From how many hexes away an enemy counts as one who may come."""


class Pull(NamedTuple):
    """How a goal pulls a unit."""

    distances: dict[str, int]
    in_time: int
    """From how far away after this turn it can still be reached: whoever takes control is there for all of the last."""
    points: float
    fading: float
    """What is left of it a hex farther away."""


@derived("turn", "control", "units")
def pressure(game: Game, side: str) -> float:
    """How much a side that is not winning must risk, from 0 to 1: the more the less time is left."""
    content, turn = game.content, game.state.turn
    lead, needed = margin(game.state, content, side), content.scenario.levels.victory
    if lead >= needed:
        return 0.0
    spent = (turn - 1) / max(1, content.last_turn - 1)
    return spent if lead > -needed else (1 + spent) / 2


@of_content
def facing_to(content: Content, here: str, there: str) -> int:
    """The facing from one hex towards another."""
    board = content.board
    return round(bearing(board.hex(board.index[here]), board.hex(board.index[there])) / 4) % 6


def carries_weight(game: Game, unit_id: str) -> bool:
    """Whether a unit can do something where it goes: it has weapons, or brings others along."""
    return unit_id in combat_units(game.content) or bool(passengers_of(game, unit_id))


class Situation:
    """A position before one side."""

    def __init__(self, game: Game, side: str, doctrine: Doctrine) -> None:
        self.game, self.side = game, side
        self.content, self.state = game.content, game.state
        self.doctrine = doctrine.pressed(pressure(game, side))
        self.mine: Mapping[str, Unit] = units_of(game, side)
        self.enemies: Mapping[str, Unit] = units_of(game, enemy_of(side))
        self._pulling: dict[str, list[Pull]] = {}

    @cached_property
    def goals(self) -> list[Goal]:
        return goals(self.game, self.side)

    def pull(self, unit_id: str, label: str) -> float:
        """What a hex is worth to a unit on its way to what counts."""
        best = total = 0.0
        for pull in self._pulls(unit_id):
            far = pull.distances[label]
            if far <= pull.in_time:
                value = pull.points * pull.fading**far
                best, total = max(best, value), total + value
        return best + OTHERS * (total - best)

    def _pulls(self, unit_id: str) -> list[Pull]:
        """How the goals pull a unit, where it is now."""
        if unit_id not in self._pulling:
            pulls = [self._pull_of(goal, unit_id) for goal in self.goals]
            self._pulling[unit_id] = [each for each in pulls if each.points]
        return self._pulling[unit_id]

    def _pull_of(self, goal: Goal, unit_id: str) -> Pull:
        doctrine, content, leaves = self.doctrine, self.content, goal.award is not None
        is_there = self.state.units[unit_id].at in goal.hexes
        share = doctrine.company if goal.held and not is_there else 1.0
        if not leaves and not carries_weight(self.game, unit_id):
            share = 0.0
        turns = content.last_turn - self.state.turn - (not leaves)
        return Pull(
            distances(content, goal.hexes),
            turns * pace(content, unit_id),
            doctrine.goal * points_of(content, goal, unit_id) * share,
            doctrine.march if leaves else doctrine.pull,
        )

    def danger(self, unit_id: str, label: str, facing: int, spot: Spot) -> float:
        """What the enemies who spot it in a hex promise to do to a unit there, in victory points."""
        share = ground.danger(self.game, enemy_of(self.side), model(self.content, unit_id), label, facing, spot)
        if label in ground.known_mines(self.game, self.side):
            share += (1 - share) * MINED
        if not share:
            return 0.0
        unit = self.state.units[unit_id]
        if unit.hull_down and label == unit.at:
            share *= HULL_DOWN[unit.hull_down]
        if is_overstacked(self.game, label, int(label != unit.at)):
            share *= CROWDED
        return share * worth(self.content, unit_id)

    def prospect(self, unit_id: str, label: str) -> float:
        """What the best shot would promise to a unit in a hex, in victory points."""
        return ground.prospect(self.game, enemy_of(self.side), model(self.content, unit_id), label)

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
        return self.values(unit_id, (label,))[0]

    def values(self, unit_id: str, labels: Sequence[str]) -> list[float]:
        """The same of several hexes."""
        unit, doctrine, content, found = self.state.units[unit_id], self.doctrine, self.content, []
        fields = [each.field for each in ground.lookouts(self.game, enemy_of(self.side))]
        index, mines = content.board.index, ground.known_mines(self.game, self.side)
        for label in labels:
            value, i = self.pull(unit_id, label), index[label]
            if is_overstacked(self.game, label, int(label != unit.at)):
                value -= CRAMPED * worth(content, unit_id)
            if any(field[i] for field in fields) or label in mines:
                stays = label == unit.at
                facing = unit.facing if stays else facing_to(content, unit.at, label)
                value += doctrine.aim * self.prospect(unit_id, label)
                value -= doctrine.fear * self.danger(unit_id, label, facing, unit.spot if stays else MOVED)
            found.append(value)
        return found

    def nearest_enemy(self, at: str) -> str:
        """The hex of the enemy who is nearest to a hex; none where there is no enemy."""
        return min((enemy.at for enemy in self.enemies.values()), key=lambda there: self._far(at, there), default="")

    def enemies_within(self, at: str, hexes: int) -> bool:
        return any(self.content.distance(at, enemy.at) <= hexes for enemy in self.enemies.values())

    def _far(self, here: str, there: str) -> tuple[int, str]:
        return self.content.distance(here, there), there

    def best_move(self, unit_id: str) -> float:
        """What the best hex is worth to which a unit could move."""
        options = destination_options(self.game, course_of(self.game, unit_id))
        labels = [option.id.removeprefix("hex:") for option in options if option.id.startswith("hex:")]
        here = self.state.units[unit_id].at
        return max(self.values(unit_id, (*labels, here)))
