"""37.1: a vehicle that fires a heavy rocket: when it may, and what a hit does."""

from __future__ import annotations

from sandtable.games.asl.fire.dice import at_most
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.ordnance.shots import Gunner, Shot
from sandtable.games.asl.state import Vehicle
from sandtable.games.asl.tables.ordnance import Rocket
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.losses import are_riders, bail_out, carried
from sandtable.games.asl.vehicles.status import alter, is_moving_target, is_stopped
from sandtable.kernel import rule


def figures(game: Game) -> Rocket:
    return game.content.table("rocket", Rocket)


@rule("37.1")
def is_rocket(game: Game, firer: str) -> bool:
    """Whether something fires rockets: a vehicle whose main armament is a launcher."""
    vehicle = game.state.vehicles.get(firer)
    gun = None if vehicle is None else game.content.vehicles[vehicle.kind].gun
    return gun is not None and gun.rocket


@rule("37.1/a", "37.1/b")
def may_launch(game: Game, vehicle: Vehicle) -> bool:
    """Whether a launcher may fire: from a halt, by a crew below its hatches, and not in a Player Turn after a shot."""
    rested = not vehicle.launched or game.state.player_turn >= vehicle.launched + figures(game).rest
    return rested and is_stopped(vehicle) and not vehicle.bounding and not vehicle.exposed


@rule("37.1/c")
def moving_drm(game: Game, shot: Shot) -> int:
    """What is added against a target that moves: a vehicle on the move or in Motion, or men who dash."""
    if not is_rocket(game, shot.firer):
        return 0
    target, moving = game.state.vehicles.get(shot.target), game.state.moving
    moves = is_moving_target(target) if target is not None else moving is not None and moving.dash
    return figures(game).moving if moves else 0


@rule("37.1/d")
def effect_drm(game: Game, firer: str) -> int:
    """What is added to the Effects DR of a hit on men."""
    return figures(game).bonus if is_rocket(game, firer) else 0


@rule("37.1/d")
def strikes_home(game: Game) -> bool:
    """A vehicle is hit: a dr decides whether directly, or by a near miss."""
    most = figures(game).direct
    return game.roll("d6", "rocket", "37.1/d", bands=(most + 1,), lines=at_most(most, "37.1/d")) <= most


@rule("37.1/a", "37.1/b")
def launched(game: Game, shot: Shot, gunner: Gunner, aftermath: Aftermath) -> None:
    """A rocket has been fired: Riders jump off, and the launcher must rest."""
    if not is_rocket(game, shot.firer) or shot.firer not in game.state.vehicles:
        return
    alter(game, shot.firer, launched=game.state.player_turn)
    if are_riders(game, shot.firer):
        for name in carried(game, shot.firer):
            bail_out(game, name, aftermath)
