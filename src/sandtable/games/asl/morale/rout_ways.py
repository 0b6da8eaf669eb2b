"""A10.5, A10.51, A10.52: who must rout and who may, and where to."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from sandtable.games.asl.content import Content
from sandtable.games.asl.fire.cut_off import cut_off, is_encircled
from sandtable.games.asl.fire.firepower import printed_figures, share_of
from sandtable.games.asl.fire.pieces import Piece, is_outnumbered, is_ready
from sandtable.games.asl.index_of_routs import Step, Ways
from sandtable.games.asl.locations import (
    GROUND,
    adjacent_locations,
    floor_of,
    hex_of,
    nearly_full,
    ranges_from,
    room_for,
)
from sandtable.games.asl.movement.costs import Weather, mover, weather_of
from sandtable.games.asl.movement.moves import is_emplaced
from sandtable.games.asl.movement.reach import smoke_costs, step_cost
from sandtable.games.asl.night.visibility import shows_from_afar
from sandtable.games.asl.sight import line_of_sight, seen_now, sees
from sandtable.games.asl.sight.on_map import position_of
from sandtable.games.asl.stands import stand_of
from sandtable.games.asl.state import Unit
from sandtable.games.asl.tables.movement import Movement
from sandtable.games.asl.terrain.hexes import is_refuge, terrain_at
from sandtable.games.asl.terrain.mines import knows_mines, minefield
from sandtable.games.asl.terrain.tem import is_exposed, is_uncovered
from sandtable.games.asl.terrain.works import wired_locations, works_at
from sandtable.games.asl.units import (
    Game,
    is_armed,
    is_good_order,
    is_known,
    is_leader,
    known_enemies,
    on_map,
    other,
    weapons_of,
)
from sandtable.games.asl.vehicles.machine_guns import GUNS, Arm, normal_range, printed_fp, turn_for
from sandtable.games.asl.vehicles.status import can_act, card_of, known_vehicles, slot_of, threatening
from sandtable.kernel import derived, entry_of, index, of_content, rule
from sandtable.mechanics.roster import units_of

MOST = 16
"""How far away an interdictor may be, in hexes, whatever his range."""
NEXT_BUT_ONE = 2
"""How far away an enemy is, in hexes, to whom one step could lead."""
THE_FIELD = (
    "units", "weapons", "smoke", "works", "mines", "blazes", "rubble", "shellholes", "fortified", "melees", "vehicles",
    "wrecks", "weather", "rained", "wind", "turn", "nvr", "lights", "gunflashes", "moving", "no_quarter",
    "held",
)  # fmt: skip
"""What it rests on who routs and where to."""
BUT_UNITS = tuple(field for field in THE_FIELD if field != "units")


@rule("A10.5", "A10.62")
def is_beside_enemy(game: Game, unit: Unit, *, good_order: bool = False) -> bool:
    """Whether a Known armed unbroken enemy is in the unit's Location or ADJACENT to it.

    Those in Good Order by whom it is lost if it stays are men, and vehicles in its own hex only.
    """
    armed = _in_good_order(game, unit.side) if good_order else _armed(game, unit.side)
    if unit.at in armed or not armed.isdisjoint(adjacent_locations(game, unit.at)):
        return True
    return good_order and hex_of(unit.at) in _with_vehicles(game, unit.side)


@rule("A10.5")
def is_beside_men(game: Game, unit: Unit) -> bool:
    """Whether Known armed unbroken men of the enemy are in the unit's Location or ADJACENT to it."""
    armed = _armed_men(game, unit.side)
    return unit.at in armed or not armed.isdisjoint(adjacent_locations(game, unit.at))


def _enemies(game: Game, side: str) -> Mapping[str, Unit]:
    return units_of(game, other(side))


@derived("vehicles")
def _with_vehicles(game: Game, side: str) -> frozenset[str]:
    """The hexes with Known vehicles of the enemy that can fight."""
    return frozenset([game.state.vehicles[name].at for name in threatening(game, side)])


@derived(_enemies)
def _armed_men(game: Game, side: str) -> frozenset[str]:
    """The Locations with Known armed unbroken men who are enemies of a side."""
    return frozenset([man.at for _, man in known_enemies(game, side) if is_armed(man) and not man.broken])


