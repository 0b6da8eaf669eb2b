"""What there is to do for a unit: locations to be kept and to be taken, and how much each still needs it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sandtable.games.efs.staff import ground
from sandtable.games.efs.state import AXIS, enemy_of
from sandtable.games.efs.units import Game, is_artillery
from sandtable.kernel import derived
from sandtable.mechanics.roster import units_of

GUARD = {0: 1.0, 1: 0.5, 2: 0.2}
"""How much of its defence a unit adds to the holding of a location that is so many hexes away."""


URGENT = ((3, 1.0), (6, 0.6), (9, 0.35), (13, 0.15))
"""How much a location counts whose nearest enemy is so many hexes away at most."""
HARDLY = 0.05
"""How much one counts that no enemy is near."""


EASY = 20.0
"""The strength for which a location is worth half its points: what costs more is worth less."""


class Keep(NamedTuple):
    """A location to be kept."""

    goal: str
    points: float
    """Its points, as far as it is in danger."""
    distances: Mapping[str, int]
    alone: bool
    """Nobody else is there, so that the enemy could walk in; of the Axis it counts only while somebody is there."""
    others: float
    """What the others have of what it takes."""
    mine: float
    """What the unit would add to that in the location."""


class Prize(NamedTuple):
    """A location to be taken."""

    goal: str
    pull: float
    """Its points, as far as it still needs the unit."""
    distances: Mapping[str, int]


class Tasks(NamedTuple):
    """What there is to do for a unit."""

    keeps: tuple[Keep, ...]
    prizes: tuple[Prize, ...]


def tasks_of(game: Game, side: str, unit_id: str) -> Tasks:
    """What there is to do for a unit."""
    kind = ground.kind_of(game, unit_id)
    keeps = [
        keep_of(game, side, unit_id, goal, points, ground.distances(game, kind, side, goal))
        for goal, points in ground.keeps(game, side).items()
    ]
    prizes = [
        Prize(goal, points * shortage(game, side, unit_id, goal), ground.distances(game, kind, side, goal))
        for goal, points in ground.prizes(game, side).items()
    ]
    return Tasks(tuple(keeps), tuple(prizes))


def keep_of(game: Game, side: str, unit_id: str, goal: str, points: int, distances: Mapping[str, int]) -> Keep:
    garrison = ground.garrison(game, goal, side)
    alone = not any(other != unit_id for other in garrison)
    enough = max(4.0, 0.6 * ground.reach(game, enemy_of(side))[goal])
    far_off = ground.distance_to_enemy(game, side, goal)
    urgency = next((share for hexes, share in URGENT if far_off <= hexes), HARDLY)
    mine = ground.defence(game, unit_id)
    at = game.state.units[unit_id].at
    far = game.content.distance(at, goal) if at else 99
    others = guarded(game, side, goal) - mine * GUARD.get(far, 0.0)
    certain = side == AXIS and alone
    return Keep(goal, points if certain else points * urgency, distances, alone, others / enough, mine / enough)


@derived(units_of)
def strengths(game: Game, side: str) -> Mapping[str, tuple[float, float, str]]:
    """The attack and defence of all units of a side that can fight, and where they are."""
    return {
        unit_id: (ground.strength(game, unit_id), ground.defence(game, unit_id), unit.at)
        for unit_id, unit in units_of(game, side).items()
        if not is_artillery(game, unit_id)
    }


@derived("units")
def guarded(game: Game, side: str, goal: str) -> float:
    """The defence that a side has in and about a location."""
    near = game.content.around(goal, max(GUARD))
    return sum(
        defence * GUARD[game.content.distance(at, goal)]
        for _, defence, at in strengths(game, side).values()
        if at in near
    )


@derived("units")
def needed(game: Game, side: str, goal: str) -> float:
    """The attack strength that it takes to capture a location."""
    held = ground.held_by(game, enemy_of(side))
    return 4.0 + 3.0 * sum(held.get(label, 0.0) for label in game.content.around(goal, 1))


@derived("units")
def ranks(game: Game, side: str, goal: str) -> tuple[tuple[int, float, str], ...]:
    """The units of a side by their distance to a location, with their attack strength."""
    far = game.content.distance
    return tuple(sorted((far(at, goal), power, unit) for unit, (power, _, at) in strengths(game, side).items()))


def shortage(game: Game, side: str, unit_id: str, goal: str) -> float:
    """How much a location is worth a unit: the less the more it takes, and the more others are nearer to it."""
    at = game.state.units[unit_id].at
    mine = game.content.distance(at, goal) if at else 99
    ahead = sum(power for far, power, other in ranks(game, side, goal) if far < mine and other != unit_id)
    price = needed(game, side, goal)
    return EASY / (EASY + price) * max(0.25, 1.0 - 0.5 * ahead / price)
