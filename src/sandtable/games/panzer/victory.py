"""Chapters 3.6 and 4.6.2: control of objectives, victory points, and who has won."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.events import TookControl
from sandtable.games.panzer.formations import PointsFile, graded
from sandtable.games.panzer.movement.costs import way_slots
from sandtable.games.panzer.movement.leaving_the_map import edges_of
from sandtable.games.panzer.scenarios import Award
from sandtable.games.panzer.state import SIDES, State, enemy_of
from sandtable.games.panzer.units import Game, combat_units
from sandtable.kernel import of_content, rule
from sandtable.mechanics.switches import is_on


@of_content
@rule("3.6")
def objectives(content: Content) -> dict[str, frozenset[str]]:
    """The objectives of a scenario by name, a hex or a region of the map, each with its hexes."""
    found: dict[str, frozenset[str]] = {}
    for award in content.scenario.victory:
        if award.kind == "control":
            names = objectives_of(content, award)
            found |= {name: content.region(name) if name == award.region else frozenset((name,)) for name in names}
    return found


def objectives_of(content: Content, award: Award) -> tuple[str, ...]:
    """The objectives of an award for control: a region as a whole, or hexes one by one."""
    return content.objectives(award) if award.region is None else (award.region,)


@rule("3.6")
def set_control(state: State, content: Content) -> None:
    """The objectives that somebody controls at the start."""
    for award in content.scenario.victory:
        if award.kind == "control" and award.held is not None:
            state.control |= dict.fromkeys(objectives_of(content, award), award.held)


@rule("3.6")
def occupants(state: State, content: Content) -> dict[str, tuple[str, ...]]:
    """The sides that have a vehicle in each objective that can take control: unarmed ones cannot, unless it is said."""
    by_hex: dict[str, set[str]] = {}
    unarmed_too = content.scenario.conditions.control_by_unarmed
    for unit_id, unit in state.units.items():
        if unarmed_too or unit_id in combat_units(content):
            by_hex.setdefault(unit.at, set()).add(content.side_of[unit_id])
    return {
        name: tuple(side for side in SIDES if any(side in by_hex.get(label, ()) for label in hexes))
        for name, hexes in objectives(content).items()
    }


@rule("3.6")
def note_occupants(game: Game) -> None:
    """At the start of a turn: who occupies an objective alone."""
    found = occupants(game.state, game.content)
    game.state.occupied = {name: sides[0] for name, sides in found.items() if len(sides) == 1}


@rule("3.6")
def take_control(game: Game) -> None:
    """At the end of a turn: who has occupied an objective for all of it controls it, and keeps it when he leaves.

    Where both sides are, neither controls it (ruling).
    """
    state = game.state
    for name, sides in occupants(state, game.content).items():
        if len(sides) > 1:
            if not is_on(game.content, "contested-control-is-kept"):
                state.control.pop(name, None)
        elif sides and state.occupied.get(name) == sides[0] and state.control.get(name) != sides[0]:
            state.control[name] = sides[0]
            game.say(TookControl(rule="3.6", side=sides[0], objective=name))


class Score(NamedTuple):
    """What an award is worth to a side: how often it scores, and the points."""

    award: Award
    times: int
    points: int


@rule("3.6", "4.5.1.1.9", "4.6.2")
def scores(state: State, content: Content, side: str) -> list[Score]:
    """The victory points of a side, award by award."""
    found = []
    for award in content.scenario.victory:
        if award.side in (side, "both"):
            if award.kind == "control":
                held = sum(state.control.get(name) == side for name in objectives_of(content, award))
                times = min(held, 1) if award.count == "any" else held
                found.append(Score(award, times, times * (award.points or 0)))
            else:
                worth = [unit_points(content, award, unit_id) for unit_id in scoring_units(state, content, award, side)]
                found.append(Score(award, len(worth), sum(worth)))
    return found


def scoring_units(state: State, content: Content, award: Award, side: str) -> list[str]:
    """The units for which an award scores."""
    if award.kind == "exit":
        units = [unit_id for unit_id, at in state.exited.items() if _left_by(content, award, unit_id, at, side)]
    elif award.kind == "destroy":
        units = [unit_id for unit_id in state.lost if content.side_of[unit_id] != side]
    elif award.kind == "shot-down":
        return [
            aircraft_id
            for aircraft_id, plane in state.aircraft.items()
            if plane.lost and content.aircraft[aircraft_id].side != side
        ]
    elif award.kind == "damaged":
        units = [unit_id for unit_id, unit in state.units.items() if unit.damaged and content.side_of[unit_id] != side]
    else:
        units = []
    return [unit_id for unit_id in units if unit_id in combat_units(content) or not award.combat_units]


def _left_by(content: Content, award: Award, unit_id: str, at: str, side: str) -> bool:
    """Whether a unit of a side has left the map by the edge, and where asked the way, of an award."""
    if content.side_of[unit_id] != side or award.edge not in edges_of(content, at):
        return False
    index = content.board.index[at]
    return not award.by or any(way_slots(content).get(6 * index + d) in award.by for d in range(6))


def unit_points(content: Content, award: Award, unit_id: str) -> int:
    """What a unit scores: the points of the award, or a part of its own points at its grade, 1 at least."""
    if award.points is not None:
        return award.points
    assert award.divisor is not None
    if unit_id in content.aircraft:
        worth = content.card(content.aircraft[unit_id].card).points
    else:
        printed = content.counters[unit_id]
        worth = graded(content.card(printed.card).points, content.table("points", PointsFile).grades[printed.grade])
    return max(1, (2 * worth + award.divisor) // (2 * award.divisor))


def head_start(content: Content, side: str) -> int:
    """The victory points that the scenario gives to a side from the start."""
    return sum(points for each, points in content.scenario.handicap.items() if each == side)


def total(state: State, content: Content, side: str) -> int:
    """All the victory points of a side."""
    return head_start(content, side) + sum(score.points for score in scores(state, content, side))


def margin(state: State, content: Content, side: str) -> int:
    """By how many victory points a side leads."""
    return total(state, content, side) - total(state, content, enemy_of(side))


@rule("3.6", "4.6.2")
def judge(game: Game) -> None:
    """Who has won, and how clearly, by the margin of victory points."""
    levels = game.content.scenario.levels
    lead = margin(game.state, game.content, SIDES[0])
    winner = SIDES[0] if lead > 0 else SIDES[1]
    if abs(lead) < levels.victory:
        game.end(None, "draw", "4.6.2")
    else:
        game.end(winner, "decisive" if abs(lead) >= levels.decisive else "victory", "4.6.2")
