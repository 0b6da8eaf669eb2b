"""D2.1, D2.14, D2.16, D8.2, RR9, RR10, RR12.52, RR13.3: what entering a hex costs a vehicle, and where it may bog."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sandtable.games.asl.heavy import VehicleCard
from sandtable.games.asl.locations import base_level, hex_of, houses
from sandtable.games.asl.movement.costs import weather_of
from sandtable.games.asl.sight.on_map import screens
from sandtable.games.asl.state import Vehicle
from sandtable.games.asl.tables.vehicles import VehicleCost, VehicleMovement, VehicleTerrain
from sandtable.games.asl.terrain.hexes import PAVED, PLOWED, ground_around, kind_at
from sandtable.games.asl.terrain.hexsides import direction_to, side_of
from sandtable.games.asl.terrain.works import works_at
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.bypass import Lane
from sandtable.games.asl.vehicles.status import card_of
from sandtable.kernel import Refusal, derived, rule

HALF = 2
"""A MP is counted as two halves."""
OBSTACLES = ("woods", "building", "rubble")


class Entry(NamedTuple):
    """What entering a hex means to a vehicle."""

    cost: int
    """In half MP."""
    checks: tuple[int, ...]
    """The DRM of the terrain of each Bog Check that it makes, but for what the vehicle itself adds."""
    fence: bool
    """Whether it crosses a barbed-wire fence (RR13.3)."""
    hedge: bool
    """Whether it makes a Bog Check in the hex that it leaves: a halftrack at a hedge."""
    paved: bool
    """Whether it keeps to a paved road."""
    climbs: bool
    """Whether it gains height, by a level or a slope."""
    kind: str
    """The kind of terrain that it enters, or road, or bypass."""


def figures(game: Game) -> VehicleMovement:
    return game.content.table("vehicle-movement", VehicleMovement)


def row_of(game: Game, hex_: str) -> VehicleTerrain | None:
    """What the terrain of a hex is to vehicles; None where no vehicle can go."""
    return figures(game).hexes.get(kind_at(game, hex_))


@rule("A2.9", "D2.1")
def may_stand(game: Game, vehicle_id: str, hex_: str) -> bool:
    """Whether a vehicle may be set up in a hex: where it could go without a Bog Check."""
    row = row_of(game, hex_)
    if row is None or row.bog is not None:
        return False
    works = game.state.works.get(hex_)
    if works is not None and (works.wire or works.trench):
        return False
    card = card_of(game, vehicle_id)
    return (row.tracked if card.tracked else row.halftrack) is not None and hex_ not in game.state.blazes


def _is_paved(game: Game, here: str, there: str) -> bool:
    """Whether a paved road leads from a hex to the next."""
    board = game.content.board
    marks = board.networks.get(PAVED)
    return marks is not None and bool(marks[6 * board.index[here] + direction_to(game.content, here, there)])


@rule("D2.1", "D2.14", "D2.16", "A24.2", "B23.74", "B26", "B27.5", "E1.16", "E3.54", "E3.9/soft-ground", "RR9", "RR10",
      "RR12.52", "RR14", "B23.9", "C2.7", "C10.1")  # fmt: skip
def entry(
    game: Game,
    vehicle_id: str,
    here: str,
    there: str,
    *,
    whole: bool = False,
    reverse: bool = False,
    off_road: bool = False,
) -> Entry | Refusal:
    """What entering the next hex means to a vehicle, or why it cannot: `whole` for woods with all of its MP, `off_road`
    for one that comes from beside an obstacle."""
    state, content, table = game.state, game.content, figures(game)
    card, vehicle = card_of(game, vehicle_id), state.vehicles[vehicle_id]
    args = {"vehicle": vehicle_id, "hex": there}
    if there in state.blazes:
        return Refusal("refused.blaze", "B25/fire", args)
    side = side_of(content, here, there)
    kind, row = _terrain(game, here, there, off_road=off_road)
    road = side.road and not off_road and kind in ("road", "factory-door")
    if row is None:
        return Refusal("refused.no-ground", "D2.1", args)
    cost: VehicleCost | None = row.tracked if card.tracked else row.halftrack
    built_up = kind.endswith(("building", "rubble"))
    inside = built_up or kind == "factory-door"
    if cost is None or (inside and there in state.fortified):
        return Refusal("refused.no-ground", "D2.1", args)
    if vehicle.towing and (built_up or (side.cover and not side.road)):
        return Refusal("refused.towing", "C10.1", args)
    checks: list[int] = []
    share = cost.share
    if whole and row.whole_bog is not None:
        share = "whole"
        checks.append(row.whole_bog)
    elif row.bog is not None:
        checks.append(row.whole_bog if share == "whole" and row.whole_bog is not None else row.bog)
    price = road_rate(game, card, vehicle) if kind == "road" else cost.mp
    if share == "half":
        price = HALF * (card.mp // 2)
    elif share == "whole":
        price = HALF * card.mp
    price += _hexside(game, card, here, there, road)
    if price < 0:
        return Refusal("refused.no-crossing", "D2.1", args)
    works = works_at(game, there, vehicle.side)
    if vehicle.towing and works.wire:
        return Refusal("refused.towing", "C2.7", args)
    if works.trench and not road:
        if not card.tracked:
            return Refusal("refused.no-ground", "B27.5", args)
        price += table.hexes["trench"].tracked.mp if table.hexes["trench"].tracked is not None else 0
        checks.append(table.hexes["trench"].bog or 0)
    paved = not off_road and there not in state.rubble and _is_paved(game, here, there)
    climbs = base_level(content, there) > base_level(content, here) or side.slope > 0
    if content.scenario.conditions.soft and not paved and kind not in OBSTACLES and not inside:
        price += table.soft_ground
    if content.scenario.conditions.soft and kind == "plowed" and climbs:
        checks.append(0)
    price += _hulls(game, there, vehicle.side) * (table.occupied_road if kind == "road" else table.occupied)
    price += _air(game, here, there)
    if vehicle.towing:
        price += table.towing
    if reverse:
        price *= table.reverse
    hedge = not card.tracked and bool(side.cover) and not side.road and table.hexsides[side.cover].bogs_halftrack
    return Entry(price, tuple(checks), side.fence and not side.road, hedge, paved, climbs, kind)


@rule("A2.5", "A2.51", "D2.1", "E1.16", "RR9", "C10.1")
def edge_price(game: Game, vehicle_id: str, hex_: str, *, road: bool) -> int:
    """What the ground at the edge of the map costs, here as beyond it: soft ground is soft there as well."""
    table, card, vehicle = figures(game), card_of(game, vehicle_id), game.state.vehicles[vehicle_id]
    row = row_of(game, hex_)
    cost = None if row is None else row.tracked if card.tracked else row.halftrack
    price = road_rate(game, card, vehicle) if road else 0 if cost is None else cost.mp
    if not road and cost is not None and cost.share:
        price = HALF * (card.mp // 2 if cost.share == "half" else card.mp)
    marks = game.content.board.networks.get(PAVED)
    i = game.content.board.index[hex_]
    paved = road and marks is not None and any(marks[6 * i : 6 * i + 6])
    if game.content.scenario.conditions.soft and not paved:
        price += table.soft_ground
    price += table.night if weather_of(game).night else 0
    return price + (table.towing if vehicle.towing else 0)


@rule("A2.5", "A2.51", "D2.14", "A24.2")
def entry_price(game: Game, vehicle_id: str, hex_: str, *, road: bool) -> int:
    """What coming onto the map in a hex costs: as if from ground like it, with what stands there and SMOKE."""
    table, vehicle = figures(game), game.state.vehicles[vehicle_id]
    hulls = _hulls(game, hex_, vehicle.side) * (table.occupied_road if road else table.occupied)
    smoke = table.smoke if hex_ in screens(game) else 0
    return edge_price(game, vehicle_id, hex_, road=road) + hulls + smoke


@rule("A2.5", "B27.5", "C2.7")
def entry_onto_map(game: Game, vehicle_id: str, hex_: str, *, road: bool) -> Entry | Refusal:
    """What coming onto the map in a hex means to a vehicle, or why it cannot: field works are in its way there too."""
    table, card, vehicle = figures(game), card_of(game, vehicle_id), game.state.vehicles[vehicle_id]
    price, checks = entry_price(game, vehicle_id, hex_, road=road), []
    works, args = works_at(game, hex_, vehicle.side), {"vehicle": vehicle_id, "hex": hex_}
    if vehicle.towing and works.wire:
        return Refusal("refused.towing", "C2.7", args)
    if works.trench and not road:
        trench = table.hexes["trench"]
        if not card.tracked or trench.tracked is None:
            return Refusal("refused.no-ground", "B27.5", args)
        price += trench.tracked.mp
        checks.append(trench.bog or 0)
    return Entry(price, tuple(checks), False, False, False, False, "road" if road else kind_at(game, hex_))


def _hulls(game: Game, hex_: str, side: str, along: int | None = None) -> int:
    """How many vehicles and wrecks a side knows of in a hex, or along a hexside of it."""
    hulls = _known_hulls(game, side).get(hex_, ())
    return len(hulls) if along is None else hulls.count(along)


@derived("vehicles", "wrecks")
@rule("D2.14", "A12.1")
def _known_hulls(game: Game, side: str) -> Mapping[str, Sequence[int]]:
    """Where in Bypass the vehicles and wrecks stand that a side knows of, by their hexes, its own beneath a "?" too."""
    found: dict[str, list[int]] = {}
    for vehicle in game.state.vehicles.values():
        if vehicle.at and (vehicle.side == side or not (vehicle.hidden or vehicle.concealed)):
            found.setdefault(hex_of(vehicle.at), []).append(vehicle.bypass)
    for wreck in game.state.wrecks.values():
        if wreck.at:
            found.setdefault(hex_of(wreck.at), []).append(wreck.bypass)
    return found


@rule("A24.2", "E1.16", "E3.54")
def _air(game: Game, here: str, there: str) -> int:
    """What SMOKE, the dark and the rain add."""
    table, content, weather = figures(game), game.content, weather_of(game)
    found = (table.smoke if there in screens(game) else 0) + (table.night if weather.night else 0)
    if weather.rain and here != there:
        levels = abs(base_level(content, there) - base_level(content, here))
        found += table.rain * (levels + (1 if side_of(content, here, there).slope else 0))
    return found


@rule("D2.3", "D2.14", "C10.1", "B27.5", "E3.9/soft-ground", "RR10", "RR13.4")
def entry_along(game: Game, vehicle_id: str, here: str, lane: Lane) -> Entry | Refusal:
    """What going along a hexside of an obstacle means to a vehicle, or why it cannot.

    The ground around the obstacle costs twice as much as it would in the open, for each hexside; what stands on the way
    into the hex is paid for as usual. Ruling (D2.3): soft ground, the dark and SMOKE cost as the hex is entered, not
    along further hexsides of it.
    """
    state, content, table = game.state, game.content, figures(game)
    card, vehicle, there = card_of(game, vehicle_id), state.vehicles[vehicle_id], lane.hex
    args = {"vehicle": vehicle_id, "hex": there}
    if there in state.blazes:
        return Refusal("refused.blaze", "B25/fire", args)
    if vehicle.towing:
        return Refusal("refused.towing", "C10.1", args)
    kind = ground_around(content, there)
    row = table.hexes[kind]
    cost = row.tracked if card.tracked else row.halftrack
    assert cost is not None
    price, checks, soft = cost.mp * table.bypass, [], content.scenario.conditions.soft
    if here == there:
        price += _hulls(game, there, vehicle.side, lane.side) * table.occupied
        return Entry(price, (), False, False, False, False, "bypass")
    if soft:
        price += table.soft_ground
    price += _air(game, here, there)
    side = side_of(content, here, there)
    more = _hexside(game, card, here, there, False)
    if more < 0:
        return Refusal("refused.no-crossing", "D2.1", args)
    price += more + _hulls(game, there, vehicle.side) * table.occupied
    works = state.works.get(there)
    if works is not None and works.trench and (works.known or works.side == vehicle.side):
        trench = table.hexes["trench"]
        if not card.tracked or trench.tracked is None:
            return Refusal("refused.no-ground", "B27.5", args)
        price += trench.tracked.mp
        checks.append(trench.bog or 0)
    climbs = base_level(content, there) > base_level(content, here) or side.slope > 0
    if soft and kind == PLOWED and climbs:
        checks.append(0)
    hedge = not card.tracked and bool(side.cover) and not side.road and table.hexsides[side.cover].bogs_halftrack
    return Entry(price, tuple(checks), side.fence and not side.road, hedge, False, climbs, "bypass")


@rule("D2.16", "B23.74", "B24.2", "RR14")
def _terrain(game: Game, here: str, there: str, *, off_road: bool) -> tuple[str, VehicleTerrain | None]:
    """The terrain that a vehicle enters: along a road nothing of it, a Factory by a road or from within it."""
    table, kind = figures(game), kind_at(game, there)
    road = side_of(game.content, here, there).road and not off_road and there not in game.state.rubble
    if kind.endswith("-factory"):
        houses_ = houses(game.content)
        a, b = houses_.get(here), houses_.get(there)
        inside = a is not None and b is not None and a.building == b.building and not off_road
        if road or inside:
            return "factory-door", table.hexes[kind]
        kind = kind.replace("-factory", "-building")
        return kind, table.hexes[kind]
    if road:
        return "road", table.hexes["open"]
    if kind in ("open", "plowed") and there in game.state.shellholes:
        return "shellholes", table.hexes["shellholes"]
    return kind, table.hexes.get(kind)


@rule("D2.16", "RR12.52")
def _hexside(game: Game, card: VehicleCard, here: str, there: str, road: bool) -> int:
    """What the hexside adds to the cost; less than nothing where it cannot be crossed."""
    table, content = figures(game), game.content
    side = side_of(content, here, there)
    found = 0
    if side.cover and not side.road:
        row = table.hexsides.get(side.cover)
        more = None if row is None else row.tracked if card.tracked else row.halftrack
        if more is None:
            return -1000
        found += more
    rise = base_level(content, there) - base_level(content, here)
    if rise > 0:
        found += rise * (table.uphill_road if side.road else table.uphill)
    if side.slope > 0:
        found += table.slope
    return found


@rule("D2.16")
def road_rate(game: Game, card: VehicleCard, vehicle: Vehicle) -> int:
    """What a hex costs along a road: more where the crew has gone down."""
    table = figures(game)
    return table.road_exposed if vehicle.exposed or card.open_topped else table.road_buttoned
