"""Chapter 10: where units can go, over hexes and the ways by which they were entered.

A hex that was entered by road or railroad is a place of its own beside the hex itself, since to leave it by a worse way
costs more (10.43a). What steps cost is kept for each kind of unit until weather, bridges or fortifications change.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TypeAlias, get_args

from msgspec.structs import replace

from sandtable.board import CLOSED, FORBIDDEN, ZOC, Field, Mover, Places
from sandtable.board import ways as parts_by_way
from sandtable.games.efs.content import Content, Edge, quarters
from sandtable.games.efs.engineers.bridges import bridge_id, marker_across
from sandtable.games.efs.engineers.flotillas import waters_of
from sandtable.games.efs.fortifications.works import bars_supply, costs_more, strongpoint_of
from sandtable.games.efs.index import (
    PRICED,
    Prices,
    altered_crossings,
    altered_railroads,
    altered_works,
    ground_weather,
    into_hexes,
    is_on_rails,
)
from sandtable.games.efs.movement.costs import (
    ON_RAILS_OR_WATER,
    SKI,
    Way,
    cost_of_works,
    ground_cost,
    made_dearer,
    ways,
    zone_cost,
)
from sandtable.games.efs.movement.map_exit import shut_exits
from sandtable.games.efs.movement.prohibitions import prohibition
from sandtable.games.efs.state import Bridge, Damage, State, Weather, enemy_of
from sandtable.games.efs.tables import MovementFile
from sandtable.games.efs.units import Game
from sandtable.games.efs.zones import enemy_zone
from sandtable.kernel import AnyTitle, Filled, derived, index, of_content, rule
from sandtable.kernel import Game as KernelGame
from sandtable.mechanics.destinations import Destinations
from sandtable.mechanics.roster import enemy_hexes, hexes_of
from sandtable.mechanics.switches import is_on

COUNTRY: Way = "country"
WAYS: dict[str, Way] = {"": COUNTRY, **{way: way for way in get_args(Way) if way != COUNTRY}}
"""What the label of a place says after the hex, and the way by which it was entered."""
TELLING = ("orange", "green", "gray", "blue")
"""Colours of allowances that decide what a step costs."""
Fares: TypeAlias = "Filled[tuple[Edge, int], dict[int, int]]"
"""What the steps across a hexside cost, by the hexside and what is added to each."""


# Kinds of units


@of_content
def alike(content: Content) -> dict[str, str]:
    """For each counter the first one to which every step costs the same: the kinds of units for movement."""
    firsts: dict[tuple[object, ...], str] = {}
    found = {}
    for unit_id, unit in content.counters.items():
        colour = unit.ma if unit.ma in TELLING else ""
        group = content.types[unit.type].group
        waters = waters_of(content, unit_id)
        traits = (content.side_of[unit_id], unit.box, colour, group == "armored", unit.type == SKI, waters)
        found[unit_id] = firsts.setdefault(traits, unit_id)
    return found


@of_content
@rule("6.46", "10.28")
def like_supply_units(content: Content, side: str) -> str:
    """A kind of unit that moves as mobile supply units do: with an orange allowance."""
    return next(
        kind
        for unit_id, kind in alike(content).items()
        if content.side_of[unit_id] == side and content.counters[unit_id].ma == "orange"
    )


@of_content
def kinds_of(content: Content, side: str, unit_ids: tuple[str, ...], with_supply: bool) -> tuple[str, ...]:
    """The kinds of units in a stack, each once."""
    kinds = {alike(content)[unit_id] for unit_id in unit_ids}
    if with_supply:
        kinds.add(like_supply_units(content, side))
    return tuple(sorted(kinds))


# The map of places and what steps cost on it


@of_content
def way_places(content: Content) -> Places:
    """The hexes, and beside each a place for every kind of road or railroad by which it can be entered."""
    found: dict[str, set[str]] = {}
    for (_, label), road in (*content.roads.items(), *content.byroads.items()):
        found.setdefault(label, set()).add(road)
    for _, label in sorted(content.rails):
        found.setdefault(label, set()).add("rail")
    plane = content.board.plane
    return Places(plane, parts_by_way(plane, {label: sorted(names) for label, names in found.items()}))


@of_content
def entered(content: Content) -> list[tuple[str, Way]]:
    """The hex of each place, and the way by which it was entered."""
    places = way_places(content)
    labels, hex_of = places.labels, places.hex_of
    return [(labels[hex_of[i]], WAYS[label.partition("~")[2]]) for i, label in enumerate(labels)]


@of_content
def hexes_of_places(content: Content) -> list[str]:
    """The hex of each place."""
    return [label for label, _ in entered(content)]


def place(content: Content, label: str, came: Way) -> int:
    """The number of the place of a hex that was entered by some way."""
    return way_places(content).index[label if came == COUNTRY else f"{label}~{came}"]


@of_content
def steps_across(content: Content) -> dict[Edge, list[tuple[int, Way, Way]]]:
    """The steps that cross each hexside: their number, how the hex that is left was entered, and the way they take."""
    places, where = way_places(content), entered(content)
    found: dict[Edge, list[tuple[int, Way, Way]]] = {edge: [] for edge in content.hexsides}
    for step in places.steps():
        (here, came), (there, way) = where[step.here], where[step.there]
        found[here, there].append((step.edge, came, way))
    return found


@rule("10.4", "10.43a", "10.48")
def prices_across(game: Game, kind: str, edge: Edge) -> dict[int, int]:
    """What each step across a hexside costs a kind of unit, without zones of control and fortifications."""
    open_to = [] if prohibition(game, kind, edge) else ways(game, kind, edge)
    by_way = {way: ground_cost(game, kind, edge, way, None) for way in open_to}
    found = {}
    for step, came, way in steps_across(game.content)[edge]:
        cost = by_way.get(way)
        more = None if cost is None else made_dearer(game, kind, edge[0], came, way)
        found[step] = FORBIDDEN if cost is None or more is None else cost + more
    return found


def prices_now(game: Game, kind: str, edge: Edge) -> dict[int, int]:
    """The same, worked out once for all games for those who march: to them a hexside is what stands on it."""
    content = game.content
    if content.counters[kind].ma in ON_RAILS_OR_WATER:
        return prices_across(game, kind, edge)
    marked, damage = marker_across(game, edge, content.side_of[kind]), game.state.damage
    names = [bridge_id(game, edge, "road"), bridge_id(game, edge, "rail")] if damage else []
    broken = tuple([(name, damage[name]) for name in names if name in damage])
    return prices_with(content, game.title, kind, edge, ground_weather(game), marked, broken)


@of_content
def prices_with(
    content: Content, title: AnyTitle, kind: str, edge: Edge, weather: Weather, marked: bool,
    broken: tuple[tuple[str, Damage], ...],
) -> dict[int, int]:  # fmt: skip
    """The same with a Bridge marker of the unit's side, or without one, and with some bridges broken."""
    marker = Bridge(content.side_of[kind], edge[0], edge[1], "completed", 0)
    bridges = {"marker": marker} if marked else {}
    state = State(scenario="", weather=weather, bridges=bridges, damage=dict(broken))
    return prices_across(KernelGame(title, content, state), kind, edge)


