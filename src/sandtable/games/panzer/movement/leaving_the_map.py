"""Chapter 4.5.1.1.9: leaving the map."""

from __future__ import annotations

from sandtable.board import FORBIDDEN
from sandtable.games.panzer.areas import Edge, edge_distances
from sandtable.games.panzer.combat.losses import leave_works
from sandtable.games.panzer.combat.passengers import passengers_of
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.events import LeftMap
from sandtable.games.panzer.ground import terrain_of, terrain_table
from sandtable.games.panzer.movement.allowance import figures
from sandtable.games.panzer.movement.costs import turn_price, way_slots
from sandtable.games.panzer.movement.modes import MANNERS
from sandtable.games.panzer.movement.reach import Course, here, may_leave_hex
from sandtable.games.panzer.scenarios import Side
from sandtable.games.panzer.tables.terrain import price_of
from sandtable.games.panzer.units import Game, side_of
from sandtable.kernel import Option, of_content, rule
from sandtable.mechanics.switches import is_on


@of_content
def edges(content: Content) -> dict[Edge, frozenset[str]]:
    """The hexes along each edge of the map."""
    return {
        edge: frozenset(label for label, distance in distances.items() if distance == 1)
        for edge, distances in edge_distances(content.board).items()
    }


def edges_of(content: Content, label: str) -> list[Edge]:
    """The edges of the map along which a hex lies."""
    return [edge for edge, hexes in edges(content).items() if label in hexes]


@of_content
@rule("4.5.1.1.9")
def exits(content: Content, side: Side) -> frozenset[str]:
    """The hexes along the edges by which the scenario lets a side leave the map."""
    return frozenset().union(*[edges(content)[edge] for edge in content.scenario.forces[side].leaves_by])


@rule("4.5.1.1.9")
def leaving_cost(game: Game, course: Course) -> int | None:
    """What it costs to leave the map from where a vehicle stands; None where it cannot.

    That is the cost of the hex that it leaves from (ruling), forward or in reverse. A scenario says by which edges.
    """
    content, at = game.content, here(game, course)
    label = content.board.labels[at.hex]
    if label not in exits(content, content.side_of[course.unit]):
        return None
    beyond = terrain_table(content).hexes["clear"] if is_on(content, "exit-costs-clear") else terrain_of(content, label)
    terrain = price_of(beyond.costs.of(MANNERS[course.mode].column))
    if any(6 * at.hex + d in way_slots(content) for d in range(6)):
        terrain = min(terrain, figures(content).way)
    if terrain >= FORBIDDEN:
        return None
    costs = []
    for direction in range(6):
        if content.board.neighbours[6 * at.hex + direction] < 0:
            for facing, times in ((direction, 1), ((direction + 3) % 6, figures(content).reverse)):
                costs.append(terrain * times + turn_price(content, at, facing, on_way=False))
    return min(costs, default=None)


def leaving_option(game: Game, course: Course) -> list[Option]:
    """Leaving the map, where the vehicle has the points for it or has not moved yet."""
    if game.state.units[course.unit].at not in exits(game.content, game.content.side_of[course.unit]):
        return []
    cost = leaving_cost(game, course) if may_leave_hex(game, course) else None
    if cost is None or not (course.fresh or cost <= max(course.left.cross_country, course.rate)):
        return []
    return [Option("do:exit", cost, "4.5.1.1.9", grave=True)]


@rule("4.5.1.1.9", "6.6.7")
def leave(game: Game, unit_id: str) -> None:
    """A unit that leaves the map is out of the scenario for good, with its passengers, and not destroyed."""
    state = game.state
    leave_works(game, unit_id)
    for each in (*passengers_of(game, unit_id), unit_id):
        at = state.units.pop(each).at
        state.commands.pop(each, None)
        state.exited[each] = at
        game.say(LeftMap(rule="4.5.1.1.9", side=side_of(game, each), unit=each, at=at))
