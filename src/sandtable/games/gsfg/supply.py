"""Chapter 8: supply lines, overland and by air."""

from __future__ import annotations

from array import array
from itertools import compress

from sandtable.board import CLOSED, FORBIDDEN, Tracer
from sandtable.games.gsfg.content import WATER, Content
from sandtable.games.gsfg.files import SupplyFile
from sandtable.games.gsfg.index import captured_cities
from sandtable.games.gsfg.state import NATO, OFF_MAP, SOVIET, enemy_of
from sandtable.games.gsfg.units import Game, counter, is_8ga, is_running
from sandtable.kernel import derived, of_content, rule
from sandtable.mechanics.roster import enemy_hexes

OVERLAND = "overland"
AERIAL = "aerial"
UNSUPPLIED = "out-of-supply"


@rule("8.2", "8.1", "8.12")
def supply_state(game: Game, unit_id: str) -> str:
    """How a unit is supplied now: overland (or as if it were), by air, or not at all."""
    if is_automatic(game, unit_id) or can_trace(game, unit_id, game.state.units[unit_id].at):
        return OVERLAND
    return AERIAL if is_fed_by_air(game, unit_id) else UNSUPPLIED


def is_supplied(game: Game, unit_id: str) -> bool:
    return supply_state(game, unit_id) != UNSUPPLIED


@rule("8.1", "5.4/1", "6.14", "9.2", "9.4", "9.7")
def is_automatic(game: Game, unit_id: str) -> bool:
    """Whether a unit is in supply without tracing: on arrival, in its own country, 8GA early on, air mobile units."""
    unit, kind = game.state.units[unit_id], counter(game, unit_id)
    if unit.arrived and game.state.active == kind.side:
        return True
    if kind.side == SOVIET:
        return unit.at in game.content.soviet_home or is_8ga(game, unit_id)
    return kind.type == "air_mobile" and game.state.air.side == NATO


@rule("6.9")
def is_fed_by_air(game: Game, unit_id: str) -> bool:
    """Whether a unit draws on the aerial supply marker of its side, or did when this movement phase began."""
    state, side = game.state, counter(game, unit_id).side
    if state.aerial_supply == OFF_MAP or state.air.side != side:
        return False
    unit = state.units[unit_id]
    return in_aerial_supply(game, unit.at) or unit.fed_by_air


@rule("6.9")
def in_aerial_supply(game: Game, label: str) -> bool:
    """Whether a hex is that of the aerial supply marker or next to it."""
    marker = game.state.aerial_supply
    return marker == label or label in game.content.adjacent.get(marker, ())


@rule("8.4", "8.6", "8.7", "13.7")
def can_trace(game: Game, unit_id: str, label: str) -> bool:
    """Whether a unit could trace overland supply from a hex; special forces do not hamper air mobile units."""
    kind = counter(game, unit_id)
    if kind.side == SOVIET:
        reached = soviet_supply(game)
    elif kind.type == "air_mobile":
        reached = air_mobile_supply(game, kind.nat)
    else:
        reached = nato_supply(game, kind.nat)
    return bool(reached[game.content.board.index[label]])


def nations_in_play(content: Content) -> list[str]:
    """The NATO nations that have units in the scenario."""
    present = {content.counters[unit_id].nat for unit_id in content.placements}
    return [nat for nat in content.sources_of if nat in present]


# What bars supply lines


@rule("13.7")
def barred_to(game: Game, side: str) -> bytes:
    """The hexes that no supply line of a side may enter: with special forces in play the enemy's zones are closed."""
    return barred_by_zones(game, side) if game.state.special_forces else barred_by_enemy(game, side)


def barred_to_soviets(game: Game) -> bytes:
    return barred_to(game, SOVIET)


def barred_to_nation(game: Game, nat: str) -> bytes:
    return barred_to(game, NATO)


def barred_to_air_mobile(game: Game, nat: str) -> bytes:
    return barred_by_enemy(game, NATO)


def captured_from(game: Game, side: str) -> dict[str, str]:
    return captured_cities(game).held


@derived(enemy_hexes, captured_from)
@rule("8.3", "8.5", "8.10")
def barred_by_enemy(game: Game, side: str) -> bytes:
    """The hexes closed to the supply of a side by enemy units, enemy-held cities, and for the Soviets by water.

    A Soviet source is restored the moment NATO leaves it, also where it is a city that NATO goes on controlling.
    """
    content, enemy = game.content, enemy_of(side)
    index = content.board.index
    barred = bytearray(barred_at_start(content, side))
    spared = content.region("soviet-sources") if side == SOVIET else frozenset()
    for label, holder in captured_cities(game).held.items():
        barred[index[label]] = CLOSED if holder == enemy and label not in spared else 0
    for label in enemy_hexes(game, side):
        barred[index[label]] = CLOSED
    return bytes(barred)


