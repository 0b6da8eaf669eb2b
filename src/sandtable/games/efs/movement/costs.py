"""Chapter 10.4: what a step costs, in quarters of a movement point: by road or railroad or across country.

How a hex is left may make it dearer to have entered it (10.43a): `rate` is the cost of a hex by each way, and leaving
by a worse way than it was entered costs the difference.
"""

from __future__ import annotations

from typing import Literal

from sandtable.games.efs.content import Content, Edge, quarters
from sandtable.games.efs.engineers.bridges import STREAMS, WATERS, is_bridged_for, marker_across, printed_bridge
from sandtable.games.efs.fortifications.works import costs_more
from sandtable.games.efs.state import AXIS, SOVIET
from sandtable.games.efs.supply.hexsides import usable_rail
from sandtable.games.efs.tables import MovementFile, Terrain
from sandtable.games.efs.units import Game, is_armored, is_flotilla, pays_motorized_costs, printed, side_of
from sandtable.games.efs.weather.conditions import is_frozen, weather_in
from sandtable.games.efs.zones import FOOT, MOTORS, bogs_motors, cost_in
from sandtable.kernel import derived, of_content, rule
from sandtable.mechanics.switches import is_on

Way = Literal["motorway", "main", "minor", "rail", "country"]
BY_ROAD: tuple[Way, ...] = ("motorway", "main", "minor")
SKI = "ski-infantry"
Manner = Literal["", "strategic"]
"""How a stack moves; rail movement is another matter."""
HEAVY_GUNS = "green"
"""The colour of the allowances of super-heavy guns."""
ON_RAILS_OR_WATER = ("gray", "blue")
"""The colours of allowances of trains and flotillas, which no other way is open to."""


@rule("10.42", "10.43", "10.43a", "10.44a", "10.44c", "10.45", "10.45a", "22.23a")
def ways(game: Game, unit_id: str, edge: Edge) -> list[Way]:
    """The ways in which a unit may take a step: along the road, along the railroad, across country.

    A road or railroad needs its bridge over water, or a Bridge marker of the unit's side in its place; the motorway is
    closed to Axis units on foot, and minor roads in Mud or Snow to super-heavy guns. Out of a swamp motor vehicles
    keep to roads and railroads.
    """
    content = game.content
    if is_flotilla(game, unit_id):
        return ["country"]
    if content.counters[unit_id].ma in ON_RAILS_OR_WATER:
        return ["rail"] if trains_may_pass(game, unit_id, edge) else []
    found: list[Way] = []
    marked = marker_across(game, edge, side_of(game, unit_id))
    if marked or printed_bridge(game, edge, "road"):
        roads = [road for road in BY_ROAD if road in content.roads_across(edge)]
        found += [road for road in roads if may_use(game, unit_id, road, edge[1])]
    if edge in content.rails and printed_bridge(game, edge, "rail"):
        found.append("rail")
    keeps_to_them = pays_motorized_costs(game, unit_id) and bogs_motors(game, edge[0])
    return found if keeps_to_them else [*found, "country"]


@rule("10.33/note", "13.33a", "21.32a", "21.32b")
def trains_may_pass(game: Game, unit_id: str, edge: Edge) -> bool:
    """Whether a train can take a hexside: along railroads of its side that are neither cut nor broken."""
    on_rails = game.content.counters[unit_id].ma == "gray" and edge in game.content.rails
    side = side_of(game, unit_id)
    return on_rails and printed_bridge(game, edge, "rail") and all(usable_rail(game, side, label) for label in edge)


@rule("10.44a", "10.44c", "11.23/note", "13.41b")
def may_use(game: Game, unit_id: str, road: Way, label: str, manner: Manner = "") -> bool:
    """Whether a unit may use a kind of road in a hex; by a switch weather keeps super-heavy guns from none in
    strategic movement.
    """
    if road == "motorway" and side_of(game, unit_id) == AXIS:
        return pays_motorized_costs(game, unit_id)
    if road != "minor" or printed(game, unit_id).ma != HEAVY_GUNS or weather_in(game, label) not in ("mud", "snow"):
        return True
    return manner == "strategic" and is_on(game.content, "strategic-guns-in-any-weather")


