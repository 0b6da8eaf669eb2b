"""C2.7, C3.21: where Guns may stand, and ground that hampers them."""

from __future__ import annotations

from sandtable.games.asl.locations import GROUND, floor_of, hex_of, parts_of
from sandtable.games.asl.state import Vehicle
from sandtable.games.asl.terrain.hexes import kind_at
from sandtable.games.asl.terrain.works import works_at
from sandtable.games.asl.units import Game
from sandtable.kernel import rule

_CRAMPED = ("woods", "building", "rubble", "factory")


@rule("C3.21", "C5.1", "C5.2", "C5.5")
def is_cramped(game: Game, location: str) -> bool:
    """Whether a Location is in woods, a building or rubble, where turning and firing on the move are harder."""
    return any(word in kind_at(game, parts_of(location).hex) for word in _CRAMPED)


@rule("C3.21", "C5.1", "C5.2", "C5.5", "D2.1", "D2.3")
def is_hemmed_in(game: Game, vehicle: Vehicle) -> bool:
    """Whether a vehicle is in woods, a building or rubble, and does not stand beside them in Bypass."""
    return vehicle.bypass < 0 and is_cramped(game, vehicle.at)


def is_built_up(game: Game, location: str) -> bool:
    """Whether a Location is in a building or rubble."""
    kind = kind_at(game, parts_of(location).hex)
    return any(word in kind for word in ("building", "rubble", "factory"))


@rule("C2.7", "RR11.2", "B26", "B27.5")
def may_emplace(game: Game, kind: str, location: str) -> bool:
    """Whether a Gun may stand in a Location: at ground level, a large one not in buildings, none on Wire."""
    hex_, floor = hex_of(location), floor_of(location)
    if floor != GROUND or kind_at(game, hex_) in ("pond", "gully"):
        return False
    works = works_at(game, hex_, game.content.guns[kind].side)
    if works.wire:
        return False
    small = game.content.guns[kind].size > 0
    return small or not (is_built_up(game, location) or works.trench or works.foxholes)
