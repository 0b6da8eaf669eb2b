"""Chapters 4.6 and 6.8: the Adjustment Phase, step by step."""

from __future__ import annotations

from sandtable.games.panzer.adjustment.counters import adjust_counters
from sandtable.games.panzer.adjustment.full_cover import FullCoverStep
from sandtable.games.panzer.adjustment.pivot import PivotStep
from sandtable.games.panzer.adjustment.recovery import recover
from sandtable.games.panzer.movement.entrenchments import dig_entrenchments
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.steps import begin_step
from sandtable.games.panzer.units import Game
from sandtable.kernel import Phase, Procedure, rule


class AdjustmentPhase(Phase, frozen=True):
    """Both sides turn their men and guns, take cover, and recover; then counters are adjusted.

    What both do at once is asked of the First Player first (ruling).
    """

    @rule("4.6", "6.8")
    def begin(self, game: Game) -> None:
        game.goto("pivot" if game.content.game == "advanced" else "counters")

    @rule("6.0", "6.8.1")
    def pivot(self, game: Game) -> None:
        begin_step(game, "pivot")
        game.goto("cover")
        game.push(PivotStep(side=enemy_of(game.state.first)))
        game.push(PivotStep(side=game.state.first))

    @rule("6.0", "6.8.2", "6.6.8")
    def cover(self, game: Game) -> None:
        """Who has dug in Full Cover for a turn is a turn further, before anybody leaves it."""
        begin_step(game, "full-cover")
        dig_entrenchments(game)
        game.goto("suppressions")
        game.push(FullCoverStep(side=enemy_of(game.state.first)))
        game.push(FullCoverStep(side=game.state.first))

    @rule("6.0", "6.8.3")
    def suppressions(self, game: Game) -> None:
        begin_step(game, "suppressions")
        recover(game)
        game.goto("counters")

    @rule("4.6.1", "6.8.4")
    def counters(self, game: Game) -> None:
        begin_step(game, "adjust-counters")
        adjust_counters(game)
        game.finish()


PROCEDURES: tuple[type[Procedure], ...] = (AdjustmentPhase, PivotStep, FullCoverStep)
