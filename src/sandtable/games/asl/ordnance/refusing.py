"""C3.1: why a weapon cannot be fired now, or not at something."""

from __future__ import annotations

from sandtable.games.asl.heavy_ids import VEILED
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.ordnance.ammunition import SHELLS
from sandtable.games.asl.ordnance.at_movers import is_at_mover, may_still_fire
from sandtable.games.asl.ordnance.shots import (
    Gunner,
    Shot,
    eye_at,
    fires_limbered,
    gunner_of,
    in_reach,
    is_confined,
    must_be_desperate,
)
from sandtable.games.asl.ordnance.targets import bears_on, is_worth_a_rocket
from sandtable.games.asl.ordnance.to_kill import is_near_enough, is_thin
from sandtable.games.asl.ordnance.ways import way_of
from sandtable.games.asl.sight import line_of_sight
from sandtable.games.asl.state import NOWHERE
from sandtable.games.asl.units import Game
from sandtable.games.asl.weapons.possession import is_towed
from sandtable.kernel import Choice, Refusal, rule


@rule("C2.1", "C2.28", "C2.8", "C5.6", "C10.1")
def refuse_weapon(game: Game, weapon_id: str, side: str) -> Refusal:
    """Why a Gun, mortar or light anti-tank weapon cannot be fired now."""
    weapon, named = game.state.weapons[weapon_id], {"weapon": weapon_id}
    holder = game.state.units.get(weapon.holder)
    if holder is None:
        return Refusal("refused.unmanned", "C2.1", named)
    if holder.side != side:
        return Refusal("refused.other-weapon", "A3/turn", named)
    if weapon.broken:
        return Refusal("refused.malfunctioned", "C2.28", named)
    if is_towed(game, weapon_id):
        return Refusal("refused.gun-towed", "C10.1", named)
    if weapon.kind in game.content.guns and weapon.limbered and not fires_limbered(game, weapon_id):
        return Refusal("refused.gun-limbered", "C10.2", named)
    if way_of(game, weapon_id) is not None:
        return _refuse_mover(game, weapon_id) or Refusal("refused.weapon-no-target", "C3.1", named)
    args = {**named, "unit": weapon.holder}
    if weapon.fire in ("prep", "first") and weapon.kind in game.content.guns and holder.pinned:
        return Refusal("refused.pinned-intensive", "C5.6", args)
    if weapon.fire:
        return Refusal("refused.weapon-fired", "C2.24", named)
    if weapon.kind in game.content.guns and (holder.fire or holder.spent) and not weapon.used:
        return Refusal("refused.crew-has-fired", "C2.1", args)
    return Refusal("refused.weapon-not-served", "C2.1", args)


@rule("C13.31", "CG15")
def refuse_panzerfaust(game: Game, unit_id: str, side: str) -> Refusal:
    """Why a unit cannot look for a Panzerfaust now."""
    unit, args = game.state.units[unit_id], {"unit": unit_id}
    if unit.side != side:
        return Refusal("refused.other-side", "A3/turn", args)
    if not game.state.shots.get(unit.side):
        return Refusal("refused.no-panzerfausts", "C13.31", args)
    if way_of(game, unit_id) is None:
        return Refusal("refused.no-panzerfaust", "C13.31", args)
    return _refuse_mover(game, unit_id) or Refusal("refused.panzerfaust-target", "C13.31", args)


@rule("A8.1", "C6.1")
def _refuse_mover(game: Game, firer: str) -> Refusal | None:
    """Why something that can fire cannot do so at what moves now; None where nothing does, or that is not why."""
    moving, gunner = game.state.moving, gunner_of(game, firer)
    if moving is None or not is_at_mover(game, gunner):
        return None
    if not may_still_fire(game, firer):
        return Refusal("refused.weapon-shots", "A8.1", {"firer": firer})
    found = None
    if moving.vehicle and gunner.sort != "mortar":
        found = refuse_vehicle_target(game, firer, gunner, moving.vehicle)
    elif moving.units:
        found = _refuse_place(game, firer, gunner, moving.at, "")
    return None if found is None or found.reason == "refused.no-target-there" else found


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


@rule("C5.7", "C5.8", "C7.2", "C8.1", "C13.8")
def refuse_load(game: Game, firer: str, aimed: Shot | None, name: str) -> Refusal | None:
    """Why a weapon is not loaded, or fired, in some way at what it is aimed at; `aimed` is a shot at a vehicle."""
    gunner, args = gunner_of(game, firer), {"firer": firer}
    if name in SHELLS:
        if name in gunner.gone:
            return Refusal("refused.ammunition-gone", "C8.1", args)
        known = name in gunner.special
        return (
            Refusal("refused.ammunition-strange", "C5.8", args)
            if known and gunner.strangers
            else Refusal("refused.ammunition-none", "C7.2", args)
        )
    if name.endswith("desperate") and not is_confined(game, gunner):
        return Refusal("refused.desperate-open", "C13.8", args)
    if name.endswith("desperate") and must_be_desperate(game, gunner):
        return Refusal("refused.desperate-anyway", "C13.8", args)
    if not name.startswith("immobilize"):
        return None
    vehicle = None if aimed is None else game.state.vehicles.get(aimed.target)
    if aimed is None or vehicle is None or gunner.sort == "mg":
        return Refusal("refused.immobilize-what", "C5.7", args)
    if vehicle.immobile:
        return Refusal("refused.vehicle-immobile", "C7.5", {"vehicle": aimed.target})
    near = is_near_enough(game, gunner, aimed.target)
    return Refusal("refused.immobilize-armor" if near else "refused.immobilize-far", "C5.7", args)


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
    line = line_of_sight(game, eye_at(game, gunner), at, viewer=firer, seen=seen)
    if line.block is not None:
        return Refusal("refused.weapon-los", line.block.rule, {**args, "at": line.block.at, "what": line.block.what})
    if gunner.sort == "mg" and seen and not is_thin(game, firer, gunner, seen):
        return Refusal("refused.too-much-armor", "D3.54", {"firer": firer, "vehicle": seen})
    if not bears_on(game, firer, gunner, at, seen):
        return Refusal("refused.weapon-arc", "C3.21", args)
    if gunner.sort == "latw" and not seen and not is_worth_a_rocket(game, gunner, at):
        return Refusal("refused.no-rocket", "C13.1", args)
    return Refusal("refused.no-target-there", "C3.1", args)
