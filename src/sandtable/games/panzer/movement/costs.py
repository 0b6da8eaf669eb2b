"""Chapters 4.5.1.1.2 to 4.5.1.1.7: what entering hexes and turning costs a vehicle.

A vehicle that has come into a hex stands at the place of the hex with the facing that it came with, and from there one
step turns it and leads into the next hex, forward or in reverse. The hex itself, without a facing, is the place of a
vehicle that has paid for turning there.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from sandtable.board import FORBIDDEN, Mover, Parts, Places
from sandtable.board.place import Place, parse_place
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.ground import levels, terrain_of, terrain_table
from sandtable.games.panzer.movement.allowance import figures
from sandtable.games.panzer.tables.terrain import ElevationFile, Price
from sandtable.games.panzer.units import Game
from sandtable.hexgrid import side_facing
from sandtable.kernel import derived, of_content, rule

Mode = Literal["T", "H", "W"]
WAYS = ("road", "path")
"""The networks along which vehicles drive faster (4.5.1.1.5), the better first."""
ALL = 1_000
"""The price of a step that takes the whole allowance: more than any vehicle has, so that it can only be the one hex
that may always be moved (4.5.1.1.3)."""


@of_content
@rule("3.3", "4.5.1.1")
def vehicle_places(content: Content) -> Places:
    """The hexes, and each with every facing; steps turn within a hex and then enter the next, forward or in reverse."""
    plane = content.board.plane
    facings: list[list[str]] = []
    for label in plane.labels[: plane.on_map]:
        place = parse_place(label, plane.grid)
        facings.append([Place(place.hex, place.board, facing=side_facing(d)).label(plane.grid) for d in range(6)])
    steps = []
    for i, labels in enumerate(facings):
        for d in range(6):
            j = plane.neighbours[6 * i + d]
            if j >= 0:
                for here in (plane.labels[i], *labels):
                    steps += [(here, facings[j][d]), (here, facings[j][(d + 3) % 6])]
    return Places(plane, Parts(tuple(label for labels in facings for label in labels), tuple(steps)))


class Standing(NamedTuple):
    """Where a vehicle stands for its next step: in a hex, with the facing it came with; -1 once it may turn at will."""

    hex: int
    facing: int


def place_at(places: Places, at: int, facing: int) -> int:
    """The number of the place of a hex with a facing; of the hex itself where the facing is -1."""
    return at if facing < 0 else places.plane.size + 6 * at + facing


def standing(places: Places, place: int) -> Standing:
    """The hex and facing of a place."""
    size = places.plane.size
    return Standing(place, -1) if place < size else Standing(*divmod(place - size, 6))


@of_content
def way_slots(content: Content) -> dict[int, str]:
    """The hexsides that a road or path crosses, as 6 * hex + direction, each with the better of the two."""
    networks = content.board.networks
    return {slot: way for way in reversed(WAYS) for slot, crossed in enumerate(networks.get(way, b"")) if crossed}


@of_content
@rule("4.5.1.1.4")
def turn_costs(content: Content) -> list[int]:
    """What a turn of two or three hexsides costs in every hex; nothing turns in water."""
    return [terrain_of(content, label).turn or 0 for label in content.board.labels]


@of_content
def way_turn(content: Content) -> int:
    """What such a turn costs on a road or path."""
    return terrain_table(content).hexes["road"].turn or 0


@rule("4.5.1.1.2/slope-crest", "4.5.1.1.5")
def climb(content: Content, mode: Mode, change: int, *, along_way: bool) -> int:
    """What a change of level costs; FORBIDDEN where it is too much for the mode of traction.

    Along a road or path it counts as one level less, but no vehicle gains more than two levels.
    """
    file = content.table("elevation", ElevationFile)
    row, most = file.movers[mode], file.movers["T"].levels
    counted = max(0, abs(change) - file.along_ways) if along_way else abs(change)
    if counted > row.levels or abs(change) > most:
        return FORBIDDEN
    if not counted:
        return 0
    return (row.up if change > 0 else row.down)[counted - 1]


def price_of(price: Price) -> int:
    """A price of the terrain chart as a number."""
    return FORBIDDEN if price == "P" else ALL if price == "all" else price


@of_content
@rule("4.5.1.1.2", "4.5.1.1.2/slope-crest", "4.5.1.1.2/wall-hedgerow", "4.5.1.1.5", "4.5.1.1.6", "4.1.4.1.5",
      "4.1.4.1.7")  # fmt: skip
def entering(content: Content, mode: Mode) -> list[int]:
    """What it costs to cross each hexside (6 * hex + direction) forward; FORBIDDEN off the map as well.

    Along a road or path a hex costs one point whatever the terrain; elsewhere the terrain and the hexside count. A
    bridge is entered and left along its road or path only.
    """
    board, chart, ways = content.board, terrain_table(content), way_slots(content)
    level = [levels(content)[label] for label in board.labels]
    found = [FORBIDDEN] * (6 * board.size)
    for slot, there in enumerate(board.neighbours):
        here, direction = divmod(slot, 6)
        if there < 0:
            continue
        change, along = level[there] - level[here], slot in ways
        cost = climb(content, mode, change, along_way=along)
        if along:
            cost += figures(content).way
        elif "bridge" in (board.hexes[here].terrain, board.hexes[there].terrain):
            cost = FORBIDDEN
        else:
            cost += price_of(terrain_of(content, board.labels[there]).costs.of(mode))
            for side in board.side_features(here, direction) & chart.sides.keys():
                cost += price_of(chart.sides[side].extra.of(mode))
        found[slot] = min(cost, FORBIDDEN) if cost < ALL else FORBIDDEN if cost >= FORBIDDEN else ALL
    return found


@rule("4.5.1.1.4", "4.5.1.1.7")
def step_price(content: Content, mode: Mode, at: Standing, direction: int, facing: int) -> int:
    """The price of turning to a facing and entering the next hex: doubled in reverse, but not the turn."""
    slot = 6 * at.hex + direction
    entry = entering(content, mode)[slot]
    if entry >= ALL:
        return entry
    if facing != direction:
        entry *= figures(content).reverse
    return entry + (turn_price(content, at, facing, on_way=slot in way_slots(content)))


@rule("4.5.1.1.4")
def turn_price(content: Content, at: Standing, facing: int, *, on_way: bool) -> int:
    """What a turn costs: one hexside is free, two or three cost what the terrain says.

    On a road or path that the vehicle then follows they cost what that says (ruling).
    """
    if at.facing < 0 or hexsides_turned(at.facing, facing) <= 1:
        return 0
    return way_turn(content) if on_way else turn_costs(content)[at.hex]


def hexsides_turned(one: int, other: int) -> int:
    """How many hexsides lie between two facings."""
    off = (one - other) % 6
    return min(off, 6 - off)


@of_content
def clean_mover(content: Content, mode: Mode) -> Mover:
    """What finds the ways of vehicles of a mode of traction where nothing burns."""
    places = vehicle_places(content)

    def price(here: int, there: int, side: int) -> int:
        at, to = standing(places, here), standing(places, there)
        return FORBIDDEN if to.facing < 0 else step_price(content, mode, at, side % 6, to.facing)

    return places.mover(places.prices(lambda step: price(step.here, step.there, step.side)))


@derived("wrecks")
def burning(game: Game) -> frozenset[int]:
    """The hexes with brew-up smoke."""
    index = game.content.board.index
    return frozenset(index[label] for label, wreck in game.state.wrecks.items() if wreck.burning)


@of_content
@rule("4.5.1.1.2/brew-up-smoke")
def smoke_extra(content: Content, mode: Mode) -> tuple[int, int]:
    """What brew-up smoke adds to entering a hex, and to turning in it."""
    counter = terrain_table(content).counters["brew-up-smoke"]
    assert counter.extra is not None
    return price_of(counter.extra.of(mode)), counter.turn


@derived("wrecks")
@rule("4.5.1.1.2/brew-up-smoke")
def mover_for(game: Game, mode: Mode) -> Mover:
    """What finds the ways of vehicles of a mode of traction; entering burning hexes and turning in them costs more."""
    content, smoke = game.content, burning(game)
    mover, places = clean_mover(content, mode), vehicle_places(content)
    if not smoke:
        return mover
    enter, turn = smoke_extra(content, mode)
    changed: dict[int, int] = {}
    around = {j for i in smoke for j in content.board.adjacent(i)}
    for hex_ in smoke | around:
        for place in places.places_of(hex_):
            for edge in places.edges(place):
                price, there = mover.price(edge), places.to[edge]
                if there < 0 or price >= ALL:
                    continue
                at, to = standing(places, place), standing(places, there)
                turned = hex_ in smoke and at.facing >= 0 and at.facing != to.facing
                extra = enter * (to.hex in smoke) + turn * turned
                if extra:
                    changed[edge] = price + extra
    return mover.changed(changed)