@derived("units", "vehicles")
def _armed(game: Game, side: str) -> frozenset[str]:
    """The same, or vehicles."""
    return _armed_men(game, side) | _with_vehicles(game, side)


@derived(_enemies, "melees")
def _in_good_order(game: Game, side: str) -> frozenset[str]:
    """The Locations with Known enemies of a side in Good Order."""
    return frozenset([man.at for _, man in known_enemies(game, side) if is_good_order(game, man)])


@rule("A10.5", "A19.12", "A7.7")
def may_rout(game: Game, unit_id: str) -> bool:
    """Whether a broken unit may rout: not in Melee, not Disrupted unless no quarter is given, DM or bound to."""
    unit = game.state.units[unit_id]
    if not unit.broken or not on_map(unit) or unit.guard or unit.moved or unit.at in game.state.melees:
        return False
    if unit.disrupted and not game.state.no_quarter.get(other(unit.side)):
        return False
    return unit.dm or must_rout(game, unit_id)


def rests_on(game: Game, unit_id: str) -> object:
    """What of other units it rests on whether one must rout and can: not on where those of its own side are, as long as
    they neither fill Locations nor cut it off."""
    unit = game.state.units[unit_id]
    found = _side_rests_on(game, unit.side)
    return found if floor_of(unit.at) <= GROUND else (found, cut_off(game, unit.side))


@derived(*THE_FIELD)
def _side_rests_on(game: Game, side: str) -> tuple[object, ...]:
    return _watch(game, side), _ways(game, side).basis, dict(nearly_full(game, side))


@derived(entry_of("units"), rests_on, *BUT_UNITS)
@rule("A10.5")
def must_rout(game: Game, unit_id: str) -> bool:
    """Whether a broken unit must rout: an enemy is beside it, or it is in the open where one could Interdict it."""
    unit = game.state.units[unit_id]
    if not unit.broken or not on_map(unit) or unit.guard or unit.at in game.state.melees:
        return False
    if unit.disrupted and not game.state.no_quarter.get(other(unit.side)):
        return False
    return is_beside_enemy(game, unit) or is_interdicted(game, unit_id, unit.at)


# Interdiction


class Interdictor(msgspec.Struct, frozen=True, gc=False):
    """Somebody who could Interdict."""

    name: str
    at: str
    known: bool
    reach: int
    """How far away he could do so at Normal Range, in hexes."""
    pieces: tuple[Piece, ...]
    """Of men; a vehicle has none."""


def _cut_off(game: Game, side: str) -> frozenset[str]:
    return cut_off(game, other(side))


@derived(units_of)
def _captive(game: Game, side: str) -> Mapping[str, Unit]:
    """The units of a side that are held prisoner: who guards too many does not fire."""
    return {name: unit for name, unit in units_of(game, side).items() if unit.guard}


@derived(_enemies, _captive, _cut_off, "weapons", "melees", "vehicles")
@rule("A10.53", "A20.5")
def _might_interdict(game: Game, side: str) -> tuple[Interdictor, ...]:
    """The enemies of a side who are in a state to Interdict: Good Order, not pinned, CX or Encircled, and armed.

    Ruling (A10.53): nor does anybody who may not fire, being at work or outnumbered by his prisoners.
    """
    found = []
    for name, foe in _enemies(game, side).items():
        if foe.pinned or foe.cx or is_encircled(game, foe) or not on_map(foe) or not is_good_order(game, foe):
            continue
        if foe.ti or is_outnumbered(game, name, foe):
            continue
        pieces = [] if is_leader(game.content, foe) else [Piece(name, "", "first")]
        for weapon in weapons_of(game, name):
            if is_ready(game, game.state.weapons[weapon]):
                pieces.append(Piece(name, weapon, "first"))
        if pieces:
            reach = min(MOST, max(printed_figures(game, piece)[1] for piece in pieces))
            found.append(Interdictor(name, foe.at, is_known(foe), reach, tuple(pieces)))
    for name, vehicle in game.state.vehicles.items():
        if vehicle.side != side and can_act(vehicle) and not vehicle.hidden and not vehicle.concealed:
            reach = min(MOST, max((normal_range(game, name, arm) for arm in machine_guns(game, name)), default=0))
            if reach:
                found.append(Interdictor(name, vehicle.at, True, reach, ()))
    return tuple(found)


