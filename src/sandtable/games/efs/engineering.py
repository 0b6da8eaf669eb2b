"""The Engineering Phase: what the chapters do in it, one after the other."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.efs import control
from sandtable.games.efs.artillery.bombardment import change_modes
from sandtable.games.efs.engineers.building import complete_bridges
from sandtable.games.efs.engineers.conversion import conversions
from sandtable.games.efs.engineers.demolition import demolitions, repairs
from sandtable.games.efs.engineers.ferries import complete_ferries
from sandtable.games.efs.fortifications import construction
from sandtable.games.efs.fortifications.destruction import destroy_under_enemies
from sandtable.games.efs.state import enemy_of
from sandtable.games.efs.units import Game, side_of
from sandtable.kernel import Phase, rule
from sandtable.mechanics.roster import change


@rule("3.11/hexes", "3.26", "11.38d")
def recover_from_overruns(game: Game, side: str) -> None:
    """Overrun markers come off the units of the other side, whose zones of control count again in what follows."""
    for unit_id, unit in game.state.units.items():
        if unit.overrun and side_of(game, unit_id) == enemy_of(side):
            change(game, unit_id, overrun=False)
    control.settle(game)


@rule("3.11/hexes", "18.13a", "18.52")
def raze(game: Game, side: str) -> None:
    """Fortifications under enemy units are destroyed; zones of control that a citadel has held back count at once."""
    destroy_under_enemies(game, side)
    control.settle(game)


@rule("13.12", "13.43/note-fired")
def reload_artillery(game: Game, side: str) -> None:
    """Artillery of both sides that has fired is turned back."""
    for unit_id, unit in game.state.units.items():
        if unit.fired:
            change(game, unit_id, fired=False)


Activity = Callable[[Game, str], None]
ACTIVITIES: tuple[Activity, ...] = (
    recover_from_overruns, raze, construction.complete, construction.begin,
    complete_bridges, complete_ferries, demolitions, repairs, reload_artillery, change_modes, conversions,
)  # fmt: skip
"""What is done in the phase, in this order: each chapter adds its own, which may push procedures.

The order of the whole: replacements (7); overrun markers; fortifications under enemy units are destroyed (18.13);
strongpoints completed and begun (18.44, 22.11); bridges and ferries completed (22.24, 22.32b), destroyed (22.42) and
repaired (22.44); artillery is turned back and changes mode (13.12, 13.42b); railroads (19).
"""


class EngineeringPhase(Phase, frozen=True):
    """B.6 and C.6: what a side builds, mends and destroys."""

    side: str
    place: int = 0

    @rule("4.21")
    def begin(self, game: Game) -> None:
        if self.place >= len(ACTIVITIES):
            game.finish()
            return
        game.goto("begin", place=self.place + 1)
        ACTIVITIES[self.place](game, self.side)