@rule("10.41", "10.42a", "10.42c", "10.43a", "10.44a", "10.44b", "10.44c", "10.46", "10.48", "22.51a", "22.51e")
@derived("weather")
def rate(game: Game, unit_id: str, label: str, way: Way) -> int | None:
    """What a hex costs a unit that enters it in some way, without the hexside; nothing where it may not."""
    if game.content.counters[unit_id].ma == "gray":
        return quarters(game.content.table("movement", MovementFile).rail.hex)
    if is_flotilla(game, unit_id):
        return quarters(game.content.table("movement", MovementFile).flotilla_hex)
    if way == "country":
        return across_country(game, unit_id, label)
    if way == "rail":
        return along_railroad(game, unit_id, label)
    if way == "minor":
        return minor_road(game, unit_id, label)
    road = game.content.terrain_chart.roads[way]
    by_weather = {"dry": road.dry, "frost": road.frost, "snow": road.snow, "mud": road.mud}
    spared = is_on(game.content, "lingering-mud-spares-roads")
    return quarters(by_weather[game.state.weather.kind if spared else weather_in(game, label)])


@rule("10.41", "10.46")
def across_country(game: Game, unit_id: str, label: str) -> int | None:
    """The dearest terrain of a hex, and what is added to it."""
    rows = [game.content.terrain_chart.terrain[part] for part in game.content.parts[label]]
    base = [terrain_cost(game, unit_id, label, row) for row in rows if not row.adds]
    if None in base:
        return None
    added = [woods_cost(game, unit_id, label, row, 0) for row in rows if row.adds]
    return max(each for each in base if each is not None) + sum(added)


@rule("5.24b", "10.37a", "10.44c")
def terrain_cost(game: Game, unit_id: str, label: str, row: Terrain) -> int | None:
    """What a unit pays for one terrain of a hex: ski troops on ice and Soviet armor in mud have costs of their own."""
    weather = weather_in(game, label)
    if is_frozen(game) and row.ski_frozen is not None and printed(game, unit_id).type == SKI:
        return quarters(row.ski_frozen)
    if weather in row.soviet_armor and side_of(game, unit_id) == SOVIET and is_armored(game, unit_id):
        return quarters(row.soviet_armor[weather])
    cost = cost_in(game, label, row.cost)[MOTORS if pays_motorized_costs(game, unit_id) else FOOT]
    return None if cost is None else quarters(cost)


@rule("10.42a", "10.46")
def woods_cost(game: Game, unit_id: str, label: str, row: Terrain, less: float) -> int:
    """What woods add: a point less for Soviet units, and less by what a railroad saves."""
    cost = terrain_cost(game, unit_id, label, row) or 0
    discount = less + (row.soviet if side_of(game, unit_id) == SOVIET else 0)
    return max(cost + quarters(discount), 0)


@rule("10.42a", "10.42c")
def along_railroad(game: Game, unit_id: str, label: str) -> int | None:
    """A railroad makes woods cheaper, and opens swamps to those who may not enter them otherwise."""
    rows = [game.content.terrain_chart.terrain[part] for part in game.content.parts[label]]
    base = []
    for row in rows:
        if not row.adds:
            cost = terrain_cost(game, unit_id, label, row)
            if cost is None:
                if row.along_rail is None:
                    return None
                cost = quarters(row.along_rail)
            base.append(cost)
    return max(base) + sum(woods_cost(game, unit_id, label, row, row.by_rail) for row in rows if row.adds)


