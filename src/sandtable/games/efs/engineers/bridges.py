"""Chapters 10.45 and 22: which hexsides are bridged, for whom."""

from __future__ import annotations

from typing import Literal

from sandtable.games.efs.content import Edge
from sandtable.games.efs.state import AXIS
from sandtable.games.efs.units import Game, pays_motorized_costs, side_of
from sandtable.kernel import rule

Way = Literal["road", "rail"]
WATERS = frozenset({"major-river", "lake", "shallow-water", "sea"})
"""Hexsides that need a printed bridge: no bridge over them is implied (10.45/note)."""
LAKES = frozenset({"lake", "shallow-water"})
"""Waters that no marker bridges."""
STREAMS = frozenset({"river", "canal", "river-bend"})


def bridge_id(game: Game, edge: Edge, way: Way) -> str:
    """The id under which damage to a printed bridge is noted."""
    return f"{game.content.hexside_id(*edge)}/{way}"


@rule("10.45/note", "22.41", "22.42", "22.46")
def printed_bridge(game: Game, edge: Edge, way: Way) -> bool:
    """Whether a road or railroad runs across a hexside on a bridge that stands: over water a printed one, over a river
    or canal wherever it crosses.
    """
    content = game.content
    crossed = edge in (content.roads if way == "road" else content.rails)
    if not content.hexsides[edge] & WATERS:
        return crossed
    return f"{way}-bridge" in content.hexsides[edge] and bridge_id(game, edge, way) not in game.state.damage


@rule("10.45a", "10.47c", "22.21", "22.26")
def marker_across(game: Game, edge: Edge, side: str) -> bool:
    """Whether a completed Bridge marker of a side crosses a hexside; the enemy's are of no use, and none
    leads across a lake or shallow water.
    """
    if not game.state.bridges or game.content.hexsides[edge] & LAKES:
        return False
    across = {edge, edge[::-1]}
    own = [each for each in game.state.bridges.values() if (each.at, each.to) in across and each.side == side]
    return any(each.status == "completed" and not each.ferry for each in own)


@rule("10.45a", "22.21", "22.23a", "22.42")
def road_leads_across(game: Game, edge: Edge, side: str) -> bool:
    """Whether a road crosses a hexside that no broken bridge interrupts, or a Bridge marker of a side joins again."""
    joined = printed_bridge(game, edge, "road") or marker_across(game, edge, side)
    return edge in game.content.roads and joined


@rule("10.48", "22.42")
def way_leads_across(game: Game, edge: Edge, side: str) -> bool:
    """Whether a road or a railroad of which no bridge is broken crosses a hexside."""
    return road_leads_across(game, edge, side) or printed_bridge(game, edge, "rail")


@rule("10.45a", "10.42b")
def is_bridged(game: Game, edge: Edge, side: str) -> bool:
    """Whether units of a side can walk across a hexside on a bridge, of a road, of a railroad or of their own."""
    return printed_bridge(game, edge, "road") or printed_bridge(game, edge, "rail") or marker_across(game, edge, side)


@rule("10.42b", "10.44a", "10.45a")
def is_bridged_for(game: Game, unit_id: str, edge: Edge) -> bool:
    """Whether a unit can walk across a hexside on a bridge: that of the motorway is closed to Axis units on foot."""
    side = side_of(game, unit_id)
    keeps_off = side == AXIS and not pays_motorized_costs(game, unit_id)
    if keeps_off and game.content.roads_across(edge) == ("motorway", None):
        return printed_bridge(game, edge, "rail") or marker_across(game, edge, side)
    return is_bridged(game, edge, side)