@of_content
def prices_of_the_map(content: Content, title: AnyTitle, kind: str, weather: Weather) -> array[int]:
    """What each step costs a kind of unit on the map as it is printed, in some weather."""
    game = KernelGame(title, content, State(scenario="", weather=weather))
    found = array("i", bytes(4 * len(way_places(content).to)))
    for edge in content.hexsides:
        for step, cost in prices_across(game, kind, edge).items():
            found[step] = cost
    return found


@of_content
@rule("10.22")
def ground_on_the_map(content: Content, title: AnyTitle, kinds: tuple[str, ...], weather: Weather) -> array[int]:
    """What each step costs a stack on the map as it is printed, without fortifications: what it costs the one of its
    kinds to whom it is dearest.
    """
    each = [prices_of_the_map(content, title, kind, weather) for kind in kinds]
    return each[0] if len(each) == 1 else array("i", map(max, *each))


@of_content
@rule("18.11", "18.12")
def mover_on_the_map(content: Content, title: AnyTitle, kinds: tuple[str, ...], weather: Weather) -> Mover:
    """What finds the ways of a stack on the map as it is printed, with all its fortifications."""
    game = KernelGame(title, content, State(scenario="", weather=weather))
    prices = ground_on_the_map(content, title, kinds, weather)[:]
    for edge, more in prices_of_works(game, kinds, hexsides_into_works(content)).items():
        for step, _, _ in steps_across(content)[edge]:
            prices[step] = min(prices[step] + more, FORBIDDEN)
    return way_places(content).mover(prices)


