"""Chapter 8: supply lines, overland and by air."""

from __future__ import annotations

from itertools import compress

from sandtable.board import CLOSED
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.state import NATO, OFF_MAP, SOVIET, enemy_of
from sandtable.games.gsfg.units import Game, captured_cities, counter, hexes_of, is_8ga, is_running
from sandtable.kernel import rule

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
    else:
        barred = barred_by_enemy if kind.type == "air_mobile" else barred_to
        reached = nato_supply(game, kind.nat, barred(game, NATO))
    return bool(reached[game.content.board.index[label]])


@rule("8.3", "8.4", "8.5", "8.6")
def soviet_supply(game: Game) -> bytes:
    """The hexes from which Soviet units are in regular supply.

    Lines run back from the map-edge sources, at most 30 hexes to a friendly city east of the Rhine and at most 6 from
    there to the unit; or at most 6 from a source directly.
    """
    content = game.content
    blocked = barred_to(game, SOVIET)
    seen, reached = game.memo.get("soviet supply", (None, b""))
    if seen is not blocked:
        sources = [i for i in content.soviet_sources if not blocked[i]]
        reached = two_portions(game, SOVIET, sources, blocked, content.soviet_cities)
        game.memo["soviet supply"] = (blocked, reached)
    found: bytes = reached
    return found


def nations_in_play(content: Content) -> list[str]:
    """The NATO nations that have units in the scenario."""
    present = {content.counters[unit_id].nat for unit_id in content.placements}
    return [nat for nat in content.sources_of if nat in present]


@rule("8.7", "8.8", "8.9")
def nato_supply(game: Game, nat: str, blocked: bytes) -> bytes:
    """The hexes from which units of a NATO nation are in regular supply, as for the Soviets but by its own sources."""
    content, down = game.content, list(game.state.sources_down)
    key = ("nato supply", nat)
    seen, before, reached = game.memo.get(key, (None, None, b""))
    if seen is not blocked or before != down:
        index = content.board.index
        running = [index[label] for label in content.sources_of[nat] if is_running(game, label)]
        reached = two_portions(game, NATO, [i for i in running if not blocked[i]], blocked, content.all_cities)
        game.memo[key] = (blocked, down, reached)
    found: bytes = reached
    return found


def two_portions(game: Game, side: str, sources: list[int], blocked: bytes, cities: tuple[int, ...]) -> bytes:
    """The post-city portion from the sources to every city, then the cross-country portion from those cities.

    A city in enemy hands is reached by no line, so those that are reached are friendly.
    """
    content = game.content
    figures = content.supply[side]
    key = (side, tuple(sources), blocked, figures.cross_country)
    cached = content.supply_cache.get(key)
    if cached is not None:
        return cached
    lines = content.supply_lines[side]
    post_city = lines.reached(sources, blocked, figures.post_city)
    depots = compress(cities, map(post_city.__getitem__, cities))
    reached = lines.reached([*sources, *depots], blocked, figures.cross_country)
    if len(content.supply_cache) > 4096:
        content.supply_cache.clear()
    content.supply_cache[key] = reached
    return reached


@rule("13.7")
def barred_to(game: Game, side: str) -> bytes:
    """The hexes that no supply line of a side may enter: with special forces in play the enemy's zones are closed."""
    barred = barred_by_enemy(game, side)
    if not game.state.special_forces:
        return barred
    key = f"barred to {side}"
    cached = game.cache.get(key)
    if cached is None:
        index = game.content.board.index
        closed = bytearray(barred)
        for label in enemy_sf_zone(game, side):
            closed[index[label]] = CLOSED
        cached = bytes(closed)
        game.cache[key] = cached
    found: bytes = cached
    return found


@rule("8.5", "8.10")
def barred_by_enemy(game: Game, side: str) -> bytes:
    """The hexes closed to the supply of a side by enemy units, enemy-held cities, and for the Soviets by water."""
    content, enemy = game.content, enemy_of(side)
    enemies = hexes_of(game, enemy)
    captured = captured_cities(game)
    key = f"barred by enemies of {side}"
    seen, cities, found = game.memo.get(key, (None, None, b""))
    if seen is not enemies or cities is not captured:
        index = content.board.index
        barred = bytearray(content.supply_barred[side])
        for label in captured:
            barred[index[label]] = CLOSED if game.state.captured[label] == enemy else 0
        for label in enemies:
            barred[index[label]] = CLOSED
        found = bytes(barred)
        game.memo[key] = (enemies, captured, found)
    known: bytes = found
    return known


@rule("13.7")
def enemy_sf_zone(game: Game, side: str) -> set[str]:
    """The hexes in the zones of the enemy's active special forces."""
    found: set[str] = set()
    for marker in game.state.special_forces.values():
        if marker.side != side and not marker.suppressed and marker.at:
            found.add(marker.at)
            found |= game.content.sf_reach[marker.at]
    return found
