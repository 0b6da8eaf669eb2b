"""Who gets through: the chances that units have of leaving the map in time, and what the awards for it promise.

A unit's chance falls with the way that it has left for each turn and with the enemies about it and ahead of it, and
rises with its steps; hits and suppression hold it up. The weights are fitted to games of two staffs.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from sandtable.board import trace
from sandtable.games.gts.content import Award, Content
from sandtable.games.gts.state import State, Unit
from sandtable.kernel import of_content

PACE, TIME, STEPS, COLUMN, HITS, SUPPRESSED, ENEMIES, AT_FIRST = -0.27, 0.35, 0.54, 0.42, -0.31, -1.19, -0.25, -0.09
"""What each weighs: hexes to go for each turn left, turns left, steps, being in column, cohesion hits, suppression, the
steps of enemies ahead; and what there is besides."""
SLACK = 0.5
"""The turns that a unit is given beyond those that are left."""
SUPPRESSED_ENEMY, HIT_ENEMY = 0.5, 0.2
"""The shares of an enemy's steps that suppression and each cohesion hit take away."""
GUN = 0.5
"""The steps for which a unit without any counts."""
ABREAST = 1
"""How many hexes farther from the exit than a unit an enemy may be and still stand in its way."""
REALISED = 0.76
"""How much of what the awards for getting through promise comes true."""
NOBODY = 1.9
"""How much likelier it is that nobody gets through than if each had a chance of his own."""


class Runner(NamedTuple):
    """A unit on its way out."""

    far: int
    """How many hexes it has to go."""
    unit: Unit
    enemies: float
    """The steps of enemies about it and ahead of it."""


def prospects(state: State, content: Content) -> float:
    """What the awards for leaving the map, and for keeping others from it, are likely to bring the Allies still."""
    total = 0.0
    for award in content.scenario.victory:
        if award.kind == "exit":
            found = runners(state, content, award)
            promised = award.points * sum(in_time(state, award, runner) for runner in found)
            total += REALISED * (promised if award.side == "allied" else -promised)
        elif award.kind == "no-exit" and not state.exited and award.turns and state.turn <= award.turns[1]:
            nobody = NOBODY * award.points * none_through(state, content, award)
            total += nobody if award.side == "allied" else -nobody
    return total


def none_through(state: State, content: Content, denied: Award) -> float:
    """The chance that no unit that could score by leaving the map does before a turn is over."""
    assert denied.turns is not None
    chance, last = 1.0, denied.turns[1]
    for award in content.scenario.victory:
        if award.kind == "exit" and award.side != denied.side and award.turns and award.turns[0] <= last:
            for runner in runners(state, content, award):
                chance *= 1.0 - by(state, last, runner)
    return chance


def in_time(state: State, award: Award, runner: Runner) -> float:
    """The chance that a unit leaves the map in the turns in which an award is given for it."""
    first, last = award.turns or (state.turn, state.turn)
    return max(0.0, by(state, last, runner) - by(state, first - 1, runner))


def by(state: State, last: int, runner: Runner) -> float:
    """The chance that a unit has left the map at the end of a turn."""
    if state.turn > last:
        return 0.0
    drawn, to_come = len(state.drawn), len(state.cup)
    left = max(0.1, last - state.turn + (to_come / (drawn + to_come) if drawn + to_come else 0.0))
    unit = runner.unit
    odds = AT_FIRST + PACE * runner.far / (left + SLACK) + TIME * left + STEPS * unit.steps + COLUMN * unit.column
    odds += HITS * unit.hits + SUPPRESSED * unit.suppressed + ENEMIES * runner.enemies
    return 1.0 / (1.0 + math.exp(-odds))


def runners(state: State, content: Content, award: Award) -> list[Runner]:
    """The units on the map that score if they leave it, each with its way and who stands in it."""
    far, index, counters = hexes_to_exit(content, award.region), content.board.index, content.counters
    units = [state.units[unit_id] for unit_id in award.units if unit_id in state.units]
    own = [unit for unit in units if unit.at and not unit.entry]
    if not own:
        return []
    barring = [
        (far[index[unit.at]], (unit.steps or GUN) * (1.0 - SUPPRESSED_ENEMY * unit.suppressed - HIT_ENEMY * unit.hits))
        for unit_id, unit in state.units.items()
        if counters[unit_id].side != award.side and unit.at and not unit.entry
    ]
    return [
        Runner(away, unit, sum(steps for there, steps in barring if there <= away + ABREAST))
        for unit, away in ((unit, far[index[unit.at]]) for unit in own)
    ]


@of_content
def hexes_to_exit(content: Content, region: str) -> list[int]:
    """How many hexes each hex is from the nearest of a region."""
    board = content.board
    goal = [board.index[label] for label in sorted(content.region(region))]
    costs = trace(board.neighbours, goal, bytes(board.size)).costs
    return [cost if cost >= 0 else board.size for cost in costs]
