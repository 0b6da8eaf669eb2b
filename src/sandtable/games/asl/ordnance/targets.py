"""C3.3: at what a weapon can be fired, by the target type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sandtable.games.asl.fire import fire_group
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.ordnance.at_movers import is_at_mover
from sandtable.games.asl.ordnance.places import is_built_up
from sandtable.games.asl.ordnance.rockets import is_rocket
from sandtable.games.asl.ordnance.shots import (
    Gunner,
    Shot,
    eye_at,
    in_reach,
    may_turn,
    sees_anybody,
    spotters,
    turn_of,
)
from sandtable.games.asl.ordnance.to_kill import is_thin
from sandtable.games.asl.sight import line_of_sight, seen_of, sees
from sandtable.games.asl.sight.on_map import DARKNESS, eye_of
from sandtable.games.asl.stands import stand_of
from sandtable.games.asl.terrain.tem import crews, tem
from sandtable.games.asl.units import Game, is_known, on_map, units_at
from sandtable.games.asl.vehicles.status import known_vehicles
from sandtable.kernel import derived, rule


@rule("C3.1", "C3.2", "C3.21", "C2.6", "37.1/b")
def bears_on(game: Game, firer: str, gunner: Gunner, location: str, seen: str = "") -> bool:
    """Whether a weapon can be fired at a Location, or a vehicle in it: in reach, seen, in its arc or after turning."""
    if not in_reach(game, gunner, location) or not sees(game, eye_at(game, gunner), location, viewer=firer, seen=seen):
        return False
    if is_rocket(game, firer) and hex_of(location) == hex_of(gunner.at):
        return False
    shot = Shot(firer, location, "infantry", "he", "prep")
    _, turns = turn_of(game, shot, gunner)
    return not turns or may_turn(game, firer, gunner)


def vehicle_targets(game: Game, firer: str, gunner: Gunner) -> list[str]:
    """The vehicles at which a weapon can be fired."""
    return list(each_vehicle_target(game, firer, gunner))


def each_vehicle_target(game: Game, firer: str, gunner: Gunner) -> Iterator[str]:
    state = game.state
    if gunner.sort == "mortar":
        return
    for name in _in_sight(game, firer, gunner, vehicles_at_issue(game, gunner.side)):
        at = state.vehicles[name].at
        if gunner.sort == "mg" and not (in_reach(game, gunner, at) and is_thin(game, firer, gunner, name)):
            continue
        if bears_on(game, firer, gunner, at, name):
            yield name


@derived("vehicles")
def _stands(game: Game, side: str) -> Mapping[str, str]:
    """Where the vehicles that a side knows are looked at."""
    return {name: stand_of(game.state.vehicles[name]) for name in known_vehicles(game, side)}


def _in_sight(game: Game, firer: str, gunner: Gunner, names: Sequence[str]) -> Sequence[str]:
    """Those of several vehicles to which nothing bars the view of a firer by day; at night each is asked for."""
    if game.state.nvr or not names:
        return names
    stands = _stands(game, gunner.side)
    seen = seen_of(game, eye_at(game, gunner), [stands[name] for name in names], viewer=firer)
    return [name for name in names if stands[name] in seen] if seen else ()


def vehicles_at_issue(game: Game, side: str) -> Sequence[str]:
    """The enemy vehicles that a side knows, or in First Fire the one that moves."""
    state = game.state
    known = known_vehicles(game, side)
    if state.phase != "movement" or side == state.active:
        return known
    moving = state.moving
    return [moving.vehicle] if moving is not None and moving.vehicle in known else []


def veiled_targets(game: Game, firer: str, gunner: Gunner) -> list[str]:
    """The Locations with a "?" at which a weapon can be fired as at a vehicle."""
    return list(each_veiled_target(game, firer, gunner))


@rule("C3.31", "C6.2", "A12.1", "scope/vehicle-concealment")
def each_veiled_target(game: Game, firer: str, gunner: Gunner) -> Iterator[str]:
    """The same one by one: whether a vehicle is beneath a "?" on the ground nobody knows, unless it moves as one."""
    if gunner.sort in ("mortar", "mg") or is_rocket(game, firer):
        return
    places = _suspect_places(game, gunner.side)
    if is_at_mover(game, gunner):
        moving = game.state.moving
        vehicle = None if moving is None else game.state.vehicles.get(moving.vehicle)
        places = (vehicle.at,) if vehicle is not None and vehicle.concealed else ()
    for at in places:
        if bears_on(game, firer, gunner, at):
            yield at


@derived("units")
@rule("A12.1", "scope/vehicle-concealment")
def _suspect_places(game: Game, side: str) -> tuple[str, ...]:
    """Where a "?" of the enemy of a side lies on the ground, while a vehicle of his is missing that has come."""
    if not any(unit.covers and unit.side != side for unit in game.state.units.values()):
        return ()
    foes = [unit for unit in game.state.units.values() if unit.side != side and on_map(unit) and not unit.hidden]
    return tuple(sorted({unit.at for unit in foes if unit.concealed and unit.at == hex_of(unit.at)}))


def _hull(game: Game, firer: str) -> str:
    """The vehicle that fires, by its id, if one does."""
    return firer if firer in game.state.vehicles else ""


def infantry_targets(game: Game, firer: str, gunner: Gunner) -> list[str]:
    """The Locations of men at which a weapon can be fired with the Infantry target type."""
    return list(each_infantry_target(game, firer, gunner))


@rule("C3.32", "C13.31")
def each_infantry_target(game: Game, firer: str, gunner: Gunner) -> Iterator[str]:
    """The same one by one; in the enemy's Movement Phase a Panzerfaust is fired at vehicles alone."""
    if gunner.sort in ("mortar", "mg") or (firer in game.state.units and is_at_mover(game, gunner)):
        return
    hull = _hull(game, firer)
    for at in seen_of(game, eye_at(game, gunner), _known_places(game, gunner), viewer=firer):
        if not bears_on(game, firer, gunner, at):
            continue
        seen = is_at_mover(game, gunner) or sees_anybody(
            game, gunner.at, at, gunner.side, crew=gunner.unit, vehicle=hull
        )
        if seen and (gunner.sort != "latw" or is_worth_a_rocket(game, gunner, at)):
            yield at


