"""Chapter 6.1 to 6.7: the Air Superiority Determination Phase."""

from __future__ import annotations

from sandtable.games.gsfg.units import Game
from sandtable.kernel import Procedure


class AirPhase(Procedure, frozen=True):
    """STUB: air superiority, heavy bombers, aircraft, deep strike, ground attack, interdiction."""

    def begin(self, game: Game) -> None:
        game.finish()


PROCEDURES = (AirPhase,)
