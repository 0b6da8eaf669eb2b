"""A23.1, A23.3: demolition charges that are placed next to their bearer."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.events.movement import ChargePlaced
from sandtable.games.asl.locations import adjacent_locations
from sandtable.games.asl.terrain.hexes import ABOVE_WIRE
from sandtable.games.asl.units import Game, is_good_order
from sandtable.games.asl.weapons.possession import possessed
from sandtable.kernel import rule


@rule("A23.1", "A23.3", "B26/infantry")
def charges(game: Game, unit_ids: Iterable[str]) -> list[str]:
    """The charges that units have and could place now."""
    found = []
    for name in possessed(game, unit_ids):
        weapon = game.state.weapons[name]
        unit = game.state.units[weapon.holder]
        is_charge = weapon.kind in game.content.weapons and game.content.weapons[weapon.kind].type == "dc"
        if is_charge and not weapon.placed and is_good_order(game, unit) and unit.stance != ABOVE_WIRE:
            found.append(name)
    return found


@rule("A23.3")
def targets(game: Game, location: str) -> tuple[str, ...]:
    """The Locations into which a charge can be placed from one."""
    return adjacent_locations(game, location)


@rule("A23.3", "A12.141")
def place_charge(game: Game, weapon_id: str, location: str) -> None:
    """A charge is placed in a Location; it goes off in the Advancing Fire Phase if its bearer comes through."""
    weapon = game.state.weapons[weapon_id]
    game.state.weapons[weapon_id] = replace(weapon, placed=location)
    game.say(ChargePlaced(rule="A23.3", at=location))
    gives_away(game, weapon.holder, "fires")
