"""A12.14 and A12.141: acts by which a concealed unit gives itself away."""

from __future__ import annotations

from sandtable.games.asl.concealment.revealing import reveal_unit
from sandtable.games.asl.concealment.watching import is_watched
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.desperation import alarm_broken
from sandtable.games.asl.night.light import is_illuminated
from sandtable.games.asl.tables.concealment import Act, ConcealmentLoss
from sandtable.games.asl.terrain.hexes import is_concealment_terrain
from sandtable.games.asl.units import Game, change
from sandtable.kernel import rule

STEPS: frozenset[Act] = frozenset({"moves", "assault-moves-into-open", "advances-into-open"})
"""Acts of movement: at night only those in the light can be seen, and of them no Assault Movement (E1.16)."""


@rule("A12.14", "A12.141", "A10.62", "A12.3", "E1.16")
def gives_away(game: Game, unit_id: str, act: Act) -> bool:
    """A unit does something; whether it is known by that, which it is where an enemy in Good Order sees it.

    Who was hidden and fires comes onto the map in any case: beneath a "?" where the terrain hides him, else known.
    """
    unit = game.state.units.get(unit_id)
    if unit is None or not (unit.concealed or unit.hidden):
        return False
    table = game.content.table("concealment-loss", ConcealmentLoss)
    if game.state.nvr and act in STEPS and not (act == "moves" and is_illuminated(game, hex_of(unit.at))):
        return False
    if act in table.always or (act in table.seen and is_watched(game, unit, table.range)):
        reveal_unit(game, unit_id)
        alarm_broken(game, unit.at, (unit_id,))
        return True
    return unit.hidden and act == "fires" and _comes_onto_map(game, unit_id)


@rule("A12.3")
def _comes_onto_map(game: Game, unit_id: str) -> bool:
    """A hidden unit that fires is placed on the map; whether it is known there."""
    if not is_concealment_terrain(game, unit_id):
        reveal_unit(game, unit_id, "A12.3")
        alarm_broken(game, game.state.units[unit_id].at, (unit_id,))
        return True
    game.reveal()
    change(game, unit_id, hidden=False, concealed=True)
    return False
