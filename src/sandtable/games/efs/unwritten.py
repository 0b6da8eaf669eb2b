"""Phases whose chapters are still to be written: they stand in the sequence of play and let it pass."""

from __future__ import annotations

from sandtable.games.efs.units import Game
from sandtable.kernel import Phase


class Unwritten(Phase, frozen=True):
    """A phase in which nothing happens yet."""

    def begin(self, game: Game) -> None:
        game.finish()
