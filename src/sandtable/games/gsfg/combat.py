"""Chapter 11: combat."""

from __future__ import annotations

from sandtable.games.gsfg.units import Game
from sandtable.kernel import Procedure


class CombatPhase(Procedure, frozen=True):
    """STUB: a group makes its attacks; `second` marks the second combat phase of fight/fight."""

    side: str
    group: str
    second: bool = False

    def begin(self, game: Game) -> None:
        game.finish()


PROCEDURES = (CombatPhase,)
