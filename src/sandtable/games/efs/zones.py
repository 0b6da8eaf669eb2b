"""Chapter 3: zones of control."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from sandtable.games.efs.content import Content, Edge
from sandtable.games.efs.fortifications.works import is_belt, is_citadel
from sandtable.games.efs.index import ground_weather
from sandtable.games.efs.state import AXIS, SIDES, State, Weather, enemy_of
from sandtable.games.efs.tables import Costs, Pair
from sandtable.games.efs.units import Game, has_zoc, is_flotilla, is_on_motors
from sandtable.games.efs.weather.conditions import is_frozen, mud_in, weather_in
from sandtable.kernel import AnyTitle, Filled, derived, index, of_content, rule
from sandtable.kernel import Game as KernelGame
from sandtable.mechanics.reaches import Reaches
from sandtable.mechanics.roster import units_in
from sandtable.mechanics.switches import is_on

ENEMY = {side: enemy_of(side) for side in SIDES}
FOOT, MOTORS = 0, 1
"""The columns of the Terrain Effects Chart."""
SWAMP = "swamp"


@rule("3.2", "3.21", "3.23", "3.27")
def zones(game: Game, side: str) -> Mapping[str, frozenset[str]]:
    """The hexes of a side that exert a zone of control, each with the adjacent hexes into which it reaches.

    Its own hex a unit always controls; several zones in one hex are as one.
    """
    return reaches_of_units(game).of[side]


def zone_of(game: Game, side: str) -> frozenset[str]:
    """All hexes into which the units of a side exert a zone of control from next to them."""
    return reaches_of_units(game).zone(side)


def enemy_zone(game: Game, side: str) -> frozenset[str]:
    """The hexes in zones of control of a side's enemy."""
    return reaches_of_units(game).zone(ENEMY[side])


def in_enemy_zone(game: Game, label: str, side: str) -> bool:
    """Whether a hex is in a zone of control of a side's enemy."""
    return reaches_of_units(game).is_in(ENEMY[side], label)


def exerting_into(game: Game, label: str, side: str) -> list[str]:
    """The hexes from which a side exerts a zone of control into a hex."""
    return sorted(there for there, reached in zones(game, side).items() if label in reached)


@of_content
@rule("3.25")
def with_bands(content: Content) -> frozenset[str]:
    """The counters that have a band on one of their sides: without one a zone of control is never in doubt."""
    return frozenset(unit_id for unit_id, kind in content.counters.items() if kind.no_zoc and not kind.untried)


class Tread(NamedTuple):
    """What decides how far the zone of a unit reaches: the column by which it pays, and whether mud holds it back."""

    column: int
    held_by_mud: bool


Exerting: TypeAlias = tuple[str, frozenset[Tread]]
"""The side of units that exert a zone of control from a hex, and their treads."""
Where: TypeAlias = tuple[str, Exerting, tuple[str, ...]]
"""A hex, who exerts a zone of control from it, and the fortifications of the map around it that are no more."""
Around: TypeAlias = "Filled[Where, frozenset[str]]"


@rule("3.25", "3.26")
def exerting(game: Game, label: str) -> Exerting | None:
    """The side of the units of a hex that exert a zone of control, and their treads, if any do.

    Units without a band make those with one exert theirs too; units under an Overrun marker have none.
    """
    there = units_in(game, label)
    if not there:
        return None
    units, bands = game.state.units, with_bands(game.content)
    for unit_id in there:
        if unit_id in bands or units[unit_id].overrun:
            break
    else:
        return treads_of(game.content, there)
    unit_ids = [unit_id for unit_id in there if not units[unit_id].overrun]
    with_zoc = tuple([unit_id for unit_id in unit_ids if has_zoc(game, unit_id)])
    if not with_zoc:
        return None
    if len(with_zoc) < len(unit_ids):
        with_zoc = tuple([each for each in unit_ids if each in with_zoc or not is_flotilla(game, each)])
    return treads_of(game.content, with_zoc)


def reach(game: Game, label: str, who: Exerting) -> frozenset[str]:
    """The adjacent hexes into which such units of a hex exert a zone of control."""
    content, ruined = game.content, game.state.ruined
    fallen = tuple([each for each in (label, *content.adjacent[label]) if each in ruined]) if ruined else ()
    return zones_on_the_map(content, game.title, ground_weather(game))[label, who, fallen]


TELLING = ("at", "steps", "overrun", "operational", "mode")
"""What of a unit decides whether it exerts a zone of control, and from where."""
reaches_of_units = index(lambda game: Reaches(exerting, reach, TELLING, SIDES), "units", "weather", "ruined")
"""From where each side exerts zones of control now, and into which hexes."""


