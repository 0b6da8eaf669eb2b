"""Chapter 6.1: supply routes: a line of communications, then the road net, then the railroad net."""

from __future__ import annotations

from collections.abc import Collection
from itertools import compress

from sandtable.board import CLOSED
from sandtable.games.efs.content import Content
from sandtable.games.efs.fortifications.works import bars_supply
from sandtable.games.efs.index import GROUND, any_step, open_steps
from sandtable.games.efs.movement.map_exit import lost_exits
from sandtable.games.efs.state import OFF_MAP
from sandtable.games.efs.supply.hexsides import usable_rail
from sandtable.games.efs.supply.sources import major_cities, named_sources
from sandtable.games.efs.tables import SupplyFile
from sandtable.games.efs.units import Game
from sandtable.games.efs.weather.conditions import is_frozen
from sandtable.games.efs.zones import enemy_zone
from sandtable.kernel import derived, of_content, rule
from sandtable.mechanics.roster import enemy_hexes, hexes_of
from sandtable.mechanics.switches import is_on

ANY_LENGTH = 10_000

# Where a route may pass


@derived(enemy_zone, hexes_of)
def held_in_zones(game: Game, side: str) -> frozenset[str]:
    """The hexes in enemy zones of control in which combat units of a side stand."""
    return hexes_of(game, side) & enemy_zone(game, side)


@derived(enemy_hexes, enemy_zone, held_in_zones, lost_exits)
@rule("6.13", "11.63", "21.33", "22.52")
def blocked(game: Game, side: str) -> frozenset[str]:
    """The hexes through which no supply route of a side passes: the enemy's, those in zones of control of his in which
    no friendly combat unit stands, and exit areas that he has used.
    """
    held = enemy_hexes(game, side) | (enemy_zone(game, side) - held_in_zones(game, side))
    return held | lost_exits(game, side)


TRACED = ("units", "control", "idle_sources", "exits", *GROUND)
"""What supply routes depend on."""


@of_content
@rule("6.13")
def waters(content: Content, frozen: bool) -> bytes:
    """The flags of the hexes through which no supply route passes: neither land nor ice."""
    open_hexes = [
        label in content.land or (frozen and "sea" not in content.parts[label]) for label in content.board.labels
    ]
    return bytes(0 if is_open else CLOSED for is_open in open_hexes)


@derived(blocked, "weather")
@rule("6.13")
def closed_hexes(game: Game, side: str) -> bytes:
    """The flags of the hexes through which no supply route of a side may pass: waters, and what the enemy blocks."""
    index, flags = game.content.board.index, bytearray(waters(game.content, is_frozen(game)))
    for label in blocked(game, side):
        flags[index[label]] = CLOSED
    return bytes(flags)


TRACED_BY_SIDE = (
    enemy_hexes, enemy_zone, held_in_zones, open_steps, named_sources, major_cities,
    "exits", "weather", "rail_holder", "rail_cuts",
)  # fmt: skip
"""The same for a function of the side and nothing else: units that move about where no enemy is change nothing."""


# Tracing


@rule("6.14a", "6.14b")
def within_loc(
    game: Game, side: str, goals: Collection[str], *, any_length: bool = False, less: int = 0
) -> frozenset[str]:
    """The hexes from which a side can trace a line of communications to one of some hexes.

    The hex in which it begins is not counted and may itself be one that no route passes through; the last one counts,
    and is not passed through either: an enemy zone of control there does not matter, by a switch it does. What shortens
    a line anywhere on its way shortens the whole of it. It may be shorter by `less` hexes.
    """
    board = game.content.board
    ends, closed = bytearray(len(board.labels)), bytearray(closed_hexes(game, side))
    for label in goals:
        ends[board.index[label]] = 1
    for label in ends_in_zones(game, side, goals):
        closed[board.index[label]] = 0
    found = lines_to(game, side, closed, (ends,), any_length=any_length, less=less)
    return frozenset(compress(board.labels, found))


@rule("6.13")
def ends_in_zones(game: Game, side: str, goals: Collection[str]) -> list[str]:
    """Those of some hexes in enemy zones of control in which lines may end though they do not pass through them."""
    if is_on(game.content, "zones-silence-sources"):
        return []
    closed = enemy_hexes(game, side) | lost_exits(game, side)
    return [label for label in goals if label in enemy_zone(game, side) and label not in closed]


@rule("6.14a", "6.14b")
def lines_to(
    game: Game, side: str, closed: bytes | bytearray, ends: tuple[bytes | bytearray, ...], *, any_length: bool = False,
    less: int = 0,
) -> bytes:  # fmt: skip
    """The same by marks on the hexes of the map: those that no route passes through, and those to which lines lead."""
    figures = game.content.table("supply", SupplyFile).loc
    full, reduced = (ANY_LENGTH, ANY_LENGTH) if any_length else (figures.full - less, figures.reduced - less)
    steps, anywhere = open_steps(game, side), bytes(len(closed))
    good = steps.line.good.reached_from(closed, full - 1, *ends)
    poor = steps.line.poor.reached_from(closed, reduced - 1, *ends)
    by_good = steps.first.good.reached_from(anywhere, 1, good, poor)
    by_poor = steps.first.poor.reached_from(anywhere, 1, poor)
    return steps.first.good.reached_from(anywhere, 0, by_good, by_poor, *ends)