@of_content
@rule("8.5", "8.10")
def barred_at_start(content: Content, side: str) -> bytes:
    """The hexes that the map closes to a side's supply: cities that its enemy begins with, water to the Soviets."""
    return bytes(
        CLOSED
        if (info.terrain in WATER and side == SOVIET)
        or (info.terrain == "city" and content.first_holder[info.label] != side)
        else 0
        for info in content.board.hexes
    )


@derived("special_forces")
@rule("13.7")
def enemy_sf_zone(game: Game, side: str) -> frozenset[str]:
    """The hexes in the zones of the enemy's active special forces."""
    found: set[str] = set()
    for marker in game.state.special_forces.values():
        if marker.side != side and not marker.suppressed and marker.at:
            found.add(marker.at)
            found |= zone_around(game.content, marker.at)
    return frozenset(found)


@of_content
@rule("13.7")
def zone_around(content: Content, label: str) -> frozenset[str]:
    """The hexes next to special forces that are in their zone: all but water."""
    return frozenset(near for near in content.adjacent[label] if content.terrain[near] not in WATER)


@derived(barred_by_enemy, enemy_sf_zone)
@rule("13.7")
def barred_by_zones(game: Game, side: str) -> bytes:
    """The same with the zones of enemy special forces."""
    index = game.content.board.index
    closed = bytearray(barred_by_enemy(game, side))
    for label in enemy_sf_zone(game, side):
        closed[index[label]] = CLOSED
    return bytes(closed)


# What supply lines reach


@derived(barred_to_soviets)
@rule("8.3", "8.4", "8.5", "8.6")
def soviet_supply(game: Game) -> bytes:
    """The hexes from which Soviet units are in regular supply.

    Lines run back from the map-edge sources, at most 30 hexes to a friendly city east of the Rhine and at most 6 from
    there to the unit; or at most 6 from a source directly.
    """
    content, blocked = game.content, barred_to_soviets(game)
    sources = tuple(i for i in soviet_sources(content) if not blocked[i])
    return two_portions(content, SOVIET, sources, blocked)


@of_content
@rule("8.3")
def soviet_sources(content: Content) -> tuple[int, ...]:
    """The numbers of the Soviet supply sources."""
    return tuple(content.board.index[label] for label in sorted(content.region("soviet-sources")))


@derived("sources_down", captured_from)
def running_sources(game: Game, nat: str) -> tuple[int, ...]:
    """The supply sources of a NATO nation that are up and running."""
    index = game.content.board.index
    return tuple(index[label] for label in game.content.sources_of[nat] if is_running(game, label))


@derived(running_sources, barred_to_nation)
@rule("8.7", "8.8", "8.9")
def nato_supply(game: Game, nat: str) -> bytes:
    """The hexes from which units of a NATO nation are in regular supply, as for the Soviets but by its own sources."""
    return reached_from(game, running_sources(game, nat), barred_to_nation(game, nat))


@derived(running_sources, barred_to_air_mobile)
@rule("8.7", "13.7")
def air_mobile_supply(game: Game, nat: str) -> bytes:
    """The same for its air mobile units, whom special forces do not hamper."""
    return reached_from(game, running_sources(game, nat), barred_to_air_mobile(game, nat))


def reached_from(game: Game, sources: tuple[int, ...], blocked: bytes) -> bytes:
    """What NATO supply lines from some sources reach."""
    return two_portions(game.content, NATO, tuple(i for i in sources if not blocked[i]), blocked)


@of_content
@rule("8.4", "8.7")
def two_portions(content: Content, side: str, sources: tuple[int, ...], blocked: bytes) -> bytes:
    """The post-city portion from the sources to every city, then the cross-country portion from those cities.

    A city in enemy hands is reached by no line, so those that are reached are friendly.
    """
    figures, lines, cities = (
        content.table("supply", SupplyFile).sides[side],
        supply_lines(content, side),
        depots(content, side),
    )
    post_city = lines.reached(sources, blocked, figures.post_city)
    reached = compress(cities, map(post_city.__getitem__, cities))
    return lines.reached([*sources, *reached], blocked, figures.cross_country)


@of_content
@rule("8.5", "8.6")
def supply_lines(content: Content, side: str) -> Tracer:
    """What traces the supply lines of a side."""
    return Tracer(content.board.neighbours, bytes(cost < FORBIDDEN for cost in supply_costs(content, side)))


@of_content
@rule("8.10")
def supply_costs(content: Content, side: str) -> array[int]:
    """What a supply line pays for every hexside: one hex, but the Soviets' cross no sea or lake hexside."""
    board = content.board
    return board.costs(dict.fromkeys(board.legend.terrain, 1), {"shore": FORBIDDEN} if side == SOVIET else {})


@of_content
@rule("8.4", "8.7")
def depots(content: Content, side: str) -> tuple[int, ...]:
    """The numbers of the cities that a supply line may run through: for the Soviets those east of the Rhine."""
    board = content.board
    return tuple(
        board.index[label]
        for label in content.city_labels
        if side == NATO or not board.hexes[board.index[label]].data.get("west")
    )
