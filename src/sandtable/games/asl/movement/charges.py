"""A15.4: berserk units charge the nearest enemy whom they see."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.berserk import enemies_in_sight
from sandtable.games.asl.movement.moves import MoveBase, going, leaving_cost, left
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
    """Where a berserk stack must go: as far as its MF reach on the cheapest way to each of the nearest enemies."""
    go = going(game, move)
    graph = places(game.content)
    out = leaving_cost(game, move)
    whole, have = field(game, go._replace(left=FAR, minimum=False)), left(game, move) - out
    found: dict[str, tuple[tuple[str, ...], int]] = {}
    for at in quarry(game, move.units):
        if whole.cost(graph.index[at]) is None:
            continue
        path = path_to(game, whole, at)
        costs = [whole.cost(graph.index[place]) or 0 for place in path]
        reached = [n for n, place in enumerate(path) if costs[n] <= have and "~" not in place]
        if reached:
            last = reached[-1]
            found[path[last]] = (path[: last + 1], costs[last] + out)
    return found
