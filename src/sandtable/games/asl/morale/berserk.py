"""A15.4: whom berserk men see and go for, what they may fire at, and how they come to themselves again."""

from __future__ import annotations

from sandtable.games.asl.events.morale import Heated
from sandtable.games.asl.sight import line_to_unit, sees
from sandtable.games.asl.state import Unit
from sandtable.games.asl.units import Game, change, known_enemies, on_map, units_at
from sandtable.games.asl.vehicles.status import known_vehicles
from sandtable.kernel import rule


@rule("A15.4")
def enemies_in_sight(game: Game, unit: Unit) -> list[str]:
    """The Locations of the Known enemies whom a unit sees: men who are nobody's prisoners, and manned vehicles."""
    vehicles = game.state.vehicles
    seen = {
        foe.at
        for _, foe in known_enemies(game, unit.side)
        if not foe.guard and foe.at and line_to_unit(game, unit, foe).clear
    }
    for name in known_vehicles(game, unit.side):
        vehicle = vehicles[name]
        fights = not vehicle.abandoned and not vehicle.concealed
        if fights and vehicle.at not in seen and sees(game, unit.at, vehicle.at, seen=name):
            seen.add(vehicle.at)
    return sorted(seen)


@rule("A15.4", "A4.7")
def enemy_locations(game: Game, side: str) -> set[str]:
    """The Locations in which a side knows of enemies, or sees a "?": where alone its berserk men advance."""
    vehicles = game.state.vehicles
    men = {
        unit.at
        for unit in game.state.units.values()
        if unit.side != side and on_map(unit) and not unit.hidden and not unit.guard
    }
    return men | {vehicles[name].at for name in known_vehicles(game, side) if not vehicles[name].abandoned}


@rule("A15.4")
def is_cleared(game: Game, unit: Unit) -> bool:
    """Whether no enemy is left in the Location of a unit but prisoners."""
    units, vehicles = game.state.units, game.state.vehicles
    men = any(units[name].side != unit.side and not units[name].guard for name in units_at(game, unit.at))
    return not men and not any(
        vehicles[name].at == unit.at and not vehicles[name].abandoned for name in known_vehicles(game, unit.side)
    )


@rule("A15.4")
def come_to_themselves(game: Game) -> None:
    """Berserk men are themselves again where no enemy is left in their Location and they see no Known one."""
    for name, unit in list(game.state.units.items()):
        if unit.berserk and on_map(unit) and is_cleared(game, unit) and not enemies_in_sight(game, unit):
            calm_down(game, name)


def calm_down(game: Game, unit_id: str) -> None:
    """A unit is berserk no longer."""
    change(game, unit_id, berserk=False)
    game.say(Heated(rule="A15.4", unit=unit_id, what="calm"))