@of_content
def hexsides_into_works(content: Content) -> frozenset[Edge]:
    """The hexsides that lead into fortifications of the map."""
    return frozenset(
        (here, there)
        for here, there in content.hexsides
        if there in content.belts or there in content.citadels or here in content.faces[there]
    )


@rule("18.11", "18.12")
def prices_of_works(game: Game, kinds: tuple[str, ...], edges: Iterable[Edge]) -> dict[Edge, int]:
    """The steps of a stack that enemy fortifications make dearer, by how much: trains they keep out, flotillas do not
    mind.
    """
    content = game.content
    if is_afloat(content, kinds):
        return {}
    side, added = content.side_of[kinds[0]], cost_of_works(content)
    printed, built = hexsides_into_works(content), game.state.strongpoints
    fortified = [edge for edge in edges if edge in printed or edge[1] in built]
    found = {edge: added for edge in fortified if costs_more(game, edge, side)}
    if is_on_rails(content, kinds):
        found |= {edge: FORBIDDEN for edge in fortified if bars_supply(game, edge, side)}
    return found


def altered_for(game: Game, kinds: tuple[str, ...]) -> frozenset[Edge]:
    """The hexsides that are not to a stack what they are on the map: only trains mind whose a railroad is."""
    crossings = altered_crossings(game)
    return crossings | altered_railroads(game) if is_on_rails(game.content, kinds) else crossings


@of_content
def prices_by_hexside(content: Content, title: AnyTitle, kinds: tuple[str, ...], weather: Weather) -> Fares:
    """What each step across a hexside costs a stack on the map as it is printed, worked out once for all games: by the
    hexside, and by what a fortification adds to it.
    """
    ground, steps = ground_on_the_map(content, title, kinds, weather), steps_across(content)
    return Filled(lambda crossed: {step: ground[step] + crossed[1] for step, _, _ in steps[crossed[0]]})


@rule("10.22", "18.11", "18.12")
def prices_for(game: Game, kinds: tuple[str, ...], edges: set[Edge]) -> dict[int, int]:
    """What each step across some hexsides costs a stack: what it costs the one of its kinds to whom it is dearest."""
    printed = prices_by_hexside(game.content, game.title, kinds, ground_weather(game))
    altered, more, found = altered_for(game, kinds), prices_of_works(game, kinds, edges), dict[int, int]()
    for edge in edges:
        added = more.get(edge, 0)
        if edge in altered:
            each = [prices_now(game, kind, edge) for kind in kinds]
            for step, cost in each[0].items():
                found[step] = (cost if len(each) == 1 else max([costs[step] for costs in each])) + added
        else:
            found.update(printed[edge, added])
    return found


@of_content
def mover_at_start(content: Content, title: AnyTitle, kinds: tuple[str, ...], weather: Weather) -> Mover:
    """What finds the ways of a stack in some weather, with all that is built and broken when the scenario starts."""
    game = KernelGame(title, content, replace(title.start(content), weather=weather))
    works = {label for label, _ in altered_works(game, content.side_of[kinds[0]])}
    edges = into_hexes(content, works).union(altered_for(game, kinds))
    return mover_on_the_map(content, title, kinds, weather).changed(prices_for(game, kinds, edges))


def mover_of_start(game: Game, kinds: tuple[str, ...]) -> Mover:
    """The same in the weather of now."""
    return mover_at_start(game.content, game.title, kinds, ground_weather(game))


movers = index(lambda game, kinds: Prices(game, kinds, prices_for, mover_of_start), *PRICED)


def mover(game: Game, kinds: tuple[str, ...]) -> Mover:
    """What finds the ways of a stack, with all that has been built and broken since the map was printed."""
    return movers(game, kinds).now if len(kinds) == 1 or is_afloat(game.content, kinds) else mover_of_all(game, kinds)


def mover_of_each(game: Game, kinds: tuple[str, ...]) -> tuple[Mover, ...]:
    """What finds the ways of each kind by itself."""
    return tuple([movers(game, (kind,)).now for kind in kinds])


@derived(mover_of_each)
@rule("10.22")
def mover_of_all(game: Game, kinds: tuple[str, ...]) -> Mover:
    """What finds the ways of several kinds together: each step costs what it costs the one to whom it is dearest."""
    first, *others = mover_of_each(game, kinds)
    return first.dearest(*others)