def _known_places(game: Game, gunner: Gunner) -> Sequence[str]:
    """Where enemies are known, or in First Fire those who move."""
    if is_at_mover(game, gunner):
        moving = game.state.moving
        alive = moving is not None and any(name in game.state.units for name in moving.units)
        return [moving.at] if moving is not None and alive else []
    return _with_men(game, gunner.side)


@derived(fire_group.target_locations, "units")
def _with_men(game: Game, side: str) -> Sequence[str]:
    """Where a side knows of enemies, and men are."""
    return tuple([at for at in fire_group.target_locations(game, side) if units_at(game, at)])


@rule("C13.1", "A12.16")
def is_worth_a_rocket(game: Game, gunner: Gunner, location: str) -> bool:
    """Whether a light anti-tank weapon may be fired at men: in buildings and rubble, behind walls, or with a Gun that
    is known."""
    if is_built_up(game, location):
        return True
    names = [name for name in units_at(game, location) if game.state.units[name].side != gunner.side]
    if any(name in crews(game) and is_known(game.state.units[name]) for name in names):
        return True
    parts = tem(game, location, names[:1], [gunner.at]) if names else []
    return any(part.label in ("tem.wall", "tem.hedge") and part.value > 0 for part in parts)


@rule("C3.33", "C9.1", "C9.3", "37.1/b")
def area_targets(game: Game, firer: str, gunner: Gunner) -> dict[str, str]:
    """The hexes of enemies at which HE can be fired with the Area type, each with the Spotter that it takes."""
    if gunner.sort in ("latw", "mg") or is_rocket(game, firer):
        return {}
    hexes = dict.fromkeys(hex_of(at) for at in _known_places(game, gunner))
    if is_at_mover(game, gunner) and game.state.moving is not None and game.state.moving.vehicle:
        hexes[hex_of(game.state.moving.at)] = None
    elif not is_at_mover(game, gunner):
        hexes |= dict.fromkeys(hex_of(game.state.vehicles[name].at) for name in known_vehicles(game, gunner.side))
    if gunner.sort != "mortar":
        return _seen(game, firer, gunner, seen_of(game, eye_at(game, gunner), hexes, viewer=firer))
    return _seen(game, firer, gunner, hexes)


def _seen(game: Game, firer: str, gunner: Gunner, hexes: Iterable[str]) -> dict[str, str]:
    found = {}
    for hex_ in hexes:
        if bears_on(game, firer, gunner, hex_):
            found[hex_] = ""
        elif gunner.sort == "mortar" and in_reach(game, gunner, hex_):
            able = spotters(game, firer, gunner, hex_)
            if able:
                found[hex_] = _best_spotter(game, able, hex_)
    return found


@rule("C9.3")
def _best_spotter(game: Game, able: Sequence[str], hex_: str) -> str:
    """Who spots of those who can: whoever sees the hex best, and of these the one whose own fire is missed least."""
    units, cards = game.state.units, game.content.personnel
    return min(
        able,
        key=lambda name: (
            line_of_sight(game, eye_of(game, units[name]), hex_).hindrance,
            cards[units[name].kind].fp,
            name,
        ),
    )


@rule("C8.5", "C9.1")
def smoke_targets(game: Game, firer: str, gunner: Gunner) -> dict[str, str]:
    """The hexes into which SMOKE can be fired: any in sight, in First Fire that of those who move."""
    if is_at_mover(game, gunner):
        moving = game.state.moving
        return {} if moving is None else _seen(game, firer, gunner, [hex_of(moving.at)])
    return _seen(game, firer, gunner, [hex_ for hex_ in game.content.board.labels if hex_ not in game.state.blazes])


@rule("C8.7", "C9.1")
def light_targets(game: Game, gunner: Gunner) -> list[str]:
    """The hexes above which an Illuminating Round can burst: any in range that nothing but the dark hides."""
    found = []
    for hex_ in game.content.board.labels:
        if in_reach(game, gunner, hex_):
            block = line_of_sight(game, gunner.at, hex_).block
            if block is None or block.what == DARKNESS:
                found.append(hex_)
    return found