@rule("10.42c", "10.43a", "10.44c", "10.48")
def minor_road(game: Game, unit_id: str, label: str) -> int:
    """The rate of a minor road: in Dry weather by the terrain, in Mud by the terrain without woods, and by the unit in
    clear ground and on that which it may not enter off the road.
    """
    figures, parts = game.content.terrain_chart.minor_road, game.content.parts[label]
    weather, is_clear = weather_in(game, label), parts == {"clear"}
    if weather == "dry":
        faster = is_clear and not is_on(game.content, "minor-roads-cost-one")
        return quarters(figures.dry_clear if faster else figures.dry_other)
    if weather != "mud":
        return quarters(figures.frost if weather == "frost" else figures.snow)
    if not is_clear:
        rows = [game.content.terrain_chart.terrain[part] for part in parts]
        costs = [terrain_cost(game, unit_id, label, row) for row in rows if not row.adds]
        if None not in costs:
            return max(each for each in costs if each is not None)
    if side_of(game, unit_id) == SOVIET and is_armored(game, unit_id):
        return quarters(figures.mud_soviet_armor)
    dearer = pays_motorized_costs(game, unit_id) and not is_on(game.content, "mud-road-alike-for-all")
    return quarters(figures.mud_motorized if dearer else figures.mud_foot)


@rule("10.42b", "10.45a", "10.45b", "10.45c", "10.45d", "10.47d", "22.21", "22.51c")
def hexside(game: Game, unit_id: str, edge: Edge, way: Way) -> int | None:
    """What the hexside of a step adds, nothing on a bridge; None where it takes more than points to cross."""
    found = game.content.hexsides[edge]
    if way != "country" or is_flotilla(game, unit_id) or not found & (STREAMS | WATERS):
        return 0
    if is_bridged_for(game, unit_id, edge):
        return 0
    total = 0.0
    for feature in found & (STREAMS | WATERS):
        costs = game.content.terrain_chart.sides[feature].cost
        by_weather = {"dry": costs.dry, "frost": costs.frost, "snow": costs.snow, "mud": costs.mud}
        cost = costs.frozen if is_frozen(game) else by_weather[weather_in(game, edge[1])]
        if cost is None:
            return None
        total += cost
    return quarters(total)


@rule("10.34")
def zone_cost(content: Content) -> int:
    """What it costs more to enter an enemy zone of control."""
    return quarters(content.table("movement", MovementFile).enemy_zoc)


@rule("18.12")
def works_cost(game: Game, side: str, edge: Edge) -> int:
    """What an enemy fortification adds to a step of a side, whatever the way."""
    return cost_of_works(game.content) if costs_more(game, edge, side) else 0


@of_content
@rule("18.12")
def cost_of_works(content: Content) -> int:
    """What a fortification adds to a step."""
    return quarters(content.terrain_chart.fortifications["strongpoint"].cost)


@rule("10.42a", "10.43a", "10.43a/note", "10.43b")
def made_dearer(game: Game, unit_id: str, label: str, came: Way, leaves: Way) -> int | None:
    """What it costs to have entered a hex by one way and to leave it by a worse one.

    A railroad makes woods cheaper for those only who came along it, and they keep that where they leave by road.
    """
    if came == "country" or is_on(game.content, "traditional-roads") or (came == "rail" and leaves != "country"):
        return 0
    if leaves in BY_ROAD and BY_ROAD.index(leaves) <= BY_ROAD.index(came):
        return 0
    paid, due = rate(game, unit_id, label, came), rate(game, unit_id, label, leaves)
    if leaves == "rail" and due is not None:
        due = rate(game, unit_id, label, "country") or due
    if paid is None or due is None:
        return None if due is None else 0
    return max(due - paid, 0)


@rule("10.4", "10.43a")
def ground_cost(game: Game, unit_id: str, edge: Edge, way: Way, came: Way | None) -> int | None:
    """What the ground of a step costs a unit in some way; `came` is how it entered the hex that it leaves, none where
    it began there. Nothing where it may not go that way.
    """
    parts = [rate(game, unit_id, edge[1], way), hexside(game, unit_id, edge, way)]
    if came is not None:
        parts.append(made_dearer(game, unit_id, edge[0], came, way))
    if None in parts:
        return None
    return sum(each for each in parts if each is not None)
