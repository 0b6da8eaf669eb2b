"""A12, scope/vehicle-concealment: vehicles beneath a "?": where they get one, and what takes it from them.

The "?" is a counter of its own among the units, as a Dummy is: all that others do to a "?" they do to it.
"""

from __future__ import annotations

from sandtable.games.asl.concealment.gaining import has_enemies
from sandtable.games.asl.concealment.revealing import cover_of, reveal_vehicle
from sandtable.games.asl.concealment.watching import enemy_crews
from sandtable.games.asl.events.vehicles import VehicleHid
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.night.light import is_illuminated
from sandtable.games.asl.ordnance.acquisition import lose_sight_of
from sandtable.games.asl.sight import line_of_sight
from sandtable.games.asl.sight.on_map import eye_of, smoke_in
from sandtable.games.asl.state import DUMMY, Unit
from sandtable.games.asl.tables.concealment import Act, ConcealmentLoss
from sandtable.games.asl.terrain.hexes import hides_by_day
from sandtable.games.asl.units import Game, change, is_good_order, on_map
from sandtable.games.asl.vehicles.losses import carried
from sandtable.games.asl.vehicles.status import alter, can_act, is_stopped
from sandtable.kernel import rule


@rule("A12.11", "scope/vehicle-concealment")
def is_under_cover(game: Game, vehicle_id: str) -> bool:
    """Whether a vehicle is in Concealment Terrain: not beside it, nor in the open by day."""
    vehicle = game.state.vehicles[vehicle_id]
    hex_ = hex_of(vehicle.at)
    covered = vehicle.bypass < 0 and hides_by_day(game, hex_)
    return covered or bool(smoke_in(game, hex_)) or (game.state.nvr > 0 and not is_illuminated(game, hex_))


@rule("A12.14", "scope/vehicle-concealment")
def is_vehicle_watched(game: Game, vehicle_id: str, within: int) -> bool:
    """Whether an enemy ground unit in Good Order sees a vehicle from so many hexes or less, and at night."""
    vehicle, state = game.state.vehicles[vehicle_id], game.state
    here = hex_of(vehicle.at)
    for man in state.units.values():
        if man.side == vehicle.side or not on_map(man) or not is_good_order(game, man):
            continue
        near = game.content.distance(here, hex_of(man.at)) <= within
        if near and line_of_sight(game, eye_of(game, man), vehicle.at, seen=vehicle_id).clear:
            return True
    return any(
        game.content.distance(here, hex_of(state.vehicles[name].at)) <= within
        and line_of_sight(game, state.vehicles[name].at, vehicle.at, viewer=name, seen=vehicle_id).clear
        for name in enemy_crews(game, vehicle.side)
    )


@rule("A12.14", "A12.141", "scope/vehicle-concealment")
def gives_vehicle_away(game: Game, vehicle_id: str, act: Act) -> bool:
    """A vehicle does something; whether it is known by that, which it is where an enemy in Good Order sees it."""
    vehicle = game.state.vehicles.get(vehicle_id)
    if vehicle is None or not vehicle.concealed:
        return False
    table = game.content.table("concealment-loss", ConcealmentLoss)
    if act in table.always or is_vehicle_watched(game, vehicle_id, table.range):
        reveal_vehicle(game, vehicle_id)
        return True
    return False


@rule("A12.1", "A12.12", "scope/vehicle-concealment")
def conceal(game: Game, vehicle_id: str) -> None:
    """A "?" is put on a vehicle; what had been aimed at it is aimed at nothing any more."""
    vehicle = alter(game, vehicle_id, concealed=True)
    game.state.units[cover_of(vehicle_id)] = Unit(vehicle.side, DUMMY, vehicle.at, concealed=True, covers=vehicle_id)
    lose_sight_of(game, vehicle_id)
    game.say(VehicleHid(rule="A12.12", seen_by=(vehicle.side,), vehicle=vehicle_id))


def move_cover(game: Game, vehicle_id: str) -> None:
    """The "?" of a vehicle goes where the vehicle has gone."""
    if game.state.vehicles[vehicle_id].concealed:
        change(game, cover_of(vehicle_id), at=game.state.vehicles[vehicle_id].at)


@rule("CG10", "A12.12", "scope/vehicle-concealment")
def set_up_concealed(game: Game, side: str) -> None:
    """The vehicles of a side in Concealment Terrain set up concealed, unless enemies on the map see them."""
    for name, vehicle in list(game.state.vehicles.items()):
        if vehicle.side == side and vehicle.at and is_under_cover(game, name) and not _is_seen(game, name):
            conceal(game, name)


@rule("A12.12", "E1.16", "scope/vehicle-concealment")
def gain_at_night(game: Game, side: str) -> None:
    """At night a vehicle that stands where no enemy is or sees it is concealed at the end of its Player Turn."""
    if not game.state.nvr:
        return
    for name, vehicle in list(game.state.vehicles.items()):
        stands = vehicle.side == side and can_act(vehicle) and is_stopped(vehicle) and not vehicle.concealed
        alone = not carried(game, name) and not has_enemies(game, vehicle.at, side)
        if stands and not vehicle.towing and alone and not _is_seen(game, name):
            conceal(game, name)


@rule("A12.12")
def _is_seen(game: Game, vehicle_id: str) -> bool:
    """Whether unbroken enemies see a vehicle, known or not, from however far."""
    vehicle, state = game.state.vehicles[vehicle_id], game.state
    men = [man for man in state.units.values() if man.side != vehicle.side and on_map(man) and not man.broken]
    if any(line_of_sight(game, eye_of(game, man), vehicle.at, seen=vehicle_id).clear for man in men if not man.guard):
        return True
    return any(
        line_of_sight(game, state.vehicles[name].at, vehicle.at, viewer=name, seen=vehicle_id).clear
        for name in enemy_crews(game, vehicle.side)
    )
