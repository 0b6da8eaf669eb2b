"""Chapters 4.5.1.1.5 and 4.5.1.1.6: moves along roads and paths at their own movement factors."""

from __future__ import annotations

import heapq
from typing import NamedTuple

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.movement.allowance import Allowance
from sandtable.games.panzer.movement.costs import Standing, place_at, standing, step_price, vehicle_places, way_slots
from sandtable.games.panzer.movement.modes import Mode
from sandtable.games.panzer.movement.obstacles import hindrances
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.tables.terrain import ALL
from sandtable.games.panzer.units import Game, is_overstacked, on_foot, side_of
from sandtable.kernel import of_content, rule
from sandtable.mechanics.roster import hexes_of, units_in


class Along(NamedTuple):
    """A move along roads and paths up to a hex: what it has cost, the hexes entered by each, and the places."""

    cost: int
    roads: int
    paths: int
    places: tuple[int, ...]


@of_content
@rule("4.5.1.1.6")
def kinds_of_way(content: Content) -> dict[int, str]:
    """By what a vehicle enters the next hex where it crosses each hexside along a way: by road or by path.

    A bridge between a road and a path is part of the road.
    """
    board, ways = content.board, way_slots(content)
    found = dict(ways)
    for slot in ways:
        there = board.neighbours[slot]
        if there >= 0 and board.hexes[there].terrain == "bridge":
            sides = [ways[6 * there + d] for d in range(6) if 6 * there + d in ways]
            found[slot] = "road" if "road" in sides else "path"
    return found


@rule("3.8", "4.5.1.1.5", "5.13", "6.1.4.3", "6.6.4.1/road-blocking")
def is_open_way(game: Game, unit_id: str, mode: Mode, label: str) -> bool:
    """Whether a road or path can be used at its own factor in a hex.

    No wreck lies there and no counter that hinders, no enemy and nothing else that blocks a road stands there, and with
    the mover it is no crowd.
    """
    if label in game.state.wrecks or game.content.board.index[label] in hindrances(game, mode):
        return False
    if not units_in(game, label):
        return True
    joining = game.state.units[unit_id].at != label and unit_id not in on_foot(game.content)
    return not is_blocked(game, unit_id, label) and not is_overstacked(game, label, joining=int(joining))


@rule("4.5.1.1.5", "6.6.4.1/road-blocking")
def is_blocked(game: Game, unit_id: str, label: str) -> bool:
    """Whether others block the road in a hex: vehicles of the enemy, and guns and mounted men of both sides.

    Squads and sections on foot keep out of the way.
    """
    content = game.content
    if label in hexes_of(game, enemy_of(side_of(game, unit_id))):
        beside = roadside(content)
        if not beside or any(other not in beside for other in units_in(game, label)):
            return True
    there = blocks_roads(content)
    return bool(there) and any(other in there and other != unit_id for other in units_in(game, label))


@of_content
@rule("6.6.4.1/road-blocking")
def roadside(content: Content) -> frozenset[str]:
    """The units on foot, which leave the road to vehicles."""
    return on_foot(content) - blocks_roads(content)


@of_content
@rule("6.6.4.1/road-blocking")
def blocks_roads(content: Content) -> frozenset[str]:
    """Guns that are not towed, and men on horses, motorcycles and bicycles."""
    cards = content.cards
    mounted = {card_id for card_id, card in cards.leg.items() if card.mounted}
    return frozenset(
        unit_id for unit_id, unit in content.counters.items() if unit.card in cards.towed or unit.card in mounted
    )


@rule("4.5.1.1.5")
def factor(left: Allowance, roads: int, paths: int) -> int:
    """What is left by the factor of the kind of way that has the larger share of the hexes; where equal, of paths."""
    return left.road if roads > paths else left.path


@rule("4.5.1.1.5")
def along_ways(
    game: Game, unit_id: str, mode: Mode, at: Standing, left: Allowance, roads: int, paths: int
) -> dict[int, Along]:
    """The hexes that a vehicle can reach along roads and paths at their factors, each by the cheapest way.

    It faces along the way as it goes, and enters no hex twice; so many of each kind it has entered already.
    """
    content, labels = game.content, game.content.board.labels
    most = max(left.road, left.path)
    found: dict[int, Along] = {}
    best: dict[tuple[int, int], int] = {}
    is_open: dict[int, bool] = {at.hex: False}
    start = place_at(vehicle_places(content), *at)
    waiting: list[tuple[int, int, int, int, tuple[int, ...], tuple[int, ...]]] = [(0, roads, paths, start, (), ())]
    while waiting:
        cost, by_road, by_path, place, walked, passed = heapq.heappop(waiting)
        if passed and passed[-1] not in found and cost <= factor(left, by_road, by_path):
            found[passed[-1]] = Along(cost, by_road, by_path, walked)
        for there, by, steps in steps_along(content, mode, place):
            if there in passed:
                continue
            open_there = is_open.get(there)
            if open_there is None:
                open_there = is_open[there] = is_open_way(game, unit_id, mode, labels[there])
            if not open_there:
                continue
            roads_now, paths_now = by_road + (by == "road"), by_path + (by == "path")
            for step, price in steps:
                spent, key = cost + price, (step, roads_now - paths_now)
                if spent <= most and spent < best.get(key, most + 1):
                    best[key] = spent
                    heapq.heappush(waiting, (spent, roads_now, paths_now, step, (*walked, step), (*passed, there)))
    return found


class StepAlong(NamedTuple):
    """A step along a road or path: into which hex, by which kind of way, and the places with what each costs."""

    there: int
    by: str
    places: tuple[tuple[int, int], ...]


@of_content
@rule("4.5.1.1.5", "4.5.1.1.7")
def steps_along(content: Content, mode: Mode, place: int) -> tuple[StepAlong, ...]:
    """The steps that lead on from where a vehicle stands, forward and in reverse, as far as they are allowed."""
    kinds, places, found = kinds_of_way(content), vehicle_places(content), []
    here = standing(places, place)
    for direction, slot, there in ways_from(content, here.hex):
        prices = [
            (place_at(places, there, facing), step_price(content, mode, here, direction, facing))
            for facing in (direction, (direction + 3) % 6)
        ]
        found.append(StepAlong(there, kinds[slot], tuple([each for each in prices if each[1] < ALL])))
    return tuple(found)


@of_content
def ways_from(content: Content, hex_: int) -> list[tuple[int, int, int]]:
    """The roads and paths that lead on from a hex: the direction, the hexside, and the next hex."""
    neighbours, ways = content.board.neighbours, way_slots(content)
    slots = [(d, 6 * hex_ + d) for d in range(6)]
    return [(d, slot, neighbours[slot]) for d, slot in slots if slot in ways and neighbours[slot] >= 0]


@rule("4.5.1.1.5")
def faces_along_way(content: Content, hex_: int, facing: int) -> bool:
    """Whether a facing is along a road or path that leads on from a hex, forward or backward."""
    ways = way_slots(content)
    return 6 * hex_ + facing in ways or 6 * hex_ + (facing + 3) % 6 in ways
