"""A15.4: berserk units charge the nearest enemy whom they see."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.board import Field
from sandtable.games.asl.locations import hex_of, neighbours
from sandtable.games.asl.morale.berserk import enemies_in_sight
from sandtable.games.asl.movement.moves import MoveBase, going, left, price
from sandtable.games.asl.movement.reach import field, path_to
from sandtable.games.asl.movement.ways import places
from sandtable.games.asl.units import Game
from sandtable.kernel import rule

FAR = 400
"""More halves of MF than any way on a map costs."""


@rule("A15.4")
def quarry(game: Game, unit_ids: Iterable[str]) -> list[str]:
    """The Locations of the nearest known enemies whom a berserk unit sees."""
    unit = game.state.units[next(iter(unit_ids))]
    here = hex_of(unit.at)
    away = {at: game.content.distance(here, hex_of(at)) for at in enemies_in_sight(game, unit)}
    nearest = min(away.values(), default=0)
    return sorted(at for at in away if away[at] == nearest)


@rule("A15.4")
def charges(game: Game, move: MoveBase) -> dict[str, tuple[tuple[str, ...], int]]:
    """Where a berserk stack must go: as far as its MF reach on the cheapest way to each of the nearest enemies.

    What the first step costs more than others is paid besides: leaving a foxhole, and Encirclement.
    """
    go = going(game, move)
    graph = places(game.content)
    whole, have = field(game, go._replace(left=FAR, minimum=False)), left(game, move)
    found: dict[str, tuple[tuple[str, ...], int]] = {}
    for at in quarry(game, move.units):
        goal = at if whole.cost(graph.index[at]) is not None else beside(game, whole, at, go.start)
        if not goal or goal == go.start:
            continue
        path = path_to(game, whole, goal)
        costs = [whole.cost(graph.index[place]) or 0 for place in path]
        more = price(game, move, path[0]) - costs[0]
        costs = [cost + more for cost in costs]
        reached = [n for n, place in enumerate(path) if costs[n] <= have and "~" not in place]
        if reached:
            last = reached[-1]
            found[path[last]] = (path[: last + 1], costs[last])
    return found


@rule("A15.4", "B23.9/infantry")
def beside(game: Game, whole: Field, at: str, start: str) -> str:
    """The cheapest Location next to one that nobody may enter; none for those who are there already."""
    graph, near = places(game.content), neighbours(game.content, at)
    costs = {place: cost for place in near if (cost := whole.cost(graph.index[place])) is not None}
    return "" if start in near or not costs else min(costs, key=lambda place: (costs[place], place))
