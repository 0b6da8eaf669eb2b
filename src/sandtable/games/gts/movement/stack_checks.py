"""Checks of several units one after the other: forced marches, and the way out of a heavy barrage."""

from __future__ import annotations

from sandtable.games.gts.fire.combat_results import cohesion_hit
from sandtable.games.gts.sequence.troop_quality import PASSED, Check
from sandtable.games.gts.units import Game
from sandtable.kernel import Procedure, rule


class Trial(Procedure, frozen=True):
    """Units make a check each; cohesion hits come before it, or with its failure.

    Leaves the ids of those that passed in the outcome of the state, with blanks between them.
    """

    units: tuple[str, ...]
    """Those that have yet to check."""
    kind: str
    by: str
    hits_before: int = 0
    hits_on_failure: int = 0
    passed: tuple[str, ...] = ()

    @rule("14.8", "16.4.2.2/leave", "16.4.2.2/stack")
    def begin(self, game: Game) -> None:
        """The next unit checks, if its cohesion hit leaves anything of it."""
        if not self.units:
            game.state.outcome = " ".join(self.passed)
            game.finish()
            return
        unit_id = self.units[0]
        for _ in range(self.hits_before):
            if unit_id in game.state.units:
                cohesion_hit(game, unit_id, self.by)
        if unit_id not in game.state.units:
            game.goto("begin", units=self.units[1:])
            return
        game.goto("settle")
        game.push(Check(unit=unit_id, kind=self.kind, by=self.by))

    @rule("14.8", "16.4.2.2/leave")
    def settle(self, game: Game) -> None:
        unit_id, rest = self.units[0], self.units[1:]
        if game.state.outcome == PASSED:
            game.goto("begin", units=rest, passed=(*self.passed, unit_id))
            return
        game.goto("begin", units=rest)
        for _ in range(self.hits_on_failure):
            if unit_id in game.state.units:
                cohesion_hit(game, unit_id, self.by)


def passed(game: Game) -> tuple[str, ...]:
    """The units that passed the trial that has just ended and are still in play."""
    return tuple(unit_id for unit_id in game.state.outcome.split() if unit_id in game.state.units)


PROCEDURES: tuple[type[Procedure], ...] = (Trial,)
