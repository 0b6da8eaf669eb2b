"""Chapters 4.5.1.1.2 to 4.5.1.1.7, 6.6.4 and 6.6.5: what entering hexes and turning costs a unit.

A vehicle that has come into a hex stands at the place of the hex with the facing that it came with, and from there one
step turns it and leads into the next hex, forward or in reverse. The hex itself, without a facing, is the place of a
vehicle that has paid for turning there, and of all who turn for nothing. Men who quickmarch stand at another place of
a hex once they have changed level.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from sandtable.board import FORBIDDEN, Mover, Parts, Places
from sandtable.board.place import Place, parse_place
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.ground import buildings, levels, terrain_of, terrain_table
from sandtable.games.panzer.movement.allowance import figures
from sandtable.games.panzer.movement.modes import MANNERS, Mode
from sandtable.games.panzer.movement.obstacles import Hindrance, hindrances
from sandtable.games.panzer.tables.terrain import ALL, ElevationFile, price_of
from sandtable.games.panzer.units import Game
from sandtable.hexgrid import side_facing
from sandtable.kernel import derived, of_content, rule
from sandtable.mechanics.switches import is_on

WAYS = ("road", "path")
"""The networks along which vehicles drive faster (4.5.1.1.5), the better first."""


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


@of_content
@rule("6.6.4.2")
def quickmarch_places(content: Content) -> Places:
    """The hexes, and each again for those who have changed level on their way, which they do only once."""
    plane = content.board.plane
    after = [f"{label}~climbed" for label in plane.labels[: plane.on_map]]
    steps = []
    for i, label in enumerate(after):
        for j in plane.neighbours[6 * i : 6 * i + 6]:
            if j >= 0:
                steps += [(plane.labels[i], after[j]), (label, after[j])]
    return Places(plane, Parts(tuple(after), tuple(steps)))


@of_content
@rule("4.5.1.1", "6.6.4.1", "6.6.4.2", "6.6.5")
def places_for(content: Content, mode: Mode) -> Places:
    """Where units of a mode can stand: men and guns turn for nothing, so that their facing makes no difference."""
    if MANNERS[mode].hurries:
        return quickmarch_places(content)
    return vehicle_places(content) if MANNERS[mode].turns else content.board.places


class Standing(NamedTuple):
    """Where a unit stands for its next step: in a hex, with the facing it came with; -1 if it may turn at will."""

    hex: int
    facing: int


CLIMBED = -2
"""What stands in the place of a facing for men who quickmarch and have changed level."""


def place_at(places: Places, at: int, facing: int) -> int:
    """The number of the place of a hex with a facing; of the hex itself where the facing is -1."""
    if facing == CLIMBED:
        return places.plane.size + at
    return at if facing < 0 else places.plane.size + 6 * at + facing


def standing(places: Places, place: int) -> Standing:
    """The hex and facing of a place."""
    size = places.plane.size
    if place < size:
        return Standing(place, -1)
    return Standing(place - size, CLIMBED) if places.size == 2 * size else Standing(*divmod(place - size, 6))


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


@rule("4.5.1.1.2/slope-crest", "4.5.1.1.5", "6.6.4.1", "6.6.4.2", "6.6.4.3", "6.6.4.5", "6.6.5")
def climb(content: Content, mode: Mode, change: int, *, along_way: bool) -> int:
    """What a change of level costs; FORBIDDEN where it is too much for the mode.

    Along a road or path it counts as one level less, but nobody gains more than two levels.
    """
    file, manner = content.table("elevation", ElevationFile), MANNERS[mode]
    burdened = manner.climbs == "leg" and not is_on(content, "leg-units-climb-two")
    row, most = file.movers["leg-with-weapon" if burdened else manner.climbs], file.movers["T"].levels
    if manner.hurries:
        most = figures(content).quickmarch_levels
    if manner.keeps_level and change:
        return FORBIDDEN
    counted = max(0, abs(change) - file.along_ways) if along_way else abs(change)
    if counted > row.levels or abs(change) > most:
        return FORBIDDEN
    if not counted:
        return 0
    return (row.up if change > 0 else row.down)[counted - 1]


@of_content
@rule("4.5.1.1.2", "4.5.1.1.5", "4.5.1.1.6", "4.1.4.1.5", "4.1.4.1.7", "6.6.4.1", "6.6.4.2", "6.6.5")
def entering(content: Content, mode: Mode) -> list[int]:
    """What it costs to cross each hexside (6 * hex + direction) forward; FORBIDDEN off the map as well.

    Along a road or path a hex costs one point whatever the terrain; elsewhere the terrain and the hexside count. A
    bridge is entered and left along its road or path only.
    """
    board, ways, column = content.board, way_slots(content), MANNERS[mode].column
    hurries = MANNERS[mode].hurries
    found = [FORBIDDEN] * (6 * board.size)
    for slot, there in enumerate(board.neighbours):
        if there < 0:
            continue
        if slot in ways:
            cost = climb(content, mode, _change(content, slot), along_way=True) + figures(content).way
        elif "bridge" in (board.hexes[slot // 6].terrain, board.hexes[there].terrain):
            cost = FORBIDDEN
        else:
            terrain = terrain_of(content, board.labels[there])
            ground = FORBIDDEN if hurries and not terrain.quickmarch else price_of(terrain.costs.of(column))
            cost = across(content, mode, slot, ground)
        found[slot] = rounded(cost)
    return found


@rule("4.5.1.1.2", "4.5.1.1.2/slope-crest", "4.5.1.1.2/wall-hedgerow", "6.6.4.4", "6.6.4.5", "6.6.5")
def across(content: Content, mode: Mode, slot: int, ground: int) -> int:
    """What it costs to cross a hexside off the roads into a hex whose ground costs so much."""
    board, chart, manner = content.board, terrain_table(content), MANNERS[mode]
    cost = ground + climb(content, mode, _change(content, slot), along_way=False)
    for side in board.side_features(slot // 6, slot % 6) & chart.sides.keys():
        barred = side in manner.barred_by or (manner.hurries and not chart.sides[side].quickmarch)
        cost += FORBIDDEN if barred else price_of(chart.sides[side].extra.of(manner.column))
    return cost


def _change(content: Content, slot: int) -> int:
    """By how many levels the next hex across a hexside lies higher."""
    labels, level = content.board.labels, levels(content)
    return level[labels[content.board.neighbours[slot]]] - level[labels[slot // 6]]


def rounded(cost: int) -> int:
    """A price as movers know it: points, the whole allowance, or FORBIDDEN."""
    return cost if cost < ALL else FORBIDDEN if cost >= FORBIDDEN else ALL


@of_content
@rule("6.6.3")
def into_buildings(content: Content) -> frozenset[int]:
    """The hexsides into building hexes off the roads and paths, across which no vehicle of the Advanced Game backs."""
    if content.game == "basic":
        return frozenset()
    board, ways = content.board, way_slots(content)
    inside = {board.index[label] for label in buildings(content) if label in board.index}
    return frozenset(slot for slot, there in enumerate(board.neighbours) if there in inside and slot not in ways)


class Crossing(NamedTuple):
    """All about a hexside that bears on the price of a step across it; steps across like ones cost the same."""

    entry: int
    """What it costs to cross it forward."""
    on_way: bool
    into_building: bool
    turn: int
    """What a wide turn costs before it."""


def crossing(content: Content, mode: Mode, slot: int) -> Crossing:
    """A hexside (6 * hex + direction) as units of a mode see it."""
    on_way = slot in way_slots(content)
    turn = way_turn(content) if on_way else turn_costs(content)[slot // 6]
    return Crossing(entering(content, mode)[slot], on_way, slot in into_buildings(content), turn)


def step_price(content: Content, mode: Mode, at: Standing, direction: int, facing: int) -> int:
    """The price of turning to a facing and entering the next hex."""
    return price_across(content, mode, crossing(content, mode, 6 * at.hex + direction), at.facing, direction, facing)


@rule("4.5.1.1.4", "4.5.1.1.7", "6.6.3", "6.6.7.1")
def price_across(content: Content, mode: Mode, side: Crossing, before: int, direction: int, facing: int) -> int:
    """What it costs to turn to a facing and cross a hexside: doubled in reverse, but not the turn.

    Who tows a gun does not back, and nobody backs into a building hex.
    """
    entry = side.entry
    if 0 <= facing != direction:
        entry = FORBIDDEN if side.into_building else in_reverse(content, mode, entry)
    return entry if entry >= ALL else entry + turned_price(content, before, facing, side.turn)


@rule("4.5.1.1.7", "6.6.7.1")
def in_reverse(content: Content, mode: Mode, entry: int) -> int:
    """What a hex costs that is entered backwards."""
    if MANNERS[mode].forward_only:
        return FORBIDDEN
    return entry if entry >= ALL else entry * figures(content).reverse


@rule("4.5.1.1.4")
def turn_price(content: Content, at: Standing, facing: int, *, on_way: bool) -> int:
    """What a turn costs: one hexside is free, two or three cost what the terrain says.

    On a road or path that the vehicle then follows they cost what that says (ruling).
    """
    return turned_price(content, at.facing, facing, way_turn(content) if on_way else turn_costs(content)[at.hex])


@rule("4.5.1.1.4")
def turned_price(content: Content, before: int, facing: int, wide: int) -> int:
    """What a turn costs where a wide one costs so much: nothing if it is narrow, or for those who turn at will."""
    return 0 if before < 0 or facing in free_turns(content)[before] else wide


@rule("4.5.1.1.4", "6.6.4.1", "6.6.5")
def is_free_turn(content: Content, at: Standing, facing: int) -> bool:
    """Whether a turn costs nothing where nothing burns: a narrow one, or by those who turn at will."""
    return at.facing < 0 or facing in free_turns(content)[at.facing]


@of_content
@rule("4.5.1.1.4")
def free_turns(content: Content) -> tuple[frozenset[int], ...]:
    """The facings to which each facing is turned for nothing."""
    most = figures(content).free_turn
    return tuple(frozenset(to for to in range(6) if hexsides_turned(facing, to) <= most) for facing in range(6))


def hexsides_turned(one: int, other: int) -> int:
    """How many hexsides lie between two facings."""
    off = (one - other) % 6
    return min(off, 6 - off)


@of_content
def clean_mover(content: Content, mode: Mode) -> Mover:
    """What finds the ways of units of a mode where no counter lies on the map."""
    places, manner = places_for(content, mode), MANNERS[mode]
    if manner.turns:
        return places.mover(vehicle_prices(content, mode))

    def price(at: Standing, to: Standing, side: int) -> int:
        if manner.hurries and not keeps_climb(content, at, to, side):
            return FORBIDDEN
        return step_price(content, mode, at, side % 6, to.facing)

    where = [standing(places, place) for place in range(places.size)]
    return places.mover(places.prices(lambda step: price(where[step.here], where[step.there], step.side)))


def vehicle_prices(content: Content, mode: Mode) -> array[int]:
    """What the steps of vehicles cost; for hexes all of whose sides are alike they are worked out once."""
    places, neighbours = vehicle_places(content), content.board.neighbours
    prices = array("i", bytes(4 * len(places.to)))
    alike: dict[tuple[Crossing | None, ...], list[array[int]]] = {}
    for hex_ in range(content.board.size):
        slots = range(6 * hex_, 6 * hex_ + 6)
        kind = tuple([crossing(content, mode, slot) if neighbours[slot] >= 0 else None for slot in slots])
        if kind not in alike:
            alike[kind] = [_prices_from(content, mode, place) for place in places.places_of(hex_)]
        for place, known in zip(places.places_of(hex_), alike[kind], strict=True):
            prices[places.first[place] : places.first[place + 1]] = known
    return prices


def _prices_from(content: Content, mode: Mode, place: int) -> array[int]:
    """What the steps cost that lead a vehicle from a place, in their order; nothing for those off the map."""
    places, neighbours, found = vehicle_places(content), content.board.neighbours, array("i")
    at = standing(places, place)
    for edge in places.edges(place):
        if places.to[edge] < 0:
            found.append(0)
            continue
        to = standing(places, places.to[edge])
        direction = neighbours[6 * at.hex : 6 * at.hex + 6].index(to.hex)
        found.append(FORBIDDEN if to.facing < 0 else step_price(content, mode, at, direction, to.facing))
    return found


@rule("6.6.4.2")
def keeps_climb(content: Content, at: Standing, to: Standing, slot: int) -> bool:
    """Whether a step of a quickmarch leads to the place that tells whether it has changed level, which it does once."""
    if _change(content, slot):
        again = is_on(content, "quickmarch-climbs-each-hex")
        return (again or at.facing != CLIMBED) and to.facing == CLIMBED
    return at.facing == to.facing


@derived(hindrances)
@rule("4.5.1.1.2/brew-up-smoke", "6.1.4.3")
def mover_for(game: Game, mode: Mode) -> Mover:
    """What finds the ways of units of a mode; counters in a hex change what entering it and turning in it costs."""
    content, hindered = game.content, hindrances(game, mode)
    mover = clean_mover(content, mode)
    if not hindered:
        return mover
    neighbours, changed = content.board.neighbours, dict[int, int]()
    for hex_ in hindered.keys() | {j for i in hindered for j in content.board.adjacent(i)}:
        around = tuple([hindered.get(there) for there in neighbours[6 * hex_ : 6 * hex_ + 6]])
        changed |= hindered_steps(content, mode, hex_, hindered.get(hex_), around)
    return mover.changed(changed)


@of_content
def hindered_steps(
    content: Content, mode: Mode, hex_: int, here: Hindrance | None, around: tuple[Hindrance | None, ...]
) -> dict[int, int]:
    """The steps from a hex that cost something else among counters, in it and in the six hexes around, with that."""
    places, mover, found = places_for(content, mode), clean_mover(content, mode), dict[int, int]()
    next_to = dict(zip(content.board.neighbours[6 * hex_ : 6 * hex_ + 6], around, strict=True))
    for place in places.places_of(hex_):
        at = standing(places, place)
        for edge in places.edges(place):
            price, to = mover.price(edge), places.to[edge]
            if to < 0:
                continue
            there = next_to[standing(places, to).hex]
            if here is not None or there is not None:
                new = hindered_price(content, mode, at, standing(places, to), price, here, there)
                if new != price:
                    found[edge] = new
    return found


@rule("4.5.1.1.2/brew-up-smoke", "6.1.4.3", "6.1.4.3.3", "6.1.4.3.4", "6.1.4.3.5", "6.1.4.3.9", "6.1.4.3.11")
def hindered_price(
    content: Content,
    mode: Mode,
    at: Standing,
    to: Standing,
    price: int,
    here: Hindrance | None,
    there: Hindrance | None,
) -> int:
    """What a step costs among counters in the hex that it leaves and in the next that would cost so much without them.

    What takes the place of the terrain takes that of the road as well.
    """
    direction = content.board.neighbours[6 * at.hex : 6 * at.hex + 6].index(to.hex)
    if (MANNERS[mode].turns and to.facing < 0) or (MANNERS[mode].hurries and price >= FORBIDDEN):
        return FORBIDDEN
    if there is not None and there.ground is not None:
        price = rounded(across(content, mode, 6 * at.hex + direction, there.ground))
        if 0 <= to.facing != direction:
            price = in_reverse(content, mode, price)
        if price < ALL:
            price += turn_price(content, at, to.facing, on_way=False)
    if price >= ALL:
        return price
    if here is not None:
        price += turning_extra(content, here, at, to.facing)
    return rounded(price + there.extra) if there is not None else price


@rule("4.5.1.1.2/brew-up-smoke", "4.5.1.1.4", "6.1.4.3.9")
def turning_extra(content: Content, here: Hindrance, at: Standing, facing: int) -> int:
    """What counters add to a turn: smoke to every one, rubble to one that is not free the difference to the terrain."""
    if at.facing < 0 or at.facing == facing:
        return 0
    differs = here.turn is not None and not is_free_turn(content, at, facing)
    return here.turn_extra + (here.turn - turn_costs(content)[at.hex] if differs and here.turn is not None else 0)