@of_content
def treads_of(content: Content, unit_ids: tuple[str, ...]) -> Exerting:
    """The side of some units, and their treads."""
    return content.side_of[unit_ids[0]], frozenset([tread_of(content, unit_id) for unit_id in unit_ids])


@of_content
def tread_of(content: Content, unit_id: str) -> Tread:
    kind = content.counters[unit_id]
    return Tread(MOTORS if is_on_motors(content, unit_id) else FOOT, kind.box or kind.ma == "orange")


@of_content
def zones_on_the_map(content: Content, title: AnyTitle, weather: Weather) -> Around:
    """The hexes around each into which units exert a zone of control, worked out once for all games."""
    return Filled(lambda where: zone_around(content, title, weather, where))


def zone_around(content: Content, title: AnyTitle, weather: Weather, where: Where) -> frozenset[str]:
    """The same for one hex."""
    label, (side, treads), fallen = where
    game = KernelGame(title, content, State(scenario="", weather=weather, ruined=dict.fromkeys(fallen, 0)))
    edges = [edge for other in content.adjacent[label] if spreads(game, edge := (label, other), side)]
    return frozenset([edge[1] for edge in edges for tread in treads if reaches(game, edge, tread)])


@rule("3.22", "3.24b", "10.49", "18.33", "18.52", "22.51b")
def spreads(game: Game, edge: Edge, side: str) -> bool:
    """Whether a zone of control extends across a hexside at all.

    Never into a major city or across the sea, into or out of a citadel, for the Axis into a fortified belt; across
    major rivers, lakes and shallow water only while they are frozen.
    """
    content, there = game.content, edge[1]
    bars = [content.terrain_chart.terrain[part].zoc for part in content.parts[there]]
    sides = content.terrain_chart.sides
    bars += [sides[feature].zoc for feature in content.hexsides[edge] if feature in sides]
    if "never" in bars or ("frozen" in bars and not is_frozen(game)):
        return False
    if any(is_citadel(game, label) for label in edge):
        return False
    return side != AXIS or not is_belt(game, there)


@rule("3.22", "3.24a", "10.48")
def reaches(game: Game, edge: Edge, tread: Tread) -> bool:
    """Whether the zone of a unit extends across a hexside across which zones do: it could go there itself, and mud
    holds the zones of motor vehicles back from open ground. Out of a swamp theirs follow roads and railroads, as into
    one; by a switch only ground that is barred to all holds a zone.
    """
    content, there = game.content, edge[1]
    any_could = is_on(content, "zones-barred-to-all-only")
    columns = (FOOT, MOTORS) if any_could else (tread.column,)
    if all(is_prohibited(game, there, column) and not is_opened(game, edge, column) for column in columns):
        return False
    if edge in content.roads or edge in content.rails:
        return True
    if tread.column == MOTORS and not any_could and bogs_motors(game, edge[0]):
        return False
    if tread.held_by_mud and mud_in(game, there):
        return there in content.towns or there in content.cities
    return True


@derived("weather")
def is_prohibited(game: Game, label: str, column: int) -> bool:
    """Whether units of a column may not enter a hex off the road."""
    terrain = game.content.terrain_chart.terrain
    return any(cost_in(game, label, terrain[part].cost)[column] is None for part in game.content.parts[label])


@rule("10.48")
def bogs_motors(game: Game, label: str) -> bool:
    """Whether motor vehicles leave a hex along a road or railroad only: a swamp that is not frozen. Other ground that
    they may not enter, and ice that has melted under them, they may leave (the ruling on 10.48).
    """
    return SWAMP in game.content.parts[label] and is_prohibited(game, label, MOTORS)


@rule("10.42c", "10.43a", "10.48")
def is_opened(game: Game, edge: Edge, column: int) -> bool:
    """Whether units of a column follow a road into a hex that they may not enter off it, or a railroad, which leads
    them through swamps alone.
    """
    content = game.content
    return edge in content.roads or (edge in content.rails and is_opened_by_rail(game, edge[1], column))


@rule("10.42c")
def is_opened_by_rail(game: Game, label: str, column: int) -> bool:
    """Whether a railroad leads units of a column into a hex: through swamps, and ground that they may enter anyhow."""
    rows = [game.content.terrain_chart.terrain[part] for part in game.content.parts[label]]
    return all(row.along_rail is not None or cost_in(game, label, row.cost)[column] is not None for row in rows)


@rule("5.23c", "10.37a")
def cost_in(game: Game, label: str, costs: Costs) -> Pair:
    """The costs of a line of the Terrain Effects Chart by the weather in a hex, and by the frost where it is frozen."""
    if is_frozen(game) and costs.frozen is not None:
        return costs.frozen
    by_weather: dict[str, Pair] = {"dry": costs.dry, "frost": costs.frost, "snow": costs.snow, "mud": costs.mud}
    return by_weather[weather_in(game, label)]
