"""A12.14, A12.12: the enemies who see a unit, on foot or from a vehicle."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.sight import line_of_sight, line_to_bypass, line_to_unit, position_of
from sandtable.games.asl.stands import place_in
from sandtable.games.asl.state import Unit
from sandtable.games.asl.terrain.hexes import BYPASS
from sandtable.games.asl.units import Game, is_good_order, on_map
from sandtable.games.asl.vehicles.status import can_act
from sandtable.kernel import rule

ANYWHERE = 1000
"""A range that every hex is within."""


def enemy_crews(game: Game, side: str) -> Iterator[str]:
    """The vehicles of the other side on the map whose crews can do anything."""
    return (name for name, each in game.state.vehicles.items() if each.side != side and each.at and can_act(each))


@rule("A12.14", "A4.34", "B9.21")
def crew_sees(game: Game, vehicle_id: str, unit: Unit) -> bool:
    """Whether the crew of a vehicle sees a unit as it stands, or would if it were known: entrenched, or in Bypass."""
    at = game.state.vehicles[vehicle_id].at
    if unit.stance == BYPASS and unit.vertices and hex_of(at) != hex_of(unit.at):
        return line_to_bypass(game, place_in(game, vehicle_id, at), hex_of(unit.at), unit.vertices).clear
    return line_of_sight(game, at, position_of(unit), viewer=vehicle_id).clear


@rule("A12.14", "A12.34")
def ranges_of_watchers(game: Game, unit: Unit, within: int) -> Iterator[int]:
    """How far away the enemy ground units in Good Order are that see a unit, of those no farther than a range."""
    here, distance = hex_of(unit.at), game.content.distance
    for man in game.state.units.values():
        if man.side == unit.side or not on_map(man) or not is_good_order(game, man):
            continue
        far = distance(here, hex_of(man.at))
        if far <= within and line_to_unit(game, man, unit).clear:
            yield far
    for name in enemy_crews(game, unit.side):
        far = distance(here, hex_of(game.state.vehicles[name].at))
        if far <= within and crew_sees(game, name, unit):
            yield far


@rule("A12.14")
def is_watched(game: Game, unit: Unit, within: int) -> bool:
    """Whether an enemy ground unit in Good Order sees a unit from so many hexes or less."""
    return any(True for _ in ranges_of_watchers(game, unit, within))
