"""Chapter 6.1: supply routes: a line of communications, then the road net, then the railroad net."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Literal

from sandtable.games.efs.content import Edge
from sandtable.games.efs.engineers.bridges import WATERS, is_bridged, printed_bridge
from sandtable.games.efs.fortifications.works import bars_supply, line_crossed
from sandtable.games.efs.movement.map_exit import lost_exits
from sandtable.games.efs.state import SOVIET, enemy_of
from sandtable.games.efs.supply.sources import major_cities, named_sources
from sandtable.games.efs.tables import SupplyFile
from sandtable.games.efs.units import Game
from sandtable.games.efs.weather.conditions import is_frozen, mud_in, snow_in, weather_in
from sandtable.games.efs.zones import zone_of
from sandtable.kernel import derived, rule
from sandtable.mechanics.roster import enemy_hexes, hexes_of
from sandtable.mechanics.switches import is_on

Grade = Literal["closed", "poor", "good"]
"""How a supply route gets from a hex to the next: not at all, in a way that shortens it, or freely."""
Gait = Callable[[Edge], Grade]
ANY_LENGTH = 10_000
FREELY_IN = ("frost", "snow")
"""The weather in which swamps are no obstacle to supply."""
# Where a route may pass


@derived("units", "weather", "ruined", "exits")
@rule("6.13", "11.63")
def blocked(game: Game, side: str) -> frozenset[str]:
    """The hexes through which no supply route of a side passes: the enemy's, those in zones of control of his in which
    no friendly combat unit stands, and exit areas that he has used.
    """
    held = enemy_hexes(game, side) | (zone_of(game, enemy_of(side)) - hexes_of(game, side))
    return held | lost_exits(game, side)


GROUND = ("weather", "strongpoints", "ruined", "bridges", "damage", "rail_holder", "rail_cuts", "turn")
TRACED = ("units", "control", "idle_sources", "exits", *GROUND)
"""What supply routes depend on."""
TRACED_BY_SIDE = (blocked, named_sources, major_cities, *GROUND)
"""The same for a function of the side and nothing else: units that move about where no enemy is change nothing."""


@rule("6.13")
def is_open(game: Game, side: str, label: str) -> bool:
    """Whether a supply route may pass through a hex: on land or ice, and not blocked by the enemy."""
    if label not in game.content.land and not (is_frozen(game) and "sea" not in game.content.parts[label]):
        return False
    return label not in blocked(game, side)


@rule("6.13", "18.11", "18.46", "22.34")
def may_cross(game: Game, side: str, edge: Edge) -> bool:
    """Whether a supply route may cross a hexside: no water without ice, bridge or ferry, no enemy fortification.

    A fortified line bars it either way, unless a switch lets it out.
    """
    if barred_by_works(game, side, edge):
        return False
    waters = game.content.hexsides[edge] & WATERS
    if not waters or (is_frozen(game) and "sea" not in waters):
        return True
    return is_bridged(game, edge, side) or is_ferried(game, edge, side)


@rule("6.13", "18.11", "18.21")
def barred_by_works(game: Game, side: str, edge: Edge) -> bool:
    """Whether an enemy fortification keeps a supply route from crossing a hexside, to either side."""
    back = (edge[1], edge[0])
    if bars_supply(game, edge, side):
        return True
    if line_crossed(game, back) and is_on(game.content, "lines-let-supply-out"):
        return False
    return bars_supply(game, back, side)


@rule("6.16", "22.34")
def is_ferried(game: Game, edge: Edge, side: str) -> bool:
    """Whether a ferry of a side carries supply across a hexside: from the turn after its completion, or at once by a
    switch.
    """
    latest = game.state.turn - (not is_on(game.content, "ferries-feed-at-once"))
    return any(
        each.ferry and each.side == side and each.status == "completed" and each.turn <= latest
        for each in game.state.bridges.values()
        if each.at and {each.at, each.to} == {*edge}
    )


@rule("6.13", "6.14c")
def crossing(game: Game, side: str, edge: Edge) -> Grade:
    """How a line of communications gets from a hex to the next, both on its way.

    Swamps in Dry or Mud weather need a road or railroad, and shorten it along minor roads and railroads; so does marsh
    off the road in Dry weather, and every hex where mud or snow holds.
    """
    content, there = game.content, edge[1]
    if not is_open(game, side, there) or not may_cross(game, side, edge):
        return "closed"
    parts = content.parts[edge[0]] | content.parts[there]
    weather = weather_in(game, there)
    on_way = edge in content.roads or edge in content.rails
    if "swamp" in parts and weather not in FREELY_IN:
        if not on_way:
            return "closed"
        if content.roads.get(edge) in (None, "minor"):
            return "poor"
    if "marsh" in parts and weather == "dry" and not on_way:
        return "poor"
    return "poor" if mud_in(game, there) or snow_in(game, there) else "good"


@rule("6.15a", "6.15b")
def by_road(game: Game, side: str, edge: Edge) -> Grade:
    """How the road net gets from a hex to the next: along main roads and motorways; mud and snow shorten it."""
    if game.content.roads.get(edge) not in ("main", "motorway") or crossing(game, side, edge) == "closed":
        return "closed"
    return "poor" if mud_in(game, edge[1]) or snow_in(game, edge[1]) else "good"


@rule("6.16")
def by_rail(game: Game, side: str, edge: Edge) -> Grade:
    """How the railroad net gets from a hex to the next: along railroads of a side that are neither cut nor broken."""
    content, there = game.content, edge[1]
    if edge not in content.rails or not usable_rail(game, side, there) or not is_open(game, side, there):
        return "closed"
    if barred_by_works(game, side, edge):
        return "closed"
    crossed = printed_bridge(game, edge, "rail") or is_ferried(game, edge, side)
    return "good" if crossed else "closed"


@rule("6.16", "6.16/note", "19.11")
def usable_rail(game: Game, side: str, label: str) -> bool:
    """Whether a railroad hex is a side's to use; all railroads are Soviet until they are converted."""
    state = game.state
    holder = state.rail_holder.get(label, SOVIET)
    return label in game.content.rail_hexes and holder == side and label not in state.rail_cuts


