"""Checks of several units one after the other: forced marches, and the way out of a heavy barrage."""

from __future__ import annotations

from sandtable.games.gts.fire.combat_results import cohesion_hit
from sandtable.games.gts.indirect.radio_contact import barrage_figures
from sandtable.games.gts.sequence.troop_quality import Check
from sandtable.games.gts.units import Game
from sandtable.kernel import Procedure, rule


class StackChecks(Procedure, frozen=True):
    """Units make a check each; cohesion hits come before it, or with its failure.

    Comes to the ids of those that have passed and are still in play.
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
            game.finish(tuple(unit_id for unit_id in self.passed if unit_id in game.state.units))
            return
        unit_id = self.units[0]
        for _ in range(self.hits_before):
            if unit_id in game.state.units:
                cohesion_hit(game, unit_id, self.by)
        if unit_id not in game.state.units:
            game.goto("begin", units=self.units[1:])
            return
        game.push(Check(unit=unit_id, kind=self.kind, by=self.by))

    @rule("14.8", "16.4.2.2/leave")
    def begin_done(self, game: Game, passed: bool) -> None:
        unit_id, rest = self.units[0], self.units[1:]
        if passed:
            game.goto("begin", units=rest, passed=(*self.passed, unit_id))
            return
        game.goto("begin", units=rest)
        for _ in range(self.hits_on_failure):
            if unit_id in game.state.units:
                cohesion_hit(game, unit_id, self.by)


@rule("16.4.2.2/leave", "16.4.2.2/stack")
def checks_to_leave_barrage(game: Game, units: tuple[str, ...]) -> StackChecks:
    """What it takes to leave a hex under a heavy barrage: everybody who is to leave takes a hit and checks."""
    marker = game.state.barrages[game.state.units[units[0]].at]
    hits = int(barrage_figures(game).markers[marker].hit_on_leaving)
    return StackChecks(units=units, kind="leave-barrage", by="16.4.2.2/leave", hits_before=hits)


PROCEDURES: tuple[type[Procedure], ...] = (StackChecks,)
