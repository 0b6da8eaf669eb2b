"""The Recovery Phase: markers of the turn come off, and headquarters recover."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.efs.headquarters.recovery import RecoverHeadquarters, waiting
from sandtable.games.efs.units import Game
from sandtable.kernel import Phase, rule
from sandtable.mechanics.roster import change


class RecoveryPhase(Phase, frozen=True):
    """D.2: Fuel Shortage, Activated and Do Not Move markers come off; then Soviet HQs recover.

    A two-turn Do Not Move marker becomes a one-turn marker after those have come off.
    """

    @rule("6.54d", "8.73", "10.13e")
    def begin(self, game: Game) -> None:
        game.goto("close")
        for unit_id, unit in game.state.units.items():
            if unit.fuel_shortage or unit.activated or unit.do_not_move:
                left = max(unit.do_not_move - 1, 0)
                change(game, unit_id, fuel_shortage=False, activated=False, do_not_move=left)
        for supply_id, supply in game.state.supplies.items():
            if supply.activated:
                game.state.supplies[supply_id] = replace(supply, activated=False)
        game.push(RecoverHeadquarters(left=waiting(game)))

    def close(self, game: Game) -> None:
        game.finish()
