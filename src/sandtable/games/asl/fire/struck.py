"""A7.4, A8.1, A11.15, A20.5: the men at whom fire is directed."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.asl.morale.guards import with_prisoners
from sandtable.games.asl.units import Game, other, units_at
from sandtable.kernel import rule


@rule("A7.4", "A8.1", "A11.15", "A20.5")
def men_struck(game: Game, location: str, side: str) -> tuple[str, ...]:
    """The men whom fire of a side at a Location strikes: in First Fire those that move, with their prisoners; else all
    enemies there and whom they hold prisoner, in Melee everybody."""
    state, enemy = game.state, other(side)
    if state.phase == "movement" and side != state.active and state.moving is not None:
        return with_prisoners(game, (name for name in state.moving.units if name in state.units))
    there = units_at(game, location)
    if location in state.melees:
        return tuple(enemies_first(game, there, side))
    return tuple(name for name in there if state.units[name].side == enemy or _is_held_by(game, name, enemy))


def enemies_first(game: Game, names: Sequence[str], side: str) -> list[str]:
    """Men whom fire of a side strikes, its enemies before its friends: it is the sum of the first that is shown."""
    return sorted(names, key=lambda name: are_friends(game, (name,), side))


def are_friends(game: Game, names: Sequence[str], side: str) -> bool:
    """Whether men whom fire of a side strikes alike are all its friends: their sum is shown last."""
    return all(game.state.units[name].side == side for name in names)


@rule("A4.63")
def is_at_dash(game: Game, side: str) -> bool:
    """Whether fire of a side is First Fire at men who dash, in the road hex that they cross."""
    moving = game.state.moving
    first = game.state.phase == "movement" and side != game.state.active
    return first and moving is not None and moving.dash and bool(moving.came_from)


def _is_held_by(game: Game, unit_id: str, side: str) -> bool:
    """Whether a unit is a prisoner of a side."""
    guard = game.state.units[unit_id].guard
    return bool(guard) and game.state.units[guard].side == side
