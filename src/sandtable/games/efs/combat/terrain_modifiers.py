"""Chapters 15.51 and 18: what the ground and its fortifications give the defender."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.games.efs.combat.forces import Forces, hexsides_attacked
from sandtable.games.efs.content import Edge
from sandtable.games.efs.control import friend
from sandtable.games.efs.fortifications.works import has_line, is_belt, is_citadel, line_crossed, strongpoint_of
from sandtable.games.efs.state import SOVIET
from sandtable.games.efs.tables import CombatModifiersFile
from sandtable.games.efs.units import Game, is_flotilla
from sandtable.games.efs.weather.conditions import is_frozen, weather_in
from sandtable.kernel import rule
from sandtable.mechanics.roster import units_in
from sandtable.mechanics.sums import Sum
from sandtable.mechanics.switches import is_on

CITIES = frozenset({"city", "major-city"})


@rule("15.51", "15.51c", "15.51d")
def terrain_modifiers(game: Game, forces: Forces) -> Sum:
    """What the defender gains by the ground: of the hex by which he gains most, and of the hexsides before all of them;
    by a switch, the best of each kind.
    """
    of_hexes = {label: hex_modifiers(game, forces, label) for label in forces.hexes}
    if is_on(game.content, "best-of-each-kind"):
        parts = sorted((part for found in of_hexes.values() for part in found), key=lambda part: part.value)
        best = {part.label: part for part in parts}.values()
        return Sum([*best, *hexside_modifiers(game, forces, forces.hexes)])
    sums = [Sum([*found, *hexside_modifiers(game, forces, (label,))]) for label, found in of_hexes.items()]
    return max(sums, key=lambda found: found.total)


@rule("15.41a", "15.41d", "15.51a", "15.51c", "18.31", "18.51", "18.51a", "18.53")
def hex_modifiers(game: Game, forces: Forces, label: str) -> Sum:
    """What a defender hex gives: its height, its city or town, its fortifications."""
    content, chart, found = game.content, game.content.terrain_chart, Sum()
    figures = content.table("combat-modifiers", CombatModifiersFile).modifiers
    heights = max((chart.terrain[part].drm for part in content.parts[label] - CITIES), default=0)
    city = max((chart.terrain[part].drm for part in content.parts[label] & CITIES), default=0)
    if heights:
        found.add("heights", heights, "15.51a", hex=label)
    if city:
        found.add("city", city, "15.41d", hex=label)
    elif label in content.towns and weather_in(game, label) in chart.town.weather:
        found.add("town", chart.town.drm, "15.51c", hex=label)
    if not shelters(game, label):
        return found
    if forces.enemy == SOVIET and is_belt(game, label):
        found.add("fortified-belt", figures["fortified-belt"], "18.31", hex=label)
    if forces.enemy == SOVIET and is_citadel(game, label):
        found.add("citadel", figures["citadel"], "18.51a", hex=label)
    strongpoint_modifier(game, forces, label, found)
    return found


@rule("22.56")
def shelters(game: Game, label: str) -> bool:
    """Whether the fortifications of a hex help its defenders: not flotillas that are there without other units."""
    return any(not is_flotilla(game, unit_id) for unit_id in units_in(game, label))


@rule("15.51f", "18.34", "18.41a", "18.41b", "18.41c", "18.41d")
def strongpoint_modifier(game: Game, forces: Forces, label: str, found: Sum) -> None:
    """What a completed strongpoint gives: nothing more in a belt, in place of a fortified line, and both together
    where all attack through the line of a hex before a city.
    """
    figures = game.content.table("combat-modifiers", CombatModifiersFile).modifiers
    if not is_strong(game, label, forces.enemy) or (forces.enemy == SOVIET and is_belt(game, label)):
        return
    faced = all(line_crossed(game, edge) for edge in hexsides_attacked(game, forces) if edge[1] == label)
    if forces.enemy == SOVIET and has_line(game, label) and faced and is_before_city(game, label):
        found.add("strongpoint-before-city", figures["strongpoint-before-city"], "18.41d", hex=label)
    else:
        found.add("strongpoint", figures["strongpoint"], "18.41a", hex=label)


def is_strong(game: Game, label: str, side: str) -> bool:
    """Whether a side has a completed strongpoint in a hex."""
    strongpoint = strongpoint_of(game, label, side)
    return strongpoint is not None and strongpoint.status == "completed"


@rule("18.41d")
def is_before_city(game: Game, label: str) -> bool:
    """Whether a city that is friendly to the Soviets lies near."""
    near = game.content.table("combat-modifiers", CombatModifiersFile).strongpoint_city_range
    return any(
        game.content.distance(label, city) <= near and friend(game, city) == SOVIET for city in game.content.cities
    )


# Hexsides


@rule("15.41b", "15.41c", "15.51b")
def water_before(game: Game, edge: Edge) -> int:
    """What water along a hexside gives: rivers and canals unless they are frozen, a major river when it is."""
    sides, frozen = game.content.terrain_chart.sides, is_frozen(game)
    features = [sides[feature] for feature in game.content.hexsides[edge] if feature in sides]
    return max((side.drm_frozen if frozen else side.drm for side in features), default=0)


@rule("18.2", "18.22", "18.41c")
def line_before(game: Game, forces: Forces, edge: Edge, counted: Collection[str]) -> int:
    """What a fortified line gives the Soviets behind it; a strongpoint in a hex that is counted, counts instead."""
    if forces.enemy != SOVIET or not line_crossed(game, edge):
        return 0
    if edge[1] in counted and is_strong(game, edge[1], SOVIET) and not is_belt(game, edge[1]):
        return 0
    if not shelters(game, edge[1]):
        return 0
    return game.content.table("combat-modifiers", CombatModifiersFile).modifiers["fortified-line"]


@rule("15.41b", "15.51b", "15.51e", "18.22")
def hexside_modifiers(game: Game, forces: Forces, counted: Collection[str]) -> Sum:
    """What hexsides give: what is before all the defenders and crossed by all attackers, or by those who do not cross
    it made good by as much; a river and a line along it add up. Of some hexes their own modifiers are counted besides.
    """
    edges, found = hexsides_attacked(game, forces), Sum()
    if not edges:
        return found
    water = {edge: water_before(game, edge) for edge in edges}
    lines = {edge: line_before(game, forces, edge, counted) for edge in edges}
    by_water, by_lines = min(water.values()), min(lines.values())
    mixed = min(water[edge] + lines[edge] for edge in edges) - by_water - by_lines
    if by_water and is_frozen(game):
        found.add("frozen-major-river", by_water, "15.41b")
    elif by_water:
        found.add("river", by_water, "15.51b")
    if by_lines:
        found.add("fortified-line", by_lines, "18.22")
    if mixed:
        found.add("hexsides", mixed, "18.22")
    return found
