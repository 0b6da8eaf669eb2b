"""Chapter 7.31.2: units that run into mines as they move, and crews and passengers who leave their vehicle there."""

from __future__ import annotations

from sandtable.games.panzer.combat.bail_out import push_bail_out
from sandtable.games.panzer.indirect.strike import bail_out_after
from sandtable.games.panzer.mines.minefields import blow_up_men, blow_up_vehicle, mines_against
from sandtable.games.panzer.movement.modes import Mode
from sandtable.games.panzer.units import Game, vehicles
from sandtable.kernel import rule
from sandtable.mechanics.switches import is_on


@rule("7.31.2")
def is_mined(game: Game, unit_id: str) -> bool:
    """Whether mines attack a unit that has just come into its hex, or moves there again."""
    return bool(mines_against(game, unit_id))


@rule("7.31.2", "7.31.2.1", "7.31.2.2")
def run_into_mines(game: Game, unit_id: str, mode: Mode) -> None:
    """Mines attack a unit at once; crew and passengers of a vehicle check as after GP fire (ruling)."""
    if unit_id not in vehicles(game.content):
        blow_up_men(game, unit_id, mode)
        return
    harm = blow_up_vehicle(game, unit_id)
    if harm == "knocked-out" or (harm != "unharmed" and not is_on(game.content, "crews-stay-among-mines")):
        push_bail_out(game, bail_out_after(unit_id, harm, ()))