@rule("A10.53", "D3.1", "D5.1")
def machine_guns(game: Game, vehicle_id: str) -> list[Arm]:
    """The machine guns with which a vehicle could Interdict: manned and in order."""
    vehicle, card = game.state.vehicles[vehicle_id], card_of(game, vehicle_id)
    up = vehicle.exposed or card.open_topped
    lost = (*vehicle.broken, *vehicle.disabled)
    return [
        arm
        for arm in GUNS
        if printed_fp(game, vehicle_id, arm) and slot_of(game, vehicle_id, arm) not in lost and (arm != "aamg" or up)
    ]


@rule("A10.53")
def could_interdict(game: Game, foe: Interdictor, location: str) -> bool:
    """Whether an enemy could Interdict a unit in a Location: he sees it in the open, and reaches it at Normal Range.

    A vehicle does so with machine guns that bear without turning.
    """
    distance = ranges_from(game.content, foe.at)[location]
    if distance > foe.reach:
        return False
    stands = position_of(game.state.units[foe.name]) if foe.name in game.state.units else foe.at
    line = line_of_sight(game, stands, location, viewer="" if foe.pieces else foe.name)
    if not line.clear or line.hindrance:
        return False
    if not foe.pieces:
        return any(
            distance <= normal_range(game, foe.name, arm) and not turn_for(game, foe.name, arm, location)[1]
            for arm in machine_guns(game, foe.name)
        )
    return any(
        distance <= printed_figures(game, piece)[1] and share_of(game, piece, location).value >= 1
        for piece in foe.pieces
    )


@rule("A10.53")
def interdictors(game: Game, unit_id: str, location: str, *, known_only: bool) -> list[str]:
    """The enemies who could Interdict a unit in a Location, if that is Open Ground to them."""
    return sorted(_interdicting(game, unit_id, location, known_only=known_only))


def _interdicting(game: Game, unit_id: str, location: str, *, known_only: bool) -> Iterator[str]:
    if not lies_open(game, unit_id, location):
        return
    for foe in _watching(game, game.state.units[unit_id].side, location):
        if not foe.known and known_only:
            continue
        if is_uncovered(game, unit_id, location, foe.at):
            yield foe.name


def lies_open(game: Game, unit_id: str, location: str) -> bool:
    """Whether nothing keeps a unit from being in Open Ground in a Location, its own or one that it would enter."""
    unit = game.state.units[unit_id]
    return is_exposed(game, unit_id, location) if unit.at == location else is_open(game, location, unit.side)


@rule("A10.53", "B1.1")
def is_open(game: Game, location: str, side: str) -> bool:
    """Whether a Location is Open Ground for men of a side who would come into it: neither cover nor SMOKE, nor works of
    which it knows."""
    hex_ = hex_of(location)
    works = works_at(game, hex_, side)
    dug = bool(works.foxholes or works.trench)
    return location == hex_ and terrain_at(game, hex_).open_ground and hex_ not in game.state.smoke and not dug


def _seen_now(game: Game, side: str) -> object:
    return seen_now(game)


@derived(*THE_FIELD)
def _watch(game: Game, side: str) -> tuple[object, ...]:
    """What it rests on whom a side has to fear, and where."""
    return _might_interdict(game, side), _enemies(game, side), _captive(game, side), seen_now(game)


def _watch_there(game: Game, side: str, location: str) -> object:
    return _watch(game, side)


@derived(_watch_there, "weapons", "vehicles", "melees")
@rule("A10.53")
def _watching(game: Game, side: str, location: str) -> tuple[Interdictor, ...]:
    """The enemies of a side who could Interdict a unit of it in a Location."""
    return tuple([foe for foe in _might_interdict(game, side) if could_interdict(game, foe, location)])


@rule("A10.53")
def is_interdicted(game: Game, unit_id: str, location: str) -> bool:
    """Whether a Known enemy could Interdict a unit in a Location; in cover nobody need be asked."""
    return lies_open(game, unit_id, location) and _is_interdicted(game, unit_id, location)


def _watch_over(game: Game, unit_id: str, location: str) -> object:
    return _watch(game, game.state.units[unit_id].side)