@rule("6.12", "6.24")
@derived(*TRACED_BY_SIDE)
def supplied_hexes(game: Game, side: str) -> frozenset[str]:
    """All hexes from which a side can trace a supply route to a source.

    A major city that can trace one is a source itself, from which further routes begin.
    """
    return supplied_without(game, side, frozenset())


@rule("6.24", "6.47c")
def supplied_without(game: Game, side: str, left_out: frozenset[str]) -> frozenset[str]:
    """All hexes from which a side can trace a supply route to a source that is not among some hexes."""
    sources = named_sources(game, side) - left_out
    cities = major_cities(game, side) - sources - left_out
    while True:
        found = _supplied_by(game, side, sources)
        joined = {label for label in cities if label in found}
        if not joined:
            return found
        sources, cities = sources | joined, cities - joined


@rule("6.23", "6.24")
def sources_at_work(game: Game, side: str) -> frozenset[str]:
    """The supply sources of a side as they are now: those that provide supply by themselves, and the major cities that
    can trace a route to another.
    """
    named, cities = named_sources(game, side), major_cities(game, side)
    return named | (cities & supplied_hexes(game, side)) if cities else named


@rule("6.12", "6.13", "6.15a", "6.16")
def _supplied_by(game: Game, side: str, sources: frozenset[str]) -> frozenset[str]:
    """The hexes that some sources supply: along railroads, from there along roads, from there by lines.

    A route may end in a source though enemy zones of control reach there: they are not passed through. Into one in
    which an enemy fortification stands it does not lead; who is there himself is supplied.
    """
    figures, board = game.content.table("supply", SupplyFile).road_net, game.content.board
    if is_on(game.content, "zones-silence-sources"):
        sources -= blocked(game, side)
    steps, closed, starts = open_steps(game, side), bytearray(closed_hexes(game, side)), bytearray(len(board.labels))
    fortified = bytearray(len(board.labels))
    for label in sources:
        closed[board.index[label]] = 0
        (fortified if is_fortified(game, side, label) else starts)[board.index[label]] = 1
    railheads = [
        board.index[label] for label in sources if starts[board.index[label]] and usable_rail(game, side, label)
    ]
    by_rail = steps.rail.good.reached(railheads, closed, ANY_LENGTH)
    good = steps.road.good.reached_from(closed, figures.full - 1, starts, by_rail)
    poor = steps.road.poor.reached_from(closed, figures.reduced - 1, starts, by_rail)
    return frozenset(compress(board.labels, lines_to(game, side, closed, (good, poor, fortified))))


@rule("6.13", "6.16", "18.11")
def is_fortified(game: Game, side: str, label: str) -> bool:
    """Whether an enemy fortification stands in a hex, under construction too, so that no route leads into it."""
    return bars_supply(game, (OFF_MAP, label), side)


@rule("6.12", "6.26d")
def is_in_general_supply(game: Game, side: str, label: str) -> bool:
    """Whether a hex is in general supply, by a route or a temporary source."""
    return is_supplied(game, side, label) or is_fed_in(game, side, label)


@rule("6.26a", "6.26c")
def is_fed_in(game: Game, side: str, label: str) -> bool:
    """Whether a temporary source of a side has put a hex in general supply for this turn."""
    return side in game.state.fed.get(label, "").split("+")


@derived(*TRACED)
def supplied_now(game: Game, side: str) -> frozenset[str]:
    """The hexes from which a side can trace a supply route, asked again and again while nothing changes."""
    return supplied_hexes(game, side)


@rule("6.11", "6.12")
def is_supplied(game: Game, side: str, label: str) -> bool:
    """Whether a side can trace a supply route from a hex."""
    return label in supplied_now(game, side)


@rule("20.11", "20.13")
def has_line_clear_of_zones(game: Game, side: str, label: str, goals: Collection[str]) -> bool:
    """The same, where nothing but enemies and their zones of control stops it: the other reading of 20.11."""
    board, land, held = game.content.board, game.content.land, blocked(game, side)
    closed = bytes(0 if each in land and each not in held else CLOSED for each in board.labels)
    ends = [board.index[goal] for goal in goals]
    return label in goals or bool(any_step(game.content).reached(ends, closed, ANY_LENGTH)[board.index[label]])


@derived(*TRACED)
def in_line_with_sources(game: Game, side: str) -> frozenset[str]:
    """The hexes from which a line of any length leads to a supply source of a side."""
    return within_loc(game, side, named_sources(game, side), any_length=True)


@rule("8.51b", "16.42", "20.11", "20.13")
def has_unlimited_line(game: Game, side: str, label: str, goals: Collection[str]) -> bool:
    """Whether a line of any length leads from a hex to one of some others, clear of enemy zones of control."""
    return label in within_loc(game, side, goals, any_length=True)
