"""C6.5: targets that a weapon has acquired."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.concealment.revealing import seen_by, vehicle_seen_by
from sandtable.games.asl.events.vehicles import Acquired
from sandtable.games.asl.ordnance.rockets import is_rocket
from sandtable.games.asl.ordnance.shots import Gunner, Shot
from sandtable.games.asl.ordnance.to_hit import acquired_by
from sandtable.games.asl.sight import sees
from sandtable.games.asl.stands import stand_of
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.status import is_stopped
from sandtable.kernel import rule

MOST = 2
"""The best acquisition is -2."""


def _set(game: Game, firer: str, target: str, value: int) -> None:
    state = game.state
    if firer in state.vehicles:
        state.vehicles[firer] = replace(state.vehicles[firer], acquired=target, acquisition=value)
    elif firer in state.weapons:
        state.weapons[firer] = replace(state.weapons[firer], acquired=target, acquisition=value)


@rule("C6.5", "C5.35")
def acquire(game: Game, shot: Shot, gunner: Gunner, *, seen: bool) -> None:
    """After a shot: the target is acquired, or better than before; a concealed one only if the shot reveals it."""
    state = game.state
    if (
        gunner.sort in ("latw", "mg")
        or is_rocket(game, shot.firer)
        or shot.firer not in (*state.weapons, *state.vehicles)
    ):
        return
    firer = state.vehicles[shot.firer] if shot.firer in state.vehicles else state.weapons[shot.firer]
    target = acquired_by(shot)
    if shot.firer in state.vehicles and not is_stopped(state.vehicles[shot.firer]):
        if firer.acquired != target:
            _set(game, shot.firer, "", 0)
        return
    before = firer.acquisition if firer.acquired == target else 0
    if not seen:
        if firer.acquired != target:
            _set(game, shot.firer, "", 0)
        return
    now = min(MOST, before + 1)
    _set(game, shot.firer, target, now)
    if now != before:
        told = seen_by(game, gunner.unit) if gunner.unit else vehicle_seen_by(game, shot.firer)
        game.say(Acquired(rule="C6.5", seen_by=told, firer=shot.firer, target=target, drm=-now))


@rule("C6.5")
def lose_acquisition(game: Game, firer: str) -> None:
    """A weapon has acquired nothing any more."""
    _set(game, firer, "", 0)


@rule("C6.5", "A12.1")
def lose_sight_of(game: Game, target: str) -> None:
    """Nobody has acquired a vehicle any more."""
    state = game.state
    firers = [name for name, vehicle in state.vehicles.items() if vehicle.acquired == target]
    for name in firers + [name for name, weapon in state.weapons.items() if weapon.acquired == target]:
        lose_acquisition(game, name)


@rule("C6.5")
def check_acquisitions(game: Game) -> None:
    """At the end of a phase: what a weapon does not see any more is lost, and what its crew cannot serve."""
    state = game.state
    for name, vehicle in list(state.vehicles.items()):
        if vehicle.acquisition and _is_lost(game, stand_of(vehicle), vehicle.acquired):
            _set(game, name, "", 0)
    for name, weapon in list(state.weapons.items()):
        if weapon.acquisition:
            holder = state.units.get(weapon.holder)
            if holder is None or holder.broken or weapon.broken or _is_lost(game, holder.at, weapon.acquired):
                _set(game, name, "", 0)


def _is_lost(game: Game, at: str, target: str) -> bool:
    if target.startswith("area:"):
        return False
    vehicle = game.state.vehicles.get(target)
    if vehicle is None and (target in game.state.lost or target in game.state.exited):
        return True
    there = target if vehicle is None else vehicle.at
    return not there or not sees(game, at, there, seen=target)