@derived(
    entry_of("units"), _watch_over, "weapons", "smoke", "blazes", "wind", "works", "rubble", "shellholes", "fortified",
    "melees", "vehicles", "wrecks", "moving",
)  # fmt: skip
def _is_interdicted(game: Game, unit_id: str, location: str) -> bool:
    return next(_interdicting(game, unit_id, location, known_only=True), None) is not None


# Ways


class Rout(NamedTuple):
    """Where a broken unit can go: Locations in reach, up to the nearest refuge, with their cost and the way there."""

    costs: dict[str, int]
    before: dict[str, str]
    refuges: tuple[str, ...]
    """The nearest woods and buildings in reach: it must go to one of them, if there are any."""
    shuns: bool = True
    """Whether it shuns known mines and wire on its way."""

    def path(self, location: str) -> tuple[str, ...]:
        """The Locations on the way to one, the first step first."""
        found = [location]
        while found[-1] in self.before:
            found.append(self.before[found[-1]])
        return tuple(reversed(found[:-1]))


class Threat(msgspec.Struct, frozen=True, gc=False):
    """A Location of Known enemies, as routing units see it."""

    at: str
    far: Mapping[str, int]
    """How far every hex is from it."""
    hex: str
    armed: bool
    """Whether an armed unbroken enemy is among them."""


@derived("vehicles")
@rule("D2.3")
def _stands(game: Game, side: str) -> frozenset[str]:
    """Where the vehicles that threaten a side are seen."""
    return frozenset([stand_of(game.state.vehicles[name]) for name in threatening(game, side)])


@derived(_enemies, _stands)
def threats(game: Game, side: str) -> tuple[Threat, ...]:
    """Where Known enemies of a side are; those in holes are seen as B9.21 says."""
    found: dict[str, bool] = {}
    for _, foe in known_enemies(game, side):
        at = position_of(foe)
        found[at] = found.get(at, False) or (not foe.broken and is_armed(foe))
    found |= dict.fromkeys(sorted(_stands(game, side)), True)
    content = game.content
    return tuple(
        [Threat(at, ranges_from(content, hex_), hex_, armed) for at, armed in found.items() for hex_ in (hex_of(at),)]
    )


ANY_RANGE = 1 << 20
"""Farther than any map is wide."""
ANY_COST = 1 << 20
"""More than any rout has."""


@derived(threats, _seen_now)
@rule("E1.1")
def _threats_in_reach(game: Game, side: str) -> tuple[tuple[Threat, int], ...]:
    """The same, with the range up to which each can be seen: at night not from afar, unless something shows it."""
    nvr, found = game.state.nvr, threats(game, side)
    return tuple([(foe, nvr if nvr and not shows_from_afar(game, foe.at) else ANY_RANGE) for foe in found])


@derived(_enemies, "vehicles")
def enemy_locations(game: Game, side: str) -> frozenset[str]:
    """The Locations of enemies that a side knows of, be it as a "?"; prisoners do not count."""
    men = [man.at for man in _enemies(game, side).values() if not man.hidden and not man.guard]
    return frozenset([*men, *(game.state.vehicles[name].at for name in known_vehicles(game, side))])


class Known(NamedTuple):
    """What a side knows of its enemies, and what can be seen: where its units may go rests on it."""

    threats: tuple[tuple[Threat, int], ...]
    """With the range up to which each can be seen."""
    beside: frozenset[str]
    """The hexes in which one of them is, or next to which."""
    taken: frozenset[str]
    """The Locations of enemies."""
    sight: object


@derived(_threats_in_reach, enemy_locations, _seen_now)
def _known_to(game: Game, side: str) -> Known:
    foes = _threats_in_reach(game, side)
    beside = frozenset[str]().union(*[game.content.around(hex_of(foe.at), 1) for foe, _ in foes])
    return Known(foes, beside, enemy_locations(game, side), seen_now(game))


@derived("blazes", "rubble")
def _burnt(game: Game) -> tuple[object, ...]:
    """The fires and the rubble, which open and close ways and refuges."""
    return frozenset(game.state.blazes), frozenset(game.state.rubble.items())


class Basis(NamedTuple):
    """All that it rests on where the units of a side may go."""

    known: Known
    burnt: object
    smoke: object
    mover: object


def _rout_rests_on(game: Game, side: str) -> Basis:
    return Basis(_known_to(game, side), _burnt(game), smoke_costs(game), mover(game, False, True))


