"""A4.13, A4.14, A5.1: where men can go with the MF that they have, and by which way."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sandtable.board import CLOSED, NO_END, STOP, Field
from sandtable.games.asl.content import Content
from sandtable.games.asl.locations import GROUND, Stacked, crowds, parts_of
from sandtable.games.asl.movement.costs import mover, road_mover, weather_of
from sandtable.games.asl.movement.ways import locations_count, places
from sandtable.games.asl.night.cloaking import cloaked_locations
from sandtable.games.asl.sight.on_map import screens
from sandtable.games.asl.state import Unit
from sandtable.games.asl.tables.movement import Movement, Stacking
from sandtable.games.asl.tables.terrain import Smoke
from sandtable.games.asl.units import Game, is_armed, is_good_order, is_known, is_mmc, other
from sandtable.kernel import Option, derived, of_content, rule
from sandtable.mechanics.roster import units_of

PER_MF = 2
"""Halves of a MF."""


class Going(NamedTuple):
    """What decides where a stack can go."""

    side: str
    start: str
    """The place where it is."""
    left: int
    weight: Stacked
    exhausted: bool = False
    bypass: bool = True
    """Whether it may go round obstacles."""
    minimum: bool = False
    """Whether it may make a Minimum Move."""
    berserk: bool = False
    cloak: int = 0
    """The number of its Cloaking counter, which may not stack with another (E1.4)."""


# What bars the way


@of_content
def _base_flags(content: Content, bypass: bool) -> bytes:
    """A move never ends in Bypass (A4.3), and some cannot go there at all."""
    graph, count = places(content), locations_count(content)
    return bytes(count) + bytes([NO_END if bypass else CLOSED]) * (graph.size - count)


MET, FELT = 2, 1
"""How a Location of the enemy bars the way: known units are there, or a "?"."""


@derived(units_of)
@rule("A4.14", "A12.15")
def presence(game: Game, side: str) -> dict[str, int]:
    """The Locations of a side that its enemy knows of: with armed units that it knows, or with a "?" only."""
    found: dict[str, int] = {}
    for unit in units_of(game, side).values():
        if unit.hidden or unit.guard or unit.aboard:
            continue
        felt = FELT if unit.concealed else MET if is_armed(unit) else 0
        if felt > found.get(unit.at, 0):
            found[unit.at] = felt
    return found


@derived(presence, "blazes", "works", "rubble")
@rule("A4.14", "A4.3", "A12.15", "B25/infantry", "B26/infantry")
def barred(game: Game, side: str) -> tuple[bytes, bytes]:
    """What each place means to men who move against a side: with Bypass, and for those who may not use it.

    Known enemies and fire bar a Location, and known enemies on any floor a way round the obstacle of their hex. Whoever
    enters a Location with a "?", or wire, must stop there.
    """
    content, state = game.content, game.state
    graph = places(content)
    found = [bytearray(_base_flags(content, True)), bytearray(_base_flags(content, False))]

    def mark(label: str, flag: int) -> None:
        here, parts = graph.index[label], parts_of(label)
        around = graph.places_of(graph.index[parts.hex])[1:] if parts.floor == GROUND or flag == CLOSED else ()
        for flags in found:
            flags[here] |= flag
            for place in around:
                if graph.place(place).way:
                    flags[place] |= CLOSED

    for label, felt in presence(game, side).items():
        if felt:
            mark(label, CLOSED if felt == MET else STOP)
    for place in _burning(game):
        for flags in found:
            flags[place] |= CLOSED
    for hex_, works in state.works.items():
        if works.wire and (works.known or works.side != side):
            mark(hex_, STOP)
    return bytes(found[0]), bytes(found[1])


def _burning(game: Game) -> Iterator[int]:
    """The places that fire bars: a burning cellar or floor alone, and where the ground burns all of the hex."""
    graph = places(game.content)
    for location in game.state.blazes:
        here = graph.index[location]
        yield from graph.places_of(here) if parts_of(location).floor == GROUND else (here,)


@rule("A15.4", "B23.9/infantry")
def barred_to_berserk(game: Game, side: str, bypass: bool) -> bytes:
    """The same for berserk men, who go where the enemy is, but not into a Fortified Location that he holds."""
    content = game.content
    graph = places(content)
    found = bytearray(_base_flags(content, bypass))
    for place in _burning(game):
        found[place] |= CLOSED
    for label in presence(game, side):
        found[graph.index[label]] |= CLOSED if is_known_fort(game, label, side) else STOP
    return bytes(found)


@rule("B23.9/infantry")
def is_held_fort(game: Game, location: str, side: str) -> bool:
    """Whether a Location is Fortified, not breached, and held by a Good Order armed MMC of a side, known or not."""
    return any(_holders(game, location, side))


@rule("B23.9/infantry", "A/known")
def is_known_fort(game: Game, location: str, side: str) -> bool:
    """The same as far as the enemy of that side knows: what is beneath a "?" bars nobody before he comes upon it."""
    return any(is_known(unit) for unit in _holders(game, location, side))


def _holders(game: Game, location: str, side: str) -> Iterator[Unit]:
    """The Good Order armed MMC of a side who hold a Fortified Location."""
    state = game.state
    if location in state.fortified and location not in state.breached:
        for unit in units_of(game, side).values():
            if unit.at == location and is_mmc(game.content, unit) and is_good_order(game, unit):
                yield unit


@derived("units", "weapons", "blazes", "works", "rubble", "fortified", "breached", "melees")
@rule("A5.1", "E1.4")
def flags_for(game: Game, going: Going) -> bytes | bytearray:
    """What each place means to a stack: what bars its side, and Locations that are too full for it."""
    enemy = other(going.side)
    if going.berserk:
        base = barred_to_berserk(game, enemy, going.bypass)
    else:
        base = barred(game, enemy)[0 if going.bypass else 1]
    figures, graph = game.content.table("stacking", Stacking), places(game.content)
    halves, smc = figures.limit - going.weight.halves, figures.smc - going.weight.smc
    found: bytearray | None = None
    here = parts_of(going.start)
    for label, full in crowds(game, going.side).items():
        if full.halves <= halves and full.smc <= smc:
            continue
        parts = parts_of(label)
        if parts.hex == here.hex and parts.floor == here.floor:
            continue
        if found is None:
            found = bytearray(base)
        place = graph.index[label]
        found[place] |= CLOSED
        if parts.floor == GROUND:
            for each in graph.places_of(place)[1:]:
                if graph.place(each).way:
                    found[each] |= CLOSED
    if going.cloak:
        found = bytearray(base) if found is None else found
        for label, number in cloaked_locations(game, going.side).items():
            if number != going.cloak:
                found[graph.index[label]] |= CLOSED
    return base if found is None else found


@derived(screens)
@rule("A24.2", "C7.6", "B25/infantry")
def smoke_costs(game: Game) -> array[int] | None:
    """What SMOKE adds to entering each hex, that of fires as well, which the wind may carry beyond the part of the map
    that is in play; None where there is none."""
    if not screens(game):
        return None
    entry = game.content.table("smoke", Smoke).entry
    index = game.content.board.index
    found = array("i", bytes(4 * game.content.board.size))
    for hex_ in screens(game):
        if hex_ in index:
            found[index[hex_]] = entry
    return found


# Fields


@derived(
    "units", "weapons", "smoke", "blazes", "wrecks", "wind", "works", "rubble", "fences", "fortified", "breached",
    "melees", "nvr", "rained", "weather",
)  # fmt: skip
@rule("A4.13", "A4.134", "A4.14", "A4.3", "A5.1", "A/accessible")
def field(game: Game, going: Going) -> Field:
    """Where a stack can go."""
    graph = places(game.content)
    return graph.field(
        graph.index[going.start],
        mover(game, going.exhausted, going.berserk),
        going.left,
        flags_for(game, going),
        extra=smoke_costs(game),
        minimum_move=going.minimum,
    )


@derived("units", "weapons", "smoke", "blazes", "wrecks", "wind", "works", "rubble", "nvr", "rained", "weather")
@rule("B3.4", "B24.2")
def road_field(game: Game, going: Going) -> Field:
    """Where a stack can go that has kept to roads and goes on along them, with the bonus for that."""
    graph, flags = places(game.content), flags_for(game, going)
    bonus = game.content.table("movement", Movement).bonuses["road"]
    if game.state.rubble:
        flags = bytearray(flags)
        for hex_ in game.state.rubble:
            flags[graph.index[hex_]] |= CLOSED
    return graph.field(
        graph.index[going.start],
        road_mover(game.content, weather_of(game)),
        going.left + bonus,
        flags,
        extra=smoke_costs(game),
    )


@rule("A4.13", "RR13.21")
def step_cost(game: Game, here: str, there: str, exhausted: bool, barred: bool = False) -> int:
    """What a step from one place to another costs now; broken and berserk men are barred from breaches (RR13.21)."""
    graph = places(game.content)
    a, b = graph.index[here], graph.index[there]
    cost = mover(game, exhausted, barred).step(a, b)
    smoke = smoke_costs(game)
    if smoke is not None and graph.hex_of[a] != graph.hex_of[b]:
        cost += smoke[graph.hex_of[b]]
    return cost


def open_places(game: Game, going: Going, candidates: Iterable[str]) -> list[str]:
    """Those of some places from which nothing bars a stack, but for what they cost."""
    flags, index = flags_for(game, going), places(game.content).index
    return [there for there in candidates if not flags[index[there]] & CLOSED]


# Options


@of_content
def location_ids(content: Content) -> tuple[str, ...]:
    """The ids of the options that name Locations: a hex for its ground level, a place for floors and cellars."""
    return tuple(option_id(label) for label in places(content).labels[: locations_count(content)])


def option_id(label: str) -> str:
    """The id of the option that names a place."""
    parts = parts_of(label)
    return f"place:{label}" if parts.floor or parts.way else f"hex:{label}"


@of_content
def destination_rows(content: Content) -> list[list[Option]]:
    """An option for every Location at every cost that a move may come to."""
    figures = content.table("movement", Movement)
    most = max(figures.allotments.values()) + sum(figures.bonuses.values()) + figures.leave_foxhole
    padding = places(content).size - locations_count(content)
    ids = location_ids(content)
    return [
        [*[Option(ident, cost / PER_MF, "A4.13") for ident in ids], *[Option("do:bypass", rule="A4.3")] * padding]
        for cost in range(most + 1)
    ]


def destinations(game: Game, found: Field, paid: int = 0) -> list[Option]:
    """The Locations in which a move may end, with what each costs, and what must be paid before the first step."""
    rows = destination_rows(game.content)
    return found.entries(rows[paid:] if paid else rows)


def named(label: str, cost: int) -> Option:
    """A destination that is not among the printed ones: a foxhole, a step of an Assault Movement."""
    return Option(option_id(label), cost / PER_MF, "A4.13")


def path_to(game: Game, found: Field, label: str) -> tuple[str, ...]:
    """The places on the cheapest way to a Location in reach, the one where it begins not among them."""
    graph = places(game.content)
    return tuple(graph.labels[place] for place in found.path(graph.index[label])[1:])
