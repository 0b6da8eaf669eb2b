"""What the map and the positions of the enemy mean for a staff: ways, dangers, and what is wanted."""

from __future__ import annotations

import heapq
from collections.abc import Mapping

from sandtable.games.efs.combat.forces import Forces
from sandtable.games.efs.combat.strengths import untried_defence
from sandtable.games.efs.combat.terrain_modifiers import hex_modifiers, water_before
from sandtable.games.efs.content import Edge
from sandtable.games.efs.fortifications.works import line_crossed
from sandtable.games.efs.index import ground_of
from sandtable.games.efs.movement import fields
from sandtable.games.efs.movement.costs import ground_cost, ways
from sandtable.games.efs.movement.prohibitions import prohibition
from sandtable.games.efs.state import AXIS, SOVIET, Attack, enemy_of
from sandtable.games.efs.units import Game, figures, is_artillery, is_motorized, is_untried
from sandtable.games.efs.victory import whole_city, worth
from sandtable.kernel import derived
from sandtable.mechanics.roster import enemy_hexes, units_in, units_of

FAR_AWAY = 1000
"""The distance, in quarters of a movement point, of what cannot be reached."""
IN_THE_WAY = 16
"""What an enemy in the way counts for, in quarters of a movement point."""
FOOT_REACH = {1: 1.0, 2: 0.9, 3: 0.7, 4: 0.4}
MOTOR_REACH = {1: 1.0, 2: 1.0, 3: 0.9, 4: 0.7, 5: 0.5, 6: 0.3, 7: 0.2}
"""How much the strength of a unit counts in a hex that is so many hexes away."""


# Ways


@derived(ground_of, "bridges", "damage")
def roads(game: Game, kind: str) -> Mapping[str, tuple[tuple[str, int], ...]]:
    """The hexes from which a kind of unit can enter each hex, with what the ground costs it, in quarters."""
    found: dict[str, list[tuple[str, int]]] = {label: [] for label in game.content.board.labels}
    for edge in game.content.hexsides:
        if not prohibition(game, kind, edge):
            costs = [ground_cost(game, kind, edge, way, way) for way in ways(game, kind, edge)]
            able = [cost for cost in costs if cost is not None]
            if able:
                found[edge[1]].append((edge[0], min(able)))
    return {label: tuple(before) for label, before in found.items()}


def distances(game: Game, kind: str, side: str, goal: str) -> Mapping[str, int]:
    """How far each hex is from a goal for a kind of unit, in quarters of a movement point; enemies are in the way."""
    return _distances(game, kind, goal, enemy_hexes(game, side))


@derived("weather", "bridges", "damage")
def _distances(game: Game, kind: str, goal: str, enemies: frozenset[str]) -> Mapping[str, int]:
    before = roads(game, kind)
    found = {goal: 0}
    queue = [(0, goal)]
    while queue:
        far, label = heapq.heappop(queue)
        if far > found[label]:
            continue
        here = far + (IN_THE_WAY if label in enemies and label != goal else 0)
        for other, cost in before[label]:
            if here + cost < found.get(other, FAR_AWAY):
                found[other] = here + cost
                heapq.heappush(queue, (here + cost, other))
    return found


# What is wanted


@derived("units", "locations", "turn")
def prizes(game: Game, side: str) -> Mapping[str, int]:
    """The locations that a side wants to take, with their points: those of the Axis's total, or those not in it."""
    state, found = game.state, {}
    for label in game.content.card.locations:
        counted = label in state.locations and state.locations[label].counted
        if counted == (side == SOVIET):
            found[label] = worth(game, label)
    return {label: points for label, points in found.items() if points > 0}


@derived("units", "locations", "turn")
def keeps(game: Game, side: str) -> Mapping[str, int]:
    """The locations that a side must keep, with their points."""
    taken = prizes(game, side)
    everything = {label: worth(game, label) for label in game.content.card.locations}
    return {label: points for label, points in everything.items() if label not in taken and points > 0}


def garrison(game: Game, label: str, side: str) -> list[str]:
    """The units of a side that hold a location, anywhere in its city."""
    labels = whole_city(game.content, label) if side == AXIS else (label,)
    own = units_of(game, side)
    return [unit_id for each in labels for unit_id in units_in(game, each) if unit_id in own]


# Strengths and dangers


def defence(game: Game, unit_id: str) -> float:
    """What a unit adds to the defence of a hex."""
    return untried_defence(game.content) if is_untried(game, unit_id) else float(figures(game, unit_id).defence)


def strength(game: Game, unit_id: str) -> float:
    """What a unit adds to an attack."""
    return float(figures(game, unit_id).attack)


@derived(units_of)
def reach(game: Game, side: str) -> Mapping[str, float]:
    """The attack strength that a side could bring against each hex in a turn."""
    content, found = game.content, dict.fromkeys(game.content.board.labels, 0.0)
    for unit_id, unit in units_of(game, side).items():
        power = strength(game, unit_id)
        if not power:
            continue
        reaches = MOTOR_REACH if is_motorized(game, unit_id) else FOOT_REACH
        if is_artillery(game, unit_id):
            power /= 2
        for label in content.around(unit.at, max(reaches)):
            far = content.distance(unit.at, label)
            found[label] += power * reaches[max(far, 1)]
    return found


@derived(units_of)
def held_by(game: Game, side: str) -> Mapping[str, float]:
    """The defence strength of each hex that a side holds; guns count only where they are alone."""
    found: dict[str, float] = {}
    for unit_id, unit in units_of(game, side).items():
        found[unit.at] = found.get(unit.at, 0.0) + (0.3 if is_artillery(game, unit_id) else defence(game, unit_id))
    return found


@derived(units_of)
def steps_in(game: Game, side: str) -> Mapping[str, int]:
    """The steps in each hex that a side holds."""
    found: dict[str, int] = {}
    for unit in units_of(game, side).values():
        found[unit.at] = found.get(unit.at, 0) + unit.steps
    return found


@derived("strongpoints", "ruined", "weather", "control")
def shelter(game: Game, side: str, label: str) -> int:
    """What a hex takes off an attack on a side by itself."""
    return hex_modifiers(game, Forces(Attack(enemy_of(side), (label,), ())), label).total


@derived("ruined", "weather")
def behind_water(game: Game, side: str, edge: Edge) -> int:
    """What a hexside takes off an attack that crosses it against a side."""
    return water_before(game, edge) + (side == SOVIET and line_crossed(game, edge))


def distance_to_enemy(game: Game, side: str, label: str) -> int:
    return nearness(game, side).get(label, 99)


@derived(enemy_hexes)
def nearness(game: Game, side: str) -> Mapping[str, int]:
    """How many hexes the nearest enemy is away from each hex."""
    adjacent = game.content.adjacent
    found = dict.fromkeys(enemy_hexes(game, side), 0)
    ring = list(found)
    while ring:
        here, ring = ring, []
        for label in here:
            for other in adjacent[label]:
                if other not in found:
                    found[other] = found[label] + 1
                    ring.append(other)
    return found


def kind_of(game: Game, unit_id: str) -> str:
    """The kind of a unit or supply unit for movement."""
    supply = game.state.supplies.get(unit_id)
    if supply is not None:
        return fields.like_supply_units(game.content, supply.side)
    return fields.alike(game.content)[unit_id]
