"""C6.1, A8.1: fire at what moves, no oftener than it spends MF or MP where it is."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.ordnance.shots import (
    Gunner,
)
from sandtable.games.asl.sight.on_map import clear_by_day, is_clear_by_day
from sandtable.games.asl.stands import place_in, stand_of
from sandtable.games.asl.units import Game
from sandtable.kernel import derived, rule


def is_at_mover(game: Game, gunner: Gunner) -> bool:
    """Whether the DEFENDER fires at what moves now."""
    return fires_at_mover(game, gunner.side)


def fires_at_mover(game: Game, side: str) -> bool:
    """Whether a side that fires now does so at what moves."""
    return game.state.phase == "movement" and side != game.state.active


@derived("moving", "vehicles")
def _places_of_mover(game: Game) -> tuple[str, ...]:
    """Where somebody may look who fires at what moves: at its Location, at its hex, at its vertex in Bypass."""
    moving = game.state.moving
    if moving is None:
        return ()
    vehicle = game.state.vehicles.get(moving.vehicle)
    there = () if vehicle is None else (vehicle.at, stand_of(vehicle))
    return tuple([at for at in dict.fromkeys((moving.at, hex_of(moving.at), *there)) if at])


@rule("A8.1", "C6.1")
def overlooks_mover(game: Game, firer: str, at: str) -> bool:
    """Whether by daylight something could see what moves from a Location; it fires at nothing else then."""
    return is_clear_by_day(game, place_in(game, firer, at), _places_of_mover(game))


@rule("A8.1", "C6.1")
def overlooking_mover(game: Game, places: Iterable[str]) -> Collection[str]:
    """Those of several Locations from which men could see by daylight what moves."""
    return clear_by_day(game, places, _places_of_mover(game))


@rule("C6.1", "A8.1")
def may_still_fire(game: Game, firer: str) -> bool:
    """Whether something has not fired at what moves as often as MF or MP were spent there.

    The vehicle that moves fires as often as it keeps its rate of fire.
    """
    moving = game.state.moving
    if moving is None or game.state.phase != "movement" or firer == moving.vehicle:
        return True
    return moving.shots_of(firer) < max(1, moving.spent_here // 2)


@rule("C6.1", "A8.1")
def count_shot(game: Game, firer: str) -> None:
    """Note that something has fired at what moves."""
    moving = game.state.moving
    if moving is not None and game.state.phase == "movement":
        shots = dict(moving.shots)
        shots[firer] = shots.get(firer, 0) + 1
        game.state.moving = replace(moving, shots=tuple(sorted(shots.items())))
