"""C3.1: why a weapon cannot be fired at something."""

from __future__ import annotations

from sandtable.games.asl.heavy_ids import VEILED
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.ordnance.shots import (
    Gunner,
    gunner_of,
    in_reach,
)
from sandtable.games.asl.ordnance.targets import bears_on, is_worth_a_rocket
from sandtable.games.asl.ordnance.to_kill import is_thin
from sandtable.games.asl.sight import line_of_sight
from sandtable.games.asl.state import NOWHERE
from sandtable.games.asl.units import Game
from sandtable.kernel import Choice, Refusal, rule


@rule("C3.1")
def refuse_target(game: Game, firer: str, choice: Choice) -> Refusal | None:
    """Why something cannot be fired at."""
    gunner = gunner_of(game, firer)
    if choice.kind == "vehicle":
        return refuse_vehicle_target(game, firer, gunner, choice.name)
    if choice.kind in ("hex", "place", "area", VEILED):
        at = choice.name
    else:
        return None
    if hex_of(at) not in game.content.board.index:
        return None
    return _refuse_place(game, firer, gunner, at, "")


def refuse_vehicle_target(game: Game, firer: str, gunner: Gunner, vehicle_id: str) -> Refusal | None:
    """Why a weapon cannot be fired at a vehicle."""
    vehicle = game.state.vehicles.get(vehicle_id)
    if vehicle is None or vehicle.at == NOWHERE or (vehicle.concealed and vehicle.side != gunner.side):
        return None
    if vehicle.side == gunner.side:
        return Refusal("refused.own-vehicle", "C3.31", {"vehicle": vehicle_id})
    if gunner.sort == "mortar":
        return Refusal("refused.mortar-area", "C9.1", {"firer": firer, "target": vehicle.at})
    return _refuse_place(game, firer, gunner, vehicle.at, vehicle_id)


def _refuse_place(game: Game, firer: str, gunner: Gunner, at: str, seen: str) -> Refusal:
    """Why a weapon cannot be fired at a Location, or at a vehicle in it."""
    args = {"firer": firer, "target": at}
    if not in_reach(game, gunner, at):
        return Refusal("refused.weapon-range", "C2.6", args)
    line = line_of_sight(game, gunner.at, at, viewer=firer, seen=seen)
    if line.block is not None:
        return Refusal("refused.weapon-los", line.block.rule, {**args, "at": line.block.at, "what": line.block.what})
    if gunner.sort == "mg" and seen and not is_thin(game, firer, gunner, seen):
        return Refusal("refused.too-much-armor", "D3.54", {"firer": firer, "vehicle": seen})
    if not bears_on(game, firer, gunner, at, seen):
        return Refusal("refused.weapon-arc", "C3.21", args)
    if gunner.sort == "latw" and not seen and not is_worth_a_rocket(game, gunner, at):
        return Refusal("refused.no-rocket", "C13.1", args)
    return Refusal("refused.no-target-there", "C3.1", args)
