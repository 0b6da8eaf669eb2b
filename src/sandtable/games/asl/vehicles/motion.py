"""D2.401: a stopped AFV of the DEFENDER tries to go into Motion when an enemy moves in its sight."""

from __future__ import annotations

from sandtable.games.asl.concealment.revealing import vehicle_seen_by
from sandtable.games.asl.concealment.vehicles import gives_vehicle_away
from sandtable.games.asl.events.vehicles import InMotion, NotInMotion
from sandtable.games.asl.fire.dice import at_most
from sandtable.games.asl.ordnance.at_movers import count_shot
from sandtable.games.asl.sight import sees
from sandtable.games.asl.state import Moving
from sandtable.games.asl.tables.vehicles import Crews
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.status import alter, can_act, card_of, is_stopped, is_worn_out
from sandtable.kernel import Option, Refusal, rule


@rule("D2.401", "E1.21")
def attempts(game: Game, side: str) -> list[Option]:
    """The vehicles of the DEFENDER that may try to go into Motion now instead of firing: once in a Player Turn each."""
    moving = game.state.moving
    if moving is None or game.state.phase != "movement":
        return []
    return [
        Option(f"motion:{name}", rule="D2.401")
        for name, vehicle in game.state.vehicles.items()
        if vehicle.side == side and _able(game, name, moving) is None
    ]


def _able(game: Game, vehicle_id: str, moving: Moving) -> tuple[str, str] | None:
    """What keeps a vehicle from trying, with the rule; None for one that may."""
    vehicle = game.state.vehicles[vehicle_id]
    fired = moving.shots_of(vehicle_id) or moving.shots_of(f"{vehicle_id}:mg")
    reasons = (
        (not can_act(vehicle), "vehicle-state", "D5.34"),
        (vehicle.immobile, "vehicle-immobile", "C7.5"),
        (bool(vehicle.bogged), "vehicle-bogged", "D8.2"),
        (vehicle.frozen, "vehicle-frozen", "E1.21"),
        (is_worn_out(vehicle), "worn-out", "C5.6"),
        (not is_stopped(vehicle), "motion-already", "D2.401"),
        (vehicle.tried, "motion-tried", "D2.401"),
        (bool(fired), "motion-fired", "D2.401"),
    )
    for holds, reason, rule_id in reasons:
        if holds:
            return reason, rule_id
    seen = sees(game, vehicle.at, moving.at, viewer=vehicle_id, seen=moving.vehicle)
    return None if seen else ("motion-unseen", "D2.401")


@rule("D2.401")
def refuse(game: Game, vehicle_id: str, side: str) -> Refusal | None:
    """Why a vehicle may not try to go into Motion now."""
    vehicle, moving, args = game.state.vehicles.get(vehicle_id), game.state.moving, {"vehicle": vehicle_id}
    if vehicle is None:
        return None
    if vehicle.side != side:
        return Refusal("refused.other-vehicle", "A3/turn", args)
    if moving is None or game.state.phase != "movement":
        return Refusal("refused.motion-later", "D2.401", args)
    found = _able(game, vehicle_id, moving)
    return None if found is None else Refusal(f"refused.{found[0]}", found[1], args)


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