def _ground(game: Game) -> dict[str, tuple[Step, ...]]:
    """The steps of broken men that the ground allows, filled as they are asked for."""
    if smoke_costs(game) is not None or game.state.blazes or game.state.rubble:
        return {}
    return _printed_ground(game.content, weather_of(game))


@of_content
def _printed_ground(_: Content, weather: Weather) -> dict[str, tuple[Step, ...]]:
    """The same where nothing lies or burns on the map, for all games."""
    return {}


def _made(_: Game, side: str) -> Ways[Basis]:
    return Ways(side, _rout_rests_on, _ground)


_ways = index(
    _made, "units", "smoke", "blazes", "rubble", "vehicles", "wrecks", "weather", "rained", "wind", "turn", "nvr",
    "lights", "gunflashes", "melees",
)  # fmt: skip


def steps_from(game: Game, side: str, here: str) -> Mapping[str, int]:
    """The Locations next to one to which a broken unit may go from it, with what the step costs."""
    ways = _ways(game, side)
    found = ways.steps.get(here)
    return _steps_from(game, here, ways) if found is None else found


@rule("A10.51", "RR13.21")
def _steps_from(game: Game, here: str, ways: Ways[Basis]) -> Mapping[str, int]:
    """The same, looked for.

    Not to enemies, not next to one that it does not leave the side of, and not nearer to any that it sees. Breaches of
    fences it cannot use.
    """
    a, nearer, shut = hex_of(here), game.content.nearer, 0
    foes, beside, taken, _ = ways.basis.known
    for foe, reach in foes:
        if foe.far[a] <= reach:
            toward_it = nearer(a, foe.hex)
            if toward_it & ~shut and sees(game, here, foe.at):
                shut |= toward_it
    found = ways.steps[here] = {}
    for step in _steps_on_the_ground(game, here, ways):
        there, b = step.there, step.hex
        if step.way & shut or there in taken:
            continue
        if b not in beside or not any(
            foe.armed and foe.far[b] <= 1 and foe.far[a] == NEXT_BUT_ONE and sees(game, there, foe.at)
            for foe, _ in foes
        ):
            found[there] = step.cost
    return found


def _steps_on_the_ground(game: Game, here: str, ways: Ways[Basis]) -> tuple[Step, ...]:
    """The steps of broken men from a Location, wherever enemies are, with their costs."""
    found = ways.ground.get(here)
    if found is None:
        found = ways.ground[here] = tuple([_step(game, here, there) for there in adjacent_locations(game, here)])
    return found


def _step(game: Game, here: str, there: str) -> Step:
    a, b, board = hex_of(here), hex_of(there), game.content.board
    way = 0 if a == b else 1 << board.direction(board.index[a], board.index[b])
    return Step(there, b, way, step_cost(game, here, there, False, barred=True))


@rule("A10.51", "A7.7", "B27/infantry", "C11.2")
def first_step(game: Game, unit_id: str, cost: int) -> int:
    """What the first step costs a broken unit: more out of a foxhole or an emplacement, double for one that is
    Encircled."""
    more, times = _first_step(game, unit_id)
    return (cost + more) * times


def _first_step(game: Game, unit_id: str) -> tuple[int, int]:
    """What the first step costs more than others, and by how much all of that is multiplied."""
    unit, more = game.state.units[unit_id], 0
    figures = game.content.table("movement", Movement)
    if unit.stance == "foxhole":
        more += figures.leave_foxhole
    if is_emplaced(game, unit_id):
        more += figures.leave_emplacement
    return more, figures.encircled if is_encircled(game, unit) else 1


@rule("A10.51")
def can_leave(game: Game, unit_id: str) -> bool:
    """Whether there is a Location to which a unit could rout, or crawl, as its first step."""
    unit = game.state.units[unit_id]
    most, crowded, (more, times) = rout_allotment(game, unit), nearly_full(game, unit.side), _first_step(game, unit_id)
    for there, cost in steps_from(game, unit.side, unit.at).items():
        if (cost + more) * times <= most and (there not in crowded or room_for(game, there, (unit_id,), unit.side)):
            return True
    return False


