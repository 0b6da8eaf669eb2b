"""D2.1, A12.15: a vehicle goes on by one expenditure: it starts, enters a hex, meets whoever is there, is fired at."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.concealment.appearing import spot_hidden
from sandtable.games.asl.concealment.revealing import reveal_vehicle, vehicle_seen_by
from sandtable.games.asl.concealment.vehicles import gives_vehicle_away, move_cover
from sandtable.games.asl.events.vehicles import Bypassed, Drove, InMotion, Started
from sandtable.games.asl.fire.under_fire import UnderFire
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.morale.desperation import alarm_beside
from sandtable.games.asl.movement.arrivals import come_upon
from sandtable.games.asl.night.light import take_gunflash_along
from sandtable.games.asl.night.no_move import rouse
from sandtable.games.asl.night.straying import note_way
from sandtable.games.asl.ordnance.acquisition import lose_acquisition
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.stands import stand_of
from sandtable.games.asl.state import Moving, Vehicle
from sandtable.games.asl.units import Game, change, foes_at, other
from sandtable.games.asl.vehicles import armored_assault, bog
from sandtable.games.asl.vehicles import overrun as overruns
from sandtable.games.asl.vehicles.boarding import show
from sandtable.games.asl.vehicles.ground import entry, entry_along, figures
from sandtable.games.asl.vehicles.losses import carried
from sandtable.games.asl.vehicles.route import DriveBase, is_bound_home, lanes, left, must_go_on
from sandtable.games.asl.vehicles.status import alter, is_armed, vehicles_at
from sandtable.games.asl.vehicles.under_fire import VehicleUnderFire, come_upon_works, wire_check
from sandtable.kernel import Refusal, rule


@rule("D2.1", "A8.1", "C6.1", "C10.1")
def spend(game: Game, move: DriveBase, cost: int, came_from: str = "", units: tuple[str, ...] = ()) -> None:
    """MP have been spent: what lies in wait strikes, and the DEFENDER may fire; then the move goes on.

    `units` are men who get on or off meanwhile, or have entered the hex in the cover of the vehicle.
    """
    state = game.state
    gives_vehicle_away(game, move.vehicle, "moves")
    vehicle = state.vehicles[move.vehicle]
    before = state.moving if state.moving is not None and state.moving.vehicle == move.vehicle else None
    track = (*(before.track if before is not None else ()), (stand_of(vehicle), cost))
    here = cost if came_from else move.here + cost
    fresh = bool(came_from) and not move.overrun
    now = replace(move, step="go_on", spent=move.spent + cost, here=here, fresh=fresh)
    game.become(now)
    state.moving = Moving(
        units=units,
        at=vehicle.at,
        came_from=came_from,
        spent_here=here,
        spent=now.spent,
        shots=() if before is None or came_from else before.shots,
        vehicle=move.vehicle,
        track=track,
        protected=bool(units) and bool(came_from),
    )
    for name in carried(game, move.vehicle):
        if state.units[name].at != vehicle.at:
            change(game, name, at=vehicle.at)
    gun = state.weapons.get(vehicle.towing)
    if gun is not None and gun.at:
        state.weapons[vehicle.towing] = replace(gun, at=vehicle.at)
    if units and came_from:
        game.push(UnderFire())
        game.push(VehicleUnderFire(alone=False))
    else:
        game.push(VehicleUnderFire())


@rule("D2.1")
def set_off(game: Game, move: DriveBase) -> None:
    """A vehicle starts."""
    alter(game, move.vehicle, started=True)
    game.say(Started(rule="D2.1", seen_by=vehicle_seen_by(game, move.vehicle), vehicle=move.vehicle))
    spend(game, move, figures(game).start)


def go(game: Game, move: DriveBase, where: str) -> None:
    """A vehicle enters the next hex, or goes along the hexside that is named."""
    if "-" in where:
        pass_along(game, move, where)
    else:
        enter(game, move, where)


@rule("D2.3", "C.8", "C6.5", "RR8")
def pass_along(game: Game, move: DriveBase, name: str) -> None:
    """A vehicle goes along a hexside of an obstacle, turning to it at the vertex where it begins."""
    vehicle, lane = game.state.vehicles[move.vehicle], lanes(game, move)[name]
    here = hex_of(vehicle.at)
    found = entry_along(game, move.vehicle, here, lane)
    if isinstance(found, Refusal):
        game.become(replace(move, step="ask"))
        return
    aftermath = Aftermath()
    cost = min(found.cost, left(game, move))
    if found.hedge and not bog.hedge_check(game, move.vehicle, found, aftermath):
        if not is_gone(game, move, aftermath):
            spend(game, replace(move, over=True), cost)
            settle(game, aftermath)
        return
    turret = lane.facing if vehicle.turret == vehicle.facing else vehicle.turret
    alter(game, move.vehicle, at=lane.hex, bypass=lane.side, facing=lane.facing, turret=turret, bounding=True,
          entered=vehicle.entered + (lane.hex != here))  # fmt: skip
    if not vehicle.gyro:
        lose_acquisition(game, move.vehicle)
    drive_unseen(game, move.vehicle)
    seen = vehicle_seen_by(game, move.vehicle)
    game.say(Bypassed(rule="D2.3", seen_by=seen, vehicle=move.vehicle, to=lane.hex, side=name))
    through = True
    if lane.hex != here:
        note_way(game, here, lane.hex)
        take_gunflash_along(game, here, lane.hex)
        arrive(game, move.vehicle)
        found = come_upon_works(game, move.vehicle, found)
        through = bog.check(game, move.vehicle, found, aftermath, wire_check(game, move.vehicle, found))
        if is_gone(game, move, aftermath):
            return
    spend(
        game,
        replace(move, entered=move.entered + 1, over=move.over or not through),
        cost,
        here if lane.hex != here else "",
    )
    settle(game, aftermath)


@rule("A12.14", "scope/vehicle-concealment")
def drive_unseen(game: Game, vehicle_id: str) -> None:
    """The "?" of a vehicle goes with it, or is lost where an enemy sees it come."""
    move_cover(game, vehicle_id)
    gives_vehicle_away(game, vehicle_id, "moves")


@rule("A12.15", "E1.21", "RR8")
def arrive(game: Game, vehicle_id: str) -> None:
    """A vehicle is in a new hex: it frees friends who may not move, comes upon enemies, and shows itself among them."""
    vehicle = game.state.vehicles[vehicle_id]
    rouse(game, vehicle.at, vehicle.side)
    meet(game, vehicle, vehicle.at)
    if foes_at(game, vehicle.at, vehicle.side) or vehicles_at(game, vehicle.at, other(vehicle.side)):
        reveal_vehicle(game, vehicle_id, "A12.15")
        show(game, vehicle_id)
    if not game.state.vehicles[vehicle_id].concealed and is_armed(game, vehicle_id):
        alarm_beside(game, vehicle.at, vehicle.side)


@rule("D2.1", "C5.64", "C6.5", "RR8", "E1.8")
def enter(game: Game, move: DriveBase, there: str) -> None:
    """A vehicle enters the next hex: Bog Checks follow, then fire."""
    vehicle = game.state.vehicles[move.vehicle]
    here, whole = hex_of(vehicle.at), there.startswith("~")
    there = there.lstrip("~")
    if move.overrun and not move.prevented and overruns.preventing(game, move.vehicle, there):
        game.become(replace(move, step="go_on", ahead=there, prevented=True))
        game.push(overruns.Prevention(vehicle=move.vehicle, at=there))
        return
    beside = vehicle.bypass >= 0
    found = entry(game, move.vehicle, here, there, whole=whole, reverse=move.reverse, off_road=beside)
    if isinstance(found, Refusal):
        game.become(replace(move, step="ask"))
        return
    aftermath = Aftermath()
    cost = min(found.cost + move.overrun, left(game, move))
    if found.hedge and not bog.hedge_check(game, move.vehicle, found, aftermath):
        if not is_gone(game, move, aftermath):
            spend(game, replace(move, over=True), cost)
            settle(game, aftermath)
        return
    alter(game, move.vehicle, at=there, bounding=True, bypass=-1, entered=vehicle.entered + 1)
    if not vehicle.gyro:
        lose_acquisition(game, move.vehicle)
    drive_unseen(game, move.vehicle)
    seen = vehicle_seen_by(game, move.vehicle)
    game.say(Drove(rule="D2.1", seen_by=seen, vehicle=move.vehicle, to=there, reverse=move.reverse))
    note_way(game, here, there)
    take_gunflash_along(game, here, there)
    arrive(game, move.vehicle)
    found = come_upon_works(game, move.vehicle, found)
    through = bog.check(game, move.vehicle, found, aftermath, wire_check(game, move.vehicle, found))
    if is_gone(game, move, aftermath):
        return
    move, men = armored_assault.follow(game, move, here, cost)
    spend(game, replace(move, entered=move.entered + 1, over=move.over or not through), cost, here, men)
    settle(game, aftermath)


@rule("A12.15", "A12.3")
def meet(game: Game, vehicle: Vehicle, there: str) -> None:
    """A vehicle comes upon concealed or hidden enemies: dummies go, and one of the others is known."""
    spot_hidden(game, vehicle.side, there)
    come_upon(game, there, vehicle.side)


def is_gone(game: Game, move: DriveBase, aftermath: Aftermath) -> bool:
    """Whether a vehicle has been lost in the middle of its move, which is over then."""
    if move.vehicle in game.state.vehicles:
        return False
    end_without(game, move)
    settle(game, aftermath)
    return True


@rule("D9.31")
def end_without(game: Game, move: DriveBase) -> None:
    """The vehicle is gone and its move over: those who have moved with it go no further either."""
    if move.entered:
        armored_assault.stay(game, move.escort)
    game.state.moving = None
    game.finish()


@rule("D2.4")
def end_drive(game: Game, move: DriveBase) -> None:
    """The move is over; a vehicle that has not stopped is in Motion."""
    vehicle = game.state.vehicles[move.vehicle]
    if vehicle.started:
        alter(game, move.vehicle, started=False, motion=True)
        game.say(InMotion(rule="D2.4", seen_by=vehicle_seen_by(game, move.vehicle), vehicle=move.vehicle))
    if move.entered:
        armored_assault.stay(game, move.escort)
    if move.spent or must_go_on(game, move) or is_bound_home(game, vehicle):
        alter(game, move.vehicle, moved=True)
    game.state.moving = None
    game.finish()
