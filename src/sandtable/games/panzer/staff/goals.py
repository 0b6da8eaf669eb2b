"""What a side goes for: objectives that it does not hold safely, and edges by which it scores when it leaves."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.board import trace
from sandtable.games.panzer.areas import Edge
from sandtable.games.panzer.cards import Leg, Towed, Vehicle
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.movement.costs import way_slots
from sandtable.games.panzer.movement.leaving_the_map import edges
from sandtable.games.panzer.scenarios import Award
from sandtable.games.panzer.units import Game
from sandtable.games.panzer.victory import objectives, objectives_of, unit_points
from sandtable.kernel import of_content
from sandtable.mechanics.roster import enemy_hexes, hexes_of

THREATENED = 5
"""From how many hexes away the enemy threatens an objective."""
FAR = 99


class Goal(NamedTuple):
    """Something to go for."""

    hexes: frozenset[str]
    points: float
    held: bool
    """Whether a friend is there already, or it is the side's own for now."""
    award: Award | None = None
    """The award for leaving the map by these hexes."""


@of_content
def distances(content: Content, hexes: frozenset[str]) -> dict[str, int]:
    """How far every hex is from the nearest of some."""
    board = content.board
    costs = trace(board.neighbours, {board.index[label] for label in hexes}, bytes(board.size)).costs
    return {label: cost if cost >= 0 else FAR for label, cost in zip(board.labels, costs, strict=False)}


@of_content
def exit_hexes(content: Content, edge: Edge, by: tuple[str, ...]) -> frozenset[str]:
    """The hexes along an edge of the map, those by which some kinds of ways leave it if any are named."""
    ways, index = way_slots(content), content.board.index
    return frozenset(
        label for label in edges(content)[edge] if not by or any(ways.get(6 * index[label] + d) in by for d in range(6))
    )


def objectives_to_take(game: Game, side: str) -> list[str]:
    """A hex of each objective that a side does not control, the most valuable first."""
    content, found = game.content, dict[str, int]()
    for award in content.scenario.victory:
        if award.kind == "control" and award.side in (side, "both"):
            names = [name for name in objectives_of(content, award) if game.state.control.get(name) != side]
            found |= {min(objectives(content)[name]): award.points or 0 for name in names}
    return sorted(found, key=lambda at: (-found[at], at))


def goals(game: Game, side: str) -> list[Goal]:
    """The goals of a side now."""
    content, state, found = game.content, game.state, []
    mine, enemies = hexes_of(game, side), enemy_hexes(game, side)
    for award in content.scenario.victory:
        if award.side not in (side, "both"):
            continue
        if award.edge is not None:
            found.append(Goal(exit_hexes(content, award.edge, award.by), 0.0, held=False, award=award))
        elif award.kind == "control":
            for name in objectives_of(content, award):
                hexes = objectives(content)[name]
                far = distances(content, hexes)
                own = state.control.get(name) == side
                if not own or any(far[label] <= THREATENED for label in enemies):
                    held = own or not hexes.isdisjoint(mine)
                    found.append(Goal(hexes, float(award.points or 0), held))
    return found


def points_of(content: Content, goal: Goal, unit_id: str) -> float:
    """What a goal is worth if a unit reaches it."""
    return goal.points if goal.award is None else float(unit_points(content, goal.award, unit_id))


@of_content
def pace(content: Content, unit_id: str) -> int:
    """How far a unit comes in a turn, on a way if it finds one."""
    card = content.card(content.counters[unit_id].card)
    return max(card.movement.cross_country, card.movement.path) if isinstance(card, Vehicle | Towed | Leg) else 0
