"""Chapter 10.4: which hexes and hexsides are prohibited to a unit, whatever it could pay."""

from __future__ import annotations

from sandtable.games.efs.content import Edge
from sandtable.games.efs.engineers.bridges import (
    WATERS,
    is_bridged_for,
    marker_across,
    printed_bridge,
    road_leads_across,
    way_leads_across,
)
from sandtable.games.efs.engineers.flotillas import why_not_sail
from sandtable.games.efs.state import WeatherKind
from sandtable.games.efs.units import (
    Game,
    is_armored,
    is_artillery,
    is_flotilla,
    is_on_motors,
    pays_motorized_costs,
    printed,
    side_of,
)
from sandtable.games.efs.weather.conditions import is_frozen, weather_in
from sandtable.games.efs.zones import FOOT, MOTORS, bogs_motors, is_opened_by_rail, is_prohibited
from sandtable.kernel import rule

MINOR_ROADS_FOR_HEAVY_GUNS: tuple[WeatherKind, ...] = ("dry", "frost")

FORBIDDEN_BY = {
    "refused.heavy-guns-need-a-road": "13.41a",
    "refused.keeps-to-rails": "10.33/note",
    "refused.prohibited-terrain": "10.4",
    "refused.stranded": "10.48",
    "refused.sea": "10.47a",
    "refused.too-heavy-for-boats": "10.45c",
    "refused.water-to-cross": "10.47a",
    "refused.no-waterway": "22.51a",
    "refused.frozen-in": "22.54a",
}
"""The rule by which a unit may never take a step, by the reason."""


@rule("10.45c", "10.47", "10.47a", "10.48", "13.41a", "13.41b")
def prohibition(game: Game, unit_id: str, edge: Edge) -> str:
    """Why a unit may never step from a hex to the next, as the key of a refusal; nothing where it may.

    Whether it can pay is another question; so are enemy units, zones, and the crossing of water with assault boats
    (10.47b) or with the full allowance (10.45c).
    """
    if is_flotilla(game, unit_id):
        return why_not_sail(game, unit_id, edge)
    here, there = edge
    side = side_of(game, unit_id)
    column = MOTORS if pays_motorized_costs(game, unit_id) else FOOT
    if printed(game, unit_id).ma == "green" and not heavy_guns_may_pass(game, unit_id, edge):
        return "refused.heavy-guns-need-a-road"
    if is_prohibited(game, there, column) and not is_opened_to(game, edge, column, side):
        return "refused.prohibited-terrain"
    if column == MOTORS and bogs_motors(game, here) and not way_leads_across(game, edge, side):
        return "refused.stranded"
    return water_prohibition(game, unit_id, edge)


@rule("10.42c", "10.43a", "10.48", "22.42")
def is_opened_to(game: Game, edge: Edge, column: int, side: str) -> bool:
    """Whether units of a column follow a road or railroad into a hex that they may not enter off it: one that ends at a
    broken bridge leads nobody there, over ice or in boats.
    """
    by_rail = printed_bridge(game, edge, "rail") and is_opened_by_rail(game, edge[1], column)
    return by_rail or road_leads_across(game, edge, side)


@rule("10.45c", "10.47a")
def water_prohibition(game: Game, unit_id: str, edge: Edge) -> str:
    """Why a unit may never cross the water of a hexside; nothing where there is none, or a bridge, or ice."""
    waters = game.content.hexsides[edge] & WATERS
    if not waters or is_flotilla(game, unit_id) or is_bridged_for(game, unit_id, edge):
        return ""
    if "sea" in waters:
        return "refused.sea"
    if is_frozen(game):
        return ""
    if "major-river" in waters:
        heavy = is_armored(game, unit_id) or is_artillery(game, unit_id)
        return "refused.too-heavy-for-boats" if heavy else ""
    return "refused.water-to-cross"


@rule("10.48")
def is_stranded(game: Game, unit_id: str) -> bool:
    """Whether the thaw has caught a unit in a swamp out of which neither road nor railroad leads."""
    content = game.content
    if not is_on_motors(content, unit_id):
        return False
    at = game.state.units[unit_id].at
    if not bogs_motors(game, at):
        return False
    side = side_of(game, unit_id)
    return not any(way_leads_across(game, (at, there), side) for there in content.adjacent[at])


@rule("13.41a", "13.41b", "22.23a")
def heavy_guns_may_pass(game: Game, unit_id: str, edge: Edge) -> bool:
    """Whether super-heavy guns may take a hexside: along a road or railroad, and a minor road in Dry or Frost only.
    Where its bridge is broken a road ends, on ice too, until a Bridge marker of theirs lies there.
    """
    if printed_bridge(game, edge, "rail"):
        return True
    road = game.content.roads.get(edge)
    if not printed_bridge(game, edge, "road") and not marker_across(game, edge, side_of(game, unit_id)):
        return False
    return road in ("motorway", "main") or (road == "minor" and weather_in(game, edge[1]) in MINOR_ROADS_FOR_HEAVY_GUNS)