# Who is in the way


@derived(enemy_hexes, enemy_zone, "exits")
@rule("10.24", "10.27b", "11.63")
def barred(game: Game, side: str) -> bytes:
    """What each hex is to a side that moves: closed where enemy combat units stand or the scenario forbids it, and in
    an enemy zone of control.
    """
    content = game.content
    index, flags = content.board.index, bytearray(len(content.board.labels))
    for label in enemy_zone(game, side):
        flags[index[label]] = ZOC
    for label in (*enemy_hexes(game, side), *closed_to(content, side), *shut_exits(game, side)):
        flags[index[label]] |= CLOSED
    return bytes(flags)


@of_content
def closed_to(content: Content, side: str) -> frozenset[str]:
    """The hexes into which a scenario forbids a side to move."""
    return frozenset(
        label for owner, region in content.card.closed.items() if owner == side for label in content.region(region)
    )


@derived(barred, hexes_of)
@rule("10.25", "10.33", "12.43")
def barred_without_company(game: Game, side: str) -> bytes:
    """The same for those who enter an enemy zone of control only where own combat units are: supply units by
    themselves, and units that react.
    """
    index, flags = game.content.board.index, bytearray(barred(game, side))
    for label in enemy_zone(game, side) - hexes_of(game, side):
        flags[index[label]] |= CLOSED
    return bytes(flags)


@derived(barred_without_company, "strongpoints")
@rule("10.25", "18.46")
def barred_to_supply(game: Game, side: str) -> bytes:
    """The same for supply units by themselves, which enemy strongpoints under construction keep out too."""
    index, flags = game.content.board.index, bytearray(barred_without_company(game, side))
    for label in game.state.strongpoints:
        if is_enemy_site(game, side, label):
            flags[index[label]] |= CLOSED
    return bytes(flags)


@rule("18.46")
def is_enemy_site(game: Game, side: str, label: str) -> bool:
    """Whether an enemy strongpoint is under construction in a hex."""
    found = strongpoint_of(game, label, enemy_of(side))
    return found is not None and found.status == "under-construction"


@rule("10.21", "10.31", "10.32", "10.34", "10.35", "10.36", "10.49", "22.51b")
def field(game: Game, kinds: tuple[str, ...], start: int, points: int, flags: bytes) -> Field:
    """Where a stack can go: whoever enters an enemy zone of control stops there, and nobody goes from one such hex
    directly to the next; friendly zones do not matter. Flotillas pay nothing for a zone.
    """
    to_enter = zone_cost_of(game.content, kinds)
    return mover(game, kinds).field(start, points, flags, zoc_enter=to_enter, zoc_to_zoc=FORBIDDEN, zoc_stop=True)


@of_content
@rule("10.34", "22.51b")
def zone_cost_of(content: Content, kinds: tuple[str, ...]) -> int:
    """What it costs a stack more to enter an enemy zone of control."""
    free = is_afloat(content, kinds) and not is_on(content, "zones-cost-flotillas")
    return 0 if free else zone_cost(content)


@of_content
def is_afloat(content: Content, kinds: tuple[str, ...]) -> bool:
    """Whether flotillas are among some kinds of units."""
    return any(content.counters[kind].ma == "blue" for kind in kinds)


def closing(content: Content, flags: bytes, labels: frozenset[str]) -> bytes:
    """What each hex is to a stack that may not enter some more of them."""
    if not labels:
        return flags
    changed = bytearray(flags)
    for label in labels:
        changed[content.board.index[label]] |= CLOSED
    return bytes(changed)


# Options


@of_content
def destinations(content: Content, most: int) -> Destinations:
    """The options of all destinations, for moves of so many quarters of a point at most."""
    return Destinations(content, most, "10.21", per_point=4)


@of_content
def most_points(content: Content) -> int:
    """The most that a move of a unit other than a train may cost, in quarters."""
    allowances = [face[2] for unit in content.counters.values() if unit.ma != "gray" for face in unit.faces]
    return quarters(max(allowances, default=0) * content.table("movement", MovementFile).strategic_factor)


@of_content
def options_for(content: Content, points: int) -> Destinations:
    """The options of a move of so many points; those of trains, which go further, are made by the hundred."""
    usual = most_points(content)
    return destinations(content, usual if points <= usual else points + -points % 100)
