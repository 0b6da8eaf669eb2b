"""Chapters 4.0 and 6.0: the sequence of play of the Basic and the Advanced Game."""

from __future__ import annotations

from sandtable.games.panzer import victory
from sandtable.games.panzer.adjustment.adjustment_phase import PROCEDURES as ADJUSTMENT
from sandtable.games.panzer.adjustment.adjustment_phase import AdjustmentPhase
from sandtable.games.panzer.air.air_phase import AirPhase
from sandtable.games.panzer.air.loads import ChooseLoads
from sandtable.games.panzer.arrivals import Arrivals
from sandtable.games.panzer.assault.assault_step import AssaultStep
from sandtable.games.panzer.combat.direct_fire_step import DirectFireStep
from sandtable.games.panzer.combat.overwatch import OverwatchStep
from sandtable.games.panzer.command.place_commands import CommandPhase
from sandtable.games.panzer.indirect.indirect_fire_step import IndirectFireStep
from sandtable.games.panzer.indirect.plotting import plot
from sandtable.games.panzer.initiative import InitiativePhase
from sandtable.games.panzer.movement.entrenchments import perish_in_fires
from sandtable.games.panzer.movement.movement_phase import MovementPhase
from sandtable.games.panzer.setup import begin as set_up
from sandtable.games.panzer.spotting.spotting_phase import spotting_phase
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.steps import begin_step, go_on_within
from sandtable.games.panzer.units import Game
from sandtable.kernel import Began, Procedure, rule


class Scenario(Procedure, frozen=True):
    """A game from set-up to its last turn."""

    @rule("2.0")
    def begin(self, game: Game) -> None:
        """Artillery is plotted before the forces are set up (6.5.1.11.1)."""
        game.goto("arm")
        plot(game)

    @rule("2.0", "6.7.1")
    def arm(self, game: Game) -> None:
        """It is chosen what aircraft carry."""
        game.goto("forces")
        game.push(ChooseLoads())

    @rule("2.0")
    def forces(self, game: Game) -> None:
        game.become(GameTurn())
        set_up(game)


class GameTurn(Procedure, frozen=True):
    """A turn, phase by phase and step by step in the printed order."""

    @rule("4.0", "4.1")
    def begin(self, game: Game) -> None:
        game.say(Began(rule="4.0", what="turn", turn=game.state.turn))
        game.state.first = ""
        game.state.assaults = {}
        victory.note_occupants(game)
        begin_step(game, "spotting")
        spotting_phase(game)
        game.goto("command")

    @rule("4.0", "4.2")
    def command(self, game: Game) -> None:
        game.goto("initiative")
        game.push(CommandPhase())

    @rule("4.0", "4.3")
    def initiative(self, game: Game) -> None:
        begin_step(game, "initiative")
        game.goto("first_air" if game.content.game == "advanced" else "fire")
        game.push(InitiativePhase())

    @rule("6.0", "6.4")
    def first_air(self, game: Game) -> None:
        """Aircraft come before all fire, or after all movement."""
        begin_step(game, "first-air")
        game.goto("indirect_fire")
        game.push(AirPhase())

    @rule("6.0", "6.5", "6.5.1")
    def indirect_fire(self, game: Game) -> None:
        """In the Advanced Game indirect fire comes first; that of the First Player takes effect before the Second's."""
        begin_step(game, "indirect-fire")
        game.goto("indirect_fire_back")
        game.push(IndirectFireStep(side=game.state.first))

    @rule("6.5.1")
    def indirect_fire_back(self, game: Game) -> None:
        go_on_within(game, "indirect-fire")
        game.goto("fire")
        game.push(IndirectFireStep(side=enemy_of(game.state.first)))

    @rule("4.0", "4.3.2", "4.4", "4.4.1")
    def fire(self, game: Game) -> None:
        """The First Player fires, then the Second: vehicles that are lost before do not."""
        begin_step(game, "direct-fire")
        game.goto("fire_back")
        game.push(DirectFireStep(side=game.state.first))

    @rule("4.0", "4.3.2", "4.4.1")
    def fire_back(self, game: Game) -> None:
        go_on_within(game, "direct-fire")
        game.goto("overwatch")
        game.push(DirectFireStep(side=enemy_of(game.state.first)))

    @rule("4.0", "4.4", "4.4.2")
    def overwatch(self, game: Game) -> None:
        """Overwatch fire ends the step of direct fire."""
        go_on_within(game, "overwatch-fire")
        game.goto("close_combat" if game.content.game == "advanced" else "second_moves")
        game.push(OverwatchStep())

    @rule("6.0", "6.6", "6.6.1", "6.6.1.1.1", "6.6.1.1.1b")
    def close_combat(self, game: Game) -> None:
        """Before anybody moves, the First Player assaults, then the Second."""
        begin_step(game, "close-combat")
        game.goto("close_combat_back")
        game.push(AssaultStep(side=game.state.first))

    @rule("6.6.1", "6.6.1.1.1", "6.6.1.1.1b")
    def close_combat_back(self, game: Game) -> None:
        go_on_within(game, "close-combat")
        game.goto("second_moves")
        game.push(AssaultStep(side=enemy_of(game.state.first)))

    @rule("4.0", "4.5")
    def second_moves(self, game: Game) -> None:
        """The Second Player moves before the First."""
        begin_step(game, "second-player-moves")
        game.goto("first_moves")
        second = enemy_of(game.state.first)
        game.push(MovementPhase(side=second))
        game.push(Arrivals(side=second))

    @rule("4.0", "4.5")
    def first_moves(self, game: Game) -> None:
        begin_step(game, "first-player-moves")
        game.goto("second_air" if game.content.game == "advanced" else "adjust")
        game.push(MovementPhase(side=game.state.first))
        game.push(Arrivals(side=game.state.first))

    @rule("6.0", "6.7")
    def second_air(self, game: Game) -> None:
        begin_step(game, "second-air")
        game.goto("adjust")
        game.push(AirPhase())

    @rule("4.0", "4.6", "6.0", "6.8")
    def adjust(self, game: Game) -> None:
        game.goto("end")
        game.push(AdjustmentPhase())

    @rule("3.6", "4.6.2")
    def end(self, game: Game) -> None:
        """After the last turn it is judged who has won."""
        begin_step(game, "end-of-turn")
        perish_in_fires(game)
        victory.take_control(game)
        if game.state.turn >= game.content.scenario.turns:
            victory.judge(game)
        else:
            game.state.turn += 1
            game.become(GameTurn())


PROCEDURES: tuple[type[Procedure], ...] = (Scenario, GameTurn, InitiativePhase, DirectFireStep, *ADJUSTMENT)