@derived(*THE_FIELD)
@rule("A10.51")
def rout_of(game: Game, unit_id: str) -> Rout:
    """Where a broken unit can rout to; what lies beyond the nearest refuge is not looked at.

    It shuns known mines and wire unless they lie on its way to the only refuges, or it can go nowhere else.
    """
    counts = _counting(game, unit_id)
    found, shuns = _explore(game, unit_id, shuns=True, counts=counts), True
    if found.shunned and not found.refuges:
        through = _explore(game, unit_id, shuns=False, counts=counts)
        if through.refuges or len(found.costs) == 1:
            found, shuns = through, False
    found.costs.pop(game.state.units[unit_id].at, None)
    return Rout(found.costs, found.before, tuple(sorted(found.refuges)), shuns)


ALL = 99
"""More half MF than any rout has."""


class Way(NamedTuple):
    """A way to a Location, and what threatens on it."""

    interdicted: int
    """In how many hexes a Known enemy could Interdict."""
    open: int
    """How many lie open, where somebody of whom nobody knows might."""
    detour: bool
    """Whether it is another than that by which the Location was found."""
    path: tuple[str, ...]


@rule("A10.53")
def danger_in(game: Game, unit_id: str, location: str) -> tuple[bool, bool]:
    """Whether a Known enemy could Interdict a unit in a Location, and whether that lies open."""
    is_open_there = lies_open(game, unit_id, location)
    return is_open_there and _is_interdicted(game, unit_id, location), is_open_there


@derived(*THE_FIELD)
@rule("A10.51", "A10.53")
def way_to(game: Game, unit_id: str, location: str, most: int = ALL) -> tuple[str, ...]:
    """The Locations on the way of a rout to one in reach for at most so many half MF.

    Ruling (A10.51): of the equally cheap ways, among which its owner would choose, that with the least Interdiction;
    where there is no refuge, of all for which its MF suffice.
    """
    rout, start = rout_of(game, unit_id), game.state.units[unit_id].at
    if not rout.refuges:
        return _safest_ways(game, unit_id, most)[location].path
    costs, found = rout.costs | {start: 0}, {start: Way(0, 0, False, ())}
    for here in sorted(_on_the_ways(game, unit_id, rout, location), key=costs.__getitem__):
        danger = danger_in(game, unit_id, here)
        found[here] = min(
            Way(
                way.interdicted + danger[0], way.open + danger[1], way.detour or rout.before[here] != before,
                (*way.path, here),
            )
            for before, way in ((before, found[before]) for before in _steps_into(game, unit_id, rout, here))
        )  # fmt: skip
    return found[location].path


@rule("A10.51")
def costs_of_ways(game: Game, unit_id: str, most: int = ALL) -> Mapping[str, int]:
    """What the ways of a rout cost in half MF, for at most so many of them."""
    rout = rout_of(game, unit_id)
    if rout.refuges:
        return {at: cost for at, cost in rout.costs.items() if cost <= most}
    return {at: way.paid for at, way in _safest_ways(game, unit_id, most).items()}


class SafeWay(NamedTuple):
    """A way on which a unit is Interdicted least, and what it costs in half MF."""

    paid: int
    path: tuple[str, ...]


@derived(*THE_FIELD)
@rule("A10.51", "A10.53")
def _safest_ways(game: Game, unit_id: str, most: int) -> Mapping[str, SafeWay]:
    """The ways to all Locations in reach on which a unit is Interdicted least, and of these the cheapest."""
    unit, rout = game.state.units[unit_id], rout_of(game, unit_id)
    (more, times), wired = _first_step(game, unit_id), wired_locations(game, unit.side)
    found: dict[str, Way] = {}
    costs: dict[str, int] = {}
    dangers: dict[str, tuple[bool, bool]] = {}
    most = min(most, rout_allotment(game, unit))
    queue = [(0, Way(0, 0, False, ()))]
    while queue:
        paid, way = heapq.heappop(queue)
        here = way.path[-1] if way.path else unit.at
        if here in found and found[here][:2] <= way[:2]:
            continue
        found[here], costs[here] = way, paid
        if way.path and here in wired:
            continue
        for there, step in steps_from(game, unit.side, here).items():
            cost = paid + (step if way.path else (step + more) * times)
            if cost <= most and there in rout.costs and there not in way.path:
                danger = dangers.get(there)
                if danger is None:
                    danger = dangers[there] = danger_in(game, unit_id, there)
                onward = Way(way.interdicted + danger[0], way.open + danger[1], False, (*way.path, there))
                if there not in found or onward[:2] < found[there][:2]:
                    heapq.heappush(queue, (cost, onward))
    return {at: SafeWay(costs[at], way.path) for at, way in found.items() if way.path}


