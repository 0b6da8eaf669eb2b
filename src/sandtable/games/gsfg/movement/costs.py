"""Chapters 10.8 to 10.16, with 5.10, 6.7 and 13.7: what crossing hexsides and entering hexes costs."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import pairwise

from sandtable.board import FORBIDDEN, Mover
from sandtable.games.gsfg.air.interdiction import AircraftFile
from sandtable.games.gsfg.content import RIVERS, Content
from sandtable.games.gsfg.optional.switches import special_forces_figures
from sandtable.games.gsfg.state import SOVIET
from sandtable.games.gsfg.supply import enemy_sf_zone
from sandtable.games.gsfg.units import Game, counter
from sandtable.kernel import derived, of_content, rule

MOUNTAIN_INFANTRY = "mountain_infantry"


@of_content
@rule("12.5")
def terrain_costs(content: Content, mountain: bool) -> dict[str, int]:
    """What each terrain costs mountain infantry or any other unit; what is not there may not be entered."""
    chart = content.terrain_chart.terrain
    costs = {name: row.mountain_infantry if mountain else row.move for name, row in chart.items()}
    return {name: cost for name, cost in costs.items() if cost is not None}


@of_content
@rule("10.10", "10.11", "10.12", "10.13", "10.14", "10.15", "10.16")
def edge_costs(content: Content, mountain: bool, border: int) -> array[int]:
    """What every hexside costs a kind of unit by its terrain and rivers, with a surcharge for crossing borders."""
    sides = dict.fromkeys(RIVERS, content.terrain_chart.river) | {"shore": FORBIDDEN, "border": border}
    return content.board.costs(terrain_costs(content, mountain), sides)


@of_content
def plain_mover(content: Content, mountain: bool, border: int) -> Mover:
    """What finds the ways of a kind of unit where nobody hampers it."""
    return Mover(content.board.neighbours, edge_costs(content, mountain, border))


@rule("5.10")
def border_surcharge(game: Game, side: str, *, road: bool) -> int:
    """What a Soviet unit pays to cross a border in the first turn."""
    if side != SOVIET or game.state.turn > 1:
        return 0
    surcharge = game.content.terrain_chart.border
    return surcharge.road if road else surcharge.regular


@derived("turn", "interdiction", "air", "special_forces")
@rule("6.7", "10.8", "10.9", "13.7")
def mover(game: Game, side: str, mountain: bool, road: bool) -> Mover:
    """What finds the ways of a kind of unit in this turn: it pays double where enemy aircraft interdict, and more in
    zones of enemy special forces.
    """
    content, border = game.content, border_surcharge(game, side, road=road)
    plain = plain_mover(content, mountain, border)
    doubled, dearer = interdicted_hexes(game, side), enemy_sf_zone(game, side)
    if not doubled and not dearer:
        return plain
    index, neighbours = content.board.index, content.board.neighbours
    zone_cost, factor, prices = special_forces_figures(content).zone_cost, interdiction_factor(content), {}
    for label in doubled | dearer:
        there = index[label]
        for direction in range(6):
            here = neighbours[6 * there + direction]
            edge = 6 * here + (direction + 3) % 6
            if here >= 0 and (cost := plain.price(edge)) < FORBIDDEN:
                prices[edge] = cost * (factor if label in doubled else 1) + zone_cost * (label in dearer)
    return plain.changed(prices)


@rule("10.1", "10.7")
def price(game: Game, unit_id: str, path: Sequence[str], *, road: bool) -> int:
    """What a path costs a unit by its own type, also where a stack moves at the pace of another."""
    kind, index = counter(game, unit_id), game.content.board.index
    costs = mover(game, kind.side, kind.type == MOUNTAIN_INFANTRY, road)
    return sum(costs.step(index[here], index[there]) for here, there in pairwise(path))


@rule("6.7")
def interdiction_factor(content: Content) -> int:
    return content.table("aircraft", AircraftFile).interdiction_factor


@derived("interdiction", "air")
@rule("6.7", "13.20")
def interdicted_hexes(game: Game, side: str) -> frozenset[str]:
    """The hexes that cost a side double because of enemy interdiction."""
    state = game.state
    if state.air.side == side:
        return frozenset()
    return frozenset().union(*[game.content.around(label, radius) for label, radius in state.interdiction.items()])
