"""D2.401: a stopped AFV of the DEFENDER tries to go into Motion when an enemy moves in its sight."""

from __future__ import annotations

from sandtable.games.asl.concealment.revealing import vehicle_seen_by
from sandtable.games.asl.concealment.vehicles import gives_vehicle_away
from sandtable.games.asl.events.vehicles import InMotion, NotInMotion
from sandtable.games.asl.fire.dice import at_most
from sandtable.games.asl.ordnance.at_movers import count_shot
from sandtable.games.asl.sight import sees
from sandtable.games.asl.tables.vehicles import Crews
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.status import alter, can_act, card_of, is_mobile, is_stopped
from sandtable.kernel import Option, rule


@rule("D2.401", "E1.21")
def attempts(game: Game, side: str) -> list[Option]:
    """The vehicles of the DEFENDER that may try to go into Motion now instead of firing: once in a Player Turn each."""
    moving = game.state.moving
    if moving is None or game.state.phase != "movement":
        return []
    return [
        Option(f"motion:{name}", rule="D2.401")
        for name, vehicle in game.state.vehicles.items()
        if vehicle.side == side and can_act(vehicle) and is_mobile(vehicle) and is_stopped(vehicle)
        if not vehicle.tried
        and not vehicle.fired
        and not vehicle.frozen
        and not moving.shots_of(name)
        and not moving.shots_of(f"{name}:mg")
        and sees(game, vehicle.at, moving.at, viewer=name, seen=moving.vehicle)
    ]


@rule("D2.401", "D5.34")
def attempt(game: Game, vehicle_id: str) -> None:
    """A dr decides whether a vehicle is in Motion."""
    figures, vehicle = game.content.table("crews", Crews), game.state.vehicles[vehicle_id]
    up = vehicle.exposed or card_of(game, vehicle_id).open_topped
    more = figures.motion_exposed if up else figures.motion_buttoned
    more += figures.motion_leader if vehicle.leader else 0
    more += figures.motion_shaken if vehicle.stun == "shaken" else 0
    alter(game, vehicle_id, tried=True)
    count_shot(game, vehicle_id)
    count_shot(game, f"{vehicle_id}:mg")
    gives_vehicle_away(game, vehicle_id, "moves")
    seen = vehicle_seen_by(game, vehicle_id)
    most = figures.motion - more
    lines = at_most(most, "D2.401")
    if game.roll("d6", "motion", "D2.401", bands=(most + 1,), seen_by=seen, lines=lines) <= most:
        alter(game, vehicle_id, motion=True)
        game.say(InMotion(rule="D2.401", seen_by=seen, vehicle=vehicle_id))
    else:
        game.say(NotInMotion(rule="D2.401", seen_by=seen, vehicle=vehicle_id))
