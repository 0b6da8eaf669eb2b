"""C6.1, A8.1: fire at what moves, no oftener than it spends MF or MP where it is."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.ordnance.shots import (
    Gunner,
)
from sandtable.games.asl.units import Game
from sandtable.kernel import rule


def is_at_mover(game: Game, gunner: Gunner) -> bool:
    """Whether the DEFENDER fires at what moves now."""
    return game.state.phase == "movement" and gunner.side != game.state.active


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
