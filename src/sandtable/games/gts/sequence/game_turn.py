"""Chapters 4, 10 to 12: the sequence of play of a game, a turn and its activation phase."""

from __future__ import annotations

from sandtable.games.gts.arnhem import victory, withdrawal
from sandtable.games.gts.conditions import air_power, weather
from sandtable.games.gts.events.command import ChitLeft, ChitUsed
from sandtable.games.gts.movement import bridges_and_ferries
from sandtable.games.gts.sequence import activation, dispatch, reinforcements, setup
from sandtable.games.gts.units import Game
from sandtable.kernel import Began, Procedure, rule


class Battle(Procedure, frozen=True):
    """The whole game: set-up, then turn after turn until victory is determined."""

    @rule("12.0")
    def begin(self, game: Game) -> None:
        """Let the sides set up as the scenario allows, then begin the first turn."""
        game.goto("turn")
        setup.start(game)

    def turn(self, game: Game) -> None:
        game.goto("after")
        game.push(Turn())

    @rule("12.0")
    def after(self, game: Game) -> None:
        """Advance the turn marker, or determine victory after the last turn."""
        if game.state.turn >= game.content.last_turn or victory.ends_early(game):
            victory.conclude(game)
            return
        game.state.turn += 1
        game.goto("turn")


class Turn(Procedure, frozen=True):
    """A turn, step by step in the order of 4.0."""

    @rule("4.0", "5.0")
    def begin(self, game: Game) -> None:
        state = game.state
        state.drawn.clear()
        state.fired_indirectly.clear()
        state.ferried.clear()
        game.say(Began(rule="4.0", what="turn", turn=game.title.turn(state)))
        game.goto("air_power")
        weather.determine(game)

    @rule("4.0", "27.0")
    def air_power(self, game: Game) -> None:
        game.goto("buy")
        air_power.determine(game)

    @rule("4.0", "6.0")
    def buy(self, game: Game) -> None:
        """Weather may change; then both sides spend dispatch points in secret."""
        weather.change(game)
        game.goto("arrive")
        dispatch.start(game)

    @rule("4.0", "8.0")
    def arrive(self, game: Game) -> None:
        dispatch.settle(game)
        game.goto("attack_from_the_air")
        reinforcements.start(game)

    @rule("4.0", "8.0", "27.0")
    def attack_from_the_air(self, game: Game) -> None:
        game.goto("fill_cup")
        air_power.start(game)

    @rule("4.0", "9.0")
    def fill_cup(self, game: Game) -> None:
        dispatch.fill_cup(game)
        game.goto("draw")
        withdrawal.before_first_chit(game)

    @rule("4.0", "10.0.1", "10.0.6")
    def draw(self, game: Game) -> None:
        """Use the chit carried over first, then draw until one is left, which is the first of the next turn."""
        state = game.state
        if state.carried:
            chit, state.carried = state.carried, ""
        elif len(state.cup) > 1:
            chit = game.draw(state.cup, "chit", "10.0.1")
            state.cup.remove(chit)
        else:
            game.goto("close")
            return
        state.drawn.append(chit)
        state.rowed.clear()
        side = game.content.chit_side[chit]
        game.say(ChitUsed(rule="10.0.1", what="activation", turn=game.title.turn(state), side=side, chit=chit))
        bridges_and_ferries.try_again(game)
        game.push(activation.begin(game, chit))

    @rule("10.0.6", "11.0", "4.0")
    def close(self, game: Game) -> None:
        """The chit left in the cup is carried over; barrage markers go; what the turn scores is counted."""
        state = game.state
        if state.cup:
            state.carried = state.cup.pop()
            game.reveal()
            game.say(ChitLeft(rule="10.0.6", chit=state.carried, side=game.content.chit_side[state.carried]))
        state.barrages.clear()
        withdrawal.end_turn(game)
        bridges_and_ferries.end_turn(game)
        victory.count_turn(game)
        game.finish()


PROCEDURES = (Battle, Turn)
