"""C13.8: the Backblast of a Panzerschreck or Panzerfaust that is fired from inside a building."""

from __future__ import annotations

from sandtable.games.asl.fire.dice import Dr, roll_dr
from sandtable.games.asl.fire.results import apply_result, could_check, desperate_under_fire
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.tables.fire import Ift
from sandtable.games.asl.tables.ordnance import Hits
from sandtable.games.asl.terrain.fires import catch_fire
from sandtable.games.asl.terrain.hexes import terrain_at
from sandtable.games.asl.units import Game, units_at
from sandtable.games.asl.weather.ground import kindling
from sandtable.kernel import rule


@rule("C13.8", "A10.62", "B25/fire")
def backblast(game: Game, at: str, side: str, aftermath: Aftermath) -> None:
    """It strikes everybody of the firer's side in his Location, and may set a wooden building on fire."""
    units = [name for name in units_at(game, at) if game.state.units[name].side == side]
    ift = game.content.table("ift", Ift)
    column = ift.column(game.content.table("hits", Hits).backblast)
    burns = terrain_at(game, hex_of(at)).building == "wooden" and kindling(game, 1) > 0

    def read(dr: Dr) -> str:
        return f"{ift.result(column, dr.total)} {burns and dr.colored == 1}"

    dr = roll_dr(game, "backblast", "C13.8", read)
    if could_check(ift, column, 0):
        desperate_under_fire(game, units)
    apply_result(game, units, ift.result(column, dr.total), aftermath)
    if burns and dr.colored == 1:
        catch_fire(game, at)
