"""D3.54: machine guns of vehicles that try to hit vehicles with hardly any armor."""

from __future__ import annotations

from typing import cast

from sandtable.games.asl.ordnance.refusing import refuse_vehicle_target
from sandtable.games.asl.ordnance.shots import MachineGun, Shot, Way, gunner_of
from sandtable.games.asl.ordnance.targets import vehicle_targets
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.machine_guns import GUNS, ready_arms
from sandtable.games.asl.vehicles.status import has_moved, is_stopped
from sandtable.kernel import Refusal, rule


def way_of(game: Game, vehicle_id: str) -> Way:
    """In which way a machine gun that is ready is fired in the phase under way."""
    vehicle, phase = game.state.vehicles[vehicle_id], game.state.phase
    if phase == "prep-fire":
        return "prep"
    if phase == "movement":
        return "bounding-first" if vehicle.side == game.state.active else "first"
    if phase == "defensive-fire":
        return "final"
    return "bounding" if has_moved(vehicle) or not is_stopped(vehicle) else "advancing"


@rule("D3.54")
def hit_targets(game: Game, vehicle_id: str, arm: str) -> list[str]:
    """The vehicles that a machine gun of a vehicle may try to hit; several of them never fire together at one."""
    if arm not in GUNS or arm not in ready_arms(game, vehicle_id):
        return []
    return vehicle_targets(game, vehicle_id, gunner_of(game, vehicle_id, cast(MachineGun, arm)))


@rule("D3.54")
def bullets(game: Game, vehicle_id: str, arm: str, target: str) -> Shot:
    """The shot of a machine gun at a vehicle."""
    return Shot(vehicle_id, target, "vehicle", "mg", way_of(game, vehicle_id), arm=cast(MachineGun, arm))


@rule("D3.54")
def refuse_vehicle(game: Game, vehicle_id: str, arm: str, target: str) -> Refusal | None:
    """Why a machine gun of a vehicle may not try to hit another."""
    if arm not in GUNS:
        return Refusal("refused.one-machine-gun", "D3.54", {"vehicle": vehicle_id})
    return refuse_vehicle_target(game, vehicle_id, gunner_of(game, vehicle_id, cast(MachineGun, arm)), target)
