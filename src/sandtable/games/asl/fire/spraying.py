"""A7.34: Spraying Fire over two Locations."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.asl.fire import fire_group
from sandtable.games.asl.fire.firepower import range_to
from sandtable.games.asl.fire.pieces import Mode, Piece
from sandtable.games.asl.locations import hex_of, is_adjacent
from sandtable.games.asl.tables.fire import Firepower
from sandtable.games.asl.units import Game
from sandtable.kernel import rule

SPRAYING: tuple[Mode, ...] = ("prep", "opportunity", "final", "final-marked")
"""The ways of firing in which two Locations may be fired at."""


@rule("A7.34", "A1.22")
def can_spray(game: Game, piece: Piece) -> bool:
    """Whether the range of a piece is underlined: it may fire at two Locations at once."""
    if piece.weapon:
        return game.content.weapons[game.state.weapons[piece.weapon].kind].spraying_fire
    return game.content.personnel[game.state.units[piece.unit].kind].spraying_fire


@rule("A7.34", "A7.24", "A7.25")
def second_targets(game: Game, pieces: Sequence[Piece], target: str) -> list[str]:
    """The Locations at which pieces that fire at one may fire as well, with the same DR: in the hexes next to it.

    All of them stand in one Location, in neither hex; squads not beyond three hexes.

    Ruling (A7.34): in the Advancing Fire Phase those alone who have waited with their fire, as in the Prep Fire Phase.
    """
    units = game.state.units
    if not pieces or not all(piece.mode in SPRAYING for piece in pieces):
        return []
    here = {units[piece.unit].at for piece in pieces}
    if len(here) > 1 or not all(can_spray(game, piece) for piece in pieces) or not _reaches(game, pieces, target):
        return []
    side = units[pieces[0].unit].side
    return [
        at
        for at in fire_group.target_locations(game, side)
        if is_adjacent(game.content, target, at)
        and _reaches(game, pieces, at)
        and all(fire_group.can_add(game, piece, at) for piece in pieces)
    ]


def _reaches(game: Game, pieces: Sequence[Piece], location: str) -> bool:
    """Whether a Location is in another hex than those who fire, and near enough to their own weapons."""
    most = game.content.table("firepower", Firepower).spraying_range
    if any(hex_of(game.state.units[piece.unit].at) == hex_of(location) for piece in pieces):
        return False
    return all(piece.weapon or range_to(game, piece.unit, location) <= most for piece in pieces)