def _on_the_ways(game: Game, unit_id: str, rout: Rout, location: str) -> set[str]:
    """The Locations, but for the first, on all cheapest ways to one."""
    found, queue, start = {location}, [location], game.state.units[unit_id].at
    while queue:
        more = {before for before in _steps_into(game, unit_id, rout, queue.pop()) if before != start} - found
        found |= more
        queue += more
    return found


def _steps_into(game: Game, unit_id: str, rout: Rout, location: str) -> list[str]:
    """The Locations from which a cheapest way leads into one."""
    unit = game.state.units[unit_id]
    (more, times), wired = _first_step(game, unit_id), wired_locations(game, unit.side)
    found = []
    for before in adjacent_locations(game, location):
        step = steps_from(game, unit.side, before).get(location)
        first = before == unit.at
        if step is None or (not first and (before not in rout.costs or before in wired)):
            continue
        if rout.costs[location] == ((step + more) * times if first else rout.costs[before] + step):
            found.append(before)
    return found


@rule("A10.51")
def in_reach(game: Game, unit_id: str) -> Mapping[str, int]:
    """All Locations that a broken unit could reach, with their cost, those beyond the nearest refuge as well."""
    found = _explore(game, unit_id, shuns=rout_of(game, unit_id).shuns, counts=None).costs
    return {at: cost for at, cost in found.items() if cost}


@rule("A10.51")
def rout_allotment(game: Game, unit: Unit) -> int:
    """The MF of a rout, in halves: what is left of them to one who has got off the wire."""
    if unit.pace_of:
        return unit.pace
    figures = game.content.table("movement", Movement).allotments
    return figures["wounded"] if unit.wounded else figures["rout"]


@rule("A10.51")
def adjoining_refuges(game: Game, unit_id: str, left: int) -> dict[str, int]:
    """The woods and buildings next to a refuge into which a unit may go on if there is room, with what that costs."""
    unit = game.state.units[unit_id]
    steps = steps_from(game, unit.side, unit.at) if left > 0 else {}
    return {there: cost for there, cost in steps.items() if is_refuge(game, hex_of(there)) and cost <= left}


class Explored(NamedTuple):
    """The Locations that a unit can reach by legal steps."""

    costs: dict[str, int]
    before: dict[str, str]
    """From where it comes into each."""
    refuges: list[str]
    """The nearest of those that count as destinations."""
    shunned: bool
    """Whether it has shunned any."""


def _explore(game: Game, unit_id: str, *, shuns: bool, counts: Callable[[str], bool] | None) -> Explored:
    """The Locations that a unit can reach by legal steps, cheapest first; known mines and wire it shuns at first.

    No farther than the nearest that count as destinations, if it is said which do.
    """
    unit = game.state.units[unit_id]
    start, side = unit.at, unit.side
    most, crowded, ways = rout_allotment(game, unit), nearly_full(game, side), _ways(game, side)
    more, times = _first_step(game, unit_id)
    shunned, wired = False, wired_locations(game, side)
    costs, before = {start: 0}, dict[str, str]()
    refuges: list[str] = []
    queue = [(0, start)]
    while queue:
        paid, here = heapq.heappop(queue)
        if paid > costs[here]:
            continue
        if refuges and paid > costs[refuges[0]]:
            break
        if counts is not None and here != start and counts(here):
            refuges.append(here)
        if refuges or paid == most or (here != start and here in wired):
            continue
        steps = ways.steps.get(here)
        if steps is None:
            if here != start and not _leads_on(_steps_on_the_ground(game, here, ways), paid, most, costs):
                continue
            steps = _steps_from(game, here, ways)
        for there, step in steps.items():
            cost = paid + ((step + more) * times if here == start else step)
            if cost > most or cost >= costs.get(there, most + 1):
                continue
            if shuns and (there in wired or _is_mined(game, there, side)):
                shunned = True
                continue
            if there not in crowded or room_for(game, there, (unit_id,), side):
                costs[there] = cost
                before[there] = here
                heapq.heappush(queue, (cost, there))
    return Explored(costs, before, refuges, shunned)


