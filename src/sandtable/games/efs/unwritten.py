"""Phases whose chapters are still to be written: they stand in the sequence of play and let it pass."""

from __future__ import annotations

from sandtable.games.efs.units import Game
from sandtable.kernel import Choice, Decision, Option, Phase

DONE = Option("do:done", rule="4.21")


class Unwritten(Phase, frozen=True):
    """A phase in which nothing happens yet."""

    def begin(self, game: Game) -> None:
        game.finish()


class UnwrittenOfSide(Phase, frozen=True):
    """A phase of one side in which it can do nothing yet but end it."""

    side: str

    def begin(self, game: Game) -> Decision:
        return Decision(self.side, "unwritten", "4.21", (DONE,), {"phase": game.state.phase})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.finish()
