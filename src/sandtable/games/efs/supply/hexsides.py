"""Chapter 6.1: how supply routes get from a hex to the next, whatever the enemy does."""

from __future__ import annotations

from typing import Literal

from sandtable.games.efs.content import Edge
from sandtable.games.efs.engineers.bridges import WATERS, is_bridged, marker_across, printed_bridge
from sandtable.games.efs.fortifications.works import bars_supply, line_crossed
from sandtable.games.efs.state import AXIS, SOVIET
from sandtable.games.efs.units import Game
from sandtable.games.efs.weather.conditions import is_frozen, mud_in, snow_in, weather_in
from sandtable.kernel import rule
from sandtable.mechanics.switches import is_on

Grade = Literal["closed", "poor", "good"]
"""How a supply route gets from a hex to the next: not at all, in a way that shortens it, or freely."""
WETLANDS = frozenset({"swamp", "marsh"})
FREELY_IN = ("frost", "snow")
"""The weather in which swamps are no obstacle to supply."""


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
    """Whether an enemy fortification keeps a supply route from crossing a hexside: into its hex, or across a line to
    either side. A route may begin in the hex of one.
    """
    if bars_supply(game, edge, side):
        return True
    outwards = side == AXIS and line_crossed(game, (edge[1], edge[0]))
    return outwards and not is_on(game.content, "lines-let-supply-out")


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
    """How a line of communications gets from a hex to the next, both on its way and not blocked by the enemy.

    Swamps in Dry or Mud weather need a road or railroad, and shorten it along minor roads and railroads; so does marsh
    off the road in Dry weather, and every hex where mud or snow holds.
    """
    if not may_cross(game, side, edge):
        return "closed"
    return over_ground(game, edge, game.content.parts[edge[0]] | game.content.parts[edge[1]])


@rule("6.13", "6.14c")
def over_ground(game: Game, edge: Edge, parts: frozenset[str]) -> Grade:
    """What the ground of a step makes of a line: the terrain that counts for it, and the weather where it leads to."""
    content, there = game.content, edge[1]
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


@rule("6.15a", "6.15a/note", "6.15b", "6.15b/note", "22.23a")
def by_road(game: Game, side: str, edge: Edge) -> Grade:
    """How the road net gets from a hex to the next: along main roads and motorways; mud and snow shorten it, also where
    they hold in the hex from which it is counted.

    Where its bridge is broken the road ends, on ice too, until a Bridge marker lies there.
    """
    if game.content.roads.get(edge) not in ("main", "motorway") or crossing(game, side, edge) == "closed":
        return "closed"
    if not printed_bridge(game, edge, "road") and not marker_across(game, edge, side):
        return "closed"
    return "poor" if any(mud_in(game, label) or snow_in(game, label) for label in edge) else "good"


@rule("6.16")
def by_rail(game: Game, side: str, edge: Edge) -> Grade:
    """How the railroad net gets from a hex to the next: along railroads of a side that are neither cut nor broken."""
    content, there = game.content, edge[1]
    if edge not in content.rails or not usable_rail(game, side, there):
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


def grades(game: Game, side: str, edge: Edge) -> dict[str, Grade]:
    """How supply routes get from a hex to the next by each kind of step: a line on its way, its first step, and along
    the road and railroad nets.
    """
    content, line = game.content, crossing(game, side, edge)
    return {
        "line": line,
        "first": first_step(game, side, edge) if content.parts[edge[0]] & WETLANDS else line,
        "road": by_road(game, side, edge) if edge in content.roads else "closed",
        "rail": by_rail(game, side, edge) if edge in content.rails else "closed",
    }


@rule("6.13", "6.14b")
def first_step(game: Game, side: str, edge: Edge) -> Grade:
    """How a line of communications leaves the hex in which it begins, whose own ground does not count: a swamp there
    may be left anyhow.
    """
    return over_ground(game, edge, game.content.parts[edge[1]]) if may_cross(game, side, edge) else "closed"