# Tracing


def spread(game: Game, goals: Iterable[str], gait: Gait, full: int, reduced: int) -> dict[str, int]:
    """The hexes on the way to some goals, with their distance: within the full length where nothing shortens the way,
    and within the reduced length anyhow.

    A way is found from its end: the gait is asked for steps towards the goal.
    """
    good = _within(game, goals, lambda edge: gait(edge) == "good", full)
    poor = _within(game, goals, lambda edge: gait(edge) != "closed", reduced)
    return {label: min(good.get(label, ANY_LENGTH), poor.get(label, ANY_LENGTH)) for label in {*good, *poor}}


def _within(game: Game, goals: Iterable[str], passes: Callable[[Edge], bool], limit: int) -> dict[str, int]:
    found = dict.fromkeys(goals, 0)
    edge_of_search = list(found)
    for length in range(1, limit + 1):
        reached = [
            label
            for there in edge_of_search
            for label in game.content.adjacent[there]
            if label not in found and passes((label, there))
        ]
        edge_of_search = list(dict.fromkeys(reached))
        if not edge_of_search:
            break
        found.update(dict.fromkeys(edge_of_search, length))
    return found


@rule("6.14a", "6.14b")
def within_loc(
    game: Game, side: str, goals: Collection[str], *, any_length: bool = False, less: int = 0
) -> frozenset[str]:
    """The hexes from which a side can trace a line of communications to one of some hexes.

    The hex in which it begins is not counted and may itself be one that no route passes through; the last one counts.
    It may be shorter by `less` hexes.
    """
    figures = game.content.table("supply", SupplyFile).loc
    full, reduced = (ANY_LENGTH, ANY_LENGTH) if any_length else (figures.full - less, figures.reduced - less)
    open_goals = [label for label in goals if is_open(game, side, label)]

    def gait(edge: Edge) -> Grade:
        return crossing(game, side, edge) if is_open(game, side, edge[0]) else "closed"

    on_way = spread(game, open_goals, gait, full - 1, reduced - 1)
    found = set(open_goals)
    for there, length in on_way.items():
        for label in game.content.adjacent[there]:
            grade = first_step(game, side, (label, there))
            if (grade == "good" and length < full) or (grade == "poor" and length < reduced):
                found.add(label)
    return frozenset(found | set(goals))


@rule("6.13", "6.14b")
def first_step(game: Game, side: str, edge: Edge) -> Grade:
    """How a line of communications leaves the hex in which it begins: a swamp there may be left anyhow."""
    if game.content.parts[edge[0]] & {"swamp", "marsh"} and not game.content.parts[edge[1]] & {"swamp", "marsh"}:
        if not may_cross(game, side, edge):
            return "closed"
        return "poor" if mud_in(game, edge[1]) or snow_in(game, edge[1]) else "good"
    return crossing(game, side, edge)


@rule("6.12", "6.24")
@derived(*TRACED_BY_SIDE)
def supplied_hexes(game: Game, side: str) -> frozenset[str]:
    """All hexes from which a side can trace a supply route to a source.

    A major city that can trace one is a source itself, from which further routes begin.
    """
    sources = named_sources(game, side)
    cities = major_cities(game, side) - sources
    while True:
        found = _supplied_by(game, side, sources)
        joined = {label for label in cities if label in found}
        if not joined:
            return found
        sources, cities = sources | joined, cities - joined


def _supplied_by(game: Game, side: str, sources: frozenset[str]) -> frozenset[str]:
    figures = game.content.table("supply", SupplyFile).road_net
    railheads = [label for label in sources if usable_rail(game, side, label)]
    rails = _within(game, railheads, lambda edge: by_rail(game, side, _reversed(edge)) != "closed", ANY_LENGTH)
    roads = spread(
        game,
        {*sources, *rails},
        lambda edge: by_road(game, side, _reversed(edge)),
        figures.full - 1,
        figures.reduced - 1,
    )
    return within_loc(game, side, frozenset({*sources, *rails, *roads}))


def _reversed(edge: Edge) -> Edge:
    """A step of a net, seen from the source: what is asked is whether the net may reach the hex further out."""
    return edge[1], edge[0]


@rule("6.11", "6.12")
def is_supplied(game: Game, side: str, label: str) -> bool:
    """Whether a side can trace a supply route from a hex."""
    return label in supplied_hexes(game, side)


@rule("20.11", "20.13")
def has_line_clear_of_zones(game: Game, side: str, label: str, goals: Collection[str]) -> bool:
    """The same, where nothing but enemies and their zones of control stops it: the other reading of 20.11."""
    held, land = blocked(game, side), game.content.land
    return label in _within(game, goals, lambda edge: not held & {*edge} and land.issuperset(edge), ANY_LENGTH)


@rule("8.51b", "16.42", "20.11", "20.13")
def has_unlimited_line(game: Game, side: str, label: str, goals: Collection[str]) -> bool:
    """Whether a line of any length leads from a hex to one of some others, clear of enemy zones of control."""
    return label in within_loc(game, side, goals, any_length=True)