def _leads_on(steps: tuple[Step, ...], paid: int, most: int, costs: Mapping[str, int]) -> bool:
    """Whether the ground lets steps lead anywhere that is not reached as cheaply: if not, no enemy matters."""
    for step in steps:  # noqa: SIM110 - asked of every Location on the way
        if (now := paid + step.cost) <= most and now < costs.get(step.there, ANY_COST):
            return True
    return False


def _is_mined(game: Game, location: str, side: str) -> bool:
    """Whether a side knows of mines in a Location, be it that they are its own."""
    mines = game.state.mines.get(hex_of(location))
    return mines is not None and knows_mines(mines, side, "ap") and minefield(game, location) > 0


@rule("A10.51")
def is_safe(game: Game, side: str, location: str) -> bool:
    """Whether a Location is a refuge for broken men of a side: woods or a building that is not beside an enemy."""
    hex_ = hex_of(location)
    if not is_refuge(game, hex_):
        return False
    known = _ways(game, side).basis.known
    return hex_ not in known.beside or not any(
        foe.far[hex_] == 1 and sees(game, location, foe.at) for foe, _ in known.threats
    )


@rule("A10.51")
def _counting(game: Game, unit_id: str) -> Callable[[str], bool]:
    """Which woods and buildings count as destinations of a unit: not beside an enemy, and farther from those seen."""
    unit = game.state.units[unit_id]
    start, side = hex_of(unit.at), unit.side
    ways = _ways(game, side)
    foes, safe = ways.basis.known.threats, ways.safe
    seen = [(foe.far, foe.far[start]) for foe, reach in foes if foe.far[start] <= reach and sees(game, unit.at, foe.at)]

    def counts(at: str) -> bool:
        found = safe.get(at)
        if found is None:
            found = safe[at] = is_safe(game, side, at)
        if not found or not seen:
            return found
        hex_ = hex_of(at)
        return not any(far[hex_] <= before for far, before in seen)

    return counts


@rule("A10.52")
def steps_out(game: Game, unit_id: str) -> list[str]:
    """The Locations of other hexes to which a unit could go as its first step; at night it crawls there."""
    unit = game.state.units[unit_id]
    most, crowded, (more, times) = rout_allotment(game, unit), nearly_full(game, unit.side), _first_step(game, unit_id)
    return [
        there
        for there, cost in steps_from(game, unit.side, unit.at).items()
        if hex_of(there) != hex_of(unit.at) and (cost + more) * times <= most
        if there not in crowded or room_for(game, there, (unit_id,), unit.side)
    ]


@rule("A10.52", "E1.16")
def crawls(game: Game, unit_id: str) -> list[str]:
    """The Locations into which a unit may Low Crawl: one hex, and nearer to the nearest cover, if there is any.

    By night, when it can do nothing else, it sets out on the way round enemies that stand in the straight way.
    """
    unit = game.state.units[unit_id]
    if not game.state.nvr and unit.at in enemy_locations(game, unit.side):
        return []
    steps = steps_out(game, unit_id)
    if not steps or (game.state.nvr and len(steps) == 1):
        return steps
    rout = rout_of(game, unit_id)
    if not rout.refuges:
        return _shunning(game, steps, unit.side)
    away = [ranges_from(game.content, refuge) for refuge in rout.refuges]
    nearer = [there for there in steps if any(far[there] < far[unit.at] for far in away)]
    if nearer or not game.state.nvr:
        return _shunning(game, nearer, unit.side)
    firsts = {rout.path(refuge)[0] for refuge in rout.refuges}
    return [there for there in steps if there in firsts] or _shunning(game, steps, unit.side)


@rule("A10.51", "A10.52")
def _shunning(game: Game, steps: list[str], side: str) -> list[str]:
    """Those of some steps that lead neither into mines nor onto wire of which a side knows; all, where each does."""
    wired = wired_locations(game, side)
    return [there for there in steps if there not in wired and not _is_mined(game, there, side)] or steps


@rule("A10.51")
def ends(game: Game, unit_id: str) -> list[str]:
    """Where a unit may end its rout: at the nearest refuge, or anywhere in reach where there is none."""
    if game.state.nvr:
        return []
    rout = rout_of(game, unit_id)
    return list(rout.refuges) or sorted(rout.costs)
